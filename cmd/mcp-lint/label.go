package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/near"
	"github.com/org/mcp-lint/internal/star"
)

// labelRunes bounds a label where it is shown: its names are the attacker's.
const labelRunes = 160

// printable is a label as it is shown.
func printable(label string) string { return text.Safe(secret.Redact(label), labelRunes) }

// matching returns the indexes of the labels that a name means: those that are the same, else those that are shown as the name, else those
// that it is a pattern of. Whoever copies the label of a tool that is called "*" means that tool.
func matching(labels []string, name string) []int {
	for _, fits := range []func(label string) bool{
		func(label string) bool { return label == name },
		func(label string) bool { return printable(label) == name },
		func(label string) bool { return strings.Contains(name, "*") && star.New(name).Fits(label) },
	} {
		var found []int
		for i, l := range labels {
			if fits(l) {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// chosen returns the indexes of the labels that names mean, in order and each once; no names mean all. A name that means none is an error.
func chosen(labels, names []string) ([]int, error) {
	var out []int
	if len(names) == 0 {
		for i := range labels {
			out = append(out, i)
		}
		return out, nil
	}
	var unknown []string
	for _, n := range names {
		found := matching(labels, n)
		if len(found) == 0 {
			unknown = append(unknown, n)
		}
		out = append(out, found...)
	}
	if len(unknown) > 0 {
		return nil, unknownLabels(unknown, labels)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// shownUnknown is how many names are told of that mean nothing.
const shownUnknown = 5

func unknownLabels(unknown, labels []string) error {
	var quoted, near []string
	for _, u := range unknown[:min(len(unknown), shownUnknown)] {
		quoted = append(quoted, fmt.Sprintf("%q", text.Safe(u, labelRunes)))
		if n := nearestLabel(u, labels); n != "" {
			near = append(near, printable(n))
		}
	}
	words := "there is no definition " + strings.Join(quoted, " and no ")
	if more := len(unknown) - len(quoted); more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	hint := "See mcp-lint list for all there are."
	if len(near) > 0 {
		hint = joinHints("Did you mean "+strings.Join(slices.Compact(near), ", ")+"?", hint)
	}
	return &hintError{errors.New(words), hint}
}

// nearestLabel is the label that was probably meant: one that is nearly the same, or whose part behind a slash is the name.
func nearestLabel(name string, labels []string) string {
	for _, l := range labels {
		if name != "" && strings.HasSuffix(l, "/"+name) {
			return l
		}
	}
	return near.Word(name, labels)
}
