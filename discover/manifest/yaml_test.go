package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

func TestYAMLKinds(t *testing.T) {
	f := file("x.yaml", "[yes, off, true, 1, 1.5, ~, 2020-01-01, '1', !!str 1, !!int ignore all, !Ref x, on air, !!binary aGk=]")
	docs, problems := ParseAs(f, YAML)
	require.Empty(t, problems)
	var kinds []source.Kind
	for _, n := range docs[0].Items {
		kinds = append(kinds, n.Kind)
	}
	s, x := source.String, source.Scalar
	assert.Equal(t, []source.Kind{x, x, x, x, x, x, x, s, s, s, s, s, s}, kinds)
	docs, _ = Parse(file("x.yaml", "on: {1: x}\nd: one\nd: two\n"))
	assert.Equal(t, "x", docs[0].Get("on").StringAt("1"))
	assert.Equal(t, source.String, docs[0].Members[0].Name.Kind)
	assert.Len(t, docs[0].Members, 3, "repeated names are kept")
}

func TestYAMLHostile(t *testing.T) {
	bomb := "a: &a0 [x, x, x, x, x, x, x, x, x]\n"
	chain := "a0: &a0 " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n"
	for i := 1; i < 30; i++ {
		prev := fmt.Sprintf("*a%d", i-1)
		bomb += fmt.Sprintf("b%d: &a%d [%s]\n", i, i, strings.Repeat(prev+", ", 8)+prev)
		chain += fmt.Sprintf("a%d: &a%d %s*a%d%s\n", i, i, strings.Repeat("[", 200), i-1, strings.Repeat("]", 200))
	}
	merge := "a: &a0 {x: 1}\n"
	for i := 1; i < 2000; i++ {
		merge += fmt.Sprintf("b%d: &a%d\n  <<: *a%d\n  k%d: v\n", i, i, i-1, i)
	}
	for name, data := range map[string]string{
		"alias bomb":     bomb,
		"alias depth":    chain,
		"merge chain":    merge,
		"itself":         "a: &a [*a]\nb: &b {<<: *b, c: *b}\n",
		"deep flow":      strings.Repeat("[", 1<<20),
		"deep closed":    strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"deep block":     strings.Repeat("- ", 1<<20),
		"unknown anchor": "a: *nobody\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := file("x.yaml", data)
			docs, problems := ParseAs(f, YAML)
			assert.NotEmpty(t, problems)
			total := 0
			var walk func(n *source.Node, depth int)
			walk = func(n *source.Node, depth int) {
				require.LessOrEqual(t, depth, maxDepth+1)
				total += yamlNodeBytes + len(n.Text.Value)
				for name, value := range n.Children() {
					if name != nil {
						walk(name, depth+1)
					}
					walk(value, depth+1)
				}
			}
			for _, d := range docs {
				walk(d, 0)
			}
			assert.Less(t, total, 2*maxAliasBytes+100*len(data))
		})
	}
	docs, _ := ParseAs(file("x.yaml", strings.Repeat("--- a\n", 30_000)), YAML)
	assert.Len(t, docs, maxYAMLDocuments)
}

// FuzzYAML checks values against the library's own and that every place is inside its scalar.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"a: |2+\n   x\n\n  y\n\n", "a: >-\n  x\n   y\n\n  z\n", "\"a\\\n  b\\u200b\n\n c\"", "'it''s\n  x'", "a: &x !!str b\nc: *x\n<<: {d: e}\n",
		"? - a\n: b\n", "[a, {b: c}, [d], e: f]", "a: x\u2028 y\u0085z\n", "--- |\n x\n...\n%YAML 1.1\n---\n- - b\n", "a:\r\n  - b\r\r\n c: d", "{{ x }}: y\n", "a: b\x00c",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := file("x.yaml", string(data))
		docs, _ := ParseAs(src, YAML)
		checkTree(t, src, docs, strings.Contains(string(data), "*"), false)
		var want yaml.Node
		if len(docs) != 1 || strings.Contains(string(data), "<<") || strings.ContainsRune(string(data), '\r') || yamlUnmarshal(data[src.BOM():], &want) != nil || len(want.Content) == 0 {
			return
		}
		var compare func(w *yaml.Node, n *source.Node, name bool)
		compare = func(w *yaml.Node, n *source.Node, name bool) {
			switch {
			case w.Kind == yaml.AliasNode:
			case w.Kind == yaml.ScalarNode:
				require.Equal(t, w.Value, n.Text.Value)
			case w.Kind == yaml.MappingNode && !name:
				for i, m := range n.Members {
					compare(w.Content[2*i], m.Name, true)
					compare(w.Content[2*i+1], m.Value, false)
				}
			case w.Kind == yaml.SequenceNode && !name:
				for i, c := range n.Items {
					compare(w.Content[i], c, false)
				}
			}
		}
		compare(want.Content[0], docs[0], false)
	})
}

// yamlUnmarshal is yaml.Unmarshal of data that is one document, with its panics as errors. We leave empty documents out, so that the only one
// of ours need not be the first one of the library.
func yamlUnmarshal(data []byte, n *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(n); err != nil {
		return err
	}
	switch err := d.Decode(new(yaml.Node)); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return errors.New("the document is not the only one")
}

// TestYAMLDirectives reads documents of other versions of YAML, whose directives the library does not take.
func TestYAMLDirectives(t *testing.T) {
	for _, head := range []string{"%YAML 1.2\n", "%YAML 1.1\n", "%YAML 1.2 # c\r\n", "# c\n%YAML 1.2\n%TAG !e! tag:example,2000:\n", "%YAML 1.2\n%YAML 1.2\n", "%YAML 9.9\n%FUTURE x\n", "%YAML 1.2\n\n# c\n"} {
		f := file("x.yaml", head+"---\nd: some bad\n...\n"+head+"---\nd: |\n  %YAML 1.2\n  bad\n")
		docs, problems := Parse(f)
		require.Empty(t, problems, head)
		require.Len(t, docs, 2, head)
		checkTree(t, f, docs, false, true)
		assert.Equal(t, "some bad", docs[0].StringAt("d"))
		assert.Equal(t, "%YAML 1.2\nbad\n", docs[1].StringAt("d"))
		_, raw, loc := where(t, docs[0].Get("d"), "bad", source.UTF16)
		assert.Equal(t, "bad", raw)
		assert.True(t, loc.Exact)
	}
}

// TestCutAliasesShareTheirText is about documents with an alias in each line, of which most are not followed: the hash that stands in place of
// them is worked out once for each value.
func TestCutAliasesShareTheirText(t *testing.T) {
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte("- &a {x: 1, y: [2]}\n- &b {x: 2}\n"+strings.Repeat("- *a\n- *b\n- [*a]\n", 1000)), &root))
	tree := &yamlTree{raw: newYAMLRaw(file("x", ""), source.Span{}), sums: yamlSums{}}
	texts, plain := map[string]int{}, yamlSums{}
	for _, n := range root.Content[0].Content[2:] {
		if n.Kind == yaml.AliasNode {
			text := tree.empty(n).node.Text.Value
			assert.True(t, strings.HasPrefix(text, source.CutMark))
			texts[text]++
			plain.of(n)
		}
	}
	assert.Len(t, texts, 2)
	assert.Less(t, len(tree.sums), 20)
	// The hash of what holds an alias is the same, whether that was cut or not.
	last := root.Content[0].Content[4]
	assert.Equal(t, plain.of(last), tree.sums.of(last))
}

// TestCrowdedTreeReportsAll: that values are too many is reported once, and neither in place of another problem nor instead of one.
func TestCrowdedTreeReportsAll(t *testing.T) {
	f := source.NewFile("a.yaml", "a.yaml", []byte("a: [b]\nc: [d]\ne: &x [*x]\n"))
	log := &problemLog{file: f}
	raw := newYAMLRaw(f, source.Span{End: len(f.Data)})
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal(raw.text, &root))
	tree := &yamlTree{raw: raw, log: log, done: map[*yaml.Node]yamlResult{}, sums: yamlSums{}}
	tree.values = MaxValues
	content := root.Content[0].Content
	alias := content[5].Content[0]
	tree.alias(alias, 0)
	tree.values++
	tree.alias(alias, 0)
	tree.convert(content[1], 1, 0)
	tree.convert(content[3], 1, 0)
	tree.alias(alias, 0)
	var reasons []string
	for _, p := range log.list() {
		reasons = append(reasons, p.Reason)
	}
	const loop, many = `the alias "x" is inside its own anchor`, "the file has more than 1000000 values; the rest was not read"
	require.Equal(t, []string{loop, loop, many, loop}, reasons)
}

// TestLonePairs reads pairs that are items of a list in flow style, which have no brackets of their own to end at.
func TestLonePairs(t *testing.T) {
	for doc, want := range map[string][]string{
		"[a: b, {c: d}]":             {"a: b", "{c: d}"},
		"[0: ,{}]":                   {"0", "{}"},
		"[{a: b}: c, {d: e}]":        {"{a: b}: c", "{d: e}"},
		"[{a: {b: c}}, {}]":          {"{a: {b: c}}", "{}"},
		"[\n a: [b, c], \"x y\": z]": {"a: [b, c]", "\"x y\": z"},
		"[&n {a: b}, *n : c]":        {"&n {a: b}", "*n : c"},
		"[!!map {a: b}, {c: d}]":     {"!!map {a: b}", "{c: d}"},
	} {
		f := file("x.yaml", doc)
		docs, problems := ParseAs(f, YAML)
		require.Empty(t, problems, doc)
		require.Len(t, docs, 1, doc)
		checkTree(t, f, docs, true, false)
		var got []string
		for _, item := range docs[0].Items {
			require.Equal(t, source.Object, item.Kind)
			got = append(got, doc[item.Span.Start:item.Span.End])
		}
		assert.Equal(t, want, got)
	}
}
