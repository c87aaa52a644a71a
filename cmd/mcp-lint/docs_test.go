package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// console finds the fenced blocks of a document that show a session.
var console = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// skipped are commands that a test cannot run inside itself.
var skipped = map[string]string{
	"make test": "it is what runs this test",
}

// TestDocuments runs every command that a document shows in a console block and compares what it prints with what
// the document says. With -update the documents are rewritten.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	bin := build(t)
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	docs = append(docs, filepath.Join(root, "README.md"))
	for _, doc := range docs {
		data, err := os.ReadFile(doc)
		require.NoError(t, err)
		got := console.ReplaceAllFunc(data, func(block []byte) []byte {
			return []byte("```console\n" + replay(t, root, bin, string(console.FindSubmatch(block)[1])) + "```\n")
		})
		if *update {
			require.NoError(t, os.WriteFile(doc, got, 0o644))
			continue
		}
		assert.Equal(t, string(data), string(got), "%s is out of date; run go test ./cmd/mcp-lint -run TestDocuments -update", filepath.Base(doc))
	}
}

// build builds the program once for the test.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcp-lint")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	return bin
}

// replay runs the commands of a session, the lines that begin with "$ ", and returns the session as it really goes.
func replay(t *testing.T, root, bin, session string) string {
	t.Helper()
	var out bytes.Buffer
	for _, line := range strings.Split(strings.TrimSuffix(session, "\n"), "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line + "\n")
		if _, ok := skipped[command]; ok {
			continue
		}
		script := strings.ReplaceAll(command, "go run ./cmd/mcp-lint", `"$BIN"`)
		script = regexp.MustCompile(`(^|[|;&] *)mcp-lint `).ReplaceAllString(script, `$1"$$BIN" `)
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = root
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "BIN=" + bin, "TERM=dumb", "HOME=" + t.TempDir()}
		// A linter that finds something exits 1; what matters here is what it prints.
		printed, _ := cmd.CombinedOutput()
		out.Write(printed)
	}
	return out.String()
}
