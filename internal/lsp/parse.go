package lsp

import (
	"go/scanner"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// parsed is a parsed document: its values, and the spans of its strings.
type parsed struct {
	words   []string
	strings []source.Span
}

// inString reports whether a range is inside one string.
func (r *parsed) inString(start, end int) bool {
	i, _ := slices.BinarySearchFunc(r.strings, start, func(s source.Span, at int) int {
		if s.End <= at {
			return -1
		}
		return 1
	})
	return i < len(r.strings) && r.strings[i].Start <= start && end <= r.strings[i].End
}

func (r *parsed) add(kind, words string, span source.Span, isString bool) {
	r.words = append(r.words, kind+words)
	if isString {
		r.strings = append(r.strings, span)
	}
}

// parse parses a document. It returns false for an unknown language or a syntax error.
func parse(at *target, words []byte) (*parsed, bool) {
	name := nameOf(&at.opened)
	f := source.NewFile(name, name, words)
	lang, ok := languageOf(name)
	switch {
	case ok && lang == lex.Go:
		return parseGo(words)
	case ok:
		return parseCode(f, lang)
	}
	return parseDocument(f)
}

// nameOf returns a file name that identifies the language of a document.
func nameOf(d *opened) string {
	if d.path != "" {
		return filepath.Base(d.path)
	}
	if d.language == "json" || d.language == "yaml" || d.language == "toml" {
		return "untitled." + d.language
	}
	return "-"
}

// languageOf returns the language of a source file. Unsaved source code is not scanned.
func languageOf(name string) (lex.Language, bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".vue", ".svelte", ".html", ".htm":
		// The markup around their scripts has other escapes and comments.
		return 0, false
	}
	return lex.OfFile(name)
}

func parseCode(f *source.File, lang lex.Language) (*parsed, bool) {
	tokens := lex.Read(f, lang)
	if tokens.Cut {
		return nil, false
	}
	out := &parsed{}
	for i, t := range tokens.Tokens {
		isString, words := t.Kind == lex.String || t.Kind == lex.Chunk, string(tokens.Raw(i))
		if isString {
			words = tokens.Text(i).Value
		}
		out.add(strconv.Itoa(int(t.Kind))+" ", words, source.Span{Start: int(t.Body), End: int(t.BodyEnd)}, isString)
	}
	return out, true
}

func parseGo(words []byte) (*parsed, bool) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(words))
	var s scanner.Scanner
	s.Init(file, words, nil, 0)
	out := &parsed{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out, s.ErrorCount == 0
		}
		span, value := source.Span{Start: file.Offset(pos), End: file.Offset(pos) + len(lit)}, lit
		// Raw strings have no escapes.
		isString := (tok == token.STRING || tok == token.CHAR) && lit[0] != '`'
		if isString {
			var err error
			if value, err = strconv.Unquote(lit); err != nil {
				return nil, false
			}
		}
		out.add(tok.String()+" ", value, span, isString)
	}
}

func parseDocument(f *source.File) (*parsed, bool) {
	docs, problems := manifest.Parse(f)
	if len(problems) > 0 || len(docs) == 0 {
		return nil, false
	}
	out := &parsed{}
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		if n == nil {
			return
		}
		out.add(strconv.Itoa(int(n.Kind))+" ", n.Text.Value, n.Span, n.Kind == source.String)
		if len(out.words) > maxReadValues {
			return
		}
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			walk(m.Name)
			walk(m.Value)
		}
	}
	for _, d := range docs {
		walk(d)
	}
	slices.SortFunc(out.strings, func(a, b source.Span) int { return a.Start - b.Start })
	return out, len(out.words) <= maxReadValues
}

// maxReadValues bounds the values of a document, which YAML aliases can multiply.
const maxReadValues = 1_000_000
