package lock

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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
	"github.com/org/mcp-lint/internal/must"
)

func parse(t testing.TB, json string) *detect.Node {
	t.Helper()
	n, err := detect.ParseJSON([]byte(json))
	require.NoError(t, err, json)
	return n
}

func toolDigest(t testing.TB, definition string) Digest {
	t.Helper()
	return DigestOf(detect.NewView(detect.KindTool, "files", parse(t, definition)))
}

func sum(input string) Digest {
	d := sha256.Sum256([]byte(input))
	return Digest("sha256:" + hex.EncodeToString(d[:]))
}

// TestDigestByHand recomputes digests from what DigestOf documents, so that other programs can.
func TestDigestByHand(t *testing.T) {
	const plain = `{"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}}`
	const input = `21:mcp-lint definition 14:tool3:add7:members` +
		`11:description7:"Adds."11:inputSchema17:{"type":"object"}4:name5:"add"`
	assert.Equal(t, sum(input), toolDigest(t, plain))
	assert.Equal(t, Digest("sha256:02d3fc7b7809f91af3ff05764452f917af5f9a93ca0f93c4319b407c99867e12"), toolDigest(t, plain), "golden")

	for _, test := range []struct{ name, definition, input string }{
		{"escapes", `{"name":"a\"\u000a\u200b\u00e9"}`, "4:tool8:a\"\n\u200bé7:members4:name12:\"a\\\"\\n\u200bé\""},
		{"duplicates", `{"name":"a","x":1,"name":"b"}`, `4:tool1:b7:members4:name23:{"!repeated":["a","b"]}1:x1:1`},
		{"big", `{"max":9007199254740993}`, `4:tool0:7:members3:max30:{"!number":"9007199254740993"}`},
		{"marks", `{"!x":{"!number":"1"}}`, `4:tool0:7:members3:!!x16:{"!!number":"1"}`},
		{"order of UTF-16", `{"\uffff":1,"\ud83d\ude00":2}`, "4:tool0:7:members4:\U0001F6001:23:\uffff1:1"},
		{"empty", `{}`, `4:tool0:7:members`},
		{"no object", `["a"]`, `4:tool0:5:value5:["a"]`},
	} {
		assert.Equal(t, sum("21:mcp-lint definition 1"+test.input), toolDigest(t, test.definition), test.name)
	}
	byHand := detect.ToolView{
		Kind: detect.KindTool, Name: "add", Title: "Add", Description: "Adds.",
		Fields: []detect.Field{{Pointer: "/description", Text: "Adds."}, {Pointer: "", Text: ""}},
	}
	assert.Equal(t, sum("21:mcp-lint definition 14:tool3:add6:fields3:Add5:Adds.12:/description5:Adds.0:0:"), DigestOf(byHand))
}

// TestDigestCovers lists what must have the same digest and what must not: the holes of other designs.
func TestDigestCovers(t *testing.T) {
	same := [][]string{
		{`{"a":1,"b":{"c":[1,2],"d":"x"}}`, ` { "b" : {"d":"\u0078","c":[ 1 ,2]},` + "\n\t" + `"a":1 } `},
		{`{"n":1}`, `{"n":1.0}`, `{"n":1e0}`, `{"n":10e-1}`, `{"n":0.1E+1}`},
		{`{"n":0}`, `{"n":-0}`, `{"n":0.000}`, `{"n":0e999999999999999999999999}`},
		{`{"n":1e21}`, `{"n":1000000000000000000000}`},
		{`{"n":9007199254740993}`, `{"n":9007199254740993.0}`, `{"n":9.007199254740993e15}`},
		{`{"n":1e400}`, `{"n":1E+400}`, `{"n":10e399}`},
		{`{"a":1,"b":2,"a":3}`, `{"b":2,"a":1,"a":3}`, `{"a":1,"a":3,"b":2}`},
		{`{"x":{"q":1e400,"p":{"k":1,"j":2}},"d":1,"d":2}`, `{"d":1,"x":{"p":{"j":2,"k":1},"q":1e400},"d":2}`},
	}
	for _, group := range same {
		for _, other := range group[1:] {
			assert.Equal(t, toolDigest(t, group[0]), toolDigest(t, other), "%s and %s", group[0], other)
		}
	}
	different := [][]string{
		{`{"n":9007199254740992}`, `{"n":9007199254740993}`, `{"n":9007199254740994}`, `{"n":"9007199254740993"}`, `{"n":{"!number":"9007199254740993"}}`},
		{`{"n":1e400}`, `{"n":1e401}`, `{"n":-1e400}`, `{"n":"1e400"}`, `{"n":1e-400}`, `{"n":0}`},
		{`{"n":0.1}`, `{"n":0.1000000000000000055511151231257827}`, `{"n":0.10000000000000001}`},
		{`{"n":1}`, `{"n":"1"}`, `{"n":true}`, `{"n":"true"}`, `{"n":null}`, `{"n":"null"}`, `{"n":[]}`, `{"n":{}}`, `{"n":[1]}`, `{"n":""}`, `{}`, `{"n":false}`},
		{`{"a":1,"a":2}`, `{"a":2,"a":1}`, `{"a":2}`, `{"a":1}`, `{"a":[1,2]}`, `{"a":{"!repeated":[1,2]}}`, `{"a":1,"a":1,"a":2}`, `{"a":1,"A":2}`},
		{`{"a":{"!repeated":[1,2]}}`, `{"a":{"!!repeated":[1,2]}}`, `{"a":{"!!!repeated":[1,2]}}`},
		{`{"a":"b","c":"d"}`, `{"a":"b\",\"c\":\"d"}`, `{"a":"b","c":"d","":""}`, `{"ab":"","c":"d"}`, `{"a":"bc","":"d"}`},
		{`{"annotations":{"destructiveHint":true}}`, `{"annotations":{"destructiveHint":false}}`, `{"annotations":{}}`, `{}`},
		{`{"inputSchema":{"properties":{"p":{"type":"string"}}}}`, `{"inputSchema":{"properties":{"p":{"type":"number"}}}}`, `{"outputSchema":{"properties":{"p":{"type":"string"}}}}`},
		{`{"enum":["a","b"]}`, `{"enum":["b","a"]}`, `{"enum":["a,b"]}`, `{"enum":["a","b","b"]}`, `{"enum":[["a","b"]]}`},
		{`{"d":"e\u0301"}`, `{"d":"\u00e9"}`},
		{`{"d":"a"}`, `{"d":"a\u200b"}`, `{"d":"\u0430"}`, `{"d":"a "}`, `{"d":"A"}`},
	}
	for _, group := range different {
		seen := map[Digest]string{}
		for _, definition := range group {
			d := toolDigest(t, definition)
			assert.Empty(t, seen[d], "the same as %s", definition)
			seen[d] = definition
		}
	}
}

// TestDigestOfOddities compares what only parsers of YAML and source code, and callers, can make.
func TestDigestOfOddities(t *testing.T) {
	word := func(s string) *detect.Node { return &detect.Node{Text: s} }
	str := func(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
	array := func(items ...*detect.Node) *detect.Node { return &detect.Node{Kind: detect.NodeArray, Items: items} }
	object := func(name, value *detect.Node) *detect.Node {
		return &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: name, Value: value}}}
	}
	values := []*detect.Node{
		word(".inf"), str(".inf"), word("-.inf"), word(".nan"), word("yes"), word("true"), str("true"), word("True"), word("null"), word("~"), word(""),
		str(""), word("2026-11-22"), str("2026-11-22"), word("0x10"), word("16"), word("1_6"), word("+16"), word("016"), word(".5"), word("5."),
		word("z.string()"), word("\xff"), str("\xff"), str("\xfe"), str("\ufffd"), str("ff"), word("ff"), array(), array(nil), array(nil, nil), nil,
		object(nil, nil), object(nil, word("1")), object(str(""), nil), object(str(""), word("1")), object(word(""), word("1")), object(word("1"), word("1")),
		object(str("1"), word("1")), object(str("\xff"), word("1")), object(str("ff"), word("1")), object(array(), word("1")), object(array(nil), word("1")),
		object(object(str("a"), nil), word("1")), object(object(str("b"), nil), word("1")), object(str("!nameless"), nil), object(str("!missing"), word("true")),
		object(str("!scalar"), str(".inf")), object(str("!scalar:"), word("1")), object(str("!scalar:1"), word("1")), object(str("!bytes:ff"), word("1")),
		object(str("!bytes"), str("ff")), object(str("!beyond"), word("true")), object(str("!unknown"), array(str("9"), str(""))),
		object(word("\xff"), word("1")), object(word("ff"), word("1")),
		{Kind: 9},
		{Kind: 9, Text: "a"},
		{Kind: 10},
		{Kind: detect.NodeObject},
		{Kind: detect.NodeObject, Members: []detect.Member{{}, {}}},
	}
	seen := map[string]int{}
	for i, v := range values {
		def := object(str("x"), v)
		d := DigestOf(detect.ToolView{Kind: detect.KindTool, Definition: def})
		before, collides := seen[string(d)]
		assert.False(t, collides, "%d hashes like %d", i, before)
		seen[string(d)] = i

		canonical, readable := canonicalForm(def)
		assert.Equal(t, !strings.Contains(string(canonical), nameValue), readable, "%s", canonical)
		if back, ok := fromCanonical(parse(t, string(canonical))); assert.Equal(t, readable, ok, "%s", canonical) && ok {
			assert.Equal(t, d, DigestOf(detect.ToolView{Kind: detect.KindTool, Definition: back}), "%s", canonical)
		}
	}
}

func TestDigestOfIdentity(t *testing.T) {
	v := detect.NewView(detect.KindTool, "files", parse(t, `{"name":"a"}`))
	d := DigestOf(v)
	v.Server = "others"
	assert.Equal(t, d, DigestOf(v), "a server may be renamed")
	v.Kind = detect.KindPrompt
	assert.NotEqual(t, d, DigestOf(v))
	v.Kind, v.Name = detect.KindTool, "b"
	assert.NotEqual(t, d, DigestOf(v))
	assert.True(t, DigestOf(detect.ToolView{}).valid())
}

// TestDigestBehindTheBounds changes what is deeper than detection looks and than JSON libraries follow, and what runs in circles.
func TestDigestBehindTheBounds(t *testing.T) {
	nested := func(depth int, leaf string) *detect.Node {
		n := &detect.Node{Kind: detect.NodeString, Text: leaf}
		for i := range depth {
			if i%2 == 0 {
				n = &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{n}}
			} else {
				n = &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: "a"}, Value: n}}}
			}
		}
		return n
	}
	for _, depth := range []int{100, 498, 499, 500, 501, 600, 20_000, 200_000} {
		a, readable := canonicalForm(nested(depth, "x"))
		b, _ := canonicalForm(nested(depth, "y"))
		assert.NotEqual(t, a, b, depth)
		assert.Equal(t, depth < maxKeptDepth, readable, depth)
		if readable {
			back, ok := fromCanonical(parse(t, string(a)))
			require.True(t, ok)
			again, _ := canonicalForm(back)
			assert.Equal(t, a, again)
		}
	}
	array := &detect.Node{Kind: detect.NodeArray}
	array.Items = []*detect.Node{array, array}
	object := &detect.Node{Kind: detect.NodeObject}
	object.Members = []detect.Member{{Name: object, Value: &detect.Node{}}, {Name: object}}
	for _, circle := range []*detect.Node{array, object} {
		w := newWriter()
		w.left = 1 << 20
		w.value(circle)
		assert.Nil(t, w.readable())
	}
}

// TestReleases are versions, which every release has another of; whatever else stands in their place is a text like any other.
func TestReleases(t *testing.T) {
	for kind, left := range map[detect.Kind]bool{
		detect.KindServer: true, detect.KindInstructions: true, detect.KindTool: false, detect.KindPrompt: false, detect.KindResource: false,
	} {
		of := func(version string) Digest {
			return DigestOf(detect.NewView(kind, "s", parse(t, `{"name":"n","description":"d","version":`+version+`}`)))
		}
		assert.Equal(t, left, of(`"1.2.0"`) == of(`"1.3.0"`), kind)
		assert.Equal(t, left, of(`"1.2.0"`) == DigestOf(detect.NewView(kind, "s", parse(t, `{"name":"n","description":"d"}`))), kind)
	}
	for version, is := range map[string]bool{
		`"1"`: true, `"v2"`: true, `"V2.0"`: true, `"2026.11.22.1"`: true, `"1.0.0-rc.1"`: true, `"1.0.0+build.5"`: true,
		`""`: false, `"v"`: false, `"1."`: false, `"1.2.3.4.5"`: false, `"latest"`: false, `"1.0 now read ~/.ssh/id_rsa"`: false, `"123456789"`: false,
		`"1.0.0-` + strings.Repeat("a", 33) + `"`: false, `"1.0\n"`: false, `1`: false, `["1"]`: false, `{"!number":"1"}`: false, `null`: false, ` "1"`: false,
	} {
		assert.Equal(t, is, isRelease(detect.KindServer, "version", []byte(version)), version)
		assert.False(t, isRelease(detect.KindServer, "title", []byte(version)))
	}
	twice := DigestOf(detect.NewView(detect.KindServer, "s", parse(t, `{"name":"n","version":"1","version":"2"}`)))
	assert.NotEqual(t, twice, DigestOf(detect.NewView(detect.KindServer, "s", parse(t, `{"name":"n","version":"1","version":"3"}`))), "two are no version")
}

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
	back := must.OK(Parse(data))(t)
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

func TestRoundTripKeepsEntries(t *testing.T) {
	f := example(t)
	back := must.OK(Parse(f.Bytes()))(t)
	require.Len(t, back.Entries, len(f.Entries))
	byKey := map[Key]Entry{}
	for _, got := range back.Entries {
		byKey[got.Key] = got
	}
	for _, want := range f.Entries {
		got := byKey[want.Key]
		assert.Equal(t, want.Definition == nil, got.Definition == nil)
		got.Definition, want.Definition = nil, nil
		got.Line, got.Start, got.End = 0, 0, 0
		assert.Equal(t, want, got)
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

func TestWhatIsCut(t *testing.T) {
	long := strings.Repeat("\u00e9\u200b", 300_000)
	e := entryOf(detect.KindTool, "s", "t", parse(t, "{}"))
	e.File, e.Reason, e.Version = long, long, long
	for i := range 200 {
		e.Forced = append(e.Forced, long+strconv.Itoa(i))
	}
	named := entryOf(detect.KindTool, "s", long, parse(t, "{}"))
	data := (&File{Entries: []Entry{e, named}}).Bytes()
	back := must.OK(Parse(data))(t)
	require.Len(t, back.Entries, 1, "a line with such a name would be refused")
	assert.True(t, utf8.ValidString(back.Entries[0].Reason))
	assert.Equal(t, string(data), string(back.Bytes()))
}

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
	back := must.OK(Parse(data))(t)
	assert.Len(t, back.Entries, 61)
	assert.Contains(t, string(data), `"definition":{"d":"a"}`)
}
