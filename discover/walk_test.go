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

func TestWalkOrderAndPaths(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"b/x.json", "b.json", "a/y.json", "b/deep/z.json"} {
		write(t, dir, f, list("get", f))
	}
	write(t, dir, "a/notes.md", "description")
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"y/get@a/y.json", "b/get@b.json", "z/get@b/deep/z.json", "x/get@b/x.json"}, where(inv))
	assert.Equal(t, 5, inv.FilesSeen)
	assert.Equal(t, 4, inv.FilesRead)
	assert.Len(t, inv.Files, 4)
	assert.Empty(t, inv.Skips)

	t.Run("several paths, each file once", func(t *testing.T) {
		inv := walk(t, Options{Cwd: dir, Paths: []string{"b/x.json", "b", "./b/../b", filepath.Join(dir, "b", "x.json"), "b/deep"}})
		assert.Equal(t, []string{"z/get@b/deep/z.json", "x/get@b/x.json"}, where(inv))
	})
	t.Run("outside of the working directory", func(t *testing.T) {
		inv := walk(t, Options{Cwd: filepath.Join(dir, "a"), Paths: []string{"../b"}})
		assert.Equal(t, []string{"z/get@../b/deep/z.json", "x/get@../b/x.json"}, where(inv))
		assert.Equal(t, "deep/z.json", inv.Tools[0].File.Rel)
	})
	t.Run("relative to the repository", func(t *testing.T) {
		require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
		inv := walk(t, Options{Cwd: filepath.Join(dir, "b"), Paths: []string{"deep"}})
		assert.Equal(t, []string{"z/get@deep/z.json"}, where(inv))
		assert.Equal(t, "b/deep/z.json", inv.Tools[0].File.Rel)
	})
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

func TestNamedPathsWinOverIgnores(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, ".gitignore", "*.json\nout/\n!kept.json\n")
	for _, f := range []string{"a.json", "kept.json", "out/c.jsonc", "node_modules/d.json", "node_modules/e.yaml.txt"} {
		write(t, dir, f, list("get", f))
	}
	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"kept/get@kept.json"}, where(inv))
	assert.Equal(t, map[Reason]int{SkipIgnored: 2, SkipVendored: 1}, inv.Skipped)
	for _, s := range inv.Skips {
		assert.True(t, s.Quiet())
	}
	inv = walk(t, Options{Cwd: dir, Paths: []string{"a.json", "out", "node_modules/e.yaml.txt"}})
	assert.Equal(t, []string{"a/get@a.json", "e/get@node_modules/e.yaml.txt", "c/get@out/c.jsonc"}, where(inv))
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

func TestSymlinks(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "root")
	write(t, top, "outside/secret.json", list("secret", "x"))
	write(t, dir, "a/get.json", list("tool", "x"))
	write(t, dir, "scan/own.json", list("own", "x"))
	write(t, dir, "shared/common.json", list("common", "x"))
	write(t, dir, "node_modules/dep.json", list("dep", "x"))
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	link("../outside", "out")
	link("../outside/secret.json", "out.json")
	link("../../root/a", "a/again")
	link(".", "loop")
	link("self", "self")
	link("nowhere.json", "dangling.json")
	link("../../outside", "scan/far")
	link("../shared", "scan/near")
	link("../shared/common.json", "scan/one.json")
	link("../node_modules", "scan/deps")
	link(filepath.Join(dir, "a"), "absolute")

	inv := walk(t, Options{Cwd: dir})
	assert.Equal(t, []string{"get/tool@a/get.json", "own/own@scan/own.json", "common/common@shared/common.json"}, where(inv))
	var outside []string
	for _, s := range inv.Skips {
		if s.Reason == SkipSymlink {
			outside = append(outside, s.Path)
			assert.NotContains(t, s.Detail, top)
		}
	}
	assert.Equal(t, []string{"a/again", "out", "out.json", "scan/far", "self"}, outside)

	inv = walk(t, Options{Cwd: dir, Paths: []string{"scan"}})
	assert.Equal(t, []string{"own/own@scan/own.json"}, where(inv), "nothing above the named folder without a repository")
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	inv = walk(t, Options{Cwd: dir, Paths: []string{"scan"}})
	assert.Equal(t, []string{"own/own@scan/own.json", "common/common@shared/common.json"}, where(inv))
	inv = walk(t, Options{Cwd: dir, Paths: []string{"out.json"}})
	assert.Len(t, inv.Tools, 1, "a link that was named is followed")
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

// TestWithin scans a folder of a repository that reaches out of itself in every way that discovery follows.
func TestWithin(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(top, ".git"), 0o755))
	write(t, top, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, top, "secret/tools.json", list("secret", "Outside."))
	write(t, top, "secret/words.txt", "SECRET words")
	write(t, top, "root/tools.json", list("get", "Inside."))
	write(t, top, "root/server.py", `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("s")

@mcp.tool(description=open("../secret/words.txt").read())
def read_words() -> str:
    return ""
`)
	require.NoError(t, os.Symlink("../secret", filepath.Join(top, "root", "link")))
	require.NoError(t, os.Symlink("../secret/tools.json", filepath.Join(top, "root", "link.json")))
	root := filepath.Join(top, "root")
	said := func(inv *Inventory) string {
		out := ""
		for _, tool := range inv.Tools {
			out += tool.View.Name + " " + tool.View.Description + "\n"
		}
		return out
	}
	free := walk(t, Options{Cwd: root})
	assert.Contains(t, said(free), "Outside.", "or else the test proves nothing")
	assert.Contains(t, said(free), "SECRET words")

	for name, opts := range map[string]Options{
		"the folder":       {Cwd: root},
		"from elsewhere":   {Cwd: top, Paths: []string{"root"}},
		"a file":           {Cwd: root, Paths: []string{"server.py", "tools.json"}},
		"in context":       {Cwd: root, Paths: []string{"server.py", "tools.json"}, InContext: true},
		"all, and a link":  {Cwd: root, Paths: []string{".", "tools.json"}},
		"by another spell": {Cwd: root, Paths: []string{root + "/../root/."}},
	} {
		opts.Root = root
		inv := walk(t, opts)
		assert.Contains(t, said(inv), "Inside.", name)
		assert.NotContains(t, said(inv), "Outside.", name)
		assert.NotContains(t, said(inv), "SECRET", name)
		for _, f := range inv.Files {
			assert.NotContains(t, string(f.Data), "Outside.", name)
		}
	}
	for _, path := range []string{"..", "../secret", "link", "link.json", "../secret/tools.json", top} {
		_, err := Walk(Options{Cwd: root, Paths: []string{path}, Root: root})
		require.ErrorContains(t, err, "outside", path)
	}
	_, err := Walk(Options{Cwd: root, Root: filepath.Join(top, "nowhere")})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestRootOfTheRun is about the folder that reported paths are relative to.
func TestRootOfTheRun(t *testing.T) {
	const doc = `{"tools":[{"name":"t","description":"x"}]}`
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, name := range []string{"a/t.json", "b/t.json", "repo/.git/HEAD", "repo/sub/t.json", "repo/t.json", "other/.git/HEAD", "other/t.json"} {
		write(t, top, name, doc)
	}
	for name, tc := range map[string]struct {
		cwd   string
		paths []string
		want  []string
	}{
		"two folders outside of git":        {".", []string{"a", "b"}, []string{"a/t.json", "b/t.json"}},
		"one folder below the cwd":          {".", []string{"./a"}, []string{"a/t.json"}},
		"one folder elsewhere":              {"b", []string{"../a"}, []string{"t.json"}},
		"two folders elsewhere":             {"repo", []string{"../a", "../b"}, []string{"outside/a/t.json", "outside/b/t.json"}},
		"below the repository":              {"repo/sub", nil, []string{"sub/t.json"}},
		"a repository elsewhere":            {"a", []string{"../repo/sub"}, []string{"sub/t.json"}},
		"the repository and a file outside": {"repo", []string{".", "../other/t.json"}, []string{"outside/other/t.json", "sub/t.json", "t.json"}},
		"a file of another repository":      {"repo", []string{"../other/t.json"}, []string{"t.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, tool := range walk(t, Options{Cwd: filepath.Join(top, tc.cwd), Paths: tc.paths}).Tools {
				got = append(got, tool.File.Rel)
				for _, also := range tool.Also {
					got = append(got, also.File.Rel)
				}
			}
			assert.ElementsMatch(t, tc.want, got)
		})
	}
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
