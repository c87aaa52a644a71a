package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// A registration may take name and text from parameters or loop variables. It is then read once per call of the function and per element of
// the list, with the argument or element in the place of the parameter or variable.

const (
	// maxInstances bounds how often the registrations of one file are read so, maxFrames how many loops and functions are around one.
	maxInstances = 4000
	maxFrames    = 8
	// maxOpen bounds the expressions that are looked through for parameters.
	maxOpen = 200
)

// instances reads what stands in functions and loops and was not a definition by itself.
func (r *objects) instances() {
	in := &instancer{r: r, unresolved: map[any]bool{}, fuel: r.budget()}
	r.instancer = in

	for _, e := range r.u.Calls {
		if r.claimed[e] || !r.spend(1) || asserted(e) || r.inTest(e.Span.Start) {
			continue
		}
		if e.Name == "" && e.Recv != nil && e.Recv.Kind == syntax.Call {
			if !r.claimed[e.Recv] && r.attributeKind(e.Recv) != "" {
				in.read(e, func() { r.applied(e) }, e, e.Recv)
			}
			continue
		}
		if kind := r.callKind(e); kind != "" && len(e.Args) > 0 {
			in.read(e, func() { r.call(e, kind) }, e)
		} else if outermost(e) && e.Recv != nil && e.Recv.Kind == syntax.Call && builderKey(e.Name) == "build" {
			in.read(e, func() { r.chain(e) }, e)
		}
	}
	for _, e := range r.postponed {
		if kind := r.callKind(e); kind != "" && !r.claimed[e] {
			r.call(e, kind)
		}
	}
	for _, o := range r.u.Objects {
		t := traitsOf(o)
		if !r.claimed[o] && r.spend(1) && t.description && (t.schema || kindOf(last(o.Name)) != "" || r.container(o) != "") && !r.inTest(o.Span.Start) {
			in.read(o, func() { r.objectEntry(o) }, o)
		}
	}
}

// instancer reads registrations with the values of their parameters.
type instancer struct {
	r *objects
	// unresolved are the functions and loops of which it is not known what they are given.
	unresolved map[any]bool
	// callers are the calls of each function of the file, iterators the calls that are passed it as a value; nil before they are asked for.
	callers   map[*syntax.Func][]*syntax.Expr
	iterators map[*syntax.Func]*syntax.Expr
	// derived are the classes of the file by what they are derived from, constructions the calls that make objects of a class.
	derived       map[string][]*syntax.Class
	constructions map[string][]*syntax.Expr
	made          int
	// fuel bounds the work beside what the file is read with.
	fuel int
	// sites are the places of the values of the parameters, the innermost last.
	sites []source.Span
}

// read reads e, which try makes a definition of, for all that its parameters may be. What try claims besides is given back in between.
func (in *instancer) read(e *syntax.Expr, try func(), claims ...*syntax.Expr) {
	r := in.r
	r.fuel, in.fuel = in.fuel, r.fuel
	defer func() { r.fuel, in.fuel = in.fuel, r.fuel }()
	if in.nextUnresolved(e) == nil {
		return
	}
	remember := r.Forget()
	r.env = map[any]*syntax.Expr{}
	made := false
	in.expand(e, 0, func() {
		before := len(r.m.unlinked)
		for _, c := range claims {
			r.claimed[c] = false
		}
		if in.made++; in.made > maxInstances {
			r.m.Cut = true
			return
		}
		try()
		// What has no name is not what is registered.
		r.m.unlinked = append(r.m.unlinked[:before], slices.DeleteFunc(r.m.unlinked[before:], func(p *pending) bool {
			name := p.def.get("name")
			return name == nil || !name.value.known()
		})...)
		for _, p := range r.m.unlinked[before:] {
			if n := len(in.sites); n > 0 {
				p.span, p.def.span = in.sites[n-1], in.sites[n-1]
			}
			p.head = source.Span{}
		}
		made = made || len(r.m.unlinked) > before
	})
	r.env = nil
	remember()
	for _, c := range claims {
		r.claimed[c] = made
	}
}

// expand calls read once for all that the functions and loops around e may be given.
func (in *instancer) expand(e *syntax.Expr, depth int, read func()) {
	r := in.r
	if depth > maxFrames || in.made > maxInstances || !r.spend(20) {
		return
	}
	v := in.nextUnresolved(e)
	if v == nil {
		if len(r.env) > 0 {
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
			r.env[k] = x
		}
		r.Forget()
		in.sites = append(in.sites, g.site)
		in.expand(e, depth+1, read)
		in.sites = in.sites[:len(in.sites)-1]
		for k := range g.values {
			delete(r.env, k)
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
	settled := in.r.claimed[g.call]
	for _, x := range g.values {
		settled = settled || x != nil && (x.Kind == syntax.Object || x.Kind == syntax.Call) && in.r.claimed[x]
	}
	return settled
}

// given lists what a function or loop is given, or says that it is not known.
func (in *instancer) given(v any) (out []frame, shut bool) {
	switch v := v.(type) {
	case *syntax.Expr:
		items, ok := in.r.elements(v.Recv, 0)
		if in.r.u.Lang == lex.PHP && !slices.ContainsFunc(items, func(x *syntax.Expr) bool { return x.Kind != syntax.Ref && x.Kind != syntax.Index }) {
			return nil, true // names of classes are not texts
		}
		for _, x := range items {
			out = append(out, frame{values: map[any]*syntax.Expr{v: x}, site: x.Span})
		}
		return out, !ok
	case *syntax.Func:
		in.index()
		if c := in.iterators[v]; c != nil {
			items, ok := in.r.elements(c.Recv, 0)
			for _, x := range items {
				args := []*syntax.Expr{x}
				if x.Kind == syntax.List && len(v.Params) > 1 && in.r.u.Lang == lex.Ruby {
					args = x.Items
				}
				out = append(out, frame{values: in.r.passed(v, args, nil), site: x.Span})
			}
			return out, !ok
		}
		for _, c := range in.callers[v] {
			out = append(out, frame{values: in.r.passed(v, positional(c), c), site: c.Span, call: c})
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
	in.index()
	init := constructor(c)
	as := func(own *syntax.Class, call *syntax.Expr, site source.Span) {
		values := map[any]*syntax.Expr{}
		if init != nil && call != nil {
			values = r.passed(init, positional(call), call)
			delete(values, init)
		}
		values[c] = &syntax.Expr{Kind: syntax.Ref, Name: own.Name, Span: own.NameSpan, Scope: own.Scope}
		out = append(out, frame{values: values, site: site, call: call})
	}
	for _, own := range in.derived[c.Name] {
		if own != c && !r.classDone[own] && len(out) < maxAlts*maxAlts {
			as(own, r.supers()[own], own.NameSpan)
		}
	}
	for _, e := range in.constructions[c.Name] {
		if len(out) < maxAlts*maxAlts && r.classNamed(e.Scope, e.Name) == c {
			as(c, e, e.Span)
		}
	}
	return out
}

var constructors = wordset.Of("__init__ constructor initialize __construct init")

func constructor(c *syntax.Class) *syntax.Func {
	for _, f := range c.Methods {
		if constructors[f.Name] || f.Name == c.Name {
			return f
		}
	}
	return nil
}

func (r *Resolver) passed(f *syntax.Func, args []*syntax.Expr, call *syntax.Expr) map[any]*syntax.Expr {
	out := map[any]*syntax.Expr{}
	at := 0
	for i := range f.Params {
		p := &f.Params[i]
		switch {
		case i == 0 && f.Class != nil && isSelf[p.Name]:
		case call != nil && r.before(p.NameSpan, "**"):
			all := &syntax.Expr{Kind: syntax.Object, Span: call.Span, Scope: call.Scope}
			for k := range call.Args {
				if a := call.Args[k]; a.Name != "" && paramNamed(f.Params, a.Name) == nil {
					all.Args = append(all.Args, a)
				}
			}
			out[p] = all
		case call != nil && r.before(p.NameSpan, "..."):
			out[p] = &syntax.Expr{Kind: syntax.List, Items: args[min(at, len(args)):], Span: call.Span, Scope: call.Scope}
		case p.Of > 0:
			if p.Of <= len(args) && p.Part != "" {
				if ts := r.steps([]target{{expr: args[p.Of-1]}}, p.Part); len(ts) > 0 && ts[0].expr != nil {
					out[p] = ts[0].expr
				}
			}
		case call.Arg(p.Name) != nil:
			out[p] = call.Arg(p.Name)
		case at < len(args):
			out[p] = args[at]
			at++
		case p.Default != nil:
			out[p] = p.Default
		}
	}
	if len(out) == 0 {
		out[f] = nil // it is looked at once
	}
	return out
}

// before reports whether a mark stands in front of a name: that of a parameter which takes all that others do not.
func (r *Resolver) before(name source.Span, mark string) bool {
	return strings.HasSuffix(string(r.f.Data[max(0, name.Start-len(mark)):name.Start]), mark)
}

var iteratorNames = wordset.Of("foreach map flatmap each foreachindexed filtermap collect select mapto eachwithindex mapnotnull compactmap oneach")

func (in *instancer) index() {
	if in.callers != nil {
		return
	}
	r := in.r
	in.callers, in.iterators = map[*syntax.Func][]*syntax.Expr{}, map[*syntax.Func]*syntax.Expr{}
	in.derived, in.constructions = map[string][]*syntax.Class{}, map[string][]*syntax.Expr{}
	for _, c := range r.u.Classes {
		for _, b := range c.Bases {
			in.derived[last(b)] = append(in.derived[last(b)], c)
		}
	}
	for _, c := range r.u.Calls {
		if !r.spend(1) {
			return
		}
		if c.Recv == nil && isUpper(firstByte(c.Name)) {
			in.constructions[c.Name] = append(in.constructions[c.Name], c)
		}
		if iteratorNames[key(c.Name)] && c.Recv != nil {
			for i := range c.Args {
				if v := c.Args[i].Value; v != nil && v.Kind == syntax.Lambda && v.Fn != nil {
					in.iterators[v.Fn] = c
				}
			}
		}
		fs := r.called(c)
		if len(fs) == 0 && c.Recv != nil && c.Name != "" && (c.Recv.Kind != syntax.Ref || r.imports[head(c.Recv.Name)].From == "") {
			if fs = r.methods[c.Name]; len(fs) == 0 {
				fs = r.u.Root.Funcs(c.Name) // an extension, or a method beside its type
			}
			if len(fs) != 1 {
				fs = nil
			}
		}
		for _, f := range fs {
			if len(in.callers[f]) < maxInstances {
				in.callers[f] = append(in.callers[f], c)
			}
		}
	}
}

// nextUnresolved returns a function whose parameters e is made of, or any one of several values, of which it was not said yet what it is; or nil.
func (in *instancer) nextUnresolved(e *syntax.Expr) any {
	left := maxOpen
	for x, n := e, 0; x != nil && (x == e || x.Kind == syntax.Call && n < 50); x, n = x.Recv, n+1 {
		for _, a := range syntax.Values(x.Args) {
			if v := in.unresolvedIn(a, &left, 0); v != nil {
				return v
			}
		}
	}
	return nil
}

func (in *instancer) unresolvedIn(e *syntax.Expr, left *int, depth int) any {
	r := in.r
	if *left--; e == nil || *left < 0 || depth > maxDepth || !r.spend(1) {
		return nil
	}
	var parts []*syntax.Expr
	switch e.Kind {
	case syntax.Lambda, syntax.Literal, syntax.Scalar:
		return nil
	case syntax.Ref:
		h := head(e.Name)
		if isSelf[h] {
			return in.objectClass(e, h != e.Name)
		}
		n := r.lookup(e.Scope, h)
		if n.param != nil && n.scope.Func != nil && r.env[n.scope.Func] == nil && !in.unresolved[n.scope.Func] && !in.bound(n.scope.Func) {
			return n.scope.Func
		}
		if n.scope != nil && n.scope != r.u.Root || len(n.binds) == 1 {
			for _, b := range n.binds[:min(len(n.binds), 4)] {
				if b.Value != e {
					parts = append(parts, b.Value)
				}
			}
		}
	case syntax.Index:
		if x := r.env[e]; x != nil {
			return in.unresolvedIn(x, left, depth+1)
		}
		fallthrough
	default:
		if c := in.objectClass(e, e.Kind == syntax.Call && (e.Recv == nil && len(e.Args) == 0 || e.Recv != nil && isSelf[e.Recv.Name])); c != nil {
			return c
		}
		parts = slices.Concat([]*syntax.Expr{e.Recv}, syntax.Values(e.Args), e.Items)
	}
	for _, x := range parts {
		if v := in.unresolvedIn(x, left, depth+1); v != nil {
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
	c := classAround(e.Scope)
	if !takes || c == nil || c.Name == "" || in.unresolved[c] || in.r.env[c] != nil {
		return nil
	}
	in.index()
	if e.Kind == syntax.Call && e.Recv == nil && method(c, e.Name) == nil || len(in.derived[c.Name])+len(in.constructions[c.Name]) == 0 {
		return nil
	}
	return c
}

// bound reports whether some parameters of a function stand for something already.
func (in *instancer) bound(f *syntax.Func) bool {
	if _, ok := in.r.env[f]; ok {
		return true
	}
	for i := range f.Params {
		if _, ok := in.r.env[&f.Params[i]]; ok {
			return true
		}
	}
	return false
}
