// Package syntax reads from tokens what matters for the text of tools, alike in every language: calls and their arguments, literal objects and
// lists, assignments, functions and classes with their documentation. It is not a full parser: it never fails, and what it does not understand
// becomes an expression of kind Other whose parts are still read.
package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// Kind says what an Expr is.
type Kind uint8

// The kinds of Expr.
const (
	// Other is anything else: arithmetic, comparisons, indexing, conditions. Items are its parts.
	Other Kind = iota
	// Literal is a string literal, decoded in Text. A regular expression is Other.
	Literal
	// Scalar is a number, true, false, null (None, nil): Text as written.
	Scalar
	// Concat is strings put together: operators, adjacency, interpolation. Items are its parts in order.
	Concat
	// Choice is one of Items, decided at run time: a ? b : c, b if a else c, a || b, match and switch expressions.
	Choice
	// Ref is a name or a path of names, Name, such as description or prompts.READ_FILE. this and self lead a path as written.
	Ref
	// Call is a call of what Name and Recv say, with Args. It is also an attribute, annotation, decorator or macro.
	Call
	// Object is named values, Args: a literal object, dict, map, hash, struct or initialiser, of type Name where one is given.
	Object
	// List is Items in order: an array, list, tuple, set.
	List
	// Lambda is a function as a value, Fn. A block that is passed to a call is one too.
	Lambda
	// Index is a value taken by a key, Recv[Items[0]], or a member of something that is not a path, Recv.Name.
	Index
)

// Expr is an expression.
type Expr struct {
	Kind Kind
	// New is set for a Call that constructs: new X(...), X::new is none.
	New bool
	// Hole marks a part of a Concat that is interpolated in a literal.
	Hole bool
	// joined is set for a Concat that is one literal in several pieces.
	joined bool
	// arg is one more than the index of the argument of Parent that this is the value of.
	arg int32
	// Span is all of the expression in Unit.File.
	Span source.Span
	// Text is the decoded text of a Literal, or the source of a Scalar.
	Text source.Text
	// Name is the path of a Ref; the last name of what a Call calls, without Recv ("" when something else is called, as in
	// x.tool("n")(fn)); the type of an Object, or "".  The macros of Rust end in '!'. Path separators are dots in every language.
	Name string
	// NameSpan is where the last part of Name stands.
	NameSpan source.Span
	// Recv is what the member of a Call or Index belongs to: mcp in mcp.tool(...), the inner call in a chain. It is nil for a plain call.
	Recv *Expr
	// Args are the arguments of a Call or the members of an Object, in order.
	Args []Arg
	// Items are the parts of a Concat, Choice, List or Other, and the key of an Index.
	Items []*Expr
	// Prefix is where the operators stand that make another value of what the rest of it says, -x, !x and not x; it is empty for
	// most. A Scalar has them in its Text.
	Prefix source.Span
	// Fn is the function of a Lambda.
	Fn *Func
	// Scope is where names in it are looked up.
	Scope *Scope
	// Parent is the expression this one is a part of, or nil. ArgOf finds an argument's name through Parent.
	Parent *Expr
	// Doc is the documentation comment in front of an element of a list or a member, if there is one.
	Doc *Expr
}

// Arg is an argument or a member.
type Arg struct {
	// Name is its name or key, "" when it has none. Key is the name as an expression (Literal or Ref) with its place.
	Name string
	Key  *Expr
	// Computed is set for a key that is evaluated ([KEY]: v); Name is empty then and Key the expression.
	Computed bool
	// Spread is set for ...x, *x, **x, ..x: Value holds further arguments or members.
	Spread bool
	Value  *Expr
	Doc    *Expr
}

// Bind is an assignment, a constant, a member of a class.
type Bind struct {
	// Name is the target as a path: description, self.description, fn.__doc__, prompts["x"] is none.
	Name string
	// NameSpan is where the last part of the name stands.
	NameSpan source.Span
	Value    *Expr
	Scope    *Scope
	// Adds is set for +=, which goes on from earlier values.
	Adds bool
	Span source.Span
	// Attrs are attributes or decorators, Doc the documentation comment, Type the declared type as written.
	Attrs []*Expr
	Doc   *Expr
	Type  string
	// TypeExpr is the declared type as an expression where it may hold values: Annotated[str, Field(description="...")]. It may be nil.
	TypeExpr *Expr
}

// Func is a function, method or lambda.
type Func struct {
	Name     string
	NameSpan source.Span
	// Doc is the docstring or documentation comment, a Literal, or nil.
	Doc *Expr
	// Attrs are its decorators, attributes or annotations: Calls, or Refs when they have no arguments.
	Attrs  []*Expr
	Params []Param
	// Result is the declared type of what it returns as an expression, where that may name a model; or nil.
	Result *Expr
	// Returns are the values it returns, also where it is an expression body.
	Returns []*Expr
	Class   *Class
	Scope   *Scope // of the body; Scope.Parent is where it is declared
	Span    source.Span
}

// Param is a parameter.
type Param struct {
	Name     string
	NameSpan source.Span
	// Type is the declared type as an expression, or nil: Annotated[str, Field(description="...")] is an Index.
	Type *Expr
	// TypeText is the declared type as written.
	TypeText string
	Default  *Expr
	// Of is set when it is a name in a pattern that takes an argument apart: the number of that argument, counted from 1. Part is the path
	// of what it takes, or "" when that is not known.
	Of    int
	Part  string
	Attrs []*Expr
	Doc   *Expr
}

// Class is a class, struct, interface, record, object, enum or module.
type Class struct {
	Name     string
	NameSpan source.Span
	Doc      *Expr
	Attrs    []*Expr
	// Bases are the paths of what it extends, implements, conforms to.
	Bases []string
	// Members are its fields, constants and properties with or without value (Value may be nil); a getter or a method without
	// parameters that returns something is among Methods.
	Members []*Bind
	Methods []*Func
	// Params are those of a primary constructor or record.
	Params []Param
	Scope  *Scope
	Span   source.Span
}

// Import brings names of another file into this one.
type Import struct {
	// From is the module as written: ./prompts, .prompts, crate::prompts. Name is what is brought ("*" for all, "" for the
	// module itself) and As its name here.
	From, Name, As string
}

// Unit is what one file says.
type Unit struct {
	File *source.File
	Lang lex.Language
	Root *Scope
	// Calls, Objects, Lists, Funcs and Classes are all of the file in order of source, outer before inner; Binds are all assignments.
	Calls   []*Expr
	Objects []*Expr
	Lists   []*Expr
	Funcs   []*Func
	Classes []*Class
	Binds   []*Bind
	Imports []Import
	// Literals are all string literals and documentation texts: Literal, or Concat for an interpolated or adjacent one and for
	// literals put together by operators.
	Literals []*Expr
	// Tests are the parts of the file that are built for tests only, as far as the language says so: #[cfg(test)] mod tests {...}.
	Tests []source.Span
	// Package is the package or namespace the file declares, or "".
	Package string
	// Cut is set when a bound ended the reading early.
	Cut bool

	memory
}

// Arg returns the value of the first argument or member of that name, or nil.
func (e *Expr) Arg(name string) *Expr {
	if e == nil {
		return nil
	}
	for i := range e.Args {
		if e.Args[i].Name == name {
			return e.Args[i].Value
		}
	}
	return nil
}

// ArgOf returns the argument or member of Parent that e is the value of, or nil.
func (e *Expr) ArgOf() *Arg {
	if e == nil || e.arg == 0 || e.Parent == nil || int(e.arg) > len(e.Parent.Args) {
		return nil
	}
	return &e.Parent.Args[e.arg-1]
}

// SetArgs replaces the arguments of a call.
func (e *Expr) SetArgs(args []Arg) {
	e.Args = args
	for i := range args {
		if v := args[i].Value; v != nil {
			v.Parent, v.arg = e, int32(i+1)
		}
	}
}

// Positional returns the i-th argument without a name, or nil.
func (e *Expr) Positional(i int) *Expr {
	if e == nil {
		return nil
	}
	for k := range e.Args {
		if a := &e.Args[k]; a.Name == "" && !a.Computed && !a.Spread {
			if i == 0 {
				return a.Value
			}
			i--
		}
	}
	return nil
}
