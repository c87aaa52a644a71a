package schemacheck

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestPlainSchemas holds that the walk passes no value of any keyword that a metaschema refuses, and that it is not for nothing.
func TestPlainSchemas(t *testing.T) {
	values := []string{
		`0`, `1`, `-1`, `1.5`, `1e2`, `true`, `false`, `null`, `""`, `"a"`, `"string"`, `"file"`, `"["`, `"http://json-schema.org/draft-07/schema#"`, `"#a"`, `[]`, `["a"]`, `["a","a"]`, `["string","null"]`,
		`["string","string"]`, `["string",1]`, `[1,1]`, `[{}]`, `[true,{}]`, `[{},{"type":"x"}]`, `{}`, `{"a":{}}`, `{"a":1}`, `{"a":[]}`, `{"a":{"type":"x"}}`,
		`{"type":"object"}`, `{"type":[]}`, `{"minLength":-1}`, `{"properties":{"a":{"enum":1}}}`,
	}
	plain := map[string]bool{"$schema": true, "enum": true, "const": true, "default": true, "examples": true, "type": true, "required": true}
	for _, words := range []map[string]bool{textWords, boolWords, countWords, numberWords, schemaWords, listWords, mapWords} {
		for name := range words {
			plain[name] = true
		}
	}
	for name := range plain {
		passed := 0
		for _, value := range values {
			n, err := detect.ParseJSON([]byte(`{"` + name + `":` + value + `}`))
			require.NoError(t, err)
			for d := draft7; isPlain(n) && d <= draft2020; d++ {
				passed++
				assert.NoError(t, metaschemas[d]().Validate(valueOf(n)), "%s: %s in %s", name, value, dialects[d])
			}
		}
		assert.Positive(t, passed, name)
	}
	for _, s := range []string{ordinarySchema, `{"x":1}`, `{"type":"object","type":1}`, `{"$id":"a#b"}`, `{"a":{"type":"x"}}`} {
		n, err := detect.ParseJSON([]byte(s))
		require.NoError(t, err)
		assert.Equal(t, s == ordinarySchema, isPlain(n), s)
	}
}
