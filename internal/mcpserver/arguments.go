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
	"github.com/org/mcp-lint/internal/near"
	"github.com/org/mcp-lint/lint"
)

const (
	// defaultListed and maxListed are how many findings are listed in one answer. Each takes some hundred tokens of a model.
	defaultListed = 50
	maxListed     = 200
	// maxChecksNamed bounds the lists of checks, of which there are fewer.
	maxChecksNamed = 100
)

// mistake is a mistake of the caller, in words that hold none of what the caller sent.
type mistake string

func (m mistake) Error() string { return string(m) }

// wanted are the arguments that both tools that scan have.
type wanted struct {
	Only          []string `json:"only"`
	Skip          []string `json:"skip"`
	MinConfidence *float64 `json:"min_confidence"`
	Severity      string   `json:"severity"`
	Offset        int      `json:"offset"`
	Limit         *int     `json:"limit"`
	Quotes        bool     `json:"quotes"`
}

func (w *wanted) floor() detect.Severity {
	s, _ := detect.ParseSeverity(w.Severity)
	return max(s, detect.SeverityLow)
}

func (w *wanted) limit() int {
	if w.Limit == nil {
		return defaultListed
	}
	return *w.Limit
}

// check looks whether the arguments make sense.
func (w *wanted) check(own []detect.DocumentedCheck) error {
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
				return mistake(fmt.Sprintf("entry %d of %s is not a check%s", i+1, name, meant(id, known)))
			}
		}
	}
	return nil
}

// meant is the end of a message about a word that is none of those there are.
func meant(word string, known []string) string {
	if len(word) <= maxName {
		if n := near.Word(word, known); n != "" {
			return "; did you mean " + n + "?"
		}
	}
	return "; call explain_check without an argument for the list of checks"
}

// read decodes the arguments of a call. takes names those there are, for the message about another one.
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
		return mistake(fmt.Sprintf("the argument %s has the wrong type: it must be %s", strings.TrimPrefix(typ.Field, "wanted."), typeWords(typ.Type.String())))
	}
	return mistake("the arguments must be an object with any of " + takes)
}

// exactNames refuses names that stand twice or in other letters: decoding would silently drop the first value, unscanned.
func exactNames(raw json.RawMessage, takes string) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil // The decoding says what is wrong.
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

// typeWords says in the words of JSON what a type of Go is.
func typeWords(name string) string {
	words := map[string]string{"string": "a string", "[]string": "a list of strings", "bool": "true or false", "float64": "a number", "int": "a whole number"}
	return cmp.Or(words[strings.TrimPrefix(name, "*")], "something else")
}

// Schemas of arguments promise one plain type each, as some clients need; more is accepted where it is clear what is meant.

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
