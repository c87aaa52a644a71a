// Package static evaluates the code of one file without running it: which expressions a name, member or call stands for, and which texts
// an expression may be. What another file has to tell is left as a hole with a Reference. It knows the languages and no SDK.
package static

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// MaxDepth bounds how far one name leads to another.
const MaxDepth = 40

// Resolver finds what the names, members and calls of one file stand for.
type Resolver struct {
	Unit *syntax.Unit
	File *source.File
	// Fuel bounds the work on the file: every step takes some. depth is how far names have led.
	Fuel, Depth int
	// OutOfFuel is set when there was no fuel left.
	OutOfFuel bool

	// byName are the assignments to each plain name, in all scopes; paths those to members, by their path: self.description.
	byName, Paths map[string][]*syntax.Bind
	// BindOf and lambdas are the assignments that an expression or a function is the value of.
	BindOf  map[*syntax.Expr]*syntax.Bind
	Lambdas map[*syntax.Func]*syntax.Bind
	// Imports are the names that other files bring, by their name here; methods the functions of all classes by name.
	Imports map[string]syntax.Import
	Methods map[string][]*syntax.Func
	// InScope are the calls of a scope where classes or values are made of calls.
	InScope map[*syntax.Scope][]*syntax.Expr
	// Writes are the expressions that are appended to a name, b.WriteString("..."), Updates the calls of update on one.
	Writes, Updates map[string][]*syntax.Expr
	// byKey are the members of objects that were asked for one.
	byKey map[*syntax.Expr]*members
	// stepping are the members that are being looked for.
	stepping map[stepAt]bool
	// Env holds the values of parameters and of what loops take while an instance of a registration is read.
	Env map[any]*syntax.Expr
	// fills are as in filled.
	fills map[string]*syntax.Expr
	// given are the documents that the file loads, by their names, wants the names of those that it was read without.
	given map[string]*source.Node
	Wants []string
	// LoadedBy are the calls that load the values of documents.
	LoadedBy map[*syntax.Expr]*syntax.Expr
	// derefs and callees are the results so far under the values of Env. A nil list may be in the making.
	derefs  map[*syntax.Expr][]*syntax.Expr
	callees map[*syntax.Expr][]*syntax.Func
	// text is the text of an expression, document the value of the document that a call loads.
	text     func(*syntax.Expr) Value
	Document func(*syntax.Expr) *syntax.Expr
}

// Evaluator finds the texts that the expressions of one file evaluate to.
type Evaluator struct {
	*Resolver
	// cycles counts how often a name led back to itself.
	cycles int
	// memo are the values that were found before, under the values of env; busy are the names that are being evaluated, with what is known of
	// each so far.
	memo map[*syntax.Expr]Value
	busy map[bound]Value
}

// bound is a name in a scope.
type bound struct {
	scope *syntax.Scope
	name  string
}

// New returns the evaluator of a file that loads the given documents.
func New(u *syntax.Unit, given map[string]*source.Node) *Evaluator {
	r := &Resolver{
		Unit: u, File: u.File, byName: map[string][]*syntax.Bind{}, Paths: map[string][]*syntax.Bind{},
		BindOf: make(map[*syntax.Expr]*syntax.Bind, len(u.Binds)), Lambdas: map[*syntax.Func]*syntax.Bind{},
		Imports: map[string]syntax.Import{}, Methods: map[string][]*syntax.Func{}, InScope: map[*syntax.Scope][]*syntax.Expr{},
		Writes: map[string][]*syntax.Expr{}, Updates: map[string][]*syntax.Expr{}, byKey: map[*syntax.Expr]*members{},
		stepping: map[stepAt]bool{}, given: given, LoadedBy: map[*syntax.Expr]*syntax.Expr{},
	}
	r.Fuel = r.Budget()
	r.index()
	e := &Evaluator{Resolver: r}
	e.Forget()
	d := &documents{Evaluator: e, values: map[loaded]*syntax.Expr{}}
	r.text, r.Document = e.Eval, d.document
	e.computedKeys()
	return e
}

// Forget drops what was found out of expressions, which is something else with other values for parameters. The function that it returns
// brings it back.
func (r *Evaluator) Forget() func() {
	memo, busy, derefs, callees := r.memo, r.busy, r.derefs, r.callees
	r.memo, r.busy = map[*syntax.Expr]Value{}, map[bound]Value{}
	r.derefs, r.callees = map[*syntax.Expr][]*syntax.Expr{}, map[*syntax.Expr][]*syntax.Func{}
	return func() { r.memo, r.busy, r.derefs, r.callees = memo, busy, derefs, callees }
}

// index notes where names are assigned, members written and methods declared.
func (r *Resolver) index() {
	u := r.Unit
	for _, b := range u.Binds {
		if b.Value != nil {
			r.BindOf[b.Value] = b
			if b.Value.Kind == syntax.Lambda && b.Value.Fn != nil {
				r.Lambdas[b.Value.Fn] = b
			}
		}
		if strings.Contains(b.Name, ".") {
			r.Paths[b.Name] = append(r.Paths[b.Name], b)
		} else if u.Lang == lex.JavaScript {
			r.byName[b.Name] = append(r.byName[b.Name], b)
		}
	}
	for _, c := range u.Classes {
		for _, f := range c.Methods {
			r.Methods[f.Name] = append(r.Methods[f.Name], f)
		}
	}
	for _, i := range u.Imports {
		r.Imports[cmp.Or(i.As, i.Name, i.From[strings.LastIndexAny(i.From, "./:")+1:])] = i
	}
	for _, e := range u.Calls {
		r.indexCall(e)
	}
}

// indexCall notes a call that changes what a name means, or that a class or value is made of.
func (r *Resolver) indexCall(e *syntax.Expr) {
	if s := e.Scope; e.Recv == nil && s != nil {
		switch r.Unit.Lang {
		case lex.Ruby, lex.Elixir:
			if s.Class != nil {
				r.InScope[s] = append(r.InScope[s], e)
			}
		case lex.Kotlin:
			if s.Func != nil {
				r.InScope[s] = append(r.InScope[s], e)
			}
		}
	}
	if e.Recv == nil || e.Recv.Kind != syntax.Ref || len(e.Args) == 0 {
		return
	}
	name := e.Recv.Name
	if e.Name == "update" && len(e.Args) == 1 {
		r.Updates[name] = append(r.Updates[name], e)
	}
	if !writeNames[e.Name] || len(r.Writes[name]) >= 256 || Asserted(e) {
		return
	}
	for _, v := range syntax.Values(e.Args) {
		if v.Kind != syntax.Object && v.Kind != syntax.Lambda {
			r.Writes[name] = append(r.Writes[name], v)
		}
	}
}

var writeNames = wordset.Of("WriteString append push write Append AppendLine appendLine push_str")

// Budget is the fuel for one reading of the file.
func (r *Resolver) Budget() int {
	u, more := r.Unit, 0
	for _, n := range r.given {
		more += documentFuel * CountNodes(n, 0)
	}
	return more + 50_000 + 20*(len(u.Calls)+len(u.Objects)+len(u.Literals)+len(u.Binds)+len(u.Funcs))
}

// computedKeys names the members whose key is an expression with one known value: {[KEY]: "..."}.
func (r *Evaluator) computedKeys() {
	for _, o := range r.Unit.Objects {
		for i := range o.Args {
			if a := &o.Args[i]; a.Computed && a.Key != nil && a.Name == "" && r.Spend(2) {
				if s, ok := r.Eval(a.Key).Static(); ok {
					a.Name = s
				}
			}
		}
	}
}

// enterFuel is the fuel of one step further down.
const enterFuel = 4

// Enter takes fuel for one step further down, from which leave comes back. It reports false where there is none left, or no more depth.
func (r *Resolver) Enter() bool {
	if r.Depth >= MaxDepth || !r.Spend(enterFuel) {
		return false
	}
	r.Depth++
	return true
}

// Leave comes back from a step of Enter.
func (r *Resolver) Leave() { r.Depth-- }

// Spend takes fuel; it reports false when there is none left.
func (r *Resolver) Spend(n int) bool {
	if r.Fuel -= n; r.Fuel < 0 {
		r.OutOfFuel = true
		return false
	}
	return true
}

// members are those of one object: the last value of each key, and what is spread into it.
type members struct {
	last    map[string]*syntax.Expr
	spreads []*syntax.Expr
}

// MemberOf returns the value an object has under a key, also by way of what is spread into it.
func (r *Resolver) MemberOf(o *syntax.Expr, name string) *syntax.Expr {
	m := r.byKey[o]
	if m == nil {
		m = &members{last: make(map[string]*syntax.Expr, len(o.Args))}
		for i := range o.Args {
			switch a := &o.Args[i]; {
			case a.Value == nil:
			case a.Spread:
				m.spreads = append(m.spreads, a.Value)
			case a.Name != "":
				m.last[ident.Key(a.Name)] = a.Value
			}
		}
		r.byKey[o] = m
	}
	found := m.last[ident.Key(name)]
	for _, s := range m.spreads {
		if found != nil || r.Depth >= MaxDepth || !r.Spend(2) {
			break
		}
		r.Depth++
		for _, x := range r.Deref(s) {
			if x.Kind == syntax.Object && x != o {
				if v := r.MemberOf(x, name); v != nil {
					found = v
				}
			}
		}
		r.Depth--
	}
	return found
}
