package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// console finds the fenced blocks of a document that show a session with what it prints.
	console = regexp.MustCompile("(?s)```console\n(.*?)```\n")
	// story finds what begins a story: the sessions that follow it in the document are run one after the other in one copy of a folder.
	story = regexp.MustCompile(`<!-- The commands run in a copy of (\S+), one after the other\. -->\n`)
	// shell finds those that only list commands.
	shell = regexp.MustCompile("(?s)```sh\n(.*?)```\n")
	// notHere are commands that a test cannot run: the tests themselves, and what would fetch this very version.
	notHere = regexp.MustCompile(`^(make test|go install) ?`)
)

func documents(t *testing.T, root string) []string {
	t.Helper()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	return append(docs, filepath.Join(root, "README.md"))
}

// TestSessions runs every command that a document shows in a console block and compares what it prints with what
// the document says. With -update the documents are rewritten.
func TestSessions(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	bin := build(t)
	stories := 0
	for _, doc := range documents(t, root) {
		data, err := os.ReadFile(doc)
		require.NoError(t, err)
		dir := root
		either := regexp.MustCompile(story.String() + "|" + console.String())
		got := either.ReplaceAllFunc(data, func(block []byte) []byte {
			if from := story.FindSubmatch(block); from != nil {
				stories++
				dir = t.TempDir()
				require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, string(from[1])))))
				return block
			}
			return []byte("```console\n" + replay(t, dir, bin, string(console.FindSubmatch(block)[1])) + "```\n")
		})
		if *update {
			require.NoError(t, os.WriteFile(doc, got, 0o644))
			continue
		}
		assert.Equal(t, string(data), string(got), "%s is out of date; run go test ./cmd/mcp-lint -run TestSessions -update", filepath.Base(doc))
	}
	assert.Equal(t, 2, stories, "the rug pull of docs/approvals.md and the configuration of docs/launches.md")
}

// TestCommands runs the commands that documents list. They must end with 0, or with 1 where something is found.
func TestCommands(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	bin := build(t)
	work := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(work, "examples"), os.DirFS(filepath.Join(root, "examples"))))
	for _, doc := range documents(t, root) {
		data, err := os.ReadFile(doc)
		require.NoError(t, err)
		for _, block := range shell.FindAllStringSubmatch(string(data), -1) {
			dir := work
			for _, line := range strings.Split(strings.TrimSpace(block[1]), "\n") {
				if to, ok := strings.CutPrefix(line, "cd "); ok {
					dir = filepath.Join(dir, to)
					continue
				}
				if notHere.MatchString(line) {
					continue
				}
				out, code := runShell(t, dir, bin, line)
				assert.LessOrEqual(t, code, 1, "%s: %s\n%s", filepath.Base(doc), line, out)
			}
		}
	}
}

func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcp-lint")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	return bin
}

// replay runs the commands of a session, the lines that begin with "$ ", and returns the session as it really goes.
func replay(t *testing.T, dir, bin, session string) string {
	t.Helper()
	var out bytes.Buffer
	for _, line := range strings.Split(strings.TrimSuffix(session, "\n"), "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		printed, _ := runShell(t, dir, bin, command)
		out.WriteString(line + "\n" + printed)
	}
	return out.String()
}

// program finds the two ways in which documents call the program.
var program = regexp.MustCompile(`(^|[|;&] *)(go run ./cmd/mcp-lint|mcp-lint)( |$)`)

func runShell(t *testing.T, dir, bin, line string) (string, int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", program.ReplaceAllString(line, `$1"$$BIN"$3`))
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "BIN=" + bin, "TERM=dumb", "HOME=" + t.TempDir(), "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@acme.example", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@acme.example",
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
