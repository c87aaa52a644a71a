package mcpserver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/lint"
)

const (
	// defaultListed and maxListed bound the findings of an answer, each of which takes some hundred tokens.
	defaultListed = 50
	maxListed     = 200
	// maxChecksNamed bounds lists of checks; there are fewer checks.
	maxChecksNamed = 100
)

// mistake is an error of the caller. Its text quotes nothing that the caller sent.
type mistake string

func (m mistake) Error() string { return string(m) }

// scanOptions are the common arguments of the scanning tools.
type scanOptions struct {
	Only          []string `json:"only"`
	Skip          []string `json:"skip"`
	MinConfidence *float64 `json:"min_confidence"`
	Severity      string   `json:"severity"`
	Offset        int      `json:"offset"`
	Limit         *int     `json:"limit"`
	Quotes        bool     `json:"quotes"`
}

func (w *scanOptions) limit() int {
	if w.Limit == nil {
		return defaultListed
	}
	return *w.Limit
}

// check validates the arguments.
func (w *scanOptions) check(own []detect.DocumentedCheck) error {
	if _, ok := detect.ParseSeverity(w.Severity); w.Severity != "" && (!ok || w.Severity == detect.SeverityNone.String()) {
		return mistake("severity must be low, medium, high or critical")
	}
	if w.Offset < 0 {
		return mistake("offset must be 0 or more")
	}
	if n := w.limit(); n < 1 || n > maxListed {
		return mistake(fmt.Sprintf("limit must be a number from 1 to %d", maxListed))
	}
	if m := w.MinConfidence; m != nil && !(*m >= 0 && *m <= 1) {
		return mistake("min_confidence must be a number from 0 to 1")
	}
	known := lint.CheckIDs(own...)
	for i, ids := range [][]string{w.Only, w.Skip} {
		name := []string{"only", "skip"}[i]
		if len(ids) > maxChecksNamed {
			return mistake(fmt.Sprintf("%s has more than %d entries", name, maxChecksNamed))
		}
		for i, id := range ids {
			if !slices.Contains(known, id) {
				return mistake(fmt.Sprintf("entry %d of %s is not a check%s", i+1, name, suggestion(id, known)))
			}
		}
	}
	return nil
}

// suggestion is a suggestion for the end of a message about an unknown word.
func suggestion(word string, known []string) string {
	if len(word) <= maxName {
		if n := didyoumean.Word(word, known); n != "" {
			return "; did you mean " + n + "?"
		}
	}
	return "; call explain_check without an argument for the list of checks"
}

// read decodes the arguments of a call. takes lists their names.
func read(raw json.RawMessage, into any, takes string) error {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if err := exactNames(raw, takes); err != nil {
		return err
	}
	err := json.Unmarshal(raw, into)
	var typ *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &typ) && typ.Field != "":
		return mistake(fmt.Sprintf("the argument %s has the wrong type: it must be %s", strings.TrimPrefix(typ.Field, "scanOptions."), typeWords(typ.Type.String())))
	}
	return mistake("the arguments must be an object with any of " + takes)
}

// exactNames rejects names that are repeated or differ in case: decoding would silently drop the first value, unscanned.
func exactNames(raw json.RawMessage, takes string) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil // Decoding reports the error.
	}
	known := strings.Split(takes, ", ")
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil
		}
		name, _ := t.(string)
		switch {
		case !slices.Contains(known, name):
			return mistake("unknown argument; this tool takes " + takes)
		case seen[name]:
			return mistake("the argument " + name + " appears twice; give it once")
		}
		seen[name] = true
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil
		}
	}
	return nil
}

// typeWords names a Go type in terms of JSON.
func typeWords(name string) string {
	words := map[string]string{"string": "a string", "[]string": "a list of strings", "bool": "true or false", "float64": "a number", "int": "a whole number"}
	return cmp.Or(words[strings.TrimPrefix(name, "*")], "something else")
}

// scanArguments are the properties of scanOptions. The schemas of arguments have one plain type each, as some clients need, but the tools accept
// more where the meaning is clear.
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

func outputSchema[T any]() *jsonschema.Schema {
	words := func(list ...any) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Enum: list} }
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[severity](): words("low", "medium", "high", "critical"),
		reflect.TypeFor[verdict]():  words(lint.Passes, lint.Fails, lint.NotJudged),
		reflect.TypeFor[tier]():     words("note", "soft", "hard"),
		reflect.TypeFor[action]():   words("review", "quarantine"),
	}})
	if err != nil {
		return nil // The tests cover each schema.
	}
	withoutNull(s)
	return s
}

// withoutNull gives everything one type, as some clients require. Lists of answers are never null.
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
