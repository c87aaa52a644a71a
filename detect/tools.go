package detect

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoTools is returned by ParseTools for a document without a list of tools.
var ErrNoTools = errors.New("no list of tools")

// ParseTools turns the answer to tools/list into views, in its order. It accepts the JSON-RPC message, its result, or the list alone.
// Since unscanned text must not reach a model, it fails on anything it does not fully understand: invalid JSON, no list (ErrNoTools), a
// duplicate list, or an item that is not an object. Pages of one answer are several lists: scan their tools together.
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

// memberOf returns the member with that name, or nil. It fails on duplicates in any case: parsers disagree on which one counts, and
// encoding/json ignores case.
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
