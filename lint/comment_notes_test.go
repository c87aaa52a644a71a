package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover/source"
)

func TestMisspeltCommentsAreTold(t *testing.T) {
	const words = " unicode.hidden -- a joiner"
	for marker, told := range map[string]bool{
		"mcp-lint: ignore": true, "mcp-lint :ignore": true, "MCP-LINT:IGNORE": true, "Mcp-Lint:ignore": true, "mcp-lint:IGNORE": true,
		"mcp-lint, ignore": false, "mcp-lint: we ignore": false,
	} {
		r := lintTree(t, map[string]string{"a.py": hiddenIn("    # "+marker+words+"\n", "")})
		assert.Len(t, r.Findings, 1, marker)
		if !told {
			assert.Empty(t, r.Notes, marker)
			continue
		}
		require.Len(t, r.Notes, 1, marker)
		assert.Equal(t, "the comment suppresses nothing; it must be written mcp-lint:ignore CHECK -- REASON", r.Notes[0].Text)
		assert.Equal(t, 7, r.Notes[0].Where.File.Position(r.Notes[0].Where.Span.Start, source.Bytes).Line)
	}
	r := lintTree(t, map[string]string{"a.py": strings.Replace(hiddenIn("", ""), "Lists", "# mcp-lint: ignore"+words, 1)})
	assert.Empty(t, r.Notes, "what is no comment is none in other letters either")
}

func TestNotesOfCommentsCrowdNothingOut(t *testing.T) {
	bad := strings.Repeat("# mcp-lint:ignore nothing\n# mcp-lint:ignore secret.embedded -- r\n\n", 300)
	files := map[string]string{"A.py": bad + hiddenIn("", ""), "B.py": bad + hiddenIn("", "")}
	c := &config.Config{Ignore: []config.Ignore{{Tool: "gone", Reason: "r", Line: 1}}}
	conf := source.NewFile("z.yaml", "z.yaml", []byte("ignore: []\n"))
	r, err := Run(Options{Cwd: tree(t, files), Config: c, ConfigFile: conf})
	require.NoError(t, err)
	require.Len(t, r.Notes, 1+2*(keptCommentNotes+1))
	assert.Equal(t, "z.yaml", r.Notes[0].Where.File.Path)
	assert.Equal(t, len(r.Notes), r.Summary.Notes)
	for i, file := range []string{"A.py", "B.py"} {
		last := r.Notes[(i+1)*(keptCommentNotes+1)]
		assert.Equal(t, file, last.Where.File.Path)
		assert.Equal(t, "580 more things are wrong with the comments of the file", last.Text)
	}
}

// TestUnusedCommentsOfAPath looks at a part of a repository only.
func TestUnusedCommentsOfAPath(t *testing.T) {
	unused := "# mcp-lint:ignore unicode.hidden, " + shadowingCheck + " -- r\n\n"
	files := map[string]string{"a.py": unused + hiddenIn("", ""), "b.py": unused + hiddenIn("", "")}
	const nothing = "unicode.hidden finds nothing that the comment stands beside"
	for _, around := range []bool{false, true} {
		r, err := Run(Options{Cwd: tree(t, files), Paths: []string{"a.py"}, InContext: around})
		require.NoError(t, err)
		notes := []string{nothing}
		if around {
			notes = append(notes, shadowingCheck+strings.TrimPrefix(nothing, "unicode.hidden"))
		}
		assert.Equal(t, notes, noteTexts(r), around)
		assert.Equal(t, "a.py", r.Notes[0].Where.File.Path)
	}
	r, err := Run(Options{Cwd: tree(t, files), Paths: []string{"a.py"}, Skip: []string{"unicode.hidden"}})
	require.NoError(t, err)
	assert.Empty(t, r.Notes, "a check that did not run finds nothing")
}
