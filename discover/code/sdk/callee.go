package sdk

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// A function that registers something may be called by another name, or without one: reg = mcp.tool, {registerTool} = server, getattr(mcp, "tool"),
// server.tool.bind(server), partial(mcp.tool, description="..."), reg.call(server, ...). Such calls are read as those of the function itself.

// callee is a member that is called, and with what.
type callee struct {
	recv *syntax.Expr
	name string
	args []syntax.Arg
}

// maxRenamed bounds how many names a function is followed through.
const maxRenamed = 5

// renameCalls gives the calls and attributes of the file that register something by another name the name of what they call.
func (r *Reader) renameCalls() {
	for _, e := range r.Unit.Calls {
		if r.Spend(1) {
			r.rename(e)
		}
	}
	for _, f := range r.Unit.Funcs {
		for _, a := range f.Attrs {
			if a.Kind == syntax.Ref {
				r.rename(a)
			}
		}
	}
}

func (r *Reader) rename(e *syntax.Expr) {
	c := r.calleeOf(e)
	if c == nil || len(c.args) == len(e.Args) && (r.AttributeKind(e) != "" || r.CallKind(e) != "") {
		return // it says by its own name what it does
	}
	as := &syntax.Expr{Kind: syntax.Call, Name: c.name, Recv: c.recv, Args: c.args, Scope: e.Scope}
	if r.CallKind(as) == "" && r.AttributeKind(as) == "" {
		return
	}
	if e.Kind == syntax.Ref && len(c.args) == 0 {
		e.Name = ident.Joined(c.recv.Name, c.name)
		return
	}
	e.Kind, e.Name, e.Recv = syntax.Call, c.name, c.recv
	e.SetArgs(c.args)
}

// calleeOf returns what a call or attribute calls when that is not what it says, or nil.
func (r *Reader) calleeOf(e *syntax.Expr) *callee {
	switch {
	case e.Recv == nil:
		return r.aliased(e.Scope, e.Name).with(e.Args)
	case e.Name == "":
		return r.member(e.Recv, 0).with(e.Args) // getattr(mcp, "tool")(...), table["tool"](...)
	case e.Name == "apply" && e.Recv.Name == "Reflect" && len(e.Args) == 3:
		return r.member(e.Args[0].Value, 0).with(itemsOf(e.Args[2]))
	case e.Name == "call" && len(e.Args) > 1:
		return r.member(e.Recv, 0).with(e.Args[1:])
	case e.Name == "apply" && len(e.Args) == 2:
		return r.member(e.Recv, 0).with(itemsOf(e.Args[1]))
	case e.Recv.Kind == syntax.Ref:
		return r.aliased(e.Scope, e.Recv.Name+"."+e.Name).with(e.Args)
	}
	return nil
}

// with adds arguments.
func (c *callee) with(args []syntax.Arg) *callee {
	if c != nil {
		c.args = append(slices.Clip(c.args), args...)
	}
	return c
}

// itemsOf are the items of a list as arguments.
func itemsOf(list syntax.Arg) (args []syntax.Arg) {
	if list.Value == nil || list.Value.Kind != syntax.List {
		return []syntax.Arg{{Value: list.Value, Spread: true}}
	}
	for _, x := range list.Value.Items {
		args = append(args, syntax.Arg{Value: x})
	}
	return args
}

// aliased returns the member that a name stands for, or nil.
func (r *Reader) aliased(scope *syntax.Scope, path string) *callee {
	if path == "" {
		return nil
	}
	if ts := r.Follow(scope, path); len(ts) == 1 && ts[0].Expr != nil {
		return r.member(ts[0].Expr, 1)
	}
	return nil
}

// member returns the member that an expression stands for, or nil.
func (r *Reader) member(e *syntax.Expr, depth int) *callee {
	if e == nil || depth > maxRenamed || !r.Spend(2) {
		return nil
	}
	switch e.Kind {
	case syntax.Ref, syntax.Index:
		switch ts := r.TargetsOf(e); {
		case len(ts) == 1 && ts[0].Expr != nil && ts[0].Expr != e:
			return r.member(ts[0].Expr, depth+1)
		case len(ts) > 0:
			return nil
		}
		if path := ident.Parent(e.Name); e.Kind == syntax.Ref && path != "" {
			of := &syntax.Expr{Kind: syntax.Ref, Name: path, NameSpan: e.NameSpan, Span: e.Span, Scope: e.Scope}
			return &callee{recv: of, name: ident.Last(e.Name)}
		}
		if e.Kind == syntax.Index && e.Recv != nil {
			if name, ok := r.keyOf(e); ok {
				return &callee{recv: e.Recv, name: name}
			}
		}
	case syntax.Call:
		switch first := e.Positional(0); {
		case e.Name == "getattr":
			if name, ok := r.Eval(e.Positional(1)).Static(); ok && first != nil {
				return &callee{recv: first, name: name}
			}
		case e.Name == "bind" && e.Recv != nil && len(e.Args) > 0:
			return r.member(e.Recv, depth+1).with(e.Args[1:])
		case e.Name == "partial" && first != nil:
			return r.member(first, depth+1).with(e.Args[1:])
		}
	}
	return nil
}

// keyOf returns the name of a member that is taken by a key.
func (r *Reader) keyOf(e *syntax.Expr) (string, bool) {
	if e.Name != "" || len(e.Items) != 1 {
		return e.Name, e.Name != ""
	}
	return r.Eval(e.Items[0]).Static()
}
