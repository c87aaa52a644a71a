// Package registry compares what schemacheck says of server.json with the schemas that the registry validates it with. They are read from
// the module of the registry, so that a new release of the schema reaches this test with the next version of the module.
package registry

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/registry/pkg/model"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/schemacheck"
)

const (
	snakeCase   = "2025-07-09" // The release before the first one that schemacheck knows.
	taggedImage = "2025-10-11" // The first one by which images have no version beside their tag.
)

// place replaces the places in lists, which the rules do not depend on.
var place = regexp.MustCompile(`/\d+`)

// TestRules breaks each rule of each release in turn: the release must reject the result, and schemacheck must report it.
func TestRules(t *testing.T) {
	unsaid := map[string]bool{}
	lines, err := os.ReadFile("testdata/unsaid.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(lines)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "/") {
			unsaid[line] = true
		}
	}
	left := maps.Clone(unsaid)
	for date, schema := range releases(t) {
		if date <= snakeCase {
			continue
		}
		c := comparison{t: t, date: date, schema: schema, manifest: read(t, "testdata/server.json").(map[string]any), unsaid: unsaid, left: left}
		c.manifest["$schema"] = "https://static.modelcontextprotocol.io/schemas/" + date + "/server.schema.json"
		if date >= taggedImage {
			packages := c.manifest["packages"].([]any)
			delete(packages[len(packages)-1].(map[string]any), "version")
		}
		assert.NoError(t, schema.Validate(c.manifest), date)
		assert.Empty(t, c.signals(), date)
		c.walk(schema, c.manifest, "", nil)
		assert.Greater(t, c.broken, 40, date)
	}
	assert.Empty(t, left, "no release has these rules of unsaid.txt")
}

// TestReleases holds the releases that schemacheck knows to those that there are.
func TestReleases(t *testing.T) {
	known := map[string]bool{}
	for date := range releases(t) {
		c := comparison{t: t, manifest: map[string]any{"$schema": "https://static.modelcontextprotocol.io/schemas/" + date + "/server.schema.json"}}
		known[date] = len(c.signals()) > 0
		assert.Equal(t, date > snakeCase, known[date], date)
	}
	assert.True(t, known[model.CurrentSchemaVersion])
}

// releases are the schemas by their dates.
func releases(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	folder, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/modelcontextprotocol/registry").Output()
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(folder)), "internal", "validators", "schemas", "*.json"))
	require.NoError(t, err)
	out := map[string]*jsonschema.Schema{}
	for _, file := range files {
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(file, read(t, file)))
		schema, err := c.Compile(file)
		require.NoError(t, err)
		out[strings.TrimSuffix(filepath.Base(file), ".json")] = schema
	}
	require.Greater(t, len(out), 5)
	return out
}

func read(t *testing.T, file string) any {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	v, err := jsonschema.UnmarshalJSON(f)
	require.NoError(t, err)
	return v
}

// comparison is one of a release with schemacheck, by a manifest that keeps all rules of both.
type comparison struct {
	t        *testing.T
	date     string
	schema   *jsonschema.Schema
	manifest map[string]any
	unsaid   map[string]bool // The rules that schemacheck leaves to the registry.
	left     map[string]bool // Those of them that no release had so far.
	broken   int
}

// walk breaks the rules that a schema has for a value of the manifest, which put replaces by another one.
func (c *comparison) walk(s *jsonschema.Schema, value any, at string, put func(any)) {
	if s.Ref != nil {
		c.walk(s.Ref, value, at, put)
	}
	for _, one := range s.AllOf {
		c.walk(one, value, at, put)
	}
	for _, one := range s.AnyOf {
		if one.Validate(value) == nil {
			c.walk(one, value, at, put)
		}
	}
	switch value := value.(type) {
	case map[string]any:
		for _, name := range s.Required {
			old := value[name]
			delete(value, name)
			c.broke(at + " without " + name)
			value[name] = old
		}
		for name, member := range s.Properties {
			if old, ok := value[name]; ok {
				c.walk(member, old, at+"/"+name, func(v any) { value[name] = v })
			}
		}
		if each, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
			for name, old := range value {
				c.walk(each, old, at+"/*", func(v any) { value[name] = v })
			}
		}
	case []any:
		if each, ok := s.Items.(*jsonschema.Schema); ok {
			for i, old := range value {
				c.walk(each, old, fmt.Sprintf("%s/%d", at, i), func(v any) { value[i] = v })
			}
		}
	case string:
		c.text(s, value, at, put)
	}
}

// text breaks the rules for a text.
func (c *comparison) text(s *jsonschema.Schema, value, at string, put func(any)) {
	try := func(rule, bad string) {
		put(bad)
		c.broke(at + " " + rule)
		put(value)
	}
	if s.Enum != nil {
		try("of another kind", "other")
	}
	for _, bad := range [...]string{"a b", value[1:], value + value} {
		if s.Pattern != nil && !s.Pattern.MatchString(bad) {
			try("of another form", bad)
		}
	}
	if s.MaxLength != nil {
		try("too long", value+strings.Repeat("a", *s.MaxLength+1-len(value)))
		put(value + strings.Repeat("a", *s.MaxLength-len(value)))
		assert.Empty(c.t, c.signals(), "%s of the longest form in %s", at, c.date)
		put(value)
	}
	if s.MinLength != nil {
		try("empty", "")
	}
	if s.Not != nil && s.Not.Const != nil {
		try("excluded", (*s.Not.Const).(string))
	}
}

// broke holds that the manifest breaks a rule.
func (c *comparison) broke(rule string) {
	c.broken++
	rule = place.ReplaceAllString(rule, "")
	assert.Error(c.t, c.schema.Validate(c.manifest), "%s in %s", rule, c.date)
	assert.Equal(c.t, !c.unsaid[rule], len(c.signals()) > 0, "%s in %s", rule, c.date)
	delete(c.left, rule)
}

// signals are what schemacheck says of the manifest.
func (c *comparison) signals() []detect.Signal {
	data, err := json.Marshal(c.manifest)
	require.NoError(c.t, err)
	view, err := detect.ViewJSON(detect.KindManifest, "notes", data)
	require.NoError(c.t, err)
	return schemacheck.All()[0].Inspect(view, detect.RegistryView{})
}
