package conform

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// maxFaults bounds what is said of one schema.
const maxFaults = 10

// validate holds a schema to its dialect and reports what is wrong.
func (v *inspection) validate(pointer string, n *detect.Node, d dialect) {
	c := conversion{nodes: maxSchemaNodes, bytes: maxSchemaBytes}
	doc := c.value(n, 0)
	switch {
	case c.nodes < 0:
		v.capped(capValues, pointer, maxSchemaNodes, maxSchemaNodes-c.nodes)
	case c.bytes < 0:
		v.capped(capBytes, pointer, maxSchemaBytes, maxSchemaBytes-c.bytes)
	case c.deep:
		v.capped(capDepth, pointer, maxSchemaDepth, maxSchemaDepth+1)
	}
	if c.failed {
		return
	}
	found := faults(doc, d)
	for _, fault := range found[:min(len(found), maxFaults)] {
		at, value := pointer, n
		for i, token := range fault.path {
			next := child(value, token)
			if next == nil || i > maxSchemaDepth {
				break
			}
			at, value = join(at, token), next
		}
		if isEmptyMap(detect.LastPointerName(at), value) {
			continue
		}
		if i := repeated(value); i >= 0 {
			at, value = item(at, i), value.Items[i]
		}
		v.report(note, at, value, "%s", blame(fault, value, d))
	}
}

// repeated returns the first of the strings of a list that is there before already, or -1.
func repeated(n *detect.Node) int {
	if n.Kind != detect.NodeArray {
		return -1
	}
	seen := make(map[string]bool, min(len(n.Items), maxSchemaNodes))
	for i, item := range n.Items {
		if item == nil || item.Kind != detect.NodeString {
			return -1
		}
		if seen[item.Text] {
			return i
		}
		seen[item.Text] = true
	}
	return -1
}

// isEmptyMap reports whether a value is the empty list that stands for an empty object where a language has one word for both: code that
// is read here says so of what is sent as an object.
func isEmptyMap(name string, n *detect.Node) bool {
	switch name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "items", "additionalProperties":
		return n != nil && n.Kind == detect.NodeArray && len(n.Items) == 0
	}
	return false
}

// child returns the value that a token of a location leads to.
func child(n *detect.Node, token string) *detect.Node {
	if n.Kind != detect.NodeArray {
		return n.Get(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(n.Items) {
		return nil
	}
	return n.Items[i]
}

// conversion makes of a definition the values of JSON.
type conversion struct {
	nodes, bytes int
	// deep is set when it failed for the depth.
	failed, deep bool
}

func (c *conversion) value(n *detect.Node, depth int) any {
	if n == nil {
		c.failed = true
		return nil
	}
	c.nodes--
	c.bytes -= len(n.Text)
	c.deep = c.deep || depth > maxSchemaDepth
	if c.failed || c.nodes < 0 || c.bytes < 0 || c.deep {
		c.failed = true
		return nil
	}
	switch n.Kind {
	case detect.NodeString:
		return n.Text
	case detect.NodeArray:
		out := make([]any, 0, min(len(n.Items), max(c.nodes, 0)))
		for _, item := range n.Items {
			if c.failed {
				break
			}
			out = append(out, c.value(item, depth+1))
		}
		return out
	case detect.NodeObject:
		out := make(map[string]any, min(len(n.Members), max(c.nodes, 0)))
		for _, m := range n.Members {
			if c.failed || m.Name == nil {
				c.failed = true
				break
			}
			c.bytes -= len(m.Name.Text)
			out[m.Name.Text] = c.value(m.Value, depth+1)
		}
		return out
	}
	switch n.Text {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	if !isJSONScalar(n.Text) {
		// YAML and TOML write numbers and dates in more ways; and what was too much stands there as a mark.
		c.failed = true
		return nil
	}
	return json.Number(n.Text)
}

// maxNumber bounds the length of numbers and maxExponent that of their exponents: they are worked out to the last digit.
const (
	maxNumber   = 64
	maxExponent = 2
)

// isJSONScalar reports whether s is a number, true, false or null of JSON.
func isJSONScalar(s string) bool {
	if s == "true" || s == "false" || s == "null" {
		return true
	}
	if len(s) > maxNumber {
		return false
	}
	at := strings.IndexAny(s, "eE")
	if at < 0 {
		return isPlainNumber(s)
	}
	exponent := strings.TrimLeft(s[at+1:], "+-")
	return isPlainNumber(s[:at]) && len(s[at+1:])-len(exponent) <= 1 && exponent != "" && len(exponent) <= maxExponent && digits(exponent) == len(exponent)
}
