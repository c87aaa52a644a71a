package lex

import "github.com/org/mcp-lint/discover/source"

// Language is a language, or a family of them that one lexer reads.
type Language uint8

// The languages. Go is read by the standard library's own parser and has no lexer here.
const (
	Python     Language = iota + 1
	JavaScript          // JavaScript, TypeScript, JSX, TSX
	Go
	CSharp
	Java
	Kotlin
	Rust
	PHP
	Ruby
	Swift
	Cpp // C and C++
	Dart
	Elixir
)

// lexers are the lexers by language.
var lexers = [...]func(*source.File) *File{
	Python: lexPython, JavaScript: lexJavaScript, CSharp: lexCSharp, Java: lexJava, Kotlin: lexKotlin, Rust: lexRust,
	PHP: lexPHP, Ruby: lexRuby, Swift: lexSwift, Cpp: lexCpp, Dart: lexDart, Elixir: lexElixir,
}

// Read turns a file into tokens. It never fails; a language without a lexer gives no tokens.
func Read(f *source.File, lang Language) *File {
	if int(lang) >= len(lexers) || lexers[lang] == nil {
		return &File{Source: f}
	}
	return lexers[lang](f)
}
