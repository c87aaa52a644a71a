package syntax

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// goMaxNesting bounds the brackets of a file: go/parser takes a kilobyte of stack for each level.
	goMaxNesting = 10_000
	// goManyErrors is the largest file of more than ten syntax errors that is read all the same.
	goManyErrors = 1 << 20
)

// goReader turns the tree of one Go file into expressions.
type goReader struct {
	builder
	f    *source.File
	base int // the Pos of offset 0
	// types are the types the file declares by name.
	types map[string]ast.Expr
}

// readGo reads a Go file with the standard library's parser. What it makes of a file with errors is read.
func readGo(f *source.File) *Unit {
	g := &goReader{builder: newBuilder(f, lex.Go), f: f, types: map[string]ast.Expr{}}
	tree, _ := g.parse()
	if tree == nil {
		g.u.Cut = true
		return g.u
	}
	g.u.Package = tree.Name.Name
	g.comment(tree.Doc)
	for _, spec := range tree.Imports {
		g.imported(spec)
	}
	// Types come first: methods belong to them, wherever they stand.
	for _, types := range []bool{true, false} {
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				if types == (d.Tok == token.TYPE) {
					g.declare(d)
				}
			case *ast.FuncDecl:
				if !types {
					g.funcDecl(d)
				}
			}
		}
	}
	u := g.finish()
	u.Cut = g.deep
	slices.SortStableFunc(u.Classes, func(x, y *Class) int { return compareSpans(x.Span, y.Span) })
	slices.SortStableFunc(u.Funcs, func(x, y *Func) int { return compareSpans(x.Span, y.Span) })
	slices.SortStableFunc(u.Binds, func(x, y *Bind) int { return compareSpans(x.Span, y.Span) })
	return u
}

// parse returns the tree of the file, or nil. The parser gives up after ten errors unless a mode makes it go on.
func (g *goReader) parse() (tree *ast.File, err error) {
	if goTooMuch(g.f.Data) {
		return nil, nil
	}
	for _, mode := range []parser.Mode{0, parser.AllErrors} {
		set := token.NewFileSet()
		g.base = set.Base()
		tree, err = parser.ParseFile(set, "", g.f.Data, mode|parser.ParseComments|parser.SkipObjectResolution)
		if err == nil || tree != nil && len(tree.Decls) > 0 {
			break
		}
		if len(g.f.Data) > goManyErrors {
			return nil, err
		}
	}
	return tree, err
}

// goTooMuch reports whether a file has more tokens than are read of one, or brackets that nest too deep. Comments count: the
// parser keeps them.
func goTooMuch(data []byte) bool {
	if len(data) <= goMaxNesting {
		return false
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(data)), data, nil, scanner.ScanComments)
	depth := 0
	for range lex.MaxTokens + 1 {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return false
		case token.LPAREN, token.LBRACK, token.LBRACE:
			if depth++; depth > goMaxNesting {
				return true
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth = max(depth-1, 0)
		}
	}
	return true
}

func (g *goReader) offset(p token.Pos) int { return min(max(int(p)-g.base, 0), len(g.f.Data)) }

func (g *goReader) span(n ast.Node) source.Span {
	start := g.offset(n.Pos())
	return source.Span{Start: start, End: max(start, g.offset(n.End()))}
}

func (g *goReader) source(n ast.Node) string {
	s := g.span(n)
	return strings.ToValidUTF8(string(g.f.Data[s.Start:s.End]), "\uFFFD")
}

func (g *goReader) imported(spec *ast.ImportSpec) {
	if spec.Path == nil || spec.Name != nil && spec.Name.Name == "_" {
		return
	}
	from := strings.Trim(spec.Path.Value, "\"`")
	in := Import{From: from, As: from[strings.LastIndexByte(from, '/')+1:]}
	if spec.Name != nil {
		in.As = spec.Name.Name
		if in.As == "." {
			in.As, in.Name = "", "*"
		}
	}
	g.u.Imports = append(g.u.Imports, in)
}

// declare reads const, var and type declarations. The comment of the declaration is that of a spec which is all it declares.
func (g *goReader) declare(d *ast.GenDecl) {
	doc := func(own *ast.CommentGroup) *ast.CommentGroup {
		if own == nil && !d.Lparen.IsValid() {
			return d.Doc
		}
		return own
	}
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			g.values(spec, doc(spec.Doc))
		case *ast.TypeSpec:
			g.typeSpec(spec, doc(spec.Doc))
		}
	}
}

// values binds the names of a const or var declaration.
func (g *goReader) values(spec *ast.ValueSpec, comment *ast.CommentGroup) {
	doc := g.comment(comment)
	for i, name := range spec.Names {
		var value *Expr
		if i < len(spec.Values) {
			value = g.elided(spec.Values[i], spec.Type)
		}
		if value == nil && len(spec.Names) == 1 && len(spec.Values) == 0 {
			value = g.embedded(comment)
		}
		// The names that share the several results of one call have no value, but the first.
		if name.Name == "_" {
			continue
		}
		b := g.bind(name.Name, g.span(name), value)
		b.Doc = doc
		if spec.Type != nil {
			b.Type = g.source(spec.Type)
		}
	}
}

// EmbedCall is the name of the call that stands for the content of a file which the compiler of Go puts into a variable.
const EmbedCall = "go:embed"

// embedded returns the value that a comment gives the variable below it: //go:embed file.md is a call with the name of one file.
func (g *goReader) embedded(c *ast.CommentGroup) *Expr {
	if c == nil {
		return nil
	}
	for _, one := range c.List {
		rest, ok := strings.CutPrefix(one.Text, "//"+EmbedCall+" ")
		name := strings.TrimSpace(rest)
		if !ok || name == "" || strings.ContainsAny(name, " \t*?[") {
			continue
		}
		at := g.offset(one.Pos()) + strings.Index(one.Text, name)
		span := source.Span{Start: at, End: min(at+len(name), len(g.f.Data))}
		e := g.expression(Call, span)
		e.Name, e.Args = EmbedCall, []Arg{{Value: g.literal(span, source.VerbatimText(g.f, span))}}
		return e
	}
	return nil
}

// typeSpec declares a type. The fields of a struct are its members.
func (g *goReader) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	g.types[spec.Name.Name] = spec.Type
	c := g.class(spec.Name.Name, g.span(spec.Name))
	c.Span = g.span(spec)
	c.Doc = g.comment(doc)
	if s, ok := spec.Type.(*ast.StructType); ok {
		g.fields(c, s)
	}
}

// fields makes members of the fields of a struct. A struct without a name inside is a class of its own.
func (g *goReader) fields(c *Class, s *ast.StructType) {
	if !g.enter() {
		return
	}
	defer g.leave()
	g.inScope(c.Scope, func() {
		for _, field := range s.Fields.List {
			doc, attrs := g.comment(field.Doc), g.tags(field.Tag)
			if len(field.Names) == 0 {
				c.Bases = append(c.Bases, g.path(field.Type))
			}
			for _, name := range field.Names {
				b := g.bind(name.Name, g.span(name), nil)
				b.Doc, b.Attrs, b.Type = doc, attrs, g.source(field.Type)
				b.Span.End = g.span(field).End
			}
			if inner, ok := goInner(field.Type).(*ast.StructType); ok {
				in := g.class("", g.span(inner))
				in.Span = in.NameSpan
				g.fields(in, inner)
			}
		}
	})
}

// funcDecl declares a function, or a method of the type of its receiver.
func (g *goReader) funcDecl(d *ast.FuncDecl) {
	scope := g.scope
	if d.Recv != nil && len(d.Recv.List) > 0 {
		t := goInner(d.Recv.List[0].Type)
		name := g.path(t)
		if list := g.scope.Classes(name); len(list) > 0 {
			scope = list[0].Scope
		} else if name != "" { // the type is declared in another file of the package
			c := g.class(name, g.span(t))
			c.Span = c.NameSpan
			scope = c.Scope
		}
	}
	g.inScope(scope, func() {
		doc := g.comment(d.Doc)
		f := g.function(d.Name.Name, g.span(d.Name))
		f.Span, f.Doc = g.span(d), doc
		g.body(f, d.Type, d.Body)
	})
}

func (g *goReader) body(f *Func, t *ast.FuncType, body *ast.BlockStmt) {
	for _, field := range t.Params.List {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{{}}
		}
		for _, name := range names {
			f.Params = append(f.Params, Param{
				Name: name.Name, NameSpan: g.span(name), Type: g.typed(field.Type), TypeText: g.source(field.Type),
			})
		}
	}
	if t.Results != nil && len(t.Results.List) > 0 {
		f.Result = g.typed(t.Results.List[0].Type)
	}
	if body != nil {
		g.inScope(f.Scope, func() { g.walk(body) })
	}
}

// typed returns a type as an expression, a pointer as what it points to.
func (g *goReader) typed(t ast.Expr) *Expr {
	name := g.path(t)
	if name == "" {
		return nil
	}
	e := g.expression(Ref, g.span(t))
	e.Name, e.NameSpan = name, g.last(t)
	return e
}
