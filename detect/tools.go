package detect

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoTools is returned by ParseTools for a document that holds no list of tools.
var ErrNoTools = errors.New("no list of tools")

// ParseTools cuts what a server answers to tools/list into views, in its order. It takes the JSON-RPC message, its result, or the list
// alone. An answer that is not wholly understood is an error, since what cannot be looked at must not reach a model: one that ParseJSON
// refuses, ErrNoTools, a list that stands there twice, or an item that is no object. An answer in several pages is several lists: scan their tools together.
func ParseTools(server string, answer []byte) ([]ToolView, error) {
	n, err := ParseJSON(answer)
	if err != nil {
		return nil, err
	}
	result, err := memberOf(n, "result")
	if err != nil {
		return nil, err
	}
	if result != nil {
		if n.Get("tools") != nil {
			return nil, errors.New(`"tools" stands beside "result", and readers disagree on which to use`)
		}
		n = result
	}
	list := n
	if n.Kind == NodeObject {
		if list, err = memberOf(n, "tools"); err != nil {
			return nil, err
		}
	}
	if list == nil || list.Kind != NodeArray {
		return nil, ErrNoTools
	}
	tools := make([]ToolView, len(list.Items))
	for i, item := range list.Items {
		if item.Kind != NodeObject {
			return nil, fmt.Errorf("item %d of the list of tools is not an object", i)
		}
		tools[i] = NewView(KindTool, server, item)
	}
	return tools, nil
}

// memberOf returns the member of an object with that name, or nil. Readers do not agree on which of two members of one name counts, and
// encoding/json takes a name in whatever case for the same.
func memberOf(n *Node, name string) (*Node, error) {
	var found *Node
	count := 0
	for _, m := range n.Members {
		if strings.EqualFold(m.Name.Text, name) {
			count++
		}
		if m.Name.Text == name {
			found = m.Value
		}
	}
	if count > 1 {
		return nil, fmt.Errorf("%q appears %d times, and readers disagree on which to use", name, count)
	}
	return found, nil
}
