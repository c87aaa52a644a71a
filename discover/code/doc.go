package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// docDraft is the text of a documentation comment.
func (r *reader) docDraft(doc *syntax.Expr) *draft {
	v := r.docValue(doc)
	if len(v.alts) == 0 {
		return nil
	}
	return stringDraft(v, doc.Span)
}

// docValue is the text of a documentation comment or docstring: what Python's tools show, the summary where it is written as XML.
func (r *reader) docValue(doc *syntax.Expr) value {
	if doc == nil {
		return value{}
	}
	v := r.eval(doc)
	switch r.u.Lang {
	case lex.Python:
		return v.each(alt.clean)
	case lex.CSharp:
		if doc.Kind == syntax.Literal {
			if t, ok := element(doc.Text, "summary", ""); ok {
				return textValue(t, r.f, doc.Span).trim()
			}
		}
	}
	return v.each(func(a alt) alt {
		if s := a.flat(); r.u.Lang == lex.PHP && strings.Contains(s, "@") {
			// The tags that follow describe parameters.
			end := len(s)
			lines(s, func(_, from, to int) {
				if strings.HasPrefix(strings.TrimLeft(s[from:to], " \t*"), "@") {
					end = min(end, from)
				}
			})
			a = a.keep([]source.Span{{Start: 0, End: end}})
		}
		return a.trim(true, true)
	})
}

// element returns the content of the first XML element of that name, and with name="..." when that is not empty.
func element(t source.Text, tag, name string) (source.Text, bool) {
	s := t.Value
	for from := 0; ; {
		k := strings.Index(s[from:], "<"+tag)
		if k < 0 {
			return source.Text{}, false
		}
		open := from + k
		gt := strings.IndexByte(s[open:], '>')
		if gt < 0 {
			return source.Text{}, false
		}
		head := s[open : open+gt]
		from = open + gt + 1
		if name != "" && !strings.Contains(head, `"`+name+`"`) {
			continue
		}
		end := strings.Index(s[from:], "</"+tag)
		if end < 0 {
			return source.Text{}, false
		}
		return t.Slice(from, from+end), true
	}
}

// docParam returns what a documentation comment says of a parameter: <param name="x">, @param type $x text, or nil.
func (r *reader) docParam(doc *syntax.Expr, name string) *draft {
	if doc == nil || doc.Kind != syntax.Literal || r.u.Lang == lex.Python {
		return nil
	}
	if r.u.Lang == lex.CSharp {
		if t, ok := element(doc.Text, "param", name); ok {
			return stringDraft(textValue(t, r.f, doc.Span).trim(), doc.Span)
		}
		return nil
	}
	s := doc.Text.Value
	for from := 0; ; {
		k := strings.Index(s[from:], "@param")
		if k < 0 {
			return nil
		}
		at := from + k + len("@param")
		end := len(s)
		if n := strings.Index(s[at:], "\n@"); n >= 0 {
			end = at + n
		}
		from = at
		line := s[at:end]
		word := strings.Index(line, strings.TrimLeft(name, "$"))
		if word < 0 || word > 60 || strings.ContainsAny(line[:word], "\n") {
			continue
		}
		begin := at + word + len(strings.TrimLeft(name, "$"))
		if begin < end && (isLetter(s[begin]) || isDigit(s[begin]) || s[begin] == '_') {
			continue
		}
		v := textValue(doc.Text.Slice(begin, end), r.f, doc.Span).trim()
		if !v.known() {
			return nil
		}
		return stringDraft(v, doc.Span)
	}
}
