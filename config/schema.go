package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
)

// SchemaURL is the address of the JSON Schema of configuration files, for editors.
const SchemaURL = "https://raw.githubusercontent.com/org/mcp-lint/main/docs/config.schema.json"

// Schema returns the JSON Schema (draft 2020-12) of configuration files, with the given checks. It accepts more than Parse: a schema cannot
// reject repeated keys, anchors or malformed patterns.
func Schema(checks []CheckTitle) ([]byte, error) {
	g := &generator{checks: checks, defs: map[string]*schema{}}
	return g.write(reflect.TypeFor[Config](), SchemaURL, "mcp-lint configuration", "Settings of mcp-lint, in "+Name+": how to lint a repository.")
}

func (g *generator) write(of reflect.Type, url, title, description string) ([]byte, error) {
	root := g.object(of)
	root.Schema, root.ID, root.Title, root.Description = "https://json-schema.org/draft/2020-12/schema", url, title, description
	for _, name := range slices.Sorted(maps.Keys(g.defs)) {
		root.Defs = append(root.Defs, member{name, g.defs[name]})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(root)
	return b.Bytes(), err
}

// CheckTitle is the ID and title of a check.
type CheckTitle struct{ ID, Title string }

// schema is the required subset of JSON Schema, in the order of the output.
type schema struct {
	Schema      string    `json:"$schema,omitempty"`
	ID          string    `json:"$id,omitempty"`
	Title       string    `json:"title,omitempty"`
	Description string    `json:"description,omitempty"`
	Ref         string    `json:"$ref,omitempty"`
	Type        string    `json:"type,omitempty"`
	Enum        []string  `json:"enum,omitempty"`
	Minimum     *float64  `json:"minimum,omitempty"`
	Maximum     *float64  `json:"maximum,omitempty"`
	MinLength   int       `json:"minLength,omitempty"`
	MaxLength   int       `json:"maxLength,omitempty"`
	Pattern     string    `json:"pattern,omitempty"`
	Format      string    `json:"format,omitempty"`
	Not         *schema   `json:"not,omitempty"`
	Properties  members   `json:"properties,omitempty"`
	Patterns    members   `json:"patternProperties,omitempty"`
	Additional  *bool     `json:"additionalProperties,omitempty"`
	Required    []string  `json:"required,omitempty"`
	Items       *schema   `json:"items,omitempty"`
	MinItems    int       `json:"minItems,omitempty"`
	MaxItems    int       `json:"maxItems,omitempty"`
	Unique      bool      `json:"uniqueItems,omitempty"`
	AnyOf       []*schema `json:"anyOf,omitempty"`
	Defs        members   `json:"$defs,omitempty"`
}

type members []member

type member struct {
	name  string
	value *schema
}

// MarshalJSON writes an object with its members in order.
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, e := range m {
		b.WriteByte("{,"[min(i, 1)])
		if err := errors.Join(enc.Encode(e.name), b.WriteByte(':'), enc.Encode(e.value)); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// generator generates the schema of a type. A reflection library would not know forms, that the keys of mappings are checks, or that a word
// stands for a list of one.
type generator struct {
	checks []CheckTitle
	defs   map[string]*schema // of the forms in use
}

func (g *generator) object(t reflect.Type) *schema {
	s := &schema{Type: "object", Additional: new(bool)}
	for _, f := range fieldsOf(t) {
		value := g.value(t.Field(f.index).Type, f)
		value.Description = f.doc
		s.Properties = append(s.Properties, member{f.key, value})
		if f.required {
			s.Required = append(s.Required, f.key)
		}
		if f.some {
			s.AnyOf = append(s.AnyOf, &schema{Required: []string{f.key}})
		}
	}
	return s
}

func (g *generator) value(t reflect.Type, f field) *schema {
	switch t.Kind() {
	case reflect.String:
		return g.form(f.form)
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Float64:
		return &schema{Type: "number", Minimum: new(float64), Maximum: new(1.0)}
	case reflect.Pointer:
		return g.value(t.Elem(), f)
	case reflect.Struct:
		return g.object(t)
	case reflect.Array:
		return &schema{Type: "array", Items: g.value(t.Elem(), f), MinItems: t.Len(), MaxItems: t.Len(), Unique: true}
	case reflect.Map:
		return g.mapping(t, f)
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return &schema{Type: "object"}
		}
		list := &schema{Type: "array", Items: g.value(t.Elem(), f), MinItems: f.min, MaxItems: MaxItems}
		if t.Elem().Kind() == reflect.String {
			// A word stands for a list of one; see loader.words.
			return &schema{AnyOf: []*schema{g.form(f.form), list}}
		}
		return list
	}
	return &schema{}
}

// mapping lists the valid keys, so that editors suggest them.
func (g *generator) mapping(t reflect.Type, f field) *schema {
	s := &schema{Type: "object", Additional: new(bool)}
	item := func() *schema { return g.shared(f.key+"-item", func() *schema { return g.value(t.Elem(), f) }) }
	add := func(key, title string) {
		value := item()
		value.Description = title
		s.Properties = append(s.Properties, member{key, value})
	}
	if formOf(f.keys).ids {
		for _, c := range g.checks {
			add(c.ID, c.Title)
		}
		s.Patterns = members{{ruleID.String(), item()}}
	}
	for _, word := range formOf(f.keys).words {
		add(word, "")
	}
	return s
}

// shared returns a reference to a schema, which it creates at the first use.
func (g *generator) shared(name string, value func() *schema) *schema {
	if g.defs[name] == nil {
		g.defs[name] = value()
	}
	return &schema{Ref: "#/$defs/" + name}
}

func (g *generator) form(name string) *schema {
	return g.shared(name, func() *schema {
		f := formOf(name)
		s := &schema{Type: "string", Enum: f.words, MaxLength: f.max, Format: f.format}
		if f.ids {
			for _, c := range g.checks {
				s.Enum = append(s.Enum, c.ID)
			}
		}
		if s.Enum == nil {
			s.MinLength = 1
		} else {
			s.MaxLength = 0
		}
		if f.like != nil {
			s.Pattern = f.like.String()
		}
		if f.unlike != nil {
			s.Not = &schema{Pattern: f.unlike.String()}
		}
		if f.or != nil {
			return &schema{AnyOf: []*schema{s, {Type: "string", Pattern: f.or.String(), MaxLength: f.max}}}
		}
		return s
	})
}
