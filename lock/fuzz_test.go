package lock

import (
	"math/rand/v2"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

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
		canonical, readable := Canonical(def)
		if !readable {
			return
		}
		again, err := jcs.Transform(canonical)
		require.NoError(t, err, "%s", canonical)
		require.Equal(t, string(again), string(canonical))
		n, err := detect.ParseJSON(canonical)
		require.NoError(t, err)
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
