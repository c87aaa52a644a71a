package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxDocument bounds the definitions of a call, as files are.
	maxDocument = lint.DefaultFileBytes
	maxServer   = 256
	// spaces are the white space of JSON.
	spaces = " \t\r\n"
)

// document is what a caller gave to be scanned.
type document struct {
	// data is scanned. It is the given text, wrapped in an object that names its server; prefix is the length before the text.
	data   []byte
	prefix int
	// value is set for a JSON value instead of a text; lines is the number of lines of the prefix.
	value bool
	lines int
	// isTools is set for the argument tools.
	isTools bool
}

// newDocument reads the arguments of scan_tools. The schema allows a list of objects or a text, but models send other things, which are
// accepted if they are unambiguous: an object instead of a list, JSON in a string, a value instead of its text, an empty other argument.
func newDocument(tools, text json.RawMessage, server string) (*document, error) {
	tools, text = bytes.Trim(tools, spaces), bytes.Trim(text, spaces)
	var d *document
	var err error
	switch noTools, noText := isEmpty(tools), isEmpty(text); {
	case noTools && noText:
		return nil, mistake("nothing to scan: give tools, a list of definitions, or document, the text of a whole document")
	case !noTools && !noText:
		return nil, mistake("give tools or document, not both; scan the other with a second call")
	case noText:
		d, err = readTools(tools)
	default:
		d, err = readDocument(text)
	}
	if err != nil {
		return nil, err
	}
	if len(d.data) > maxDocument {
		return nil, mistake(fmt.Sprintf("%d bytes to scan, but a call takes at most %d; send them in parts", len(d.data), maxDocument))
	}
	if len(server) > maxServer || !utf8.ValidString(server) {
		return nil, mistake(fmt.Sprintf("server must be a name of at most %d bytes", maxServer))
	}
	return d, d.setServer(server)
}

// isEmpty reports whether an argument is missing, or has no content.
func isEmpty(value json.RawMessage) bool {
	if len(value) == 0 || string(value) == "null" {
		return true
	}
	switch value[0] {
	case '"':
		return len(bytes.TrimSpace(decodeString(value))) == 0
	case '[', '{':
		return len(bytes.Trim(value[1:], spaces)) == 1
	}
	return false
}

// decodeString decodes a valid JSON string.
func decodeString(value json.RawMessage) []byte {
	var s string
	_ = json.Unmarshal(value, &s)
	return []byte(s)
}

func readTools(value json.RawMessage) (*document, error) {
	if value[0] == '"' {
		value = bytes.Trim(decodeString(value), spaces)
		if len(value) == 0 || value[0] != '[' && value[0] != '{' || !json.Valid(value) {
			return nil, mistake("tools is a string, but not a JSON list; pass the text as document")
		}
	}
	switch value[0] {
	case '{':
	case '[':
		var entries []json.RawMessage
		_ = json.Unmarshal(value, &entries)
		for i, e := range entries {
			if e[0] != '{' {
				return nil, mistake(fmt.Sprintf("entry %d of tools is not an object; pass each definition as tools/list returns it", i+1))
			}
		}
	default:
		return nil, mistake("tools must be a list of definitions")
	}
	return &document{data: value, value: true, isTools: true}, nil
}

func readDocument(value json.RawMessage) (*document, error) {
	switch value[0] {
	case '"':
		return &document{data: decodeString(value)}, nil
	case '{', '[':
		return &document{data: value, value: true}, nil
	}
	return nil, mistake("document must be a string with the text of a whole document")
}

// setServer wraps definitions in an object that names their server, and single definitions in a list of their kind.
func (d *document) setServer(server string) error {
	inner := bytes.Trim(d.data, spaces)
	var root *detect.Node
	var list []*detect.Node
	if len(inner) > 0 && (inner[0] == '{' || inner[0] == '[') {
		// The scan also reads other formats.
		root, _ = detect.ParseJSON(inner)
	}
	isList := root != nil && root.Kind == detect.NodeArray
	switch {
	case isList && scanservice.AreDefinitions(root.Items):
		list = root.Items
	case !isList && scanservice.IsDefinition(root) && (d.isTools || scanservice.Has(root, "description", "inputSchema")):
		list = []*detect.Node{root}
	}
	name := scanservice.ListOf(list)
	head, tail := "", ""
	switch {
	case isList && (server != "" || d.isTools && len(list) > 0):
		head, tail = `{"`+name+`":`, `}`
	case len(list) > 0 && !isList, server != "" && scanservice.Has(root, "function", "result"):
		head, tail = `{"`+name+`":[`, `]}`
	case server == "", scanservice.Has(root, "instructions"), scanservice.Has(root, scanservice.Lists...):
	case root == nil:
		return mistake("server needs definitions in JSON, but document has none; leave server out")
	default:
		return mistake("server needs a list of definitions or a tools/list result, but this is neither; leave server out")
	}
	if server != "" {
		owner, _ := json.Marshal(server)
		head, tail = `{"servers":{`+string(owner)+`:`+head, tail+`}}`
	}
	if head != "" {
		d.wrap(head, tail)
	}
	return nil
}

// wrap surrounds the data. A line break before a text keeps its columns.
func (d *document) wrap(head, tail string) {
	if !d.value {
		head += "\n"
		d.lines = 1
	}
	d.prefix = len(head)
	d.data = append(append([]byte(head), d.data...), tail...)
}

// pointers returns the JSON pointers, in the given value, of the values at some offsets of data. A member that a later one of the same name
// hides has none: the pointer would lead to the later one.
func (d *document) pointers(starts map[int]bool) map[int]string {
	found := map[int]string{}
	if !d.value || len(starts) == 0 {
		return found
	}
	var walk func(n *source.Node, pointer string, given bool)
	walk = func(n *source.Node, pointer string, given bool) {
		if !given && n.Span.Start == d.prefix {
			pointer, given = "", true
		}
		if given && starts[n.Span.Start] {
			found[n.Span.Start] = pointer
		}
		for i, item := range n.Items {
			walk(item, pointer+"/"+strconv.Itoa(i), given)
		}
		last := map[string]*source.Node{}
		for _, m := range n.Members {
			last[m.Name.Text.Value] = m.Value
		}
		for name, value := range last {
			walk(value, pointer+"/"+detect.PointerToken(name), given)
		}
	}
	docs, _ := manifest.ParseAs(source.NewFile("", "", d.data), manifest.JSON)
	for _, root := range docs {
		walk(root, "", false)
	}
	return found
}
