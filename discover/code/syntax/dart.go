package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/wordset"
)

var dart = dialect{
	of: func(r *reader) language { return dartReader{r} },
	words: wordset.By(map[word]string{
		wordStop: "if else for while do switch case try catch finally rethrow break continue assert class enum import export in yield",
		wordSkip: "const final late static abstract external factory covariant required var await sealed base throw",
		wordNew:  "new", wordReturn: "return", wordScalar: "true false null", wordOther: "is", wordType: "as",
	}),
	glue: wordset.Of("+"), arrow: "=>", adjacent: true, ternary: true, generics: true, closeAttributes: true, optionalGroups: true,
	typeFirst: true, bases: wordset.Of("extends implements with on"), bodies: wordset.Of("=>"), initialises: true,
}

// dartReader reads what is particular to Dart.
type dartReader struct{ *reader }

func (r dartReader) declaration(i, to int) int {
	if r.op(i, to) == "@" {
		return r.annotation(i, to)
	}
	if k := r.keyword(i, to); (k == wordStop || k == wordSkip) && r.op(i+1, to) == "=" {
		return r.fieldAt(i, i, i+1, to) // most keywords may be names
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
		// It is one only when braces follow, or "=" of a mixin application.
		if after := r.skipTo(k+1, to, typeLookahead+1, ";", "="); r.opens(after, to, lex.Brace) || r.op(after, to) == "=" {
			return r.classAt(i, k, to, w == "enum")
		}
	case "if", "for", "while", "switch", "catch":
		return r.control(i, to)
	case "get", "set", "operator":
		if r.scope.Class != nil || r.scope.Parent == nil {
			return r.getter(i, i, to)
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

func (r dartReader) dartImport(i, to int) int {
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

// dartMember reads a method, constructor, getter, field, function or variable at i.
func (r dartReader) dartMember(i, to int) int {
	c := r.scope.Class
	if c != nil && c.Name != "" && r.word(i, to) == c.Name && r.op(i+1, to) == "." && r.word(i+2, to) != "" && r.opens(i+3, to, lex.Paren) {
		return r.funcAt(i, i+2, to) // Name.named(...)
	}
	if r.word(i, to) != "" && r.keyword(i, to) == 0 && r.opens(i+1, to, lex.Paren) && (c != nil || r.dartBody(r.Next(i+1), to)) {
		return r.funcAt(i, i, to) // a constructor, or a function without type
	}
	if k := r.typeBefore(i, to); k > i && (r.word(k, to) == "get" || r.word(k, to) == "operator") && (r.word(k+1, to) != "" || r.opens(k+1, to, lex.Square)) {
		return r.getter(i, k, to)
	}
	return r.typedMember(i, to)
}

func (r dartReader) dartBody(i, to int) bool {
	w := r.word(i, to)
	return w == "async" || w == "sync" || r.opens(i, to, lex.Brace) || r.op(i, to) == "=>"
}

func (r dartReader) getter(i, get, to int) int {
	name := get + 1
	if r.word(name, to) == "" || r.keyword(name, to) != 0 {
		return i
	}
	k := name + 1
	if r.opens(k, to, lex.Paren) {
		k = r.Next(k)
	}
	if r.op(k, to) != ";" && !r.dartBody(k, to) {
		return i
	}
	return r.funcAt(i, name, to)
}

// primary reads functions as values, literals with types, and switches that are values.
func (r dartReader) primary(i, to int) (*Expr, int) {
	switch {
	case r.op(i, to) == "<":
		if next := r.skipTypeArgs(i, to); next > i && (r.opens(next, to, lex.Square) || r.opens(next, to, lex.Brace)) {
			return r.group(next)
		}
	case r.opens(i, to, lex.Paren):
		if k := r.Next(i); r.dartBody(k, to) && r.op(k, to) != "=>" {
			return r.functionAt(i, i, to)
		}
	}
	return r.switchValue(i, to, "switch", "=>")
}
