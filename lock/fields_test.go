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

	"github.com/org/mcp-lint/internal/golden"
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

// pair is the two texts of a line.
func pair(t *testing.T, line string) (before, after string) {
	t.Helper()
	before, after, ok := strings.Cut(line, " =>")
	require.True(t, ok, line)
	before, _ = golden.Snippet(before)
	return before, golden.Text(strings.TrimPrefix(after, " "))
}

func TestFields(t *testing.T) {
	golden.Lines(t, "testdata/fields.txt", func(line string) []string {
		before, after := pair(t, line)
		return reported(Fields(parse(t, before), parse(t, after)))
	})
	now := parse(t, `{"a":"y"}`)
	assert.Same(t, now.Get("a"), Fields(parse(t, `{"a":"x"}`), now)[0].Now)
	assert.Nil(t, Fields(nil, nil))
	assert.Equal(t, []string{" -[{}]"}, reported(Fields(&detect.Node{Kind: detect.NodeObject}, nil)))
	assert.Equal(t, []string{` +[["…"]]`}, reported(Fields(nil, &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{{Kind: detect.NodeString, Text: "…"}}})))
	assert.Equal(t, []string{" +[…]"}, reported(Fields(nil, &detect.Node{Text: "\x00cut:abc"})), "what was cut off is not shown as something")
}

func TestChangedWords(t *testing.T) {
	golden.Lines(t, "testdata/words.txt", func(line string) []string {
		before, after := pair(t, line)
		b0, b1, a0, a1 := changedWords(before, after)
		return []string{"-[" + before[b0:b1] + "] +[" + after[a0:a1] + "]"}
	})
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
