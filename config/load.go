package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Parse parses a configuration. checks are the known IDs; nil accepts any. An error is of type Problems. An empty file is valid.
func Parse(data []byte, checks []string) (Config, error) {
	var c Config
	l := &loader{checks: checks, noun: "setting"}
	if l.document(data, MaxBytes, &c, `settings must be a mapping, such as "fail-on: high"`); len(l.problems) > 0 {
		return Config{}, l.problems
	}
	return c, nil
}

// document parses a file into a struct and sorts the problems by line.
func (l *loader) document(data []byte, limit int, into any, noMapping string) {
	root, err := parseYAML(data, limit)
	switch {
	case err != nil:
		l.problems = Problems{err}
		return
	case root == nil:
		return
	}
	l.rejectSpecial(root, linesOf(data))
	switch {
	case len(l.problems) > 0:
	case root.Kind != yaml.MappingNode:
		l.failf(root.Line, "", "%s", noMapping)
	default:
		l.object(root, into, "")
	}
	slices.SortStableFunc(l.problems, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
}

// parseYAML returns the root of the only document, or nil if it is empty.
func parseYAML(data []byte, limit int) (*yaml.Node, *Error) {
	if len(data) > limit {
		return nil, &Error{Reason: fmt.Sprintf("the file is larger than %d bytes", limit)}
	}
	if at := notUTF8(data); at >= 0 {
		return nil, &Error{Line: 1 + bytes.Count(data[:at], []byte("\n")), Reason: "the file is not valid UTF-8"}
	}
	var doc, next yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, syntaxError(err, data)
	}
	switch err := dec.Decode(&next); {
	case err == nil:
		return nil, &Error{Line: next.Line, Reason: "the file must have only one document"}
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(err, data)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null" {
		return nil, nil
	}
	return doc.Content[0], nil
}

// notUTF8 returns the offset of the first invalid byte, or -1.
func notUTF8(data []byte) int {
	for i, r := range string(data) {
		if r == utf8.RuneError && !bytes.HasPrefix(data[i:], []byte("\ufffd")) {
			return i
		}
	}
	return -1
}

var (
	yamlLine = regexp.MustCompile(`^line (\d{1,6}): `)
	// noAnchor is the only error of the parser without a line.
	noAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// syntaxError converts an error of the parser.
func syntaxError(err error, data []byte) *Error {
	words := strings.TrimPrefix(err.Error(), "yaml: ")
	out := &Error{}
	if m := yamlLine.FindStringSubmatch(words); m != nil {
		out.Line, _ = strconv.Atoi(m[1])
		words = words[len(m[0]):]
	}
	if m := noAnchor.FindStringSubmatch(words); m != nil {
		out.Line = lineOfAlias(data, m[1])
	}
	out.Reason = "not valid YAML: " + words
	return out
}

// lineOfAlias returns the line of the first alias with a name, or 0.
func lineOfAlias(data []byte, name string) int {
	alias := regexp.MustCompile(`(?:^|[\s,\[{:-])\*` + regexp.QuoteMeta(name) + `(?:$|[\s,\]}])`)
	for i, line := range linesOf(data) {
		line, _, _ = strings.Cut(line, " #")
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && alias.MatchString(line) {
			return i + 1
		}
	}
	return 0
}

// lineBreaks normalises the line breaks that the parser accepts.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\uFEFF", "")

func linesOf(data []byte) []string { return strings.Split(lineBreaks.Replace(string(data)), "\n") }

// hasBareTag reports whether a value has the tag "!", which the parser drops. No other value starts with that character.
func hasBareTag(n *yaml.Node, lines []string) bool {
	if n.Line < 1 || n.Line > len(lines) || n.Column < 1 {
		return false
	}
	at := 1
	for _, r := range lines[n.Line-1] {
		if at == n.Column {
			return r == '!'
		}
		at++
	}
	return false
}

type loader struct {
	checks   []string
	noun     string // what messages call a key
	problems Problems
}

func (l *loader) fail(line int, path string, e *Error) {
	if len(l.problems) == MaxProblems {
		return
	}
	e.Line = line
	if path != "" {
		e.Reason = path + ": " + e.Reason
	}
	l.problems = append(l.problems, e)
}

func (l *loader) failf(line int, path, format string, args ...any) {
	l.fail(line, path, &Error{Reason: fmt.Sprintf(format, args...)})
}

// rejectSpecial rejects YAML that expands to a large value or differs from what reviewers see.
func (l *loader) rejectSpecial(root *yaml.Node, lines []string) {
	switch {
	case root.Kind == yaml.AliasNode, root.Anchor != "":
		l.failf(root.Line, "", "anchors and aliases are not supported: write the value out")
	case root.Style&yaml.TaggedStyle != 0:
		l.failf(root.Line, "", "tags such as %s are not supported", quoted(root.Tag))
	case hasBareTag(root, lines):
		l.failf(root.Line, "", `tags such as "!" are not supported`)
	}
	for _, child := range root.Content {
		l.rejectSpecial(child, lines)
	}
}
