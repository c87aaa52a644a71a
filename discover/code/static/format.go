package static

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// format puts the values of args into the places of a format that are marked with % or {}.
func (r *Evaluator) format(v Value, args []*syntax.Expr, named []syntax.Arg, mark byte) Value {
	var out Value
	for _, a := range v.Alts {
		out.Add(r.formatAlt(a, args, named, mark))
	}
	return out
}

func (r *Evaluator) formatAlt(a Alt, args []*syntax.Expr, named []syntax.Arg, mark byte) Value {
	s := a.Flat()
	v := sumFrom(Alt{Lits: a.Lits, Changed: a.Changed})
	bare := Alt{Parts: a.Parts, Changed: a.Changed}
	from, next := 0, 0
	for n := 0; n < 200; n++ {
		at, end, name := verb(s, from, mark)
		if at < 0 {
			break
		}
		v.then(Value{Alts: []Alt{bare.keep(source.Span{Start: from, End: at})}})
		var w Value
		switch {
		case name == "" && next < len(args):
			w = r.orUnknown(r.Eval(args[next]), args[next])
			next++
		case name != "":
			for i := range named {
				if named[i].Name == name && named[i].Value != nil {
					w = r.orUnknown(r.Eval(named[i].Value), named[i].Value)
				}
			}
			if k := parseIndex(name); k >= 0 && k < len(args) {
				w = r.Eval(args[k])
			}
		}
		if len(w.Alts) == 0 {
			// What is put in is not known: the mark stays as it is written.
			w = Value{Alts: []Alt{bare.keep(source.Span{Start: at, End: end})}}.markChanged()
		}
		v.then(w)
		from = end
	}
	v.then(Value{Alts: []Alt{bare.keep(source.Span{Start: from, End: len(s)})}})
	return v.value()
}

// verb finds the next place of a format from i on: %s, %-5d, {}, {0}, {name}, {name:>5}. at is -1 when there is none.
func verb(s string, i int, mark byte) (at, end int, name string) {
	for ; i < len(s); i++ {
		if s[i] != mark && (mark != '{' || s[i] != '{') {
			continue
		}
		if i+1 < len(s) && s[i+1] == s[i] {
			i++
			continue
		}
		if mark == '{' {
			k := strings.IndexByte(s[i:], '}')
			if k < 0 || k > 60 {
				continue
			}
			name, _, _ = strings.Cut(s[i+1:i+k], ":")
			name, _, _ = strings.Cut(name, "!")
			if strings.ContainsAny(name, " \n\"'{") {
				continue
			}
			return i, i + k + 1, name
		}
		k := i + 1
		if k < len(s) && s[k] == '(' {
			if p := strings.IndexByte(s[k:], ')'); p > 0 && p < 60 {
				name = s[k+1 : k+p]
				k += p + 1
			}
		}
		for k < len(s) && strings.IndexByte("+-# 0123456789.*$[]", s[k]) >= 0 && k-i < 12 {
			k++
		}
		if k < len(s) && ident.IsLetter(s[k]) && (k == i+1 || s[k-1] != ' ') {
			return i, k + 1, name
		}
	}
	return -1, -1, ""
}

// DocValue is the text of a documentation comment or docstring: what Python's tools show, the summary where it is written as XML.
func (r *Evaluator) DocValue(doc *syntax.Expr) Value {
	v := r.Eval(doc)
	if r.Unit.Lang == lex.Python {
		return v.Each(Alt.Clean)
	}
	if r.Unit.Lang == lex.CSharp && doc != nil && doc.Kind == syntax.Literal {
		if t, ok := Element(doc.Text, "summary", ""); ok {
			return r.Literal(t, doc.Span).Trim()
		}
	}
	return v.Each(func(a Alt) Alt {
		if s := a.Flat(); r.Unit.Lang == lex.PHP && strings.Contains(s, "@") {
			end := 0
			for line := range strings.Lines(s) {
				if strings.HasPrefix(strings.TrimLeft(line, " \t*"), "@") {
					break // the tags that follow describe parameters
				}
				end += len(line)
			}
			a = a.keep(source.Span{Start: 0, End: end})
		}
		return a.trim(true, true)
	})
}

// Element returns the content of the first XML element of that name, and with name="..." when that is not empty.
func Element(t source.Text, tag, name string) (source.Text, bool) {
	s := t.Value
	for from := 0; ; {
		k := strings.Index(s[from:], "<"+tag)
		if k < 0 {
			return source.Text{}, false
		}
		head, rest, _ := strings.Cut(s[from+k:], ">")
		from = len(s) - len(rest)
		if name == "" || strings.Contains(head, `"`+name+`"`) {
			end := strings.Index(rest, "</"+tag)
			return t.Slice(from, from+max(0, end)), end >= 0
		}
	}
}
