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
	f, err := parseUpTo(data.Bytes(), 12, 12*1000)
	require.NoError(t, err)
	for _, e := range f.Entries {
		assert.NotNil(t, e.Definition)
	}
	var pe *ParseError
	_, err = parseUpTo(data.Bytes(), 12, 7*1000)
	require.ErrorAs(t, err, &pe)
	assert.Contains(t, pe.Reason, "more than the 7000 values")
	assert.Equal(t, 9, pe.Line, "no line beyond is read")
	_, err = parseUpTo(data.Bytes(), 11, 12*1000)
	require.ErrorAs(t, err, &pe)
	assert.Contains(t, pe.Reason, "more than the 11 definitions")
	assert.Equal(t, 13, pe.Line)

	// What is written has no more than is read.
	_, err = parseUpTo(f.within(MaxBytes, 11*1000), 12, 11*1000)
	require.NoError(t, err)
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

// TestMoreEntriesThanAreRead keeps those that were approved.
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
	out, err := Parse(f.atMost(5).within(MaxBytes, maxValues))
	require.NoError(t, err)
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
	m := c.meet()
	assert.Zero(t, m.left, "no more is looked at than is allowed")
	assert.LessOrEqual(t, len(m.common), maxMeetings)
	assert.LessOrEqual(t, len(m.met), maxMeetings)
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
	m = Compare(f, now, nil).meet()
	assert.LessOrEqual(t, maxMeetings-m.left, maxNamesakes*maxNamesakes)
}
