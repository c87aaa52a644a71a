package discover

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tracedRepository makes a checkout with a server whose parts are found in many ways.
func tracedRepository(t *testing.T) string {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, "server.py", "from mcp.server.fastmcp import FastMCP\nfrom lib.texts import TEXT\nmcp = FastMCP('a')\n\n"+
		"@mcp.tool(description=open('prompt.md').read())\ndef read(): pass\n\n@mcp.tool(description=TEXT)\ndef write(): pass\n")
	write(t, dir, "lib/texts.py", "TEXT = 'Writes a note into the folder of notes.'\n")
	write(t, dir, "prompt.md", "Reads a note.\n")
	write(t, dir, "package.json", `{"name": "a-mcp", "scripts": {"start": "node dist/run.js"}, "dependencies": {"@modelcontextprotocol/sdk": "1"}}`)
	write(t, dir, ".gitignore", "out/\n*.log.json\n")
	write(t, dir, "out/tools.json", `{"tools": [{"name": "t", "description": "d", "inputSchema": {}}]}`)
	write(t, dir, "tools.json", `{"tools": [{"name": "t", "description": "d", "inputSchema": {}}]}`)
	write(t, dir, "big.ts", strings.Repeat("// nothing\n", 5000))
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Symlink("tools.json", filepath.Join(dir, "link.json")))
	}
	git(t, dir, "add", ".")
	return dir
}

func traceOf(t *testing.T, dir string) *Trace {
	trace := &Trace{}
	_, err := Walk(Options{Cwd: dir, Paths: []string{"."}, Trace: trace})
	require.NoError(t, err)
	data := trace.Encode()
	require.NotNil(t, data)
	again := DecodeTrace(string(data))
	require.NotNil(t, again)
	require.Len(t, again.list, len(trace.list))
	return again
}

func TestATraceNoticesWhatAWalkSees(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, dir string){
		"content": func(t *testing.T, dir string) { write(t, dir, "server.py", "from mcp import x\n") },
		"one byte": func(t *testing.T, dir string) {
			write(t, dir, "lib/texts.py", "TEXT = 'Writes a note into the folder of notez.'\n")
		},
		"the last byte": func(t *testing.T, dir string) {
			write(t, dir, "big.ts", strings.Repeat("// nothing\n", 5000)[:54999]+" ")
		},
		"a longer file":  func(t *testing.T, dir string) { write(t, dir, "tools.json", strings.Repeat(" ", 1<<20)+"{}") },
		"an empty file":  func(t *testing.T, dir string) { write(t, dir, "tools.json", "") },
		"a text of code": func(t *testing.T, dir string) { write(t, dir, "prompt.md", "Reads a mote.\n") },
		"a new file":     func(t *testing.T, dir string) { write(t, dir, "lib/more.py", "") },
		"a new folder":   func(t *testing.T, dir string) { write(t, dir, "new/x.bin", "") },
		"a file less":    func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "tools.json"))) },
		"a name": func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, "big.ts"), filepath.Join(dir, "big.js")))
		},
		"what starts":     func(t *testing.T, dir string) { write(t, dir, "dist/run.js", "") },
		"what is ignored": func(t *testing.T, dir string) { write(t, dir, ".gitignore", "") },
		"private ignores": func(t *testing.T, dir string) { write(t, dir, ".git/info/exclude", "lib/\n") },
		"what is tracked": func(t *testing.T, dir string) { git(t, dir, "add", "-f", "out/tools.json") },
		"no checkout":     func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(filepath.Join(dir, ".git"))) },
		"another kind": func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, "prompt.md")))
			require.NoError(t, os.Mkdir(filepath.Join(dir, "prompt.md"), 0o755))
		},
		"another link": func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, "link.json")))
			require.NoError(t, os.Symlink("package.json", filepath.Join(dir, "link.json")))
		},
		"a link in place": func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(filepath.Join(dir, "tools.json"), filepath.Join(dir, "real")))
			require.NoError(t, os.Symlink("real", filepath.Join(dir, "tools.json")))
		},
		"the folder": func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(dir)) },
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(name, "link") {
				t.Skip("links need a right there")
			}
			dir := tracedRepository(t)
			trace := traceOf(t, dir)
			require.True(t, trace.Unchanged(t.Context()))
			change(t, dir)
			assert.False(t, trace.Unchanged(t.Context()))
		})
	}
}

func TestALookAtATraceEndsWithTheContext(t *testing.T) {
	trace := traceOf(t, tracedRepository(t))
	ctx, cancel := context.WithCancel(t.Context())
	require.True(t, trace.Unchanged(ctx))
	cancel()
	assert.False(t, trace.Unchanged(ctx))
}

func TestATraceIsNotMovedByWhatNobodyReads(t *testing.T) {
	dir := tracedRepository(t)
	trace := traceOf(t, dir)
	now := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "server.py"), now, now))
	write(t, dir, "out/tools.json", "{}")
	write(t, dir, ".git/HEAD", "ref: refs/heads/other\n")
	git(t, dir, "update-index", "--refresh")
	assert.True(t, trace.Unchanged(t.Context()))
}

// What changes while it is read, and what is seen in a way that cannot be asked again, leaves no trace.
func TestATraceThatIsNotWhole(t *testing.T) {
	trace := &Trace{}
	trace.note(askLstat, "", "a", "file")
	trace.note(askLstat, "", "a", "folder")
	assert.Nil(t, trace.Encode())

	dir := t.TempDir()
	write(t, dir, "a.json", `{"tools": []}`)
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	trace = &Trace{}
	f, err := trace.watch(newFolder(root), dir).Open("a.json")
	require.NoError(t, err)
	_, _ = f.ReadAt(make([]byte, 4), 0)
	write(t, dir, "a.json", `{"tools":  []}`)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "a.json"), time.Now(), time.Now().Add(time.Minute)))
	require.NoError(t, f.Close())
	assert.Nil(t, trace.Encode())

	_, err = Walk(Options{Cwd: dir, Paths: []string{"."}, Places: []Place{{Path: filepath.Join(dir, "a.json"), Shown: "a"}}, Trace: trace})
	require.NoError(t, err)
	assert.Nil(t, trace.Encode())
}

// A folder of which only the first names were read is not known by them.
func TestAFolderThatIsReadInPartLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "")
	write(t, dir, "b", "")
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	for names, whole := range map[int]bool{0: true, 1: false, 3: false, -1: true} {
		trace := &Trace{}
		f, err := trace.watch(newFolder(root), dir).Open(".")
		require.NoError(t, err)
		if names != 0 {
			_, err = f.ReadDir(names)
			require.NoError(t, err)
		}
		require.NoError(t, f.Close())
		assert.Equal(t, whole, trace.Encode() != nil, names)
	}
}

// A folder is scanned alone when the repository around it cannot be opened, which may be otherwise the next time.
func TestARepositoryThatCannotBeOpenedLeavesNoTrace(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("everything can be opened")
	}
	top := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(top, ".git"), 0o755))
	write(t, top, "sub/tools.json", `{"tools": []}`)
	defer func() { _ = os.Chmod(top, 0o700) }()
	for mode, whole := range map[os.FileMode]bool{0o700: true, 0o100: false} {
		require.NoError(t, os.Chmod(top, mode))
		trace := &Trace{}
		inv, err := Walk(Options{Cwd: filepath.Join(top, "sub"), Paths: []string{"."}, Trace: trace})
		require.NoError(t, err)
		assert.Equal(t, 1, inv.FilesSeen)
		assert.Equal(t, whole, trace.Encode() != nil)
	}
}

func TestReadingHereAndThereIsFollowed(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a", "0123456789")
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer func() { _ = root.Close() }()
	for _, reads := range [][]int64{{0, 5}, {5}, {0, 0}, {7, 0}, {3, 8, 1}} {
		trace := &Trace{}
		f, err := trace.watch(newFolder(root), dir).Open("a")
		require.NoError(t, err)
		for _, off := range reads {
			_, err := f.ReadAt(make([]byte, 3), off)
			require.NoError(t, ignoreEnd(err))
		}
		require.NoError(t, f.Close())
		require.Len(t, trace.list, 1)
		assert.True(t, trace.Unchanged(t.Context()))
		last := slices.Max(reads)
		for at := range 10 {
			changed := []byte("0123456789")
			changed[at] = 'x'
			write(t, dir, "a", string(changed))
			if int64(at) >= last && int64(at) < last+3 {
				assert.False(t, trace.Unchanged(t.Context()), "%v: byte %d was read", reads, at)
			}
		}
		write(t, dir, "a", "0123456789")
	}
}

func ignoreEnd(err error) error {
	if err != nil && err.Error() == "EOF" {
		return nil
	}
	return err
}

func TestForgedTracesDoNoHarm(t *testing.T) {
	dir := tracedRepository(t)
	whole := traceOf(t, dir).Encode()
	for i := range whole {
		damaged := slices.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		if trace := DecodeTrace(string(damaged)); trace != nil && i%16 == 0 {
			trace.Unchanged(t.Context())
		}
		assert.Nil(t, DecodeTrace(string(whole[:i])))
	}
}

// Whatever is asked of the machine is recorded: a new question belongs into trace.go, or here when a trace need not know.
func TestTheMachineIsAskedThroughTheTrace(t *testing.T) {
	allowed := []string{
		"args.go: os.OpenRoot", "args.go: os.OpenRoot", // what is in it is asked for
		"links.go: os.SameFile", "places.go: os.Lstat", "places.go: os.OpenRoot", // these have no trace
		"open.go: filepath.EvalSymlinks",                          // of an overlay
		"storage.go: os.O_RDONLY", "storage_linux.go: os.NewFile", // traced
		"storage.go: os.File", "storage_linux.go: os.File", "storage_other.go: os.File", // a type
		"tree.go: os.Lstat", "tree.go: os.Lstat", "tree.go: filepath.EvalSymlinks", "tree.go: os.Lstat", "tree.go: os.OpenFile", // by askCheckout and askRepo
		"tree.go: os.O_RDONLY",
	}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var got []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "trace.go" || name == "trace_again.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := x.X.(*ast.Ident)
			touches := ok && (pkg.Name == "os" && x.Sel.Name != "Root" || pkg.Name == "filepath" && slices.Contains([]string{"EvalSymlinks", "Glob", "Walk", "WalkDir"}, x.Sel.Name))
			if touches {
				got = append(got, name+": "+pkg.Name+"."+x.Sel.Name)
			}
			return true
		})
	}
	slices.Sort(got)
	slices.Sort(allowed)
	assert.Equal(t, allowed, got)
}
