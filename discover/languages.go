package discover

import (
	"bytes"
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
)

// languages are the extensions of source files that tools are defined in. Pages and components are read as JavaScript, whose
// scripts and attributes they hold.
var languages = map[string]lex.Language{
	".py": lex.Python, ".pyw": lex.Python,
	".ts": lex.JavaScript, ".tsx": lex.JavaScript, ".mts": lex.JavaScript, ".cts": lex.JavaScript, ".js": lex.JavaScript,
	".jsx": lex.JavaScript, ".mjs": lex.JavaScript, ".cjs": lex.JavaScript, ".vue": lex.JavaScript, ".svelte": lex.JavaScript,
	".html": lex.JavaScript, ".htm": lex.JavaScript,
	".go": lex.Go, ".cs": lex.CSharp, ".java": lex.Java, ".kt": lex.Kotlin, ".kts": lex.Kotlin, ".rs": lex.Rust, ".php": lex.PHP,
	".rb": lex.Ruby, ".swift": lex.Swift, ".dart": lex.Dart, ".ex": lex.Elixir, ".exs": lex.Elixir,
	".c": lex.Cpp, ".cc": lex.Cpp, ".cpp": lex.Cpp, ".cxx": lex.Cpp, ".h": lex.Cpp, ".hpp": lex.Cpp,
}

// LanguageOf tells by its name what language a file is written in.
func LanguageOf(name string) (lex.Language, bool) {
	lang, ok := languages[strings.ToLower(path.Ext(name))]
	return lang, ok
}

// interpreters are the programs that scripts without an extension name in their first line.
var interpreters = map[string]lex.Language{
	"python": lex.Python, "node": lex.JavaScript, "nodejs": lex.JavaScript, "deno": lex.JavaScript, "bun": lex.JavaScript, "tsx": lex.JavaScript,
	"ts-node": lex.JavaScript, "uv": lex.Python, "ruby": lex.Ruby, "php": lex.PHP, "elixir": lex.Elixir, "dart": lex.Dart, "swift": lex.Swift,
}

func interpreterOf(head []byte) (lex.Language, bool) {
	line, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return 0, false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	for word := range strings.FieldsSeq(string(line)) {
		if lang, ok := interpreters[strings.TrimRight(path.Base(word), "0123456789.")]; ok {
			return lang, true
		}
	}
	return 0, false
}

// firstLine is how many bytes of a script its interpreter is looked for in.
const firstLine = 256

// language tells what language a candidate is written in, by its name, that of a link to it, or its first line.
func (o *opened) language(c *candidate) (lex.Language, bool) {
	if c.lang != 0 {
		return c.lang, true
	}
	name := path.Base(c.rel)
	if path.Ext(name) != "" || c.tree == nil {
		return LanguageOf(name)
	}
	head := o.beginning()
	return interpreterOf(head[:min(len(head), firstLine)])
}

// isPage reports whether a file is a page of HTML, or holds one: its attributes may define tools.
func isPage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".vue", ".svelte":
		return true
	}
	return false
}
