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

// capture is a transport that keeps answers as they were sent, whatever the SDK can decode, and hands it what a session needs.
type capture struct {
	mcp.Transport
	limits Limits
	// version is called with the version of the protocol, once that is known; it may be nil.
	version func(string)

	mu sync.Mutex
	// asked are the methods of the requests that wait for an answer.
	asked map[jsonrpc.ID]string
	// answers are the last ones, by method.
	answers map[string]answer
	// broken is why nothing more can be received.
	broken error
	// leaving is true once the connection is closed from here.
	leaving bool
	// unasked counts what was received beside answers, refused the requests among it, and changed holds the lists that were said to change.
	unasked int
	refused map[string]int
	changed map[string]bool
	changes chan struct{}
}

// answer is what a server answered to a request: a result as it was sent, or an error.
type answer struct {
	result json.RawMessage
	err    error
}

func newCapture(t mcp.Transport, limits Limits) *capture {
	return &capture{
		Transport: t, limits: limits, asked: map[jsonrpc.ID]string{}, answers: map[string]answer{}, refused: map[string]int{}, changed: map[string]bool{},
		changes: make(chan struct{}, 1),
	}
}

func (c *capture) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := c.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &captured{Connection: conn, capture: c}, nil
}

// take returns the answer to a method and forgets it.
func (c *capture) take(method string) (answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.answers[method]
	delete(c.answers, method)
	// What was not answered in time is not waited for any more.
	clear(c.asked)
	return a, ok
}

// failure returns why nothing more can be received, or nil.
func (c *capture) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.broken
}

// captured is a connection of capture.
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
			if c.keep(msg) {
				return msg, nil
			}
			err = c.countUnasked()
		case *jsonrpc.Request:
			if err = c.countUnasked(); err != nil {
				break
			}
			if msg.IsCall() && msg.Method == "ping" {
				return msg, nil
			}
			err = c.refuse(ctx, msg)
		}
		if err != nil {
			c.fail(err)
			return nil, err
		}
	}
}

// Close implements mcp.Connection.
func (c *captured) Close() error {
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	return c.Connection.Close()
}

func (c *capture) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil && !c.leaving {
		if errors.Is(err, io.EOF) {
			err = errEnded
		}
		c.broken = err
	}
}

// errEnded is why nothing more comes when the server has closed its side.
var errEnded = faultf("the server closed the connection")

// countUnasked counts a message that is no answer.
func (c *capture) countUnasked() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unasked++; c.unasked > c.limits.Messages {
		return faultf("the server sent more than %d unexpected messages", c.limits.Messages)
	}
	return nil
}

// keep keeps an answer as it was sent and leaves in it what the SDK needs. It reports false for what nobody has asked.
func (c *capture) keep(msg *jsonrpc.Response) bool {
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
		msg.Result = c.essence(method, a.result)
	}
	c.answers[method] = a
	return true
}

// essence is what the SDK needs of a result.
func (c *capture) essence(method string, result json.RawMessage) json.RawMessage {
	fields, _ := members(result)
	none := json.RawMessage("{}")
	switch method {
	case methodInitialize:
		version := word(fields, "protocolVersion")
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
