package mcpserver

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPointers(t *testing.T) {
	const value = `{ "a/b~": [ 1, {"x":{}} ,"s", [ [] , {"y" : {"z":1}}] ], "c":true , "tools" :[{},{"n":[]}]}`
	starts := map[int]bool{}
	for i, c := range value {
		if c == '{' {
			starts[i] = true
		}
	}
	for _, head := range []string{"", `{"servers":{"x":`} {
		d := &document{data: []byte(value), value: true}
		d.wrap(head, "}}")
		shifted := map[int]bool{}
		for at := range starts {
			shifted[at+len(head)] = true
		}
		var got []string
		for i := range d.data {
			if p, ok := d.pointers(shifted)[i]; ok {
				got = append(got, p)
			}
		}
		assert.Equal(t, []string{"", "/a~1b~0/1", "/a~1b~0/1/x", "/a~1b~0/3/1", "/a~1b~0/3/1/y", "/tools/0", "/tools/1"}, got)
	}
	assert.Empty(t, (&document{data: []byte(`[{}`), value: true}).pointers(map[int]bool{5: true}), "broken, and nothing there")
	assert.Empty(t, (&document{data: []byte(value)}).pointers(starts), "a text")
	const twice = `{"a":{"b":[{"x":1}],"b":[{"y":2}]},"c":{},"a":{"b":[{"z":3}]},"c":{"d":{}}}`
	for i := range twice {
		starts[i] = true
	}
	d := &document{data: []byte(twice), value: true}
	got := map[string]string{}
	for at, p := range d.pointers(starts) {
		got[p] = twice[at : at+3]
	}
	assert.Equal(t, map[string]string{"": `{"a`, "/a": `{"b`, "/a/b": `[{"`, "/a/b/0": `{"z`, "/a/b/0/z": `3}]`, "/c": `{"d`, "/c/d": `{}}`}, got)
}
