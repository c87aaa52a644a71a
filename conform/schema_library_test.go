package conform

import (
	"errors"
	"regexp"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// metaschemas are what valid schemas of each dialect are, compiled when they are first needed.
var metaschemas = map[dialect]func() *jsonschema.Schema{
	draft4:    metaschema("http://json-schema.org/draft-04/schema"),
	draft6:    metaschema("http://json-schema.org/draft-06/schema"),
	draft7:    metaschema("http://json-schema.org/draft-07/schema"),
	draft2019: metaschema("https://json-schema.org/draft/2019-09/schema"),
	draft2020: metaschema("https://json-schema.org/draft/2020-12/schema"),
}

func metaschema(id string) func() *jsonschema.Schema {
	return sync.OnceValue(func() *jsonschema.Schema {
		c := jsonschema.NewCompiler()
		c.UseLoader(refuse{})
		c.UseRegexpEngine(compile)
		for _, format := range [...]string{"uri", "uri-reference"} {
			c.RegisterFormat(&jsonschema.Format{Name: format, Validate: func(any) error { return nil }})
		}
		s, err := c.Compile(id)
		if err != nil {
			// The library carries the metaschemas; a test compiles them.
			return nil
		}
		return s
	})
}

// refuse is a loader that loads nothing: what a schema names is never fetched.
type refuse struct{}

// Load implements jsonschema.URLLoader.
func (refuse) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// anything is the expression in place of one that Go does not know: patterns are written for other engines.
type anything string

// MatchString implements jsonschema.Regexp.
func (anything) MatchString(string) bool { return true }

// String implements jsonschema.Regexp.
func (a anything) String() string { return string(a) }

// maxMetaPattern is longer than any pattern of the metaschemas. Those of schemas that are judged are not compiled at all where they are
// longer.
const maxMetaPattern = 64

func compile(s string) (jsonschema.Regexp, error) {
	if len(s) > maxMetaPattern {
		return anything(s), nil
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return anything(s), nil //nolint:nilerr // See anything.
	}
	return re, nil
}

// oracle returns what the library says against a schema, in the order of places, one for each.
func oracle(doc any, d dialect) (found []*jsonschema.ValidationError) {
	get := metaschemas[d]
	if get == nil {
		return nil
	}
	meta := get()
	if meta == nil {
		return nil
	}
	var all *jsonschema.ValidationError
	if err := meta.Validate(doc); err == nil || !errors.As(err, &all) {
		return nil
	}
	found = leaves(nil, all)
	slices.SortStableFunc(found, func(a, b *jsonschema.ValidationError) int {
		return slices.Compare(a.InstanceLocation, b.InstanceLocation)
	})
	kept := found[:0]
	for i, f := range found {
		// What is inside is to blame for what is around it, and of several complaints about one place the others are about what else it
		// might have been.
		inside := i+1 < len(found) && len(found[i+1].InstanceLocation) > len(f.InstanceLocation) &&
			slices.Equal(found[i+1].InstanceLocation[:len(f.InstanceLocation)], f.InstanceLocation)
		repeats := len(kept) > 0 && slices.Equal(kept[len(kept)-1].InstanceLocation, f.InstanceLocation)
		if !inside && !repeats {
			kept = append(kept, f)
		}
	}
	return kept
}

// leaves adds the complaints that have no others as their cause.
func leaves(to []*jsonschema.ValidationError, e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return append(to, e)
	}
	for _, c := range e.Causes {
		to = leaves(to, c)
	}
	return to
}

// plain is what the library says.
func plain(fault *jsonschema.ValidationError) string {
	return fault.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
