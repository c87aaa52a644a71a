package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// capture is a transport that keeps answers as sent, and passes the SDK only what a session needs.
type capture struct {
	mcp.Transport
	limits Limits
	// version, if not nil, is called with the negotiated protocol version.
	version func(string)

	mu sync.Mutex
	// asked are the methods of the unanswered requests.
	asked map[jsonrpc.ID]string
	// answers are the last answers by method.
	answers map[string]answer
	// broken is why nothing more can be received.
	broken error
	// closing is set once we close the connection.
	closing bool
	// unsolicited counts messages that are not answers, refused the requests among them by method. changed are the lists of list_changed.
	unsolicited int
	refused     map[string]int
	changed     map[string]bool
	changes     chan struct{}
}

// answer is a result as sent, or an error.
type answer struct {
	result json.RawMessage
	err    error
}

func (c *capture) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := c.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &captured{Connection: conn, capture: c}, nil
}

// take returns and removes the answer to a method.
func (c *capture) take(method string) (answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.answers[method]
	delete(c.answers, method)
	clear(c.asked) // Ignore answers that come too late.
	return a, ok
}

// failure returns why nothing more can be received, or nil.
func (c *capture) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.broken
}

type captured struct {
	mcp.Connection
	*capture
}

func (c *captured) Write(ctx context.Context, msg jsonrpc.Message) error {
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
		c.mu.Lock()
		c.asked[req.ID] = req.Method
		c.mu.Unlock()
	}
	err := c.Connection.Write(ctx, msg)
	if errors.Is(err, errEnded) {
		c.fail(err)
	}
	return err
}

func (c *captured) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		msg, err := c.Connection.Read(ctx)
		if err != nil {
			c.fail(err)
			return nil, err
		}
		switch msg := msg.(type) {
		case *jsonrpc.Response:
			if c.store(msg) {
				return msg, nil
			}
			err = c.countUnsolicited()
		case *jsonrpc.Request:
			if err = c.countUnsolicited(); err != nil {
				break
			}
			if msg.IsCall() && msg.Method == "ping" {
				return msg, nil
			}
			err = c.decline(ctx, msg)
		}
		if err != nil {
			c.fail(err)
			return nil, err
		}
	}
}

func (c *captured) Close() error {
	c.mu.Lock()
	c.closing = true
	c.mu.Unlock()
	return c.Connection.Close()
}

func (c *capture) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil && !c.closing {
		if errors.Is(err, io.EOF) {
			err = errEnded
		}
		c.broken = err
	}
}

var errEnded = faultf("the server closed the connection")

func (c *capture) countUnsolicited() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unsolicited++; c.unsolicited > c.limits.Messages {
		return faultf("the server sent more than %d unexpected messages", c.limits.Messages)
	}
	return nil
}

// store stores an answer as sent and reduces msg to what the SDK needs. It returns false for an answer to no request.
func (c *capture) store(msg *jsonrpc.Response) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	method, ok := c.asked[msg.ID]
	if !ok {
		return false
	}
	delete(c.asked, msg.ID)
	a := answer{result: bytes.Clone(msg.Result), err: msg.Error}
	switch {
	case a.err != nil:
	case len(a.result) == 0 || a.result[0] != '{' || !json.Valid(a.result):
		a.err = faultf("the answer is not an object")
	default:
		msg.Result = c.minimal(method, a.result)
	}
	c.answers[method] = a
	return true
}

// minimal returns the part of a result that the SDK needs.
func (c *capture) minimal(method string, result json.RawMessage) json.RawMessage {
	fields, _ := members(result)
	none := json.RawMessage("{}")
	switch method {
	case methodInitialize:
		version := lastString(fields, "protocolVersion")
		if c.version != nil {
			c.version(version)
		}
		nobody := json.RawMessage(`{"name":"","version":""}`)
		return object([]field{{"protocolVersion", quoted(version)}, {"capabilities", none}, {"serverInfo", nobody}})
	case methodDiscover:
		var versions []string
		_ = json.Unmarshal(last(fields, "supportedVersions"), &versions)
		data, _ := json.Marshal(versions)
		return object([]field{{"supportedVersions", data}, {"capabilities", none}})
	}
	for _, l := range lists() {
		if l.Method == method {
			return json.RawMessage(`{"` + l.member + `":[]}`)
		}
	}
	return result
}

// decline declines a request of the server as a user would, and drops a notification.
func (c *captured) decline(ctx context.Context, msg *jsonrpc.Request) error {
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

func (c *capture) change(list string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed[list] = true
	select {
	case c.changes <- struct{}{}:
	default:
	}
}

// changedLists returns and resets the lists that the server reported as changed.
func (c *capture) changedLists() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	lists := maps.Clone(c.changed)
	clear(c.changed)
	return lists
}
