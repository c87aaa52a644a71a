package code

import (
	"bytes"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// swept is a string that may be part of a definition, which shows when all files are linked.
type swept struct {
	Swept
	// starts are where its literals begin.
	starts []int
}

// manyPatterns is how many patterns in lists of patterns make a file one of rules.
const manyPatterns = 8

// sweep collects all literals of the file.
func (r *reader) sweep() {
	docs := map[*syntax.Expr]bool{}
	note := func(e *syntax.Expr) {
		if e != nil {
			docs[e] = true
		}
	}
	for _, f := range r.u.Funcs {
		note(f.Doc)
	}
	for _, c := range r.u.Classes {
		note(c.Doc)
	}
	for _, b := range r.u.Binds {
		note(b.Doc)
	}
	lists := r.patternLists()
	listed := 0
	for _, e := range r.u.Literals {
		s := swept{starts: []int{e.Span.Start}}
		if e.Kind == syntax.Literal {
			s.Text = e.Text
		} else {
			var b source.Builder
			for _, item := range e.Items {
				if item.Kind == syntax.Literal && !item.Hole {
					b.Append(item.Text)
					s.starts = append(s.starts, item.Span.Start)
				} else {
					name := ""
					if item.Kind == syntax.Ref || item.Kind == syntax.Call || item.Kind == syntax.Index {
						name = item.Name
					}
					b.Fold(r.f, item.Span, label(name))
				}
			}
			s.Text = b.Text()
		}
		if s.Text.Value == "" {
			continue
		}
		s.Doc = docs[e] || docComment(r.f.Data[e.Span.Start:e.Span.End])
		if l := listOf(e); l != nil && lists[l] {
			s.Pattern = true
			listed++
		}
		s.Pattern = s.Pattern || r.isPattern(e)
		s.Assert = compared(e, r.f.Data)
		r.m.sweep = append(r.m.sweep, s)
	}
	r.m.patterns = listed >= manyPatterns
}

// docComment reports whether a literal is a comment.
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

// patternWords are words of names of lists of what to look for.
var patternWords = []string{"pattern", "rule", "signature", "keyword", "phrase", "block", "payload", "attack", "malicious", "injection", "suspicious", "danger", "jailbreak", "forbidden", "indicator", "regex"}

// patternLists returns the lists of phrases to look for: of at least five short literals and named so, or with regular expressions.
func (r *reader) patternLists() map[*syntax.Expr]bool {
	out := map[*syntax.Expr]bool{}
	for _, l := range r.u.Lists {
		if len(l.Items) < 5 {
			continue
		}
		named := false
		for x, n := l, 0; x != nil && n < 4 && !named; x, n = x.Parent, n+1 {
			name := ""
			if b := r.bindOf[x]; b != nil {
				name = last(b.Name)
			} else if p := x.Parent; p != nil && (p.Kind == syntax.Object || p.Kind == syntax.Call) {
				for i := range p.Args {
					if p.Args[i].Value == x {
						name = p.Args[i].Name
					}
				}
			}
			for _, w := range patternWords {
				named = named || contains(name, w)
			}
		}
		if !named {
			continue
		}
		short, long := 0, 0
		for _, item := range l.Items {
			size := item.Span.End - item.Span.Start
			if size < 400 {
				short++
			} else {
				long++
			}
		}
		out[l] = short > long
	}
	return out
}

// isPattern reports whether a literal is a regular expression, or a member named as what to look for.
func (r *reader) isPattern(e *syntax.Expr) bool {
	p := e.Parent
	if p == nil {
		return false
	}
	switch p.Kind {
	case syntax.Call:
		switch strings.ToLower(strings.TrimSuffix(p.Name, "!")) {
		case "compile", "regexp", "mustcompile", "regex", "matchstring", "findall", "fullmatch", "finditer", "preg_match", "preg_replace", "ismatch", "re", "nsregularexpression", "pattern":
			return true
		case "search", "match", "sub", "split":
			return p.Recv != nil && (p.Recv.Name == "re" || p.Recv.Name == "regex" || p.Recv.Name == "Regex")
		}
	case syntax.Object:
		for i := range p.Args {
			if p.Args[i].Value == e {
				switch key(p.Args[i].Name) {
				case "pattern", "regex", "match", "payload", "attack", "malicious", "expected", "regexp", "patterns", "poisoned", "evil":
					return true
				}
			}
		}
	default:
	}
	return false
}

// compared reports whether a literal is asserted about or compared with.
func compared(e *syntax.Expr, data []byte) bool {
	for x, n := e, 0; x.Parent != nil && n < 12; x, n = x.Parent, n+1 {
		p := x.Parent
		switch p.Kind {
		case syntax.Call:
			if assertion(p.Name) {
				return true
			}
		case syntax.Lambda:
			return false
		case syntax.Other:
			for i, item := range p.Items {
				if i == 0 || i > 8 || item.Span.Start < p.Items[i-1].Span.End {
					continue
				}
				between := bytes.TrimSpace(data[p.Items[i-1].Span.End:item.Span.Start])
				if bytes.HasPrefix(between, []byte("==")) || bytes.HasPrefix(between, []byte("!=")) || bytes.Equal(between, []byte("in")) ||
					bytes.HasPrefix(between, []byte("=~")) || bytes.Equal(between, []byte("not in")) {
					return true
				}
			}
		default:
		}
	}
	return false
}
