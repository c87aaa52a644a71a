package mcpserver

import (
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// The schemas of the tools. Those of arguments promise one plain type for each, as some clients refuse any other; more is taken where it is
// clear what is meant.

// scanArguments are the properties that both tools that scan have.
const scanArguments = `
    "only": {"type": "array", "items": {"type": "string"}, "description": "Names of the checks to run; all by default."},
    "skip": {"type": "array", "items": {"type": "string"}, "description": "Names of checks not to run."},
    "min_confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "Drop signals with a lower confidence."},
    "severity": {"type": "string", "enum": ["low", "medium", "high", "critical"], "description": "Lowest severity of the findings that are listed; all are counted."},
    "offset": {"type": "integer", "minimum": 0, "description": "Number of findings to skip, for the next part of a long list."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50, "description": "Maximum number of findings to list."},
    "quotes": {"type": "boolean", "default": false, "description": "Whether to quote the scanned text, between marks."}`

const scanToolsInput = `{
  "type": "object",
  "properties": {
    "tools": {"type": "array", "items": {"type": "object"}, "description": "Complete definitions, as tools/list returns them."},
    "document": {"type": "string", "description": "Instead of tools, the text of a whole document in JSON, YAML or TOML: a tools/list result, manifest, capture or client configuration."},
    "server": {"type": "string", "description": "Name of the server that owns the definitions, if they do not name it."},` + scanArguments + `
  },
  "additionalProperties": false
}`

const scanPathInput = `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "default": ".", "description": "A file or folder, relative to the root of this server (default: the whole root)."},` + scanArguments + `
  },
  "additionalProperties": false
}`

const explainCheckInput = `{
  "type": "object",
  "properties": {
    "check": {"type": "string", "description": "Name of a check, such as unicode.hidden (default: list all checks)."}
  },
  "additionalProperties": false
}`

// outputSchema is the schema of an answer.
func outputSchema[T any]() *jsonschema.Schema {
	words := func(list ...any) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Enum: list} }
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[severity](): words("low", "medium", "high", "critical"),
		reflect.TypeFor[tier]():     words("note", "soft", "hard"),
		reflect.TypeFor[action]():   words("review", "quarantine"),
	}})
	if err != nil {
		return nil // The tests look at each of them.
	}
	withoutNull(s)
	return s
}

// withoutNull gives everything one type, as some clients want it: no list of an answer is null.
func withoutNull(s *jsonschema.Schema) {
	if n := len(s.Types); n > 0 {
		s.Type, s.Types = s.Types[n-1], nil
	}
	for _, p := range s.Properties {
		withoutNull(p)
	}
	if s.Items != nil {
		withoutNull(s.Items)
	}
}
