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
}

// setCode notes the code that a part of a schema is made of: its declared type as written, and expressions, any of which may be nil.
func (r *reader) setCode(d *draft, span source.Span, typed string, es ...*syntax.Expr) {
	s := speller{r: r, left: maxSpelled, names: maxSpelledNames}
	s.b.WriteString(squeezed(typed))
	for _, e := range es {
		if e != nil {
			if s.b.Len() > 0 {
				s.b.WriteByte(' ')
			}
			s.expr(e, 0)
		}
	}
	if s.b.Len() == 0 {
		return
	}
	text := s.b.String()
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
	var b source.Builder
	b.Inexact(r.f, span, text)
	d.set(codeMember, &draft{kind: source.Scalar, span: span, text: b.Text()})
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

// squeezed leaves out white space and what else is a matter of layout, and is cut.
func squeezed(s string) string {
	if len(s) > maxSpelling {
		sum := sha256.Sum256([]byte(s))
		s = s[:maxSpelling] + "#" + hex.EncodeToString(sum[:])
	}
	return layout.Replace(strings.Join(strings.Fields(s), ""))
}

// layout evens out what formatters of code change beside white space.
var layout = strings.NewReplacer("'", `"`, ",)", ")", ",]", "]", ",}", "}", ",>", ">")

func (s *speller) expr(e *syntax.Expr, depth int) {
	s.left--
	if s.left < 0 || depth > maxSpellingDepth || s.b.Len() > maxSpelling {
		s.cut = true
		return
	}
	switch e.Kind {
	case syntax.Literal:
		s.b.WriteString(strconv.Quote(e.Text.Value))
	case syntax.Scalar:
		s.b.WriteString(squeezed(e.Text.Value))
	case syntax.Ref:
		s.ref(e, depth)
	case syntax.Call:
		if e.Recv != nil {
			s.expr(e.Recv, depth+1)
			s.b.WriteByte('.')
		}
		s.b.WriteString(e.Name)
		s.args("(", ")", e.Args, depth)
	case syntax.Object:
		s.b.WriteString(e.Name)
		s.args("{", "}", e.Args, depth)
	case syntax.List:
		s.list("[", "]", e.Items, depth)
	case syntax.Concat:
		s.list("+(", ")", e.Items, depth)
	case syntax.Choice:
		s.list("?(", ")", e.Items, depth)
	case syntax.Index:
		if e.Recv != nil {
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
		s.b.WriteString(squeezed(string(s.r.f.Data[e.Span.Start:e.Span.End])))
	}
}

// ref writes a name, and what it stands for where that is one thing of the file.
func (s *speller) ref(e *syntax.Expr, depth int) {
	s.b.WriteString(e.Name)
	if s.names <= 0 || s.r.fuel < spellingReserve {
		return
	}
	s.names--
	if xs := s.r.deref(e); len(xs) == 1 && xs[0] != e && xs[0].Kind != syntax.Ref && xs[0].Kind != syntax.Lambda {
		s.b.WriteByte('=')
		s.expr(xs[0], depth+1)
	}
}

func (s *speller) args(open, end string, args []syntax.Arg, depth int) {
	s.b.WriteString(open)
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
