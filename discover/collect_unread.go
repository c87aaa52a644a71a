package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
)

// What may define tools and is not read is named: notebooks, and languages that no reader is for.

// otherLanguages are the languages that servers are written in and that are not read, by extension.
var otherLanguages = map[string]string{
	".scala": "Scala", ".sc": "Scala", ".groovy": "Groovy", ".lua": "Lua", ".r": "R", ".fs": "F#",
	".fsx": "F#", ".vb": "Visual Basic", ".pl": "Perl", ".pm": "Perl", ".clj": "Clojure", ".cljs": "Clojure",
	".zig": "Zig", ".hs": "Haskell", ".ml": "OCaml", ".erl": "Erlang", ".jl": "Julia", ".nim": "Nim",
	".cr": "Crystal", ".m": "Objective-C", ".mm": "Objective-C", ".pas": "Pascal", ".tcl": "Tcl",
	".sh": "shell", ".bash": "shell", ".ps1": "PowerShell", ".ipynb": "a notebook",
}

var (
	answersTools  = anyOf("tools/list", "register-mcptool")
	describesTool = anyOf("inputschema", "description")
	namesTool     = anyOf("tool")
)

// nameUnread names a file that is not read and may define tools.
func (w *walker) nameUnread(t *tree, rel, name string) {
	ext := strings.ToLower(path.Ext(name))
	if archive.IsBundle(name) || t.depth > 0 && archive.HasName(name) {
		w.metArchive(t, rel)
		return
	}
	lang, ok := otherLanguages[ext]
	if !ok || classOf(rel) != ClassNone {
		return
	}
	data := readPackage(t, rel)
	switch {
	// Shells install and start servers more often than servers are written in them.
	case !namesMCP(data) || !namesTool(data), (lang == "shell" || lang == "PowerShell") && (!answersTools(data) || !describesTool(data)):
	case ext == ".ipynb":
		w.missAt(t, rel, SkipBinary, "notebooks are not read; export its code as a script")
	default:
		w.missAt(t, rel, SkipBinary, "it seems to define MCP tools in "+lang+", which mcp-lint does not read")
	}
}

// passVCS passes by the private data of a version control system, and notes the files in it that such a system does not write.
func (w *walker) passVCS(t *tree, rel string) {
	if w.inv.focus != nil {
		return // what was named there is read
	}
	entries, _, _ := t.list(rel)
	for _, e := range entries {
		if e.Type().IsRegular() && w.wants(e.Name()) == wantYes {
			w.passed = append(w.passed, place{t, path.Join(rel, e.Name())})
		}
	}
}
