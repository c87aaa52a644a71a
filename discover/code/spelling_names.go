package code

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// maxSpelledValues bounds the values of one name that are written.
const maxSpelledValues = 4

// typed writes a declared type.
func (s *speller) typed(t string) {
	s.b.WriteString(squeezed(t, s.r.u.Lang))
	if name := typeName(t); name != "" && !s.r.lookup(s.r.u.Root, name).any() {
		s.wish(strings.TrimLeft(strings.TrimSpace(t), "*&?"))
	}
}

// wish asks other files what a name stands for.
func (s *speller) wish(name string) {
	if len(s.wishes) >= maxSpelledWishes || schemaRoots[head(name)] {
		return
	}
	w := s.r.wishFor(name, wishCode)
	if w == nil || slices.ContainsFunc(s.wishes, func(old *wish) bool { return *old == *w }) {
		return
	}
	s.wishes = append(s.wishes, w)
}

// ref writes what a name stands for where the file says it, else the name.
func (s *speller) ref(e *syntax.Expr, depth int) {
	if s.names <= 0 || s.r.fuel < spellingReserve {
		s.b.WriteString(e.Name)
		if h := head(e.Name); !isSelf[h] && !s.r.lookup(e.Scope, h).any() {
			s.wish(e.Name)
		}
		return
	}
	s.names--
	h, rest := split(e.Name)
	n := s.r.lookup(e.Scope, h)
	if n.param == nil {
		if xs := s.values(e); len(xs) == 1 {
			s.named(xs[0], depth)
			return
		} else if len(xs) > 1 {
			s.b.WriteString("?(")
			for _, x := range xs {
				s.named(x, depth)
				s.b.WriteByte(',')
			}
			s.b.WriteByte(')')
			return
		}
	}
	if n.param == nil && len(s.r.functions(e)) > 0 {
		// What code does with a value is not told to a model, and what it is called even less.
		s.b.WriteString("()=>")
		return
	}
	i, imported := s.r.imports[h]
	switch {
	case imported && typingModule(i.From) && (i.Name == "" || i.Name == "*") && rest != "":
		s.b.WriteString(rest)
		return
	case imported && typingModule(i.From) && i.Name != "" && rest == "":
		s.b.WriteString(i.Name)
		return
	}
	s.b.WriteString(e.Name)
	if !n.any() && !isSelf[h] {
		s.wish(e.Name)
	}
}

// named writes what a name stands for. What is large is taken as it is laid out, and so is what is cut, so that however often a name
// is used the work is that of reading its value once.
func (s *speller) named(x *syntax.Expr, depth int) {
	had := s.cut
	if x.Span.End-x.Span.Start <= 2*maxSpelling {
		s.expr(x, depth+1)
		if !s.cut || had {
			return
		}
	}
	sum, ok := s.r.sums[x]
	if !ok {
		h := sha256.Sum256([]byte(strings.Join(strings.Fields(string(s.r.f.Data[x.Span.Start:x.Span.End])), " ")))
		sum = "#" + hex.EncodeToString(h[:16])
		s.r.sums[x] = sum
	}
	s.b.WriteString(sum)
}

// values are the expressions that a name stands for in the file, or none when it may stand for something else too.
func (s *speller) values(e *syntax.Expr) []*syntax.Expr {
	ts := s.r.follow(e.Scope, e.Name)
	if len(ts) > maxSpelledValues {
		return nil
	}
	var out []*syntax.Expr
	for _, t := range ts {
		if t.expr == nil || t.expr == e || t.expr.Kind == syntax.Lambda {
			return nil
		}
		out = append(out, t.expr)
	}
	return out
}

// typing reports whether an expression is a module whose names are the same with and without it.
func (r *reader) typing(e *syntax.Expr) bool {
	if e.Kind != syntax.Ref {
		return false
	}
	i, ok := r.imports[e.Name]
	return ok && i.Name == "" && typingModule(i.From)
}

// typingModule reports whether a module is one of those that declared types of Python are made of.
func typingModule(from string) bool {
	return from == "typing" || from == "typing_extensions" || from == "pydantic"
}

// concat writes texts that are put together as the text they make, as far as it is known.
func (s *speller) concat(e *syntax.Expr, depth int) {
	var parts []*syntax.Expr
	var flat func(e *syntax.Expr, depth int) bool
	flat = func(e *syntax.Expr, depth int) bool {
		if len(parts) >= maxSpelled || depth > maxSpellingDepth {
			return false
		}
		if e.Kind == syntax.Concat && e.Prefix == (source.Span{}) {
			for _, x := range e.Items {
				if x != nil && !flat(x, depth+1) {
					return false
				}
			}
			return true
		}
		parts = append(parts, e)
		return true
	}
	if !flat(e, depth) {
		s.cut = true
	}
	var pieces []any
	for _, x := range parts {
		if x.Kind == syntax.Ref && s.names > 0 && s.r.fuel >= spellingReserve {
			if xs := s.values(x); len(xs) == 1 && xs[0].Kind == syntax.Literal && len(xs[0].Text.Value) <= maxSpelling && x.Prefix == (source.Span{}) {
				s.names--
				x = xs[0]
			}
		}
		if x.Kind == syntax.Literal && x.Prefix == (source.Span{}) {
			if k := len(pieces) - 1; k >= 0 {
				if b, ok := pieces[k].(*strings.Builder); ok {
					b.WriteString(x.Text.Value)
					continue
				}
			}
			b := &strings.Builder{}
			b.WriteString(x.Text.Value)
			pieces = append(pieces, b)
			continue
		}
		pieces = append(pieces, x)
	}
	if len(pieces) > 1 {
		s.b.WriteString("+(")
	}
	for i, p := range pieces {
		if i > 0 {
			s.b.WriteByte(',')
		}
		switch p := p.(type) {
		case *strings.Builder:
			s.b.WriteString(strconv.Quote(p.String()))
		case *syntax.Expr:
			s.expr(p, depth+1)
		}
		if s.cut {
			break
		}
	}
	if len(pieces) > 1 {
		s.b.WriteByte(')')
	}
}
