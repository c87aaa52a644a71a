package change

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

func parse(data []byte) (*Lines, error) { return Read(bytes.NewReader(data)) }

// touched lists the lines from 1 to n that the change has written.
func touched(l *Lines, file string, n int) []int {
	var list []int
	for i := 1; i <= n; i++ {
		if l.Touch(file, i, i) {
			list = append(list, i)
		}
	}
	return list
}

func TestParse(t *testing.T) {
	l, err := parse([]byte(`diff --git a/dir/a.json b/dir/a.json
index 111..222 100644
--- a/dir/a.json
+++ b/dir/a.json
@@ -2 +2 @@ context
-old
+new
@@ -5,2 +4,0 @@
-gone
-gone too
@@ -9,0 +7,3 @@
+one
+++ b/other.json
+@@ -1 +1 @@
\ No newline at end of file
diff --git a/new.json b/new.json
new file mode 100644
index 000..333
--- /dev/null
+++ b/new.json
@@ -0,0 +1,2 @@
+diff --git a/x b/x
+{}
diff --git a/gone.json b/gone.json
deleted file mode 100644
index 333..000
--- a/gone.json
+++ /dev/null
@@ -1 +0,0 @@
-{}
diff --git a/mode b/mode
old mode 100644
new mode 100755
diff --git a/blob.bin b/blob.bin
index 111..222 100644
Binary files a/blob.bin and b/blob.bin differ
`))
	require.NoError(t, err)
	assert.Equal(t, []int{2, 7, 8, 9}, touched(l, "dir/a.json", 20), "lines that are taken away touch none")
	assert.Equal(t, []int{1, 2}, touched(l, "new.json", 20))
	assert.Empty(t, touched(l, "gone.json", 20))
	assert.Empty(t, touched(l, "mode", 20))
	assert.Empty(t, touched(l, "other.json", 20), "what a line says is no header")
	assert.Empty(t, touched(l, "x", 20))
	assert.Empty(t, touched(l, "unknown", 20))
	assert.Len(t, touched(l, "blob.bin", 20), 20, "which lines of a binary file changed is not known")

	assert.True(t, l.Touch("dir/a.json", 1, 3))
	assert.True(t, l.Touch("dir/a.json", 9, 30))
	assert.True(t, l.Touch("dir/a.json", 3, 7))
	assert.False(t, l.Touch("dir/a.json", 3, 6))
	assert.False(t, l.Touch("dir/a.json", 10, 30))
}

func TestParseContextAndNoGit(t *testing.T) {
	l, err := parse([]byte("--- a.txt\t2026-01-01\n+++ a.txt\t2026-01-02\n@@ -1,5 +1,6 @@\n one\n-two\n+2\n three\n+3.5\n four\n five\n"))
	require.NoError(t, err)
	assert.Equal(t, []int{2, 4}, touched(l, "a.txt", 10))
}

func TestParseEmpty(t *testing.T) {
	for _, in := range []string{"", "\n"} {
		l := must.OK(parse([]byte(in)))(t)
		assert.False(t, l.Touch("a", 1, 10))
	}
}

func TestParseErrors(t *testing.T) {
	for _, in := range []string{
		"hello\n", "{}", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n+x\n", "diff --git \"a/x b/x\n",
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +99999999999999999999 @@\n-x\n+x\n", "@@ -1 +1 @@\n-x\n+x\n", "@@ -1,0 +1,0 @@\n",
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-x\n+x\ndiff --git a/y b/y\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n x\n x\n",
		"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +-1 @@\n",
		"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-x\n+x\n",
	} {
		_, err := parse([]byte(in))
		assert.ErrorContains(t, err, "no unified diff", "%q", in)
	}
	for _, in := range [][]byte{make([]byte, maxBytes+1), bytes.Repeat([]byte("\n"), maxBytes+1)} {
		_, err := parse(in)
		assert.ErrorContains(t, err, "larger than 64 MiB")
	}
	_, err := parse([]byte("diff --git a/" + strings.Repeat("x", maxHeaderLine) + " b/x\n"))
	assert.ErrorContains(t, err, "header of a file is too long")
	_, err = parse([]byte("diff --git a/x b/x\n" + strings.Repeat("index 1..2\n", maxHeader/10)))
	assert.ErrorContains(t, err, "header of a file is too long")
	_, err = parse([]byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n" + strings.Repeat("@@ -0,0 +1 @@\n+\n", maxPlaces)))
	assert.ErrorContains(t, err, "changes more than 524288 places")
}

// TestParseSeveralSections reads a file that comes more than once, as in diffs that were put together.
func TestParseSeveralSections(t *testing.T) {
	const two = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -5 +5 @@\n-a\n+b\n@@ -7 +7 @@\n-a\n+b\n"
	whole := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,10 @@\n" + strings.Repeat("+x\n", 10)
	binary := "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n"
	for name, c := range map[string]struct {
		diff string
		want []int
	}{
		"twice":         {two + two, []int{5, 7}},
		"around":        {whole + two, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		"around, after": {two + whole, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		"binary":        {two + binary + whole, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		"between":       {two + "words\n\n" + "diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n" + two, []int{5, 7}},
	} {
		l, err := parse([]byte(c.diff))
		require.NoError(t, err, name)
		assert.Equal(t, c.want, touched(l, "x", 12), name)
	}
	l := must.OK(parse([]byte(whole + two)))(t)
	assert.True(t, l.Touch("x", 8, 9), "the later and shorter block does not hide the earlier one")
	assert.False(t, l.Touch("x", 11, 20))
}

// TestParseKinds reads what else comes in diffs: patches of mail, binary patches, several files without Git, renames.
func TestParseKinds(t *testing.T) {
	l, err := parse([]byte("From 0123 Mon Sep 17 00:00:00 2001\nSubject: words\n---\n a | 2 +-\n\ndiff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n" +
		"@@ -1 +1 @@ " + strings.Repeat("long ", 40_000) + "\n-x\n+" + strings.Repeat("y", 200_000) + "\n@@ -3 +3,2 @@\n-x\n+y\n+z\n\\ No newline at end of file\n-- \n2.39.5\n\n" +
		"diff --git a/b b/b\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZPo0000100\n\nliteral 0\nHcmV?d00001\n\n" +
		"diff --git a/old name b/new name\nsimilarity index 90%\nrename from old name\nrename to new name\nindex 1..2 100644\n--- a/old name\n+++ b/new name\n@@ -2,0 +3 @@\n+x\n" +
		"--- c.txt\n+++ c.txt\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ d.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n--- e.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"))
	require.NoError(t, err)
	for name, want := range map[string][]int{"a": {1, 3, 4}, "b": {1, 2, 3, 4, 5, 6}, "new name": {3}, "old name": nil, "c.txt": {1}, "d.txt": {1, 2}, "e.txt": nil} {
		assert.Equal(t, want, touched(l, name, 6), name)
	}
}

// TestHow distinguishes files that are edited, new and gone, even if the change writes no line of them.
func TestHow(t *testing.T) {
	const (
		edit   = "diff --git a/edit b/edit\nindex 1..2 100644\n--- a/edit\n+++ b/edit\n@@ -1,2 +1 @@\n x\n-y\n"
		shrink = "diff --git a/shrink b/shrink\nindex 1..2 100644\n--- a/shrink\n+++ b/shrink\n@@ -3,2 +2,0 @@\n-x\n-y\n"
		mode   = "diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n"
		fresh  = "diff --git a/new b/new\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n"
		empty  = "diff --git a/empty b/empty\nnew file mode 100644\nindex 0..1\n"
		gone   = "diff --git a/gone b/gone\ndeleted file mode 100644\nindex 1..0\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
		hollow = "diff --git a/hollow b/hollow\ndeleted file mode 100644\nindex 1..0\n"
		link   = "diff --git a/link b/link\ndeleted file mode 100644\nindex 1..0\n--- a/link\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" +
			"diff --git a/link b/link\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+target\n\\ No newline at end of file\n"
		move  = "diff --git a/from b/to\nsimilarity index 100%\nrename from from\nrename to to\n"
		clone = "diff --git a/kept b/clone\nsimilarity index 100%\ncopy from kept\ncopy to clone\n"
		bare  = "--- /dev/null\n+++ bare-new\n@@ -0,0 +1 @@\n+x\n--- bare-gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
		blob  = "diff --git a/blob b/blob\ndeleted file mode 100644\nindex 1..0\nBinary files a/blob and /dev/null differ\n"
	)
	l := must.OK(parse([]byte(bare + edit + shrink + mode + fresh + empty + gone + hollow + link + move + clone + blob)))(t)
	for name, want := range map[string]How{
		"edit": Edited, "shrink": Edited, "mode": Edited, "new": Added, "empty": Added, "gone": Removed, "hollow": Removed, "link": Edited, "from": Removed, "to": Added,
		"kept": Untouched, "clone": Added, "bare-new": Added, "bare-gone": Removed, "blob": Removed, "other": Untouched, "/dev/null": Untouched, "dev/null": Untouched, "": Untouched,
	} {
		assert.Equal(t, want, l.How(name), "%q", name)
	}
	l, err := parse([]byte(hollow))
	require.NoError(t, err, "a diff that only takes away is one")
	assert.Equal(t, Removed, l.How("hollow"))
	must.OK(parse(bytes.Repeat([]byte("diff --git a/x b/x\ndeleted file mode 100644\n"), 3)))(t)
	var many bytes.Buffer
	for i := range maxPlaces + 1 {
		fmt.Fprintf(&many, "diff --git a/%d b/%d\ndeleted file mode 100644\n", i, i)
	}
	_, err = parse(many.Bytes())
	assert.ErrorContains(t, err, "changes more than 524288 places")
}

// oneLarge is a diff that adds a file of so many short lines.
func oneLarge(lines int) []byte {
	return append(fmt.Appendf(nil, "diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,%d @@\n", lines), bytes.Repeat([]byte("+x\n"), lines)...)
}

// TestParseKeepsLittle bounds what is held: the lines of a large diff leave nothing behind, however short they are.
func TestParseKeepsLittle(t *testing.T) {
	data := oneLarge(10 << 20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := parse(data)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.True(t, l.Touch("x", 10<<20, 10<<20))
	assert.False(t, l.Touch("x", 10<<20+1, 10<<20+1))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "of a diff of %d bytes", len(data))
}

func BenchmarkParse(b *testing.B) {
	for name, data := range map[string][]byte{
		"large file": oneLarge(5 << 20),
		"many hunks": append([]byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n"), bytes.Repeat([]byte("@@ -5 +5 @@\n-x\n+y\n"), maxPlaces/2)...),
		"many files": bytes.Repeat([]byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -5 +5 @@\n-x\n+y\n"), maxPlaces/2),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// oddNames are names that Git quotes, or that look like parts of a diff.
var oddNames = []string{
	"plain.json", "with space.json", "t\tab", "quo\"te", `back\slash`, `ends\`, `two\\`, `\"`, "caf\u00e9.json", "\xff\xfe.json", "new\nline", "\x1b[31m", "a b/c d.json", " lead", "b/x",
	"@@ -1 +1 @@", "dev/null", "\U0001F600/\u202e.json", "-U5", "trail ",
}

// TestAgainstGit changes files of odd names and hostile lines, and compares with the lines that are known to be new.
func TestAgainstGit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	dir := t.TempDir()
	git := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "core.quotePath=true", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		out, err := cmd.Output()
		require.NoError(t, err, "git %q", args)
		return out
	}
	hostile := []string{"diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "\\ No newline at end of file", "", "-", "+", " ", "Binary files a and b differ", "\r", "\x00", "GIT binary patch"}
	rng := rand.New(rand.NewPCG(1, 2))
	git("init", "-q")
	// The attributes may try to hide the lines.
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("* -diff\n*.json binary\n"), 0o644))
	write := func(name string, lines []string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	before := map[string][]string{}
	for _, name := range oddNames {
		for i := range 30 {
			before[name] = append(before[name], fmt.Sprintf("line %d", i))
		}
		write(name, before[name])
	}
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	want := map[string][]int{}
	for _, name := range oddNames {
		var after []string
		for _, line := range before[name] {
			switch rng.IntN(6) {
			case 0:
				continue
			case 1:
				// A number makes each new line unlike every old one.
				after = append(after, hostile[rng.IntN(len(hostile))]+fmt.Sprint("#", rng.Uint64()))
				want[name] = append(want[name], len(after))
			case 2:
				after = append(after, line, fmt.Sprint(rng.Uint64()))
				want[name] = append(want[name], len(after))
			default:
				after = append(after, line)
			}
		}
		write(name, after)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "two")
	diff := git("diff-tree", "-r", "-p", "-U0", "--text", "--no-renames", "HEAD^", "HEAD")
	require.False(t, bytes.Contains(diff, []byte("Binary files a/")), "--text wins over attributes")
	l := must.OK(parse(diff))(t)
	for _, name := range oddNames {
		assert.Equal(t, want[name], touched(l, name, 100), "%q", name)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n"))
	f.Add([]byte("diff --git \"a/x\\\\\" \"b/x\\\\\"\n--- \"a/x\\\\\"\n+++ \"b/x\\\\\"\n@@ -0,0 +1 @@\n+y\n"))
	f.Add([]byte("--- a\n+++ a\n@@ -1,2 +1 @@\n-x\n\n"))
	f.Add([]byte("diff --git a/x b/x\nGIT binary patch\nliteral 1\nIcmZPo\n\n"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		if l, err := parse(data); err == nil {
			l.Touch("x", 1, 2)
			l.How("x")
		}
	})
}
