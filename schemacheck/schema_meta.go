package schemacheck

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/org/mcp-lint/detect"
)

// metaschemas are what valid schemas of each dialect are, compiled when they are first needed: the library carries them along.
var metaschemas = map[dialect]func() *jsonschema.Schema{
	draft4: metaschema("http://json-schema.org/draft-04/schema"), draft6: metaschema("http://json-schema.org/draft-06/schema"),
	draft7: metaschema("http://json-schema.org/draft-07/schema"), draft2019: metaschema("https://json-schema.org/draft/2019-09/schema"),
	draft2020: metaschema("https://json-schema.org/draft/2020-12/schema"),
}

func metaschema(id string) func() *jsonschema.Schema {
	return sync.OnceValue(func() *jsonschema.Schema {
		c := jsonschema.NewCompiler()
		c.UseLoader(jsonschema.SchemeURLLoader{}) // Nothing is fetched.
		for _, format := range [...]string{"uri", "uri-reference", "regex"} {
			c.RegisterFormat(&jsonschema.Format{Name: format, Validate: func(any) error { return nil }})
		}
		return c.MustCompile(id)
	})
}

// fault is one thing that the metaschema of a dialect has against a schema: where from the root of the schema, on what value, and what.
type fault struct {
	path  []string
	node  *detect.Node
	words string
}

// faults returns what is wrong with a schema, in the order of places, one for each.
func (d *document) faults(of dialect) []fault {
	if of >= draft7 && isPlain(d.root) {
		return nil
	}
	var all *jsonschema.ValidationError
	if err := metaschemas[of]().Validate(valueOf(d.root)); !errors.As(err, &all) {
		return nil
	}
	found := leaves(nil, all)
	slices.SortStableFunc(found, func(a, b *jsonschema.ValidationError) int {
		return slices.Compare(a.InstanceLocation, b.InstanceLocation)
	})
	var out []fault
	english := message.NewPrinter(language.English)
	for i, e := range found {
		path := e.InstanceLocation
		// What is inside is to blame for what is around it, and of several complaints about one place the others are about what else it
		// might have been.
		inside := i+1 < len(found) && len(found[i+1].InstanceLocation) > len(path) && slices.Equal(found[i+1].InstanceLocation[:len(path)], path)
		repeats := len(out) > 0 && slices.Equal(out[len(out)-1].path, path)
		words := e.ErrorKind.LocalizedString(english)
		switch {
		case repeats && strings.HasPrefix(words, "properties '"):
			// Which of two bounds draft-04 misses the library says in any order.
			out[len(out)-1].words = min(out[len(out)-1].words, words)
		case !inside && !repeats:
			n := d.root
			for _, token := range path {
				n = d.child(n, token)
			}
			out = append(out, fault{path, n, words})
		}
	}
	return out
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

// valueOf is a schema as the library takes it. Of repeated names the last one counts.
func valueOf(n *detect.Node) any {
	switch n.Kind {
	case detect.NodeString:
		return n.Text
	case detect.NodeArray:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = valueOf(item)
		}
		return out
	case detect.NodeObject:
		out := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			out[m.Name.Text] = valueOf(m.Value)
		}
		return out
	case detect.NodeScalar:
	}
	switch n.Text {
	case "true", "false":
		return n.Text == "true"
	case "null":
		return nil
	}
	return json.Number(n.Text)
}
