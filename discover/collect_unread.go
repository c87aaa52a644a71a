package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
)

// What may define tools and is not read is named: notebooks, and languages that no reader is for.

// otherLanguages are the languages that servers are written in and that are not read, by extension. The bool is set for those that install and
// start servers more often than they are written in.
var otherLanguages = map[string]struct {
	name   string
	script bool
}{
	".scala": {"Scala", false}, ".sc": {"Scala", false}, ".groovy": {"Groovy", false}, ".lua": {"Lua", false}, ".r": {"R", false}, ".fs": {"F#", false},
	".fsx": {"F#", false}, ".vb": {"Visual Basic", false}, ".pl": {"Perl", false}, ".pm": {"Perl", false}, ".clj": {"Clojure", false}, ".cljs": {"Clojure", false},
	".zig": {"Zig", false}, ".hs": {"Haskell", false}, ".ml": {"OCaml", false}, ".erl": {"Erlang", false}, ".jl": {"Julia", false}, ".nim": {"Nim", false},
	".cr": {"Crystal", false}, ".m": {"Objective-C", false}, ".mm": {"Objective-C", false}, ".pas": {"Pascal", false}, ".tcl": {"Tcl", false},
	".sh": {"shell", true}, ".bash": {"shell", true}, ".ps1": {"PowerShell", true}, ".ipynb": {"a notebook", false},
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
	case !namesMCP(data) || !namesTool(data), lang.script && (!answersTools(data) || !describesTool(data)):
	case ext == ".ipynb":
		w.missAt(t, rel, SkipBinary, "notebooks are not read; export its code as a script")
	default:
		w.missAt(t, rel, SkipBinary, "it seems to define MCP tools in "+lang.name+", which mcp-lint does not read")
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
