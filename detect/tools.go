package detect

import (
	"errors"
	"fmt"
)

// ErrNoTools is returned by ParseTools for a document that holds no list of tools.
var ErrNoTools = errors.New("there is no list of tools")

// ParseTools cuts what a server answers to tools/list into views, in its order. It takes the JSON-RPC message, its result, or the list
// alone. An answer that is not wholly understood is an error, since what cannot be looked at must not reach a model: one that ParseJSON
// refuses, ErrNoTools, or an item that is no object. An answer in several pages is several lists: scan their tools together.
func ParseTools(server string, answer []byte) ([]ToolView, error) {
	n, err := ParseJSON(answer)
	if err != nil {
		return nil, err
	}
	if result := n.Get("result"); result != nil {
		n = result
	}
	list := n
	if n.Kind == NodeObject {
		list = n.Get("tools")
	}
	if list == nil || list.Kind != NodeArray {
		return nil, ErrNoTools
	}
	tools := make([]ToolView, len(list.Items))
	for i, item := range list.Items {
		if item.Kind != NodeObject {
			return nil, fmt.Errorf("item %d of the list of tools is no object", i)
		}
		tools[i] = NewView(KindTool, server, item)
	}
	return tools, nil
}
