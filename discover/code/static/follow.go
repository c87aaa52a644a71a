package static

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wordset"
)

// Target is what a name leads to: an expression, a function or a class.
type Target struct {
	Expr  *syntax.Expr
	Fn    *syntax.Func
	Class *syntax.Class
}

// Names is what one scope knows of a name.
type Names struct {
	Binds   []*syntax.Bind
	Param   *syntax.Param
	funcs   []*syntax.Func
	classes []*syntax.Class
	Scope   *syntax.Scope
}

// Any reports whether the scope knows the name.
func (n Names) Any() bool {
	return len(n.Binds) > 0 || n.Param != nil || len(n.funcs) > 0 || len(n.classes) > 0
}

// Lookup returns what the innermost scope that knows a name knows of it.
func (r *Resolver) Lookup(scope *syntax.Scope, name string) Names {
	for s, n := scope, 0; s != nil && n < 200; s, n = s.Parent, n+1 {
		out := Names{Binds: s.Binds(name), funcs: s.Funcs(name), classes: s.Classes(name), Scope: s}
		if s.Func != nil {
			out.Param = paramNamed(s.Func.Params, name)
			if v := r.Env[out.Param]; v != nil && out.Param != nil {
				out.Binds, out.Param = []*syntax.Bind{{Name: name, Value: v, Scope: s}}, nil
			}
		}
		if s.Class != nil && s != scope && r.Unit.Lang == lex.Python {
			// The body of a class is not a scope for its methods; what they mean by a name is further out.
			continue
		}
		if out.Any() {
			return out
		}
		if s.Class != nil {
			if out.Param = paramNamed(s.Class.Params, name); out.Param != nil {
				return out
			}
		}
	}
	return Names{}
}

func paramNamed(params []syntax.Param, name string) *syntax.Param {
	if i := slices.IndexFunc(params, func(p syntax.Param) bool { return p.Name == name }); i >= 0 {
		return &params[i]
	}
	return nil
}

// ClassAround returns the innermost class that a scope is in, or nil.
func ClassAround(scope *syntax.Scope) *syntax.Class {
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

// IsSelf says whether the name is that of the object or class a method belongs to.
var IsSelf = wordset.Of("self this cls $this static Self super self() @")

type stepAt struct {
	expr *syntax.Expr
	name string
}

// Follow returns what a path means in the file, without evaluating it.
func (r *Resolver) Follow(scope *syntax.Scope, path string) []Target {
	if !r.Enter() {
		return nil
	}
	defer r.Leave()
	head, rest := ident.Split(path)
	if self := IsSelf[head]; self || strings.HasPrefix(head, "@") {
		c := r.ownClass(scope)
		if self && c != nil {
			if t := r.ofClassItself(c, scope, rest); t != nil {
				return t
			}
		}
		if c != nil && (!self || rest != "") {
			if self {
				head, rest = ident.Split(rest)
			}
			return r.steps(r.Members(c, head, 0), rest)
		} else if self {
			return nil
		}
	}
	if rest != "" {
		if out := bindTargets(r.Paths[path]); len(out) > 0 {
			return out
		}
	}
	n := r.Lookup(scope, head)
	if len(r.Env) > 0 && n.Scope != nil && n.Scope.Class != nil && r.Env[n.Scope.Class] != nil {
		return r.steps(r.Members(r.ownClass(n.Scope), head, 0), rest)
	}
	out := n.targets()
	if c := r.Filled()[head]; len(out) == 0 && r.Document(c) != nil {
		out = []Target{{Expr: c}}
	}
	return r.steps(out, rest)
}

// ownClass is the class whose object the code at a scope belongs to: the one around it, or the derived one that it is read for.
func (r *Resolver) ownClass(scope *syntax.Scope) *syntax.Class {
	c := ClassAround(scope)
	if x := r.Env[c]; c != nil && x != nil {
		return cmp.Or(r.ClassNamed(x.Scope, x.Name), c)
	}
	return c
}

// ofClassItself returns the class of an object, or its name or documentation, once it is known which of the derived ones that is.
func (r *Resolver) ofClassItself(c *syntax.Class, scope *syntax.Scope, path string) []Target {
	if r.Env[ClassAround(scope)] == nil {
		return nil
	}
	switch strings.TrimPrefix(path, "__class__.") {
	case "":
		return []Target{{Class: c}}
	case "__name__", "constructor.name":
		text := source.VerbatimText(r.File, c.NameSpan)
		return []Target{{Expr: &syntax.Expr{Kind: syntax.Literal, Text: text, Span: c.NameSpan, Scope: c.Scope}}}
	case "__doc__":
		if c.Doc != nil {
			return []Target{{Expr: c.Doc}}
		}
	}
	return nil
}

func bindTargets(binds []*syntax.Bind) (out []Target) {
	for _, b := range binds {
		if b.Value != nil && len(out) < MaxAlts {
			out = append(out, Target{Expr: b.Value})
		}
	}
	return out
}

func (n Names) targets() []Target {
	// A name that is assigned to very often is asked for very often, too.
	const mostBinds = 1000
	out := bindTargets(n.Binds[:min(len(n.Binds), mostBinds)])
	if n.Param != nil && n.Param.Default != nil {
		out = append(out, Target{Expr: n.Param.Default})
	}
	for _, f := range n.funcs {
		out = append(out, Target{Fn: f})
	}
	for _, c := range n.classes {
		out = append(out, Target{Class: c})
	}
	return out[:min(len(out), MaxAlts)]
}

func (r *Resolver) steps(from []Target, path string) []Target {
	for path != "" && len(from) > 0 {
		var part string
		part, path = ident.Split(path)
		var next []Target
		for _, t := range from {
			if len(next) < MaxAlts {
				next = append(next, r.step(t, part)...)
			}
		}
		from = next
	}
	return from[:min(len(from), MaxAlts)]
}

func (r *Resolver) step(t Target, name string) []Target {
	at := stepAt{t.Expr, name}
	if t.Fn != nil || t.Expr == nil && t.Class == nil || r.stepping[at] || !r.Enter() {
		return nil
	}
	defer r.Leave()
	if t.Class != nil {
		return r.Members(t.Class, name, 0)
	}
	r.stepping[at] = true
	defer delete(r.stepping, at)
	var v *syntax.Expr
	c := (*syntax.Class)(nil)
	switch e := t.Expr; e.Kind {
	case syntax.Literal, syntax.Concat:
		switch name {
		case "value", "Value", "rawValue", "name", "text":
			return []Target{t}
		}
	case syntax.Object:
		v, c = r.MemberOf(e, name), r.ClassNamed(e.Scope, e.Name)
	case syntax.List:
		v = cmp.Or(itemAt(e, name), r.fieldByPosition(e, name))
	case syntax.Ref, syntax.Index, syntax.Choice:
		var out []Target
		for _, x := range r.Deref(e) {
			if x != e {
				out = append(out, r.step(Target{Expr: x}, name)...)
			}
		}
		return out
	case syntax.Call:
		if d := r.Document(e); d != nil {
			return r.step(Target{Expr: d}, name)
		}
		if n := r.Lookup(e.Scope, e.Name); e.Name != "" && len(n.classes) > 0 {
			c = n.classes[0]
			v = constructed(e, c, name)
			break
		}
		for i := range e.Args {
			if o := e.Args[i].Value; v == nil && o != nil && o.Kind == syntax.Object && e.Args[i].Name == "" {
				v = r.MemberOf(o, name)
			}
		}
		v = cmp.Or(v, e.Arg(name))
	}
	switch {
	case v != nil:
		return []Target{{Expr: v}}
	case c != nil:
		return r.Members(c, name, 0)
	}
	return nil
}

// ClassNamed returns the class of the file that a path leads to, or nil.
func (r *Resolver) ClassNamed(scope *syntax.Scope, path string) *syntax.Class {
	if path == "" {
		return nil
	}
	if n := r.Lookup(scope, ident.Last(path)); len(n.classes) > 0 {
		return n.classes[0]
	}
	return nil
}

// Members returns what a class, or one it is derived from, has under a name.
func (r *Resolver) Members(c *syntax.Class, name string, up int) []Target {
	var binds []*syntax.Bind
	for _, b := range c.Members {
		if b.Name == name {
			binds = append(binds, b)
		}
	}
	for _, self := range []string{"self.", "this.", "$this."} {
		for _, b := range r.Paths[self+name] {
			if ClassAround(b.Scope) == c {
				binds = append(binds, b)
			}
		}
	}
	out := bindTargets(binds)
	for _, f := range c.Methods {
		if f.Name == name && len(out) < MaxAlts {
			out = append(out, Target{Fn: f})
		}
	}
	if len(out) == 0 && c.Scope != nil {
		for _, k := range c.Scope.Classes(name) {
			out = append(out, Target{Class: k})
		}
	}
	if len(out) == 0 && up < 5 {
		for _, base := range c.Bases {
			if b := r.ClassNamed(c.Scope, base); b != nil && b != c {
				return r.Members(b, name, up+1)
			}
		}
	}
	return out
}

// Value is the expression that a target is, or the first that it returns.
func (t Target) Value() *syntax.Expr {
	if t.Fn != nil && len(t.Fn.Returns) > 0 {
		return t.Fn.Returns[0]
	}
	return t.Expr
}
