package code

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// scanned is what Scan leaves for Link. It holds texts and their places, and nothing of how the file was read.
type scanned struct {
	pend []*pending
	// exports are what it tells others of.
	exports map[string]*export
	// aliases are the names that it has from other files, stars the files that it has all names from, bases the classes that its
	// own are derived from.
	aliases      map[string]alias
	stars, bases []string
	// sweep are the strings of the file.
	sweep []sweptAt
	notes []Note
	// server is the name of the one server that the file makes, or "".
	server   string
	patterns bool
	// short is set when a bound left something out of a definition; sum is the hash of the file then, once it was asked for.
	short bool
	sum   []byte
}

// pending is a definition whose texts may have holes that other files fill.
type pending struct {
	kind, shape string
	span, head  source.Span
	def         *draft
	// opaque is set when a description is given but nothing is known of it.
	opaque bool
	// cut is set when a bound ended the reading before all of it was seen.
	cut bool
	// wish asks for the documentation and parameters of a function of another file.
	wish *wish
	// test is set when it stands in a test.
	test bool
	// maybe is set when it is a definition only if the wish is granted.
	maybe bool
}

// Scan reads one file. It is safe for concurrent use, linear in the size of the file, and never fails.
func Scan(f *source.File, lang lex.Language) *Module { return ScanFor(f, lang, nil) }

// ScanFor is Scan for those who look through strings: of the strings that are part of no definition it keeps those that are neither patterns nor
// asserted about, and that worth, unless it is nil, says are worth a look.
func ScanFor(f *source.File, lang lex.Language, worth func(text string) bool) *Module {
	u := syntax.Read(f, lang)
	defer u.Release()
	m := &Module{File: f, Lang: lang, Cut: u.Cut}
	r := newReader(m, u)
	r.rewriting()
	r.attributed()
	r.calls()
	r.lists()
	r.classes()
	r.objects()
	r.servers()
	r.exports()
	r.brings()
	m.short = r.short || r.fuel < 0
	tests := r.testSpans()
	r.sweep(tests, worth)
	r.exportCode()
	m.shareExports()
	for _, p := range m.pend {
		p.test = within(tests, p.span.Start)
	}
	slices.SortStableFunc(m.pend, func(a, b *pending) int { return cmp.Compare(a.span.Start, b.span.Start) })
	slices.SortStableFunc(m.notes, func(a, b Note) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return m
}
