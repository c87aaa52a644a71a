package static

import (
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// Transparent are functions that give back their first argument.
var Transparent = wordset.Of(`
	freeze Some Ok Box Arc cast deepFreeze Ptr ptr assertType identity structuredClone vec! of asList listOf mapOf List list tuple dict json! readonly
	unmodifiableList Map`)

// Deref returns the expressions that e leads to through names, choices and functions that change nothing.
func (r *Resolver) Deref(e *syntax.Expr) []*syntax.Expr {
	if e == nil || r.Depth >= MaxDepth || !r.Spend(2) {
		return nil
	}
	if out, ok := r.derefs[e]; ok {
		return out
	}
	r.derefs[e] = nil
	r.Depth++
	out := r.derefKind(e)
	r.Depth--
	r.derefs[e] = out
	return out
}

func (r *Resolver) derefKind(e *syntax.Expr) []*syntax.Expr {
	var out []*syntax.Expr
	more := func(x *syntax.Expr) {
		if len(out) < MaxAlts {
			out = append(out, r.Deref(x)...)
		}
	}
	switch e.Kind {
	case syntax.Ref, syntax.Index:
		for _, t := range r.TargetsOf(e) {
			if t.Expr != nil && t.Expr != e {
				more(t.Expr)
			}
		}
	case syntax.Choice:
		for _, x := range e.Items {
			more(x)
		}
	case syntax.Call:
		if d := r.Document(e); d != nil {
			return []*syntax.Expr{d}
		}
		if Transparent[e.Name] && len(e.Args) > 0 && e.Args[0].Name == "" && e.Args[0].Value != nil {
			if v := e.Args[0].Value; v.Kind == syntax.Object || v.Kind == syntax.List || v.Kind == syntax.Ref {
				more(v)
				return out
			}
		}
		for _, f := range r.Called(e) {
			for _, x := range f.Returns {
				switch d := r.Document(x); {
				case len(f.Returns) > 4:
				case d != nil:
					out = append(out, d)
				case x.Kind == syntax.Object || x.Kind == syntax.List:
					out = append(out, x)
				}
			}
		}
		if len(out) == 0 {
			out = append(out, e)
		}
	default:
		out = append(out, e)
	}
	return out[:min(len(out), MaxAlts)]
}

// TargetsOf returns what a name or an Index leads to.
func (r *Resolver) TargetsOf(e *syntax.Expr) []Target {
	if e.Kind == syntax.Ref {
		return r.Follow(e.Scope, e.Name)
	}
	return r.Indexed(e)
}

// Indexed returns what an Index leads to: a member by literal key, or all members when the key is not known.
func (r *Resolver) Indexed(e *syntax.Expr) []Target {
	switch x := r.Env[e]; {
	case e.Recv == nil:
		return nil
	case x != nil:
		return []Target{{Expr: x}}
	case e.Name != "":
		return r.step(Target{Expr: e.Recv}, e.Name)
	case len(e.Items) != 1:
		return nil
	}
	k := e.Items[0]
	var out []Target
	put := func(v *syntax.Expr) {
		if v != nil && len(out) < MaxAlts {
			out = append(out, Target{Expr: v})
		}
	}
	for _, o := range r.Deref(e.Recv) {
		switch {
		case o.Kind == syntax.Object && k.Kind != syntax.Scalar:
			if s, ok := r.text(k).Static(); ok {
				put(r.MemberOf(o, s))
				continue
			}
			for i := range o.Args {
				put(o.Args[i].Value)
			}
		case o.Kind == syntax.List && k.Kind == syntax.Scalar:
			n := parseIndex(strings.TrimLeft(k.Text.Value, "- \t"))
			around := r.brackets(e, k)
			if around == "[-]" {
				n = len(o.Items) - n // counted from the end
			}
			if n >= 0 && n < len(o.Items) && (around == "[]" || around == "[-]") { // else several elements
				put(o.Items[n])
			}
		}
	}
	return out
}

// brackets returns the brackets around a key as they are written, without white space.
func (r *Resolver) brackets(e, k *syntax.Expr) string {
	from, to := e.Recv.Span.End, e.Span.End
	if from > k.Span.Start || k.Span.End > to || k.Span.Start-from > 32 || to-k.Span.End > 32 {
		return ""
	}
	before := strings.TrimPrefix(strings.Join(strings.Fields(string(r.File.Data[from:k.Span.Start])), ""), "?.")
	if s := string(r.File.Data[k.Span.Start:k.Span.End]); strings.HasPrefix(s, "-") {
		before += "-"
	}
	return before + strings.Join(strings.Fields(string(r.File.Data[k.Span.End:to])), "")
}

func parseIndex(s string) int {
	n, err := strconv.ParseUint(s, 10, 20)
	if err != nil {
		return -1
	}
	return int(n)
}

// Called returns the functions of the file that a call may call.
func (r *Resolver) Called(e *syntax.Expr) []*syntax.Func {
	if e.Kind != syntax.Call || e.New || e.Recv == nil && e.Name == "" {
		return nil
	}
	out, known := r.callees[e]
	if known {
		return out
	}
	r.callees[e] = nil
	switch {
	case e.Recv == nil:
		out = r.Callable(r.Follow(e.Scope, e.Name))
	case e.Recv.Kind == syntax.Ref:
		out = r.Callable(r.Follow(e.Scope, e.Recv.Name+"."+e.Name))
	default:
		out = r.Callable(r.step(Target{Expr: e.Recv}, e.Name))
	}
	r.callees[e] = out
	return out
}

// Callable returns the functions among what a name leads to.
func (r *Resolver) Callable(ts []Target) []*syntax.Func {
	var out []*syntax.Func
	for _, t := range ts {
		switch {
		case t.Fn != nil:
			out = append(out, t.Fn)
		case t.Expr == nil:
		case t.Expr.Kind == syntax.Lambda && t.Expr.Fn != nil:
			out = append(out, t.Expr.Fn)
		case t.Expr.Kind == syntax.Ref && r.Depth < MaxDepth:
			r.Depth++
			out = append(out, r.Callable(r.Follow(t.Expr.Scope, t.Expr.Name))...)
			r.Depth--
		}
	}
	return out[:min(len(out), MaxAlts)]
}

// Returns are the values that the functions of the file return that a call calls.
func (r *Resolver) Returns(e *syntax.Expr) (out []*syntax.Expr) {
	for _, f := range r.Called(e) {
		out = append(out, f.Returns...)
	}
	return out
}

// FunctionsOf returns the functions that a name or function literal stands for.
func (r *Resolver) FunctionsOf(e *syntax.Expr) []*syntax.Func {
	if e == nil || e.Kind != syntax.Ref && e.Kind != syntax.Lambda {
		return nil
	}
	return slices.DeleteFunc(r.Callable([]Target{{Expr: e}}), isProperty)
}

// isProperty reports whether a function of Python is read as a value: what it returns, and not the function itself.
func isProperty(f *syntax.Func) bool {
	return slices.ContainsFunc(f.Attrs, func(a *syntax.Expr) bool { return propertyNames[ident.Last(a.Name)] })
}

var propertyNames = wordset.Of("property cached_property")
