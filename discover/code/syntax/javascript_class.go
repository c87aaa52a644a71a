package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// jsClass reads the class at i. One without a name has the name given.
func (r *reader) jsClass(i, to int, name string) (*Class, int) {
	k := i + 1
	span := r.span(i, i+1)
	if w := r.word(k, to); w != "" && w != "extends" && w != "implements" {
		name, span = w, r.span(k, k+1)
		k++
	}
	c := r.class(name, span)
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
	k = r.jsTypeArgs(k, to)
	if r.word(k, to) == "extends" {
		k = r.jsExtends(c, k+1, to)
	}
	if r.word(k, to) == "implements" {
		k = r.jsImplements(c, k+1, to)
	}
	end := k
	if r.opens(k, to, lex.Brace) {
		end = r.Pair(k) + 1
		if r.enter() {
			r.within(c.Scope, func() { r.jsMembers(k+1, end-1) })
			r.leave()
		}
	}
	c.Span = r.span(i, end)
	r.doc, r.attrs = nil, nil
	return c, end
}

// jsExtends reads the class, or the call that gives one, at i.
func (r *reader) jsExtends(c *Class, i, to int) int {
	e, k := r.unary(i, to)
	if e == nil {
		return i
	}
	switch {
	case e.Kind == Ref, e.Kind == Call && e.Recv == nil:
		c.Bases = append(c.Bases, e.Name)
	case e.Kind == Call && e.Recv.Kind == Ref:
		c.Bases = append(c.Bases, e.Recv.Name+"."+e.Name)
	}
	return r.jsTypeArgs(k, to)
}

// jsImplements reads the interfaces at i.
func (r *reader) jsImplements(c *Class, i, to int) int {
	for r.word(i, to) != "" {
		var name *Expr
		name, i = r.namePath(i, to)
		c.Bases = append(c.Bases, name.Name)
		if i = r.jsTypeArgs(i, to); r.op(i, to) != "," {
			break
		}
		i++
	}
	return i
}

// jsMembers reads the members of the class at hand in [i, to).
func (r *reader) jsMembers(i, to int) {
	r.doc, r.attrs = nil, nil
	for i < to {
		var next int
		switch {
		case r.Kind(i) == lex.Line:
			next = i + 1
		case r.Kind(i) == lex.Doc:
			r.doc = r.docAt(i)
			next = i + 1
		case r.op(i, to) == "@":
			next = r.jsDecorator(i, to)
		case r.op(i, to) == ";":
			r.doc, r.attrs = nil, nil
			next = i + 1
		default:
			next = r.jsMember(i, to)
		}
		if next <= i {
			// Nothing that is known: its parts are still seen.
			r.doc, r.attrs = nil, nil
			if e, end := r.expr(i, to); e != nil {
				next = end
			} else {
				if r.Kind(i) == lex.Open {
					r.statements(i+1, r.Pair(i))
				}
				next = r.Next(i)
			}
		}
		i = max(next, i+1)
	}
}

// jsMember reads one field, method or accessor.
func (r *reader) jsMember(i, to int) int {
	k, setter := i, false
	for k < to && r.jsModifier(k, to) {
		setter = setter || r.word(k, to) == "set"
		if r.word(k, to) == "static" && r.opens(k+1, to, lex.Brace) {
			f := r.function("", r.span(k, k))
			end := r.body(f, k+1, to)
			f.Span = r.span(k, end)
			return end
		}
		k++
	}
	name, after := k, k+1
	switch {
	case k >= to:
		return i
	case r.opens(k, to, lex.Square):
		after = r.Pair(k) + 1
		if r.Kind(k+1) == lex.Word && r.Is(k+2, ":") {
			return r.jsTyped(after, to) // an index signature
		}
		r.expr(k+1, r.Pair(k))
	case r.Kind(k) == lex.Word, r.Kind(k) == lex.String, r.Kind(k) == lex.Number:
	default:
		return i
	}
	if s := r.op(after, to); s == "?" || s == "!" {
		after++
	}
	label := ""
	if !r.Opens(name, lex.Square) {
		label = r.jsName(name)
	} else if name+2 == r.Pair(name) && r.Kind(name+1) == lex.String {
		label = r.jsName(name + 1)
	}
	if open := r.jsTypeArgs(after, to); r.opens(open, to, lex.Paren) {
		if setter {
			label = ""
		}
		return r.jsMethod(i, open, label, name, to)
	}
	return r.jsField(after, label, name, to)
}

// jsModifier reports whether the word at i stands before a member and is not its name.
func (r *reader) jsModifier(i, to int) bool {
	if r.op(i, to) == "*" {
		return true
	}
	switch r.word(i, to) {
	case "static", "readonly", "private", "public", "protected", "abstract", "declare", "override", "accessor", "async", "get", "set":
	default:
		return false
	}
	return r.word(i+1, to) != "" || r.Kind(i+1) == lex.String && i+1 < to || r.op(i+1, to) == "*" || r.opens(i+1, to, lex.Square) || r.opens(i+1, to, lex.Brace)
}

// jsTyped returns the index after the declared type at i, if there is one.
func (r *reader) jsTyped(i, to int) int {
	if r.op(i, to) == ":" {
		return max(r.jsType(i+1, to), i+1)
	}
	return i
}

// jsField reads the type and value of a field. Without a name, as when it is computed, it is no member.
func (r *reader) jsField(i int, label string, name, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	next := r.jsTyped(i, to)
	declared := ""
	if next > i {
		declared = r.source(i+1, next)
	}
	value, next := r.initialiser(next, to)
	if label != "" {
		d := r.bind(label, r.span(name, name+1), value)
		d.Doc, d.Attrs, d.Type = doc, attrs, declared
	}
	return next
}

// jsMethod reads a method that begins at i. Parameters of a constructor that are fields are members.
func (r *reader) jsMethod(i, open int, label string, name, to int) int {
	brace := r.jsBody(r.Pair(open)+1, to)
	if brace < 0 {
		r.doc, r.attrs = nil, nil
		return r.jsResult(r.Pair(open)+1, to)
	}
	f := r.function(label, r.span(name, name+1))
	f.Doc, f.Attrs = r.takeDoc(), r.takeAttrs()
	end := r.jsFinish(f, i, open, brace, to)
	if label != "constructor" {
		return end
	}
	for k := open + 1; k < r.Pair(open); k++ {
		first := k == open+1 || r.Is(k-1, ",")
		if !first || !r.jsModifier(k, r.Pair(open)) {
			if r.Kind(k) == lex.Open {
				k = r.Pair(k)
			}
			continue
		}
		for r.jsModifier(k, r.Pair(open)) {
			k++
		}
		for _, p := range f.Params {
			if p.Name == r.jsName(k) {
				d := r.bind(p.Name, p.NameSpan, p.Default)
				d.Type, d.Attrs, d.Doc = p.TypeText, p.Attrs, p.Doc
				break
			}
		}
	}
	return end
}

// jsEnum reads the enumeration at i as a class whose members are its values.
func (r *reader) jsEnum(i int) int {
	open := i + 2
	doc, attrs := r.takeDoc(), r.takeAttrs()
	c := r.class(r.str(i+1), r.span(i+1, i+2))
	c.Doc, c.Attrs, c.Span = doc, attrs, r.span(i, r.Pair(open)+1)
	r.within(c.Scope, func() {
		for _, a := range r.args(open) {
			if a.Name == "" {
				continue
			}
			if a.Value != nil && a.Value.Span == a.Key.Span {
				a.Value = nil // a number, by its place
			}
			r.bind(a.Name, a.Key.Span, a.Value).Doc = a.Doc
		}
	})
	return r.Pair(open) + 1
}

// jsDecorator reads @name or @name(arguments) at i and keeps it for what is declared next. It returns i when there is none.
func (r *reader) jsDecorator(i, to int) int {
	if r.op(i, to) != "@" || r.word(i+1, to) == "" {
		return i
	}
	doc, attrs := r.doc, r.attrs
	e, k := r.namePath(i+1, to)
	if open := r.jsTypeArgs(k, to); r.opens(open, to, lex.Paren) {
		e = r.call(e, open)
		k = r.Pair(open) + 1
	}
	e.Span.Start = r.span(i, i+1).Start
	attrs = append(attrs, e)
	r.doc, r.attrs = doc, attrs
	return k
}

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
