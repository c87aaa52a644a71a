package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/lint"
)

// TestConfigSchema compares the schema that is published with that of this version. With -update it is rewritten.
func TestConfigSchema(t *testing.T) {
	const published = "../../docs/config.schema.json"
	want, err := configSchema()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(published, want, 0o644))
	}
	got, err := os.ReadFile(published)
	require.NoError(t, err, "run make docs")
	assert.Equal(t, string(want), string(got), "docs/config.schema.json is out of date: run make docs")
}

// yamlBlock finds the fenced blocks of YAML.
var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```\n")

// TestConfigExamples reads every configuration that a page shows as a scan does, and as an editor does.
func TestConfigExamples(t *testing.T) {
	data, err := configSchema()
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource(config.SchemaURL, doc))
	schema, err := c.Compile(config.SchemaURL)
	require.NoError(t, err)

	var page string
	var blocks []string
	for _, name := range documents(t, "../..") {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		ours := filepath.Base(name) == "configuration.md"
		if ours {
			page = string(data)
		}
		for _, block := range yamlBlock.FindAllStringSubmatch(string(data), -1) {
			// Elsewhere a comment tells it from other files.
			if ours || strings.HasPrefix(block[1], "# "+config.Name+"\n") {
				blocks = append(blocks, block[1])
			}
		}
	}
	require.Greater(t, len(blocks), 3)
	shown := map[string]bool{}
	for _, block := range blocks {
		c, err := config.Parse([]byte(block), lint.CheckIDs())
		require.NoError(t, err, block)
		for _, r := range c.Remarks("") {
			// The page shows how only and skip go together.
			assert.Contains(t, r.Text, "under only and under skip", block)
		}
		var v map[string]any
		require.NoError(t, yaml.Unmarshal(undated.ReplaceAll([]byte(block), []byte(`$1"$2"`)), &v))
		require.NoError(t, schema.Validate(v), block)
		for key := range v {
			shown[key] = true
		}
	}
	var published struct {
		Properties map[string]any `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(data, &published))
	for key := range published.Properties {
		assert.True(t, shown[key], "docs/configuration.md has no example of %s", key)
	}
	assert.Contains(t, page, "# yaml-language-server: $schema="+config.SchemaURL+"\n")
}

// undated finds days, which are strings for editors.
var undated = regexp.MustCompile(`(expires: )(\d{4}-\d\d-\d\d)`)
