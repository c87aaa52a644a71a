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
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/org/mcp-lint/detect/text"
)

// maxGarbage bounds the lines that are not messages: some servers print a banner.
const maxGarbage = 1000

// pipe exchanges messages with a program, one per line.
type pipe struct {
	out, in *os.File
	limits  Limits
	// redact hides secrets. It must run before text is cut, which could leave half of one.
	redact func(string) string

	mu sync.Mutex
	// garbage counts lines that are not messages, and first is the start of the first one.
	garbage int
	first   string
}

func (p *pipe) Connect(ctx context.Context) (mcp.Connection, error) {
	messages, feed := io.Pipe()
	go func() {
		_ = feed.CloseWithError(p.forward(feed))
		_, _ = io.Copy(io.Discard, p.out) // A full pipe would keep the program from exiting.
	}()
	// line bounds the lines.
	return (&mcp.IOTransport{Reader: messages, Writer: p, MaxLineLength: -1}).Connect(ctx)
}

// forward passes on messages until the output ends.
func (p *pipe) forward(messages io.Writer) error {
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
				if err := p.countGarbage(line); err != nil {
					return err
				}
			}
			for _, msg := range msgs {
				if _, err := messages.Write(append(msg, '\n')); err != nil {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

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

// decode returns the messages of a line: one, or a batch as in old versions of the protocol.
func decode(line []byte) (msgs []json.RawMessage, err error) {
	if !json.Valid(line) {
		return nil, errors.New("not JSON")
	}
	each := []json.RawMessage{line}
	if line[0] == '[' {
		if err := json.Unmarshal(line, &each); err != nil {
			return nil, err
		}
	}
	for _, raw := range each {
		if _, err := jsonrpc.DecodeMessage(raw); err != nil {
			return msgs, err
		}
		msgs = append(msgs, raw)
	}
	return msgs, nil
}

// countGarbage counts a line that is not a message.
func (p *pipe) countGarbage(line []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.garbage++; p.garbage == 1 {
		p.first = text.Safe(p.redact(string(line)), 100)
	}
	if p.garbage > maxGarbage {
		return faultf("the server sent more than %d lines that are not messages", maxGarbage)
	}
	return nil
}

// garbageSeen describes the lines that are not messages, or returns "".
func (p *pipe) garbageSeen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.garbage == 0 {
		return ""
	}
	return fmt.Sprintf("not messages on its standard output: %s, the first %q", text.Count(p.garbage, "line"), p.first)
}

func (p *pipe) Write(line []byte) (int, error) {
	// A server that does not read must not block us. Where pipes have no deadlines, the end of the program unblocks.
	_ = p.in.SetWriteDeadline(time.Now().Add(p.limits.Answer)) //nolint:forbidigo // a deadline of a pipe
	n, err := p.in.Write(line)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, faultf("the server does not read its input")
	case err != nil:
		return n, errEnded
	}
	return n, nil
}

func (p *pipe) Close() error { return p.in.Close() }
