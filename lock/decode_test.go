package lock

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

// refused returns why a lock file is refused, which it must be.
func refused(t testing.TB, data string) *ParseError {
	t.Helper()
	f, err := Parse([]byte(data))
	require.Error(t, err, "%.300q", data)
	assert.Nil(t, f)
	var e *ParseError
	require.True(t, errors.As(err, &e))
	assert.Equal(t, text.Safe(e.Error(), 0), e.Error(), "it must be fit to be printed")
	assert.Less(t, len(e.Error()), 1000)
	return e
}

func TestRefusals(t *testing.T) {
	said := func(data string) []string {
		e := refused(t, data)
		if e.Line > 0 {
			assert.True(t, strings.HasPrefix(e.Error(), fmt.Sprintf("line %d: ", e.Line)), e.Error())
		}
		assert.True(t, strings.HasSuffix(e.Error(), "; "+e.Hint), e.Error())
		return []string{e.Error()}
	}
	golden.Lines(t, "testdata/refused.txt", func(line string) []string {
		data, ok := golden.Snippet(line)
		require.True(t, ok, line)
		return said(data)
	})
	assert.Contains(t, said(header + "\n" + strings.Repeat("a", maxLine+1) + "\n" + trailer + "\n")[0], "line 2: ")
	assert.Contains(t, said(header + "\n" + strings.Repeat("a", maxLine+1) + "\n" + trailer + "\n")[0], "the limit is 1048576")
	large := refused(t, strings.Repeat("\n", MaxBytes+1))
	assert.Zero(t, large.Line)
	assert.Contains(t, large.Reason, "the limit is 67108864")
	assert.Contains(t, large.Hint, "restore the file")
}

// TestNothingAlteredIsAccepted stores definitions that are not definitions and marks in places where there are none.
func TestNothingAlteredIsAccepted(t *testing.T) {
	for _, definition := range []string{
		`{"!missing":true}`, `{"!beyond":true}`, `{"!repeated":[1]}`, `[{"!repeated":[1,2]}]`, `{"a":{"!repeated":1}}`, `{"a":{"!missing":1}}`, `{"a":{"!missing":"true"}}`,
		`{"a":{"!bytes":"fx"}}`, `{"a":{"!bytes":1}}`, `{"a":{"!unknown":["9"]}}`, `{"a":{"!unknown":["999",""]}}`, `{"a":{"!scalar":1}}`, `{"!bytes:x":1}`, `{"!value:x":1}`, `{"!":1}`,
		`{"a":{"!number":"x"}}`, `{"a":{"!number":1}}`, `{"a":{"!unknown":{}}}`,
	} {
		e := Entry{Key: Key{detect.KindTool, "s", "t"}, State: Approved, Digest: DigestOf(detect.ToolView{Kind: detect.KindTool, Name: "t", Definition: parse(t, definition)})}
		data := header + "\n" + string(e.line([]byte(definition))) + "\n" + trailer + "\n"
		assert.Contains(t, refused(t, data).Reason, "was edited", definition)
	}
}

func TestEveryTruncationIsRefused(t *testing.T) {
	f := example(t)
	f.Entries = f.Entries[1:3]
	for _, data := range [][]byte{f.Bytes(), bytes.ReplaceAll(f.Bytes(), []byte("\n"), []byte("\r\n"))} {
		whole := len(bytes.TrimRight(data, "\r\n"))
		for n := range data {
			_, err := Parse(data[:n])
			if n >= whole {
				require.NoError(t, err, "only the end of the last line is cut off")
				continue
			}
			require.Error(t, err, "cut at byte %d", n)
		}
	}
}

// TestEveryFlipIsRefused flips each bit of the definitions, which either is refused or says the same, as \u200B says what \u200b does.
func TestEveryFlipIsRefused(t *testing.T) {
	same := 0
	for _, e := range example(t).Entries {
		data := (&File{Entries: []Entry{e}}).Bytes()
		start := bytes.Index(data, []byte(`"definition":`))
		for i := max(start, 0); start >= 0 && data[i] != '\n'; i++ {
			for bit := range 8 {
				flipped := bytes.Clone(data)
				flipped[i] ^= 1 << bit
				if f, err := Parse(flipped); err == nil {
					require.Equal(t, string(data), string(f.Bytes()), "byte %d, bit %d", i, bit)
					same++
				}
			}
		}
	}
	assert.Less(t, same, 100)
}

func TestAccepted(t *testing.T) {
	f := example(t)
	data := string(f.Bytes())
	lines := strings.SplitAfter(data, "\n")
	body := lines[1 : len(lines)-2]
	reversed := lines[0]
	for i := range body {
		reversed += body[len(body)-1-i]
	}
	for name, other := range map[string]string{
		"CRLF":                   strings.ReplaceAll(data, "\n", "\r\n"),
		"another order":          reversed + trailer + "\n",
		"lines twice":            lines[0] + strings.Join(body, "") + strings.Join(body, "") + trailer + "\n",
		"both ends of lines":     lines[0] + strings.ReplaceAll(strings.Join(body, ""), "\n", "\r\n") + strings.Join(body, "") + trailer + "\r\n",
		"header and end twice":   lines[0] + header + "\r\n" + strings.Join(body, "") + trailer + "\r\n" + trailer + "\n",
		"no end of the last one": strings.TrimSuffix(data, "\n"),
		"other spelling":         strings.NewReplacer(`"server":`, `"server" : `, `\u200b`, `\u200B`).Replace(data),
		"kind of a tool":         strings.ReplaceAll(data, `"server":"files","tool"`, `"server":"files","kind":"tool","tool"`),
	} {
		got, err := Parse([]byte(other))
		if assert.NoError(t, err, name) {
			assert.Equal(t, data, string(got.Bytes()), name)
		}
	}
}

// TestSeveralApprovals has two lines for one definition, as when two branches approve it in different words.
func TestSeveralApprovals(t *testing.T) {
	a := entryOf(detect.KindTool, "s", "t", parse(t, `{"description":"A"}`))
	b := entryOf(detect.KindTool, "s", "t", parse(t, `{"description":"B"}`))
	again := a
	again.State, again.Definition = Pending, nil
	known := a
	known.Definition = nil
	data := (&File{Entries: []Entry{a, b, again, known}}).Bytes()
	f := must.OK(Parse(data))(t)
	require.Len(t, f.Entries, 3, "one of them says nothing more")
	for _, e := range f.Entries {
		assert.Equal(t, e.State == Approved, e.Definition != nil)
	}
	assert.Equal(t, 4, bytes.Count(data, []byte(`"tool":"t"`)))
	assert.Equal(t, 3, bytes.Count(f.Bytes(), []byte(`"tool":"t"`)))
}

func TestUnionMerge(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	write := func(entries ...Entry) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, Name), (&File{Entries: entries}).Bytes(), 0o600))
		git("add", ".")
		git("commit", "-q", "-m", "x")
	}
	entry := func(name, description string) Entry {
		return entryOf(detect.KindTool, "s", name, parse(t, `{"description":"`+description+`"}`))
	}
	git("init", "-q", "-b", "main")
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte(Name+" merge=union\n"), 0o600))
	git("add", ".")
	git("commit", "-q", "-m", "x")
	git("branch", "empty")

	both := entry("m", "Both.")
	write(both)
	git("checkout", "-q", "-b", "other")
	write(entry("a", "Other."), both, entry("x", "In the words of other."))
	git("checkout", "-q", "main")
	write(entry("b", "Main."), both, entry("x", "In the words of main."), entry("z", "Main."))
	git("merge", "-q", "-m", "x", "other")
	merged := func() (names []string) {
		t.Helper()
		data := must.OK(os.ReadFile(filepath.Join(dir, Name)))(t)
		f, err := Parse(data)
		require.NoError(t, err, "%s", data)
		for _, e := range f.Entries {
			names = append(names, e.Name)
		}
		return names
	}
	assert.Equal(t, []string{"a", "b", "m", "x", "x", "z"}, merged())

	// Both branches add the file.
	git("checkout", "-q", "empty")
	write(entry("n", "New."), both)
	git("merge", "-q", "-m", "x", "main")
	assert.Len(t, merged(), 7)
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileFiles are large. What they make Parse allocate is bounded, and it looks no further than it must.
func TestHostileFiles(t *testing.T) {
	fill := func(piece string) string { return header + "\n" + strings.Repeat(piece, 8<<20/len(piece)) }
	const lineStart = `{"server":"s","tool":"t","state":"approved","digest":"`
	for _, test := range []struct {
		name, data, reason string
		line               int
		// limit is in bytes.
		limit uint64
	}{
		{"lines of brackets", header + "\n" + strings.Repeat("[\n", MaxBytes/2-len(header)), "not a JSON object", 2, 1 << 20},
		{"a line of brackets", fill("["), "the limit is 1048576", 2, 1 << 20},
		{"a line within bounds of brackets", header + "\n" + strings.Repeat("[", maxLine) + "\n", "not a JSON object", 2, 16 << 20},
		{"a line of objects", header + "\n" + strings.Repeat(`{"a":`, maxLine/5) + "\n", "not a JSON object", 2, 16 << 20},
		{"a line of 10 MB", header + "\n" + `{"server":"` + strings.Repeat("a", 10<<20) + `"}` + "\n", "the limit is 1048576", 2, 1 << 20},
		{"empty lines", fill("\n"), "the line is empty", 2, 1 << 20},
		{"headers", fill(header + "\n"), "its last line is missing", 0, 1 << 20},
		{"empty objects", fill("{}\n"), "is missing", 2, 1 << 20},
		{"a line of members", header + "\n{" + strings.Repeat(`"a":0,`, maxLine/6-1) + `"a":0}` + "\n", "is missing", 2, 512 << 20},
		{"a long version", `{"mcp-lint-lock":` + strings.Repeat("9", maxLine/2) + "}\n", "version 999", 1, 16 << 20},
		{"a long number", header + "\n" + lineStart + string(sum("")) + `","file":"","seen":"","version":"","definition":` + strings.Repeat("9", maxLine/2) + "}\n", "edited", 2, 32 << 20},
		{"no JSON", fill(lineStart), "the limit is 1048576", 2, 1 << 20},
		{"carriage returns", fill("\r"), "the limit is 1048576", 2, 1 << 20},
		{"conflicts", fill("<<<<<<<"), "conflict", 2, 1 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			data := []byte(test.data)
			var err error
			assert.Less(t, allocated(func() { _, err = Parse(data) }), test.limit)
			var e *ParseError
			require.ErrorAs(t, err, &e)
			assert.Contains(t, e.Reason, test.reason)
			assert.Less(t, len(e.Error()), 1000)
			if test.line > 0 {
				assert.Equal(t, test.line, e.Line)
			}
		})
	}
}

// TestManyLines has as many good lines as fit: the same again and again, and those that differ only in the file.
func TestManyLines(t *testing.T) {
	e := Entry{Key: Key{detect.KindTool, "", "t"}, State: Pending, Digest: sum("")}
	var same, differing bytes.Buffer
	same.WriteString(header + "\n")
	differing.WriteString(header + "\n")
	const count = 4_000
	for i := range count {
		e.File = ""
		same.Write(append(e.line(nil), '\n'))
		e.File = strconv.Itoa(i)
		differing.Write(append(e.line(nil), '\n'))
	}
	same.WriteString(trailer)
	differing.WriteString(trailer)
	for want, data := range map[int][]byte{1: same.Bytes(), count: differing.Bytes()} {
		var f *File
		var err error
		perLine := allocated(func() { f, err = Parse(data) }) / count
		require.NoError(t, err)
		assert.Len(t, f.Entries, want)
		assert.Less(t, perLine, uint64(16<<10))
	}
}

// TestManyValues has definitions of many small values: what is read of them is bounded, and nothing passes unread.
func TestManyValues(t *testing.T) {
	list := "[" + strings.Repeat("1,", 999) + "1]"
	e := entryOf(detect.KindTool, "s", "t", parse(t, list))
	var data bytes.Buffer
	data.WriteString(header + "\n")
	for i := range 12 {
		e.File = strconv.Itoa(i)
		data.Write(append(e.line([]byte(list)), '\n'))
	}
	data.WriteString(trailer)
	f := must.OK(parseUpTo(data.Bytes(), 12, 12*1000))(t)
	for _, e := range f.Entries {
		assert.NotNil(t, e.Definition)
	}
	var pe *ParseError
	_, err := parseUpTo(data.Bytes(), 12, 7*1000)
	require.ErrorAs(t, err, &pe)
	assert.Contains(t, pe.Reason, "more than 7000 values")
	assert.Equal(t, 9, pe.Line, "no line beyond is read")
	_, err = parseUpTo(data.Bytes(), 11, 12*1000)
	require.ErrorAs(t, err, &pe)
	assert.Contains(t, pe.Reason, "more than 11 definitions")
	assert.Equal(t, 13, pe.Line)

	// What is written has no more than is read.
	must.OK(parseUpTo(f.within(MaxBytes, 11*1000), 12, 11*1000))(t)
}

func TestValuesOf(t *testing.T) {
	fill := strings.Repeat("1,", lineValues)
	for line, want := range map[string]int{
		"":                               0,
		"[" + fill + "1]":                1,
		"[" + fill + `"[{,:\\\",:[{",1]`: 2,
		"[" + fill + `{"a":[]}]`:         4,
		`"` + strings.Repeat(",", 1000):  0,
	} {
		assert.Equal(t, want, valuesOf([]byte(line)), line)
	}
}

func TestMoreEntriesThanAreRead(t *testing.T) {
	f := &File{}
	for i := range 10 {
		e := Entry{Key: Key{detect.KindTool, "s", strconv.Itoa(i)}, State: Pending, Digest: sum("")}
		if i > 6 {
			e.State = Approved
		}
		f.Entries = append(f.Entries, e)
	}
	var names []string
	out := must.OK(Parse(f.atMost(5).within(MaxBytes, maxValues)))(t)
	for _, e := range out.Entries {
		names = append(names, e.Name)
	}
	assert.Equal(t, []string{"0", "1", "7", "8", "9"}, names)
	assert.Same(t, f, f.atMost(10))
}

// TestRenamesAreBounded has a lock file of very many servers with very few definitions between them, and as many new ones.
func TestRenamesAreBounded(t *testing.T) {
	f := &File{}
	var now []Definition
	const servers, words = 20_000, 400
	for i := range servers {
		name := "t" + strconv.Itoa(i%words)
		v := detect.ToolView{Kind: detect.KindTool, Server: "new" + strconv.Itoa(i), Name: name}
		if i < words*maxNamesakes {
			now = append(now, Definition{View: v, File: "f"})
		}
		f.Entries = append(f.Entries, Entry{Key: Key{detect.KindTool, "old" + strconv.Itoa(i), name}, State: Approved, Digest: DigestOf(v), File: "f"})
	}
	c := Compare(f, now, nil)
	m := c.match()
	assert.Zero(t, m.left, "no more is looked at than is allowed")
	assert.LessOrEqual(t, len(m.common), maxMatches)
	met := 0
	for _, keys := range m.common {
		met += len(keys)
	}
	assert.LessOrEqual(t, met, maxMatches)
	for _, lost := range m.shared {
		assert.LessOrEqual(t, len(lost), maxNamesakes)
	}
	assert.Equal(t, c.Renamed, Compare(f, now, nil).Renamed)

	// One definition for all of them takes no more than it is allowed either.
	for i := range f.Entries {
		f.Entries[i].Name, f.Entries[i].Digest = "t", f.Entries[0].Digest
	}
	for i := range now {
		now[i].View.Name = "t0"
	}
	m = Compare(f, now, nil).match()
	assert.LessOrEqual(t, maxMatches-m.left, maxNamesakes*maxNamesakes)
}
