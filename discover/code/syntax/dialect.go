package syntax

import (
	"github.com/org/mcp-lint/discover/code/lex"
)

// language reads what only one language has, at the places that its methods are named for. Each method returns the index after what it read, or
// the index it was given when the place is nothing of its own. What a language does not have it takes from reader.
type language interface {
	// These are no language's own: they lead from a layer to those above it.
	statements(from, to int)
	statement(i, to int) int
	assignment(i, to int) int
	block(i int) (*Expr, int)
	lambda(i, before, arrow, to int) (*Expr, int)

	// declaration reads a declaration at the start of a statement: a function, class, import, attribute.
	declaration(i, to int) int
	// primary reads an expression that only this language has: a lambda, a function as a value.
	primary(i, to int) (*Expr, int)
	// postfix reads what may follow an expression in this language alone.
	postfix(left *Expr, i, to int) (*Expr, int)
	// infix reads what binds weaker than all operators, such as a if b else c.
	infix(left *Expr, i, to int) (*Expr, int)
	// ending reads the statements in [from, to) of a body or branch and returns the value that they end with, or nil.
	ending(from, to int) *Expr
	// blockParams reads the parameters of a function in braces, from i on, and returns the index after them.
	blockParams(i, to int) ([]Param, int)
	// objectMethod reads a method, getter or setter as a member of an object.
	objectMethod(a *Arg, k, end int) (int, bool)
	// modifier reports whether the word at i stands before a member or parameter and is not its name.
	modifier(i, to int) bool
	// patternParams makes the parameters of a pattern in { } or [ ] at open, which takes the argument at a place apart.
	patternParams(open, argument int, whole *Expr) []Param
	// hasKeys reports whether the braces at i hold names and values, and no statements.
	hasKeys(i int) bool
}

func (r *reader) declaration(i, _ int) int                       { return i }
func (r *reader) primary(i, _ int) (*Expr, int)                  { return nil, i }
func (r *reader) postfix(left *Expr, i, _ int) (*Expr, int)      { return left, i }
func (r *reader) infix(left *Expr, i, _ int) (*Expr, int)        { return left, i }
func (r *reader) ending(from, to int) *Expr                      { return r.blockValue(from, to) }
func (r *reader) blockParams(i, _ int) ([]Param, int)            { return nil, i }
func (r *reader) objectMethod(_ *Arg, k, _ int) (int, bool)      { return k, false }
func (r *reader) modifier(_, _ int) bool                         { return false }
func (r *reader) patternParams(_, _ int, _ *Expr) (none []Param) { return none }
func (r *reader) hasKeys(_ int) bool                             { return false }

// dialect is what the shared reader has to know about a language.
type dialect struct {
	// of is the language for one file.
	of func(r *reader) language
	// bases are the marks and words that lead to what a class extends.
	bases map[string]bool
	// bodies are the marks and words that lead to what a function returns, where its body is an expression.
	bodies map[string]bool
	// initialises: ":" after the parameters of a constructor leads to what it passes on or sets.
	initialises bool
	// typeFirst: the type of a parameter stands before its name.
	typeFirst bool
	// optionalGroups: some parameters stand in { } or [ ].
	optionalGroups bool
	// types: declared types are read by skipType and not as expressions, with <T>(x: T) => y and "is" in them: those of TypeScript.
	types bool
	// closeAttributes: the parenthesis of an annotation touches its name.
	closeAttributes bool
	// lines: a line break may end a statement.
	lines bool
	// blocks: { } after a condition holds statements, of which the last may be a value.
	blocks bool
	// endings: the value of a body is what it ends with, and conditions stand in no parentheses.
	endings bool
	// patterns: a parameter may be a pattern.
	patterns bool
	// words are the language's keywords.
	words map[string]word
	// glue are the operators that put strings together.
	glue map[string]bool
	// arrow, when not empty, makes a parenthesised list or a name before it the parameters of a lambda: => or ->.
	arrow string
	// member are the operators that lead to a member, beside "." and "?.".
	member map[string]bool
	// arrowKeys: => comes between key and value.
	arrowKeys bool
	// evaluatedKeys: in { } the key of {KEY: v} is an expression, and no name.
	evaluatedKeys bool
	// ellipsis: ... is a value, and spreads nothing.
	ellipsis bool
	// adjacent: literals side by side are one.
	adjacent bool
	// ternary: a ? b : c.
	ternary bool
	// colonTypes: name: Type = value.
	colonTypes bool
	// structs: Name { a: b } is an Object.
	structs bool
	// trailing: a { } after a call or a name is a function passed to it, and { } as a value is a function.
	trailing bool
	// casts: (Type) value.
	casts bool
	// generics: name<Type>(...) may be a call.
	generics bool
	// macros: name!(...) is a call.
	macros bool
	// tuples: a, b without brackets is a list at the end of an assignment.
	tuples bool
	// shorthand: { name } and { name() { } } are members.
	shorthand bool
	// braceArgument: name { } passes what the braces hold, a tuple, to a call without parentheses.
	braceArgument bool
	// omittedValues: name: without a value takes that of the variable.
	omittedValues bool
	// pairs is a word between key and value: "to" in Kotlin.
	pairs string
}

// word says what a keyword does.
type word uint8

const (
	// wordStop cannot be in an expression: if, for, else. The reading goes on after it.
	wordStop word = iota + 1
	// wordSkip stands before an expression or a declaration and is left out: const, await, public.
	wordSkip
	// wordNew constructs what follows.
	wordNew
	// wordReturn returns what follows from the function around it.
	wordReturn
	// wordScalar is a value: true, null.
	wordScalar
	// wordOr chooses between two values, wordOther is any other operator between two values.
	wordOr
	wordOther
	// wordType is followed by a type, which is left out: as, satisfies.
	wordType
)

// dialects are those of the languages that the shared reader reads.
var dialects = map[lex.Language]*dialect{
	lex.Python: &python, lex.JavaScript: &javaScript, lex.CSharp: &cSharp, lex.Java: &java, lex.Kotlin: &kotlin, lex.Rust: &rust,
	lex.PHP: &php, lex.Ruby: &ruby, lex.Swift: &swift, lex.Cpp: &cpp, lex.Dart: &dart, lex.Elixir: &elixir,
}
