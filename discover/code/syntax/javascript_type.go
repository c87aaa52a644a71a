package syntax

import "github.com/org/mcp-lint/discover/code/lex"

// Types of TypeScript are passed over; nothing is kept of them but their place.

// jsTypeLook is how many parts of a type are looked at: longer ones are not passed over whole, and what is left reads as
// expressions.
const jsTypeLook = 400

// jsType returns the index after the type at i, or i when there is none.
func (r *reader) jsType(i, to int) int {
	left := min(jsTypeLook, r.ahead)
	r.ahead -= left
	next := r.jsTypeIn(i, to, &left)
	r.ahead += left
	return next
}

// jsTypeArgs returns the index after the type arguments or parameters at i, or i when there are none.
func (r *reader) jsTypeArgs(i, to int) int {
	left := min(jsTypeLook, r.ahead)
	r.ahead -= left
	next := r.jsTypeArgsIn(i, to, &left)
	r.ahead += left
	return next
}

func (r *reader) jsTypeArgsIn(i, to int, left *int) int {
	if r.op(i, to) != "<" || !r.enter() {
		return i
	}
	defer r.leave()
	for k := i + 1; *left > 0; {
		*left--
		switch w := r.word(k, to); {
		case r.op(k, to) == ">":
			return k + 1
		case r.op(k, to) == ",", r.Kind(k) == lex.Line, r.Kind(k) == lex.Doc, (w == "const" || w == "in" || w == "out") && r.word(k+1, to) != "":
			k++
			continue
		}
		end := r.jsTypeIn(k, to, left)
		if end == k {
			return i
		}
		if k = end; r.op(k, to) == "=" {
			k = r.jsTypeIn(k+1, to, left)
		}
		if s := r.op(k, to); s != "," && s != ">" && r.Kind(k) != lex.Line {
			return i
		}
	}
	return i
}

func (r *reader) jsTypeIn(i, to int, left *int) int {
	if !r.enter() {
		return i
	}
	defer r.leave()
	conditions, colons := 0, 0
	for *left > 0 && i < to {
		*left--
		next, whole := r.jsOperand(i, to, left)
		if next == i {
			return i
		}
		if i = next; !whole {
			continue
		}
		i = r.jsTypeSuffix(i, to, left)
		switch s, w := r.op(i, to), r.word(i, to); {
		case s == "|", s == "&", w == "is":
		case w == "extends":
			conditions++
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

// jsOperand reads one part of a type at i. Whole is set when it can stand alone, and not when a part has to follow.
func (r *reader) jsOperand(i, to int, left *int) (next int, whole bool) {
	switch r.Kind(i) {
	case lex.Op:
		switch r.op(i, to) {
		case "|", "&", "-", "+", "...":
			return i + 1, false
		case "<":
			return r.jsTypeArgsIn(i, to, left), false
		}
	case lex.Word:
		switch w := r.word(i, to); w {
		case "keyof", "typeof", "readonly", "unique", "infer", "asserts", "abstract", "new":
			if n := r.word(i+1, to); n != "" && n != "is" && n != "extends" || r.Kind(i+1) == lex.Open && i+1 < to || w == "new" && r.op(i+1, to) == "<" {
				return i + 1, false
			}
		case "import":
			if r.opens(i+1, to, lex.Paren) {
				return r.Pair(i+1) + 1, true
			}
		}
		return i + 1, true
	case lex.String, lex.Number:
		return i + 1, true
	case lex.Open:
		end := r.Pair(i) + 1
		if r.Opens(i, lex.Paren) && r.op(end, to) == "=>" {
			return end + 1, false
		}
		return end, true
	default:
	}
	return i, false
}

// jsTypeSuffix passes over type arguments, brackets and members after a part of a type.
func (r *reader) jsTypeSuffix(i, to int, left *int) int {
	for *left > 0 {
		*left--
		switch {
		case r.op(i, to) == "<":
			next := r.jsTypeArgsIn(i, to, left)
			if next == i {
				return i
			}
			i = next
		case r.opens(i, to, lex.Square):
			i = r.Pair(i) + 1
		case r.op(i, to) == "." && r.word(i+1, to) != "":
			i += 2
		default:
			return i
		}
	}
	return i
}

// jsInterface passes over the interface at i.
func (r *reader) jsInterface(i, to int) int {
	r.doc, r.attrs = nil, nil
	k := r.jsTypeArgs(i+2, to)
	if r.word(k, to) == "extends" {
		for k++; r.word(k, to) != ""; k++ {
			for k++; r.op(k, to) == "." && r.word(k+1, to) != ""; k += 2 {
			}
			if k = r.jsTypeArgs(k, to); r.op(k, to) != "," {
				break
			}
		}
	}
	if r.opens(k, to, lex.Brace) {
		return r.Pair(k) + 1
	}
	return i
}

// jsAlias passes over type Name = … at i.
func (r *reader) jsAlias(i, to int) int {
	k := r.jsTypeArgs(i+2, to)
	if r.op(k, to) != "=" {
		return i
	}
	r.doc, r.attrs = nil, nil
	return r.jsType(k+1, to)
}
