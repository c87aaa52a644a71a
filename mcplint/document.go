package mcplint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

// maxBytes bounds what is read from an io.Reader: one byte more than a scan takes, so that it says itself that there is too much.
const maxBytes = lint.DefaultFileBytes + 1

type document struct {
	data []byte
	// tools and others count the tools and the prompts and resources in the document; if fewer were read, some were not recognised.
	tools, others int
	// more is set when the document says that the list goes on.
	more bool
	// path is what was named in place of a document.
	path string
}

// newDocument encodes definitions as a document, of a server when that has a name.
func newDocument(definitions any, server string) (document, error) {
	data, err := encoded(definitions)
	if err != nil {
		return document{}, err
	}
	n, err := detect.ParseJSON(data)
	if err != nil {
		// The scan reads YAML and JSON with comments as well, and reports what it cannot read.
		if server != "" {
			return document{}, errors.New("mcplint.Server is for JSON: other documents have to name their server themselves")
		}
		return document{data: data}, nil
	}
	doc := document{}
	doc.data, n = declared(data, n)
	if doc.data, err = named(doc.data, n, server); err != nil {
		return doc, err
	}
	doc.count(n)
	return doc, nil
}

// count counts what a document lists. The pages of a list may be items of an array, and the last one says whether it goes on.
func (d *document) count(n *detect.Node) {
	pages := []*detect.Node{n}
	if n.Kind == detect.NodeArray {
		pages = n.Items
	}
	goesOn := map[string]bool{}
	for _, page := range pages {
		if page.Kind != detect.NodeObject {
			continue
		}
		if result := answer(page); result != nil {
			page = result
		}
		for _, name := range scanservice.Lists {
			list := page.Get(name)
			if list == nil || list.Kind != detect.NodeArray {
				continue
			}
			goesOn[name] = page.StringAt("nextCursor") != ""
			if name == "tools" {
				d.tools += len(list.Items)
			} else {
				d.others += len(list.Items)
			}
		}
	}
	for _, more := range goesOn {
		d.more = d.more || more
	}
}

// encoded returns the bytes of a document, or the JSON of a value.
func encoded(definitions any) ([]byte, error) {
	switch v := definitions.(type) {
	case []byte:
		return v, nil
	case json.RawMessage:
		return v, nil
	case string:
		if !strings.ContainsAny(v, "{[\n:") {
			return nil, fmt.Errorf("mcplint.Check takes definitions, and %q is not a document; mcplint.CheckPath is for files and folders", v)
		}
		return []byte(v), nil
	case io.Reader:
		data, err := io.ReadAll(io.LimitReader(v, maxBytes))
		if err != nil {
			return nil, fmt.Errorf("the definitions cannot be read: %w", err)
		}
		return data, nil
	}
	data, err := json.Marshal(definitions)
	var unsupported *json.UnsupportedTypeError
	if errors.As(err, &unsupported) {
		return nil, fmt.Errorf("a %T cannot be encoded as JSON, for it holds a %s: give mcplint.Check the definitions alone, without their handlers", definitions, unsupported.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("a %T cannot be encoded as JSON: %w", definitions, err)
	}
	return data, nil
}

// named adds the name of the server to a document, or that there is one where the document has instructions and says of nobody whose.
func named(data []byte, n *detect.Node, server string) ([]byte, error) {
	if result := answer(n); server != "" && result != nil {
		var message struct {
			Result json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(data, &message); err != nil {
			return nil, fmt.Errorf("the definitions cannot be read: %w", err)
		}
		data, n = message.Result, result
	}
	switch {
	case server == "" && scanservice.Has(n, "instructions") && !scanservice.Has(n, "serverInfo"):
		server = cmp.Or(n.StringAt("name"), unnamed)
	case server == "":
		return data, nil
	case !scanservice.Has(n, "instructions") && !scanservice.Has(n, scanservice.Lists...):
		return nil, errors.New("mcplint.Server is for lists of tools, prompts and resources: other documents have to name their server themselves")
	}
	name, err := json.Marshal(map[string]string{"name": server})
	// Of a repeated name the last one counts; places before it stay as they are.
	data = bytes.TrimSuffix(bytes.TrimRight(data, " \t\r\n"), []byte("}"))
	return wrapped("", data, `,"serverInfo":`+string(name)+"}"), err
}

// answer returns the result of a JSON-RPC response that holds nothing else, or nil.
func answer(n *detect.Node) *detect.Node {
	var result *detect.Node
	for _, m := range n.Members {
		switch name := m.Name.Text; {
		case (name == "jsonrpc" || name == "id") && (m.Value.Kind == detect.NodeString || m.Value.Kind == detect.NodeScalar):
		case name == "result" && result == nil && m.Value.Kind == detect.NodeObject:
			result = m.Value
		default:
			return nil
		}
	}
	return result
}

// unnamed is the name of a server without one.
const unnamed = "server"
