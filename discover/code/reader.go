package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// maxDepth bounds how far one name leads to another.
const maxDepth = 40

// reader recognises what one file defines.
type reader struct {
	m *Module
	u *syntax.Unit
	f *source.File

	// fuel bounds the work on the file: every step takes some.
	fuel  int
	depth int
	// cycles counts how often a name led back to itself.
	cycles int
	// byName are the assignments to each plain name, in all scopes.
	byName map[string][]*syntax.Bind
	// shortened counts how often the schema of a class was left out.
	shortened int
	// byKey are the members of objects that were asked for one.
	byKey map[*syntax.Expr]*members
	// short is set when a bound left something out of a value.
	short bool
	// sums are the hashes of large values that names stand for.
	sums map[*syntax.Expr]string

	// memo, derefs and callees are what was found out of expressions; a nil list may be being found out.
	memo    map[*syntax.Expr]value
	derefs  map[*syntax.Expr][]*syntax.Expr
	callees map[*syntax.Expr][]*syntax.Func
	// bindOf is the assignment that an expression is the value of, claimed what a definition was made of, docs what documents something.
	bindOf        map[*syntax.Expr]*syntax.Bind
	claimed, docs map[*syntax.Expr]bool
	// busy are the names that are being evaluated, with what is known of each so far.
	busy map[bound]value
	// paths are the assignments to members, by their path: self.description.
	paths map[string][]*syntax.Bind
	// imports are the names that other files bring, by their name here.
	imports map[string]syntax.Import
	// methods are the functions of all classes by name.
	methods map[string][]*syntax.Func
	// schemas are those of expressions that were asked for.
	schemas map[*syntax.Expr]*draft
	// lambdas are the assignments of functions that are values.
	lambdas map[*syntax.Func]*syntax.Bind
	// models are the schemas of classes, modelling those that are being made.
	models    map[*syntax.Class]*draft
	modelling map[*syntax.Class]bool
	// inScope are the calls of a scope where classes or values are made of calls.
	inScope map[*syntax.Scope][]*syntax.Expr
	// rewrites are the assignments to the documentation of functions.
	rewrites map[*syntax.Func][]*syntax.Bind
	// classDone are the classes that are definitions already.
	classDone map[*syntax.Class]bool
	// writes are what is appended to a name: b.WriteString("..."), lines.push("...").
	writes map[string][]*syntax.Expr
	// updates are the calls of a method that changes what a name stands for.
	updates map[string][]*syntax.Expr
	// stepping are the members that are being looked for.
	stepping map[stepAt]bool
	// env is what stands for parameters, and for what loops take, while an instance of a registration is read.
	env map[any]*syntax.Expr
	// instancer reads the instances of registrations; it is nil until all others are known.
	instancer *instancer
	// fills are as in filled.
	fills map[string]*syntax.Expr
	// told are the objects whose instructions are taken.
	instructed map[*syntax.Expr]bool
}

// bound is a name in a scope.
type bound struct {
	scope *syntax.Scope
	name  string
}

func newReader(m *Module, u *syntax.Unit) *reader {
	r := &reader{
		m: m, u: u, f: u.File,
		memo: map[*syntax.Expr]value{}, derefs: map[*syntax.Expr][]*syntax.Expr{}, callees: map[*syntax.Expr][]*syntax.Func{}, bindOf: make(map[*syntax.Expr]*syntax.Bind, len(u.Binds)),
		claimed: map[*syntax.Expr]bool{}, docs: map[*syntax.Expr]bool{}, byKey: map[*syntax.Expr]*members{}, sums: map[*syntax.Expr]string{},
		busy: map[bound]value{}, paths: map[string][]*syntax.Bind{}, imports: map[string]syntax.Import{}, methods: map[string][]*syntax.Func{},
		schemas: map[*syntax.Expr]*draft{}, lambdas: map[*syntax.Func]*syntax.Bind{}, models: map[*syntax.Class]*draft{}, modelling: map[*syntax.Class]bool{},
		inScope: map[*syntax.Scope][]*syntax.Expr{}, rewrites: map[*syntax.Func][]*syntax.Bind{},
		classDone: map[*syntax.Class]bool{}, writes: map[string][]*syntax.Expr{}, updates: map[string][]*syntax.Expr{}, stepping: map[stepAt]bool{},
		instructed: map[*syntax.Expr]bool{}, byName: map[string][]*syntax.Bind{},
	}
	r.fuel = r.budget()
	for _, b := range u.Binds {
		if b.Value != nil {
			r.bindOf[b.Value] = b
			if b.Value.Kind == syntax.Lambda && b.Value.Fn != nil {
				r.lambdas[b.Value.Fn] = b
			}
		}
		if strings.Contains(b.Name, ".") {
			r.paths[b.Name] = append(r.paths[b.Name], b)
		} else if u.Lang == lex.JavaScript {
			r.byName[b.Name] = append(r.byName[b.Name], b)
		}
	}
	for _, c := range u.Classes {
		for _, f := range c.Methods {
			r.methods[f.Name] = append(r.methods[f.Name], f)
		}
	}
	for _, i := range u.Imports {
		name := i.As
		if name == "" {
			if name = i.Name; name == "" {
				name = i.From[strings.LastIndexAny(i.From, "./:")+1:]
			}
		}
		r.imports[name] = i
	}
	inScope := u.Lang == lex.Ruby || u.Lang == lex.Elixir || u.Lang == lex.Kotlin
	for _, e := range u.Calls {
		if e.Recv == nil {
			if s := e.Scope; inScope && s != nil && (u.Lang == lex.Kotlin && s.Func != nil || u.Lang != lex.Kotlin && s.Class != nil) {
				r.inScope[s] = append(r.inScope[s], e)
			}
			continue
		}
		if e.Recv.Kind != syntax.Ref || len(e.Args) == 0 {
			continue
		}
		switch e.Name {
		case "update":
			if len(e.Args) == 1 {
				r.updates[e.Recv.Name] = append(r.updates[e.Recv.Name], e)
			}
		case "WriteString", "append", "push", "write", "Append", "AppendLine", "appendLine", "push_str":
			if len(r.writes[e.Recv.Name]) < 256 && !asserted(e) {
				for i := range e.Args {
					if v := e.Args[i].Value; v != nil && v.Kind != syntax.Object && v.Kind != syntax.Lambda {
						r.writes[e.Recv.Name] = append(r.writes[e.Recv.Name], v)
					}
				}
			}
		}
	}
	r.computedKeys()
	return r
}

// budget is how much work the file is worth.
func (r *reader) budget() int {
	u := r.u
	return 50_000 + 20*(len(u.Calls)+len(u.Objects)+len(u.Literals)+len(u.Binds)+len(u.Funcs))
}

// computedKeys names the members whose key is an expression with one known value: {[KEY]: "..."}.
func (r *reader) computedKeys() {
	for _, o := range r.u.Objects {
		for i := range o.Args {
			if a := &o.Args[i]; a.Computed && a.Key != nil && a.Name == "" && r.spend(2) {
				if s, ok := r.eval(a.Key).static(); ok {
					a.Name = s
				}
			}
		}
	}
}

// enter takes fuel for one step further down, from which leave comes back. It reports false where there is none left, or no more depth.
func (r *reader) enter(fuel int) bool {
	if r.depth >= maxDepth || !r.spend(fuel) {
		return false
	}
	r.depth++
	return true
}

func (r *reader) leave() { r.depth-- }

// spend takes fuel; it reports false when there is none left.
func (r *reader) spend(n int) bool {
	if r.fuel -= n; r.fuel < 0 {
		r.m.Cut = true
		return false
	}
	return true
}

// members are those of one object: the last value of each key, and what is spread into it.
type members struct {
	last    map[string]*syntax.Expr
	spreads []*syntax.Expr
}

// memberOf returns the value an object has under a key, also by way of what is spread into it.
func (r *reader) memberOf(o *syntax.Expr, name string) *syntax.Expr {
	m := r.byKey[o]
	if m == nil {
		m = &members{last: make(map[string]*syntax.Expr, len(o.Args))}
		for i := range o.Args {
			switch a := &o.Args[i]; {
			case a.Value == nil:
			case a.Spread:
				m.spreads = append(m.spreads, a.Value)
			case a.Name != "":
				m.last[key(a.Name)] = a.Value
			}
		}
		r.byKey[o] = m
	}
	found := m.last[key(name)]
	for _, s := range m.spreads {
		if found != nil || r.depth >= maxDepth || !r.spend(2) {
			break
		}
		r.depth++
		for _, x := range r.deref(s) {
			if x.Kind == syntax.Object && x != o {
				if v := r.memberOf(x, name); v != nil {
					found = v
				}
			}
		}
		r.depth--
	}
	return found
}

// rewriting finds assignments to the documentation of functions, and to the description of those that are tools, which change at
// run time what is read here.
func (r *reader) rewriting() {
	binds := slices.Clone(r.u.Binds)
	for _, e := range r.u.Calls {
		if p := positional(e); e.Name == "setattr" && e.Recv == nil && len(p) == 3 && p[0].Kind == syntax.Ref && p[1].Kind == syntax.Literal && p[1].Text.Value == "__doc__" {
			binds = append(binds, &syntax.Bind{Name: p[0].Name + ".__doc__", Value: p[2], Scope: e.Scope, Span: e.Span})
		}
	}
	for _, b := range binds {
		if b.Value == nil {
			continue
		}
		path, doc := strings.CutSuffix(b.Name, ".__doc__")
		if !doc {
			var desc bool
			if path, desc = strings.CutSuffix(b.Name, ".description"); !desc || isSelf[path] {
				continue
			}
			for _, f := range r.callable(r.follow(b.Scope, path)) {
				if a, _ := r.registering(f.Attrs); a != nil {
					r.rewrites[f] = append(r.rewrites[f], b)
					r.rewrittenAt(b.Span, "description", path)
				}
			}
			continue
		}
		if path == "self" || path == "cls" {
			continue
		}
		r.rewrittenAt(b.Span, "docstring", path)
		fs := r.callable(r.follow(b.Scope, path))
		if len(fs) == 0 {
			fs = r.methods[last(path)]
		}
		for _, f := range fs {
			r.rewrites[f] = append(r.rewrites[f], b)
		}
	}
}

// rewrittenAt notes that code rewrites a text.
func (r *reader) rewrittenAt(span source.Span, what, path string) {
	r.m.notes = append(r.m.notes, Note{Span: span, Text: "the " + what + " of " + last(path) + " is rewritten at run time"})
}

// later adds to a definition that b gives a name the descriptions that it is given afterwards: tool.description = "...",
// tool.description += "...", tool.update({description: "..."}).
func (r *reader) later(en *entry, b *syntax.Bind) {
	if b == nil || b.Name == "" {
		return
	}
	same := func(scope *syntax.Scope) bool {
		return strings.Contains(b.Name, ".") || slices.Contains(r.lookup(scope, b.Name).binds, b)
	}
	for _, d := range r.paths[b.Name+".description"] {
		if d.Value == nil || !same(d.Scope) || !r.spend(2) {
			continue
		}
		before := len(en.descs)
		r.fill(en, "description", d.Value)
		if len(en.descs) > before {
			if d.Adds && before > 0 {
				en.descs[before].value = en.descs[before-1].value.then(en.descs[before].value)
			}
			r.rewrittenAt(d.Span, "description", b.Name)
		}
	}
	for _, e := range r.updates[b.Name] {
		if !same(e.Scope) || !r.spend(2) {
			continue
		}
		if o := r.objectOf(e.Positional(0)); o != nil {
			if v := r.memberOf(o, "description"); v != nil {
				r.fill(en, "description", v)
				r.claimed[o] = true
				r.rewrittenAt(e.Span, "description", b.Name)
				if t := r.eval(v); !t.known() && !t.wished() {
					r.m.gaps = append(r.m.gaps, gap{span: e.Span, text: changedUnknown(b.Name)})
				}
			}
		}
	}
}
