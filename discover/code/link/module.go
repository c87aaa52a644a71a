package link

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/sdk"
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
	// Test is set when the definition is in a test in the file: a test function, #[cfg(test)] mod tests, describe(...).
	Test bool
}

// Module is what one file defines, and what other files of its package may ask it for. Make one with Scan.
type Module struct {
	File *source.File
	Lang lex.Language
	// Package is the folder of the package that the file belongs to; set it before Files. Modules see each other's
	// constants and functions within one package first, then elsewhere.
	Package string
	// Serves is set by Scan for a file that seems to make or start a server.
	Serves bool

	sdk.Result
	// Read reads the file again, in another way.
	Read func(how sdk.Options) *sdk.Result
	// how is how it was read.
	how sdk.Options
}

// Found is what is defined in one Module, in order of source.
type Found struct {
	Module  *Module
	Entries []Entry
	// Strings are all other string literals and documentation texts, for the sweep, in order of source.
	Strings []sdk.LooseString
	Notes   []sdk.Note
	// Server is the name of the one server that the file makes, or "".
	Server string
	// Gaps are the places that register or rewrite something which the files that were read do not show.
	Gaps []sdk.Note
	// Answers are where it is answered which tools there are. Each is a gap as well where none are found.
	Answers []sdk.Note
	// Overrun is set when the bounds of the run left something of the definitions out.
	Overrun bool
	// Patterns is set when the file holds lists of patterns or phrases about attacks on models and their tools, such as scanners
	// keep. Patterns about anything else are not a sign of a scanner.
	Patterns bool
}

// readParams reads the file once more for the parameters of the functions that it exports. Few are ever asked for, and to read all takes a
// tenth of the time of a scan.
func (m *Module) readParams() {
	how := m.how
	how.Params = true
	again := m.Read(how)
	m.Incomplete, m.Truncated = m.Incomplete || again.Incomplete, m.Truncated || again.Truncated
	for name, e := range m.Symbols {
		if x := again.Symbols[name]; x != nil && e.Params {
			e.Schema, e.Output = x.Schema, x.Output
		}
		e.Params = false
	}
}

// readAgain reads the file once more, with what other files have for it.
func (m *Module) readAgain() {
	cut, loads := m.Truncated, m.Loads
	m.Result = *m.Read(m.how)
	m.Truncated, m.Loads = m.Truncated || cut, loads
}

// Release drops what only Files needs. The module cannot be linked again.
func (m *Module) Release() { m.Result = sdk.Result{} }
