package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// format puts the values of args into the places of a format that are marked with % or {}.
func (r *reader) format(v value, args []*syntax.Expr, named []syntax.Arg, mark byte) value {
	var out value
	for _, a := range v.alts {
		out.add(r.formatAlt(a, args, named, mark))
	}
	return out
}

func (r *reader) formatAlt(a alt, args []*syntax.Expr, named []syntax.Arg, mark byte) value {
	s := a.flat()
	v := value{alts: []alt{{lits: slices.Clip(a.lits), loose: a.loose}}}
	from, next := 0, 0
	for n := 0; n < 200; n++ {
		at, end, name := verb(s, from, mark)
		if at < 0 {
			break
		}
		piece := a.keep([]source.Span{{Start: from, End: at}})
		piece.lits = nil
		v.push(value{alts: []alt{piece}})
		var w value
		switch {
		case name == "" && next < len(args):
			w = r.or(r.eval(args[next]), args[next])
			next++
		case name != "":
			for i := range named {
				if named[i].Name == name && named[i].Value != nil {
					w = r.or(r.eval(named[i].Value), named[i].Value)
				}
			}
			if k := number(name); k >= 0 && k < len(args) {
				w = r.eval(args[k])
			}
		}
		if len(w.alts) == 0 {
			// What is put in is not known: the mark stays as it is written.
			rest := a.keep([]source.Span{{Start: at, End: end}})
			rest.lits, rest.loose = nil, true
			w = value{alts: []alt{rest}}
		}
		v.push(w)
		from = end
	}
	tail := a.keep([]source.Span{{Start: from, End: len(s)}})
	tail.lits = nil
	return v.then(value{alts: []alt{tail}})
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
		if k < len(s) && isLetter(s[k]) && (k == i+1 || s[k-1] != ' ') {
			return i, k + 1, name
		}
	}
	return -1, -1, ""
}
