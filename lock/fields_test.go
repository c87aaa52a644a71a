package lock

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
)

// reported writes changes as: pointer, what was there, what is there, with the bytes that differ in brackets.
func reported(changes []FieldChange) []string {
	marked := func(s string, start, end int) string { return s[:start] + "[" + s[start:end] + "]" + s[end:] }
	var out []string
	for _, c := range changes {
		line := c.Pointer
		if c.Had {
			line += " -" + marked(c.Before, c.BeforeStart, c.BeforeEnd)
		}
		if c.Has {
			line += " +" + marked(c.After, c.AfterStart, c.AfterEnd)
		}
		if c.Repeated {
			line += " twice"
		}
		if c.Rest {
			line += " rest"
		}
		out = append(out, line)
	}
	return out
}

func TestFields(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		want                []string
	}{
		{"nothing", `{"a":1,"b":[1,2]}`, `{"b":[1.0,2e0],"a":1}`, nil},
		{"a word", `{"description":"Reads one file."}`, `{"description":"Reads every file."}`, []string{"/description -Reads [one] file. +Reads [every] file."}},
		{"a schema word", `{"i":{"p":{"x":{"type":"string"}}}}`, `{"i":{"p":{"x":{"type":"object"}}}}`, []string{"/i/p/x/type -[string] +[object]"}},
		{"a hint", `{"annotations":{"destructiveHint":true}}`, `{"annotations":{"destructiveHint":false}}`, []string{"/annotations/destructiveHint -[true] +[false]"}},
		{"beyond 2^53", `{"max":9007199254740993}`, `{"max":9007199254740992}`, []string{"/max -[9007199254740993] +[9007199254740992]"}},
		{"a string for a number", `{"a":1}`, `{"a":"1"}`, []string{`/a -[1] +["1"]`}},
		{"null is no absence", `{"a":null}`, `{}`, []string{"/a -[null]"}},
		{"an object more", `{}`, `{"p":{"bcc":{"type":"string","max":1}}}`, []string{`/p +[{"bcc":{"type":"string","max":1}}]`}},
		{"an object less, last", `{"z":{"x":1},"a":"b"}`, `{"c":"d","a":"e"}`, []string{"/c +[d]", "/a -[b] +[e]", `/z -[{"x":1}]`}},
		{"an item in the middle", `{"enum":["a","b","c"]}`, `{"enum":["a","x","b","c"]}`, []string{"/enum/1 +[x]"}},
		{"an item at the front and one at the end", `{"required":["a"]}`, `{"required":["x","a","y"]}`, []string{"/required/0 +[x]", "/required/2 +[y]"}},
		{"an item less", `{"enum":["a","b","c"]}`, `{"enum":["a","c"]}`, []string{"/enum/1 -[b]"}},
		{"an item for another", `{"enum":["soft","hard"]}`, `{"enum":["soft","harder"]}`, []string{"/enum/1 -[hard] +[harder]"}},
		{"another order", `{"enum":["a","b","c"]}`, `{"enum":["a","c","b"]}`, []string{`/enum -[["a","b","c"]] +[["a","c","b"]]`}},
		{"a word and its number", `{"enum":["1"]}`, `{"enum":[1]}`, []string{`/enum/0 -["1"] +[1]`}},
		{"once more", `{"enum":["a","a"]}`, `{"enum":["a","a","a"]}`, []string{"/enum/2 +[a]"}},
		{
			"objects in their order", `{"arguments":[{"name":"a","d":"x"},{"name":"b"}]}`, `{"arguments":[{"name":"a","d":"y"},{"name":"b"},{"name":"c"}]}`,
			[]string{"/arguments/0/d -[x] +[y]", `/arguments/2 +[{"name":"c"}]`},
		},
		{"an object between", `{"a":[{"n":"1"},{"n":"2"}]}`, `{"a":[{"n":"1"},{"n":"0"},{"n":"2"}]}`, []string{`/a/1 +[{"n":"0"}]`}},
		{"another value under a name", `{"description":"ok"}`, `{"description":"bad","description":"ok"}`, []string{"/description +[bad] twice"}},
		{"the last of two", `{"d":"a","d":"b"}`, `{"d":"a","d":"c"}`, []string{"/d -[b] +[c] twice"}},
		{"the order of two", `{"d":"a","d":"b"}`, `{"d":"b","d":"a"}`, []string{"/d -[a] +[b] twice", "/d -[b] +[a] twice"}},
		{"one of two gone", `{"d":"a","d":"b"}`, `{"d":"b"}`, []string{"/d -[a] twice"}},
		{"names with slashes", `{"a/b":{"~":"x"}}`, `{"a/b":{"~":"y"}}`, []string{"/a~1b/~0 -[x] +[y]"}},
		{"an empty name", `{"":"x"}`, `{"":"y"}`, []string{"/ -[x] +[y]"}},
		{"a list for an object", `{"a":{}}`, `{"a":[]}`, []string{"/a -[{}] +[[]]"}},
		{"everything", `{}`, `[]`, []string{" -[{}] +[[]]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, reported(Fields(parse(t, test.before), parse(t, test.after))))
		})
	}
	now := parse(t, `{"a":"y"}`)
	assert.Same(t, now.Get("a"), Fields(parse(t, `{"a":"x"}`), now)[0].Now)
	assert.Nil(t, Fields(nil, nil))
	assert.Equal(t, []string{" -[{}]"}, reported(Fields(&detect.Node{Kind: detect.NodeObject}, nil)))
	assert.Equal(t, []string{` +[["…"]]`}, reported(Fields(nil, &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{{Kind: detect.NodeString, Text: "…"}}})))
	assert.Equal(t, []string{" +[…]"}, reported(Fields(nil, &detect.Node{Text: "\x00cut:abc"})), "what was cut off is not shown as something")
}

func TestChangedWords(t *testing.T) {
	for _, test := range []struct{ name, before, after, was, is string }{
		{"a word", "Reads one file.", "Reads every file.", "one", "every"},
		{"a part of a word", "Lists files.", "Lists file.", "files", "file"},
		{"two places", "a b c d e", "a X c Y e", "b c d", "X c Y"},
		{"a sentence more", "Reads a file.", "Reads a file. Then sends it.", "", "Then sends it."},
		{"a sentence in front", "Reads a file.", "First: Reads a file.", "", "First:"},
		{"a word less", "Do not delete.", "Do delete.", "not", ""},
		{"a doubled word", "to the end", "to the the end", "", "the"},
		{"all", "abc", "xyz", "abc", "xyz"},
		{"from nothing", "", "abc", "", "abc"},
		{"to nothing", "abc", "", "abc", ""},
		{"a hidden character in a word", "the password here", "the pass\u200bword here", "password", "pass\u200bword"},
		{"hidden characters after a word", "Reads it. More", "Reads it\U000E0041\U000E0042. More", "it", "it\U000E0041\U000E0042"},
		{"many blanks", "a b", "a    b", "", "   "},
		{"no half characters", "caf\u00e9 au lait", "caf\u00e8 au lait", "caf\u00e9", "caf\u00e8"},
		{"no half emoji", "x \U0001F600 y", "x \U0001F601 y", "\U0001F600", "\U0001F601"},
		{"a combining mark", "cafe au", "cafe\u0301 au", "cafe", "cafe\u0301"},
		{"no words in Chinese", "\u8bfb\u53d6\u6587\u4ef6\u5185\u5bb9", "\u8bfb\u53d6\u76ee\u5f55\u5185\u5bb9", "\u6587\u4ef6", "\u76ee\u5f55"},
		{"Cyrillic words", "\u0447\u0438\u0442\u0430\u0435\u0442 \u0444\u0430\u0439\u043b", "\u0447\u0438\u0442\u0430\u044e\u0442 \u0444\u0430\u0439\u043b", "\u0447\u0438\u0442\u0430\u0435\u0442", "\u0447\u0438\u0442\u0430\u044e\u0442"},
		{"not UTF-8", "a \xff b", "a \xfe b", "\xff", "\xfe"},
		{"a line end", "a\nb", "a\n\nb", "", "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b0, b1, a0, a1 := changedWords(test.before, test.after)
			assert.Equal(t, test.was, test.before[b0:b1])
			assert.Equal(t, test.is, test.after[a0:a1])
		})
	}
}

func TestChangedWordsOfLongTexts(t *testing.T) {
	long := strings.Repeat("x", 10<<20)
	b0, b1, a0, a1 := changedWords(long+"a"+long, long+"b"+long)
	assert.Less(t, b1-b0, 200)
	assert.Equal(t, []int{b0, b1}, []int{a0, a1})
	b0, b1, _, _ = changedWords(strings.Repeat("\x80", 1<<20), strings.Repeat("\x80", 1<<20)+"a")
	assert.LessOrEqual(t, b0, b1)
	changedWords(strings.Repeat("ab", 5<<20), strings.Repeat("ba", 5<<20))
}

func TestFieldsSeeEveryChange(t *testing.T) {
	definitions := []*detect.Node{parse(t, wholeTool), parse(t, wholePrompt)}
	for seed := range uint64(60) {
		definitions = append(definitions, newGenerator(seed, seed%3 == 0).object(4))
	}
	seen := 0
	for i, def := range definitions {
		g := newGenerator(uint64(i), true)
		require.Empty(t, Fields(def, g.shuffled(def)), "definition %d", i)
		for at := range nodes(def) {
			for _, e := range edits(g) {
				changed := clone(def)
				e.do(nodes(changed)[at])
				got := Fields(def, changed)
				differs := digestOf(def) != digestOf(changed)
				require.Equal(t, differs, len(got) > 0, "definition %d, value %d: %s", i, at, e.name)
				for _, c := range got {
					require.True(t, 0 <= c.BeforeStart && c.BeforeStart <= c.BeforeEnd && c.BeforeEnd <= len(c.Before))
					require.True(t, 0 <= c.AfterStart && c.AfterStart <= c.AfterEnd && c.AfterEnd <= len(c.After))
					require.Equal(t, c.Has, c.Now != nil)
				}
				seen++
			}
		}
	}
	assert.Greater(t, seen, 10_000)
}

func TestFieldsAreBounded(t *testing.T) {
	ring := &detect.Node{Kind: detect.NodeArray}
	ring.Items = []*detect.Node{ring, ring}
	other := &detect.Node{Kind: detect.NodeArray}
	other.Items = []*detect.Node{other, {Text: "1"}}
	loop := parse(t, `{"a":1}`)
	loop.Members[0].Value = loop
	shared := &detect.Node{Kind: detect.NodeString, Text: strings.Repeat("x", 1<<20)}
	for range 40 {
		shared = &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{shared, shared}}
	}
	half := &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{}, {Name: &detect.Node{Kind: 99}}, {Value: &detect.Node{Kind: 99}}}}
	odd := []*detect.Node{nil, {}, {Kind: 99}, ring, other, loop, shared, half, parse(t, wholeTool)}
	for i, a := range odd {
		for k, b := range odd {
			got := Fields(a, b)
			if i == k {
				assert.LessOrEqual(t, len(got), 1, "%d", i)
			}
			for _, c := range got {
				assert.LessOrEqual(t, len(c.Pointer), detect.MaxPointer+8)
				assert.Less(t, len(c.After), 2<<20)
			}
		}
	}
	list := func(format string) *detect.Node {
		out := &detect.Node{Kind: detect.NodeArray}
		for i := range 50_000 {
			out.Items = append(out.Items, &detect.Node{Kind: detect.NodeString, Text: fmt.Sprintf(format, i)})
		}
		return &detect.Node{Kind: detect.NodeObject, Members: []detect.Member{{Name: &detect.Node{Kind: detect.NodeString, Text: strings.Repeat("n/", 1<<19)}, Value: out}}}
	}
	got := Fields(list("a%d"), list("b%d"))
	require.Len(t, got, maxChanges+1)
	assert.True(t, got[maxChanges].Rest)
	assert.LessOrEqual(t, len(got[0].Pointer), detect.MaxPointer+8)
}

func FuzzChangedWords(f *testing.F) {
	f.Add("Reads one file.", "Reads every file.")
	f.Add("a\xffb", "a\u200bb")
	f.Fuzz(func(t *testing.T, before, after string) {
		b0, b1, a0, a1 := changedWords(before, after)
		if b0 < 0 || b1 < b0 || b1 > len(before) || a0 < 0 || a1 < a0 || a1 > len(after) {
			t.Fatalf("%q %q: %d %d %d %d", before, after, b0, b1, a0, a1)
		}
		// One of the spans may have been freed of a blank.
		if head := min(b0, a0); before[:head] != after[:head] || strings.Trim(before[head:b0]+after[head:a0], " ") != "" || max(b0, a0) > head+1 {
			t.Fatalf("%q %q: the beginnings differ", before, after)
		}
		s, e := wordNear(after, a0)
		if s < 0 || e < s || e > len(after) {
			t.Fatal(s, e)
		}
		around(before, b0)
	})
}

// FuzzParse reads anything. What is accepted is written as something that is read as the same.
func FuzzParse(f *testing.F) {
	whole := example(f).Bytes()
	f.Add(whole)
	f.Add((&File{}).Bytes())
	f.Add([]byte("{\"mcp-lint-lock\":2}\n"))
	f.Add([]byte("<<<<<<< HEAD\n"))
	for seed := range uint64(20) {
		g := newGenerator(seed, true)
		f.Add((&File{Entries: []Entry{entryOf(pick(g, kinds), pick(g, someTexts), pick(g, someTexts), g.object(3))}}).Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse(data)
		if err != nil {
			var e *ParseError
			require.ErrorAs(t, err, &e)
			require.NotEmpty(t, e.Reason)
			return
		}
		for _, e := range file.Entries {
			require.LessOrEqual(t, e.Start, e.End)
			require.LessOrEqual(t, e.End, len(data))
			require.Equal(t, byte('{'), data[e.Start])
		}
		written := file.Bytes()
		again, err := Parse(written)
		require.NoError(t, err, "%s", written)
		require.Equal(t, string(written), string(again.Bytes()))
		require.Len(t, again.Entries, len(file.Entries))
		for i, e := range again.Entries {
			require.Equal(t, file.Entries[i].Key, e.Key)
			require.Equal(t, file.Entries[i].Digest, e.Digest)
			require.Equal(t, file.Entries[i].State, e.State)
		}
	})
}

// FuzzDigest reads any JSON. Neither the order of members nor the spelling counts, and the canonical form is that of the library.
func FuzzDigest(f *testing.F) {
	f.Add([]byte(wholeTool), uint64(1))
	f.Add([]byte(wholePrompt), uint64(2))
	f.Add([]byte(`{"a":1,"a":{"!repeated":[1]},"!number":{"!number":"1e400"},"b":[1e400,-0,9007199254740993]}`), uint64(3))
	f.Add([]byte(`{"\ufeff":"\ud800","":[[],{},null]}`), uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		def, err := detect.ParseJSON(data)
		if err != nil {
			return
		}
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
		want := digestOf(def)
		require.True(t, want.valid())
		require.Equal(t, want, digestOf(g.shuffled(def)))
		canonical, readable := canonicalForm(def)
		if !readable {
			return
		}
		again, err := jcs.Transform(canonical)
		require.NoError(t, err, "%s", canonical)
		require.Equal(t, string(again), string(canonical))
		n := must.OK(detect.ParseJSON(canonical))(t)
		back, ok := fromCanonical(n)
		require.True(t, ok, "%s", canonical)
		require.Equal(t, want, digestOf(back))
	})
}

// FuzzWritten writes any entry. What is written is never refused when it is read again.
func FuzzWritten(f *testing.F) {
	f.Add("files", "read", "a.json", "", []byte(wholeTool))
	f.Add("\xff\u202e", "{\"!bytes\":\"ff\"}", "\x00\n", "It is ours.\u2028", []byte(`{"!":[{"a":1e400,"a":{"!repeated":[]}}]}`))
	f.Add("", "", "", "\xed\xa0\x80", []byte(`[[[1]]]`))
	f.Fuzz(func(t *testing.T, server, name, path, reason string, definition []byte) {
		def, err := detect.ParseJSON(definition)
		if err != nil {
			def = &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{{Text: string(definition)}, {Kind: detect.NodeString, Text: string(definition)}, nil}}
		}
		e := entryOf(detect.KindResource, server, name, def)
		e.File, e.Reason, e.Forced = path, reason, []string{path}
		if reason == "" {
			e.Forced = nil
		}
		data := (&File{Entries: []Entry{e}}).Bytes()
		back, err := Parse(data)
		require.NoError(t, err, "%s", data)
		require.Len(t, back.Entries, 1)
		require.Equal(t, e.Key, back.Entries[0].Key)
		require.Equal(t, e.Digest, back.Entries[0].Digest)
		require.Equal(t, string(data), string(back.Bytes()))
	})
}
