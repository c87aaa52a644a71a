package sdk

import "github.com/org/mcp-lint/discover/code/lex"

// quirks are what the SDKs of a language do that those of others do not.
type quirks struct {
	// decorators: what registers is called with the function, as @tool() and tool()(function).
	decorators bool
	// functions: a function that is handed over makes the whole tool, with its name, documentation and parameters, as in FastMCP's add_tool(f).
	functions bool
	// documented: the documentation of a function that is registered is its description.
	documented bool
	// unnamedDescribes: the only text of an annotation is the description, as in LangChain4j's @Tool("..."). Elsewhere it may be the name.
	unnamedDescribes bool
	// fields: a type with an attribute is a tool whose parameters are its fields, as in rust-mcp-sdk.
	fields bool
	// typedHandlers: the parameters of a handler that is handed over are those of the tool.
	typedHandlers bool
	// untypedMethods: the method of a class that handles calls takes one request, so its parameters are not those of the tool.
	untypedMethods bool
	// modules: a module is a tool by another one that it uses, and its documentation describes it.
	modules bool
	// definitions: an object of another file may be a whole definition, as in registerTool("read", readDefinition, handler).
	definitions bool
	// instructions: the instructions of a server may have no name, as in FastMCP(name, instructions) and Server(info, options, instructions).
	instructions bool
	// launches: an app that is launched may serve functions, as Gradio's does.
	launches bool
	// applied: the documentation of the method apply of a class describes it, and names it where nothing else does.
	applied bool
	// snakeMethods: a method gives its tool its name in snake case, without Async, as in the SDK of C#; snakeClasses: so does a class derived
	// from MCP::Tool; dashedClasses: a class derived from one of Laravel's does with dashes.
	snakeMethods, snakeClasses, dashedClasses bool
	// classNames: names in a list may be those of classes.
	classNames bool
	// unpacked: the items of a list are the parameters of a block that is called with it.
	unpacked bool
	// files: an import leads to files of the package.
	files bool
}

var quirksOf = map[lex.Language]quirks{
	lex.Python:     {decorators: true, functions: true, documented: true, instructions: true, launches: true, applied: true, files: true},
	lex.JavaScript: {decorators: true, untypedMethods: true, definitions: true, files: true},
	lex.Go:         {typedHandlers: true},
	lex.CSharp:     {documented: true, untypedMethods: true, snakeMethods: true},
	lex.Java:       {unnamedDescribes: true},
	lex.Kotlin:     {unnamedDescribes: true, instructions: true},
	lex.Rust:       {documented: true, fields: true},
	lex.PHP:        {documented: true, classNames: true, dashedClasses: true},
	lex.Ruby:       {documented: true, unpacked: true, snakeClasses: true},
	lex.Swift:      {documented: true},
	lex.Dart:       {documented: true},
	lex.Elixir:     {documented: true, modules: true},
}
