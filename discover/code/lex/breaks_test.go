package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

// TestCommentsEndWithTheirLine hides code and a quote behind whatever may end a line, or may not: nothing else separates code from a
// comment.
func TestCommentsEndWithTheirLine(t *testing.T) {
	const lf, cr, ls, ps, nel = "\n", "\r", "\u2028", "\u2029", "\u0085"
	all := []string{lf, cr, "\r\n", ls, ps, nel, "\v", "\f"}
	for name, c := range map[string]struct {
		lang   Language
		mark   string
		breaks []string
	}{
		"a.js":    {JavaScript, "//", []string{lf, cr, "\r\n", ls, ps}},
		"b.ts":    {JavaScript, "//", []string{lf, cr, "\r\n", ls, ps}},
		"a.cs":    {CSharp, "//", []string{lf, cr, "\r\n", ls, ps, nel}},
		"doc.cs":  {CSharp, "///", []string{lf, cr, "\r\n", ls, ps, nel}},
		"dir.cs":  {CSharp, "#region", []string{lf, cr, "\r\n", ls, ps, nel}},
		"a.java":  {Java, "//", []string{lf, cr, "\r\n"}},
		"a.kt":    {Kotlin, "//", []string{lf, cr, "\r\n"}},
		"a.dart":  {Dart, "//", []string{lf, cr, "\r\n"}},
		"a.swift": {Swift, "//", []string{lf, cr, "\r\n"}},
		"a.py":    {Python, "#", []string{lf, cr, "\r\n"}},
		"a.rs":    {Rust, "//", []string{lf, "\r\n"}},
		"doc.rs":  {Rust, "///", []string{lf, "\r\n"}},
		"a.rb":    {Ruby, "#", []string{lf, "\r\n"}},
		"a.ex":    {Elixir, "#", []string{lf, "\r\n"}},
		"a.php":   {PHP, "#", []string{lf, cr, "\r\n"}},
	} {
		for _, end := range all {
			src := c.mark + " it's a note" + end + "evil(1)\n\"text\"\n"
			if c.lang == PHP {
				src = "<?php " + src
			}
			var words, values []string
			read := Read(source.NewFile(name, name, []byte(src)), c.lang)
			for i, tok := range read.Tokens {
				switch tok.Kind {
				case Word:
					words = append(words, string(read.Source.Data[tok.Start:tok.End]))
				case String:
					values = append(values, read.Text(i).Value)
				}
			}
			ends := false
			for _, b := range c.breaks {
				ends = ends || b == end
			}
			assert.Equal(t, ends, strings.Join(words, " ") == "evil", "%s: %q: %q", name, end, words)
			assert.Equal(t, []string{"text"}, values, "%s: %q", name, end)
		}
	}
}

// TestSeparatorsInWords keeps what separates lines of C# out of names and text of several lines.
func TestSeparatorsInWords(t *testing.T) {
	read := Read(source.NewFile("a.cs", "a.cs", []byte("[McpServerTool\u2028]\u0085void\u2029Run() { x(\"\"\"\u2028one\n\"\"\"); }")), CSharp)
	var words, values []string
	for i, tok := range read.Tokens {
		switch tok.Kind {
		case Word:
			words = append(words, string(read.Source.Data[tok.Start:tok.End]))
		case String:
			values = append(values, strings.TrimSpace(read.Text(i).Value))
		}
	}
	assert.Equal(t, []string{"McpServerTool", "void", "Run", "x"}, words)
	assert.Equal(t, []string{"one"}, values)
}
