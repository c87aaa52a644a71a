package code

import (
	"maps"
	"math"
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// What was read of a file can be cached: it depends only on what keyOf hashes. Each function here encodes and decodes one type, so that both
// directions cannot differ.

// codec codes what one file gives.
type codec struct {
	source.Coder
	// drafts and references are those that were coded so far: one that is met again is the same.
	drafts     shared[draft]
	references shared[reference]
	depth      int
}

// shared numbers what is pointed at from several places.
type shared[T any] struct {
	list    []*T
	numbers map[*T]int
}

// maxCodedDepth bounds how deep what is coded nests: twice as deep as drafts do.
const maxCodedDepth = 2 * maxDraftDepth

// encode returns what a module gives, which was read and not linked yet, or nil when it cannot be kept.
func (m *Module) encode() []byte {
	c := newCodec(m.File)
	c.module(m)
	if c.Bad {
		return nil
	}
	return c.Out
}

// decode is the module of a file of which encode has returned data, or nil for any other data, as far as shows before its symbols are read.
func decode(f *source.File, lang lex.Language, data string) *Module {
	c := newCodec(f)
	c.Reading, c.In = true, data
	m := &Module{File: f, Lang: lang}
	if c.module(m); c.Bad {
		return nil
	}
	return m
}

func newCodec(f *source.File) *codec { return &codec{Coder: source.Coder{Files: []*source.File{f}}} }

func (c *codec) module(m *Module) {
	c.Flags(&m.Cut, &m.Serves, &m.patterns, &m.short)
	source.CodeList(&c.Coder, &m.pend, func(p **pending) { coded(p, c.pending) })
	codeMap(c, &m.aliases, func(a *alias) { c.String(&a.path); c.String(&a.from) })
	for _, list := range []*[]string{&m.stars, &m.bases, &m.imports, &m.names, &m.tables, &m.wants, &m.loads, &m.serverNames, &m.mounts} {
		c.strings(list)
	}
	source.CodeList(&c.Coder, &m.sweep, c.swept)
	for _, list := range []*[]Note{&m.notes, &m.answers} {
		source.CodeList(&c.Coder, list, func(n *Note) { c.span(&n.Span); c.String(&n.Text) })
	}
	source.CodeList(&c.Coder, &m.gaps, c.gap)
	source.CodeList(&c.Coder, &m.launches, c.span)
	c.String(&m.server)
	c.symbols(m)
}

// coded codes what a pointer points at, which is never nil.
func coded[T any](p **T, item func(*T)) {
	if *p == nil {
		*p = new(T)
	}
	item(*p)
}

// codeMap codes a map in the order of its names.
func codeMap[T any](c *codec, m *map[string]T, value func(*T)) {
	names := slices.Sorted(maps.Keys(*m))
	n := c.Length(len(names))
	if c.Reading {
		*m = make(map[string]T, min(n, maxPresized))
	}
	for i := 0; i < n && !c.Bad; i++ {
		var name string
		var v T
		if !c.Reading {
			name = names[i]
			v = (*m)[name]
		}
		c.String(&name)
		if value(&v); c.Reading {
			(*m)[name] = v
		}
	}
}

// maxPresized bounds the room that is made for what is promised and may not be there.
const maxPresized = 1 << 10

// optional codes a pointer that may be nil.
func optional[T any](c *codec, p **T, item func(*T)) {
	there := *p != nil
	if c.Flags(&there); there {
		coded(p, item)
	}
}

// once codes a pointer that may be nil, and what it points at where it is met first.
func once[T any](c *codec, s *shared[T], p **T, item func(*T)) {
	const none, fresh, met = 0, 1, 2
	n := none
	if *p != nil && !c.Reading {
		at, ok := s.numbers[*p]
		if n = fresh; ok {
			n = met + at
		}
	}
	if c.Int(&n, met+len(s.list)-1); n == none {
		return
	}
	if n >= met {
		*p = s.list[n-met]
		return
	}
	if c.depth++; c.depth > maxCodedDepth {
		c.Fail()
		return
	}
	coded(p, item)
	c.depth--
	// Only what is complete can be met again: nothing is a part of itself.
	if s.list = append(s.list, *p); !c.Reading {
		if s.numbers == nil {
			s.numbers = map[*T]int{}
		}
		s.numbers[*p] = len(s.list) - 1
	}
}

func (c *codec) span(s *source.Span) { c.Span(c.Files[0], s) }

func (c *codec) strings(list *[]string) { source.CodeList(&c.Coder, list, c.String) }

func (c *codec) places(list *[]place) {
	source.CodeList(&c.Coder, list, func(p *place) { c.File(&p.file); c.Int(&p.at, len(c.Files[0].Data)) })
}

func (c *codec) pending(p *pending) {
	c.String(&p.kind)
	c.String(&p.shape)
	c.span(&p.span)
	c.span(&p.head)
	c.Flags(&p.opaque, &p.cut, &p.inferredName, &p.test, &p.maybe, &p.launched)
	if c.draft(&p.def); p.def == nil || p.def.kind != source.Object {
		c.Fail()
	}
	c.reference(&p.reference)
	c.reference(&p.elsewhere)
}

func (c *codec) draft(d **draft) {
	once(c, &c.drafts, d, func(d *draft) {
		kind := int(d.kind)
		c.Int(&kind, math.MaxUint8)
		d.kind = source.Kind(kind) //nolint:gosec // it is at most that
		c.span(&d.span)
		c.Flags(&d.inner, &d.cut)
		c.value(&d.value)
		c.Text(&d.text)
		source.CodeList(&c.Coder, &d.members, c.member)
		source.CodeList(&c.Coder, &d.items, c.draft)
		c.referenceList(&d.references)
	})
}

// referenceList codes references of which none is nil.
func (c *codec) referenceList(list *[]*reference) {
	if source.CodeList(&c.Coder, list, c.reference); slices.Contains(*list, nil) {
		c.Fail()
	}
}

func (c *codec) member(m *member) {
	c.Text(&m.name)
	c.places(&m.lits)
	if c.draft(&m.value); m.value == nil {
		c.Fail()
	}
}

func (c *codec) reference(w **reference) {
	once(c, &c.references, w, func(w *reference) {
		kind := int(w.kind)
		c.Int(&kind, int(refCode))
		w.kind = referenceKind(kind) //nolint:gosec // it is at most refCode
		c.String(&w.path)
		c.String(&w.from)
		c.String(&w.arg)
	})
}

func (c *codec) value(v *value) {
	source.CodeList(&c.Coder, &v.alts, func(a *alt) {
		c.Flags(&a.changed)
		c.places(&a.lits)
		source.CodeList(&c.Coder, &a.parts, func(p *part) {
			c.Text(&p.text)
			optional(c, &p.hole, c.hole)
		})
	})
}

// hole codes a hole without the parameter that it stands for, which only the reader of its file asks for.
func (c *codec) hole(h *hole) {
	c.String(&h.label)
	if c.File(&h.file); h.file == nil {
		c.Fail()
		return
	}
	c.Span(h.file, &h.span)
	c.reference(&h.reference)
}

func (c *codec) symbol(e *symbol) {
	c.Flags(&e.indented, &e.params, &e.fn, &e.registered)
	c.value(&e.text)
	c.value(&e.ret)
	c.value(&e.doc)
	c.draft(&e.schema)
	c.draft(&e.output)
	optional(c, &e.code, func(b *boundCode) {
		c.Sum(b.sum[:])
		c.referenceList(&b.references)
	})
}

func (c *codec) swept(s *sweptAt) {
	c.Text(&s.Text)
	c.Flags(&s.Doc, &s.Pattern, &s.Assert)
	c.Int(&s.at, len(c.Files[0].Data))
	source.CodeList(&c.Coder, &s.more, func(at *int) { c.Int(at, len(c.Files[0].Data)) })
}

func (c *codec) gap(g *gap) {
	c.span(&g.span)
	c.String(&g.text)
	c.strings(&g.names)
	c.String(&g.unless)
	c.Flags(&g.byClass)
}
