package syntax

import (
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// bound is a name in a pattern: { key: name = value }.
type bound struct {
	// key is the path of what the name is bound to in the value that is taken apart, "" when it is none.
	key, name string
	at        int
	fallback  *Expr
}

// pattern reads the names in the pattern at open, which is under prefix in the whole.
func (r *exprReader) pattern(open int, prefix string, known bool) []bound {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	var out []bound
	end := r.Pair(open)
	list, place := !r.Opens(open, lex.Brace), 0
	for k := open + 1; k < end; {
		if r.op(k, end) == "," || r.Kind(k) == lex.Line || r.Kind(k) == lex.Doc {
			if r.op(k, end) == "," {
				place++
			}
			k++
			continue
		}
		key, whole := "", known && r.op(k, end) != "..." && strings.Count(prefix, ".") < maxPattern
		k = r.past(k, end, "...", "&")
		target, mark := k, r.op(r.Next(k), end)
		switch named := r.Kind(k) == lex.Word || r.Kind(k) == lex.String; {
		case list && mark != "=>":
			key = strconv.Itoa(place)
		case named:
			key = r.label(k)
		default:
			whole = false
		}
		if mark == "=>" || mark == ":" && !list {
			target = r.Next(k) + 1
		}
		for r.word(target, end) != "" && r.word(target+1, end) != "" { // a type
			target++
		}
		path := ""
		if whole && key != "" && !strings.Contains(key, ".") {
			path = prefix + key
		}
		k = max(target, k)
		switch {
		case r.Kind(target) == lex.Word && target < end:
			b := bound{key: path, name: r.label(target), at: target}
			if k++; r.op(k, end) == "=" {
				b.fallback, k = r.value(k+1, end)
			}
			out = append(out, b)
		case target < end && r.Kind(target) == lex.Open:
			out = append(out, r.pattern(target, path+".", path != "")...)
		}
		for k < end && r.op(k, end) != "," {
			k = r.Next(k)
		}
	}
	return out
}

// maxPattern is how deep a pattern takes a value apart: each name has the whole way to its part.
const maxPattern = 8

// partOf returns what a name of a pattern takes of a value, or nil.
func (r *exprReader) partOf(value *Expr, b bound) *Expr {
	switch {
	case value == nil || b.key == "":
		return nil
	case value.Kind == Ref:
		return r.ref(value.Name+"."+b.key, b.at)
	case value.IsEach(), value.Recv.IsEach():
		for _, key := range strings.Split(b.key, ".") {
			value = r.memberOf(value, key)
		}
		return value
	}
	for _, key := range strings.Split(b.key, ".") {
		if value == nil || value.Kind != Object {
			return nil
		}
		value = value.Arg(key)
	}
	return value
}

// bindPattern binds the name at token i, or those of the pattern that opens there, to what a loop takes, or to parts of it.
func (r *declReader) bindPattern(i, to int, taken *Expr) {
	i = r.past(i, to, "&", "list")
	switch {
	case r.word(i, to) != "":
		r.bind(strings.TrimPrefix(r.str(i), "$"), r.Span(i, i+1), taken)
	case i < to && r.Kind(i) == lex.Open:
		for _, b := range r.pattern(i, "", true) {
			if v := r.partOf(taken, b); v != nil {
				r.bind(strings.TrimPrefix(b.name, "$"), r.Span(b.at, b.at+1), v)
			}
		}
	}
}
