package record

import (
	"context"
	"encoding/json"
	"maps"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// refuse answers a request of the server the way people do who decline, and drops a notification.
func (c *captured) refuse(ctx context.Context, msg *jsonrpc.Request) error {
	if !msg.IsCall() {
		if list, ok := strings.CutSuffix(strings.TrimPrefix(msg.Method, "notifications/"), "/list_changed"); ok {
			c.change(list)
		}
		return nil
	}
	reply := &jsonrpc.Response{ID: msg.ID}
	name := msg.Method
	switch name {
	case "roots/list":
		reply.Result = json.RawMessage(`{"roots":[]}`)
	case "elicitation/create":
		reply.Result = json.RawMessage(`{"action":"decline"}`)
	case "sampling/createMessage":
		reply.Error = &jsonrpc.Error{Code: -1, Message: "the user declined"}
	default:
		name = "something else"
		reply.Error = &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this client only lists what a server offers"}
	}
	if name != "roots/list" {
		c.mu.Lock()
		c.refused[name]++
		c.mu.Unlock()
	}
	return c.Connection.Write(ctx, reply)
}

// change keeps that a list was said to change.
func (c *capture) change(list string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed[list] = true
	select {
	case c.changes <- struct{}{}:
	default:
	}
}

// changedLists returns the lists that were said to change, and forgets them.
func (c *capture) changedLists() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	lists := maps.Clone(c.changed)
	clear(c.changed)
	return lists
}
