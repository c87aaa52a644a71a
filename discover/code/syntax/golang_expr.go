package syntax

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// expr reads an expression. It returns nil for what is none, such as a type.
func (g *goReader) expr(x ast.Expr) *Expr { return g.elided(x, nil) }

// elided reads an expression that is of type t if it does not say its type itself: an element of a slice or map.
func (g *goReader) elided(x, t ast.Expr) *Expr {
	if x == nil || !g.enter() {
		return nil
	}
	defer g.leave()
	switch x := x.(type) {
	case *ast.ParenExpr:
		return g.elided(x.X, t)
	case *ast.StarExpr:
		return g.expr(x.X)
	case *ast.TypeAssertExpr:
		return g.expr(x.X)
	case *ast.BasicLit:
		return g.literal(x)
	case *ast.Ident:
		return g.ident(x)
	case *ast.SelectorExpr:
		return g.selector(x)
	case *ast.CallExpr:
		return g.call(x)
	case *ast.CompositeLit:
		return g.composite(x, t)
	case *ast.BinaryExpr:
		return g.binary(x)
	case *ast.IndexExpr:
		e := g.expression(Index, g.span(x))
		e.Recv = g.expr(x.X)
		e.Items = g.list(x.Index)
		return e
	case *ast.FuncLit:
		e := g.expression(Lambda, g.span(x))
		e.Fn = g.function("", source.Span{})
		e.Fn.Span = e.Span
		g.signature(e.Fn, x.Type)
		g.body(e.Fn, x.Body)
		return e
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return g.elided(x.X, t)
		}
		return g.other(x, x.X)
	case *ast.SliceExpr:
		return g.other(x, x.X, x.Low, x.High, x.Max)
	case *ast.KeyValueExpr:
		return g.other(x, x.Key, x.Value)
	case *ast.IndexListExpr:
		return g.expr(x.X)
	case *ast.Ellipsis:
		return g.expr(x.Elt)
	}
	return nil
}

// other makes an expression of which only the parts matter.
func (g *goReader) other(x ast.Expr, parts ...ast.Expr) *Expr {
	e := g.expression(Other, g.span(x))
	e.Items = g.list(parts...)
	return e
}

// list reads expressions, without those that are none.
func (g *goReader) list(parts ...ast.Expr) []*Expr {
	var out []*Expr
	for _, p := range parts {
		if e := g.expr(p); e != nil {
			out = append(out, e)
		}
	}
	return out
}

func (g *goReader) literal(x *ast.BasicLit) *Expr {
	if x.Kind == token.STRING {
		e := g.expression(Literal, g.span(x))
		e.Text = g.text(e.Span)
		return e
	}
	e := g.expression(Scalar, g.span(x))
	e.Text = source.VerbatimText(g.f, e.Span)
	return e
}

func (g *goReader) ident(x *ast.Ident) *Expr {
	span := g.span(x)
	switch x.Name {
	case "true", "false", "nil", "iota":
		e := g.expression(Scalar, span)
		e.Text = source.VerbatimText(g.f, span)
		return e
	}
	e := g.expression(Ref, span)
	e.Name, e.NameSpan = x.Name, span
	return e
}

// selector reads a.b: a path when a is one.
func (g *goReader) selector(x *ast.SelectorExpr) *Expr {
	if path := g.path(x); path != "" {
		e := g.expression(Ref, g.span(x))
		e.Name, e.NameSpan = path, g.span(x.Sel)
		return e
	}
	e := g.expression(Index, g.span(x))
	e.Name, e.NameSpan = x.Sel.Name, g.span(x.Sel)
	e.Recv = g.expr(x.X)
	return e
}

// path returns the names of a path or of the type that x writes, with dots between them, or "". Type arguments and pointers are
// left out.
func (g *goReader) path(x ast.Expr) string {
	var names []string
	for len(names) < maxDepth {
		if inner := goInner(x); inner != nil && len(names) == 0 {
			x = inner
			continue
		}
		switch t := x.(type) {
		case *ast.Ident:
			names = append(names, t.Name)
			slices.Reverse(names)
			return strings.Join(names, ".")
		case *ast.SelectorExpr:
			if t.Sel == nil {
				return ""
			}
			names = append(names, t.Sel.Name)
			x = t.X
		default:
			return ""
		}
	}
	return ""
}

// goInner returns what a type is a pointer to or has type arguments for, or nil.
func goInner(x ast.Expr) ast.Expr {
	switch t := x.(type) {
	case *ast.StarExpr:
		return t.X
	case *ast.IndexExpr:
		return t.X
	case *ast.IndexListExpr:
		return t.X
	}
	return nil
}

// last returns where the last name of a path stands.
func (g *goReader) last(x ast.Expr) source.Span {
	for inner := goInner(x); inner != nil; inner = goInner(x) {
		x = inner
	}
	if t, ok := x.(*ast.SelectorExpr); ok {
		return g.span(t.Sel)
	}
	return g.span(x)
}

func (g *goReader) call(x *ast.CallExpr) *Expr {
	e := g.expression(Call, g.span(x))
	g.callee(e, x.Fun)
	for i, a := range x.Args {
		v := g.expr(a)
		if v == nil {
			// A type: make([]string, 0).
			continue
		}
		e.Args = append(e.Args, Arg{Value: v, Spread: i == len(x.Args)-1 && x.Ellipsis.IsValid()})
	}
	e.Span.End = g.end(e)
	return e
}

// end returns the end of a call or composite literal, which its last argument may have moved behind a raw string with carriage
// returns.
func (g *goReader) end(e *Expr) int {
	end := e.Span.End
	if n := len(e.Args); n > 0 && e.Args[n-1].Value != nil && e.Args[n-1].Value.Span.End > end {
		end = e.Args[n-1].Value.Span.End
	}
	return end
}

// callee reads what is called. Type arguments are left out.
func (g *goReader) callee(e *Expr, fun ast.Expr) {
	for range maxDepth {
		switch t := fun.(type) {
		case *ast.ParenExpr:
			fun = t.X
			continue
		case *ast.IndexListExpr:
			fun = t.X
			continue
		case *ast.IndexExpr:
			if g.path(t.X) != "" && !goScalar(t.Index) {
				fun = t.X
				continue
			}
		case *ast.Ident:
			e.Name, e.NameSpan = t.Name, g.span(t)
			return
		case *ast.SelectorExpr:
			e.Name, e.NameSpan = t.Sel.Name, g.span(t.Sel)
			e.Recv = g.expr(t.X)
			return
		}
		break
	}
	e.Recv = g.expr(fun)
}

func goScalar(x ast.Expr) bool {
	_, ok := x.(*ast.BasicLit)
	return ok
}

// binary reads a chain of operators of one kind, which nests to the left, without recursion.
func (g *goReader) binary(x *ast.BinaryExpr) *Expr {
	kind := Other
	if x.Op == token.ADD {
		kind = Concat
	}
	var parts []ast.Expr
	var left ast.Expr = x
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok || (b.Op == token.ADD) != (kind == Concat) {
			break
		}
		parts = append(parts, b.Y)
		left = b.X
	}
	parts = append(parts, left)
	slices.Reverse(parts)
	e := g.expression(kind, g.span(x))
	e.Items = g.list(parts...)
	if n := len(e.Items); n > 0 {
		e.Span.End = max(e.Span.End, e.Items[n-1].Span.End)
	}
	return e
}

// composite reads T{...}: a List for a slice or array, an Object for anything else.
func (g *goReader) composite(x *ast.CompositeLit, t ast.Expr) *Expr {
	written := x.Type
	if written == nil {
		written = t
		if star, ok := written.(*ast.StarExpr); ok {
			written = star.X
		}
	}
	shape := written
	if id, ok := shape.(*ast.Ident); ok && g.types[id.Name] != nil {
		shape = g.types[id.Name]
	}
	if s, ok := shape.(*ast.ArrayType); ok {
		e := g.expression(List, g.span(x))
		for _, v := range x.Elts {
			if kv, ok := v.(*ast.KeyValueExpr); ok {
				v = kv.Value
			}
			if item := g.elided(v, s.Elt); item != nil {
				e.Items = append(e.Items, item)
				e.Span.End = max(e.Span.End, item.Span.End)
			}
		}
		return e
	}
	e := g.expression(Object, g.span(x))
	m, isMap := shape.(*ast.MapType)
	var keys, values ast.Expr
	if isMap {
		keys, values = m.Key, m.Value
	}
	if written != nil && !isMap {
		if e.Name = g.path(written); e.Name != "" {
			e.NameSpan = g.last(written)
		}
	}
	fields := goFields(shape)
	for i, v := range x.Elts {
		var a Arg
		if kv, ok := v.(*ast.KeyValueExpr); ok {
			v = kv.Value
			g.key(&a, kv.Key, keys, isMap)
		} else if i < len(fields) {
			a.Name = fields[i]
		}
		a.Value = g.elided(v, values)
		if a.Value != nil || a.Key != nil {
			e.Args = append(e.Args, a)
		}
	}
	e.Span.End = g.end(e)
	return e
}

// goFields lists the names of the fields of a struct, in order, which values without a key are those of.
func goFields(t ast.Expr) (names []string) {
	s, ok := t.(*ast.StructType)
	if !ok || s.Fields == nil {
		return nil
	}
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
		if len(f.Names) == 0 {
			names = append(names, "")
		}
	}
	return names
}

// key reads the key of a member. A name is evaluated in a map, and a field's in a struct.
func (g *goReader) key(a *Arg, x, t ast.Expr, isMap bool) {
	a.Key = g.elided(x, t)
	if a.Key == nil {
		return
	}
	switch k := a.Key.Kind; {
	case k == Literal || k == Scalar:
		a.Name = a.Key.Text.Value
	case k == Ref && !isMap:
		a.Name = a.Key.Name
	default:
		a.Computed = true
	}
}

func (g *goReader) statements(list []ast.Stmt) {
	for _, s := range list {
		g.statement(s)
	}
}

// statement reads a statement. Blocks are no scopes of their own: what an if assigns is seen after it.
func (g *goReader) statement(s ast.Stmt) {
	if s == nil || !g.enter() {
		return
	}
	defer g.leave()
	switch s := s.(type) {
	case *ast.ExprStmt:
		g.expr(s.X)
	case *ast.AssignStmt:
		g.assign(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			g.declare(d)
		}
	case *ast.ReturnStmt:
		// The first of several results is the one that counts: a text, a tool; errors and handlers come after it.
		for i, x := range s.Results {
			if e := g.expr(x); i == 0 {
				g.returns(e)
			}
		}
	case *ast.BlockStmt:
		if s != nil {
			g.statements(s.List)
		}
	case *ast.IfStmt:
		g.ifs(s)
	case *ast.ForStmt:
		g.statement(s.Init)
		g.expr(s.Cond)
		g.statement(s.Post)
		g.statement(s.Body)
	case *ast.RangeStmt:
		if values := g.expr(s.X); values != nil {
			taken := g.each(g.memberOf(values, EachPair))
			for k, x := range []ast.Expr{s.Key, s.Value} {
				if name, ok := x.(*ast.Ident); ok && name.Name != "_" {
					g.bind(name.Name, g.span(name), g.part(taken, k))
				}
			}
		}
		g.statement(s.Body)
	case *ast.SwitchStmt:
		g.statement(s.Init)
		g.expr(s.Tag)
		g.statement(s.Body)
	case *ast.TypeSwitchStmt:
		g.statement(s.Init)
		g.statement(s.Assign)
		g.statement(s.Body)
	case *ast.CaseClause:
		g.list(s.List...)
		g.statements(s.Body)
	case *ast.SelectStmt:
		g.statement(s.Body)
	case *ast.CommClause:
		g.statement(s.Comm)
		g.statements(s.Body)
	case *ast.LabeledStmt:
		g.statement(s.Stmt)
	case *ast.GoStmt:
		g.expr(s.Call)
	case *ast.DeferStmt:
		g.expr(s.Call)
	case *ast.SendStmt:
		g.list(s.Chan, s.Value)
	case *ast.IncDecStmt:
		g.expr(s.X)
	}
}

// ifs reads an if with all its else ifs, without recursion.
func (g *goReader) ifs(s *ast.IfStmt) {
	for {
		g.statement(s.Init)
		g.expr(s.Cond)
		g.statement(s.Body)
		next, ok := s.Else.(*ast.IfStmt)
		if !ok {
			g.statement(s.Else)
			return
		}
		s = next
	}
}

// assign binds names and paths to values. Of several results of one call the first name takes the value.
func (g *goReader) assign(s *ast.AssignStmt) {
	for i, left := range s.Lhs {
		var value *Expr
		if i < len(s.Rhs) {
			value = g.expr(s.Rhs[i])
		}
		var name string
		var at source.Span
		switch x := left.(type) {
		case *ast.Ident:
			name, at = x.Name, g.span(x)
		case *ast.SelectorExpr:
			name, at = g.path(x), g.span(x.Sel)
		}
		if name == "" {
			g.expr(left)
			continue
		}
		if name == "_" || value == nil && len(s.Rhs) == 1 {
			continue
		}
		b := g.bind(name, at, value)
		b.Adds = s.Tok == token.ADD_ASSIGN
		b.Span.Start = g.offset(left.Pos())
	}
}
