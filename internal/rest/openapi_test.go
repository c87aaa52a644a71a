package rest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/golden"
)

var everyKindOfError = []kind{badJSON, badParameter, brokenBody, unauthorized, foreignHost, crossOrigin, notFound, wrongMethod, notAcceptable, slowBody, largeBody, unsupported, unknownCheck, nothingToRun, internalError, busy, scanTimeout}

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openAPIDocument)
	require.NoError(t, err)
	return doc
}

// TestDocumentIsValid validates the OpenAPI document, including examples.
func TestDocumentIsValid(t *testing.T) {
	doc := load(t)
	require.NoError(t, doc.Validate(t.Context(), openapi3.EnableExamplesValidation()))
	assert.Equal(t, "3.1.0", doc.OpenAPI)
}

// TestDocumentHasEveryRoute checks that the document has exactly the routes.
func TestDocumentHasEveryRoute(t *testing.T) {
	doc := load(t)
	h := New(Options{Scanner: scanner()})
	var want, got []string
	for _, rt := range h.(*handler).routes() {
		want = append(want, rt.method+" "+rt.path)
		op := doc.Paths.Find(rt.path).GetOperation(rt.method)
		if !assert.NotNil(t, op, rt.path) {
			continue
		}
		assert.Equal(t, rt.open, op.Security != nil, "%s: only what needs no token says so", rt.path)
		assert.Equal(t, !rt.open, op.Responses.Value("401") != nil, rt.path)
	}
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			got = append(got, method+" "+path)
		}
	}
	assert.ElementsMatch(t, want, got)
}

// TestDocumentHasWhatIsAsked checks parameters, their values, and every error status.
func TestDocumentHasWhatIsAsked(t *testing.T) {
	scan := load(t).Paths.Find("/v1/scan").Post
	var names []string
	for _, p := range scan.Parameters {
		names = append(names, p.Value.Name)
		var words []string
		for _, w := range p.Value.Schema.Value.Enum {
			words = append(words, w.(string))
		}
		switch p.Value.Name {
		case "format":
			assert.Equal(t, formatWords, words)
		case "fail_on":
			assert.Equal(t, failOnWords, words)
		}
	}
	assert.ElementsMatch(t, parameters, names)
	var media []string
	for _, f := range formats {
		media = append(media, f.media)
		assert.Contains(t, formatWords, f.name)
	}
	var documented []string
	for m := range scan.Responses.Value("200").Value.Content {
		documented = append(documented, m)
	}
	assert.ElementsMatch(t, media, documented)
	statuses := map[string]bool{"200": true}
	for _, k := range everyKindOfError {
		if k.name != notFound.name {
			statuses[strconv.Itoa(k.status)] = true
		}
	}
	for status := range scan.Responses.Map() {
		assert.True(t, statuses[status], "no error has the status %s", status)
		delete(statuses, status)
	}
	assert.Empty(t, statuses, "the document leaves them out")
}

// TestPageHasEveryError checks that the type of each problem leads to a heading.
func TestPageHasEveryError(t *testing.T) {
	page, err := os.ReadFile("../../docs/rest.md")
	require.NoError(t, err)
	var headings []string
	_, errors, _ := strings.Cut(string(page), "\n## Errors\n")
	for _, m := range regexp.MustCompile(`(?m)^### (\S+)$`).FindAllStringSubmatch(errors, -1) {
		headings = append(headings, m[1])
	}
	var names []string
	for _, k := range everyKindOfError {
		names = append(names, k.name)
		assert.NotEmpty(t, http.StatusText(k.status))
		assert.Regexp(t, `(?s)### `+k.name+`\n\n`+strconv.Itoa(k.status)+`\b`, string(page))
	}
	assert.ElementsMatch(t, names, headings)
}

// TestDocumentHasTheReport compares the schemas of the report with the published one. With -update, it writes them.
func TestDocumentHasTheReport(t *testing.T) {
	const file, begin = "openapi.json", "\n      \"Report\": {"
	schema, err := os.ReadFile("../../docs/report.schema.json")
	require.NoError(t, err)
	head, _, found := strings.Cut(string(openAPIDocument), begin)
	require.True(t, found)
	want := head + "\n" + reportSchemas(t, schema) + "    }\n  }\n}\n"
	require.True(t, json.Valid([]byte(want)))
	golden.Equal(t, file, want)
}

// published is the schema of the report.
var published = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("../../docs/report.schema.json")
})

// reportSchemas returns the schema of the report and those it refers to, as components.
func reportSchemas(t *testing.T, schema []byte) string {
	t.Helper()
	var parts struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(schema, &parts))
	name := func(def string) string { return "Report" + strings.ToUpper(def[:1]) + def[1:] }
	whole, _, found := bytes.Cut(schema, []byte(",\n  \"$defs\": {"))
	require.True(t, found, "$defs are the last member")
	_, whole, found = bytes.Cut(whole, []byte("report.schema.json\",\n"))
	require.True(t, found, "$schema and $id are the first members")
	components := []string{"Report"}
	schemas := map[string]string{"Report": "{\n" + string(whole) + "\n}"}
	for def, raw := range parts.Defs {
		components = append(components, name(def))
		schemas[name(def)] = string(raw)
	}
	slices.Sort(components)
	var b strings.Builder
	for i, c := range components {
		var out bytes.Buffer
		require.NoError(t, json.Indent(&out, []byte(schemas[c]), "      ", "  "))
		words := regexp.MustCompile(`"#/\$defs/(\w+)"`).ReplaceAllStringFunc(out.String(), func(ref string) string {
			return `"#/components/schemas/` + name(strings.TrimSuffix(strings.TrimPrefix(ref, `"#/$defs/`), `"`)) + `"`
		})
		// Code generators do not support unevaluatedProperties. Tests validate reports against the published schema too.
		words = regexp.MustCompile(`,\n *"unevaluatedProperties": false`).ReplaceAllString(words, "")
		b.WriteString("      \"" + c + "\": " + words)
		if i < len(components)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
