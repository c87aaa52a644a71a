package sdk

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// A registration may take name and text from parameters or loop variables. It is then read once per call of the function and per element of
// the list, with the argument or element in the place of the parameter or variable.

const (
	// maxInstances bounds how often the registrations of one file are read so, maxFrames how many loops and functions are around one.
	maxInstances = 4000
	maxFrames    = 8
	// MaxOpen bounds the expressions that are looked through for parameters.
	MaxOpen = 200
)

// instances reads the registrations in functions and loops that are not definitions by themselves.
func (r *objects) instances() {
	in := &instancer{r: r, unresolved: map[any]bool{}, fuel: r.Budget()}
	r.Instancer = in

	for _, e := range r.Unit.Calls {
		if r.Claimed[e] || !r.Spend(1) || static.Asserted(e) || r.InTest(e.Span.Start) {
			continue
		}
		if e.Name == "" && e.Recv != nil && e.Recv.Kind == syntax.Call {
			if !r.Claimed[e.Recv] && r.AttributeKind(e.Recv) != "" {
				in.read(e, func() { r.applied(e) }, e, e.Recv)
			}
			continue
		}
		if kind := r.CallKind(e); kind != "" && len(e.Args) > 0 {
			in.read(e, func() { r.call(e, kind) }, e)
		} else if outermost(e) && e.Recv != nil && e.Recv.Kind == syntax.Call && builderKey(e.Name) == "build" {
			in.read(e, func() { r.chain(e) }, e)
		}
	}
	for _, e := range r.postponed {
		if kind := r.CallKind(e); kind != "" && !r.Claimed[e] {
			r.call(e, kind)
		}
	}
	for _, o := range r.Unit.Objects {
		t := traitsOf(o)
		if !r.Claimed[o] && r.Spend(1) && t.description && (t.schema || KindOf(ident.Last(o.Name)) != "" || r.container(o) != "") && !r.InTest(o.Span.Start) {
			in.read(o, func() { r.objectEntry(o) }, o)
		}
	}
}

// instancer reads registrations with the values of their parameters.
type instancer struct {
	r *objects
	// unresolved are the functions and loops whose arguments are not known.
	unresolved map[any]bool
	// Callers are the calls of each function of the file, iterators the calls that are passed it as a value; nil before they are asked for.
	Callers   map[*syntax.Func][]*syntax.Expr
	Iterators map[*syntax.Func]*syntax.Expr
	// derived are the classes of the file by what they are derived from, constructions the calls that make objects of a class.
	derived       map[string][]*syntax.Class
	constructions map[string][]*syntax.Expr
	made          int
	// fuel bounds the work, apart from that on the file.
	fuel int
	// sites are the places of the values of the parameters, the innermost last.
	sites []source.Span
}

// read reads e, which try makes a definition of, for all that its parameters may be. What try claims besides is given back in between.
func (in *instancer) read(e *syntax.Expr, try func(), claims ...*syntax.Expr) {
	r := in.r
	r.Fuel, in.fuel = in.fuel, r.Fuel
	defer func() { r.Fuel, in.fuel = in.fuel, r.Fuel }()
	if in.nextUnresolved(e) == nil {
		return
	}
	remember := r.Forget()
	r.Env = map[any]*syntax.Expr{}
	made := false
	in.expand(e, 0, func() {
		before := len(r.Result.Definitions)
		for _, c := range claims {
			r.Claimed[c] = false
		}
		if in.made++; in.made > maxInstances {
			r.Result.Truncated = true
			return
		}
		try()
		// Without a name nothing is registered.
		r.Result.Definitions = append(r.Result.Definitions[:before], slices.DeleteFunc(r.Result.Definitions[before:], func(p *Definition) bool {
			name := p.Def.Get("name")
			return name == nil || !name.Value.Known()
		})...)
		for _, p := range r.Result.Definitions[before:] {
			if n := len(in.sites); n > 0 {
				p.Span, p.Def.Span = in.sites[n-1], in.sites[n-1]
			}
			p.Head = source.Span{}
		}
		made = made || len(r.Result.Definitions) > before
	})
	r.Env = nil
	remember()
	for _, c := range claims {
		r.Claimed[c] = made
	}
}

// expand calls read once for all that the functions and loops around e may be given.
func (in *instancer) expand(e *syntax.Expr, depth int, read func()) {
	r := in.r
	if depth > maxFrames || in.made > maxInstances || !r.Spend(20) {
		return
	}
	v := in.nextUnresolved(e)
	if v == nil {
		if len(r.Env) > 0 {
			r.Forget()
			read()
		}
		return
	}
	given, shut := in.given(v)
	if shut {
		in.unresolved[v] = true
		in.expand(e, depth+1, read)
		delete(in.unresolved, v)
		return
	}
	for _, g := range given {
		if in.isDefinition(g) {
			continue
		}
		for k, x := range g.values {
			r.Env[k] = x
		}
		r.Forget()
		in.sites = append(in.sites, g.site)
		in.expand(e, depth+1, read)
		in.sites = in.sites[:len(in.sites)-1]
		for k := range g.values {
			delete(r.Env, k)
		}
	}
}

// frame holds the values of the parameters of a function, or of what a loop takes.
type frame struct {
	values map[any]*syntax.Expr
	site   source.Span
	call   *syntax.Expr
}

// isDefinition reports whether what is given is a definition by itself.
func (in *instancer) isDefinition(g frame) bool {
	settled := in.r.Claimed[g.call]
	for _, x := range g.values {
		settled = settled || x != nil && (x.Kind == syntax.Object || x.Kind == syntax.Call) && in.r.Claimed[x]
	}
	return settled
}

// given lists the arguments of a function or loop, or reports that they are not known.
func (in *instancer) given(v any) (out []frame, shut bool) {
	switch v := v.(type) {
	case *syntax.Expr:
		items, ok := in.r.Elements(v.Recv, 0)
		if in.r.quirks.classNames && !slices.ContainsFunc(items, func(x *syntax.Expr) bool { return x.Kind != syntax.Ref && x.Kind != syntax.Index }) {
			return nil, true // names of classes are not texts
		}
		for _, x := range items {
			out = append(out, frame{values: map[any]*syntax.Expr{v: x}, site: x.Span})
		}
		return out, !ok
	case *syntax.Func:
		in.Index()
		if c := in.Iterators[v]; c != nil {
			items, ok := in.r.Elements(c.Recv, 0)
			for _, x := range items {
				args := []*syntax.Expr{x}
				if x.Kind == syntax.List && len(v.Params) > 1 && in.r.quirks.unpacked {
					args = x.Items
				}
				out = append(out, frame{values: in.r.Passed(v, args, nil), site: x.Span})
			}
			return out, !ok
		}
		for _, c := range in.Callers[v] {
			out = append(out, frame{values: in.r.Passed(v, static.Positional(c), c), site: c.Span, call: c})
		}
		return out, len(out) == 0
	case *syntax.Class:
		out = in.objects(v)
		return out, len(out) == 0
	}
	return nil, true
}

// objects lists what a method may find in the object it belongs to: that of each class of the file that is derived from its own, with what
// this hands to the constructor, and each that is made of its own.
func (in *instancer) objects(c *syntax.Class) (out []frame) {
	r := in.r
	in.Index()
	init := static.Constructor(c)
	as := func(own *syntax.Class, call *syntax.Expr, site source.Span) {
		values := map[any]*syntax.Expr{}
		if init != nil && call != nil {
			values = r.Passed(init, static.Positional(call), call)
			delete(values, init)
		}
		values[c] = &syntax.Expr{Kind: syntax.Ref, Name: own.Name, Span: own.NameSpan, Scope: own.Scope}
		out = append(out, frame{values: values, site: site, call: call})
	}
	for _, own := range in.derived[c.Name] {
		if own != c && !r.classDone[own] && len(out) < static.MaxAlts*static.MaxAlts {
			as(own, r.supers()[own], own.NameSpan)
		}
	}
	for _, e := range in.constructions[c.Name] {
		if len(out) < static.MaxAlts*static.MaxAlts && r.ClassNamed(e.Scope, e.Name) == c {
			as(c, e, e.Span)
		}
	}
	return out
}

func (in *instancer) Index() {
	if in.Callers != nil {
		return
	}
	r := in.r
	in.Callers, in.Iterators = map[*syntax.Func][]*syntax.Expr{}, map[*syntax.Func]*syntax.Expr{}
	in.derived, in.constructions = map[string][]*syntax.Class{}, map[string][]*syntax.Expr{}
	for _, c := range r.Unit.Classes {
		for _, b := range c.Bases {
			in.derived[ident.Last(b)] = append(in.derived[ident.Last(b)], c)
		}
	}
	for _, c := range r.Unit.Calls {
		if !r.Spend(1) {
			return
		}
		if c.Recv == nil && ident.IsUpper(ident.FirstByte(c.Name)) {
			in.constructions[c.Name] = append(in.constructions[c.Name], c)
		}
		if static.IteratorNames[ident.Key(c.Name)] && c.Recv != nil {
			for i := range c.Args {
				if v := c.Args[i].Value; v != nil && v.Kind == syntax.Lambda && v.Fn != nil {
					in.Iterators[v.Fn] = c
				}
			}
		}
		fs := r.Called(c)
		if len(fs) == 0 && c.Recv != nil && c.Name != "" && (c.Recv.Kind != syntax.Ref || r.Imports[ident.Head(c.Recv.Name)].From == "") {
			if fs = r.Methods[c.Name]; len(fs) == 0 {
				fs = r.Unit.Root.Funcs(c.Name) // an extension, or a method outside of its type
			}
			if len(fs) != 1 {
				fs = nil
			}
		}
		for _, f := range fs {
			if len(in.Callers[f]) < maxInstances {
				in.Callers[f] = append(in.Callers[f], c)
			}
		}
	}
}

// nextUnresolved returns a function, loop or class that e takes values from and that has none yet, or nil.
func (in *instancer) nextUnresolved(e *syntax.Expr) any {
	left := MaxOpen
	for x, n := e, 0; x != nil && (x == e || x.Kind == syntax.Call && n < 50); x, n = x.Recv, n+1 {
		for _, a := range syntax.Values(x.Args) {
			if v := in.UnresolvedIn(a, &left, 0); v != nil {
				return v
			}
		}
	}
	return nil
}

func (in *instancer) UnresolvedIn(e *syntax.Expr, left *int, depth int) any {
	r := in.r
	if *left--; e == nil || *left < 0 || depth > static.MaxDepth || !r.Spend(1) {
		return nil
	}
	var parts []*syntax.Expr
	switch e.Kind {
	case syntax.Lambda, syntax.Literal, syntax.Scalar:
		return nil
	case syntax.Ref:
		h := ident.Head(e.Name)
		if static.IsSelf[h] {
			return in.objectClass(e, h != e.Name)
		}
		n := r.Lookup(e.Scope, h)
		if n.Param != nil && n.Scope.Func != nil && r.Env[n.Scope.Func] == nil && !in.unresolved[n.Scope.Func] && !in.bound(n.Scope.Func) {
			return n.Scope.Func
		}
		if n.Scope != nil && n.Scope != r.Unit.Root || len(n.Binds) == 1 {
			for _, b := range n.Binds[:min(len(n.Binds), 4)] {
				if b.Value != e {
					parts = append(parts, b.Value)
				}
			}
		}
	case syntax.Index:
		if x := r.Env[e]; x != nil {
			return in.UnresolvedIn(x, left, depth+1)
		}
		fallthrough
	default:
		if c := in.objectClass(e, e.Kind == syntax.Call && (e.Recv == nil && len(e.Args) == 0 || e.Recv != nil && static.IsSelf[e.Recv.Name])); c != nil {
			return c
		}
		parts = slices.Concat([]*syntax.Expr{e.Recv}, syntax.Values(e.Args), e.Items)
	}
	for _, x := range parts {
		if v := in.UnresolvedIn(x, left, depth+1); v != nil {
			return v
		}
	}
	if e.IsEach() && !in.unresolved[e] {
		return e
	}
	return nil
}

// objectClass returns the class whose object e takes something of, or nil.
func (in *instancer) objectClass(e *syntax.Expr, takes bool) any {
	c := static.ClassAround(e.Scope)
	if !takes || c == nil || c.Name == "" || in.unresolved[c] || in.r.Env[c] != nil {
		return nil
	}
	in.Index()
	if e.Kind == syntax.Call && e.Recv == nil && method(c, e.Name) == nil || len(in.derived[c.Name])+len(in.constructions[c.Name]) == 0 {
		return nil
	}
	return c
}

// bound reports whether some parameters of a function have values already.
func (in *instancer) bound(f *syntax.Func) bool {
	if _, ok := in.r.Env[f]; ok {
		return true
	}
	for i := range f.Params {
		if _, ok := in.r.Env[&f.Params[i]]; ok {
			return true
		}
	}
	return false
}
