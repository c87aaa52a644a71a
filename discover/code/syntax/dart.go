package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

var dart = dialect{
	declaration: dartDeclaration, primary: dartPrimary,
	words: words(map[word]string{
		wordStop:   "if else for while do switch case try catch finally rethrow break continue assert class enum import export in yield",
		wordSkip:   "const final late static abstract external factory covariant required var await sealed base throw",
		wordNew:    "new",
		wordReturn: "return",
		wordScalar: "true false null",
		wordOther:  "is",
		wordType:   "as",
	}),
	glue: set("+"), arrow: "=>", adjacent: true, ternary: true, generics: true,
}

// dartDeclaration reads a declaration of Dart.
func dartDeclaration(r *reader, i, to int) int {
	if r.op(i, to) == "@" {
		return r.annotationAt(i, to, true)
	}
	if k := r.keyword(i, to); (k == wordStop || k == wordSkip) && r.op(i+1, to) == "=" {
		return r.fieldAt(i, i, to) // most keywords may be names
	}
	switch w := r.word(i, to); w {
	case "":
		return i
	case "import", "export", "part":
		return r.dartImport(i, to)
	case "class", "mixin", "enum", "extension":
		k := i + 1
		if w == "mixin" && r.word(k, to) == "class" || w == "extension" && r.word(k, to) == "type" {
			k++
		}
		if next := r.dartClass(i, k, to); next > i {
			return next
		}
	case "if", "for", "while", "switch", "catch":
		return r.control(i, to)
	case "get", "set", "operator":
		if r.scope.Class != nil || r.scope.Parent == nil {
			return r.dartGetter(i, i, to)
		}
	case "library":
		if r.scope.Parent == nil && r.word(i+1, to) != "" {
			_, next := r.namePath(i+1, to)
			return next
		}
	case "interface", "typedef":
		if r.word(i+1, to) != "" {
			return i + 1
		}
	}
	return r.dartMember(i, to)
}

func (r *reader) dartImport(i, to int) int {
	if r.Kind(i+1) != lex.String || i+1 >= to {
		return i
	}
	im := Import{From: r.Text(i + 1).Value, Name: "*"}
	k := i + 2
	for ; k < to && r.op(k, to) != ";"; k = r.Next(k) {
		if r.word(k, to) == "as" && r.word(k+1, to) != "" {
			im.Name, im.As = "", r.nameAt(k+1)
		}
	}
	r.u.Imports = append(r.u.Imports, im)
	return k
}

// dartClass reads the class, mixin, enumeration or extension that is declared from i on and whose name is at name.
func (r *reader) dartClass(i, name, to int) int {
	w := r.word(name, to)
	if w == "" {
		return i
	}
	// It is one only when braces follow, or "=" of a mixin application.
	if k := r.skipTo(name+1, to, typeLook+1, ";", "="); !r.opens(k, to, lex.Brace) && r.op(k, to) != "=" {
		return i
	}
	enum := r.word(i, to) == "enum"
	c := r.classAt(i, name)
	k := r.skipTypeArgs(name+1, to)
	if r.opens(k, to, lex.Paren) {
		r.within(c.Scope, func() { c.Params = r.typedParams(k) })
		k = r.Pair(k) + 1
	}
	for n := 0; n < typeLook && k < to && !r.opens(k, to, lex.Brace) && r.op(k, to) != ";"; n++ {
		switch r.word(k, to) {
		case "extends", "implements", "with", "on":
			k++
		case "":
			k = r.Next(k)
		default:
			k = max(r.baseAt(c, k, to), k+1)
		}
	}
	if enum && r.opens(k, to, lex.Brace) {
		return r.enumBody(c, k)
	}
	return max(r.classBody(c, k, to), k)
}

// dartMember reads a method, constructor, getter, field, function or variable at i.
func (r *reader) dartMember(i, to int) int {
	name := i
	c := r.scope.Class
	switch {
	case c != nil && c.Name != "" && r.word(i, to) == c.Name && r.op(i+1, to) == "." && r.word(i+2, to) != "" && r.opens(i+3, to, lex.Paren):
		name = i + 2 // Name.named(...)
	case (c != nil || r.scope.Parent == nil || r.localFunction(i, to)) && r.word(i, to) != "" && r.keyword(i, to) == 0 && r.opens(i+1, to, lex.Paren):
		// A constructor, or a function without type. name = i
		if c == nil && !r.localFunction(i, to) {
			return i
		}
	default:
		if k := r.typeBefore(i, to); k > i && (r.word(k, to) == "get" || r.word(k, to) == "operator") && r.word(k+1, to) != "" {
			return r.dartGetter(i, k, to)
		}
		if name = r.declaredName(i, to); name < 0 {
			return i
		}
	}
	open := name + 1
	if r.op(open, to) == "<" {
		open = r.skipTypeArgs(open, to)
	}
	if !r.opens(open, to, lex.Paren) {
		if r.opens(open, to, lex.Brace) || r.opens(open, to, lex.Square) {
			return i
		}
		return r.fieldAt(i, name, to)
	}
	f := r.funcAt(i, name, open)
	return r.dartBody(f, r.Pair(open)+1, to)
}

// localFunction reports whether what stands at i, a word and a parenthesis, declares a function: braces or an arrow follow.
func (r *reader) localFunction(i, to int) bool {
	if r.keyword(i, to) != 0 || !r.opens(i+1, to, lex.Paren) {
		return false
	}
	k := r.Pair(i+1) + 1
	if w := r.word(k, to); w == "async" || w == "sync" {
		return true
	}
	return r.opens(k, to, lex.Brace) || r.op(k, to) == "=>"
}

// dartBody reads what follows the parameters of f: async, the initialisers of a constructor, the body.
func (r *reader) dartBody(f *Func, k, to int) int {
	for w := r.word(k, to); w == "async" || w == "sync" || r.op(k, to) == "*"; w = r.word(k, to) {
		k++
	}
	if r.op(k, to) == ":" {
		r.within(f.Scope, func() {
			for k++; k < to && r.op(k, to) != ";" && !r.opens(k, to, lex.Brace); {
				k = max(r.assignment(k, to), k+1)
				if r.op(k, to) == "," {
					k++
				}
			}
		})
	}
	return max(r.funcBody(f, k, to), k)
}

// dartGetter reads a getter or setter from i on; its "get" is at get.
func (r *reader) dartGetter(i, get, to int) int {
	name := get + 1
	if r.word(name, to) == "" || r.keyword(name, to) != 0 {
		return i
	}
	k, open := name+1, 0
	if r.opens(k, to, lex.Paren) {
		open = k
		k = r.Pair(k) + 1
	}
	w := r.word(k, to)
	if r.op(k, to) != "=>" && r.op(k, to) != ";" && !r.opens(k, to, lex.Brace) && w != "async" && w != "sync" {
		return i
	}
	return r.dartBody(r.funcAt(i, name, open), k, to)
}

// dartPrimary reads functions as values, literals with types, and switches that are values.
func dartPrimary(r *reader, i, to int) (*Expr, int) {
	switch {
	case r.op(i, to) == "<":
		if next := r.skipTypeArgs(i, to); next > i && (r.opens(next, to, lex.Square) || r.opens(next, to, lex.Brace)) {
			return r.group(next)
		}
	case r.opens(i, to, lex.Paren):
		k := r.Pair(i) + 1
		async := false
		for w := r.word(k, to); w == "async" || w == "sync" || async && r.op(k, to) == "*"; w = r.word(k, to) {
			async = true
			k++
		}
		if r.opens(k, to, lex.Brace) || async && r.op(k, to) == "=>" {
			e := r.functionValue(i, k)
			r.within(e.Fn.Scope, func() { e.Fn.Params = r.typedParams(i) })
			next := max(r.funcBody(e.Fn, k, to), k)
			e.Span = r.span(i, next)
			return e, next
		}
	case r.word(i, to) == "switch" && r.opens(i+1, to, lex.Paren) && r.opens(r.Pair(i+1)+1, to, lex.Brace):
		r.args(i + 1)
		return r.switchArms(nil, r.Pair(i+1)+1, "=>")
	}
	return nil, i
}
