package detect_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func str(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }

func object(nameValues ...any) *detect.Node {
	n := &detect.Node{Kind: detect.NodeObject}
	for i := 0; i < len(nameValues); i += 2 {
		n.Members = append(n.Members, detect.Member{Name: str(nameValues[i].(string)), Value: nameValues[i+1].(*detect.Node)})
	}
	return n
}

func array(items ...*detect.Node) *detect.Node {
	return &detect.Node{Kind: detect.NodeArray, Items: items}
}

// hits scans a view with a check that finds nothing and returns the bounds by name.
func hits(v detect.ToolView) map[detect.Cap]detect.CapHit {
	res := detect.NewEngine([]detect.Check{word("a", detect.TierSoft, 1, "bad")}).Scan([]detect.ToolView{v})
	out := map[detect.Cap]detect.CapHit{}
	for _, h := range res.Coverage.Caps {
		out[h.Cap] = h
	}
	return out
}

// spent returns the bytes that f allocates.
func spent(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func repeat(n int, s string) *detect.Node {
	items := make([]*detect.Node, n)
	for i := range items {
		items[i] = str(fmt.Sprint(s, i))
	}
	return array(items...)
}

// TestLongNamesCostNoMemory has a member name of a megabyte above many strings, at one level and at many.
func TestLongNamesCostNoMemory(t *testing.T) {
	long := strings.Repeat("n", 1<<20)
	deep := repeat(15_000, "e")
	for range 60 {
		deep = object("properties", object(strings.Repeat("k", 900), object("enum", deep)))
	}
	for name, schema := range map[string]*detect.Node{
		"one level":   object("properties", object(long, object("enum", repeat(15_000, "e")))),
		"many levels": deep,
		"a keyword":   object(long, repeat(15_000, "e")),
		"slashes":     object("properties", object(strings.Repeat("/~", 1<<19), object("enum", repeat(15_000, "e")))),
	} {
		t.Run(name, func(t *testing.T) {
			def := object("name", str("n"), "inputSchema", schema)
			var v detect.ToolView
			assert.Less(t, spent(func() { v = detect.NewView(detect.KindTool, "s", def) }), uint64(64<<20))
			seen := map[string]bool{}
			for _, f := range v.Fields {
				require.LessOrEqual(t, len(f.Pointer), detect.MaxPointer+1)
				require.LessOrEqual(t, len(f.Parameter), 512)
				require.False(t, seen[f.Pointer], "pointers still differ")
				require.NotContains(t, f.Pointer, "~\u2026", "no escape sequence is split")
				seen[f.Pointer] = true
			}
			assert.Greater(t, len(v.Fields), 15_000)
			assert.Equal(t, v.Fields, detect.NewView(detect.KindTool, "s", def).Fields, "cut pointers are the same each time")
			assert.Contains(t, hits(v), detect.CapPointer)
		})
	}
}

func TestCutPointers(t *testing.T) {
	a, b := strings.Repeat("a", detect.MaxPointerToken), strings.Repeat("a", 300)
	v := detect.NewView(detect.KindTool, "s", object("inputSchema", object("properties", object(
		a, object("title", str("1")), b+"x", object("title", str("2")), b+"y", object("title", str("3"))))))
	require.Len(t, v.Fields, 6)
	assert.Equal(t, "/inputSchema/properties/"+a+"/title", v.Fields[1].Pointer, "what fits is whole")
	assert.Equal(t, b+"x", v.Fields[2].Text)
	assert.Regexp(t, `^/inputSchema/properties/a{128}\x{2026}[0-9a-f]{1,16}#$`, v.Fields[2].Pointer)
	assert.Regexp(t, `^/inputSchema/properties/a{128}\x{2026}[0-9a-f]{1,16}/title$`, v.Fields[3].Pointer)
	assert.NotEqual(t, v.Fields[3].Pointer, v.Fields[5].Pointer)
	hit := hits(v)[detect.CapPointer]
	assert.Equal(t, detect.CapHit{Cap: detect.CapPointer, Server: "s", Field: "/inputSchema/properties", Limit: detect.MaxPointerToken, Seen: 301}, hit)
}

// TestSharedAndCircularDefinitions are graphs that a gateway may pass: small, and without end when walked as trees.
func TestSharedAndCircularDefinitions(t *testing.T) {
	shared := object("description", str("x"))
	for range 26 {
		shared = object("anyOf", array(shared, shared))
	}
	numbers := &detect.Node{Text: "1"}
	for range 26 {
		numbers = array(numbers, numbers)
	}
	loop := object("description", str("x"))
	loop.Members = append(loop.Members, object("properties", object("p", loop, "q", loop)).Members...)
	ring := array(nil, nil)
	ring.Items[0], ring.Items[1] = ring, ring
	wide := array(make([]*detect.Node, 100_000)...)
	for range 8 {
		wide = array(wide, wide, wide, wide, wide, wide, wide, wide)
	}
	names := object(strings.Repeat("n", 1<<20), &detect.Node{})
	list := &detect.Node{Kind: detect.NodeArray}
	for range 50_000 {
		list.Items = append(list.Items, names)
	}
	text := str(strings.Repeat("x", 1<<20))
	for name, def := range map[string]*detect.Node{
		"shared schema": object("inputSchema", shared), "shared numbers": object("x", numbers), "schema in itself": object("inputSchema", loop),
		"array in itself": object("x", ring), "empty items": object("x", wide), "names": object("x", list, "inputSchema", list, "arguments", list),
		"one text": object("x", array(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text)),
	} {
		t.Run(name, func(t *testing.T) {
			v := detect.NewView(detect.KindTool, "s", def)
			assert.LessOrEqual(t, len(v.Fields), detect.MaxFields)
			got := hits(v)
			_, fields := got[detect.CapFields]
			_, nodes := got[detect.CapNodes]
			_, bytes := got[detect.CapBytes]
			assert.True(t, fields || nodes || bytes, "%v", got)
		})
	}
}

func TestFieldsAreBoundedInTheWalk(t *testing.T) {
	v := detect.NewView(detect.KindTool, "s", object("x", repeat(detect.MaxFields+500, "bad ")))
	assert.Len(t, v.Fields, detect.MaxFields)
	v.Server = "later"
	got := hits(v)
	assert.Equal(t, detect.CapHit{Cap: detect.CapFields, Server: "later", Limit: detect.MaxFields, Seen: detect.MaxFields + 1}, got[detect.CapFields])
	whole := detect.NewView(detect.KindTool, "s", object("x", repeat(detect.MaxFields-1, "bad ")))
	assert.Len(t, whole.Fields, detect.MaxFields)
	assert.NotContains(t, hits(whole), detect.CapFields, "what just fits is no cut")
}
