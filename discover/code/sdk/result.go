package sdk

import (
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

// Result holds the definitions of a file and what other files may ask it for: texts and their places, and nothing of the tree.
type Result struct {
	// Truncated is set when a bound ended the reading early.
	Truncated   bool
	Definitions []*Definition
	// Symbols are what other files may ask it for.
	Symbols map[string]*Symbol
	// Aliases are the names that it has from other files, stars the files that it has all names from, bases the classes that its
	// own are derived from.
	Aliases      map[string]Alias
	Stars, Bases []string
	// Imports are the modules that it imports, as written; see Imports.
	Imports []string
	// Loose are the strings of the file.
	Loose []LooseAt
	Notes []Note
	Gaps  []Gap
	// Answers are where it is answered which tools there are.
	Answers []Note
	// Launches are where an app is started that serves its endpoints as tools.
	Launches []source.Span
	// Declared are those that the file declares and that exports do not have; tables are those of them that are lists of texts and no definitions.
	Declared, Tables []string
	// Server is the name of the one server that the file makes, or "".
	Server   string
	Patterns bool
	// Incomplete is set when a bound left something out of a definition; sum is the hash of the file then, once it was asked for.
	Incomplete bool
	Sum        []byte
	// Wants are the names of the documents that the file loads and was read without.
	Wants []string
	// Loads are the paths of those that were had.
	Loads []string
}

// Definition is a definition whose texts may have holes that other files fill.
type Definition struct {
	Kind, Shape string
	Span, Head  source.Span
	Def         *schema.Draft
	// Opaque is set when a description is given but nothing is known of it.
	Opaque bool
	// Truncated is set when a bound ended the reading before all of it was seen.
	Truncated bool
	// Reference asks for the documentation and parameters of a function of another file.
	Reference *static.Reference
	// DefinedIn asks for the name that the object of another file which is registered has itself: it is listed there then.
	DefinedIn *static.Reference
	// InferredName is set for an object that has its name from what it is assigned to, unless it is registered under another.
	InferredName bool
	// Test is set when it is in a test.
	Test bool
	// Maybe is set when it is a definition only if the reference is granted, launched when it is one only if an app of its package serves
	// tools.
	Maybe, Launched bool
}

// LooseAt is a string of a file, which may be part of a definition, which shows when all files are linked.
type LooseAt struct {
	LooseString
	// At is where it begins, more is where its other literals do.
	At   int
	More []int
}

// Note is something about a definition that people should know although it is not text: that code rewrites it at run time.
type Note struct {
	Span source.Span
	Text string
}

// LooseString is a string that is part of no definition.
type LooseString struct {
	Text source.Text
	// Doc is set for documentation, Pattern for a regular expression or one of a list of phrases to look for, Assert for a
	// string that is compared with or asserted about.
	Doc, Pattern, Assert bool
}
