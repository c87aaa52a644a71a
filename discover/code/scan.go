// Package code finds the tools, prompts, resources and instructions that source code defines, without running it or resolving types. The way
// of the data is lex, syntax, static, schema, sdk, link: tokens, one tree for all languages, texts, schemas, definitions, definitions across
// files. This package reads a file by these and adds what they leave: registrations that could not be followed, and loose strings.
package code

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// Scan reads one file. It is safe for concurrent use, linear in the size of the file, and never fails. Of the strings that are part of no
// definition it keeps those that are neither patterns nor asserted about and for which keepLiteral returns true; all when keepLiteral is nil. serves
// decides Module.Serves.
func Scan(f *source.File, lang lex.Language, keepLiteral func(text string) bool, serves func(data []byte) bool) *link.Module {
	m := &link.Module{File: f, Lang: lang, Serves: serves != nil && serves(f.Data)}
	m.Read = func(how sdk.Options) *sdk.Result {
		keep := keepLiteral
		if how.Params {
			keep = func(string) bool { return false }
		}
		return scanFile(f, lang, how, keep)
	}
	m.Result = *m.Read(sdk.Options{})
	return m
}

func scanFile(f *source.File, lang lex.Language, how sdk.Options, keepLiteral func(text string) bool) *sdk.Result {
	u := syntax.Read(f, lang)
	defer u.Release()
	r := sdk.Recognise(u, how)
	g := &gapFinder{r: r, lines: map[int]bool{}}
	g.find()
	g.declared()
	r.Export()
	(&sweeper{r}).sweep(keepLiteral)
	return r.Finish()
}

// GoComments returns the places of the comments of a Go file that no model reads. Those of other languages are between the tokens of
// package lex.
func GoComments(f *source.File) []source.Span { return syntax.GoComments(f) }
