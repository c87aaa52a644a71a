package code

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// referenceKind says what one file asks another for.
type referenceKind uint8

const (
	// refText asks for the text of a constant, refReturn for that which a function returns.
	refText referenceKind = iota
	refReturn
	// refDoc asks for what documents a function, and its parameters.
	refDoc
	// refSchema asks for the schema of a constant or class.
	refSchema
	// refFile asks for the text of a file, by its name.
	refFile
)

// reference is what a file asks others for.
type reference struct {
	kind referenceKind
	// path is the name there, from the module it is imported from as written, or "" when it is not imported.
	path, from string
	// arg is the literal that a function is called with, when it may name a file that the function reads.
	arg string
}

// symbol is what a name of a file means, for other files.
type symbol struct {
	text value
	ret  value
	// doc is what documents a function, and indented is set when it stands as in the file.
	doc      value
	indented bool
	schema   *draft
	// output is the schema of what a function returns.
	output *draft

	// params is set when schema and output were not read yet: those of a function, or of a class without a word on its fields.
	params bool
	// fn is set for functions.
	fn bool
	// registered is set for a function that what it is decorated with makes a definition.
	registered bool
}

// fact is something that is known of a name.
type fact uint8

const (
	factText fact = 1 << iota
	factReturn
	factDoc
	factSchema
	factFunc
	// factKinds is how many there are.
	factKinds = iota
)

func (e *symbol) has(ask fact) bool {
	return ask&factText != 0 && len(e.text.alts) > 0 || ask&factReturn != 0 && len(e.ret.alts) > 0 || ask&factDoc != 0 && len(e.doc.alts) > 0 ||
		ask&factSchema != 0 && (e.schema != nil || e.params) || ask&factFunc != 0 && e.fn
}

// documentation is what documents a function, as tools show it. Few are ever asked for theirs.
func (e *symbol) documentation() value {
	if e.indented {
		return e.doc.each(alt.clean)
	}
	return e.doc
}

const maxExports = 20_000

// referenceTo is the reference for a name that the file does not define, or nil when no other file can define it.
func (r *Evaluator) referenceTo(path string, kind referenceKind) *reference {
	h, rest := split(path)
	if h == "" || isSelf[h] || len(path) > 300 || strings.HasSuffix(path, ".") {
		return nil
	}
	if i, ok := r.imports[h]; ok {
		switch {
		case i.Name == "" || i.Name == "*":
			path = rest
		case i.Name != h && i.Name != "default":
			path = joined(i.Name, rest)
		}
		if path == "" {
			return nil
		}
		return &reference{kind: kind, path: path, from: i.From}
	}
	switch r.u.Lang {
	case lex.Python, lex.JavaScript, lex.Dart:
		star := slices.ContainsFunc(r.u.Imports, func(i syntax.Import) bool { return i.Name == "*" })
		if kind != refDoc && !star && r.u.Lang != lex.Dart && (rest == "" || !isUpper(h[0])) {
			return nil
		}
	case lex.Java, lex.Kotlin, lex.CSharp, lex.PHP, lex.Ruby, lex.Swift, lex.Rust:
		if !isUpper(h[0]) && (rest == "" || !isUpper(firstByte(last(path)))) && kind == refText {
			return nil
		}
	}
	return &reference{kind: kind, path: path}
}

func (r *Evaluator) referenceToCall(e *syntax.Expr) *reference {
	path := e.Name
	if e.Recv != nil {
		path = e.Recv.Name + "." + e.Name
	}
	if e.New || e.Name == "" || e.Recv != nil && (e.Recv.Kind != syntax.Ref || r.lookup(e.Scope, head(e.Recv.Name)).any()) {
		return nil
	}
	w := r.referenceTo(path, refReturn)
	if w != nil {
		w.arg = fileArg(e)
	}
	return w
}

// fileArg returns the literal that a call with one argument has, when it can be the name of a file.
func fileArg(e *syntax.Expr) string {
	if p := e.Positional(0); len(e.Args) == 1 && p != nil && p.Kind == syntax.Literal && nameLike(p.Text.Value) {
		return p.Text.Value
	}
	return ""
}

// symbol returns what is known of a name, for it to be filled in. What is beyond the bound is not kept.
func (m *Module) symbol(name string) *symbol {
	e := m.symbols[name]
	if e == nil {
		e = &symbol{}
		if len(m.symbols) < maxExports {
			m.symbols[name] = e
		}
	}
	return e
}

func (r *exporter) collectSymbols() {
	m := r.m
	m.symbols = map[string]*symbol{}
	for _, b := range r.u.Binds {
		name := strings.TrimPrefix(strings.TrimPrefix(b.Name, "module.exports."), "exports.")
		if (name == "module.exports" || name == "default") && r.u.Lang == lex.JavaScript && b.Value != nil && b.Value.Kind == syntax.Object {
			r.exportMembers(b.Value)
		}
		if b.Value != nil && r.atTop(b) && !strings.Contains(name, ".") && r.spend(2) {
			r.exportValue(name, b.Value, 0)
		}
	}
	for _, f := range r.u.Funcs {
		switch {
		case f.Name == "" || !r.spend(2):
		case f.Class == nil:
			r.exportFunc(m.symbol(f.Name), f)
		default:
			r.exportFunc(m.symbol(f.Class.Name+"."+f.Name), f)
			if len(r.methods[f.Name]) == 1 && m.symbols[f.Name] == nil {
				r.exportFunc(m.symbol(f.Name), f)
			}
		}
	}
	for _, c := range r.u.Classes {
		if c.Name == "" || !r.spend(4) {
			continue
		}
		for _, b := range c.Members {
			if b.Value != nil && !strings.Contains(b.Name, ".") {
				r.exportValue(c.Name+"."+b.Name, b.Value, 1)
			}
		}
		r.exportClass(c.Name, r.classSchema(c, 0))
	}
	maps.DeleteFunc(m.symbols, func(_ string, e *symbol) bool { return !e.has(factText | factReturn | factDoc | factSchema | factFunc) })
}

// exportClass notes the schema of a class. One in which nothing is described is read again when it is asked for.
func (r *exporter) exportClass(name string, s *draft) {
	switch {
	case s == nil || r.exportSchema(name, s):
	case r.params:
		r.m.symbol(name).schema = s
	default:
		r.m.symbol(name).params = true
	}
}

// exportSchema notes the schema that a name stands for. It reports whether something in it is described.
func (r *exporter) exportSchema(name string, s *draft) bool {
	if !hasDescription(s, 0) {
		return false
	}
	r.m.symbol(name).schema = s
	return true
}

// atTop reports whether an assignment is outside of functions and classes.
func (r *exporter) atTop(b *syntax.Bind) bool {
	return b.Scope == r.u.Root || b.Scope != nil && b.Scope.Func == nil && b.Scope.Class == nil
}

// exportValue notes what a constant is: a text, a schema, an object of texts.
func (r *exporter) exportValue(name string, v *syntax.Expr, depth int) {
	switch v.Kind {
	case syntax.Scalar:
		return
	case syntax.Other:
		if r.u.Lang == lex.Python && isUpper(firstByte(name)) && v.Items != nil {
			r.exportType(name, v) // Result = Found | Missing
		}
		return
	case syntax.Object:
		if depth == 0 && (isSchemaLiteral(v) || schemaFields(v)) {
			r.exportSchema(name, r.schema(v, 0))
		}
		for i := range v.Args {
			if a := &v.Args[i]; depth < 3 && a.Name != "" && a.Value != nil && r.spend(2) {
				switch a.Value.Kind {
				case syntax.Literal, syntax.Concat, syntax.Object, syntax.Call, syntax.Choice:
					r.exportValue(name+"."+a.Name, a.Value, depth+1)
				}
				if a.Value.Kind == syntax.Object && roles[key(a.Name)] == roleSchema && r.u.Lang == lex.JavaScript {
					r.exportSchema(name+"."+a.Name, r.schema(a.Value, 0))
				}
			}
		}
		return
	case syntax.Lambda:
		if v.Fn != nil {
			r.exportFunc(r.m.symbol(name), v.Fn)
		}
		return
	case syntax.Index:
		// Region = Annotated[str, Field(description="...")]
		if r.u.Lang == lex.Python && v.Recv != nil && isUpper(firstByte(last(v.Recv.Name))) && r.exportType(name, v) {
			return
		}
	case syntax.Call:
		if s := r.schemaCall(v, 0); s != nil {
			r.m.symbol(name).schema = s
			return
		}
		for _, x := range r.deref(v) {
			if x != v && x.Kind == syntax.Object {
				r.exportValue(name, x, depth+1)
				return
			}
		}
	}
	if t := r.eval(v); t.known() || t.isReference() {
		r.m.symbol(name).text.add(t)
	}
}

func (r *exporter) exportType(name string, v *syntax.Expr) bool {
	d := object(v.Span)
	r.typed(v, d, 1)
	return r.exportSchema(name, d)
}

func (r *exporter) exportFunc(e *symbol, f *syntax.Func) {
	e.fn = true
	if len(f.Returns) > 0 && len(f.Returns) <= 8 && textual(f.Returns[0], 0) {
		if v := r.returned(f); v.known() {
			e.ret.add(v)
		}
	}
	if r.u.Lang == lex.Go && e.schema == nil {
		e.schema = cmp.Or(r.goHandler(f), r.goMade(f))
	}
	if e.schema == nil && r.makesSchema(f) {
		if e.params = !r.params; r.params {
			e.schema = r.schema(f.Returns[0], 0)
		}
		return
	}
	if r.u.Lang != lex.Python {
		return
	}
	if a, _ := r.registering(f.Attrs); a != nil {
		e.registered = true
	}
	if len(e.doc.alts) == 0 {
		e.doc, e.indented = r.eval(f.Doc), true
	}
	if len(r.rewrites[f]) > 0 {
		e.doc, e.indented = e.documentation(), false
	}
	for _, b := range r.rewrites[f] {
		e.doc.add(r.eval(b.Value))
	}
	switch {
	case e.schema != nil || f.Doc == nil:
	case r.params:
		e.schema, e.output = r.paramSchema(f), r.resultSchema(f)
	default:
		for i := range f.Params {
			e.params = e.params || !r.injected(f, i)
		}
	}
}

// makesSchema reports whether what a function returns is likely a schema. Those of Python are tools themselves unless they take nothing.
func (r *exporter) makesSchema(f *syntax.Func) bool {
	if len(f.Returns) == 0 || r.u.Lang == lex.Python && len(f.Params) > 0 {
		return false
	}
	x := f.Returns[0]
	return schematic(f.Name) || r.u.Lang != lex.Python && (x.Kind == syntax.Object && isSchemaLiteral(x) || x.Kind == syntax.Call && r.schemaCall(x, 0) != nil)
}

func textual(e *syntax.Expr, depth int) bool {
	if e == nil || depth > 4 {
		return false
	}
	switch e.Kind {
	case syntax.Literal, syntax.Concat:
		return true
	case syntax.Choice:
		return slices.ContainsFunc(e.Items, func(x *syntax.Expr) bool { return textual(x, depth+1) })
	case syntax.Call:
		switch textFuncs[strings.ToLower(strings.TrimSuffix(e.Name, "!"))] {
		case 0:
			return false
		case fileText:
			return true
		case joinTexts:
			list := func(x *syntax.Expr) bool { return x != nil && x.Kind == syntax.List }
			return list(e.Recv) || slices.ContainsFunc(e.Args, func(a syntax.Arg) bool { return list(a.Value) })
		}
		return textual(e.Recv, depth+1) || textual(first(e), depth+1)
	}
	return false
}

func hasDescription(d *draft, depth int) bool {
	return d != nil && depth <= 6 && (len(d.references) > 0 || slices.ContainsFunc(d.members, func(m member) bool {
		return m.name.Value == "description" && m.value.kind == source.String || hasDescription(m.value, depth+1)
	}))
}
