package discover

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// list is a tools/list result with one tool.
func list(name, description string) string {
	return fmt.Sprintf(`{"tools":[{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}]}`, name, description)
}

func walk(t testing.TB, opts Options) *Inventory {
	t.Helper()
	inv, err := Walk(opts)
	require.NoError(t, err)
	return inv
}

// where lists server/tool@path of the tools found.
func where(inv *Inventory) []string {
	out := []string{}
	for _, t := range inv.Tools {
		out = append(out, t.View.Server+"/"+t.View.Name+"@"+t.File.Path)
	}
	return out
}

func TestWalkErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := Walk(Options{Cwd: dir, Paths: []string{"nope\x1b.json"}})
	require.Error(t, err)
	assert.Equal(t, `the path "nope\x1b.json" does not exist`, err.Error())
	_, err = Walk(Options{Cwd: dir, Paths: []string{"-"}})
	assert.ErrorContains(t, err, "standard input")

	inv := walk(t, Options{Cwd: dir})
	assert.Empty(t, inv.Tools)
	assert.Zero(t, inv.FilesSeen)

	if os.Getuid() > 0 {
		write(t, dir, "locked/a.json", list("a", "b"))
		write(t, dir, "secret.json", list("a", "b"))
		require.NoError(t, os.Chmod(filepath.Join(dir, "locked"), 0))
		require.NoError(t, os.Chmod(filepath.Join(dir, "secret.json"), 0))
		defer func() { _ = os.Chmod(filepath.Join(dir, "locked"), 0o755) }()
		inv := walk(t, Options{Cwd: dir})
		assert.Equal(t, 2, inv.Skipped[SkipUnreadable], "%v", inv.Skips)
		for _, p := range []string{"locked", "secret.json"} {
			_, err = Walk(Options{Cwd: dir, Paths: []string{p}})
			assert.ErrorContains(t, err, "permission denied")
		}
	}
}

func TestWalkStdin(t *testing.T) {
	inv := walk(t, Options{Cwd: t.TempDir(), Paths: []string{"-", "-"}, Stdin: strings.NewReader(list("get", "Weather."))})
	assert.Equal(t, []string{"stdin/get@<stdin>"}, where(inv))
	assert.Equal(t, "stdin", inv.Tools[0].File.Rel)
	// What was named and is too large to be looked at is not a clean result.
	small := Limits{FileBytes: 10}
	_, err := Walk(Options{Cwd: t.TempDir(), Paths: []string{"-"}, Stdin: strings.NewReader(list("get", "Weather.")), Limits: small})
	assert.ErrorContains(t, err, "larger than 10 bytes")
	dir := t.TempDir()
	write(t, dir, "a.json", list("get", "Weather."))
	_, err = Walk(Options{Cwd: dir, Paths: []string{"a.json"}, Limits: small})
	assert.ErrorContains(t, err, `"a.json" cannot be scanned`)
	assert.Equal(t, 1, walk(t, Options{Cwd: dir, Limits: small}).Skipped[SkipTooLarge])
}

func TestLimits(t *testing.T) {
	dir := t.TempDir()
	for i := range 10 {
		write(t, dir, fmt.Sprintf("many/%d.json", i), list("get", fmt.Sprint(i)))
	}
	write(t, dir, strings.Repeat("d/", 300)+"deep.json", list("deep", "x"))
	write(t, dir, "large.json", list("large", strings.Repeat("x", 5000)))
	write(t, dir, "large.bin", strings.Repeat("x", 5000))
	write(t, dir, "large", strings.Repeat("x", 5000))

	inv := walk(t, Options{Cwd: dir, Limits: Limits{FileBytes: 4000}})
	assert.Len(t, inv.Tools, 10)
	require.Equal(t, map[Reason]int{SkipTooDeep: 1, SkipTooLarge: 1}, inv.Skipped)
	assert.Equal(t, "large.json", inv.Skips[1].Path)
	assert.Equal(t, path.Clean(strings.Repeat("d/", DefaultDepth+1)), inv.Skips[0].Path)

	inv = walk(t, Options{Cwd: dir, Paths: []string{"many"}, Limits: Limits{Files: 4}})
	assert.Equal(t, []string{"0/get@many/0.json", "1/get@many/1.json", "2/get@many/2.json", "3/get@many/3.json"}, where(inv))
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, SkipTooMany, inv.Skips[0].Reason)
	assert.Contains(t, inv.Skips[0].Detail, "6 more files")
	assert.False(t, inv.Skips[0].Quiet())
}

func TestSkipsAreBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, ".gitignore", "*.json")
	for i := range KeptSkips + 20 {
		write(t, dir, fmt.Sprintf("%d.json", i), "")
	}
	inv := walk(t, Options{Cwd: dir})
	assert.Len(t, inv.Skips, KeptSkips)
	assert.Equal(t, KeptSkips+20, inv.Skipped[SkipIgnored])
}

func TestProgressAndCores(t *testing.T) {
	dir := t.TempDir()
	for i := range 700 {
		write(t, dir, fmt.Sprintf("%d/tools.json", i%70), list("get", "x"))
		write(t, dir, fmt.Sprintf("%d/%d.json", i%70, i), list(fmt.Sprint("t", i), "x"))
	}
	calls, last := 0, 0
	inv := walk(t, Options{Cwd: dir, Progress: func(n int) {
		calls++
		assert.GreaterOrEqual(t, n, last)
		last = n
	}})
	assert.Equal(t, inv.FilesSeen, last)
	assert.Greater(t, calls, 2)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	assert.Equal(t, where(inv), where(walk(t, Options{Cwd: dir})))
}

// BenchmarkTree walks a generated tree of 20,000 files, of which 400 speak of the protocol.
func BenchmarkTree(b *testing.B) {
	const files, each, speaking = 20_000, 200, 50 // one file of 50 speaks
	root := b.TempDir()
	plain := strings.Repeat("// Orders are kept by day.\nexport function find(day) {\n  return store.get(`orders/${day}`, { limit: 10 });\n}\n", 20)
	for i := range files {
		text := plain
		if i%speaking == 0 {
			text = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n" + plain +
				fmt.Sprintf("server.tool('find_%d', 'Finds the orders of day %d of the year.', { day: z.string().describe('The day.') }, find);\n", i, i)
		}
		write(b, root, fmt.Sprintf("part%03d/file%05d.ts", i/each, i), text)
	}
	for b.Loop() {
		require.Len(b, walk(b, Options{Paths: []string{root}}).Tools, files/speaking)
	}
}
