package lock

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gowebpki/jcs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
)

// generator makes random definitions; the same seed makes the same.
type generator struct {
	*rand.Rand
	// odd makes values as well that are not JSON.
	odd bool
}

func newGenerator(seed uint64, odd bool) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 6)), odd}
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

var (
	someNames = []string{
		"name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta", "icons", "arguments", "properties", "type",
		"", "!", "!number", "!!x", "a", "a.b", "a\":\"b", "\u00e9", "\ufffd", "\uffff", "\U0001F600", "\u200b", "__proto__", "1", "!bytes:ff", "!nameless",
	}
	someTexts = []string{
		"Reads a file.", "", " ", "a\u200bb", "line\nline", "\"", "\\", "\x00\x1f\x7f", "\u2028", "\U0001F468\u200d\U0001F469", "1", "true", "null", "{\"a\":1}", "\ufeff", "!x",
	}
	someNumbers = []string{
		"0", "1", "-1", "1.5", "9007199254740992", "9007199254740993", "9223372036854775807", "1e400", "-1e-400", "0.1", "1e21", "5e-324",
		"0.1000000000000000055511151231257827", "123456789012345678901234567890", "1e999999999999999999999", "3.0000000000000001", "-2.5e-7",
	}
	someWords = []string{".inf", "yes", "2026-11-22", "z.string()", "", "0x10", "\xff"}
)

func (g *generator) text() *detect.Node {
	s := pick(g, someTexts)
	if g.odd && g.IntN(8) == 0 {
		s += "\xff\xed\xa0\x80"
	}
	return &detect.Node{Kind: detect.NodeString, Text: s}
}

func (g *generator) value(depth int) *detect.Node {
	switch n := g.IntN(10); {
	case n < 3 && depth > 0:
		return g.object(depth)
	case n < 4 && depth > 0:
		out := &detect.Node{Kind: detect.NodeArray}
		for range g.IntN(4) {
			out.Items = append(out.Items, g.value(depth-1))
		}
		return out
	case n < 7:
		return g.text()
	case n < 8:
		return &detect.Node{Text: pick(g, []string{"true", "false", "null"})}
	case g.odd && n == 8:
		if g.IntN(4) == 0 {
			return nil
		}
		return &detect.Node{Text: pick(g, someWords)}
	}
	return &detect.Node{Text: pick(g, someNumbers)}
}

func (g *generator) object(depth int) *detect.Node {
	out := &detect.Node{Kind: detect.NodeObject}
	for range g.IntN(6) {
		name := &detect.Node{Kind: detect.NodeString, Text: pick(g, someNames)}
		if g.odd && g.IntN(8) == 0 {
			name = pick(g, []*detect.Node{nil, {Text: "1"}, {Kind: detect.NodeString, Text: "\xff"}})
		}
		out.Members = append(out.Members, detect.Member{Name: name, Value: g.value(depth - 1)})
	}
	return out
}

func clone(n *detect.Node) *detect.Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Items, out.Members = nil, nil
	for _, item := range n.Items {
		out.Items = append(out.Items, clone(item))
	}
	for _, m := range n.Members {
		out.Members = append(out.Members, detect.Member{Name: clone(m.Name), Value: clone(m.Value)})
	}
	return &out
}

// shuffled changes the order of members everywhere, but not that of equal names.
func (g *generator) shuffled(n *detect.Node) *detect.Node {
	out := clone(n)
	for _, v := range nodes(out) {
		order := make(map[string][]detect.Member)
		var names []string
		for _, m := range v.Members {
			name := newWriter().name(m.Name)
			order[name] = append(order[name], m)
			names = append(names, name)
		}
		g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for i, name := range names {
			v.Members[i], order[name] = order[name][0], order[name][1:]
		}
	}
	return out
}

func (g *generator) write(b *strings.Builder, n *detect.Node) {
	space := func() { b.WriteString(strings.Repeat(pick(g, []string{"", "", " ", "\n", "\t", "\r\n"}), g.IntN(3))) }
	space()
	switch n.Kind {
	case detect.NodeScalar:
		b.WriteString(n.Text)
	case detect.NodeString:
		b.WriteByte('"')
		for _, r := range n.Text {
			switch units := utf16.Encode([]rune{r}); {
			case r < 0x20 || r == '"' || r == '\\' || g.IntN(4) == 0:
				for _, u := range units {
					fmt.Fprintf(b, `\u%04x`, u)
				}
			default:
				b.WriteRune(r)
			}
		}
		b.WriteByte('"')
	case detect.NodeArray:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			g.write(b, item)
		}
		b.WriteByte(']')
	case detect.NodeObject:
		b.WriteByte('{')
		for i, m := range n.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			g.write(b, m.Name)
			b.WriteByte(':')
			g.write(b, m.Value)
		}
		b.WriteByte('}')
	}
	space()
}

func digestOf(def *detect.Node) Digest {
	return DigestOf(detect.ToolView{Kind: detect.KindTool, Name: "t", Definition: def})
}

// TestOrderAndSpaceDoNotCount writes the same definition in other orders, with other white space and escapes.
func TestOrderAndSpaceDoNotCount(t *testing.T) {
	for seed := range uint64(400) {
		g := newGenerator(seed, false)
		def := g.object(5)
		for range 3 {
			var b strings.Builder
			g.write(&b, g.shuffled(def))
			require.Equal(t, digestOf(def), digestOf(parse(t, b.String())), "seed %d: %s", seed, b.String())
		}
		odd := newGenerator(seed, true)
		def = odd.object(5)
		require.Equal(t, digestOf(def), digestOf(odd.shuffled(def)), "seed %d", seed)
	}
}

// TestCanonicalIsThatOfTheLibrary compares with gowebpki/jcs, which refuses what is marked: what is left when the marks are made.
func TestCanonicalIsThatOfTheLibrary(t *testing.T) {
	agreed := 0
	for seed := range uint64(2000) {
		g := newGenerator(seed, seed%2 == 0)
		def := g.object(4)
		canonical, readable := canonicalForm(def)
		require.True(t, readable)
		again, err := jcs.Transform(canonical)
		require.NoError(t, err, "seed %d: %s", seed, canonical)
		require.Equal(t, string(again), string(canonical), "seed %d", seed)
		_, stored := digestDefinition(detect.KindTool, "t", def, asWritten)
		require.Equal(t, string(canonical), string(stored))

		// Where nothing is marked, that is what the library makes of the definition itself.
		if !g.odd && !strings.Contains(string(canonical), `{"!`) && !strings.Contains(string(canonical), `"!`) {
			var b strings.Builder
			g.write(&b, def)
			want := must.OK(jcs.Transform([]byte(b.String())))(t)
			require.Equal(t, string(want), string(canonical))
			agreed++
		}
		back, ok := fromCanonical(parse(t, string(canonical)))
		require.True(t, ok, "seed %d: %s", seed, canonical)
		twice, _ := canonicalForm(back)
		require.Equal(t, string(canonical), string(twice), "seed %d", seed)
	}
	assert.Greater(t, agreed, 100)
}

type edit struct {
	name string
	do   func(n *detect.Node) bool
}

// edits change one value of a definition in place and report whether that made a difference that counts.
func edits(g *generator) []edit {
	on := func(kind detect.NodeKind, least int, do func(n *detect.Node)) func(*detect.Node) bool {
		return func(n *detect.Node) bool {
			if n.Kind != kind || len(n.Items)+len(n.Members) < least {
				return false
			}
			before := clone(n)
			do(n)
			return !reflect.DeepEqual(before, n)
		}
	}
	text := func(f func(string) string) func(*detect.Node) bool {
		return on(detect.NodeString, 0, func(n *detect.Node) { n.Text = f(n.Text) })
	}
	return []edit{
		{"a character more", text(func(s string) string { return s + "x" })},
		{"a hidden character", text(func(s string) string { return s[:len(s)/2] + "\u200b" + s[len(s)/2:] })},
		{"a space more", text(func(s string) string { return " " + s })},
		{"no text", text(func(string) string { return "" })},
		{"another case", text(strings.ToUpper)},
		{"a string for what it looks like", on(detect.NodeString, 0, func(n *detect.Node) { n.Kind = detect.NodeScalar })},
		{"a string of it", func(n *detect.Node) bool {
			was := n.Kind
			*n = detect.Node{Kind: detect.NodeString, Text: n.Text}
			return was != detect.NodeString
		}},
		{"a list of it", func(n *detect.Node) bool {
			was := *n
			*n = detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{&was}}
			return true
		}},
		{"another word", on(detect.NodeScalar, 0, func(n *detect.Node) {
			// None of the numbers is the same with a digit more.
			n.Text = cmp.Or(map[string]string{"true": "false", "false": "null", "null": "true"}[n.Text], n.Text+"1")
		})},
		{"an item more", on(detect.NodeArray, 0, func(n *detect.Node) { n.Items = append(n.Items, nil) })},
		{"an item less", on(detect.NodeArray, 1, func(n *detect.Node) { n.Items = n.Items[:len(n.Items)-1] })},
		{"another order of items", func(n *detect.Node) bool {
			if len(n.Items) < 2 {
				return false
			}
			a, _ := canonicalForm(n.Items[0])
			b, _ := canonicalForm(n.Items[1])
			n.Items[0], n.Items[1] = n.Items[1], n.Items[0]
			return string(a) != string(b)
		}},
		{"a member more", on(detect.NodeObject, 0, func(n *detect.Node) {
			n.Members = append(n.Members, detect.Member{Name: &detect.Node{Kind: detect.NodeString, Text: "new"}, Value: g.value(1)})
		})},
		{"a member twice", on(detect.NodeObject, 1, func(n *detect.Node) { n.Members = append(n.Members, pick(g, n.Members)) })},
		{"a member less", on(detect.NodeObject, 1, func(n *detect.Node) { n.Members = n.Members[1:] })},
		{"another name", on(detect.NodeObject, 1, func(n *detect.Node) {
			if name := n.Members[0].Name; name != nil {
				name.Text += "\u200b"
			}
		})},
		{"no value", on(detect.NodeObject, 1, func(n *detect.Node) { n.Members[0].Value = nil })},
	}
}

// nodes lists every value of a definition.
func nodes(n *detect.Node) []*detect.Node {
	var out []*detect.Node
	var walk func(n *detect.Node)
	walk = func(n *detect.Node) {
		if n == nil {
			return
		}
		out = append(out, n)
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			walk(m.Value)
		}
	}
	walk(n)
	return out
}

// TestEveryChangeCounts changes every value of random definitions and of a whole tool in every way, one at a time.
func TestEveryChangeCounts(t *testing.T) {
	definitions := []*detect.Node{parse(t, wholeTool), parse(t, wholePrompt), parse(t, `{"instructions":"Use it.","title":"T","version":1}`)}
	for seed := range uint64(80) {
		definitions = append(definitions, newGenerator(seed, seed%3 == 0).object(4))
	}
	done := map[string]int{}
	for i, def := range definitions {
		g := newGenerator(uint64(i), true)
		want := digestOf(def)
		for at := range nodes(def) {
			for _, e := range edits(g) {
				changed := clone(def)
				set := i == 0 && nodes(changed)[at] == changed.Get("inputSchema").Get("required")
				if e.do(nodes(changed)[at]) {
					if set && e.name == "another order of items" {
						require.Equal(t, want, digestOf(changed))
						continue
					}
					require.NotEqual(t, want, digestOf(changed), "definition %d, value %d: %s", i, at, e.name)
					done[e.name]++
				}
			}
		}
		require.Equal(t, want, digestOf(def))
	}
	for _, e := range edits(newGenerator(0, false)) {
		assert.Greater(t, done[e.name], 10, e.name)
	}
}

const wholeTool = `{
  "name": "delete_file", "title": "Delete a file", "description": "Deletes a file.",
  "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["path", "mode"],
    "properties": {"path": {"type": "string", "description": "The file.", "pattern": "^/"}, "mode": {"enum": ["soft", "hard", null, 1, "1"], "default": "soft"},
      "size": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807, "examples": [1, 2.5, 1e400]}}, "additionalProperties": false},
  "outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},
  "annotations": {"title": "Delete", "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false},
  "icons": [{"src": "data:image/png;base64,AA==", "sizes": ["16x16"]}], "execution": {"taskSupport": "optional"},
  "_meta": {"vendor/x": {"rank": 3}, "vendor/y": null}, "unknown": ["a", ["b"], {}]
}`

const wholePrompt = `{"name": "review", "description": "Reviews.", "arguments": [{"name": "pr", "description": "Which.", "required": true}],
  "messages": [{"role": "user", "content": {"type": "text", "text": "Review {pr}."}}]}`
