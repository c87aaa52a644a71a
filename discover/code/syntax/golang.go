package syntax

import (
	"bytes"
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
	if goNesting(f.Data) > goMaxNesting || goCrowded(f.Data) {
		g.u.Cut = true
		return g.u
	}
	tree := g.parse()
	if tree == nil {
		g.u.Cut = true
		return g.u
	}
	if tree.Name != nil {
		g.u.Package = tree.Name.Name
	}
	g.comment(tree.Doc)
	for _, spec := range tree.Imports {
		g.imported(spec)
	}
	// Types come first: methods belong to them, wherever they stand.
	for _, d := range tree.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			g.declare(d)
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok != token.TYPE {
				g.declare(d)
			}
		case *ast.FuncDecl:
			g.funcDecl(d)
		}
	}
	u := g.finish()
	u.Cut = g.deep
	slices.SortStableFunc(u.Classes, func(x, y *Class) int { return compareSpans(x.Span, y.Span) })
	slices.SortStableFunc(u.Funcs, func(x, y *Func) int { return compareSpans(x.Span, y.Span) })
	slices.SortStableFunc(u.Binds, func(x, y *Bind) int { return compareSpans(x.Span, y.Span) })
	return u
}

// parse returns the tree of the file, or nil. The parser gives up after ten errors unless it is told to go on.
func (g *goReader) parse() (tree *ast.File) {
	defer func() {
		if recover() != nil {
			tree = nil
		}
	}()
	const mode = parser.ParseComments | parser.SkipObjectResolution
	read := func(mode parser.Mode) (*ast.File, error) {
		set := token.NewFileSet()
		g.base = set.Base()
		return parser.ParseFile(set, "", g.f.Data, mode)
	}
	tree, err := read(mode)
	if err != nil && (tree == nil || len(tree.Decls) == 0) {
		if len(g.f.Data) > goManyErrors {
			return nil
		}
		tree, _ = read(mode | parser.AllErrors)
	}
	return tree
}

// goNesting returns how deep the brackets of a file nest, at least.
func goNesting(data []byte) int {
	depth, most := 0, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '(', '[', '{':
			depth++
			most = max(most, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '"', '\'':
			for i++; i < len(data) && data[i] != c && data[i] != '\n'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '`':
			i += 1 + goUntil(data[i+1:], "`")
		case '/':
			switch {
			case bytes.HasPrefix(data[i:], []byte("//")):
				i += goUntil(data[i:], "\n")
			case bytes.HasPrefix(data[i:], []byte("/*")):
				i += 3 + goUntil(data[i+2:], "*/")
			}
		}
	}
	return most
}

// goCrowded reports whether a file has more tokens than are read of one. Comments count: the parser keeps them.
func goCrowded(data []byte) bool {
	if len(data) <= lex.MaxTokens {
		return false
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(data)), data, nil, scanner.ScanComments)
	for n := 0; n <= lex.MaxTokens; n++ {
		if _, tok, _ := s.Scan(); tok == token.EOF {
			return false
		}
	}
	return true
}

// goUntil returns the offset of s in data, or the end.
func goUntil(data []byte, s string) int {
	if k := bytes.Index(data, []byte(s)); k >= 0 {
		return k
	}
	return len(data)
}

// offset returns where p is in the file.
func (g *goReader) offset(p token.Pos) int { return min(max(int(p)-g.base, 0), len(g.f.Data)) }

// span returns the bytes of n. A node with raw strings ends too early in a file with carriage returns, which go/ast leaves out.
func (g *goReader) span(n ast.Node) source.Span {
	start := g.offset(n.Pos())
	if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		return source.Span{Start: start, End: goStringEnd(g.f.Data, start)}
	}
	return source.Span{Start: start, End: max(start, g.offset(n.End()))}
}

func (g *goReader) source(n ast.Node) string {
	s := g.span(n)
	return string(bytes.ToValidUTF8(g.f.Data[s.Start:s.End], []byte("\uFFFD")))
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

// declare reads const, var and type declarations.
func (g *goReader) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			g.values(spec, goDoc(d, spec.Doc))
		case *ast.TypeSpec:
			g.typeSpec(spec, goDoc(d, spec.Doc))
		}
	}
}

// goDoc is the comment of a spec in d: that of d when it is all that d declares.
func goDoc(d *ast.GenDecl, doc *ast.CommentGroup) *ast.CommentGroup {
	if doc == nil && !d.Lparen.IsValid() {
		return d.Doc
	}
	return doc
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
	for i := len(spec.Names); i < len(spec.Values); i++ {
		g.expr(spec.Values[i])
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
		file := g.expression(Literal, span)
		file.Text = source.VerbatimText(g.f, span)
		e := g.expression(Call, span)
		e.Name, e.Args = EmbedCall, []Arg{{Value: file}}
		return e
	}
	return nil
}

// typeSpec declares a type. The fields of a struct are its members.
func (g *goReader) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	if spec.Name == nil || spec.Type == nil {
		return
	}
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
	if s.Fields == nil || !g.enter() {
		return
	}
	defer g.leave()
	g.within(c.Scope, func() {
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
			if inner, ok := goElement(field.Type).(*ast.StructType); ok {
				in := g.class("", g.span(inner))
				in.Span = in.NameSpan
				g.fields(in, inner)
			}
		}
	})
}

// goElement returns the type of which t is a pointer, slice or array.
func goElement(t ast.Expr) ast.Expr {
	for range maxDepth {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ArrayType:
			t = x.Elt
		case *ast.ParenExpr:
			t = x.X
		default:
			return t
		}
	}
	return t
}

// funcDecl declares a function, or a method of the type of its receiver.
func (g *goReader) funcDecl(d *ast.FuncDecl) {
	if d.Name == nil || d.Type == nil {
		return
	}
	read := func() {
		doc := g.comment(d.Doc)
		f := g.function(d.Name.Name, g.span(d.Name))
		f.Span, f.Doc = g.span(d), doc
		g.signature(f, d.Type)
		g.body(f, d.Body)
	}
	if d.Recv == nil || len(d.Recv.List) == 0 {
		read()
		return
	}
	t := goElement(d.Recv.List[0].Type)
	name := g.path(t)
	if name == "" {
		read()
		return
	}
	var c *Class
	if list := g.u.Root.Classes(name); len(list) > 0 {
		c = list[0]
	} else {
		// The type is declared in another file of the package.
		c = g.class(name, g.span(t))
		c.Span = c.NameSpan
	}
	g.within(c.Scope, read)
}

// signature reads the parameters of a function.
func (g *goReader) signature(f *Func, t *ast.FuncType) {
	if t == nil || t.Params == nil {
		return
	}
	for _, field := range t.Params.List {
		if len(field.Names) == 0 {
			f.Params = append(f.Params, Param{Type: g.typed(field.Type), TypeText: g.source(field.Type)})
		}
		for _, name := range field.Names {
			f.Params = append(f.Params, Param{
				Name: name.Name, NameSpan: g.span(name), Type: g.typed(field.Type), TypeText: g.source(field.Type),
			})
		}
	}
}

// typed returns a type as an expression, a pointer as what it points to.
func (g *goReader) typed(t ast.Expr) *Expr {
	name := g.path(goElement(t))
	if name == "" {
		return nil
	}
	e := g.expression(Ref, g.span(t))
	e.Name, e.NameSpan = name, g.last(goElement(t))
	return e
}

// body reads the statements of a function.
func (g *goReader) body(f *Func, body *ast.BlockStmt) {
	if body == nil || !g.enter() {
		return
	}
	defer g.leave()
	g.within(f.Scope, func() { g.statements(body.List) })
}
