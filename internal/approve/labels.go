package approve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/wildcard"
)

// matching returns the indexes of the labels that a name means: those that are the same, else those that are shown as the name, else those
// that it is a pattern of. Whoever copies the label of a tool that is called "*" means that tool.
func matching(labels []string, name string) []int {
	for _, fits := range []func(label string) bool{
		func(label string) bool { return label == name },
		func(label string) bool { return safe.Label(label) == name },
		func(label string) bool { return strings.Contains(name, "*") && wildcard.New(name).Fits(label) },
	} {
		var found []int
		for i, l := range labels {
			if fits(l) {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// chosen returns the indexes of the labels that names mean, in order and each once; no names mean all. A name that means none is an error.
func chosen(labels, names []string) ([]int, error) {
	var out []int
	var unknown []string
	for _, n := range names {
		found := matching(labels, n)
		if found == nil {
			unknown = append(unknown, n)
		}
		out = append(out, found...)
	}
	for i := 0; len(names) == 0 && i < len(labels); i++ {
		out = append(out, i)
	}
	if len(unknown) > 0 {
		return nil, unknownLabels(unknown, labels)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

const shownUnknown = 5

func unknownLabels(unknown, labels []string) error {
	var quoted, near []string
	for _, u := range unknown[:min(len(unknown), shownUnknown)] {
		quoted = append(quoted, fmt.Sprintf("%q", safe.Name(u)))
		if n := nearestLabel(u, labels); n != "" {
			near = append(near, safe.Label(n))
		}
	}
	words := "no such definition: " + strings.Join(quoted, ", ")
	if more := len(unknown) - len(quoted); more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	advice := "See mcp-lint list for all definitions."
	if len(near) > 0 {
		advice = hint.Join("Did you mean "+strings.Join(slices.Compact(near), ", ")+"?", advice)
	}
	return hint.Add(errors.New(words), advice)
}

// nearestLabel is the label that was probably meant: one that is nearly the same, or whose part behind a slash is the name.
func nearestLabel(name string, labels []string) string {
	for _, l := range labels {
		if name != "" && strings.HasSuffix(l, "/"+name) {
			return l
		}
	}
	return didyoumean.Word(name, labels)
}
