package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// maxDepth bounds how far one name leads to another.
const maxDepth = 40

// Resolver finds what the names, members and calls of one file stand for.
type Resolver struct {
	u *syntax.Unit
	f *source.File
	// fuel bounds the work on the file: every step takes some. depth is how far names have led.
	fuel, depth int
	// cut is set when there was no fuel left.
	cut bool

	// byName are the assignments to each plain name, in all scopes; paths those to members, by their path: self.description.
	byName, paths map[string][]*syntax.Bind
	// bindOf and lambdas are the assignments that an expression or a function is the value of.
	bindOf  map[*syntax.Expr]*syntax.Bind
	lambdas map[*syntax.Func]*syntax.Bind
	// imports are the names that other files bring, by their name here; methods the functions of all classes by name.
	imports map[string]syntax.Import
	methods map[string][]*syntax.Func
	// inScope are the calls of a scope where classes or values are made of calls.
	inScope map[*syntax.Scope][]*syntax.Expr
	// writes are what is appended to a name, b.WriteString("..."), updates the calls of a method that changes what a name means.
	writes, updates map[string][]*syntax.Expr
	// byKey are the members of objects that were asked for one.
	byKey map[*syntax.Expr]*members
	// stepping are the members that are being looked for.
	stepping map[stepAt]bool
	// env holds the values of parameters and of what loops take while an instance of a registration is read.
	env map[any]*syntax.Expr
	// fills are as in filled.
	fills map[string]*syntax.Expr
	// given are the documents that the file loads, by their names, wants the names of those that it was read without.
	given map[string]*source.Node
	wants []string
	// loadedBy are the calls that load the values of documents.
	loadedBy map[*syntax.Expr]*syntax.Expr
	// derefs and callees are what was found before, under the values of env. A nil list may be being found out.
	derefs  map[*syntax.Expr][]*syntax.Expr
	callees map[*syntax.Expr][]*syntax.Func
	// text is the text of an expression, document the value of the document that a call loads.
	text     func(*syntax.Expr) value
	document func(*syntax.Expr) *syntax.Expr
}

// Evaluator finds the texts that the expressions of one file evaluate to.
type Evaluator struct {
	*Resolver
	// cycles counts how often a name led back to itself.
	cycles int
	// memo are the values that were found before, under the values of env; busy are the names that are being evaluated, with what is known of
	// each so far.
	memo map[*syntax.Expr]value
	busy map[bound]value
}

// bound is a name in a scope.
type bound struct {
	scope *syntax.Scope
	name  string
}

// NewEvaluator returns the evaluator of a file that loads the given documents.
func NewEvaluator(u *syntax.Unit, given map[string]*source.Node) *Evaluator {
	r := &Resolver{
		u: u, f: u.File, byName: map[string][]*syntax.Bind{}, paths: map[string][]*syntax.Bind{},
		bindOf: make(map[*syntax.Expr]*syntax.Bind, len(u.Binds)), lambdas: map[*syntax.Func]*syntax.Bind{},
		imports: map[string]syntax.Import{}, methods: map[string][]*syntax.Func{}, inScope: map[*syntax.Scope][]*syntax.Expr{},
		writes: map[string][]*syntax.Expr{}, updates: map[string][]*syntax.Expr{}, byKey: map[*syntax.Expr]*members{},
		stepping: map[stepAt]bool{}, given: given, loadedBy: map[*syntax.Expr]*syntax.Expr{},
	}
	r.fuel = r.budget()
	r.index()
	e := &Evaluator{Resolver: r}
	e.Forget()
	d := &documents{Evaluator: e, values: map[loaded]*syntax.Expr{}}
	r.text, r.document = e.eval, d.document
	e.computedKeys()
	return e
}

// Forget drops what was found out of expressions, which is something else with other values for parameters. The function that it returns
// brings it back.
func (r *Evaluator) Forget() func() {
	memo, busy, derefs, callees := r.memo, r.busy, r.derefs, r.callees
	r.memo, r.busy = map[*syntax.Expr]value{}, map[bound]value{}
	r.derefs, r.callees = map[*syntax.Expr][]*syntax.Expr{}, map[*syntax.Expr][]*syntax.Func{}
	return func() { r.memo, r.busy, r.derefs, r.callees = memo, busy, derefs, callees }
}

// index notes where names are assigned, members written and methods declared.
func (r *Resolver) index() {
	u := r.u
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
		r.imports[cmp.Or(i.As, i.Name, i.From[strings.LastIndexAny(i.From, "./:")+1:])] = i
	}
	for _, e := range u.Calls {
		r.indexCall(e)
	}
}

// Schemas makes the schemas that the expressions and classes of one file stand for.
type Schemas struct {
	*Evaluator
	// shortened counts how often the schema of a class was left out; short is set when a bound left something out of a value.
	shortened int
	short     bool
	// classSchemas are the schemas of classes, inProgress those that are being made.
	classSchemas map[*syntax.Class]*draft
	inProgress   map[*syntax.Class]bool
	// schemas are those that were made before, under the values of parameters.
	schemas map[*syntax.Expr]*draft
}

// Functions makes the schemas of what functions take and return.
type Functions struct{ *Schemas }

// NewSchemas returns the schemas of a file.
func NewSchemas(e *Evaluator) *Functions {
	return &Functions{&Schemas{Evaluator: e, classSchemas: map[*syntax.Class]*draft{}, inProgress: map[*syntax.Class]bool{}, schemas: map[*syntax.Expr]*draft{}}}
}

// Forget is Evaluator.Forget, for schemas too.
func (r *Schemas) Forget() func() {
	schemas, back := r.schemas, r.Evaluator.Forget()
	r.schemas = map[*syntax.Expr]*draft{}
	return func() { back(); r.schemas = schemas }
}

// reader keeps what the recognisers of one file find.
type reader struct {
	*Functions
	m *Module
	// params is set when the parameters of exported functions are wanted.
	params bool
	// rewrites are the assignments to the documentation of functions.
	rewrites map[*syntax.Func][]*syntax.Bind
	// claimed are what a definition was made of, classDone the classes that are definitions already.
	claimed   map[*syntax.Expr]bool
	classDone map[*syntax.Class]bool
	// incomplete are what would be definitions but for a name and text that come from elsewhere.
	incomplete []*syntax.Expr
	// tests are the parts of the file that are tests.
	tests []source.Span
	// instancer reads the instances of registrations; it is nil until all others are known.
	instancer *instancer
	// postponed are calls that are given more arguments than stand in them.
	postponed []*syntax.Expr
}

// The recognisers, each of which may use those before it.
type (
	calls   struct{ *reader }
	classes struct {
		*calls
		// superOf are the calls of supers, once they are asked for.
		superOf map[*syntax.Class]*syntax.Expr
	}
	attributes struct{ *classes }
	objects    struct {
		*classes
		// toolTables says how many members of an object look like tools.
		toolTables map[*syntax.Expr]int
	}
	servers struct {
		*objects
		// instructed are the objects whose instructions are taken.
		instructed map[*syntax.Expr]bool
	}
	gradio   struct{ *calls }
	exporter struct{ *reader }
	sweeper  struct{ *reader }
)

func newReader(m *Module, u *syntax.Unit, given map[string]*source.Node) *reader {
	return &reader{
		Functions: NewSchemas(NewEvaluator(u, given)), m: m, rewrites: map[*syntax.Func][]*syntax.Bind{}, claimed: map[*syntax.Expr]bool{}, classDone: map[*syntax.Class]bool{},
	}
}

// indexCall notes a call that changes what a name means, or that a class or value is made of.
func (r *Resolver) indexCall(e *syntax.Expr) {
	if s := e.Scope; e.Recv == nil && s != nil {
		switch r.u.Lang {
		case lex.Ruby, lex.Elixir:
			if s.Class != nil {
				r.inScope[s] = append(r.inScope[s], e)
			}
		case lex.Kotlin:
			if s.Func != nil {
				r.inScope[s] = append(r.inScope[s], e)
			}
		}
	}
	if e.Recv == nil || e.Recv.Kind != syntax.Ref || len(e.Args) == 0 {
		return
	}
	name := e.Recv.Name
	if e.Name == "update" && len(e.Args) == 1 {
		r.updates[name] = append(r.updates[name], e)
	}
	if !writeNames[e.Name] || len(r.writes[name]) >= 256 || asserted(e) {
		return
	}
	for _, v := range syntax.Values(e.Args) {
		if v.Kind != syntax.Object && v.Kind != syntax.Lambda {
			r.writes[name] = append(r.writes[name], v)
		}
	}
}

var writeNames = wordset.Of("WriteString append push write Append AppendLine appendLine push_str")

func (r *Resolver) budget() int {
	u, more := r.u, 0
	for _, n := range r.given {
		more += documentFuel * countNodes(n, 0)
	}
	return more + 50_000 + 20*(len(u.Calls)+len(u.Objects)+len(u.Literals)+len(u.Binds)+len(u.Funcs))
}

// computedKeys names the members whose key is an expression with one known value: {[KEY]: "..."}.
func (r *Evaluator) computedKeys() {
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

// enterFuel is the fuel of one step further down.
const enterFuel = 4

// enter takes fuel for one step further down, from which leave comes back. It reports false where there is none left, or no more depth.
func (r *Resolver) enter() bool {
	if r.depth >= maxDepth || !r.spend(enterFuel) {
		return false
	}
	r.depth++
	return true
}

func (r *Resolver) leave() { r.depth-- }

// spend takes fuel; it reports false when there is none left.
func (r *Resolver) spend(n int) bool {
	if r.fuel -= n; r.fuel < 0 {
		r.cut = true
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
func (r *Resolver) memberOf(o *syntax.Expr, name string) *syntax.Expr {
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

// collectRewrites finds assignments to the documentation of functions, and to the description of those that are tools.
func (r *reader) collectRewrites() {
	binds := slices.Clip(r.u.Binds)
	for _, e := range r.u.Calls {
		if e.Name != "setattr" || e.Recv != nil {
			continue
		}
		if p := positional(e); len(p) == 3 && p[0].Kind == syntax.Ref && p[1].Kind == syntax.Literal && p[1].Text.Value == "__doc__" {
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

func (r *reader) rewrittenAt(span source.Span, what, path string) {
	r.m.notes = append(r.m.notes, Note{Span: span, Text: "the " + what + " of " + last(path) + " is rewritten at run time"})
}

// laterDescriptions adds to a definition that b gives a name the descriptions that it is given afterwards: tool.description = "...",
// tool.description += "...", tool.update({description: "..."}).
func (r *reader) laterDescriptions(en *entry, b *syntax.Bind) {
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
				if t := r.eval(v); !t.known() && !t.isReference() {
					r.m.gaps = append(r.m.gaps, gap{span: e.Span, text: changedUnknown(b.Name)})
				}
			}
		}
	}
}
