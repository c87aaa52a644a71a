package syntax

import (
	"go/ast"
	"go/token"

	"github.com/org/mcp-lint/discover/source"
)

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
		g.expr(s.X)
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
