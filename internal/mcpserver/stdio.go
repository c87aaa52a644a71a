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
	// maxLine bounds one message: room for a document of maxDocument in a JSON string, escapes included.
	maxLine = 2*maxDocument + 1<<20
	// keptOfLine is what is kept of both ends of a longer one, to learn which request it was.
	keptOfLine = 4 << 10
)

// stdio is a transport of one message a line. Unlike that of the SDK it outlives a line that is no message: it says so and goes on with
// the next.
type stdio struct {
	in  io.Reader
	out io.Writer
	// linger is how long answers are waited for at the end of the input: whoever pipes requests in wants them, and whoever has left does
	// not.
	linger time.Duration
}

func (s *stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{
		out: s.out, linger: s.linger,
		incoming: make(chan jsonrpc.Message), closed: make(chan struct{}), open: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1),
	}
	go c.readAll(s.in)
	return c, nil
}

// connection is a session over a stdio. Reading happens in a goroutine of its own, which a read that never ends may outlive.
type connection struct {
	incoming chan jsonrpc.Message
	linger   time.Duration
	// failed is why incoming was closed, or nil at the end of the input.
	failed error

	// mu guards what follows, and writes.
	mu  sync.Mutex
	out io.Writer
	// open are the requests that have no answer yet; idle is signalled when there are none.
	open map[jsonrpc.ID]bool
	idle chan struct{}

	once   sync.Once
	closed chan struct{}
}

func (c *connection) SessionID() string { return "" }

func (c *connection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case m, ok := <-c.incoming:
		if ok {
			return m, nil
		}
	}
	if c.failed != nil {
		return nil, c.failed
	}
	c.awaitAnswers(ctx)
	return nil, io.EOF
}

// awaitAnswers gives requests that were read the time to be answered: the session ends for all of them when Read does.
func (c *connection) awaitAnswers(ctx context.Context) {
	limit := time.NewTimer(c.linger)
	defer limit.Stop()
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		case <-limit.C:
			return
		}
	}
}

func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return fmt.Errorf("cannot write an answer as JSON: %w", err)
	}
	r, answer := m.(*jsonrpc.Response)
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.out.Write(append(data, '\n'))
	if answer {
		delete(c.open, r.ID)
		if len(c.open) == 0 {
			select {
			case c.idle <- struct{}{}:
			default:
			}
		}
	}
	return err
}

// readAll hands on the messages and answers lines that are none.
func (c *connection) readAll(in io.Reader) {
	defer close(c.incoming)
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, cut, err := readLine(lines)
		if len(bytes.TrimSpace(line)) > 0 {
			m, refusal := decode(line, cut)
			if refusal != nil {
				if err := c.refuse(refusal); err != nil {
					c.failed = err
					return
				}
			} else if !c.deliver(m) {
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.failed = fmt.Errorf("cannot read standard input: %w", err)
			}
			return
		}
	}
}

func (c *connection) deliver(m jsonrpc.Message) bool {
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	select {
	case c.incoming <- m:
		return true
	case <-c.closed:
		return false
	}
}

func (c *connection) refuse(r *refusal) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.out.Write(append(data, '\n'))
	return err
}

// readLine reads a line. Of one above maxLine it returns the two ends, and cut.
func readLine(r *bufio.Reader) (line []byte, cut bool, err error) {
	var tail []byte
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case cut:
			tail = append(tail, part...)
			tail = tail[max(len(tail)-keptOfLine, 0):]
		case len(line)+len(part) > maxLine:
			cut = true
			tail = append(bytes.Clone(line[max(len(line)-keptOfLine, 0):]), part...)
			tail = tail[max(len(tail)-keptOfLine, 0):]
			line = bytes.Clone(line[:min(len(line), keptOfLine)])
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

// refusal is the answer to a line that is no message. The ID is null when it is not known which request it was.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   refusalError    `json:"error"`
}

type refusalError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func refuse(id json.RawMessage, code int, message string) *refusal {
	return &refusal{Version: "2.0", ID: id, Error: refusalError{code, message}}
}

// decode reads a line as a message, or says why it is none. Its words hold none of the line.
func decode(line []byte, cut bool) (jsonrpc.Message, *refusal) {
	if cut {
		return nil, refuse(idAtEnds(line), jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is larger than %d bytes and was not read", maxLine))
	}
	line = bytes.TrimSpace(line)
	if !json.Valid(line) {
		return nil, refuse(nil, jsonrpc.CodeParseError, "the line is not JSON; a message is one JSON object per line")
	}
	if line[0] == '[' {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not supported; send one message per line")
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		var lax struct {
			ID json.RawMessage `json:"id"`
		}
		// What is no object has no ID.
		_ = json.Unmarshal(line, &lax)
		if !plainID().Match(lax.ID) {
			lax.ID = nil
		}
		return nil, refuse(lax.ID, jsonrpc.CodeInvalidRequest, "the line is not a JSON-RPC 2.0 message, or is nested too deeply")
	}
	return m, nil
}

var (
	plainID = lazy.Regexp(`^(?:-?[0-9]{1,18}|"[^"\\]{0,128}")$`)
	// idFirst and idLast find the ID of a request where it is certain to be the one of the message: before everything else, or after it.
	idFirst = lazy.Regexp(`^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*,`)
	idLast  = lazy.Regexp(`[\]}"]\s*,\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
)

// idAtEnds finds the ID of a request of which only the two ends are known.
func idAtEnds(line []byte) json.RawMessage {
	for _, place := range []*regexp.Regexp{idFirst(), idLast()} {
		if m := place.FindSubmatch(line); m != nil {
			return m[1]
		}
	}
	return nil
}
