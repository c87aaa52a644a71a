package schema

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// DocDraft returns the text that documents a function or class, or nil.
func (r *Schemas) DocDraft(doc *syntax.Expr) *Draft {
	v := r.DocValue(doc)
	if len(v.Alts) == 0 {
		return nil
	}
	return String(v, doc.Span)
}

// docParam returns the documentation of a parameter: <param name="x">, @param type $x text, or nil.
func (r *Functions) docParam(doc *syntax.Expr, name string) *Draft {
	if doc == nil || doc.Kind != syntax.Literal || r.Unit.Lang == lex.Python {
		return nil
	}
	if r.Unit.Lang == lex.CSharp {
		if t, ok := static.Element(doc.Text, "param", name); ok {
			return String(r.Literal(t, doc.Span).Trim(), doc.Span)
		}
		return nil
	}
	s, name := doc.Text.Value, strings.TrimLeft(name, "$")
	for from := 0; ; {
		k := strings.Index(s[from:], "@param")
		if k < 0 {
			return nil
		}
		from += k + len("@param")
		line, _, _ := strings.Cut(s[from:], "\n@")
		word := strings.Index(line, name)
		if word < 0 || word > 60 || strings.Contains(line[:word], "\n") {
			continue
		}
		begin := word + len(name)
		if begin < len(line) && ident.LettersAnd(line[begin:begin+1], "_") && line[begin] < 0x80 {
			continue
		}
		if v := r.Literal(doc.Text.Slice(from+begin, from+len(line)), doc.Span).Trim(); v.Known() {
			return String(v, doc.Span)
		}
		return nil
	}
}

// NameOf returns the name at span as a text.
func (r *Schemas) NameOf(name string, span source.Span) *Draft {
	name = ident.Last(strings.TrimLeft(name, "$@"))
	if name == "" {
		return nil
	}
	return String(static.TextValue(r.NameText(name, span)), span)
}
