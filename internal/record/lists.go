package record

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	methodInitialize = "initialize"
	methodDiscover   = "server/discover"
)

// List is one list of a server.
type List struct {
	// Method is what asks for it, as tools/list, and Kind what an item of it is called, as tool.
	Method, Kind string
	member       string
	// capability is what a server declares that has such a list, and certain that it then has to answer.
	capability string
	certain    bool
	// Listed is true once there was a page of it.
	Listed bool
	Items  []json.RawMessage
	// Reason is why it is not all there, in words of ours, and Said what the server said to it.
	Reason, Said string
}

// lists are the lists that a server may have, in the order of a record.
func lists() []*List {
	return []*List{
		{Method: "tools/list", Kind: "tool", member: "tools", capability: "tools", certain: true},
		{Method: "prompts/list", Kind: "prompt", member: "prompts", capability: "prompts", certain: true},
		{Method: "resources/list", Kind: "resource", member: "resources", capability: "resources", certain: true},
		{Method: "resources/templates/list", Kind: "resource template", member: "resourceTemplates", capability: "resources"},
	}
}

// ask has the SDK ask for one page of a list. What it returns is left: the answer is in the capture.
func ask(ctx context.Context, s *mcp.ClientSession, method, cursor string) error {
	var err error
	switch method {
	case "tools/list":
		_, err = s.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
	case "prompts/list":
		_, err = s.ListPrompts(ctx, &mcp.ListPromptsParams{Cursor: cursor})
	case "resources/list":
		_, err = s.ListResources(ctx, &mcp.ListResourcesParams{Cursor: cursor})
	default:
		_, err = s.ListResourceTemplates(ctx, &mcp.ListResourceTemplatesParams{Cursor: cursor})
	}
	return err
}

// list asks for all pages of a list. A list that a server does not declare is asked for all the same, since a client might, but need not be
// answered.
func (r *recorder) list(ctx context.Context, l *List) {
	declared := r.declared[l.capability]
	seen := map[string]bool{}
	cursor := ""
	for page := 1; ; page++ {
		a, err := r.page(ctx, l.Method, cursor, declared)
		switch {
		case err != nil && !declared && page == 1:
			if wire := wireError(err); wire == nil || wire.Code != jsonrpc.CodeMethodNotFound {
				r.unknown[l.Method], _ = r.reason(ctx, err)
			}
			return
		case err != nil:
			l.Reason, l.Said = r.reason(ctx, err)
			if wire := wireError(err); page == 1 && !l.certain && wire != nil && wire.Code == jsonrpc.CodeMethodNotFound {
				l.Reason, l.Said = "", ""
			}
			return
		}
		next, err := r.add(l, a)
		if err != nil {
			l.Reason = err.Error()
			return
		}
		switch {
		case next == "":
			return
		case seen[next]:
			l.Reason = fmt.Sprintf("the server repeated a cursor after %s", some(page, "page"))
		case page == r.limits.Pages:
			l.Reason = fmt.Sprintf("the list has more than %s", some(page, "page"))
		}
		if l.Reason != "" {
			return
		}
		seen[next], cursor = true, next
	}
}
