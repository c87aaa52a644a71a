package sdk

import "github.com/org/mcp-lint/discover/code/lex"

// quirks are the ways of a language that its SDKs follow.
type quirks struct {
	// decorators is set where what registers is called with the function, as @tool() and tool()(function).
	decorators bool
	// functions is set where a function that is handed over makes the whole tool: its name, its documentation, its parameters.
	functions bool
	// documented is set where the documentation of a function that is registered describes it.
	documented bool
	// valueDescribes is set where the only text of an annotation describes, and where it would name elsewhere.
	valueDescribes bool
	// fields is set where a type with an attribute is a tool whose parameters are its fields.
	fields bool
	// typedHandlers is set where the parameters of a handler that is handed over are those of the tool, untypedMethods where those of the method
	// that handles the calls of a class are not.
	typedHandlers, untypedMethods bool
	// modules is set where a module is a tool by another that it uses, and its documentation describes it.
	modules bool
	// classNames is set where names in a list may be those of classes, unpacked where the items of a list are the parameters of a block.
	classNames, unpacked bool
	// files is set where an import leads to files of the package.
	files bool
}

var quirksOf = map[lex.Language]quirks{
	lex.Python:     {decorators: true, functions: true, documented: true, files: true},
	lex.JavaScript: {decorators: true, untypedMethods: true, files: true},
	lex.Go:         {typedHandlers: true},
	lex.CSharp:     {documented: true, untypedMethods: true},
	lex.Java:       {valueDescribes: true},
	lex.Kotlin:     {valueDescribes: true},
	lex.Rust:       {documented: true, fields: true},
	lex.PHP:        {documented: true, classNames: true},
	lex.Ruby:       {documented: true, unpacked: true},
	lex.Swift:      {documented: true},
	lex.Dart:       {documented: true},
	lex.Elixir:     {documented: true, modules: true},
}
