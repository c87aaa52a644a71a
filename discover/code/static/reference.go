package static

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// referenceKind says what one file asks another for.
type referenceKind uint8

const (
	// RefText asks for the text of a constant.
	RefText referenceKind = iota
	// RefReturn asks for the text that a function returns.
	RefReturn
	// RefDoc asks for what documents a function, and its parameters.
	RefDoc
	// RefSchema asks for the schema of a constant or class.
	RefSchema
	// RefFile asks for the text of a file, by its name.
	RefFile
)

// Reference is what a file asks others for.
type Reference struct {
	Kind referenceKind
	// Path is the name there, from the module it is imported from as written, or "" when it is not imported.
	Path, From string
	// Arg is the literal that a function is called with, when it may name a file that the function reads.
	Arg string
}

// ReferenceTo is the reference for a name that the file does not define, or nil when no other file can define it.
func (r *Evaluator) ReferenceTo(path string, kind referenceKind) *Reference {
	h, rest := ident.Split(path)
	if h == "" || IsSelf[h] || len(path) > 300 || strings.HasSuffix(path, ".") {
		return nil
	}
	if i, ok := r.Imports[h]; ok {
		switch {
		case i.Name == "" || i.Name == "*":
			path = rest
		case i.Name != h && i.Name != "default":
			path = ident.Joined(i.Name, rest)
		}
		if path == "" {
			return nil
		}
		return &Reference{Kind: kind, Path: path, From: i.From}
	}
	switch r.Unit.Lang {
	case lex.Python, lex.JavaScript, lex.Dart:
		star := slices.ContainsFunc(r.Unit.Imports, func(i syntax.Import) bool { return i.Name == "*" })
		if kind != RefDoc && !star && r.Unit.Lang != lex.Dart && (rest == "" || !ident.IsUpper(h[0])) {
			return nil
		}
	case lex.Java, lex.Kotlin, lex.CSharp, lex.PHP, lex.Ruby, lex.Swift, lex.Rust:
		if !ident.IsUpper(h[0]) && (rest == "" || !ident.IsUpper(ident.FirstByte(ident.Last(path)))) && kind == RefText {
			return nil
		}
	}
	return &Reference{Kind: kind, Path: path}
}

// ReferenceToCall is the reference for what a function of another file returns, or nil.
func (r *Evaluator) ReferenceToCall(e *syntax.Expr) *Reference {
	path := e.Name
	if e.Recv != nil {
		path = e.Recv.Name + "." + e.Name
	}
	if e.New || e.Name == "" || e.Recv != nil && (e.Recv.Kind != syntax.Ref || r.Lookup(e.Scope, ident.Head(e.Recv.Name)).Any()) {
		return nil
	}
	w := r.ReferenceTo(path, RefReturn)
	if w != nil {
		w.Arg = fileArg(e)
	}
	return w
}

// fileArg returns the literal that a call with one argument has, when it can be the name of a file.
func fileArg(e *syntax.Expr) string {
	if p := e.Positional(0); len(e.Args) == 1 && p != nil && p.Kind == syntax.Literal && ident.NameLike(p.Text.Value) {
		return p.Text.Value
	}
	return ""
}

// Quoted is the source of a span for people: short and on one line.
func Quoted(f *source.File, span source.Span) string {
	s := strings.ToValidUTF8(string(f.Data[span.Start:min(span.End, span.Start+60)]), "")
	s = strings.Join(strings.Fields(s), " ")
	if span.End > span.Start+60 {
		s += "\u2026"
	}
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}
