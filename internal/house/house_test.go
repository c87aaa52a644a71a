// Package house tests the structure of the project: which room may import which, and that detection stays pure.
package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/org/mcp-lint"

// arrows lists, for each room, the rooms of the project it may import. "*" is every room.
var arrows = map[string][]string{
	"detect":               {"detect/text", "detect/secret", "internal/wordset"},
	"detect/reading":       {"detect", "detect/text", "internal/wordset"},
	"detect/model":         {"detect/reading", "detect/text"},
	"detect/check":         {"detect", "detect/text", "detect/reading", "detect/model", "detect/decode", "detect/secret", "internal/lazy"},
	"corpus/grammar":       {"corpus", "detect"},
	"internal/learn":       {"corpus", "corpus/grammar", "detect", "detect/model", "detect/reading", "detect/text"},
	"detect/text":          {"internal/wordset"},
	"detect/decode":        {},
	"detect/secret":        {"internal/lazy", "internal/wordset"},
	"discover":             {"discover/archive", "discover/ignore", "detect", "discover/clients", "discover/source", "discover/manifest", "discover/code", "discover/code/lex", "discover/code/link", "discover/code/sdk", "internal/ahocorasick", "internal/lazy", "internal/wordset"},
	"discover/source":      {},
	"discover/marked":      {"discover/source", "discover/code", "discover/code/lex", "discover/manifest"},
	"discover/ignore":      {"internal/wordset"},
	"discover/installed":   {"discover", "discover/code/lex", "discover/clients", "internal/lazy", "internal/pypi"},
	"discover/archive":     {"internal/lazy", "internal/wordset"},
	"discover/clients":     {"internal/lazy", "internal/wordset"},
	"discover/manifest":    {"discover/clients", "discover/source", "internal/ahocorasick", "internal/launcher", "internal/lazy", "internal/wordset"},
	"discover/code":        {"discover/source", "discover/code/ident", "discover/code/lex", "discover/code/syntax", "discover/code/static", "discover/code/schema", "discover/code/sdk", "discover/code/link", "internal/wordset"},
	"discover/code/link":   {"discover/source", "discover/code/ident", "discover/code/lex", "discover/code/static", "discover/code/schema", "discover/code/sdk", "internal/wordset"},
	"discover/code/sdk":    {"discover/source", "discover/code/ident", "discover/code/lex", "discover/code/syntax", "discover/code/static", "discover/code/schema", "internal/wordset"},
	"discover/code/schema": {"discover/source", "discover/code/ident", "discover/code/lex", "discover/code/syntax", "discover/code/static", "internal/wordset"},
	"discover/code/static": {"discover/source", "discover/code/ident", "discover/code/lex", "discover/code/syntax", "internal/wordset"},
	"discover/code/syntax": {"discover/source", "discover/code/lex", "internal/wordset"},
	"discover/code/lex":    {"discover/source", "internal/wordset"},
	"discover/code/ident":  {},
	"launch":               {"discover/clients", "detect", "detect/decode", "detect/secret", "internal/didyoumean", "internal/ipaddr", "internal/launcher", "internal/lazy", "internal/wordset"},
	"schemacheck":          {"discover/clients", "detect", "internal/lazy", "internal/wordset"},
	"lint":                 {"internal/digest", "launch", "discover/clients", "discover/marked", "discover/ignore", "discover/installed", "schemacheck", "internal/asciijson", "internal/entry", "internal/jsonl", "internal/lazy", "internal/measure", "internal/didyoumean", "internal/wildcard", "config", "detect", "detect/check", "detect/text", "detect/secret", "discover", "discover/source", "lock"},
	"lock":                 {"internal/asciijson", "internal/digest", "internal/entry", "internal/word", "detect", "detect/text", "detect/secret"},
	"config":               {"detect", "detect/text", "detect/secret", "discover/ignore"},
	"report":               {"internal/asciijson", "internal/digest", "internal/lazy", "internal/measure", "sarif", "lint", "lock", "detect", "detect/text"},
	"sarif":                {"internal/asciijson", "lint", "detect", "detect/text"},
	"corpus":               {"detect", "internal/jsonl"},
	"cmd/mcp-lint":         {"*"},
	"internal/asciijson":   {},
	"internal/digest":      {},
	"internal/entry":       {"detect", "detect/text"},
	"internal/house":       {},
	"internal/golden":      {"internal/must"},
	"internal/must":        {},
	"internal/didyoumean":  {"detect", "detect/text", "internal/ipaddr", "internal/launcher", "internal/lazy", "internal/pypi", "internal/wordset"},
	"internal/measure":     {},
	"internal/ipaddr":      {"detect/text", "internal/wordset"},
	"internal/jsonl":       {},
	"internal/launcher":    {"internal/ipaddr", "internal/lazy", "internal/wordset"},
	"internal/lazy":        {},
	"internal/ahocorasick": {},
	"internal/wildcard":    {},
	"internal/word":        {"detect/text"},
	"internal/wordset":     {},
	"internal/docs":        {"detect", "discover/source", "internal/asciijson", "lint", "lock", "report", "sarif"},
	"internal/action":      {"config", "detect/secret", "detect/text", "discover", "internal/atomicfile", "internal/change", "internal/hint", "internal/lazy", "internal/userfile", "lint", "lock", "report"},
	"internal/hint":        {},
	"internal/approve":     {"detect", "detect/secret", "detect/text", "internal/asciijson", "internal/didyoumean", "internal/hint", "internal/safe", "internal/settings", "internal/userfile", "internal/wildcard", "internal/word", "lint", "lock", "report"},
	"internal/safe":        {"detect/secret", "detect/text"},
	"internal/settings":    {"config", "detect", "discover", "discover/source", "internal/didyoumean", "internal/hint", "internal/scanservice", "internal/userfile", "lint", "lock", "rules"},
	"internal/userfile":    {"internal/atomicfile", "internal/hint"},
	"internal/atomicfile":  {},
	"internal/bench":       {"*"},
	"internal/packages":    {},
	"internal/change":      {},
	"rules":                {"config", "detect", "detect/reading", "detect/text"},
	"internal/fix":         {"detect", "lint", "internal/lazy", "internal/pypi"},
	"internal/pypi":        {"internal/lazy"},
	"mcplint":              {"internal/hint", "config", "detect", "detect/text", "internal/scanservice", "internal/settings", "lint", "discover/source"},
	"internal/api":         {},
	"internal/scanservice": {"detect", "lint"},
	"internal/mcpserver":   {"lock", "internal/didyoumean", "detect", "detect/text", "discover/manifest", "discover/source", "internal/scanservice", "lint", "internal/lazy"},
	"internal/rest":        {"internal/asciijson", "lock", "detect", "detect/text", "internal/scanservice", "lint", "report", "sarif"},
	"internal/pull":        {"detect/text", "discover/archive", "internal/gitread", "internal/hint", "internal/lazy", "internal/pypi", "internal/safe", "internal/userfile"},
	"internal/gitread":     {"internal/safe"},
	"internal/record":      {"internal/asciijson", "detect/text", "internal/ipaddr"},
	"internal/lsp":         {"discover/marked", "config", "lock", "internal/asciijson", "detect", "detect/text", "discover", "discover/code/lex", "discover/manifest", "discover/source", "internal/scanservice", "internal/settings", "lint", "internal/lazy"},
	"e2e":                  {},
}

// impure are packages that detection must not use: they reach files, processes, the network, or memory.
var impure = []string{"net", "os", "io/fs", "io/ioutil", "syscall", "unsafe", "path/filepath", "math/rand", "plugin"}

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs
		}
		require.NoError(t, err)
		pkgs = append(pkgs, p)
	}
}

func TestArrows(t *testing.T) {
	rooms := map[string]bool{}
	for _, p := range list(t, "./...") {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		rooms[room] = true
		allowed, known := arrows[room]
		if !assert.True(t, known, "%s is a room that the plan does not know", room) || slices.Contains(allowed, "*") {
			continue
		}
		for _, imp := range p.Imports {
			if other, ok := strings.CutPrefix(imp, module+"/"); ok {
				assert.Contains(t, allowed, other, "%s imports %s: not an arrow of the house", room, other)
			}
		}
		for _, other := range allowed {
			assert.Contains(t, p.Imports, module+"/"+other, "%s does not import %s any more", room, other)
		}
	}
	for room := range arrows {
		assert.True(t, rooms[room] || room == "e2e", "there is no %s any more", room) // e2e has tests only
	}
}

// TestDetectIsPure looks at every package that detection links, except the standard library, whose own use of os (by
// fmt) is not reachable without a handle that only os gives.
func TestDetectIsPure(t *testing.T) {
	for _, p := range list(t, "-deps", "./detect/...") {
		if p.Standard {
			continue
		}
		for _, imp := range p.Imports {
			for _, bad := range impure {
				assert.False(t, imp == bad || strings.HasPrefix(imp, bad+"/"), "%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

func TestOnlyDiscoverReadsFiles(t *testing.T) {
	for _, p := range list(t, "./launch", "./schemacheck", "./rules", "./sarif", "./report", "./discover/source", "./discover/archive", "./discover/manifest", "./discover/code/...") {
		assert.NotContains(t, p.Imports, "os", "%s must not touch files", p.ImportPath)
	}
}

// networked are the rooms that open connections; internal/pull is the only one that fetches what a scan reads.
var networked = []string{
	"cmd/mcp-lint", "internal/pull", "internal/record", "internal/mcpserver", "internal/rest", "internal/lsp", "internal/action", "e2e", "internal/bench",
}

// TestScansAreOffline looks at all rooms but those that are listed as networked.
func TestScansAreOffline(t *testing.T) {
	for _, p := range list(t, "./...") {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		if slices.Contains(networked, room) {
			continue
		}
		for _, imp := range p.Imports {
			assert.NotEqual(t, "net/http", imp, "%s opens connections, and a scan opens none", room)
			assert.NotEqual(t, module+"/internal/pull", imp, "%s fetches", room)
		}
	}
}
