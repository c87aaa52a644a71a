package code

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// target is what a name stands for.
type target struct {
	expr  *syntax.Expr
	fn    *syntax.Func
	class *syntax.Class
	// bind is the assignment that gave expr.
	bind *syntax.Bind
}

// names are what one scope knows of a name.
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
func (r *reader) lookup(scope *syntax.Scope, name string) names {
	for s, n := scope, 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		out := names{binds: s.Binds(name), funcs: s.Funcs(name), classes: s.Classes(name), scope: s}
		if s.Func != nil {
			out.param = paramNamed(s.Func.Params, name)
			if v := r.env[out.param]; v != nil && out.param != nil {
				out.binds, out.param = []*syntax.Bind{{Name: name, Value: v, Scope: s}}, nil
			}
		}
		if s.Class != nil && s != scope && r.u.Lang == lex.Python {
			// The body of a class is no scope for its methods; what they mean by a name is further out.
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

// classAround returns the class that scope is in, or nil.
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

// isSelf tells whether the name is that of the object or class a method belongs to.
var isSelf = wordset.Of("self this cls $this static Self super self() @")

// stepAt is a member of an expression.
type stepAt struct {
	expr *syntax.Expr
	name string
}

// follow returns what a path stands for in the file, without evaluating it.
func (r *reader) follow(scope *syntax.Scope, path string) []target {
	if !r.enter(4) {
		return nil
	}
	defer r.leave()
	head, rest := split(path)
	if self := isSelf[head]; self || strings.HasPrefix(head, "@") {
		if c := classAround(scope); c != nil && (!self || rest != "") {
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
	return r.steps(n.targets(), rest)
}

// bindTargets are what assignments give.
func bindTargets(binds []*syntax.Bind) (out []target) {
	for _, b := range binds {
		if b.Value != nil && len(out) < maxAlts {
			out = append(out, target{expr: b.Value, bind: b})
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

// steps goes from targets along a path of members.
func (r *reader) steps(from []target, path string) []target {
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

// step goes from a target to its member of that name.
func (r *reader) step(t target, name string) []target {
	if r.depth >= maxDepth || !r.spend(4) {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch {
	case t.class != nil:
		return r.members(t.class, name, 0)
	case t.fn != nil || t.expr == nil:
		return nil
	}
	at := stepAt{t.expr, name}
	if r.stepping[at] {
		return nil
	}
	r.stepping[at] = true
	defer delete(r.stepping, at)
	switch e := t.expr; e.Kind {
	case syntax.Literal, syntax.Concat:
		switch name {
		case "value", "Value", "rawValue", "name", "text":
			return []target{t}
		}
	case syntax.Object:
		if v := r.memberOf(e, name); v != nil {
			return []target{{expr: v}}
		}
		if c := r.classNamed(e.Scope, e.Name); c != nil {
			return r.members(c, name, 0)
		}
	case syntax.List:
		if v := itemAt(e, name); v != nil {
			return []target{{expr: v}}
		}
	case syntax.Ref, syntax.Index, syntax.Choice:
		var out []target
		for _, x := range r.deref(e) {
			if x != e {
				out = append(out, r.step(target{expr: x}, name)...)
			}
		}
		return out
	case syntax.Call:
		if n := r.lookup(e.Scope, e.Name); e.Name != "" && len(n.classes) > 0 {
			if v := constructed(e, n.classes[0], name); v != nil {
				return []target{{expr: v}}
			}
			return r.members(n.classes[0], name, 0)
		}
		for i := range e.Args {
			if v := e.Args[i].Value; v != nil && v.Kind == syntax.Object && e.Args[i].Name == "" {
				if m := r.memberOf(v, name); m != nil {
					return []target{{expr: m}}
				}
			}
		}
		if v := e.Arg(name); v != nil {
			return []target{{expr: v}}
		}
	}
	return nil
}

// classNamed returns the class of that path in the file, or nil.
func (r *reader) classNamed(scope *syntax.Scope, path string) *syntax.Class {
	if path == "" {
		return nil
	}
	if n := r.lookup(scope, last(path)); len(n.classes) > 0 {
		return n.classes[0]
	}
	return nil
}

// members returns what a class, or one it is derived from, has under a name.
func (r *reader) members(c *syntax.Class, name string, up int) []target {
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
