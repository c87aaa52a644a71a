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
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxDocument bounds the definitions of one call: as much as mcp-lint reads of a file.
	maxDocument = lint.DefaultFileBytes
	maxServer   = 256
	// spaces are those of JSON.
	spaces = " \t\r\n"
)

// document is what a caller has given to be scanned.
type document struct {
	// data is what is scanned: what was given, behind prefix bytes that name its server and before others that close it.
	data   []byte
	prefix int
	// value is set when a JSON value was given and not a text; lines is how many lines of a text the prefix takes.
	value bool
	lines int
	// isTools is set for what is said to be definitions, and not for a document of any kind.
	isTools bool
}

// newDocument reads what a call has given to be scanned, and whose it is. The schema promises a list of objects, or a text. Models send
// other things as well, and what is meant beyond doubt is taken: an object in place of a list, JSON in a string, a value in place of its
// text, the other argument when it is empty.
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
	return d, d.own(server)
}

// isEmpty reports whether an argument is left out, or holds nothing.
func isEmpty(value json.RawMessage) bool {
	if len(value) == 0 || string(value) == "null" {
		return true
	}
	switch value[0] {
	case '"':
		return len(bytes.TrimSpace(unquoted(value))) == 0
	case '[', '{':
		return len(bytes.Trim(value[1:], spaces)) == 1
	}
	return false
}

// unquoted is the text of a JSON string, which was decoded before and is valid.
func unquoted(value json.RawMessage) []byte {
	var s string
	_ = json.Unmarshal(value, &s)
	return []byte(s)
}

func readTools(value json.RawMessage) (*document, error) {
	if value[0] == '"' {
		value = bytes.Trim(unquoted(value), spaces)
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
		return &document{data: unquoted(value)}, nil
	case '{', '[':
		return &document{data: value, value: true}, nil
	}
	return nil, mistake("document must be a string with the text of a whole document")
}

// own puts the definitions into a document that names their server, and those that stand on their own into a list of their kind.
func (d *document) own(server string) error {
	inner := bytes.Trim(d.data, spaces)
	var root *detect.Node
	var list []*detect.Node
	if len(inner) > 0 && (inner[0] == '{' || inner[0] == '[') {
		// What is no JSON the scan reads in its own way.
		root, _ = detect.ParseJSON(inner)
	}
	isList := root != nil && root.Kind == detect.NodeArray
	switch {
	case isList && door.AreDefinitions(root.Items):
		list = root.Items
	case !isList && door.IsDefinition(root) && (d.isTools || door.Has(root, "description", "inputSchema")):
		list = []*detect.Node{root}
	}
	name := door.ListOf(list)
	head, tail := "", ""
	switch {
	case isList && (server != "" || d.isTools && len(list) > 0):
		head, tail = `{"`+name+`":`, `}`
	case len(list) > 0 && !isList, server != "" && door.Has(root, "function", "result"):
		head, tail = `{"`+name+`":[`, `]}`
	case server == "", door.Has(root, "instructions"), door.Has(root, door.Lists...):
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

// wrap puts the data between two texts. A line break before a text keeps its columns as they are.
func (d *document) wrap(head, tail string) {
	if !d.value {
		head += "\n"
		d.lines = 1
	}
	d.prefix = len(head)
	d.data = append(append([]byte(head), d.data...), tail...)
}

// pointers returns the JSON pointers of the values that begin at some bytes of data, in the value that was given. A value in a member that
// is written twice has none when the later one hides it: the pointer would lead to that.
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
