package schemacheck

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

// size is what a schema may have.
type size struct {
	nodes, bytes int
	deep         bool
}

// fits reports whether a schema is small enough, and nothing but JSON: YAML and TOML write numbers and dates in more ways.
func (s *size) fits(n *detect.Node, depth int) bool {
	if n == nil {
		return false
	}
	s.nodes--
	s.bytes -= len(n.Text)
	s.deep = depth > maxJSONDepth
	if s.nodes < 0 || s.bytes < 0 || s.deep || n.Kind == detect.NodeScalar && !isJSONScalar(n.Text) {
		return false
	}
	for _, item := range n.Items {
		if !s.fits(item, depth+1) {
			return false
		}
	}
	for _, m := range n.Members {
		if m.Name == nil {
			return false
		}
		if s.bytes -= len(m.Name.Text); !s.fits(m.Value, depth+1) {
			return false
		}
	}
	return true
}

// tooLarge reports which bound was reached.
func (v *inspection) tooLarge(pointer string, s size) {
	switch {
	case s.nodes < 0:
		v.capped(capValues, pointer, maxSchemaNodes, maxSchemaNodes-s.nodes)
	case s.bytes < 0:
		v.capped(capBytes, pointer, maxSchemaBytes, maxSchemaBytes-s.bytes)
	case s.deep:
		v.capped(capDepth, pointer, maxJSONDepth, maxJSONDepth+1)
	}
}

// invalid reports what is wrong with a schema.
func (v *inspection) invalid(pointer string, doc *document, d dialect) {
	found := doc.faults(d)
	for _, fault := range found[:min(len(found), maxFaults)] {
		at, value := pointer, fault.node
		for _, token := range fault.path {
			at = join(at, token)
		}
		if emptyMaps[detect.LastPointerName(at)] && value.Kind == detect.NodeArray && len(value.Items) == 0 {
			continue
		}
		if i := repeated(value.Items); i >= 0 {
			at, value = item(at, i), value.Items[i]
		}
		v.report(note, at, value, "%s", blame(fault, value, d))
	}
}

// emptyMaps may be the empty list that a language has for an empty object as well.
var emptyMaps = wordset.Of("properties patternProperties $defs definitions dependentSchemas items additionalProperties")

// isJSONScalar reports whether s is a number, true, false or null of JSON.
func isJSONScalar(s string) bool {
	if s == "" || len(s) > maxNumber || strings.IndexByte("-0123456789tfn", s[0]) < 0 || !json.Valid([]byte(s)) {
		return false
	}
	at := strings.IndexAny(s, "eE")
	return at < 0 || len(strings.TrimLeft(s[at+1:], "+-")) <= maxExponent
}

// repeated returns the place of the first text that stands in a list already, or -1.
func repeated(items []*detect.Node) int {
	seen := map[string]bool{}
	return slices.IndexFunc(items, func(n *detect.Node) bool {
		if n.Kind != detect.NodeString || seen[n.Text] {
			return n.Kind == detect.NodeString
		}
		seen[n.Text] = true
		return false
	})
}

func isBool(n *detect.Node) bool {
	return n.Kind == detect.NodeScalar && (n.Text == "true" || n.Text == "false")
}
