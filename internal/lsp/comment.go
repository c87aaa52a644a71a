package lsp

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/marked"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

const ignoreMarker = "mcp-lint:ignore"

// ignoreComment inserts a suppression comment above the flagged line, or above the definition if that line is inside a string. It returns false
// if a comment is possible at neither place.
func ignoreComment(at *target, d *diagnostic) (change, bool) {
	mark := commentMark(&at.opened)
	// Comments do not suppress changes of approved definitions.
	if mark == "" || len(at.text.text) > maxFixed || strings.HasPrefix(d.check, "rugpull.") {
		return change{}, false
	}
	for _, where := range []int{d.start, d.definition} {
		if where < 0 || where > len(at.text.text) {
			continue
		}
		c := commentBefore(at, d.check, mark, where)
		// A backslash may continue the line before, as in Python, Ruby and C macros.
		continued := bytes.HasSuffix(bytes.TrimRight(at.text.text[:c.start], "\r\n"), []byte{'\\'})
		if !continued && isComment(at, c) {
			return c, true
		}
	}
	return change{}, false
}

// commentMark returns the marker of line comments, or "".
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

// commentLine matches a comment in JSON, where no string spans lines. The program that reads such a file accepts another comment too.
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

func lineEnd(b *buffer) string {
	if len(b.starts) > 1 && bytes.HasSuffix(b.text[:b.starts[1]], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// isComment reports whether mcp-lint reads the inserted text as a comment.
func isComment(at *target, c change) bool {
	name := nameOf(&at.opened)
	f := source.NewFile(name, name, apply(at.text.text, []change{c}))
	return slices.ContainsFunc(marked.Comments(f, ignoreMarker), func(found marked.Comment) bool {
		return found.Span.Start >= c.start && found.Span.Start < c.start+len(c.words)
	})
}
