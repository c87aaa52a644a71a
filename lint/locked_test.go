package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// approveAll returns a lock file that approves everything in a folder, as it is read back.
func approveAll(t *testing.T, dir string) (*lock.File, *source.File) {
	t.Helper()
	_, l, err := RunLocked(Options{Cwd: dir})
	require.NoError(t, err)
	return reread(t, l.ApproveAll(lock.Stamp{Day: "2026-11-22", Version: "1"}))
}

func reread(t *testing.T, f *lock.File) (*lock.File, *source.File) {
	t.Helper()
	data := f.Bytes()
	back, err := lock.Parse(data)
	require.NoError(t, err, "%s", data)
	return back, source.NewFile(lock.Name, lock.Name, data)
}

// write puts files into a folder; an empty one is removed.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if data == "" {
			require.NoError(t, os.Remove(path))
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	}
}

func since(t *testing.T, before, after map[string]string, opts Options) *Report {
	t.Helper()
	opts.Cwd = tree(t, before)
	opts.Lock, opts.LockFile = approveAll(t, opts.Cwd)
	write(t, opts.Cwd, after)
	r := mustRun(t, opts)
	return r
}

const honest = `{
 "name": "pay",
 "description": "Pays a bill of the shop.",
 "inputSchema": {
  "type": "object",
  "properties": {"amount": {"type": "integer", "maximum": 100}}
 },
 "annotations": {"destructiveHint": true}
}`

func TestLockWithoutChange(t *testing.T) {
	files := map[string]string{"a.json": shopTools("till", honest)}
	r := since(t, files, map[string]string{"a.json": strings.ReplaceAll(shopTools("till", honest), "\n", "\r\n\t")}, Options{})
	assert.Empty(t, r.Findings)
	assert.Empty(t, r.Notes)
	assert.Equal(t, &LockStatus{Path: lock.Name, LockCounts: LockCounts{Approved: 1}}, r.Lock)
	assert.Contains(t, r.Coverage.Checks, lock.ChangedCheck)
	assert.Contains(t, r.Coverage.Checks, lock.PendingCheck)

	plain := mustRun(t, Options{Cwd: tree(t, files)})
	assert.Nil(t, plain.Lock)
	assert.NotContains(t, plain.Coverage.Checks, lock.ChangedCheck)
}

func TestNotesShowNoCredentials(t *testing.T) {
	c := &config.Config{Ignore: []config.Ignore{{Tool: "none", Reason: "because " + key}}}
	r := since(t, map[string]string{
		"a.json": shopTools("till", honest, `{"name":"`+key+`","description":"x"}`),
		"b.json": shopTools(key, honest),
	},
		map[string]string{"a.json": shopTools("till", honest), "b.json": shopTools("other", honest)}, Options{Config: c})
	assert.Len(t, r.Notes, 3)
	assert.NotContains(t, strings.Join(noteTexts(r), "\n"), key)
}

func TestLockChecksNeedALock(t *testing.T) {
	dir := tree(t, map[string]string{"a.json": shopTools("till", honest)})
	_, err := Run(Options{Cwd: dir, Only: []string{lock.ChangedCheck}})
	require.ErrorIs(t, err, ErrNoLock)
	_ = mustRun(t, Options{Cwd: dir, Skip: []string{lock.PendingCheck}})
	f, file := approveAll(t, dir)
	write(t, dir, map[string]string{"a.json": shopTools("till", poisoned)})
	r := mustRun(t, Options{Cwd: dir, Lock: f, LockFile: file, Only: []string{lock.ChangedCheck}})
	require.Len(t, r.Findings, 1)
	assert.Equal(t, []string{lock.ChangedCheck}, r.Findings[0].CheckIDs)
	assert.Equal(t, []string{lock.ChangedCheck}, r.Coverage.Checks)
	r = mustRun(t, Options{Cwd: dir, Lock: f, LockFile: file, Skip: []string{lock.ChangedCheck}})
	assert.NotContains(t, r.Findings[0].CheckIDs, lock.ChangedCheck)
	assert.Equal(t, 1, r.Lock.Changed)
	c := &config.Config{Checks: map[string]config.Check{lock.ChangedCheck: {Level: "off"}}}
	r = mustRun(t, Options{Cwd: dir, Lock: f, LockFile: file, Config: c})
	assert.NotContains(t, r.Coverage.Checks, lock.ChangedCheck)
	r = mustRun(t, Options{Cwd: dir, Lock: f, LockFile: file})
	require.Len(t, r.Findings, 3, "each fact is a finding, and so is the wording")
	for i, id := range []string{lock.ChangedCheck, "unicode.hidden", "directive.imperative"} {
		assert.Equal(t, []string{id}, r.Findings[i].CheckIDs)
	}
}

// TestWhatSuppressesAChange changes an approved definition: neither a comment nor a baseline lets it through, an entry with a reason does.
func TestWhatSuppressesAChange(t *testing.T) {
	before := map[string]string{"a.py": strings.Replace(hiddenIn("", ""), "\u200b", "", 1)}
	after := map[string]string{"a.py": strings.Replace(hiddenIn("", "  # mcp-lint:ignore rugpull.changed -- all fine"), "\u200b the", " all",
		1)}
	r := since(t, before, after, Options{})
	require.Len(t, r.Findings, 1)
	assert.Empty(t, r.Suppressed)
	assert.Contains(t, strings.Join(noteTexts(r), "\n"), "a comment cannot suppress rugpull.changed")
	digest := string(r.Findings[0].Digest)

	opts := Options{Cwd: tree(t, before)}
	opts.Lock, opts.LockFile = approveAll(t, opts.Cwd)
	write(t, opts.Cwd, after)
	b := parsedBaseline(t, opts)
	assert.Empty(t, b.entries)
	assert.Len(t, since(t, before, after, Options{Baseline: b}).Findings, 1)

	c := &config.Config{Ignore: []config.Ignore{{Check: []string{lock.ChangedCheck}, Digest: digest, Reason: "agreed on the call"}}}
	r = since(t, before, after, Options{Config: c})
	assert.Empty(t, r.Findings)
	require.Len(t, r.Suppressed, 1)
	assert.Equal(t, 1, r.Lock.Changed, "it is not approved for that")
	after["a.py"] = strings.Replace(after["a.py"], "goods.", "goods now.", 1)
	assert.Len(t, since(t, before, after, Options{Config: c}).Findings, 1, "the entry is bound to what was looked at")
}

func TestRunLocked(t *testing.T) {
	files := map[string]string{
		"a.json": shopTools("till", honest, strings.Replace(poisoned, `"pay"`, `"bad"`, 1), `{"name":"soft","description":"with `+key+`"}`),
		"b.json": `{"mcpServers":{"s":{"command":"x","description":"ab\u200b\u202e\u2063cd"}}}`,
	}
	dir := tree(t, files)
	r, l, err := RunLocked(Options{Cwd: dir})
	require.NoError(t, err)
	plain := mustRun(t, Options{Cwd: dir})
	assert.Len(t, r.Findings, len(plain.Findings))
	assert.Nil(t, r.Lock, "the report is that without a lock")
	require.Len(t, l.Hard, len(l.Definitions))
	require.Len(t, l.Places, len(l.Definitions))
	got := map[string][]string{}
	for i, d := range l.Definitions {
		got[lock.KeyOf(d.View).Label()] = l.Hard[i]
		assert.Equal(t, d.File, l.Places[i].Path)
		assert.Equal(t, lock.Pending, l.Verdicts[i].State)
	}
	assert.Empty(t, got["till/pay"])
	assert.Empty(t, got["till/soft"])
	assert.Contains(t, got["till/bad"], "unicode.hidden")
	assert.NotEmpty(t, got["s/server"])
	assert.Empty(t, got["s/launch"])

	// What is ignored with a reason is not held against a definition, what a baseline holds is.
	c := &config.Config{Ignore: []config.Ignore{{Check: []string{"unicode.hidden"}, Tool: "bad", Reason: "r"}}}
	_, l, err = RunLocked(Options{Cwd: dir, Config: c})
	require.NoError(t, err)
	for i, d := range l.Definitions {
		if d.View.Name == "bad" {
			assert.NotContains(t, l.Hard[i], "unicode.hidden")
		}
	}
	b := parsedBaseline(t, Options{Cwd: dir})
	r, l, err = RunLocked(Options{Cwd: dir, Baseline: b})
	require.NoError(t, err)
	assert.Empty(t, r.Findings)
	for i, d := range l.Definitions {
		assert.Equal(t, got[lock.KeyOf(d.View).Label()], l.Hard[i])
	}
}

// TestHardIsSaidOfTheSnapshot has a hidden word in the schema of a snapshot alone: the code is innocent.
func TestHardIsSaidOfTheSnapshot(t *testing.T) {
	_, l, err := RunLocked(Options{Cwd: tree(t, map[string]string{
		"pyproject.toml": "[project]\nname = \"shop\"\ndependencies = [\"mcp\"]\n",
		"server.py":      strings.Replace(strings.Replace(hiddenIn("", ""), "goods()", "goods(page: int)", 1), "\u200b", "", 1),
		"tools.json":     `{"tools":[{"name":"goods","description":"Lists the goods.","inputSchema":{"type":"object","properties":{"page":{"description":"a\u202eb"}}}}]}`,
	})})
	require.NoError(t, err)
	got := map[string][]string{}
	for i, d := range l.Definitions {
		if d.View.Kind == detect.KindTool {
			got[d.File] = l.Hard[i]
		}
	}
	assert.Equal(t, map[string][]string{"server.py": nil, "tools.json": {"unicode.hidden"}}, got)
}

func TestHardIsSaidOfEveryTool(t *testing.T) {
	shared := strings.Replace(sharedServer, "Before you use this tool, read", "Before you use this tool,\u200b\u202e\u2063 read", 1)
	r, l, err := RunLocked(Options{Cwd: tree(t, map[string]string{"server.py": shared})})
	require.NoError(t, err)
	require.Len(t, r.Findings, 2)
	require.NotEmpty(t, r.Findings[0].SharedBy)
	require.NotEmpty(t, r.Findings[1].SharedBy)
	for i, d := range l.Definitions {
		if d.View.Name != "list_goods" && d.View.Kind == detect.KindTool {
			assert.Contains(t, l.Hard[i], "unicode.hidden", d.View.Name)
		}
	}
}

func TestLevelsOfChecks(t *testing.T) {
	files := map[string]string{"a.json": shopTools("till", `{"name":"pay","description":"Pays\u200b\u202e\u2063 a bill."}`)}
	c := &config.Config{Checks: map[string]config.Check{"unicode.hidden": {Level: "off"}}}
	assert.NotContains(t, with(t, files, c).Coverage.Checks, "unicode.hidden")
	_, err := Run(Options{Cwd: tree(t, files), Only: []string{"unicode.hidden"}, Config: c})
	require.ErrorIs(t, err, ErrNoChecks)
}

func TestLockHome(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"repo/s1", "repo/s2", "elsewhere"} {
		require.NoError(t, os.MkdirAll(filepath.Join(top, filepath.FromSlash(dir)), 0o700))
	}
	for _, tc := range []struct{ name, cwd, lock, path, want string }{
		{"here", "repo", "mcp-lint.lock", "s1/a.json", "s1/a.json"},
		{"above", "repo/s1", "../mcp-lint.lock", "a.json", "s1/a.json"},
		{"above, and aside", "repo/s1", "../mcp-lint.lock", "../s2/a.json", "s2/a.json"},
		{"above, and outside", "repo/s1", "../mcp-lint.lock", "../../elsewhere/a.json", "../../elsewhere/a.json"},
		{"below", "repo", "s1/mcp-lint.lock", "s1/a.json", "a.json"},
		{"below, and aside", "repo", "s1/mcp-lint.lock", "s2/a.json", "../s2/a.json"},
		{"elsewhere", "repo", "../elsewhere/approved.lock", "s1/a.json", "s1/a.json"},
		{"standard input", "repo/s1", "../mcp-lint.lock", "<stdin>", "<stdin>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := lockFolderOf(source.NewFile(tc.lock, "", nil), filepath.Join(top, filepath.FromSlash(tc.cwd)))
			assert.Equal(t, tc.want, h.name(tc.path))
		})
	}
}
