package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/sweep"
	"github.com/org/mcp-lint/sweep/made"
)

// TestMain is the command when the tests call themselves by its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "sweep" {
		main()
	}
	flag.Parse()
	os.Exit(m.Run())
}

// self returns a folder that holds the command.
func self(t testing.TB) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs links and a shell")
	}
	tests, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.Symlink(tests, filepath.Join(folder, "sweep")))
	return folder
}

// shell runs a line where the command can be found.
func shell(t *testing.T, dir, bin, line string) (string, int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LC_ALL=C"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

var update = flag.Bool("update-docs", false, "write what commands print into docs/registry.md")

// TestDocument runs the sessions of docs/registry.md that show this command, one after the other.
func TestDocument(t *testing.T) {
	bin, dir := self(t), t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/day")))
	servers := filepath.Join("..", "..", "..", "examples", "servers", "poisoned", "notes")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "notes"), os.DirFS(servers)))
	document := filepath.Join("..", "..", "..", "docs", "registry.md")
	page, err := os.ReadFile(document)
	require.NoError(t, err)
	sessions := 0
	got := regexp.MustCompile("(?s)```text\n\\$ .*?```").ReplaceAllStringFunc(string(page), func(block string) string {
		sessions++
		out := "```text\n"
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				printed, _ := shell(t, dir, bin, command)
				out += line + printed
			}
		}
		return out + "```"
	})
	assert.Equal(t, 5, sessions)
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(got), 0o600))
	} else {
		assert.Equal(t, string(page), got, "docs/registry.md is out of date: run go test ./cmd/sweep -run TestDocument -update-docs in sweep")
	}
	help, code := shell(t, dir, bin, "sweep --help")
	assert.Equal(t, exitOK, code)
	for _, m := range regexp.MustCompile("`(--[a-z-]+)").FindAllStringSubmatch(string(page), -1) {
		assert.True(t, strings.Contains(help, m[1]) || m[1] == "--require-lock", "%s is on the page and not in the help", m[1])
	}
}

func TestUse(t *testing.T) {
	bin, dir := self(t), t.TempDir()
	for line, want := range map[string]string{
		"sweep":                           "sweep: --output is missing: name a folder for the results\n",
		"sweep --output out":              "sweep: nothing to scan: give --definitions, --archives or --packages\n",
		"sweep --output out x.tgz":        "sweep: unexpected argument \"x.tgz\": name files with --definitions, --archives or --packages, and quote patterns\n",
		"sweep --shards many":             "sweep: invalid value \"many\" for flag -shards: parse error\n       See sweep --help\n",
		"sweep --output out --archives x": "sweep: --archives \"x\" matches no file\n",
	} {
		out, code := shell(t, dir, bin, line)
		assert.Equal(t, exitUse, code, line)
		assert.Equal(t, want, out)
	}
	out, _ := shell(t, dir, bin, "sweep --help-beam")
	assert.Contains(t, out, "--endpoint ")
	assert.NotContains(t, out, "--archives ")
}

// TestInterrupted ends a run in the middle, in several ways: what is there is whole, and another run completes it.
func TestInterrupted(t *testing.T) {
	bin, dir := self(t), t.TempDir()
	require.NoError(t, made.Write(filepath.Join(dir, "in"), 4_000, 150))
	const line = "exec sweep --definitions 'in/definitions/*' --archives 'in/archives/*' --shards 150 --output "
	out, code := shell(t, dir, bin, line+"whole")
	require.Equal(t, exitOK, code, out)
	for _, signal := range []os.Signal{os.Interrupt, os.Kill} {
		cmd := exec.Command("sh", "-c", line+"cut")
		unpacked := t.TempDir()
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "TMPDIR=" + unpacked}
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool {
			return len(manifests(t, filepath.Join(dir, "cut"))) > 5 && len(suspects(t, dir)) > 0
		}, time.Minute, time.Millisecond)
		require.NoError(t, cmd.Process.Signal(signal))
		require.Error(t, cmd.Wait())
		if signal == os.Interrupt { // That is not a crash, and leaves nothing.
			assert.Empty(t, suspects(t, dir))
			folders, err := filepath.Glob(filepath.Join(unpacked, "mcp-lint-sweep-*"))
			require.NoError(t, err)
			assert.Empty(t, folders)
		}
		n := complete(t, filepath.Join(dir, "cut"))
		assert.Less(t, n, 300)
		out, code = shell(t, dir, bin, line+"cut --strict")
		assert.Equal(t, exitIncomplete, code)
		assert.Contains(t, out, "shards were complete before")
		_, _ = shell(t, dir, bin, "rm -f cut/.mcp-lint-*") // SIGKILL leaves what was being written.
		differ, code := shell(t, dir, bin, "diff -r whole cut && rm -r cut")
		assert.Equal(t, 0, code, differ)
	}
}

// suspects are the lists of archives that are being scanned.
func suspects(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "cut", "*.suspects.json"))
	require.NoError(t, err)
	return names
}

// complete counts the shards that have a manifest, whose files must be whole.
func complete(t *testing.T, folder string) int {
	t.Helper()
	names := manifests(t, folder)
	for _, name := range names {
		var m sweep.Manifest
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &m))
		results := strings.TrimSuffix(name, ".manifest.json")
		for file, want := range map[string]string{results: m.Results, strings.TrimSuffix(results, ".jsonl") + ".apart.jsonl": m.Apart} {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			sum := sha256.Sum256(data)
			require.Equal(t, want, hex.EncodeToString(sum[:]), file)
		}
	}
	return len(names)
}

func manifests(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.manifest.json"))
	assert.NoError(t, err)
	return names
}

// TestFailed holds that what was being scanned when another shard fails the run is not taken for the cause of a crash.
func TestFailed(t *testing.T) {
	bin, dir := self(t), t.TempDir()
	require.NoError(t, made.Write(filepath.Join(dir, "in"), 2_000, 1))
	var slow bytes.Buffer
	z := zip.NewWriter(&slow)
	for i := range 40 {
		w, err := z.Create(fmt.Sprintf("package/server-%d.py", i))
		require.NoError(t, err)
		for k := range 5_000 {
			fmt.Fprintf(w, "@mcp.tool()\ndef list_%d_%d(path: str) -> str:\n    \"\"\"List the files of folder %d.\"\"\"\n    return read(path)\n\n", i, k, k)
		}
	}
	require.NoError(t, z.Close())
	for i := range 8 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "in", "archives", fmt.Sprintf("slow-%d.zip", i)), slow.Bytes(), 0o600))
	}
	for i := range 40 {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "cut", fmt.Sprintf("definitions-%05d-of-00064.apart.jsonl", i)), 0o750))
	}
	out, code := shell(t, dir, bin, "sweep --definitions 'in/definitions/*' --archives 'in/archives/*' --output cut")
	assert.Equal(t, exitUse, code)
	assert.Contains(t, out, "the run failed")
	assert.Empty(t, suspects(t, dir))
}
