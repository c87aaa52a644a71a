package lock

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

func entryOf(kind detect.Kind, server, name string, def *detect.Node) Entry {
	e := Entry{
		Key: Key{kind, server, name}, State: Approved, Definition: def,
		File: "servers/" + server + ".json", Seen: "2026-11-22", Version: "1.0.0",
	}
	e.Digest = DigestOf(detect.ToolView{Kind: kind, Name: name, Definition: def})
	return e
}

func example(t testing.TB) *File {
	t.Helper()
	files := entryOf(detect.KindTool, "files", "read_file", parse(t, `{"name":"read_file","description":"Reads \u00fcber\u200ball.","inputSchema":{"maximum":9223372036854775807,"maximum":1}}`))
	changed := entryOf(detect.KindTool, "files", "delete_file", parse(t, wholeTool))
	changed.State, changed.Now = Changed, files.Digest
	forced := entryOf(detect.KindPrompt, "files", "review", parse(t, wholePrompt))
	forced.Forced, forced.Reason = []string{"directive.override", "hidden"}, "It is ours.\nReally: \u202e."
	pending := entryOf(detect.KindInstructions, "web", "", nil)
	pending.State = Pending
	odd := entryOf(detect.KindTool, "\xffserver", "na\"me\u200b\n", newGenerator(7, true).object(4))
	return &File{Entries: []Entry{files, changed, forced, pending, odd}}
}

func TestBytesByHand(t *testing.T) {
	f := &File{Entries: []Entry{
		entryOf(detect.KindTool, "b", "add", parse(t, `{"name":"add","description":"\u0000\u200b\u202e\u2028\ufe0f\ud83d\ude00\udb40\udc41\u7aea\u05d0<&"}`)),
		{Key: Key{detect.KindPrompt, "a", "p"}, State: Pending, Digest: sum("x"), File: "a.py", Seen: "2026-01-02", Version: "dev", Reason: "Why."},
		{Key: Key{detect.KindTool, "a", "t"}, State: Changed, Digest: sum("x"), Now: sum("y"), Forced: []string{"hidden"}, Reason: "Ours."},
	}}
	want := `{"mcp-lint-lock":1}
{"server":"a","kind":"prompt","tool":"p","state":"pending","digest":"` + string(sum("x")) + `","file":"a.py","seen":"2026-01-02","version":"dev","reason":"Why."}
{"server":"a","tool":"t","state":"changed","digest":"` + string(sum("x")) + `","now":"` + string(sum("y")) + `","file":"","seen":"","version":"","forced":["hidden"],"reason":"Ours."}
{"server":"b","tool":"add","state":"approved","digest":"` + string(f.Entries[0].Digest) + `","file":"servers/b.json","seen":"2026-11-22","version":"1.0.0","definition":{"description":"\u0000\u200b\u202e\u2028\ufe0f😀\udb40\udc41` + "竪\u05d0" + `<&","name":"add"}}
{"end":true}
`
	assert.Equal(t, want, string(f.Bytes()))
	assert.Equal(t, "{\"mcp-lint-lock\":1}\n{\"end\":true}\n", string((&File{}).Bytes()))
}

func TestRoundTrip(t *testing.T) {
	f := example(t)
	for seed := range uint64(200) {
		g := newGenerator(seed, true)
		f.Entries = append(f.Entries, entryOf(pick(g, kinds), pick(g, someTexts), pick(g, someTexts), g.object(4)))
	}
	data := f.Bytes()
	back, err := Parse(data)
	require.NoError(t, err)
	assert.Equal(t, string(data), string(back.Bytes()))

	rand.New(rand.NewPCG(1, 1)).Shuffle(len(f.Entries), func(i, j int) { f.Entries[i], f.Entries[j] = f.Entries[j], f.Entries[i] })
	f.Entries = append(f.Entries, f.Entries[:10]...)
	assert.Equal(t, string(data), string(f.Bytes()), "neither order nor repetition counts")

	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		assert.True(t, json.Valid([]byte(line)), "line %d", i+1)
		for _, r := range line {
			assert.False(t, text.Invisible(r), "line %d: %U", i+1, r)
		}
	}
	for _, e := range back.Entries {
		assert.Equal(t, 1, bytes.Count(data[:e.Start], []byte("\n"))-e.Line+2)
		assert.Equal(t, byte('{'), data[e.Start])
		assert.Equal(t, "}\n", string(data[e.End-1:e.End+1]))
		if e.Definition != nil {
			assert.Equal(t, e.Digest, DigestOf(detect.ToolView{Kind: e.Kind, Name: e.Name, Definition: e.Definition}))
		}
	}
}

// TestRoundTripKeepsEntries compares entries, not bytes.
func TestRoundTripKeepsEntries(t *testing.T) {
	f := example(t)
	back, err := Parse(f.Bytes())
	require.NoError(t, err)
	require.Len(t, back.Entries, len(f.Entries))
	for _, want := range f.Entries {
		found := false
		for _, got := range back.Entries {
			if got.Key == want.Key {
				found = true
				assert.Equal(t, want.Definition == nil, got.Definition == nil)
				got.Definition, want.Definition = nil, nil
				got.Line, got.Start, got.End = 0, 0, 0
				assert.Equal(t, want, got)
			}
		}
		assert.True(t, found, "%v", want.Key)
	}
}

func TestWhatIsNotKept(t *testing.T) {
	str := func(s string) *detect.Node {
		return &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: "d"}, Value: &detect.Node{Kind: detect.NodeString, Text: s}}}}
	}
	deep := &detect.Node{Text: "1"}
	for range 600 {
		deep = &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{deep}}
	}
	// The parts are joined here so that no scanner takes this file for a leak.
	token := "ghp_" + "x7Kd92mQ0aLz" + "4vRt8WnB3cYe" + "5uHs1PfJ6gTo"
	for name, def := range map[string]*detect.Node{
		"large": str(strings.Repeat("a", maxKept)), "deep": deep, "credential": str("Use " + token + "."), "credential in a name": {
			Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: token}, Value: str("a")}},
		},
	} {
		e := entryOf(detect.KindTool, "s", "t", def)
		data := (&File{Entries: []Entry{e}}).Bytes()
		assert.NotContains(t, string(data), memberDefinition+`":`, name)
		back, err := Parse(data)
		require.NoError(t, err, name)
		assert.Equal(t, e.Digest, back.Entries[0].Digest, name)
		assert.Nil(t, back.Entries[0].Definition, name)
	}
	e := entryOf(detect.KindTool, "s", "t", str(strings.Repeat("a", maxKept-8)))
	assert.Contains(t, string((&File{Entries: []Entry{e}}).Bytes()), memberDefinition+`":`)
	e.Digest = sum("another")
	assert.NotContains(t, string((&File{Entries: []Entry{e}}).Bytes()), memberDefinition+`":`, "it is not what the digest is of")
}

// TestWhatIsCut writes texts that are far too long.
func TestWhatIsCut(t *testing.T) {
	long := strings.Repeat("\u00e9\u200b", 300_000)
	e := entryOf(detect.KindTool, "s", "t", parse(t, "{}"))
	e.File, e.Reason, e.Version = long, long, long
	for i := range 200 {
		e.Forced = append(e.Forced, long+strconv.Itoa(i))
	}
	named := entryOf(detect.KindTool, "s", long, parse(t, "{}"))
	data := (&File{Entries: []Entry{e, named}}).Bytes()
	back, err := Parse(data)
	require.NoError(t, err)
	require.Len(t, back.Entries, 1, "a line with such a name would be refused")
	assert.True(t, utf8.ValidString(back.Entries[0].Reason))
	assert.Equal(t, string(data), string(back.Bytes()))
}

// TestTooManyDefinitions has more to write than would be read again.
func TestTooManyDefinitions(t *testing.T) {
	f := &File{}
	large := parse(t, `{"d":"`+strings.Repeat("a", 20<<10)+`"}`)
	e := entryOf(detect.KindTool, "s", "t", large)
	for i := range 60 {
		e.File = strconv.Itoa(i)
		f.Entries = append(f.Entries, e)
	}
	small := entryOf(detect.KindTool, "s", "small", parse(t, `{"d":"a"}`))
	f.Entries = append(f.Entries, small)
	data := f.within(1<<20, maxValues)
	assert.LessOrEqual(t, len(data), 1<<20)
	back, err := Parse(data)
	require.NoError(t, err)
	assert.Len(t, back.Entries, 61)
	assert.Contains(t, string(data), `"definition":{"d":"a"}`)
}
