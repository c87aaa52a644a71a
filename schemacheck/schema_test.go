package schemacheck

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestFaults holds what is said to one place each, in one order and the same words each time.
func TestFaults(t *testing.T) {
	for schema, want := range map[string]string{
		`{"items":{"minLength":-1,"required":[1,1]},"anyOf":[]}`: `[anyOf] minItems: got 0, want 1|[items minLength] minimum: got -1, want ` +
			`0|[items required 0] got number, want string|[items required 1] got number, want string|`,
		`{"exclusiveMaximum":true,"exclusiveMinimum":true}`: `[] properties 'maximum' required, if 'exclusiveMaximum' exists|`,
		`{"type":"str","a":{"$ref":7}}`: `[type] value must be one of 'array', 'boolean', 'integer', 'null', 'number', ` +
			`'object', 'string'|`,
	} {
		n, err := detect.ParseJSON([]byte(schema))
		require.NoError(t, err)
		for range 10 {
			said := ""
			doc := document{root: n}
			for _, f := range doc.faults(draft4) {
				said += fmt.Sprintf("%v %s|", f.path, f.words)
				assert.NotNil(t, f.node)
			}
			assert.Equal(t, want, said)
		}
	}
}

func FuzzSchemas(f *testing.F) {
	f.Add([]byte(ordinarySchema))
	f.Add([]byte(`{"type":["string","str"],"enum":[1,1.0],"items":[{}],"$id":"a#b","$anchor":"1"}`))
	f.Add([]byte(`{"multipleOf":-1234567,"minLength":-0.5,"exclusiveMaximum":true,"dependencies":{"a":[1,1],"b":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := detect.ParseJSON(data)
		if err != nil {
			t.Skip()
		}
		for d := draft4; d <= draft2020; d++ {
			doc := document{root: n}
			if s := (size{nodes: maxSchemaNodes, bytes: maxSchemaBytes}); s.fits(n, 0) {
				doc.faults(d)
			}
		}
	})
}

const ordinarySchema = `{"type":"object","properties":{"query":{"type":"string","description":"What to look for, in words as people ` +
	`write them."},` +
	`"folder":{"type":"string","description":"Folder to look in; all folders when it is left out.","default":"inbox"},` +
	`"limit":{"type":"integer","description":"How many at most.","minimum":1,"maximum":100,"default":20},` +
	`"order":{"type":"string","enum":["newest","oldest","best"],"description":"Which come first."},` +
	`"labels":{"type":"array","items":{"type":"string","maxLength":40},"description":"Only those with all of these labels."},` +
	`"since":{"type":"string","format":"date-time","description":"Only those that came later."},` +
	`"unread":{"type":"boolean","description":"Only those that nobody has read."}},"required":["query"],"additionalProperties":false,` +
	`"$schema":"https://json-schema.org/draft/2020-12/schema"}`
