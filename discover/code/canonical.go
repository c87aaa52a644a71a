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

// codeMember holds the code of a part of a schema as a scalar, which no model reads. It says more of types, limits and options than is
// understood, and comparisons of definitions should notice when any of it changes.
const codeMember = "$code"

const (
	// maxCode bounds the spelling of one expression, maxCodeExprs the expressions in it, maxCodeDepth how they nest.
	maxCode      = 4 << 10
	maxCodeExprs = 1_000
	maxCodeDepth = 60
	// maxCodeNames bounds how many names in one expression are followed to what they mean.
	maxCodeNames = 16
	// maxCodeReferences bounds the names in one expression that other files are asked for.
	maxCodeReferences = 256
	// codeReserve is the fuel that is left for everything else.
	codeReserve = 10_000
)

// printer writes expressions so that they are the same however their code is laid out, quoted and commented.
type printer struct {
	r     *reader
	b     strings.Builder
	left  int
	names int
	cut   bool
	// references ask other files what the names stand for that this one does not know.
	references []*reference
}

// setCode notes the code that a part of a schema is made of: its declared type as written, and expressions, any of which may be nil.
func (r *reader) setCode(d *draft, span source.Span, typed string, es ...*syntax.Expr) {
	if text, references, _ := r.printCode(typed, es...); text != "" {
		var b source.Builder
		b.Inexact(r.f, span, text)
		d.set(codeMember, &draft{kind: source.Scalar, span: span, text: b.Text(), references: references})
	}
}

// printCode writes a declared type and expressions, and returns what that asks other files for and how many expressions it took.
func (r *reader) printCode(typed string, es ...*syntax.Expr) (text string, references []*reference, took int) {
	s := printer{r: r, left: maxCodeExprs, names: maxCodeNames}
	s.typed(typed)
	es = slices.DeleteFunc(slices.Clone(es), func(e *syntax.Expr) bool { return e == nil })
	for _, e := range es {
		if s.b.Len() > 0 {
			s.b.WriteByte(' ')
		}
		s.expr(e, 0)
	}
	text = s.b.String()
	if s.cut {
		text += " #" + hex.EncodeToString(r.sourceHash(typed, es)) // what was left out counts too
	}
	return text, s.references, maxCodeExprs - max(s.left, 0)
}

// sourceHash is the hash of a declared type and expressions as they are laid out.
func (r *reader) sourceHash(typed string, es []*syntax.Expr) []byte {
	h := sha256.New()
	h.Write([]byte(typed))
	for _, e := range es {
		if e != nil {
			h.Write(r.f.Data[e.Span.Start:e.Span.End])
		}
	}
	return h.Sum(nil)
}

// written is a declared type as it is written, unless it was read as an expression.
func written(e *syntax.Expr, as string) string {
	if e != nil {
		return ""
	}
	return as
}

func (s *printer) expr(e *syntax.Expr, depth int) {
	if e == nil {
		return
	}
	if s.left--; s.left < 0 || depth > maxCodeDepth || s.b.Len() > maxCode {
		s.cut = true
		return
	}
	s.b.WriteString(s.source(e.Prefix))
	switch e.Kind {
	case syntax.Literal:
		s.b.WriteString(strconv.Quote(e.Text.Value))
	case syntax.Scalar:
		s.b.WriteString(normalizedNumber(normalized(e.Text.Value, s.r.u.Lang)))
	case syntax.Ref:
		s.ref(e, depth)
	case syntax.Call:
		if e.Recv != nil && !s.r.typing(e.Recv) {
			s.expr(e.Recv, depth+1)
			s.b.WriteByte('.')
		}
		s.b.WriteString(e.Name)
		s.typeArguments(e)
		s.args("(", ")", e.Args, depth)
	case syntax.Object:
		s.b.WriteString(e.Name)
		s.args("{", "}", e.Args, depth)
	case syntax.List:
		s.items("[", "]", e.Items, depth)
	case syntax.Concat:
		s.concat(e, depth)
	case syntax.Choice:
		s.items("?(", ")", e.Items, depth)
	case syntax.Index:
		if e.Recv != nil && !(e.Name != "" && s.r.typing(e.Recv)) {
			s.expr(e.Recv, depth+1)
		}
		if e.Name != "" {
			s.b.WriteString("." + e.Name)
		}
		s.items("[", "]", e.Items, depth)
	case syntax.Lambda:
		s.b.WriteString(codeFunc)
	default:
		s.b.WriteString(s.source(e.Span))
		s.follow(e, depth)
	}
}

// codeFunc stands for every function: what code does with a value does not reach a model.
const codeFunc = "()=>"

func (s *printer) source(span source.Span) string {
	return normalized(string(s.r.f.Data[span.Start:max(span.Start, span.End)]), s.r.u.Lang)
}

// follow writes what the names in an expression mean that is written as it stands there.
func (s *printer) follow(e *syntax.Expr, depth int) {
	for _, x := range e.Items {
		switch {
		case x == nil || s.cut || depth > maxCodeDepth:
		case x.Kind == syntax.Ref:
			s.b.WriteByte(';')
			s.ref(x, depth+1)
		case x.Kind == syntax.Other:
			s.follow(x, depth+1)
		}
	}
}

// sortedArgs are arguments or members as they count: named ones beside each other in the order of their names.
func sortedArgs(args []syntax.Arg) []syntax.Arg {
	fixed := func(a syntax.Arg) bool { return a.Name == "" || a.Spread || a.Computed }
	out := slices.Clone(args)
	for rest := out; len(rest) > 0; {
		k := slices.IndexFunc(rest, fixed)
		if k < 0 {
			k = len(rest)
		}
		slices.SortStableFunc(rest[:k], func(a, b syntax.Arg) int { return strings.Compare(a.Name, b.Name) })
		rest = rest[min(k+1, len(rest)):]
	}
	return out
}

func (s *printer) args(open, end string, args []syntax.Arg, depth int) {
	if len(args) <= maxCodeExprs {
		args = sortedArgs(args)
	}
	s.list(open, end, len(args), func(i int) {
		switch a := &args[i]; {
		case a.Spread:
			s.b.WriteString("...")
		case a.Computed && a.Key != nil:
			s.b.WriteByte('[')
			s.expr(a.Key, depth+1)
			s.b.WriteString("]:")
		case a.Name != "":
			s.b.WriteString(strconv.Quote(a.Name) + ":")
		}
		s.expr(args[i].Value, depth+1)
	})
}

func (s *printer) items(open, end string, items []*syntax.Expr, depth int) {
	s.list(open, end, len(items), func(i int) { s.expr(items[i], depth+1) })
}

// list writes n parts with commas between them, up to the one that is cut.
func (s *printer) list(open, end string, n int, part func(i int)) {
	s.b.WriteString(open)
	for i := range n {
		if i > 0 {
			s.b.WriteByte(',')
		}
		if part(i); s.cut {
			break
		}
	}
	s.b.WriteString(end)
}

// maxCodeValues bounds the values of one name that are written.
const maxCodeValues = 4

func (s *printer) typed(t string) {
	s.b.WriteString(normalized(t, s.r.u.Lang))
	if name := typeName(t); name != "" && !s.r.lookup(s.r.u.Root, name).any() {
		s.reference(strings.TrimLeft(strings.TrimSpace(t), "*&?"))
	}
}

func (s *printer) reference(name string) {
	if len(s.references) >= maxCodeReferences || schemaRoots[head(name)] {
		return
	}
	w := s.r.referenceTo(name, refCode)
	if w == nil || slices.ContainsFunc(s.references, func(old *reference) bool { return *old == *w }) {
		return
	}
	s.references = append(s.references, w)
}

// ref writes what a name means where the file says it, else the name.
func (s *printer) ref(e *syntax.Expr, depth int) {
	h, rest := split(e.Name)
	n := s.r.lookup(e.Scope, h)
	if s.names > 0 && s.r.fuel >= codeReserve {
		s.names--
		if n.param == nil {
			switch xs := s.values(e); {
			case len(xs) == 1:
				s.named(xs[0], depth)
				return
			case len(xs) > 1:
				s.b.WriteString("?(")
				for _, x := range xs {
					s.named(x, depth)
					s.b.WriteByte(',')
				}
				s.b.WriteByte(')')
				return
			case len(s.r.functions(e)) > 0:
				s.b.WriteString(codeFunc)
				return
			}
		}
		if i := s.r.imports[h]; typingModule(i.From) {
			switch {
			case rest != "" && (i.Name == "" || i.Name == "*"):
				s.b.WriteString(rest)
				return
			case rest == "" && i.Name != "":
				s.b.WriteString(i.Name)
				return
			}
		}
	}
	s.b.WriteString(e.Name)
	if !n.any() && !isSelf[h] {
		s.reference(e.Name)
	}
}

// named writes what a name means. What is large is taken as it is laid out, and so is what is cut, so that however often a name
// is used the work is that of reading its value once.
func (s *printer) named(x *syntax.Expr, depth int) {
	had := s.cut
	if x.Span.End-x.Span.Start <= 2*maxCode {
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
func (s *printer) values(e *syntax.Expr) []*syntax.Expr {
	ts := s.r.follow(e.Scope, e.Name)
	if len(ts) > maxCodeValues {
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
func (s *printer) concat(e *syntax.Expr, depth int) {
	var parts []*syntax.Expr
	var flat func(e *syntax.Expr, depth int) bool
	flat = func(e *syntax.Expr, depth int) bool {
		if len(parts) >= maxCodeExprs || depth > maxCodeDepth {
			return false
		}
		if e.Kind == syntax.Concat && e.Prefix == (source.Span{}) {
			return !slices.ContainsFunc(e.Items, func(x *syntax.Expr) bool { return x != nil && !flat(x, depth+1) })
		}
		if e.Kind == syntax.Ref && e.Prefix == (source.Span{}) && s.names > 0 && s.r.fuel >= codeReserve {
			if xs := s.values(e); len(xs) == 1 && xs[0].Kind == syntax.Literal && len(xs[0].Text.Value) <= maxCode {
				s.names--
				e = xs[0]
			}
		}
		parts = append(parts, e)
		return true
	}
	s.cut = !flat(e, depth) || s.cut
	other := func(x *syntax.Expr) bool { return x.Kind != syntax.Literal || x.Prefix != (source.Span{}) }
	open, end := "", ""
	if len(parts) > 1 && slices.ContainsFunc(parts, other) {
		open, end = "+(", ")"
	}
	s.b.WriteString(open)
	for i := 0; i < len(parts); {
		if i > 0 {
			s.b.WriteByte(',')
		}
		if other(parts[i]) {
			s.expr(parts[i], depth+1)
			i++
		} else {
			var text strings.Builder
			for ; i < len(parts) && !other(parts[i]); i++ {
				text.WriteString(parts[i].Text.Value)
			}
			s.b.WriteString(strconv.Quote(text.String()))
		}
		if s.cut {
			break
		}
	}
	s.b.WriteString(end)
}
