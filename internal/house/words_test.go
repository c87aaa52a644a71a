package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spoken are the rooms whose strings people read.
var spoken = []string{
	"detect", "lock", "discover", "config", "lint", "cmd", "report", "sarif", "mcplint", "launch", "schemacheck", "rules", "internal/fix", "internal/action", "internal/approve", "internal/docs", "internal/gitread", "internal/settings", "internal/userfile", "internal/scanservice", "internal/lsp", "internal/mcpserver", "internal/pull", "internal/record", "internal/rest", "sweep",
}

// stilted are phrases that docs/messages.md has better ones for.
var stilted = regexp.MustCompile(`(?i)\blooked at\b|(?:^|(?:[^e]|[^r]e) )(?:is|are) no (?:[a-km-z]|l(?:[^o]|o[^n]))|\bno alarm\b|\bon the spot\b|\borders? the model about\b|\b(?:is|are|was|were) told\b|` +
	`\btakes? \w+ apart\b|\bputs? itself above\b|\bhas itself\b|\bholds now\b|\bby a defect\b|\bgiven up\b|\bexclude each other\b|\bordinary file\b|` +
	`\bhas (?:private data|something) (?:read|deleted)\b|\b(?:has|have) to be\b|\bcounts? no longer\b|\bfits nothing\b|` +
	`\bno good sign\b|\bmend(?:s|ed|ing)?\b|\basks? for nothing\b|\bcan have that\b|\b(?:is|be|are) another one\b`)

// TestWords keeps messages and documents to docs/messages.md.
func TestWords(t *testing.T) {
	seen := 0
	for _, room := range spoken {
		sources(t, room, func(file *ast.File, at func(ast.Node) string) {
			for _, l := range literals(file) {
				seen++
				assert.Empty(t, stilted.FindString(said(t, l)), "%s: %s", at(l), l.Value)
			}
		})
	}
	assert.Greater(t, seen, 2_000, "the strings are found")
	seen = 0
	for _, pattern := range []string{"*.md", "docs/*.md", "corpus/*/README.md", "editors/*/*.md", "internal/packages/*.md", ".github/*.md", "action.yml", ".pre-commit-hooks.yaml"} {
		pages, err := filepath.Glob(filepath.Join("../..", pattern))
		require.NoError(t, err)
		for _, page := range pages {
			if filepath.Base(page) == "messages.md" {
				continue // It lists these phrases.
			}
			seen++
			data, err := os.ReadFile(page)
			require.NoError(t, err)
			assert.Empty(t, stilted.FindString(string(data)), page)
		}
	}
	assert.Greater(t, seen, 40, "the documents are found")
	for _, words := range []string{"It could not be looked at", "%q is no tool", "what was told", "--a and --b exclude each other", "a note, no alarm", "A flag mends it", "That is no good sign", "it is another one"} {
		assert.Regexp(t, stilted, words)
	}
	for _, words := range []string{"cannot be read", "is not a tool", "is notable", "tells the model to call %s", "there is no such server", "is no longer read", "recommends", "another one of"} {
		assert.NotRegexp(t, stilted, words)
	}
}

// TestDetails keeps what a Detail is made of to one remedy, which follows "; ".
func TestDetails(t *testing.T) {
	seen := 0
	for _, room := range []string{"detect", "lock", "launch", "schemacheck"} {
		sources(t, room, func(file *ast.File, at func(ast.Node) string) {
			ast.Inspect(file, func(n ast.Node) bool {
				a, ok := n.(*ast.AssignStmt)
				if !ok {
					return true
				}
				for i, to := range a.Lhs {
					if s, ok := to.(*ast.SelectorExpr); !ok || s.Sel.Name != "Detail" || len(a.Rhs) != len(a.Lhs) {
						continue
					}
					remedies := 0
					for _, l := range literals(a.Rhs[i]) {
						seen++
						remedies += strings.Count(said(t, l), "; ")
					}
					assert.LessOrEqual(t, remedies, 1, at(a))
				}
				return true
			})
		})
	}
	assert.Greater(t, seen, 10, "the details are found")
}

// sources visits the files of a room, without tests. Names of clients' settings are data.
func sources(t *testing.T, room string, visit func(file *ast.File, at func(ast.Node) string)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(filepath.Join("../..", room), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(filepath.ToSlash(path), "/clients/") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		visit(file, func(n ast.Node) string { return set.Position(n.Pos()).String() })
		return err
	}))
}

// literals returns the strings below a node. Tags of fields are among them.
func literals(below ast.Node) []*ast.BasicLit {
	var all []*ast.BasicLit
	ast.Inspect(below, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			all = append(all, l)
		}
		return true
	})
	return all
}

func said(t *testing.T, l *ast.BasicLit) string {
	t.Helper()
	words, err := strconv.Unquote(l.Value)
	require.NoError(t, err)
	return words
}
