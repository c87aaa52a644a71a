package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// languages are the extensions of source files that tools are defined in. Pages and components are read as JavaScript, whose
// scripts and attributes they hold.
var languages = map[string]lex.Language{
	".py": lex.Python,
	".ts": lex.JavaScript, ".tsx": lex.JavaScript, ".mts": lex.JavaScript, ".cts": lex.JavaScript, ".js": lex.JavaScript,
	".jsx": lex.JavaScript, ".mjs": lex.JavaScript, ".cjs": lex.JavaScript, ".vue": lex.JavaScript, ".svelte": lex.JavaScript,
	".html": lex.JavaScript, ".htm": lex.JavaScript,
	".go": lex.Go, ".cs": lex.CSharp, ".java": lex.Java, ".kt": lex.Kotlin, ".kts": lex.Kotlin, ".rs": lex.Rust, ".php": lex.PHP,
	".rb": lex.Ruby, ".swift": lex.Swift, ".dart": lex.Dart, ".ex": lex.Elixir, ".exs": lex.Elixir,
	".c": lex.Cpp, ".cc": lex.Cpp, ".cpp": lex.Cpp, ".cxx": lex.Cpp, ".h": lex.Cpp, ".hpp": lex.Cpp,
}

// languageOf tells by its name what language a file is written in.
func languageOf(name string) (lex.Language, bool) {
	lang, ok := languages[strings.ToLower(path.Ext(name))]
	return lang, ok
}

// isPage reports whether a file is a page of HTML, or holds one: its attributes may define tools.
func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".vue", ".svelte":
		return true
	}
	return false
}
