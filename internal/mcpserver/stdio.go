package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/org/mcp-lint/internal/lazy"
)

const (
	// maxLine bounds a message: room for a document of maxDocument as an escaped JSON string.
	maxLine = 2*maxDocument + 1<<20
	// keptEnds is how much of both ends of a longer one is kept, to find its ID.
	keptEnds = 4 << 10
)

// stdio is a transport that answers a malformed line with an error and continues, unlike the SDK's.
type stdio struct {
	in  io.Reader
	out io.Writer
	// linger is how long to wait for answers after the end of the input, for requests from a pipe.
	linger time.Duration
}

func (s *stdio) Connect(ctx context.Context) (mcp.Connection, error) {
	messages, feed := io.Pipe()
	out := &output{w: s.out}
	// forward bounds the lines.
	conn, err := (&mcp.IOTransport{Reader: messages, Writer: out, MaxLineLength: -1}).Connect(ctx)
	go func() { _ = feed.CloseWithError(forward(s.in, feed, out)) }() // A blocked read outlives the session.
	c := &connection{Connection: conn, linger: s.linger, open: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1)}
	c.closed, c.close = context.WithCancel(context.Background())
	return c, err
}

// output serialises lines from several goroutines.
type output struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *output) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(line)
}

func (o *output) Close() error { return nil }

// connection is a session that ends only once all requests are answered.
type connection struct {
	mcp.Connection
	linger time.Duration
	closed context.Context
	close  context.CancelFunc

	mu sync.Mutex
	// open are the unanswered requests; idle is signalled if there are none.
	open map[jsonrpc.ID]bool
	idle chan struct{}
}

func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	if errors.Is(err, io.EOF) {
		c.awaitAnswers()
	}
	return m, err
}

func (c *connection) Close() error {
	c.close()
	return c.Connection.Close()
}

// awaitAnswers delays the end of Read, with which the SDK ends the session.
func (c *connection) awaitAnswers() {
	ctx, cancel := context.WithTimeout(c.closed, c.linger)
	defer cancel()
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-ctx.Done():
			return
		}
	}
}

func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, answer := m.(*jsonrpc.Response); answer {
		c.mu.Lock()
		defer c.mu.Unlock()
		if delete(c.open, r.ID); len(c.open) == 0 {
			select {
			case c.idle <- struct{}{}:
			default:
			}
		}
	}
	return err
}

// forward passes on messages and answers other lines. It returns nil at the end of the input.
func forward(in io.Reader, messages, answers io.Writer) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, cut, err := readLine(lines)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			to := messages
			if refusal := refused(line, cut); refusal != nil {
				to, line = answers, refusal
			}
			if _, err := to.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("cannot read standard input: %w", err)
		}
	}
}

// readLine reads a line. For one above maxLine it returns both ends, and cut.
func readLine(r *bufio.Reader) (line []byte, cut bool, err error) {
	var tail []byte
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case cut:
			tail = append(tail, part...)
			tail = tail[max(len(tail)-keptEnds, 0):]
		case len(line)+len(part) > maxLine:
			cut = true
			tail = append(bytes.Clone(line[max(len(line)-keptEnds, 0):]), part...)
			tail = tail[max(len(tail)-keptEnds, 0):]
			line = bytes.Clone(line[:min(len(line), keptEnds)])
		default:
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if cut {
			line = append(append(line, '\n'), tail...)
		}
		return line, cut, err
	}
}

// refused returns the answer to a line that is not a message, or nil. It quotes nothing but a plain ID.
func refused(line []byte, cut bool) []byte {
	refuse := func(id json.RawMessage, code int, message string) []byte {
		answer, _ := json.Marshal(struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   any             `json:"error"`
		}{"2.0", id, struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		}{code, message}})
		return answer
	}
	switch {
	case cut:
		return refuse(idAtEnds(line), jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is larger than %d bytes and was not read", maxLine))
	case !json.Valid(line):
		return refuse(nil, jsonrpc.CodeParseError, "the line is not JSON; a message is one JSON object per line")
	case line[0] == '[':
		return refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not supported; send one message per line")
	}
	if _, err := jsonrpc.DecodeMessage(line); err == nil {
		return nil
	}
	var lax struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(line, &lax)
	if !plainID().Match(lax.ID) {
		lax.ID = nil
	}
	return refuse(lax.ID, jsonrpc.CodeInvalidRequest, "the line is not a JSON-RPC 2.0 message, or is nested too deeply")
}

var (
	plainID = lazy.Regexp(`^(?:-?[0-9]{1,18}|"[^"\\]{0,128}")$`)
	// idFirst and idLast match an ID that can only be that of the message: before or after all other members.
	idFirst = lazy.Regexp(`^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*,`)
	idLast  = lazy.Regexp(`[\]}"]\s*,\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
)

// idAtEnds finds the ID of a message of which only both ends are known.
func idAtEnds(line []byte) json.RawMessage {
	for _, place := range []*regexp.Regexp{idFirst(), idLast()} {
		if m := place.FindSubmatch(line); m != nil {
			return m[1]
		}
	}
	return nil
}
