package mcpserver

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lint"
)

// TestOwnTexts scans the texts of this server itself, as clients get them and in the source.
func TestOwnTexts(t *testing.T) {
	c := connect(t, made(t, Options{}))
	list, err := c.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Tools, 3)
	hello := c.InitializeResult()
	assert.Equal(t, "mcp-lint", hello.ServerInfo.Name)
	assert.Equal(t, "v1", hello.ServerInfo.Version)
	assert.NotEmpty(t, hello.Instructions)
	assert.NotNil(t, hello.Capabilities.Tools)

	data, err := json.Marshal(map[string]any{"servers": map[string]any{"mcp-lint": map[string]any{"tools": list.Tools, "instructions": hello.Instructions}}})
	require.NoError(t, err)
	r, err := lint.Run(lint.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(data)})
	require.NoError(t, err)
	assert.Empty(t, r.Findings)
	assert.Equal(t, 4, r.Summary.Definitions, "three tools and the instructions")
	assert.False(t, r.Summary.Incomplete)
	assert.False(t, r.Summary.Degraded)

	r, err = lint.Run(lint.Options{Paths: []string{"."}})
	require.NoError(t, err)
	for i := range r.Findings {
		p := r.Findings[i].PrimarySignal()
		if strings.HasSuffix(p.Where.Path, "_test.go") {
			continue // They hold poison, as tests of a scanner do.
		}
		assert.Fail(t, "our own source is found fault with", "%s: %s: %s", p.Where.Path, p.CheckID, p.Evidence)
	}
	assert.GreaterOrEqual(t, r.Summary.Tools, 3, "the tools are found in the source")
}

func TestAnnotations(t *testing.T) {
	list, err := connect(t, made(t, Options{})).ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		require.NotNil(t, tool.Annotations, tool.Name)
		assert.True(t, tool.Annotations.ReadOnlyHint, tool.Name)
		assert.True(t, tool.Annotations.IdempotentHint, tool.Name)
		assert.False(t, *tool.Annotations.DestructiveHint, tool.Name)
		assert.False(t, *tool.Annotations.OpenWorldHint, tool.Name)
		assert.NotEmpty(t, tool.Title, tool.Name)
		assert.Equal(t, tool.Title, tool.Annotations.Title)
	}
}

// TestSchemas compares the schemas with the Go types.
func TestSchemas(t *testing.T) {
	for schema, typ := range map[string]reflect.Type{scanToolsInput: reflect.TypeFor[toolsArguments](), scanPathInput: reflect.TypeFor[pathArguments]()} {
		compiled(t, schema)
		assert.Equal(t, members(typ), properties(t, schema))
		for _, name := range strings.Split(scanOptionNames, ", ") {
			assert.Contains(t, properties(t, schema), name)
		}
	}
	assert.Equal(t, []string{"check"}, properties(t, explainCheckInput))
	assert.Contains(t, scanArguments, `"maximum": 200, "default": 50`)
	assert.Equal(t, []int{50, 200}, []int{defaultListed, maxListed})
}

// TestPlainSchemas checks that the schemas have nothing that clients reject: unions of types, references, combinations.
func TestPlainSchemas(t *testing.T) {
	var plain func(node any, path string)
	plain = func(node any, path string) {
		n := node.(map[string]any)
		assert.IsType(t, "", n["type"], "%s has one type", path)
		for _, name := range []string{"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs", "const", "patternProperties"} {
			assert.NotContains(t, n, name, path)
		}
		properties, _ := n["properties"].(map[string]any)
		for name, p := range properties {
			plain(p, path+"/"+name)
		}
		if items, ok := n["items"]; ok {
			plain(items, path+"/items")
		}
	}
	for name, source := range map[string]string{"scan_tools": scanToolsInput, "scan_path": scanPathInput, "explain_check": explainCheckInput, "a scan": schemaText(t, outputSchema[Report]()), "checks": schemaText(t, outputSchema[Explanation]())} {
		var schema any
		require.NoError(t, json.Unmarshal([]byte(source), &schema))
		plain(schema, name)
	}
}

// members returns the JSON names of a struct.
func members(typ reflect.Type) []string {
	var names []string
	for f := range typ.Fields() {
		if f.Anonymous {
			names = append(names, members(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func properties(t *testing.T, source string) []string {
	t.Helper()
	var schema struct{ Properties map[string]any }
	require.NoError(t, json.Unmarshal([]byte(source), &schema))
	return slices.Sorted(maps.Keys(schema.Properties))
}
