package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostileFilesLeaveOthersAlone walks a folder of files that are made to take time or memory: each is reported, and what an honest one
// defines is found all the same.
func TestHostileFilesLeaveOthersAlone(t *testing.T) {
	const many = 100_000
	bomb := "tools:\n- name: t\n  description: x\n  a: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 30; i++ {
		prev := fmt.Sprintf("*a%d", i-1)
		bomb += fmt.Sprintf("  b%d: &a%d [%s]\n", i, i, strings.Repeat(prev+", ", 8)+prev)
	}
	closed := func(open, end string) string { return strings.Repeat(open, many) + strings.Repeat(end, many) }
	for name, c := range map[string]struct {
		data   string
		reason Reason // "" for a file that is read as a whole
	}{
		"mcp.open.json":     {strings.Repeat("[", many), SkipBroken},
		"mcp.closed.json":   {closed("[", "]"), SkipBroken},
		"mcp.objects.json":  {closed(`{"tools":`, "}"), SkipBroken},
		"mcp.flow.yaml":     {"a: " + closed("[", "]"), SkipBroken},
		"mcp.flowmaps.yaml": {"a: " + closed("{a: ", "}"), SkipBroken},
		"mcp.block.yaml":    {strings.Repeat("- ", many), SkipBroken},
		"mcp.arrays.toml":   {"a = " + closed("[", "]"), SkipBroken},
		"mcp.tables.toml":   {"a = " + closed("{a = ", "}"), SkipBroken},
		"mcp.aliases.yaml":  {bomb, SkipPartial},
		"mcp.lines.json":    {strings.Repeat("\n", 4<<20) + "[", SkipBroken},
		"mcp.utf32le.json":  {"\xFF\xFE\x00\x00" + strings.Repeat("{\x00\x00\x00", 1000), SkipBroken},
		"mcp.utf32be.json":  {"\x00\x00\xFE\xFF" + strings.Repeat("\x00\x00\x00{", 1000), SkipBroken},
		"mcp.utf16.json":    {wide(list("w", "x"), "\xFE\xFF", true), SkipBroken},
		"mcp.invalid.json":  {strings.Repeat("\xC0\xAF", 1<<20), SkipBroken},
		"mcp.nul.json":      {strings.Repeat("\x00", 1<<20), SkipBroken},
		"mcp.huge.json":     {`{"tools": ["` + strings.Repeat("x", 16<<20), SkipTooLarge},
		"mcp.name.json":     {list(strings.Repeat("n", 15<<20), "x"), ""},
		"mcp.repeated.json": {`{"tools":[` + strings.Repeat(`{"name":"n","description":"d"},`, 1000) + `{}]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			inv := walkReal(t, map[string]string{name: c.data, "honest.json": list("honest", "x")})
			assert.Contains(t, where(inv), "honest/honest@honest.json")
			want := map[Reason]int{}
			if c.reason != "" {
				want[c.reason] = 1
			}
			assert.Equal(t, want, inv.Skipped, "%.300v", inv.Skips)
		})
	}
}

// TestManyToolsInOneFile reads a list of 100,000.
func TestManyToolsInOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	const many = 100_000
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range many {
		fmt.Fprintf(&b, `{"name":"t%d","description":"Gets it."},`, i%(many-1))
	}
	write(t, dir, "tools.json", strings.TrimSuffix(b.String(), ",")+"]}")
	inv := walk(t, Options{Cwd: dir})
	require.Len(t, inv.Tools, many)
	assert.Empty(t, inv.Skips)
	last := inv.Tools[many-1]
	assert.Equal(t, "t0", last.View.Name, "names may collide")
	assert.Equal(t, `{"name":"t0","description":"Gets it."}`, string(last.File.Data[last.Span.Start:last.Span.End]))
}

// TestFileThatChangesWhileItIsRead changes files between the look at their size and the reading.
func TestFileThatChangesWhileItIsRead(t *testing.T) {
	const limit = 10_000
	for name, c := range map[string]struct {
		change func(t *testing.T, path string)
		want   string
		err    error
	}{
		"stays":        {func(*testing.T, string) {}, "0123456789", nil},
		"grows":        {grow(5000), "0123456789" + strings.Repeat("x", 5000), nil},
		"to the limit": {grow(limit - 10), "0123456789" + strings.Repeat("x", limit-10), nil},
		"too far":      {grow(limit - 9), "", errTooLarge},
		"shrinks":      {func(t *testing.T, p string) { require.NoError(t, os.Truncate(p, 4)) }, "0123", nil},
		"empties":      {func(t *testing.T, p string) { require.NoError(t, os.Truncate(p, 0)) }, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			require.NoError(t, os.WriteFile(path, []byte("0123456789"), 0o644))
			f, err := os.Open(path)
			require.NoError(t, err)
			defer f.Close()
			info, err := f.Stat()
			require.NoError(t, err)
			c.change(t, path)
			data, err := readContent(f, info, info.Size(), limit)
			require.ErrorIs(t, err, c.err)
			assert.Equal(t, c.want, string(data))
		})
	}
}

func grow(by int) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(strings.Repeat("x", by))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
}

// TestTreeThatChangesWhileItIsRead changes files and folders between the walk and the reading: nothing leads out of the tree, and the
// others are read.
func TestTreeThatChangesWhileItIsRead(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "root")
	write(t, top, "outside/a.json", list("secret", "x"))
	for _, name := range []string{"gone/a.json", "honest/a.json", "linked/a.json", "swapped/a.json"} {
		write(t, dir, name, list("t", "x"))
	}
	w := newWalker(Options{Cwd: dir})
	defer w.close()
	require.NoError(t, w.collect())
	require.NoError(t, os.Remove(filepath.Join(dir, "gone", "a.json")))
	require.NoError(t, os.Remove(filepath.Join(dir, "linked", "a.json")))
	if err := os.Symlink(filepath.Join(top, "outside", "a.json"), filepath.Join(dir, "linked", "a.json")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	require.NoError(t, os.Rename(filepath.Join(dir, "swapped"), filepath.Join(top, "away")))
	require.NoError(t, os.Symlink(filepath.Join(top, "outside"), filepath.Join(dir, "swapped")))
	_, err := w.inventory()
	require.NoError(t, err)
	assert.Equal(t, []string{"a/t@honest/a.json"}, where(w.inv))
	assert.Equal(t, map[Reason]int{SkipUnreadable: 3}, w.inv.Skipped)
}
