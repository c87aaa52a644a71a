package code

import (
	"bytes"
	"slices"

	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// sweeper collects the strings of one file that are part of no definition.
type sweeper struct{ *sdk.Reader }

// sweep collects the literals of the file that are wanted. Those in tests count as what is asserted about.
func (r *sweeper) sweep(keepLiteral func(text string) bool) {
	reached := r.reached()
	lists := r.patternLists(reached)
	var c attackCount
	for l := range lists {
		r.countList(l, &c)
	}
	docs := map[*syntax.Expr]bool{}
	for _, f := range r.Unit.Funcs {
		docs[f.Doc] = true
	}
	for _, c := range r.Unit.Classes {
		docs[c.Doc] = true
	}
	for _, b := range r.Unit.Binds {
		docs[b.Doc] = true
	}

	var kept []sdk.LooseAt
	for _, e := range r.Unit.Literals {
		s, more := sdk.LooseString{Text: e.Text}, []int(nil)
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
		if s.Assert = r.Compared(e) && !r.reaches(e, reached) || r.InTest(e.Span.Start); s.Assert && keepLiteral != nil {
			continue
		}
		s.Doc = docs[e] || docComment(r.File.Data[e.Span.Start:e.Span.End])
		kept = append(kept, sdk.LooseAt{LooseString: s, At: e.Span.Start, More: more})
	}
	r.Result.Loose = slices.Clone(kept) // without the room that it grew by
	r.Result.Patterns = c.isScanner()
}

func (r *sweeper) joinedText(e *syntax.Expr) (source.Text, []int) {
	var b source.Builder
	var at []int
	for _, item := range e.Items {
		if item.Kind == syntax.Literal && !item.Hole {
			b.Append(item.Text)
			at = append(at, item.Span.Start)
		} else {
			b.Fold(r.File, item.Span, r.Unknown(item, nil).FirstString())
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
