package record

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/org/mcp-lint/detect/text"
)

// garbageLines is how many lines that are no messages are put up with: some servers greet on their standard output.
const garbageLines = 1000

// pipe is a connection to a program, one message a line.
type pipe struct {
	out, in *os.File
	limits  Limits
	// conceal hides secrets. What is cut is concealed before, or the half of a secret would not be known as one.
	conceal func(string) string
	// incoming is what was received; it is closed at the end, for the reason failed.
	incoming chan jsonrpc.Message
	failed   error
	closing  sync.Once
	closed   chan struct{}

	writing sync.Mutex
	mu      sync.Mutex
	// garbage counts lines that are no messages, and first is the beginning of the first one.
	garbage int
	first   string
}

func newPipe(out, in *os.File, limits Limits, conceal func(string) string) *pipe {
	p := &pipe{out: out, in: in, limits: limits, conceal: conceal, incoming: make(chan jsonrpc.Message), closed: make(chan struct{})}
	go func() {
		defer close(p.incoming)
		p.failed = p.receive()
	}()
	return p
}

// receive hands on all messages until there is none any more.
func (p *pipe) receive() error {
	r := bufio.NewReaderSize(p.out, 64<<10)
	total := 0
	for {
		line, err := p.line(r)
		if total += len(line); total > p.limits.Bytes {
			return faultf("the server sent more than %s", size(p.limits.Bytes))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			msgs, bad := decode(line)
			if bad != nil {
				if err := p.odd(line); err != nil {
					return err
				}
			}
			for _, msg := range msgs {
				select {
				case p.incoming <- msg:
				case <-p.closed:
					// Who is read can end.
					_, _ = io.Copy(io.Discard, p.out)
					return io.EOF
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

// line reads one line.
func (p *pipe) line(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > p.limits.MessageBytes:
			return nil, faultf("the server sent a message of more than %s", size(p.limits.MessageBytes))
		case err == nil:
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, os.ErrClosed):
			return line, io.EOF
		default:
			return line, err
		}
	}
}

// decode reads a message, or a list of them as old versions of the protocol have it.
func decode(line []byte) ([]jsonrpc.Message, error) {
	if !json.Valid(line) {
		return nil, errors.New("not JSON")
	}
	each := []json.RawMessage{line}
	if line[0] == '[' {
		if err := json.Unmarshal(line, &each); err != nil {
			return nil, err
		}
	}
	var msgs []jsonrpc.Message
	for _, raw := range each {
		msg, err := jsonrpc.DecodeMessage(raw)
		if err != nil {
			return msgs, err
		}
		msgs = append(msgs, msg)
	}
	return msgs, nil
}

// odd counts a line that is no message.
func (p *pipe) odd(line []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.garbage++; p.garbage == 1 {
		p.first = text.Safe(p.conceal(string(line)), 100)
	}
	if p.garbage > garbageLines {
		return faultf("the server sent more than %d lines that are not messages", garbageLines)
	}
	return nil
}

// garbageSeen says what was received that is no message, or "".
func (p *pipe) garbageSeen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.garbage == 0 {
		return ""
	}
	return fmt.Sprintf("not messages on its standard output: %s, the first %q", some(p.garbage, "line"), p.first)
}

// Read implements mcp.Connection.
func (p *pipe) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-p.closed:
		return nil, io.EOF
	case msg, ok := <-p.incoming:
		if !ok {
			return nil, p.failed
		}
		return msg, nil
	}
}

// Write implements mcp.Connection.
func (p *pipe) Write(ctx context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	// A server that does not read must not hold us up. Where pipes have no deadlines the end of the program does it.
	ctx, cancel := context.WithTimeout(ctx, p.limits.Answer)
	defer cancel()
	deadline, _ := ctx.Deadline()
	_ = p.in.SetWriteDeadline(deadline)
	switch _, err = p.in.Write(append(data, '\n')); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return faultf("the server does not read its input")
	case err != nil:
		return errEnded
	}
	return nil
}

// Close implements mcp.Connection: the program sees the end of its input.
func (p *pipe) Close() error {
	p.closing.Do(func() {
		close(p.closed)
		_ = p.in.Close()
	})
	return nil
}

// drop ends reading.
func (p *pipe) drop() { _ = p.out.Close() }

// SessionID implements mcp.Connection.
func (p *pipe) SessionID() string { return "" }
