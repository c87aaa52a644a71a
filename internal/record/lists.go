package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/org/mcp-lint/detect/text"
)

const (
	methodInitialize = "initialize"
	methodDiscover   = "server/discover"
)

// List is a list of a server.
type List struct {
	// Method is the method of the protocol, such as tools/list, and Kind the kind of the items, such as tool.
	Method, Kind string
	member       string
	// capability is the capability for the list; certain is set if a server that declares it must answer.
	capability string
	required   bool
	// Listed is set once a page was received.
	Listed bool
	Items  []json.RawMessage
	// Reason is why the list is incomplete, in our words, and Said what the server said about it.
	Reason, Said string
}

// lists are all lists of the protocol, in the order of a record.
func lists() []*List {
	return []*List{
		{Method: "tools/list", Kind: "tool", member: "tools", capability: "tools", required: true},
		{Method: "prompts/list", Kind: "prompt", member: "prompts", capability: "prompts", required: true},
		{Method: "resources/list", Kind: "resource", member: "resources", capability: "resources", required: true},
		{Method: "resources/templates/list", Kind: "resource template", member: "resourceTemplates", capability: "resources"},
	}
}

// ask requests one page. The result is discarded, since the capture has the answer as sent.
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

// list requests all pages of a list, even of one that the server does not declare and need not answer.
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
			if wire := wireError(err); page == 1 && !l.required && wire != nil && wire.Code == jsonrpc.CodeMethodNotFound {
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
			l.Reason = fmt.Sprintf("the server repeated a cursor after %s", text.Count(page, "page"))
		case page == r.limits.Pages:
			l.Reason = fmt.Sprintf("the list has more than %s", text.Count(page, "page"))
		}
		if l.Reason != "" {
			return
		}
		seen[next], cursor = true, next
	}
}

func (r *recorder) page(ctx context.Context, method, cursor string, declared bool) (json.RawMessage, error) {
	if err := r.capture.failure(); err != nil {
		return nil, err
	}
	wait := r.limits.Answer
	if !declared {
		wait = min(wait, 5*time.Second)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, tooLate{wait})
	defer cancel()
	err := ask(ctx, r.session, method, cursor)
	a, ok := r.capture.take(method)
	switch {
	case ok:
		return a.result, a.err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case r.capture.failure() != nil:
		return nil, r.capture.failure()
	case err == nil:
		err = faultf("no answer")
	}
	return nil, err
}

// tooLate is the timeout of an answer.
type tooLate struct{ wait time.Duration }

func (e tooLate) Error() string { return fmt.Sprintf("no answer within %s", e.wait) }

// add adds the items of a page to its list and keeps the page's other members. It returns the cursor of the next page.
func (r *recorder) add(l *List, result json.RawMessage) (next string, err error) {
	fields, err := members(result)
	if err != nil {
		return "", faultf("the answer is not an object")
	}
	r.folded = foldCase(fields, l.member) || r.folded
	if last(fields, "nextCursor") == nil {
		r.folded = foldCase(fields, "nextCursor") || r.folded
	}
	found := false
	for _, f := range fields {
		if f.name != l.member {
			continue
		}
		page, err := items(f.value)
		if err != nil {
			return "", faultf("the answer has no list of %ss", l.Kind)
		}
		found, l.Listed = true, true
		for _, item := range page {
			if r.items++; r.items > r.limits.Items {
				return "", faultf("the lists have more than %s", text.Count(r.limits.Items, "item"))
			}
			if r.kept += len(item); r.kept > r.limits.KeptBytes {
				return "", faultf("the lists are larger than %s", size(r.limits.KeptBytes))
			}
			l.Items = append(l.Items, item)
		}
	}
	if !found {
		return "", faultf("the answer has no list of %ss", l.Kind)
	}
	// These are members of the protocol that do not reach a model.
	if rest := without(fields, l.member, "nextCursor", "resultType", "ttlMs", "cacheScope"); len(rest) > 0 {
		if err := r.other(l.Method, rest); err != nil {
			return "", err
		}
	}
	if next := last(fields, "nextCursor"); next != nil && next[0] != '"' && string(next) != "null" {
		return "", faultf("there are more pages, but the cursor is not a string")
	}
	return lastString(fields, "nextCursor"), nil
}

// other keeps members that have no place of their own in the record.
func (r *recorder) other(method string, fields []field) error {
	all := object(fields)
	if r.kept += len(all); r.kept > r.limits.KeptBytes {
		return faultf("the answers are larger than %s", size(r.limits.KeptBytes))
	}
	r.out.others = append(r.out.others, field{method, all})
	return nil
}

// serverInfoKey is the _meta key of the server's name in versions without initialize.
const serverInfoKey = "io.modelcontextprotocol/serverInfo"

// recordServer records what the server says about itself.
func (r *recorder) recordServer(method string, result json.RawMessage) error {
	fields, err := members(result)
	if err != nil {
		return errors.New("the answer to " + method + " is not an object")
	}
	shown := []string{"protocolVersion", "supportedVersions", "capabilities", "serverInfo", "instructions"}
	r.folded = foldCase(fields, "serverInfo", "instructions") || r.folded
	for _, name := range shown {
		for _, f := range fields {
			if f.name == name {
				r.out.about = append(r.out.about, f)
				r.kept += len(f.value)
			}
		}
	}
	for _, f := range fields {
		if meta, err := members(f.value); f.name == "_meta" && err == nil && last(meta, serverInfoKey) != nil {
			r.out.about = append(r.out.about, field{"serverInfo", last(meta, serverInfoKey)})
		}
	}
	if info, err := members(last(r.out.about, "serverInfo")); err == nil {
		r.out.Server = lastString(info, "name")
	}
	r.out.Instructions = lastString(fields, "instructions") != ""
	if rest := without(fields, append(shown, "resultType", "ttlMs", "cacheScope")...); len(rest) > 0 {
		if err := r.other(method, rest); err != nil {
			return err
		}
	}
	if declared, err := members(last(fields, "capabilities")); err == nil {
		for _, f := range declared {
			r.declared[f.name] = true
			if of, err := members(f.value); err == nil && string(last(of, "listChanged")) == "true" {
				r.changes[f.name] = true
			}
		}
	}
	if r.kept > r.limits.KeptBytes {
		return fmt.Errorf("the answer to %s is longer than %s", method, size(r.limits.KeptBytes))
	}
	return nil
}
