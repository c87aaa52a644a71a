// Package code finds the tools, prompts, resources and instructions that source code defines, without running it or resolving types. Package
// lex reads tokens, package syntax what they say, and one recogniser for all languages lists the texts that reach a model, with their places.
package code

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// Static says how much of a definition's text is known without running the code.
type Static uint8

// The degrees.
const (
	// Full: every text is known.
	Full Static = iota
	// Partly: some text is put in at run time; what is written is known.
	Partly
	// Unresolved: the description is not known at all.
	Unresolved
)

// Entry is one definition.
type Entry struct {
	// Kind is "tool", "prompt", "resource", "resource_template" or "instructions", as in detect.Kind.
	Kind string
	// Server is the name that the code gives its server, or "".
	Server string
	// NameUnknown is set when nothing is known of the name before the code runs: it is a placeholder such as "{name}".
	NameUnknown bool
	// Def is the definition as a client would receive it, put together from pieces of source: name, title, description,
	// inputSchema with properties, annotations, ... Its Span is the registration; the texts know their own places, which may
	// be in other files.
	Def *source.Node
	// Head goes from the first attribute to the one that registers, when that is a later one.
	Head source.Span
	// Shape says how it is written, for people: "decorator", "call", "object", "attribute", "builder", "class", "list", "docstring".
	Shape string
	// Static says how much is known; Why and At say what is not, for people, and where in the file.
	Static Static
	Why    string
	At     source.Span
	// Test is set when the definition stands in a test that is written in the file: a test function, #[cfg(test)] mod tests, describe(...).
	Test bool
}

// Note is something about a definition that people should know although it is not text: that code rewrites it at run time.
type Note struct {
	Span source.Span
	Text string
}

// Module is what one file defines, and what other files of its package may ask it for. Make one with Scan.
type Module struct {
	File *source.File
	Lang lex.Language
	// Package is the folder that stands for the package the file belongs to; set it before LinkFiles. Modules see each other's
	// constants and functions within one package first, then elsewhere.
	Package string
	// Demoted says that the file is a test, an example or the like; set it before LinkFiles. Such a file does not mount the servers of others.
	Demoted bool
	// Cut is set when a bound ended the reading early.
	Cut bool
	// Serves is set by Scan for a file that seems to make or start a server.
	Serves bool

	scanned
}

// Found is what is defined in one Module, in order of source.
type Found struct {
	Module  *Module
	Entries []Entry
	// Strings are all other string literals and documentation texts, for the sweep, in order of source.
	Strings []LooseString
	Notes   []Note
	// Server is the name of the one server that the file makes, or "".
	Server string
	// Gaps are the places where something is registered, or rewritten, of which the files that were read do not show what it says.
	Gaps []Note
	// Answers are where it is answered which tools there are. Each is a gap as well where none are found.
	Answers []Note
	// Patterns is set when the file holds lists of patterns or phrases about attacks on models and their tools, such as scanners
	// keep. Patterns about anything else are not a sign of a scanner.
	Patterns bool
}

// LooseString is a string that is part of no definition.
type LooseString struct {
	Text source.Text
	// Doc is set for documentation, Pattern for a regular expression or one of a list of phrases to look for, Assert for a
	// string that is compared with or asserted about.
	Doc, Pattern, Assert bool
}

// GoComments returns where the comments of a Go file stand that no model reads. Those of other languages are what is between the tokens of
// package lex.
func GoComments(f *source.File) []source.Span { return syntax.GoComments(f) }
