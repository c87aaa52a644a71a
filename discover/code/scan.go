package code

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// scanned is what Scan leaves for LinkFiles. It holds texts and their places, and nothing of how the file was read.
type scanned struct {
	unlinked []*pending
	// symbols are what other files may ask it for.
	symbols map[string]*symbol
	// aliases are the names that it has from other files, stars the files that it has all names from, bases the classes that its
	// own are derived from.
	aliases      map[string]alias
	stars, bases []string
	// imports are the modules that it imports, as written; see Imports.
	imports []string
	// sweep are the strings of the file.
	sweep []sweptAt
	notes []Note
	gaps  []gap
	// answers are where it is answered which tools there are.
	answers []Note
	// launches are where an app is started that serves its endpoints as tools.
	launches []source.Span
	// names are those that the file declares and that exports do not have; tables are those of them that are lists of texts and no definitions.
	names, tables []string
	// server is the name of the one server that the file makes, or "".
	server   string
	patterns bool
	// truncated is set when a bound left something out of a definition; sum is the hash of the file then, once it was asked for.
	truncated bool
	sum       []byte
	// wants are the names of the documents that the file loads and was read without; keepLiteral is that of Scan.
	wants []string
	// loads are the paths of those that were had.
	loads       []string
	keepLiteral func(text string) bool
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
	// reference asks for the documentation and parameters of a function of another file.
	reference *reference
	// definedIn asks for the name that the object of another file which is registered has itself: it is listed there then.
	definedIn *reference
	// inferredName is set for an object that has its name from what it is assigned to, unless it is registered under another.
	inferredName bool
	// test is set when it stands in a test.
	test bool
	// maybe is set when it is a definition only if the reference is granted, launched when it is one only if an app of its package serves
	// tools.
	maybe, launched bool
}

// scanOptions say how a file is read.
type scanOptions struct {
	keepLiteral func(text string) bool
	// serves, when not nil, says what Module.Serves is.
	serves func(data []byte) bool
	// params is set when the parameters of exported functions are wanted.
	params bool
	// given are the documents that the file loads, by the names that it calls them.
	given map[string]*source.Node
}

// readParams reads the file once more for the parameters of the functions that it exports. Few are ever asked for, and to read all takes a
// tenth of the time of a scan.
func (m *Module) readParams() {
	again := scanFile(m.File, m.Lang, scanOptions{keepLiteral: func(string) bool { return false }, params: true})
	m.truncated, m.Cut = m.truncated || again.truncated, m.Cut || again.Cut
	for name, e := range m.symbols {
		if x := again.symbols[name]; x != nil && e.params {
			e.schema, e.output = x.schema, x.output
		}
		e.params = false
	}
}

// Scan reads one file. It is safe for concurrent use, linear in the size of the file, and never fails. Of the strings that are part of no
// definition it keeps those that are neither patterns nor asserted about and for which keepLiteral returns true; all when keepLiteral is nil. serves
// decides Module.Serves.
func Scan(f *source.File, lang lex.Language, keepLiteral func(text string) bool, serves func(data []byte) bool) *Module {
	return scanFile(f, lang, scanOptions{keepLiteral: keepLiteral, serves: serves})
}

func scanFile(f *source.File, lang lex.Language, how scanOptions) *Module {
	u := syntax.Read(f, lang)
	defer u.Release()
	m := &Module{File: f, Lang: lang, Cut: u.Cut}
	m.keepLiteral = how.keepLiteral
	m.Serves = how.serves != nil && how.serves(f.Data)
	r := newReader(m, u, how.given)
	r.params = how.params
	c := &calls{r}
	cl := &classes{calls: c}
	o := &objects{classes: cl, toolTables: map[*syntax.Expr]int{}}
	s := &servers{objects: o, instructed: map[*syntax.Expr]bool{}}
	x := &exporter{r}
	r.collectRewrites()
	(&attributes{cl}).attributed()
	c.calls()
	(&gradio{c}).gradio()
	cl.classes()
	o.objects()
	r.tests = r.testSpans()
	o.instances()
	s.servers()
	s.gaps()
	r.declared()
	x.collectSymbols()
	x.collectImports()
	m.truncated = r.short || r.fuel < 0
	(&sweeper{r}).sweep(how.keepLiteral)
	m.Cut, m.wants = m.Cut || r.cut, r.wants
	for _, p := range m.unlinked {
		p.test = r.inTest(p.span.Start)
	}
	slices.SortStableFunc(m.unlinked, func(a, b *pending) int { return cmp.Compare(a.span.Start, b.span.Start) })
	slices.SortStableFunc(m.notes, func(a, b Note) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return m
}

// sweptAt is a string of a file, which may be part of a definition, which shows when all files are linked.
type sweptAt struct {
	LooseString
	// at is where it begins, more is where its other literals do.
	at   int
	more []int
}

// sweep collects the literals of the file that are wanted. Those in tests count as what is asserted about.
func (r *sweeper) sweep(keepLiteral func(text string) bool) {
	reached := r.reached()
	lists := r.patternLists(reached)
	var c attackCount
	for l := range lists {
		r.countList(l, &c)
	}
	docs := map[*syntax.Expr]bool{}
	for _, f := range r.u.Funcs {
		docs[f.Doc] = true
	}
	for _, c := range r.u.Classes {
		docs[c.Doc] = true
	}
	for _, b := range r.u.Binds {
		docs[b.Doc] = true
	}

	var kept []sweptAt
	for _, e := range r.u.Literals {
		s, more := LooseString{Text: e.Text}, []int(nil)
		if e.Kind != syntax.Literal {
			s.Text, more = r.joinedText(e)
		}
		if s.Text.Value == "" {
			continue
		}
		if l := listOf(e); l != nil && lists[l] {
			s.Pattern = true
		} else if r.isPattern(e) && !r.reaches(e, reached) {
			s.Pattern = true
			c.count(s.Text.Value)
		}
		if keepLiteral != nil && (s.Pattern || !keepLiteral(s.Text.Value)) {
			continue
		}
		if s.Assert = r.compared(e) && !r.reaches(e, reached) || r.inTest(e.Span.Start); s.Assert && keepLiteral != nil {
			continue
		}
		s.Doc = docs[e] || docComment(r.f.Data[e.Span.Start:e.Span.End])
		kept = append(kept, sweptAt{s, e.Span.Start, more})
	}
	r.m.sweep = slices.Clone(kept) // without the room that it grew by
	r.m.patterns = c.isScanner()
}

func (r *sweeper) joinedText(e *syntax.Expr) (source.Text, []int) {
	var b source.Builder
	var at []int
	for _, item := range e.Items {
		if item.Kind == syntax.Literal && !item.Hole {
			b.Append(item.Text)
			at = append(at, item.Span.Start)
		} else {
			b.Fold(r.f, item.Span, r.unknown(item, nil).firstString())
		}
	}
	return b.Text(), at
}

func docComment(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("//")) || bytes.HasPrefix(raw, []byte("/*")) || bytes.HasPrefix(raw, []byte("##"))
}

// listOf returns the list or object that a literal is directly in, as an element, a member or a member of an element.
func listOf(e *syntax.Expr) *syntax.Expr {
	for x, n := e.Parent, 0; x != nil && n < 4; x, n = x.Parent, n+1 {
		if x.Kind == syntax.List {
			return x
		}
	}
	return nil
}

// Release drops what only LinkFiles needs. The module cannot be linked again.
func (m *Module) Release() { m.scanned = scanned{} }
