package syntax

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// nameAt is the word at i as a name: without the marks that make a name of a keyword, and a path of PHP with dots.
func (r *cursor) nameAt(i int) string {
	return strings.ReplaceAll(strings.Trim(r.str(i), "@`\\"), `\`, ".")
}

// namePath reads a name of several parts at i, which is a word.
func (r *exprReader) namePath(i, to int) (*Expr, int) {
	e := r.ref(r.nameAt(i), i)
	k := i + 1
	for (r.op(k, to) == "." || r.op(k, to) == "::") && r.word(k+1, to) != "" {
		e.Name += "." + r.nameAt(k+1)
		k += 2
	}
	e.Span, e.NameSpan = r.Span(i, k), r.Span(k-1, k)
	return e, k
}

// attributeAt reads the attribute whose name is at i, with its arguments when a parenthesis follows, and returns it and the
// index after it. Where annotations stand before types, which may begin with a parenthesis, theirs touches the name.
func (r *declReader) attributeAt(i, to int) (*Expr, int) {
	e, k := r.namePath(i, to)
	k = r.typeParams(k, to)
	if r.opens(k, to, lex.Paren) && (!r.d.closeAttributes || r.Tokens[k].Start == r.Tokens[k-1].End) {
		return r.call(e, k), r.Pair(k) + 1
	}
	return e, k
}

// outerTargets are what attributes are for that stand before a declaration and are not of it.
var outerTargets = wordset.Of("return assembly module file")

// attributeFor reads the attribute at k, perhaps behind what it is for, and keeps it for what is declared next.
func (r *declReader) attributeFor(k, to int) (*Expr, int) {
	target := ""
	if r.op(k+1, to) == ":" && r.word(k+2, to) != "" {
		target = r.word(k, to)
		k += 2
	}
	doc, attrs := r.doc, r.attrs
	e, next := r.attributeAt(k, to)
	if !outerTargets[target] {
		attrs = append(attrs, e)
	}
	r.doc, r.attrs = doc, attrs
	return e, next
}

// attributes reads those in the brackets at open: A, target: B(x).
func (r *declReader) attributes(open int) int {
	end := r.Pair(open)
	for k := open + 1; k < end; {
		if r.word(k, end) == "" {
			k = r.Next(k)
			continue
		}
		_, k = r.attributeFor(k, end)
	}
	return r.keep(end + 1)
}

// annotation reads @Name, @Name(x) or @get:Name(x) at i. It returns i when there is none.
func (r *declReader) annotation(i, to int) int {
	if r.word(i+1, to) == "" {
		return i
	}
	e, next := r.attributeFor(i+1, to)
	if !r.d.lines { // where lines count, the mark is not part of it
		e.Span.Start = r.Span(i, i+1).Start
	}
	return r.keep(r.skipLines(next, to))
}

// classNamed declares a class, with what documents it.
func (r *declReader) classNamed(name string, span source.Span) *Class {
	c := r.class(name, span)
	c.Doc, c.Attrs = r.takeDoc(), r.takeAttrs()
	return c
}

// classAt reads the class, interface, record or enumeration that is declared from i on and whose name is at name, and returns
// the index after it, or i.
func (r *declReader) classAt(i, name, to int, enum bool) int {
	if r.word(name, to) == "" {
		return i
	}
	path, k := r.namePath(name, to)
	c := r.classNamed(path.Name, path.NameSpan)
	k = r.classHead(c, r.typeParams(k, to), to)
	if enum && r.opens(k, to, lex.Brace) {
		end := r.Pair(k)
		r.inScope(c.Scope, func() { r.statements(r.enumConstants(k+1, end), end) })
		c.Span = r.Span(i, end+1)
		return end + 1
	}
	return r.classBody(c, i, k, to)
}

// classHead reads the text between the name of c and its braces, from i on: parameters, and after a mark or word that leads to
// them what it extends. It returns the index of the braces, or of the end of the declaration.
func (r *declReader) classHead(c *Class, i, to int) int {
	led := false
	for n := 0; n < typeLookahead && i < to && r.Kind(i) != lex.Line && !r.opens(i, to, lex.Brace) && r.op(i, to) != ";"; n++ {
		switch w := r.word(i, to); {
		case r.op(i, to) == "@":
			i = max(r.annotation(i, to), i+1)
		case w == "where", w == "permits":
			return r.skipTo(i, to, to, ";", "\n")
		case w == "by" && r.word(i+1, to) != "": // the braces after it are those of the class
			r.inScope(c.Scope, func() { _, i = r.name(i+1, to) })
			if r.opens(i, to, lex.Paren) {
				i = r.Next(i)
			}
		case r.d.bases[w], r.d.bases[r.op(i, to)]:
			led = true
			i++
		case led && w != "" && r.keyword(i, to) == 0:
			i = r.baseAt(c, i, to)
		case r.opens(i, to, lex.Paren) && !led:
			r.inScope(c.Scope, func() { c.Params = r.params(i) })
			i = r.Next(i)
		default:
			i = r.Next(i)
		}
	}
	r.attrs = nil
	return i
}

// baseAt reads the class that c extends, or an interface, at i: a path, type arguments, and arguments for its constructor,
// which are a call in the class. It returns the index after it.
func (r *declReader) baseAt(c *Class, i, to int) int {
	name, k := r.namePath(i, to)
	for k = r.typeParams(k, to); (r.op(k, to) == "." || r.op(k, to) == "::") && r.word(k+1, to) != ""; {
		more, next := r.namePath(k+1, to)
		name.Name += "." + more.Name
		k = r.typeParams(next, to)
	}
	c.Bases = append(c.Bases, name.Name)
	if r.opens(k, to, lex.Paren) {
		r.inScope(c.Scope, func() { r.call(name, k) })
		k = r.Pair(k) + 1
	}
	return k
}

// classBody reads the members of c, which is declared from i on, in the braces or block at k if there are any, and returns the index after them.
func (r *declReader) classBody(c *Class, i, k, to int) int {
	r.doc, r.attrs = nil, nil
	if r.opens(k, to, lex.Brace) || r.opens(k, to, lex.Block) {
		r.inScope(c.Scope, func() { r.statements(k+1, r.Pair(k)) })
		k = r.Next(k)
	}
	c.Span = r.Span(i, k)
	return k
}

// anonymous reads the class without a name at i whose head goes on at k.
func (r *declReader) anonymous(i, k, to int) (*Class, int) {
	defer r.aside()()
	c := r.class("", r.Span(i, i))
	return c, r.classBody(c, i, r.classHead(c, k, to), to)
}

// enumConstants reads those of an enumeration in [i, to): names with attributes, arguments or a value. It returns the index after
// the last one.
func (r *declReader) enumConstants(i, to int) int {
	for i < to && r.op(i, to) != ";" {
		switch {
		case r.Kind(i) == lex.Doc:
			r.doc = r.literalAt(i)
			i++
			continue
		case r.op(i, to) == "@", r.opens(i, to, lex.Square):
			if next := r.up.declaration(i, to); next > i {
				i = next
				continue
			}
		case r.word(i, to) != "", r.Kind(i) == lex.String:
			doc, attrs := r.takeDoc(), r.takeAttrs()
			name := i
			var value *Expr
			if value, i = r.initialiser(i+1, to); r.opens(i, to, lex.Paren) && i == name+1 {
				e, _ := r.namePath(name, i)
				value = r.call(e, i)
				i = r.Next(i)
			}
			label := r.nameAt(name)
			if r.Kind(name) == lex.String {
				label = r.Text(name).Value
			}
			d := r.bind(label, r.Span(name, name+1), value)
			d.Doc, d.Attrs = doc, attrs
			if r.opens(i, to, lex.Brace) { // a body of its own
				i = r.classBody(r.class("", d.NameSpan), name, i, to)
			}
			continue
		}
		i = r.Next(i)
	}
	return i
}

// typedMember reads the method, constructor, property, field, function or variable that is declared at i, where types stand before names.
// It returns i when none is.
func (r *declReader) typedMember(i, to int) int {
	c, name, after := r.scope.Class, i, i+1
	if c == nil || r.word(i, to) != c.Name || !r.opens(after, to, lex.Paren) {
		name, after = r.declaredName(i, to)
	}
	switch {
	case name < 0, r.opens(after, to, lex.Brace) && c == nil:
		return i
	case r.opens(after, to, lex.Square): // String a[]
		if s := r.op(r.Next(after), to); s != "=" && s != ";" {
			return i
		}
	case r.opens(after, to, lex.Paren), r.d.bodies[r.op(after, to)]:
		return r.funcAt(i, name, to)
	case r.opens(after, to, lex.Brace):
		return r.property(i, name, after, to)
	}
	return r.fieldAt(i, name, name+1, to)
}

// property reads a property from i on whose accessors are the group at open: a getter that returns something is a method,
// any other property a member.
func (r *declReader) property(i, name, open, to int) int {
	doc, attrs := r.takeDoc(), r.takeAttrs()
	end := r.Pair(open)
	var getter *Func
	for k := open + 1; k < end; {
		w := r.word(k, end)
		if w == "" || !r.opens(k+1, end, lex.Brace) && r.op(k+1, end) != "=>" {
			k = r.Next(k)
			continue
		}
		var f *Func
		if w == "get" {
			r.doc, r.attrs = doc, attrs
			f = r.funcNamed(i, name)
			getter = f
		} else { // set, init, add, remove
			f = r.function("", r.Span(k, k+1))
		}
		k = r.funcBody(f, k+1, end)
	}
	if getter != nil {
		getter.Span.End = r.Span(end, end+1).End
		return end + 1
	}
	r.doc, r.attrs = doc, attrs
	return r.fieldAt(i, name, end+1, to)
}

// declareAt binds the name at token i, with what documents it, to nothing yet; tokens [from, to) are its type.
func (r *declReader) declareAt(i, from, to int) *Bind {
	b := r.bind(r.nameAt(i), r.Span(i, i+1), nil)
	b.Doc, b.Attrs, b.Type = r.takeDoc(), r.takeAttrs(), r.source(from, max(from, to))
	return b
}

func (b *Bind) assign(value *Expr) {
	if b.Value = value; value != nil {
		b.Span.End = max(b.Span.End, value.Span.End)
	}
}

// fieldAt reads a variable, constant or field: its type begins at i, its name is at name, and its value is expected at next. It
// returns the index after its value.
func (r *declReader) fieldAt(i, name, next, to int) int {
	b := r.declareAt(name, i, name)
	if next == name+1 && r.opens(next, to, lex.Square) { // Java: String a[]
		next = r.Next(next)
	}
	value, next := r.initialiser(next, to)
	b.assign(value)
	return next
}

// initialiser reads = value at i, if that stands there.
func (r *exprReader) initialiser(i, to int) (*Expr, int) {
	if r.op(i, to) != "=" {
		return nil, i
	}
	value, next := r.value(i+1, to)
	return value, max(next, i+1)
}

// skipTo returns the index of the first brace or mark of those given from i on, most tokens and groups away at the most. A mark is an
// operator, a word, or "\n" for the end of a line.
func (r *cursor) skipTo(i, to, most int, marks ...string) int {
	return r.skipUntil(i, to, most, func(k int) bool {
		switch r.Kind(k) {
		case lex.Line:
			return slices.Contains(marks, "\n")
		case lex.Op, lex.Word:
			return slices.Contains(marks, r.str(k))
		}
		return r.Opens(k, lex.Brace)
	})
}

// skipUntil returns the index of the first token or group from i on for which stop returns true, after most others at the most.
func (r *cursor) skipUntil(i, to, most int, stop func(k int) bool) int {
	for n := 0; i < to && n < most && !stop(i); n++ {
		i = r.Next(i)
	}
	return i
}

// dottedImport reads the import of a name with its package, or of all of a package, whose name is at i.
func (r *declReader) dottedImport(i, to int) int {
	if r.word(i, to) == "" {
		return i
	}
	e, next := r.namePath(i, to)
	im := Import{From: e.Name}
	if dot := strings.LastIndexByte(e.Name, '.'); r.op(next, to) == "." && r.op(next+1, to) == "*" {
		im.Name = "*"
		next += 2
	} else if dot > 0 {
		im.From, im.Name, im.As = e.Name[:dot], e.Name[dot+1:], e.Name[dot+1:]
	}
	if r.word(next, to) == "as" && r.word(next+1, to) != "" {
		im.As = r.nameAt(next + 1)
		next += 2
	}
	r.u.Imports = append(r.u.Imports, im)
	return next
}

// importTree reads the imports in [i, to), which all begin with prefix: names with mark between their parts, groups of them in braces,
// and other names after "as".
func (r *declReader) importTree(prefix, mark string, i, to int) {
	if !r.enter() {
		return
	}
	defer r.leave()
	join := func(path, name string) string {
		switch {
		case name == "":
			return path
		case path == "" || len(path) > 500: // paths do not grow without bound where groups nest
			return name
		}
		return path + mark + name
	}
	for ; i < to; i++ {
		from, name := prefix, ""
		for ; i < to && r.op(i, to) != ","; i = r.Next(i) {
			switch {
			case r.opens(i, to, lex.Brace):
				r.importTree(join(from, name), mark, i+1, r.Pair(i))
				from, name = "", ""
			case r.word(i, to) == "as":
				r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: r.word(i+1, to)})
				name = ""
				i++
			case r.word(i, to) == "self" && prefix != "" && name == "":
				cut := max(strings.LastIndex(from, mark), 0)
				from, name = from[:cut], strings.TrimPrefix(from[cut:], mark)
			case r.Kind(i) == lex.Word || r.op(i, to) == "*":
				path := strings.Trim(r.str(i), mark)
				cut := strings.LastIndex(path, mark)
				from, name = join(join(from, name), path[:max(cut, 0)]), path[cut+1:]
			}
		}
		if name != "" {
			r.u.Imports = append(r.u.Imports, Import{From: from, Name: name, As: strings.TrimPrefix(name, "*")})
		}
	}
}

func (r *declReader) packageAt(i, to int) int {
	if r.word(i, to) == "" {
		return i
	}
	e, next := r.namePath(i, to)
	if r.u.Package == "" {
		r.u.Package = e.Name
	}
	return next
}

// control reads the parenthesis after if, while and their like at i, and returns the index after it: what follows is a
// statement of its own.
func (r *declReader) control(i, to int) int {
	if !r.opens(i+1, to, lex.Paren) {
		return i
	}
	end := r.Pair(i + 1)
	if w := r.word(i, to); w == "for" || w == "foreach" {
		// for (Row row : rows), foreach (var row in rows)
		for k := i + 3; k < min(end, i+2+typeLookahead); k = r.Next(k) {
			if s := r.op(k, end); s == ";" || s == "=" {
				break
			}
			if (r.op(k, end) == ":" || r.word(k, end) == "in") && (r.Kind(k-1) == lex.Word || r.Kind(k-1) == lex.Close) {
				target := k - 1
				if r.Kind(target) != lex.Word {
					target = r.Pair(target)
				}
				if values, _ := r.value(k+1, end); values != nil {
					r.bindPattern(target, k, r.each(values))
				}
				return end + 1
			}
		}
	}
	r.statements(i+2, end)
	return end + 1
}
