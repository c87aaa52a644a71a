package syntax

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

func (r *funcReader) params(open int) []Param { return r.paramsIn(open+1, r.Pair(open)) }

// paramsIn reads the parameters in [i, to): attributes, modifiers, type, name, type, default, in the order of the language. Of a
// parameter that is a pattern each name is one.
func (r *funcReader) paramsIn(i, to int) (out []Param) {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	defer r.aside()()
	for n := 1; i < to; n++ {
		if r.d.optionalGroups && (r.opens(i, to, lex.Brace) || r.opens(i, to, lex.Square)) {
			out = append(out, r.params(i)...)
			i = r.Next(i)
			continue
		}
		p, first, next := r.param(i, to)
		switch {
		case p.Name != "":
			out = append(out, p)
		case first >= 0:
			out = append(out, r.up.patternParams(first, n, p.Default)...)
		}
		i = max(next, i+1)
	}
	return out
}

// param reads one parameter and the comma after it. It returns where it begins, without attributes and modifiers, or -1.
func (r *funcReader) param(i, to int) (p Param, first, next int) {
	r.doc, r.attrs = nil, nil
	first = -1
	for i < to && r.op(i, to) != "," {
		s := r.op(i, to)
		switch {
		case r.Kind(i) == lex.Doc:
			p.Doc = r.literalAt(i)
			i++
			continue
		case s == "=" && (p.Name != "" || r.d.patterns), s == `\\`, s == ":" && (r.d.typeFirst || r.d.omittedValues):
			p.Default, i = r.item(i+1, to)
			continue
		case s == ":" || s == "?" && r.op(i+1, to) == ":":
			from := r.past(i, to, "?") + 1
			if !r.d.types {
				p.Type, i = r.typeAt(from, to)
			} else if i = r.skipType(from, to); !r.d.patterns && r.Kind(from) == lex.Word && from < i {
				p.Type, _ = r.namePath(from, i)
			}
			p.TypeText = r.source(from, i)
			continue
		case s == "@", s == "#", r.opens(i, to, lex.Square):
			if next := r.up.declaration(i, to); next > i {
				i = next
				continue
			}
		case s == "<" && r.d.typeFirst:
			i = max(r.skipTypeArgs(i, to), i+1)
			continue
		}
		switch w := r.word(i, to); {
		case w == "this" && r.d.typeFirst && r.word(i+1, to) != "", r.up.modifier(i, to):
		case w != "" && (r.keyword(i, to) != wordSkip || r.namesHere(i+1, to)):
			if p.Name != "" && p.Type == nil {
				p.TypeText = r.source(first, i) // what was read before is the type
			}
			if first < 0 {
				first = i
			}
			for (r.op(i+1, to) == "." || r.op(i+1, to) == "::") && r.word(i+2, to) != "" {
				i += 2
			}
			if p.TypeText == "" || p.Type == nil {
				p.Name, p.NameSpan = r.nameAt(i), r.Span(i, i+1)
				if r.u.Lang == lex.PHP {
					p.Name = strings.TrimLeft(p.Name, "$")
				}
			}
		case first < 0 && r.Kind(i) == lex.Open && (r.d.patterns || r.opens(i, to, lex.Paren)):
			first = i
		}
		i = r.Next(i)
	}
	if r.d.typeFirst && p.TypeText != "" && r.Kind(first) == lex.Word {
		p.Type, _ = r.namePath(first, i)
	}
	p.Attrs = r.takeAttrs()
	if p.Doc == nil {
		p.Doc = r.takeDoc()
	}
	return p, first, i + 1
}
