package lsp

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

// ignoreMarker begins a comment that suppresses.
const ignoreMarker = "mcp-lint:ignore"

// comment puts a comment that suppresses the check on a line of its own, before the line on which the words begin, or when that is in the midst of
// a string, before the definition. It returns false where the language has no comments, or none would be one there.
func comment(at *target, d *diagnostic) (change, bool) {
	mark := commentMark(&at.opened)
	if mark == "" || len(at.text.text) > maxFixed || isApproval(d.check) {
		return change{}, false
	}
	for _, where := range []int{d.start, d.definition} {
		if where < 0 || where > len(at.text.text) {
			continue
		}
		if c := commentBefore(at, d.check, mark, where); !isContinued(at.text.text[:c.start]) && isComment(at, c) {
			return c, true
		}
	}
	return change{}, false
}

// isApproval reports whether a check compares with what was approved: no comment suppresses that.
func isApproval(check string) bool { return strings.HasPrefix(check, "rugpull.") }

// commentMark is what begins a comment that ends with its line, or "" where there is none.
func commentMark(d *opened) string {
	name := nameOf(d)
	ext := strings.ToLower(filepath.Ext(name))
	if lang, ok := languageOf(name); ok {
		return lang.Comments()[0]
	}
	switch {
	case ext == ".yaml" || ext == ".yml" || ext == ".toml":
		return "#"
	case ext == ".jsonc" || ext == ".json5" || d.language == "jsonc" || d.language == "json5" || ext == ".json" && commentLine().Match(d.text.text):
		return "//"
	}
	return ""
}

// commentLine is a line of JSON that is a comment: no string goes over a line break. Whoever reads the file can read another one then.
var commentLine = lazy.Regexp(`(?m)^[ \t]*//`)

func commentBefore(at *target, check, mark string, where int) change {
	b := at.text
	start, end := b.line(b.lineAt(where))
	if start == 0 {
		start = b.file.BOM()
	}
	line := b.text[start:max(start, end)]
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	words := string(indent) + mark + " " + ignoreMarker + " " + check + " -- " + todo + lineEnd(b)
	return change{start: start, end: start, words: words}
}

// isContinued reports whether a backslash continues the last line, as in Python, Ruby and macros of C.
func isContinued(before []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(before, "\r\n"), []byte{'\\'})
}

// lineEnd is how the lines of a text end.
func lineEnd(b *buffer) string {
	if len(b.starts) > 1 && bytes.HasSuffix(b.text[:b.starts[1]], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// isComment reports whether mcp-lint takes what a change puts in for a comment, and nothing else of the text for another one than before.
func isComment(at *target, c change) bool {
	name := nameOf(&at.opened)
	f := source.NewFile(name, name, apply(at.text.text, []change{c}))
	for _, found := range discover.Comments(f, ignoreMarker) {
		if found.Span.Start >= c.start && found.Span.Start < c.start+len(c.words) {
			return true
		}
	}
	return false
}
