package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/near"
	"github.com/org/mcp-lint/lock"
)

// labelOf is what people call a definition: SERVER/TOOL, or SERVER/KIND:NAME for what is no tool, without the name when that is the
// server's, as that of instructions is. Servers and names may hold slashes, so
// that a label is compared as a whole and never taken apart.
func labelOf(k lock.Key) string {
	switch {
	case k.Kind == detect.KindTool:
		return k.Server + "/" + k.Name
	case k.Name == "" || k.Name == k.Server && (k.Kind == detect.KindInstructions || k.Kind == detect.KindServer):
		return k.Server + "/" + string(k.Kind)
	}
	return k.Server + "/" + string(k.Kind) + ":" + k.Name
}

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
		func(label string) bool { return strings.Contains(name, "*") && fitsPattern(name, label) },
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

// fitsPattern reports whether s fits a pattern in which a star stands for any characters. It takes no longer than the product of both.
func fitsPattern(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	last := parts[len(parts)-1]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return strings.HasSuffix(s, last)
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
