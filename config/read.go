package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/ignore"
)

// field has the tags of a field.
type field struct {
	index          int
	key, doc       string
	form, keys     string
	min            int
	required, some bool
}

// fieldsOf returns the fields of a struct that a file can set.
func fieldsOf(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		if tag.Get("key") == "" {
			continue
		}
		least, _ := strconv.Atoi(tag.Get("min"))
		out = append(out, field{
			index: i, key: tag.Get("key"), doc: tag.Get("doc"), form: tag.Get("form"), keys: tag.Get("keys"), min: least,
			required: tag.Get("required") != "", some: tag.Get("some") != "",
		})
	}
	return out
}

func (l *loader) object(n *yaml.Node, into any, path string) {
	v := reflect.ValueOf(into).Elem()
	fields := fieldsOf(v.Type())
	var keys, some []string
	byKey := map[string]field{}
	for _, f := range fields {
		keys = append(keys, f.key)
		byKey[f.key] = f
		if f.some {
			some = append(some, f.key)
		}
	}
	if n.Kind != yaml.MappingNode {
		l.failf(n.Line, path, "must be a mapping of %s", joinOr(keys))
		return
	}
	seen := map[string]bool{}
	hasSome := len(some) == 0
	l.pairs(n, path, func(key, value *yaml.Node) {
		f, ok := byKey[key.Value]
		if !ok {
			l.fail(key.Line, path, &Error{Reason: "unknown " + l.noun + " " + quoted(key.Value), Key: key.Value, Known: keys})
			return
		}
		seen[f.key] = true
		hasSome = hasSome || f.some
		l.value(value, v.Field(f.index).Addr().Interface(), f, join(path, f.key))
	})
	for _, f := range fields {
		if f.required && !seen[f.key] {
			l.failf(n.Line, path, "%q is missing", f.key)
		}
	}
	if !hasSome {
		l.failf(n.Line, path, "must have at least one of %s", joinOr(some))
	}
}

func (l *loader) value(n *yaml.Node, into any, f field, path string) {
	switch p := into.(type) {
	case *string:
		*p = l.word(n, f.form, path)
	case *[]string:
		*p = l.words(n, f, path)
	case **float64:
		*p = scalar(l, n, path, "a number from 0 to 1", func(f float64) bool { return f >= 0 && f <= 1 }, "!!int", "!!float")
	case **bool:
		*p = scalar(l, n, path, "true or false", func(bool) bool { return true }, "!!bool")
	case *map[string]Check:
		*p = map[string]Check{}
		l.mapping(n, f, path, func(key string, value *yaml.Node) {
			var c Check
			l.object(value, &c, join(path, key))
			(*p)[key] = c
		})
	case *map[string][]string:
		*p = map[string][]string{}
		l.mapping(n, f, path, func(key string, value *yaml.Node) { (*p)[key] = l.words(value, f, join(path, key)) })
	case *[][2]string:
		for _, item := range l.list(n, f, path, "pairs of servers") {
			*p = append(*p, l.pair(item, f, path))
		}
	case *json.RawMessage:
		*p = l.definition(n, path)
	default:
		l.structs(n, into, f, path)
	}
}

// structs reads a mapping into a struct, or a list of mappings into a slice of structs with a field Line.
func (l *loader) structs(n *yaml.Node, into any, f field, path string) {
	v := reflect.ValueOf(into).Elem()
	if v.Kind() == reflect.Struct {
		l.object(n, into, path)
		return
	}
	for _, item := range l.list(n, f, path, "mappings") {
		entry := reflect.New(v.Type().Elem())
		entry.Elem().FieldByName("Line").SetInt(int64(item.Line))
		l.object(item, entry.Interface(), path)
		v.Set(reflect.Append(v, entry.Elem()))
	}
}

// definition converts a mapping to JSON.
func (l *loader) definition(n *yaml.Node, path string) json.RawMessage {
	var v map[string]any
	if n.Kind != yaml.MappingNode || n.Decode(&v) != nil {
		l.failf(n.Line, path, "must be a mapping, as in JSON, with no key twice")
		return nil
	}
	out, err := json.Marshal(v)
	if err != nil {
		l.failf(n.Line, path, "holds what JSON cannot: a key that is not a string, or a number without end")
	}
	return out
}

// pairs calls do for each key and value of a mapping. Keys must be scalars and unique.
func (l *loader) pairs(n *yaml.Node, path string, do func(key, value *yaml.Node)) {
	if len(n.Content)/2 > MaxItems {
		l.failf(n.Line, path, "has more than %d keys", MaxItems)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			l.failf(key.Line, path, "keys must be plain strings")
		case seen[key.Value]:
			l.failf(key.Line, path, "%s is set twice", quoted(key.Value))
		default:
			seen[key.Value] = true
			do(key, value)
		}
	}
}

// mapping is pairs for keys of the form f.keys.
func (l *loader) mapping(n *yaml.Node, f field, path string, do func(key string, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		l.failf(n.Line, path, "must be a mapping from a %s", formOf(f.keys).noun)
		return
	}
	l.pairs(n, path, func(key, value *yaml.Node) {
		if bad := formOf(f.keys).check(key.Value, l.checks); bad != nil {
			l.fail(key.Line, path, bad)
			return
		}
		do(key.Value, value)
	})
}

func (l *loader) list(n *yaml.Node, f field, path, of string) []*yaml.Node {
	switch {
	case n.Kind != yaml.SequenceNode:
		l.failf(n.Line, path, "must be a list of %s", of)
	case len(n.Content) < f.min:
		l.failf(n.Line, path, "must not be empty")
	case len(n.Content) > MaxItems:
		l.failf(n.Line, path, "has more than %d items", MaxItems)
	default:
		return n.Content
	}
	return nil
}

func (l *loader) words(n *yaml.Node, f field, path string) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{l.word(n, f.form, path)}
	}
	if n.Kind != yaml.SequenceNode {
		l.failf(n.Line, path, "must be a string or a list of strings")
		return nil
	}
	var out []string
	for _, item := range l.list(n, f, path, "strings") {
		if item.Kind != yaml.ScalarNode {
			l.failf(item.Line, path, "must be a list of strings")
			return nil
		}
		out = append(out, l.word(item, f.form, path))
	}
	// Invalid words were reported already, and are "".
	if together := formOf(f.form).together; together != nil && !slices.Contains(out, "") {
		if err := together(out); err != nil {
			l.failf(n.Line, path, "%v", err)
		}
	}
	return out
}

func (l *loader) word(n *yaml.Node, name, path string) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		l.failf(n.Line, path, "must be a string")
		return ""
	case n.ShortTag() == "!!null":
		l.failf(n.Line, path, "must not be empty")
		return ""
	// An unquoted date is a timestamp for some YAML parsers and a string for others.
	case n.ShortTag() != "!!str" && n.ShortTag() != "!!timestamp":
		if words := formOf(name).words; words == nil {
			l.failf(n.Line, path, "%s is not a string in YAML: put it in quotes", quoted(n.Value))
			return ""
		}
	}
	if bad := formOf(name).check(n.Value, l.checks); bad != nil {
		l.fail(n.Line, path, bad)
		return ""
	}
	return n.Value
}

func (l *loader) pair(n *yaml.Node, f field, path string) (out [2]string) {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
		l.failf(n.Line, path, "must be a list of pairs, such as [one, other]")
		return out
	}
	out = [2]string{l.word(n.Content[0], f.form, path), l.word(n.Content[1], f.form, path)}
	if out[0] == out[1] && out[0] != "" {
		l.failf(n.Line, path, "%s appears twice in one pair", quoted(out[0]))
	}
	return out
}

// scalar decodes a valid value with one of the tags; want describes such values.
func scalar[T any](l *loader, n *yaml.Node, path, want string, valid func(T) bool, tags ...string) *T {
	var out T
	if n.Kind == yaml.ScalarNode && slices.Contains(tags, n.ShortTag()) && n.Decode(&out) == nil && valid(out) {
		return &out
	}
	shown := map[yaml.Kind]string{yaml.MappingNode: "a mapping", yaml.SequenceNode: "a list"}[n.Kind]
	l.failf(n.Line, path, "%s is not %s", cmp.Or(shown, quoted(n.Value)), want)
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + ": " + key
}

// joinOr joins words with "or".
func joinOr(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return fmt.Sprintf("%s or %s", strings.Join(words[:last], ", "), words[last])
}

// form describes the words under a key, for the loader and (except also and together) for the JSON Schema. Its expressions mean the same in
// Go and ECMA 262.
type form struct {
	// noun names the word in messages.
	noun string
	// words are the valid words, besides those that match or.
	words []string
	or    *regexp.Regexp
	// ids marks IDs of checks, which the caller of Parse passes.
	ids bool
	max int // characters
	// like must match and unlike must not; otherwise wrong says what to do.
	like, unlike *regexp.Regexp
	wrong        string
	format       string // of JSON Schema
	// also checks what a schema cannot express; together does so for a list.
	also     func(string) error
	together func([]string) error
}

const (
	maxName   = 500
	maxReason = 1000
)

// notPattern matches what is not a pattern: negations, comments, and relative segments.
var notPattern = regexp.MustCompile(`^[!#]|^(.*/)?\.\.?(/|$)|^[/ ]*$`)

func toStrings[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

// forms are the forms by name, which is also their name in the $defs of the JSON Schema.
var forms = map[string]form{
	"severity": {noun: "severity", words: []string{"low", "medium", "high", "critical", "never"}},
	"level":    {noun: "level", words: toStrings(detect.Levels())},
	"class":    {noun: "class", words: []string{"test", "fixture", "example", "documentation", "generated", Served}},
	"check":    {noun: "check", ids: true, or: ruleID, max: maxName},
	"pattern": {
		noun: "pattern", max: maxName, unlike: notPattern, wrong: `it must be relative to the root of the scan, without "!" or "#" at the start and without "./" or "../"`,
		also: wellFormed, together: together,
	},
	"name": {noun: "name", max: maxName},
	"server": {
		noun: "server", max: maxName, unlike: regexp.MustCompile(`\*`), wrong: "use the full name of one server, without stars",
	},
	"placeholder": {
		noun: "placeholder", max: maxName, like: regexp.MustCompile(`[^*]{4}`),
		wrong: "it needs four characters in a row that are not stars, or it would match too much",
	},
	"digest": {
		noun: "digest", like: regexp.MustCompile(`^sha256:[0-9a-f]{64}$`), wrong: `use "sha256:" and 64 hexadecimal digits, as reports show it`,
	},
	"reason": {noun: "reason", max: maxReason, like: nonBlank, wrong: "it must say why", also: visible},
	"date": {
		noun: "date", like: regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), wrong: "use YYYY-MM-DD", format: "date", also: validDate,
	},
}

func formOf(name string) form {
	if f, ok := forms[name]; ok {
		return f
	}
	return ruleForms()[name]
}

// Served is the class of files that have no other class, whatever their folders are called.
const Served = "served"

// check returns an error for an invalid word. checks are the known IDs; nil accepts any.
func (f form) check(word string, checks []string) *Error {
	known := f.words
	if f.ids {
		known = checks
	}
	switch {
	case word == "":
		return &Error{Reason: "must not be empty"}
	case f.ids && known != nil && !slices.Contains(known, word):
		return &Error{Reason: fmt.Sprintf("unknown %s %s", f.noun, quoted(word)), Key: word, Known: known}
	case f.words != nil && !slices.Contains(known, word) && (f.or == nil || !f.or.MatchString(word)):
		return &Error{Reason: fmt.Sprintf("%s is not one of %s", quoted(word), strings.Join(known, ", ")), Key: word, Known: known}
	case f.max > 0 && utf8.RuneCountInString(word) > f.max:
		return &Error{Reason: fmt.Sprintf("%s is longer than %d characters", quoted(word), f.max)}
	case f.like != nil && !f.like.MatchString(word), f.unlike != nil && f.unlike.MatchString(word):
		return &Error{Reason: fmt.Sprintf("%s is not a valid %s: %s", quoted(word), f.noun, f.wrong)}
	}
	if f.also != nil {
		if err := f.also(word); err != nil {
			return &Error{Reason: fmt.Sprintf("%s is not a valid %s: %v", quoted(word), f.noun, err)}
		}
	}
	return nil
}

// quoted quotes text of a file for messages: printable, short and without credentials.
func quoted(s string) string { return `"` + text.Safe(secret.Redact(s), 80) + `"` }

func visible(s string) error {
	if strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && !text.Invisible(r) }) {
		return nil
	}
	return errors.New("it has only invisible characters")
}

// wellFormed rejects patterns that can match nothing, which authors would not notice.
func wellFormed(p string) error {
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '\\' {
			continue
		}
		i++
		if c := p[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			return errors.New("separate folders with slashes; a backslash escapes the next character")
		}
	}
	if _, err := ignore.NewPatterns([]string{p}); err != nil {
		// The original error repeats the pattern.
		return errors.New("a bracket is not closed, a backslash is at the end, or it has a line break")
	}
	return nil
}

func together(patterns []string) error {
	_, err := ignore.NewPatterns(patterns)
	return err
}

func validDate(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return errors.New("there is no such day")
	}
	return nil
}
