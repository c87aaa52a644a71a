package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

// TestCutAliasesShareTheirText is about documents with an alias in each line, of which most are not followed: the hash that stands in place of
// them is worked out once for each value.
func TestCutAliasesShareTheirText(t *testing.T) {
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte("- &a {x: 1, y: [2]}\n- &b {x: 2}\n"+strings.Repeat("- *a\n- *b\n- [*a]\n", 1000)), &root))
	tree := &yamlTree{sums: yamlSums{}, cuts: map[*yaml.Node]source.Text{}}
	texts, plain := map[string]int{}, yamlSums{}
	for _, n := range root.Content[0].Content[2:] {
		if n.Kind == yaml.AliasNode {
			text := tree.cut(n).Value
			assert.True(t, strings.HasPrefix(text, source.CutMark))
			texts[text]++
			plain.of(n)
		}
	}
	assert.Len(t, texts, 2)
	assert.Less(t, len(tree.sums), 20)
	// The hash of what holds an alias is the same, whether that was cut or not.
	last := root.Content[0].Content[4]
	assert.Equal(t, *plain.of(last), *tree.sums.of(last))
}

// TestCrowdedTreeTellsAll: that values are too many is told once, and neither in place of another problem nor instead of one.
func TestCrowdedTreeTellsAll(t *testing.T) {
	f := source.NewFile("a.yaml", "a.yaml", []byte("a: [b]\nc: [d]\ne: &x [*x]\n"))
	log := &problemLog{file: f}
	raw := newYAMLRaw(f, source.Span{End: len(f.Data)})
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal(raw.text, &root))
	tree := &yamlTree{raw: raw, log: log, done: map[*yaml.Node]yamlResult{}, busy: map[*yaml.Node]bool{}, sums: yamlSums{}, cuts: map[*yaml.Node]source.Text{}}
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
	const loop, many = `the alias "x" stands inside its own anchor`, "the file holds more than 1000000 values; the rest was not read"
	require.Equal(t, []string{loop, loop, many, loop}, reasons)
}
