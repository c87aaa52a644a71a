package lock

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// allocated returns how many bytes f allocates in all.
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
		{"lines of brackets", header + "\n" + strings.Repeat("[\n", MaxBytes/2-len(header)), "no object of JSON", 2, 1 << 20},
		{"a line of brackets", fill("["), "more than", 2, 1 << 20},
		{"a line within bounds of brackets", header + "\n" + strings.Repeat("[", maxLine) + "\n", "no object of JSON", 2, 16 << 20},
		{"a line of objects", header + "\n" + strings.Repeat(`{"a":`, maxLine/5) + "\n", "no object of JSON", 2, 16 << 20},
		{"a line of 10 MB", header + "\n" + `{"server":"` + strings.Repeat("a", 10<<20) + `"}` + "\n", "more than", 2, 1 << 20},
		{"empty lines", fill("\n"), "the line is empty", 2, 1 << 20},
		{"headers", fill(header + "\n"), "the last line is missing", 0, 1 << 20},
		{"empty objects", fill("{}\n"), "is missing", 2, 1 << 20},
		{"a line of members", header + "\n{" + strings.Repeat(`"a":0,`, maxLine/6-1) + `"a":0}` + "\n", "is missing", 2, 512 << 20},
		{"a long version", `{"mcp-lint-lock":` + strings.Repeat("9", maxLine/2) + "}\n", "version 999", 1, 16 << 20},
		{"a long number", header + "\n" + lineStart + string(sum("")) + `","file":"","seen":"","version":"","definition":` + strings.Repeat("9", maxLine/2) + "}\n", "altered", 2, 32 << 20},
		{"no JSON", fill(lineStart), "more than", 2, 1 << 20},
		{"carriage returns", fill("\r"), "more than", 2, 1 << 20},
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

// TestManyValues has definitions of many small values: what is kept of them is bounded, while all are checked.
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
	f, err := parseUpTo(data.Bytes(), 7*1001)
	require.NoError(t, err)
	kept := 0
	for _, e := range f.Entries {
		if e.Definition != nil {
			kept++
		}
	}
	assert.Equal(t, 7, kept)
	altered := bytes.Replace(data.Bytes(), []byte(`"file":"11"`), []byte(`"file":"11","reason":"x"`), 1)
	last := bytes.LastIndex(altered, []byte("1,1]"))
	altered[last] = '2'
	_, err = parseUpTo(altered, 1)
	require.ErrorContains(t, err, "altered")
}
