package sdk

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// Symbol is what a name of a file means, for other files.
type Symbol struct {
	Text static.Value
	Ret  static.Value
	// doc is the documentation of a function, and indented is set when it is as in the file.
	doc      static.Value
	indented bool
	Schema   *schema.Draft
	// Output is the schema of what a function returns.
	Output *schema.Draft

	// Params is set when schema and output were not read yet: those of a function, or of a class without a word on its fields.
	Params bool
	// fn is set for functions.
	fn bool
	// Registered is set for a function that what it is decorated with makes a definition.
	Registered bool
}

// Fact is something that is known of a name.
type Fact uint8

const (
	// FactText is the text of a constant.
	FactText Fact = 1 << iota
	// FactReturn is the text that a function returns.
	FactReturn
	// FactDoc is the text that documents a function.
	FactDoc
	// FactSchema is the schema of a constant or class.
	FactSchema
	// FactFunc is that the name is a function.
	FactFunc
	// FactKinds is how many there are.
	FactKinds = iota
)

// Has reports whether one of the given facts is known.
func (e *Symbol) Has(ask Fact) bool {
	return ask&FactText != 0 && len(e.Text.Alts) > 0 || ask&FactReturn != 0 && len(e.Ret.Alts) > 0 || ask&FactDoc != 0 && len(e.doc.Alts) > 0 ||
		ask&FactSchema != 0 && (e.Schema != nil || e.Params) || ask&FactFunc != 0 && e.fn
}

// Documentation returns the documentation of a function, as tools show it. Few are ever asked for theirs.
func (e *Symbol) Documentation() static.Value {
	if e.indented {
		return e.doc.Each(static.Alt.Clean)
	}
	return e.doc
}

// MaxExports bounds the names of one file that others may ask for.
const MaxExports = 20_000

// symbol returns what is known of a name, for it to be filled in. What is beyond the bound is not kept.
func (m *Result) symbol(name string) *Symbol {
	e := m.Symbols[name]
	if e == nil {
		e = &Symbol{}
		if len(m.Symbols) < MaxExports {
			m.Symbols[name] = e
		}
	}
	return e
}

func (r *exporter) collectSymbols() {
	m := r.Result
	m.Symbols = map[string]*Symbol{}
	for _, b := range r.Unit.Binds {
		name := strings.TrimPrefix(strings.TrimPrefix(b.Name, "module.exports."), "exports.")
		if (name == "module.exports" || name == "default") && b.Value != nil && b.Value.Kind == syntax.Object {
			r.exportMembers(b.Value)
		}
		if b.Value != nil && r.atTop(b) && !strings.Contains(name, ".") && r.Spend(2) {
			r.exportValue(name, b.Value, 0)
		}
	}
	for _, f := range r.Unit.Funcs {
		switch {
		case f.Name == "" || !r.Spend(2):
		case f.Class == nil:
			r.exportFunc(m.symbol(f.Name), f)
		default:
			r.exportFunc(m.symbol(f.Class.Name+"."+f.Name), f)
			if len(r.Methods[f.Name]) == 1 && m.Symbols[f.Name] == nil {
				r.exportFunc(m.symbol(f.Name), f)
			}
		}
	}
	for _, c := range r.Unit.Classes {
		if c.Name == "" || !r.Spend(4) {
			continue
		}
		for _, b := range c.Members {
			if b.Value != nil && !strings.Contains(b.Name, ".") {
				r.exportValue(c.Name+"."+b.Name, b.Value, 1)
			}
		}
		r.exportClass(c.Name, r.ClassSchema(c, 0))
	}
	maps.DeleteFunc(m.Symbols, func(_ string, e *Symbol) bool { return !e.Has(FactText | FactReturn | FactDoc | FactSchema | FactFunc) })
}

// exportClass notes the schema of a class. One in which nothing is described is read again when it is asked for.
func (r *exporter) exportClass(name string, s *schema.Draft) {
	switch {
	case s == nil || r.exportSchema(name, s):
	case r.Params:
		r.Result.symbol(name).Schema = s
	default:
		r.Result.symbol(name).Params = true
	}
}

// exportSchema notes the schema of a name. It reports whether something in it is described.
func (r *exporter) exportSchema(name string, s *schema.Draft) bool {
	if !schema.HasDescription(s) {
		return false
	}
	r.Result.symbol(name).Schema = s
	return true
}

// atTop reports whether an assignment is outside of functions and classes.
func (r *exporter) atTop(b *syntax.Bind) bool {
	return b.Scope == r.Unit.Root || b.Scope != nil && b.Scope.Func == nil && b.Scope.Class == nil
}

// exportValue notes what a constant is: a text, a schema, an object of texts.
func (r *exporter) exportValue(name string, v *syntax.Expr, depth int) {
	switch v.Kind {
	case syntax.Scalar:
		return
	case syntax.Other:
		if ident.IsUpper(ident.FirstByte(name)) && v.Items != nil {
			r.exportType(name, v) // Result = Found | Missing
		}
		return
	case syntax.Object:
		if depth == 0 && (schema.IsLiteral(v) || schemaFields(v)) {
			r.exportSchema(name, r.Schema(v, 0))
		}
		for i := range v.Args {
			if a := &v.Args[i]; depth < 3 && a.Name != "" && a.Value != nil && r.Spend(2) {
				switch a.Value.Kind {
				case syntax.Literal, syntax.Concat, syntax.Object, syntax.Call, syntax.Choice:
					r.exportValue(name+"."+a.Name, a.Value, depth+1)
				}
				if a.Value.Kind == syntax.Object && Roles[ident.Key(a.Name)] == roleSchema {
					r.exportSchema(name+"."+a.Name, r.Schema(a.Value, 0))
				}
			}
		}
		return
	case syntax.Lambda:
		if v.Fn != nil {
			r.exportFunc(r.Result.symbol(name), v.Fn)
		}
		return
	case syntax.Index:
		// Region = Annotated[str, Field(description="...")]
		if v.Recv != nil && ident.IsUpper(ident.FirstByte(ident.Last(v.Recv.Name))) && r.exportType(name, v) {
			return
		}
	case syntax.Call:
		if s := r.SchemaCall(v, 0); s != nil {
			r.Result.symbol(name).Schema = s
			return
		}
		for _, x := range r.Deref(v) {
			if x != v && x.Kind == syntax.Object {
				r.exportValue(name, x, depth+1)
				return
			}
		}
	}
	if t := r.Eval(v); t.Known() || t.IsReference() {
		r.Result.symbol(name).Text.Add(t)
	}
}

func (r *exporter) exportType(name string, v *syntax.Expr) bool {
	d := schema.Object(v.Span)
	r.Typed(v, d, 1)
	return r.exportSchema(name, d)
}

func (r *exporter) exportFunc(e *Symbol, f *syntax.Func) {
	e.fn = true
	if len(f.Returns) > 0 && len(f.Returns) <= 8 && textual(f.Returns[0], 0) {
		if v := r.Returned(f); v.Known() {
			e.Ret.Add(v)
		}
	}
	if e.Schema == nil {
		e.Schema = cmp.Or(r.GoHandler(f), r.GoMade(f))
	}
	if e.Schema == nil && r.makesSchema(f) {
		if e.Params = !r.Params; r.Params {
			e.Schema = r.Schema(f.Returns[0], 0)
		}
		return
	}
	if !r.quirks.functions {
		return
	}
	if a, _ := r.Registering(f.Attrs); a != nil {
		e.Registered = true
	}
	if len(e.doc.Alts) == 0 {
		e.doc, e.indented = r.Eval(f.Doc), true
	}
	if len(r.Rewrites[f]) > 0 {
		e.doc, e.indented = e.Documentation(), false
	}
	for _, b := range r.Rewrites[f] {
		e.doc.Add(r.Eval(b.Value))
	}
	switch {
	case e.Schema != nil || f.Doc == nil:
	case r.Params:
		e.Schema, e.Output = r.ParamSchema(f), r.ResultSchema(f)
	default:
		for i := range f.Params {
			e.Params = e.Params || !r.Injected(f, i)
		}
	}
}

// makesSchema reports whether what a function returns is likely a schema. Those of Python are tools themselves unless they take nothing.
func (r *exporter) makesSchema(f *syntax.Func) bool {
	if len(f.Returns) == 0 || r.quirks.functions && len(f.Params) > 0 {
		return false
	}
	x := f.Returns[0]
	return ident.Schematic(f.Name) || !r.quirks.functions && (x.Kind == syntax.Object && schema.IsLiteral(x) || x.Kind == syntax.Call && r.SchemaCall(x, 0) != nil)
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
		switch static.TextFuncs[strings.ToLower(strings.TrimSuffix(e.Name, "!"))] {
		case 0:
			return false
		case static.FileText:
			return true
		case static.JoinTexts:
			list := func(x *syntax.Expr) bool { return x != nil && x.Kind == syntax.List }
			return list(e.Recv) || slices.ContainsFunc(e.Args, func(a syntax.Arg) bool { return list(a.Value) })
		}
		return textual(e.Recv, depth+1) || textual(static.First(e), depth+1)
	}
	return false
}

// collectImports collects what the file has from others, which those that ask it are led on to.
func (r *exporter) collectImports() {
	m := r.Result
	m.Aliases = map[string]Alias{}
	for _, i := range r.Unit.Imports {
		r.addImport(i)
		switch {
		case i.Name == "*":
			if len(m.Stars) < maxStars {
				m.Stars = append(m.Stars, i.From)
			}
		case i.As != "" && len(m.Aliases) < MaxExports:
			m.Aliases[i.As] = Alias{i.Name, i.From}
		}
	}
	for _, c := range r.Unit.Classes {
		for _, b := range c.Bases {
			if len(m.Bases) < maxBases && b != "" {
				m.Bases = append(m.Bases, ident.Last(b))
			}
		}
	}
	slices.Sort(m.Imports) // an import of ten names has its module ten times
	m.Imports = slices.Compact(m.Imports)
}

// exportMembers notes the members of the object that a file of JavaScript exports as a whole.
func (r *exporter) exportMembers(o *syntax.Expr) {
	for i := range o.Args {
		a := &o.Args[i]
		if a.Name == "" || a.Value == nil || !r.Spend(2) {
			continue
		}
		for _, name := range []string{a.Name, "default." + a.Name} {
			if len(r.Result.symbol(name).Text.Alts) == 0 {
				r.exportValue(name, a.Value, 1)
			}
		}
	}
}

// addImport notes an import. A name that Python imports from a package may be a file of it.
func (r *exporter) addImport(i syntax.Import) {
	m := r.Result
	if i.From == "" || !r.quirks.files || len(m.Imports) >= maxImports {
		return
	}
	m.Imports = append(m.Imports, i.From)
	if r.Unit.Lang == lex.Python && i.Name != "" && i.Name != "*" {
		m.Imports = append(m.Imports, strings.TrimSuffix(i.From, ".")+"."+i.Name)
	}
}

// Alias is a name of another file that a file has under a name of its own.
type Alias struct{ Path, From string }

const (
	// maxStars bounds how many files a file takes all names from, maxBases of how many classes.
	maxStars, maxBases = 32, 32
	// maxImports bounds the imports of one file that are kept for Imports.
	maxImports = 1_000
)
