package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// maxDepth bounds how far one name leads to another.
const maxDepth = 40

// reader recognises what one file defines.
type reader struct {
	// memo, derefs and callees are what was found out of expressions; a nil list may be being found out. bindOf is the assignment that an
	// expression is the value of, claimed what a definition was made of.
	*tables
	m *Module
	u *syntax.Unit
	f *source.File
	// fuel bounds the work on the file: every step takes some.
	fuel  int
	depth int
	// cycles counts how often a name led back to itself.
	cycles int
	// byName are the assignments to each plain name, in all scopes, once assignedTo was asked for one.
	byName map[string][]*syntax.Bind
	// shortened counts how often the schema of a class was left out.
	shortened int
	// methodsKnown is set when methods are listed.
	methodsKnown bool
	// large are the members of objects that have many.
	large map[*syntax.Expr]*members
	// short is set when a bound left something out of a value.
	short bool
	// sums are the hashes of large values that names stand for.
	sums map[*syntax.Expr]string
}

// bound is a name in a scope.
type bound struct {
	scope *syntax.Scope
	name  string
}

func newReader(m *Module, u *syntax.Unit) *reader {
	r := &reader{
		m: m, u: u, f: u.File,
		fuel:   50_000 + 20*(len(u.Calls)+len(u.Objects)+len(u.Literals)+len(u.Binds)+len(u.Funcs)),
		tables: newTables(u.Len()),
	}
	for _, b := range u.Binds {
		if b.Value != nil {
			r.bindOf.set(b.Value, b)
			if b.Value.Kind == syntax.Lambda && b.Value.Fn != nil {
				r.lambdas[b.Value.Fn] = b
			}
		}
		if strings.Contains(b.Name, ".") {
			r.paths[b.Name] = append(r.paths[b.Name], b)
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

// methodsOf returns the functions of all classes that have that name.
func (r *reader) methodsOf(name string) []*syntax.Func {
	if !r.methodsKnown {
		r.methodsKnown = true
		for _, c := range r.u.Classes {
			for _, f := range c.Methods {
				r.methods[f.Name] = append(r.methods[f.Name], f)
			}
		}
	}
	return r.methods[name]
}

// assignedTo returns the assignments to a plain name, in all scopes.
func (r *reader) assignedTo(name string) []*syntax.Bind {
	if r.byName == nil {
		r.byName = map[string][]*syntax.Bind{}
		for _, b := range r.u.Binds {
			if !strings.Contains(b.Name, ".") {
				r.byName[b.Name] = append(r.byName[b.Name], b)
			}
		}
	}
	return r.byName[name]
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

// spend takes fuel; it reports false when there is none left.
func (r *reader) spend(n int) bool {
	if r.fuel -= n; r.fuel < 0 {
		r.m.Cut = true
		return false
	}
	return true
}

// memberOf returns the value an object has under a key, also by way of what is spread into it.
func (r *reader) memberOf(o *syntax.Expr, name string) *syntax.Expr {
	k := key(name)
	var found *syntax.Expr
	if len(o.Args) > manyMembers {
		return r.memberAmong(o, name)
	}
	for i := range o.Args {
		a := &o.Args[i]
		switch {
		case a.Spread && found == nil && a.Value != nil && r.depth < maxDepth && r.spend(2):
			r.depth++
			for _, x := range r.deref(a.Value) {
				if x.Kind == syntax.Object && x != o {
					if v := r.memberOf(x, name); v != nil {
						found = v
					}
				}
			}
			r.depth--
		case !a.Spread && a.Value != nil && a.Name != "" && (a.Name == name || key(a.Name) == k):
			found = a.Value
		}
	}
	return found
}

// manyMembers is from how many members on an object is looked through once, and not for every name that it is asked for.
const manyMembers = 32

// members are those of one object: the last value of each key, and what is spread into it.
type members struct {
	last    map[string]*syntax.Expr
	spreads []*syntax.Expr
}

// memberAmong is memberOf for an object with many members.
func (r *reader) memberAmong(o *syntax.Expr, name string) *syntax.Expr {
	m := r.large[o]
	if m == nil {
		m = &members{last: map[string]*syntax.Expr{}}
		for i := range o.Args {
			switch a := &o.Args[i]; {
			case a.Value == nil:
			case a.Spread:
				m.spreads = append(m.spreads, a.Value)
			case a.Name != "":
				m.last[key(a.Name)] = a.Value
			}
		}
		if r.large == nil {
			r.large = map[*syntax.Expr]*members{}
		}
		r.large[o] = m
	}
	if v := m.last[key(name)]; v != nil {
		return v
	}
	var found *syntax.Expr
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
