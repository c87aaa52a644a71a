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

// codeMember holds the code that a part of a schema is made of, as a scalar, which is no text for a model: what it says of types,
// bounds and options is more than is understood of it, and whoever compares definitions wants to know of all of it.
const codeMember = "$code"

const (
	// maxSpelling bounds the spelling of one expression, maxSpelled the expressions in it, maxSpellingDepth how they nest.
	maxSpelling      = 4 << 10
	maxSpelled       = 1_000
	maxSpellingDepth = 60
	// maxSpelledNames bounds how many names in one expression are followed to what they stand for.
	maxSpelledNames = 16
	// maxSpelledWishes bounds the names in one expression that other files are asked for.
	maxSpelledWishes = 256
	// spellingReserve is the fuel that is left for everything else.
	spellingReserve = 10_000
)

// speller writes expressions so that they are the same however their code is laid out, quoted and commented.
type speller struct {
	r     *reader
	b     strings.Builder
	left  int
	names int
	cut   bool
	// wishes ask other files what the names stand for that this one does not know.
	wishes []*wish
}

// setCode notes the code that a part of a schema is made of: its declared type as written, and expressions, any of which may be nil.
func (r *reader) setCode(d *draft, span source.Span, typed string, es ...*syntax.Expr) {
	if text, wishes, _ := r.spell(typed, es...); text != "" {
		d.set(codeMember, codeDraft(r.f, span, text, wishes))
	}
}

// spell writes a declared type and expressions, and returns what that asks other files for and how many expressions it took.
func (r *reader) spell(typed string, es ...*syntax.Expr) (text string, wishes []*wish, took int) {
	s := speller{r: r, left: maxSpelled, names: maxSpelledNames}
	s.typed(typed)
	for _, e := range es {
		if e != nil {
			if s.b.Len() > 0 {
				s.b.WriteByte(' ')
			}
			s.expr(e, 0)
		}
	}
	text = s.b.String()
	if s.cut {
		// What was left out counts too, if only as it is laid out.
		h := sha256.New()
		h.Write([]byte(typed))
		for _, e := range es {
			if e != nil {
				h.Write(r.f.Data[e.Span.Start:e.Span.End])
			}
		}
		text += " #" + hex.EncodeToString(h.Sum(nil))
	}
	return text, s.wishes, maxSpelled - max(s.left, 0)
}

// codeDraft is the scalar of a spelling.
func codeDraft(f *source.File, span source.Span, text string, wishes []*wish) *draft {
	var b source.Builder
	b.Inexact(f, span, text)
	return &draft{kind: source.Scalar, span: span, text: b.Text(), wishes: wishes}
}

// written is a declared type as it is written, unless it was read as an expression.
func written(e *syntax.Expr, as string) string {
	if e != nil {
		return ""
	}
	return as
}

// withCode is the schema of a property with the code it is made of; the draft itself may be that of a name that others use too.
func (r *reader) withCode(d *draft, e *syntax.Expr) *draft {
	own := *d
	own.members = slices.Clone(d.members)
	r.setCode(&own, e.Span, "", e)
	return &own
}

func (s *speller) expr(e *syntax.Expr, depth int) {
	s.left--
	if s.left < 0 || depth > maxSpellingDepth || s.b.Len() > maxSpelling {
		s.cut = true
		return
	}
	if e.Prefix.End > e.Prefix.Start {
		s.b.WriteString(s.source(e.Prefix))
	}
	switch e.Kind {
	case syntax.Literal:
		s.b.WriteString(strconv.Quote(e.Text.Value))
	case syntax.Scalar:
		s.b.WriteString(number10(squeezed(e.Text.Value, s.r.u.Lang)))
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
		s.list("[", "]", e.Items, depth)
	case syntax.Concat:
		s.concat(e, depth)
	case syntax.Choice:
		s.list("?(", ")", e.Items, depth)
	case syntax.Index:
		if e.Recv != nil && !(e.Name != "" && s.r.typing(e.Recv)) {
			s.expr(e.Recv, depth+1)
		}
		if e.Name != "" {
			s.b.WriteString("." + e.Name)
		}
		s.list("[", "]", e.Items, depth)
	case syntax.Lambda:
		// What code does with a value is not told to a model.
		s.b.WriteString("()=>")
	default:
		s.b.WriteString(s.source(e.Span))
		s.follow(e, depth)
	}
}

// source writes code as it stands there.
func (s *speller) source(span source.Span) string {
	return squeezed(string(s.r.f.Data[span.Start:span.End]), s.r.u.Lang)
}

// follow writes what the names in an expression stand for that is written as it stands there.
func (s *speller) follow(e *syntax.Expr, depth int) {
	for _, x := range e.Items {
		switch {
		case x == nil || s.cut || depth > maxSpellingDepth:
		case x.Kind == syntax.Ref:
			s.b.WriteByte(';')
			s.ref(x, depth+1)
		case x.Kind == syntax.Other:
			s.follow(x, depth+1)
		}
	}
}

// inOrder are arguments or members as they count: named ones beside each other in the order of their names.
func inOrder(args []syntax.Arg) []syntax.Arg {
	free := func(a *syntax.Arg) bool { return a.Name != "" && !a.Spread && !a.Computed }
	out := slices.Clone(args)
	for i := 0; i < len(out); i++ {
		k := i
		for k < len(out) && free(&out[k]) {
			k++
		}
		if k > i {
			slices.SortStableFunc(out[i:k], func(a, b syntax.Arg) int { return strings.Compare(a.Name, b.Name) })
			i = k
		}
	}
	return out
}

func (s *speller) args(open, end string, args []syntax.Arg, depth int) {
	s.b.WriteString(open)
	if len(args) <= maxSpelled {
		args = inOrder(args)
	}
	for i := range args {
		a := &args[i]
		if i > 0 {
			s.b.WriteByte(',')
		}
		switch {
		case a.Spread:
			s.b.WriteString("...")
		case a.Computed && a.Key != nil:
			s.b.WriteByte('[')
			s.expr(a.Key, depth+1)
			s.b.WriteString("]:")
		case a.Name != "":
			s.b.WriteString(strconv.Quote(a.Name) + ":")
		}
		if a.Value != nil {
			s.expr(a.Value, depth+1)
		}
		if s.cut {
			break
		}
	}
	s.b.WriteString(end)
}

func (s *speller) list(open, end string, items []*syntax.Expr, depth int) {
	s.b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			s.b.WriteByte(',')
		}
		if item != nil {
			s.expr(item, depth+1)
		}
		if s.cut {
			break
		}
	}
	s.b.WriteString(end)
}
