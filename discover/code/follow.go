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

type target struct {
	expr  *syntax.Expr
	fn    *syntax.Func
	class *syntax.Class
}

type names struct {
	binds   []*syntax.Bind
	param   *syntax.Param
	funcs   []*syntax.Func
	classes []*syntax.Class
	scope   *syntax.Scope
}

func (n names) any() bool {
	return len(n.binds) > 0 || n.param != nil || len(n.funcs) > 0 || len(n.classes) > 0
}

// lookup returns what the innermost scope that knows a name knows of it.
func (r *Resolver) lookup(scope *syntax.Scope, name string) names {
	for s, n := scope, 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		out := names{binds: s.Binds(name), funcs: s.Funcs(name), classes: s.Classes(name), scope: s}
		if s.Func != nil {
			out.param = paramNamed(s.Func.Params, name)
			if v := r.env[out.param]; v != nil && out.param != nil {
				out.binds, out.param = []*syntax.Bind{{Name: name, Value: v, Scope: s}}, nil
			}
		}
		if s.Class != nil && s != scope && r.u.Lang == lex.Python {
			// The body of a class is not a scope for its methods; what they mean by a name is further out.
			continue
		}
		if out.any() {
			return out
		}
		if s.Class != nil {
			if out.param = paramNamed(s.Class.Params, name); out.param != nil {
				return out
			}
		}
	}
	return names{}
}

func paramNamed(params []syntax.Param, name string) *syntax.Param {
	if i := slices.IndexFunc(params, func(p syntax.Param) bool { return p.Name == name }); i >= 0 {
		return &params[i]
	}
	return nil
}

func classAround(scope *syntax.Scope) *syntax.Class {
	for s, n := scope, 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		if s.Class != nil {
			return s.Class
		}
		if s.Func != nil && s.Func.Class != nil {
			return s.Func.Class
		}
	}
	return nil
}

// isSelf says whether the name is that of the object or class a method belongs to.
var isSelf = wordset.Of("self this cls $this static Self super self() @")

type stepAt struct {
	expr *syntax.Expr
	name string
}

// follow returns what a path means in the file, without evaluating it.
func (r *Resolver) follow(scope *syntax.Scope, path string) []target {
	if !r.enter() {
		return nil
	}
	defer r.leave()
	head, rest := split(path)
	if self := isSelf[head]; self || strings.HasPrefix(head, "@") {
		c := r.ownClass(scope)
		if self && c != nil {
			if t := r.ofClassItself(c, scope, rest); t != nil {
				return t
			}
		}
		if c != nil && (!self || rest != "") {
			if self {
				head, rest = split(rest)
			}
			return r.steps(r.members(c, head, 0), rest)
		} else if self {
			return nil
		}
	}
	if rest != "" {
		if out := bindTargets(r.paths[path]); len(out) > 0 {
			return out
		}
	}
	n := r.lookup(scope, head)
	if len(r.env) > 0 && n.scope != nil && n.scope.Class != nil && r.env[n.scope.Class] != nil {
		return r.steps(r.members(r.ownClass(n.scope), head, 0), rest)
	}
	out := n.targets()
	if c := r.filled()[head]; len(out) == 0 && r.document(c) != nil {
		out = []target{{expr: c}}
	}
	return r.steps(out, rest)
}

// ownClass is the class whose object the code at a scope belongs to: the one around it, or the derived one that it is read for.
func (r *Resolver) ownClass(scope *syntax.Scope) *syntax.Class {
	c := classAround(scope)
	if x := r.env[c]; c != nil && x != nil {
		return cmp.Or(r.classNamed(x.Scope, x.Name), c)
	}
	return c
}

// ofClassItself returns the class of an object, or its name or documentation, once it is known which of the derived ones that is.
func (r *Resolver) ofClassItself(c *syntax.Class, scope *syntax.Scope, path string) []target {
	if r.env[classAround(scope)] == nil {
		return nil
	}
	switch strings.TrimPrefix(path, "__class__.") {
	case "":
		return []target{{class: c}}
	case "__name__", "constructor.name":
		text := source.VerbatimText(r.f, c.NameSpan)
		return []target{{expr: &syntax.Expr{Kind: syntax.Literal, Text: text, Span: c.NameSpan, Scope: c.Scope}}}
	case "__doc__":
		if c.Doc != nil {
			return []target{{expr: c.Doc}}
		}
	}
	return nil
}

func bindTargets(binds []*syntax.Bind) (out []target) {
	for _, b := range binds {
		if b.Value != nil && len(out) < maxAlts {
			out = append(out, target{expr: b.Value})
		}
	}
	return out
}

func (n names) targets() []target {
	// A name that is assigned to very often is asked for very often, too.
	const mostBinds = 1000
	out := bindTargets(n.binds[:min(len(n.binds), mostBinds)])
	if n.param != nil && n.param.Default != nil {
		out = append(out, target{expr: n.param.Default})
	}
	for _, f := range n.funcs {
		out = append(out, target{fn: f})
	}
	for _, c := range n.classes {
		out = append(out, target{class: c})
	}
	return out[:min(len(out), maxAlts)]
}

func (r *Resolver) steps(from []target, path string) []target {
	for path != "" && len(from) > 0 {
		var part string
		part, path = split(path)
		var next []target
		for _, t := range from {
			if len(next) < maxAlts {
				next = append(next, r.step(t, part)...)
			}
		}
		from = next
	}
	return from[:min(len(from), maxAlts)]
}

func (r *Resolver) step(t target, name string) []target {
	at := stepAt{t.expr, name}
	if t.fn != nil || t.expr == nil && t.class == nil || r.stepping[at] || !r.enter() {
		return nil
	}
	defer r.leave()
	if t.class != nil {
		return r.members(t.class, name, 0)
	}
	r.stepping[at] = true
	defer delete(r.stepping, at)
	var v *syntax.Expr
	c := (*syntax.Class)(nil)
	switch e := t.expr; e.Kind {
	case syntax.Literal, syntax.Concat:
		switch name {
		case "value", "Value", "rawValue", "name", "text":
			return []target{t}
		}
	case syntax.Object:
		v, c = r.memberOf(e, name), r.classNamed(e.Scope, e.Name)
	case syntax.List:
		v = cmp.Or(itemAt(e, name), r.fieldByPosition(e, name))
	case syntax.Ref, syntax.Index, syntax.Choice:
		var out []target
		for _, x := range r.deref(e) {
			if x != e {
				out = append(out, r.step(target{expr: x}, name)...)
			}
		}
		return out
	case syntax.Call:
		if d := r.document(e); d != nil {
			return r.step(target{expr: d}, name)
		}
		if n := r.lookup(e.Scope, e.Name); e.Name != "" && len(n.classes) > 0 {
			c = n.classes[0]
			v = constructed(e, c, name)
			break
		}
		for i := range e.Args {
			if o := e.Args[i].Value; v == nil && o != nil && o.Kind == syntax.Object && e.Args[i].Name == "" {
				v = r.memberOf(o, name)
			}
		}
		v = cmp.Or(v, e.Arg(name))
	}
	switch {
	case v != nil:
		return []target{{expr: v}}
	case c != nil:
		return r.members(c, name, 0)
	}
	return nil
}

func (r *Resolver) classNamed(scope *syntax.Scope, path string) *syntax.Class {
	if path == "" {
		return nil
	}
	if n := r.lookup(scope, last(path)); len(n.classes) > 0 {
		return n.classes[0]
	}
	return nil
}

// members returns what a class, or one it is derived from, has under a name.
func (r *Resolver) members(c *syntax.Class, name string, up int) []target {
	var binds []*syntax.Bind
	for _, b := range c.Members {
		if b.Name == name {
			binds = append(binds, b)
		}
	}
	for _, self := range []string{"self.", "this.", "$this."} {
		for _, b := range r.paths[self+name] {
			if classAround(b.Scope) == c {
				binds = append(binds, b)
			}
		}
	}
	out := bindTargets(binds)
	for _, f := range c.Methods {
		if f.Name == name && len(out) < maxAlts {
			out = append(out, target{fn: f})
		}
	}
	if len(out) == 0 && c.Scope != nil {
		for _, k := range c.Scope.Classes(name) {
			out = append(out, target{class: k})
		}
	}
	if len(out) == 0 && up < 5 {
		for _, base := range c.Bases {
			if b := r.classNamed(c.Scope, base); b != nil && b != c {
				return r.members(b, name, up+1)
			}
		}
	}
	return out
}
