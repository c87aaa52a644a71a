package lex

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

// Language is a language, or a family of them that one lexer reads.
type Language uint8

// The languages.
const (
	Python Language = iota + 1
	JavaScript
	Go
	CSharp
	Java
	Kotlin
	Rust
	PHP
	Ruby
	Swift
	Cpp
	Dart
	Elixir
)

// languages are all that is read. Go is read by the standard library's own parser and has no lexer here; pages and components are read as
// JavaScript, whose scripts and attributes they hold.
var languages = [...]entry{
	Python: {
		name: "Python", extensions: ".py .pyw", programs: "python uv", editors: "python", comments: "#",
		syntax: &python, read: lexPython,
	},
	JavaScript: {
		name:       "TypeScript, JavaScript",
		extensions: ".ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .svelte .html .htm",
		programs:   "node nodejs deno bun tsx ts-node",
		editors:    "javascript javascriptreact typescript typescriptreact vue svelte html",
		comments:   "//", syntax: &javascript, read: lexJavaScript,
	},
	Go:     {name: "Go", extensions: ".go", editors: "go", comments: "//"},
	CSharp: {name: "C#", extensions: ".cs", editors: "csharp", comments: "//", syntax: &csharp, read: csharp.read},
	Java:   {name: "Java", extensions: ".java", editors: "java", comments: "//", syntax: &java, read: java.read},
	Kotlin: {name: "Kotlin", extensions: ".kt .kts", editors: "kotlin", comments: "//", syntax: &kotlin, read: kotlin.read},
	Rust:   {name: "Rust", extensions: ".rs", editors: "rust", comments: "//", syntax: &rust, read: rust.read},
	PHP:    {name: "PHP", extensions: ".php", programs: "php", editors: "php", comments: "// #", syntax: &php, read: lexPHP},
	Ruby:   {name: "Ruby", extensions: ".rb", programs: "ruby", editors: "ruby", comments: "#", syntax: &ruby, read: lexRuby},
	Swift:  {name: "Swift", extensions: ".swift", programs: "swift", editors: "swift", comments: "//", syntax: &swift, read: lexSwift},
	Cpp:    {name: "C, C++", extensions: ".c .cc .cpp .cxx .h .hpp", editors: "c cpp", comments: "//", syntax: &cpp, read: lexCpp},
	Dart:   {name: "Dart", extensions: ".dart", programs: "dart", editors: "dart", comments: "//", syntax: &dart, read: dart.read},
	Elixir: {
		name: "Elixir", extensions: ".ex .exs", programs: "elixir", editors: "elixir", comments: "#",
		syntax: &elixir, read: lexElixir,
	},
}

// entry is what the project knows of a language, but for the form of its code.
type entry struct {
	// name is what people call it.
	name string
	// extensions end the names of its files, programs run its scripts, and editors are its identifiers in the language server protocol.
	extensions, programs, editors string
	// comments begin a comment that ends with its line; the usual one stands first.
	comments string
	*syntax
	read func(*source.File) *File
}

var (
	byExtension = languagesBy(func(e *entry) string { return e.extensions })
	byProgram   = languagesBy(func(e *entry) string { return e.programs })
	byEditor    = languagesBy(func(e *entry) string { return e.editors })
)

func languagesBy(words func(*entry) string) map[string]Language {
	out := map[string]Language{}
	for i := range languages {
		for w := range strings.FieldsSeq(words(&languages[i])) {
			out[w] = Language(i)
		}
	}
	return out
}

// OfExtension returns the language of files whose names end in an extension, which is in lower case.
func OfExtension(extension string) (Language, bool) {
	lang, ok := byExtension[extension]
	return lang, ok
}

// OfProgram returns the language that a program runs scripts of.
func OfProgram(program string) (Language, bool) {
	lang, ok := byProgram[program]
	return lang, ok
}

// OfFile returns the language that a file is written in by its name.
func OfFile(name string) (Language, bool) { return OfExtension(strings.ToLower(path.Ext(name))) }

// OfScript returns the language of a script by the program that its first line names.
func OfScript(head []byte) (Language, bool) {
	line, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return 0, false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	for word := range strings.FieldsSeq(string(line)) {
		if lang, ok := OfProgram(strings.TrimRight(path.Base(word), "0123456789.")); ok {
			return lang, true
		}
	}
	return 0, false
}

// IsPage reports whether a file is a page of HTML, or holds one: its attributes may define tools.
func IsPage(name string) bool {
	return slices.Contains([]string{".html", ".htm", ".vue", ".svelte"}, strings.ToLower(path.Ext(name)))
}

// OfEditor returns the language that editors identify so.
func OfEditor(identifier string) (Language, bool) {
	lang, ok := byEditor[identifier]
	return lang, ok
}

// Languages returns all languages.
func Languages() []Language {
	var out []Language
	for i := range languages[1:] {
		out = append(out, Language(i+1))
	}
	return out
}

// Names returns what people call a language, or each language of a family.
func (l Language) Names() []string { return strings.Split(l.entry().name, ", ") }

// Extensions returns the ends of the names of its files, in order.
func (l Language) Extensions() []string {
	return slices.Sorted(strings.FieldsSeq(l.entry().extensions))
}

// Comments returns the marks that begin a comment which ends with its line, the usual one first.
func (l Language) Comments() []string { return strings.Fields(l.entry().comments) }

// NestsComments reports whether a block comment may hold another one.
func (l Language) NestsComments() bool {
	s := l.entry().syntax
	return s != nil && s.nested
}

// entry is empty for what is not a language.
func (l Language) entry() *entry {
	if int(l) >= len(languages) {
		l = 0
	}
	return &languages[l]
}

// Read turns a file into tokens. It never fails; a language without a lexer gives no tokens.
func Read(f *source.File, lang Language) *File {
	if read := lang.entry().read; read != nil {
		return read(f)
	}
	return &File{Source: f}
}

// BreaksOf returns what ends a line of a language.
func BreaksOf(lang Language) Breaks {
	if s := lang.entry().syntax; s != nil {
		return s.lineBreaks
	}
	return BreakASCII
}
