package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

// typeBefore returns the index after the type at i, or i when there is none: a path with type arguments, arrays, ? and *, or
// a tuple.
func (r *cursor) typeBefore(i, to int) int {
	k := i + 1
	if r.opens(i, to, lex.Paren) {
		k = r.Pair(i) + 1
	} else if r.word(i, to) == "" || r.keyword(i, to) != 0 {
		return i
	}
	for n := 0; k < to && n < typeLookahead; n++ {
		switch s := r.op(k, to); {
		case (s == "." || s == "::") && r.word(k+1, to) != "":
			k += 2
		case s == "<":
			next := r.skipTypeArgs(k, to)
			if next == k {
				return i
			}
			k = next
		case s == "?" || s == "*" || s == "...":
			k++
		case r.opens(k, to, lex.Square):
			if end := r.Pair(k); r.skipUntil(k+1, end, end, func(j int) bool { return r.op(j, end) != "," }) < end {
				return i
			}
			k = r.Next(k)
		default:
			return k
		}
	}
	return k
}

// declaredName returns the index of the name that a declaration from i on declares, and the index after it and its type parameters,
// or -1: a type, a name, and something that follows a name that is declared. A path, as where a method of an interface is named
// with it, ends at its last name.
func (r *cursor) declaredName(i, to int) (name, after int) {
	k := r.typeBefore(i, to)
	if k == i || r.word(k, to) == "" || r.keyword(k, to) != 0 && r.keyword(k, to) != wordSkip {
		return -1, i
	}
	k, after = r.lastName(k, to)
	switch r.op(after, to) {
	case "=", ";", "=>", ",":
		return k, after
	case "":
		if after >= to || r.Kind(after) == lex.Open && r.Tokens[after].Shape <= lex.Brace {
			return k, after
		}
	}
	return -1, i
}

// lastName returns the index of the last name of the path at i, and that of what follows it and its type arguments.
func (r *cursor) lastName(i, to int) (name, after int) {
	after = r.skipTypeArgs(i+1, to)
	for n := 0; n < typeLookahead && r.op(after, to) == "." && r.word(after+1, to) != ""; n++ {
		i, after = after+1, r.skipTypeArgs(after+2, to)
	}
	return i, after
}

// typeParams returns the index after the type parameters of a declaration at i, which may be empty, or i when there are none.
func (r *cursor) typeParams(i, to int) int {
	if r.op(i, to) == "<>" {
		return i + 1
	}
	return r.angles(i, to, declarationLookahead, nil)
}

// declarationLookahead is how many tokens and groups a condition or the parameters of a type may have.
const declarationLookahead = 200

// typeMarks are the operators that stand in types.
var typeMarks = wordset.Of(". < > ? * & : :: , <> ?*")

// isCast reports whether the parenthesis at i holds nothing but a type, and a value follows.
func (r *cursor) isCast(i, to int) bool {
	end := r.Pair(i)
	if end-i > 12 || end == i+1 {
		return false
	}
	for k := i + 1; k < end; k++ {
		switch {
		case r.Kind(k) == lex.Word:
		case r.Kind(k) == lex.Op && typeMarks[r.str(k)]:
		default:
			return false
		}
	}
	switch r.Kind(end + 1) {
	case lex.String:
		return end+1 < to
	case lex.Word:
		k := r.keyword(end+1, to)
		return end+1 < to && (k == 0 || k == wordNew || k == wordScalar)
	case lex.Open:
		return end+1 < to && (r.Opens(end+1, lex.Quote) || r.Opens(end+1, lex.Paren))
	}
	return false
}

// typeAt reads the type at i up to a comma, "=" or the end, and returns it as an expression when it reads as one.
func (r *exprReader) typeAt(i, to int) (*Expr, int) {
	e, next := r.expr(i, to)
	if e == nil {
		next = i
	}
	angle := 0
	for next < to {
		switch s := r.op(next, to); {
		case s == "<":
			angle++
		case s == ">":
			angle--
		case (s == "," || s == "=") && angle <= 0:
			return e, next
		}
		next = r.Next(next)
	}
	return e, next
}

// typeLookahead is how many tokens a declared type may have.
const typeLookahead = 100

// typeEnd returns the index of the "=" that ends a type declared from the ":" at i on, or 0 when there is none.
func (r *cursor) typeEnd(i, to int) int {
	if r.op(i, to) != ":" {
		return 0
	}
	for n, k := 0, i+1; k < to && n < typeLookahead; n++ {
		switch kind := r.Kind(k); {
		case r.op(k, to) == "=":
			return k
		case r.op(k, to) == ";", r.op(k, to) == ",", kind == lex.Line, kind == lex.Close, kind == lex.Doc, r.keyword(k, to) == wordStop:
			return 0
		}
		k = r.Next(k)
	}
	return 0
}

// argumentMarks are the operators that stand between the names in type arguments.
var argumentMarks = wordset.Of(", . ? | & : :: => * -> = ?. @")

// skipTypeArgs returns the index after the type arguments at i, or i when there are none.
func (r *cursor) skipTypeArgs(i, to int) int { return r.angles(i, to, typeLookahead, argumentMarks) }

// declaredTypeArgs is skipTypeArgs for a place where a type is declared, so that "<" is no comparison. The types of TypeScript are long, and stand on
// several lines.
func (r *cursor) declaredTypeArgs(i, to int) int {
	if r.d.types {
		return r.angles(i, to, to-i, nil)
	}
	return r.skipTypeArgs(i, to)
}

// angles returns the index after the text in < > at i, which has most tokens and groups at the most, or i when there is none. Where
// marks are given no other operators stand in it.
func (r *cursor) angles(i, to, most int, marks map[string]bool) int {
	if r.op(i, to) != "<" {
		return i
	}
	depth := 0
	for n, k := 0, i; k < to && n < most && r.lookahead > 0; n++ {
		r.lookahead--
		switch s := r.op(k, to); {
		case s == "<":
			depth++
		case s == ">":
			if depth--; depth == 0 {
				return k + 1
			}
		case s == "<<" && marks == nil:
			depth += 2
		case s == ";", s != "" && marks != nil && !marks[s], r.Kind(k) == lex.Line && marks != nil, r.Kind(k) == lex.Close:
			return i
		}
		k = r.Next(k)
	}
	return i
}

// typeWords may stand before a part of a type, and typePrefixes and typeInfixes are the marks before and between parts.
var (
	typeWords    = wordset.Of("keyof typeof readonly unique infer asserts abstract new suspend")
	typePrefixes = wordset.Of("| & - + ...")
	typeInfixes  = wordset.Of(". | & :: -> ?. =>")
)

// skipType returns the index after the type at i, or i: names, literals and groups with type arguments, alternatives, functions, and
// the conditions of TypeScript.
func (r *cursor) skipType(i, to int) int {
	conditions, colons := 0, 0
	for i < to && r.lookahead > 0 {
		r.lookahead--
		params := r.declaredTypeArgs(i, to)
		switch w, next := r.word(i, to), r.word(i+1, to); {
		case typePrefixes[r.op(i, to)]:
			i++
			continue
		case r.op(i, to) == "@":
			i = min(i+2, to)
			continue
		case r.d.types && params > i: // <T>(x: T) => y
			i = params
			continue
		case typeWords[w] && (next != "" && next != "is" && next != "extends" || i+1 < to && r.Kind(i+1) == lex.Open || w == "new" && r.op(i+1, to) == "<"):
			i++
			continue
		case w == "import" && r.opens(i+1, to, lex.Paren):
			i = r.Next(i + 1)
		case w != "", r.Kind(i) == lex.String, r.Kind(i) == lex.Number, r.Kind(i) == lex.Open, r.op(i, to) == "*" && r.d.lines:
			i = r.Next(i)
		default:
			return i
		}
		i = r.typeSuffix(i, to)
		switch s, w := r.op(i, to), r.word(i, to); {
		case s == "=>" && !r.Is(i-1, ")"):
			return i
		case w == "extends":
			conditions++
		case typeInfixes[s], w == "is" && r.d.types:
		case s == "?" && conditions > 0:
			conditions--
			colons++
		case s == ":" && colons > 0:
			colons--
		default:
			return i
		}
		i++
	}
	return i
}

// colonType returns the type that is declared behind a colon at i as written, and the index after it.
func (r *cursor) colonType(i, to int) (string, int) {
	if r.op(i, to) != ":" {
		return "", i
	}
	next := r.skipType(i+1, to)
	return r.source(i+1, next), next
}

// typeSuffix returns the index after the type arguments, brackets and question marks at i, which belong to a part of a type.
func (r *cursor) typeSuffix(i, to int) int {
	for {
		next := r.declaredTypeArgs(i, to)
		if r.opens(i, to, lex.Square) || r.op(i, to) == "?" && !r.d.ternary {
			next = r.Next(i)
		}
		if next == i {
			return i
		}
		i = next
	}
}
