package oracle

import (
	"strings"
	"unsafe"

	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	elixir "github.com/tree-sitter/tree-sitter-elixir/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/org/mcp-lint/discover/code/lex"
)

// language is how a language is read with tree-sitter.
type language struct {
	name    string
	lang    lex.Language
	exts    []string
	grammar func(path string) unsafe.Pointer
	// literal returns the literal that a node is, or nil.
	literal func(node) *literal
	// words returns the literals in a node that holds several, or nil.
	words func(node) []literal
	// ignore reports whether what stands in a node is not compared.
	ignore func(node) bool
	// alone keeps the pieces of generated files apart.
	alone bool
	// docs is set when documentation comments are compared: line is the mark of line comments, inner further ones.
	docs  bool
	lines []string
	block []string
}

// languages are the languages with a grammar. Swift and Dart have none that the module proxy gives out, and are checked by
// their own tests alone.
var languages = []*language{
	{name: "python", lang: lex.Python, exts: []string{".py", ".pyi"}, grammar: always(python.Language), literal: pythonLiteral},
	{
		name: "javascript", lang: lex.JavaScript, exts: []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"},
		grammar: scriptGrammar, literal: scriptLiteral, docs: true, block: []string{"/**"},
	},
	{
		name: "csharp", lang: lex.CSharp, exts: []string{".cs"}, grammar: always(csharp.Language), literal: csharpLiteral,
		ignore: func(n node) bool {
			return strings.HasPrefix(n.Kind(), "preproc_") && !strings.HasPrefix(n.Kind(), "preproc_if") && !strings.HasPrefix(n.Kind(), "preproc_el")
		},
		docs: true, lines: []string{"///"}, block: []string{"/**"},
	},
	{name: "java", lang: lex.Java, exts: []string{".java"}, grammar: always(java.Language), literal: javaLiteral, docs: true, block: []string{"/**"}},
	{name: "kotlin", lang: lex.Kotlin, exts: []string{".kt", ".kts"}, grammar: always(kotlin.Language), literal: kotlinLiteral, alone: true, docs: true, block: []string{"/**"}},
	{
		name: "rust", lang: lex.Rust, exts: []string{".rs"}, grammar: always(rust.Language), literal: rustLiteral,
		docs: true, lines: []string{"///", "//!"}, block: []string{"/**", "/*!"},
	},
	{name: "php", lang: lex.PHP, exts: []string{".php"}, grammar: always(php.LanguagePHP), literal: phpLiteral, docs: true, block: []string{"/**"}},
	{name: "ruby", lang: lex.Ruby, exts: []string{".rb"}, grammar: always(ruby.Language), literal: rubyLiteral},
	{
		name: "cpp", lang: lex.Cpp, exts: []string{".cpp", ".cc", ".h", ".hpp", ".c"}, grammar: always(cpp.Language), literal: cppLiteral,
		// Macros are text for the one and tokens for the other.
		ignore: func(n node) bool {
			return oneOf(n.Kind(), "preproc_def", "preproc_function_def", "preproc_call", "preproc_include", "preproc_arg")
		},
	},
	{name: "elixir", lang: lex.Elixir, exts: []string{".ex", ".exs"}, grammar: always(elixir.Language), literal: elixirLiteral, words: elixirWords},
}

func always(f func() unsafe.Pointer) func(string) unsafe.Pointer {
	return func(string) unsafe.Pointer { return f() }
}

func scriptGrammar(path string) unsafe.Pointer {
	switch {
	case strings.HasSuffix(path, ".tsx"):
		return typescript.LanguageTSX()
	case strings.HasSuffix(path, "ts"):
		return typescript.LanguageTypescript()
	}
	return javascript.Language()
}

// read returns the literals and documentation comments below root, and the ranges that are not compared.
func (l *language) read(root node) (out []literal, ignored [][2]int) {
	var comments []node
	root.visit(func(n node) bool {
		if l.ignore != nil && l.ignore(n) {
			ignored = append(ignored, [2]int{n.start(), n.end()})
			return false
		}
		if strings.HasSuffix(n.Kind(), "comment") && n.IsNamed() {
			if l.docs {
				comments = append(comments, n)
			}
			return false
		}
		if lit := l.literal(n); lit != nil {
			out = append(out, *lit)
		}
		if l.words != nil {
			out = append(out, l.words(n)...)
		}
		return true
	})
	return append(out, l.documentation(comments)...), ignored
}

// documentation makes literals of comments that document: each block, and each run of lines.
func (l *language) documentation(comments []node) []literal {
	var out []literal
	lastLine := false
	for _, c := range comments {
		text := strings.TrimRight(c.text(), "\r\n")
		end := c.start() + len(text)
		line, block := "", ""
		for _, p := range l.lines {
			if strings.HasPrefix(text, p) && (p != "///" || !strings.HasPrefix(text, "////")) {
				line = p
			}
		}
		for _, p := range l.block {
			if strings.HasPrefix(text, p) && text != "/**/" && !strings.HasPrefix(text, "/***") {
				block = p
			}
		}
		switch {
		case line != "":
			value := text[len(line):]
			if k := len(out) - 1; k >= 0 && lastLine && runsOn(string(c.src[out[k].end:c.start()])) && string(c.src[out[k].start:out[k].start+3]) == line {
				out[k].end = end
				out[k].value += "\n" + value
			} else {
				out = append(out, literal{start: c.start(), end: end, value: value, doc: true})
			}
			lastLine = true
			continue
		case block != "":
			out = append(out, literal{start: c.start(), end: end, value: strings.TrimSuffix(text[len(block):], "*/"), doc: true})
		}
		lastLine = false
	}
	return out
}

// runsOn reports whether between is one line break and blanks.
func runsOn(between string) bool {
	return strings.TrimSpace(between) == "" && strings.Count(between, "\n") == 1
}
