package discover

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/source"
)

// The short ways are held against the long ones.

func TestLineCounter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 2_000 {
		var b strings.Builder
		for range rnd.IntN(30) {
			b.WriteString([]string{"\n", "\r", "\r\n", "x", "yy"}[rnd.IntN(5)])
		}
		f, other := source.NewFile("f", "f", []byte(b.String())), source.NewFile("g", "g", []byte("a\nb"))
		c := lineCounter{line: 1}
		off := 0
		for range 20 {
			if off += rnd.IntN(4); rnd.IntN(6) == 0 {
				off = rnd.IntN(len(f.Data) + 3)
			}
			require.Equal(t, f.Position(off, source.Bytes).Line, c.at(f, off), "%q at %d", f.Data, off)
			if rnd.IntN(9) == 0 {
				require.Equal(t, 2, c.at(other, 3))
			}
		}
	}
}

func TestLineNames(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var n lineNames
	count := map[int]int{}
	for range 1_000 {
		line := rnd.IntN(40)
		count[line]++
		want := fmt.Sprintf("/strings/%d", line)
		if count[line] > 1 {
			want += fmt.Sprintf("-%d", count[line])
		}
		require.Equal(t, want, n.next(line))
	}
}

// TestNamesOfPaths calls paths of trees that lie in a folder, around it and beside it.
func TestNamesOfPaths(t *testing.T) {
	folders := []string{"/", "/a", "/a/b", "/a/b/c", "/a/bc", "/x", "/a/..b", "/a/..b/c"}
	for _, folder := range folders {
		for _, abs := range folders {
			known := relate(filepath.FromSlash(folder), filepath.FromSlash(abs))
			for _, rel := range []string{"", "b", "c", "b/c", "bc", "b/c/d", "..b", "a/b/c", "x", "..b/c/d"} {
				tr := &tree{abs: filepath.FromSlash(abs)}
				at := filepath.Join(tr.abs, filepath.FromSlash(rel))
				want, wantOK := "", within(filepath.FromSlash(folder), at)
				if wantOK {
					short, err := filepath.Rel(filepath.FromSlash(folder), at)
					require.NoError(t, err)
					want = filepath.ToSlash(short)
				}
				got, ok := tr.in(&known, filepath.FromSlash(folder), rel)
				assert.Equal(t, wantOK, ok, "%q of %q in %q", rel, abs, folder)
				if ok {
					assert.Equal(t, want, got, "%q of %q in %q", rel, abs, folder)
				}
				assert.Equal(t, at, tr.key(rel))
			}
		}
	}
}

// TestSayingsTellHashesApart has views that say something else under one hash.
func TestSayingsTellHashesApart(t *testing.T) {
	view := func(text string) detect.ToolView {
		return detect.ToolView{Kind: detect.KindTool, Fields: []detect.Field{{Pointer: "/p", Text: text}}}
	}
	s := sayings{seed: maphash.MakeSeed(), first: map[uint64]int{}}
	tools := []Tool{{View: view("a")}, {View: view("b")}, {View: view("c")}}
	one := view("c")
	s.first[s.hash(&one)] = 0
	s.next = map[int]int{0: 1}
	_, ok := s.add(tools[:2], &one)
	assert.False(t, ok)
	assert.Equal(t, map[int]int{0: 1, 1: 2}, s.next)
	i, ok := s.add(tools, &one)
	assert.True(t, ok)
	assert.Equal(t, 2, i)
	assert.False(t, sameSaying(&tools[0].View, &detect.ToolView{Kind: detect.KindTool}))
}

// TestReadAheadKeepsTheOrder reads more files than are held, of which some are large and some define nothing.
func TestReadAheadKeepsTheOrder(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 3 * readWindow {
		name := fmt.Sprintf("s%04d", i)
		switch {
		case i%7 == 0:
			write(t, dir, name+".json", `{"a": 1}`)
		case i%50 == 1:
			write(t, dir, name+".json", list("t", strings.Repeat("x", largeParse)))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		default:
			write(t, dir, name+".json", list("t", "x"))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		}
	}
	assert.Equal(t, want, where(walk(t, Options{Cwd: dir})))
}

// TestViewsHoldNoValues proves of what may be kept of a document without servers that none of the document's values can be reached from it,
// whose memory is used again.
func TestViewsHoldNoValues(t *testing.T) {
	value, seen := reflect.TypeFor[source.Node](), map[reflect.Type]bool{}
	var look func(of reflect.Type, way string)
	look = func(of reflect.Type, way string) {
		if seen[of] {
			return
		}
		seen[of] = true
		assert.NotEqual(t, value, of, way)
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(of.Elem(), way+"[]")
		case reflect.Map:
			look(of.Key(), way+"{key}")
			look(of.Elem(), way+"{}")
		case reflect.Struct:
			for i := range of.NumField() {
				look(of.Field(i).Type, way+"."+of.Field(i).Name)
			}
		}
	}
	look(reflect.TypeFor[derived](), "derived")
	look(reflect.TypeFor[Skip](), "Skip")
}

// BenchmarkManifest reads a list of 10,000 tools: values, views, and what is left of them.
func BenchmarkManifest(b *testing.B) {
	const many = 10_000
	var doc strings.Builder
	doc.WriteString(`{"tools":[`)
	for i := range many {
		fmt.Fprintf(&doc, `{"name":"find_%d","description":"Finds the orders of a day, the newest first.","inputSchema":{"type":"object","properties":{"day":{"type":"string"}}}},`, i)
	}
	f := source.NewFile("tools.json", "tools.json", []byte(strings.TrimSuffix(doc.String(), ",")+"]}"))
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		r := manifestReader{}.read(f, false)
		if len(mergeCopies(r.tools)) != many {
			b.Fatal("tools were lost")
		}
	}
}

// BenchmarkSweep makes the view of 5,000 strings of one file.
func BenchmarkSweep(b *testing.B) {
	f := source.NewFile("a.ts", "a.ts", []byte(strings.Repeat("const a = 'finds the orders of a day';\n", 5_000)))
	found := code.Found{Module: &code.Module{File: f}}
	for at := 0; at+40 < len(f.Data); at += 39 {
		found.Strings = append(found.Strings, code.Swept{Text: source.VerbatimText(f, source.Span{Start: at + 11, End: at + 36})})
	}
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if swept, _ := sweep(found); len(swept.View.Fields) != len(found.Strings) {
			b.Fatal("strings were lost")
		}
	}
}
