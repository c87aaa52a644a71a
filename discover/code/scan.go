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
	// exports are what it tells others of; when it is nil they are not worked out, and offers are the names that it may tell of.
	exports map[string]*export
	offers  []offer
	// aliases are the names that it has from other files, stars the files that it has all names from, bases the classes that its
	// own are derived from.
	aliases      map[string]alias
	stars, bases []string
	sweep        swept
	notes        []Note
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
func Scan(f *source.File, lang lex.Language) *Module { return scan(f, lang, reading{}) }

// ScanFor is Scan for those who look through strings: of the strings that are part of no definition it keeps those that are neither patterns nor
// asserted about, and that worth says are worth a look.
func ScanFor(f *source.File, lang lex.Language, worth func(text string) bool) *Module {
	return scan(f, lang, reading{worth: worth})
}

// reading says what is wanted of a file.
type reading struct {
	// worth reports whether a string is worth to be kept; when it is nil all are.
	worth func(text string) bool
	// telling is set when no more is wanted than what the file tells others of.
	telling bool
}

// tellExports reads a file once more for what it tells others of. That is the same as if Scan had worked it out.
func (m *Module) tellExports() {
	k := scan(m.File, m.Lang, reading{telling: true})
	m.exports, m.offers = k.exports, nil
	m.short, m.Cut = m.short || k.short, m.Cut || k.Cut
}

func scan(f *source.File, lang lex.Language, want reading) *Module {
	u := syntax.Read(f, lang)
	defer u.Release()
	m := &Module{File: f, Lang: lang, Cut: u.Cut}
	r := newReader(m, u)
	defer r.release()
	r.rewriting()
	r.attributed()
	r.calls()
	r.lists()
	r.classes()
	r.objects()
	r.servers()
	tell := want.telling || len(m.pend) > 0
	if tell || r.uncertain() {
		r.exports()
	}
	r.brings()
	m.short = r.short || r.fuel < 0
	tests := r.testSpans()
	r.sweep(tests, want)
	if tell {
		r.exportCode()
		m.shareExports()
	} else {
		m.exports, m.offers = nil, r.offers()
	}
	for _, p := range m.pend {
		p.test = within(tests, p.span.Start)
	}
	slices.SortStableFunc(m.pend, func(a, b *pending) int { return cmp.Compare(a.span.Start, b.span.Start) })
	slices.SortStableFunc(m.notes, func(a, b Note) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return m
}

// uncertain reports whether to work out what a file tells others of may take more than the fuel that there is for it, in which case the file
// is cut, whether anybody asks for it or not: where functions put texts together, texts are appended to, or objects are spread into others,
// and in lists without end.
func (r *reader) uncertain() bool {
	if 4*r.u.Len() > r.fuel {
		return true
	}
	for _, b := range r.u.Binds {
		if b.Adds {
			return true
		}
	}
	for _, f := range r.u.Funcs {
		if len(f.Returns) == 0 || len(f.Returns) > 8 || !textual(f.Returns[0], 0) {
			continue
		}
		for _, x := range f.Returns {
			if x.Kind != syntax.Literal && x.Kind != syntax.Scalar {
				return true
			}
		}
	}
	for _, o := range r.u.Objects {
		for i := range o.Args {
			if a := &o.Args[i]; a.Spread && a.Value != nil && a.Value.Kind != syntax.Object {
				return true
			}
		}
	}
	return false
}
