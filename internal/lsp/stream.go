package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
)

const (
	// maxMessage bounds one message: several times the largest document that is scanned, every character of it an escape.
	maxMessage = 64 << 20
	// maxHeaderLine bounds a line of the header.
	maxHeaderLine = 4 << 10
)

// frames is a jsonrpc2.Stream that outlives whatever it reads: what is no message is answered or passed by, and the next one is read. That
// of the library ends at the first, and takes the room that a header asks for before anything has come.
type frames struct {
	in     *bufio.Reader
	out    io.Writer
	closed atomic.Bool
	// lost, when set, is called for each message that could not be read.
	lost func(reason string)

	writing sync.Mutex
}

func newFrames(in io.Reader, out io.Writer, lost func(string)) *frames {
	return &frames{in: bufio.NewReaderSize(in, maxHeaderLine), out: out, lost: lost}
}

// Read returns the next message that is one. It fails only where the input ends or the stream was closed.
func (f *frames) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if f.closed.Load() {
			return nil, 0, io.EOF
		}
		size, err := f.header()
		if err != nil {
			return nil, 0, err
		}
		if size > maxMessage {
			if _, err := io.CopyN(io.Discard, f.in, size); err != nil {
				return nil, 0, err
			}
			f.refuse(jsonrpc2.InvalidRequest, fmt.Sprintf("a message of %d bytes was not read: the limit is %d", size, maxMessage))
			continue
		}
		// It grows as the bytes come: the header may promise more than there are.
		var body bytes.Buffer
		if _, err := io.CopyN(&body, f.in, size); err != nil {
			return nil, 0, err
		}
		msg, problem := decode(body.Bytes())
		if problem != nil {
			f.refuse(problem.Code, problem.Message)
			continue
		}
		return msg, size, nil
	}
}

// decode reads one message. What is a message of JSON-RPC but none that can be handled is an invalid request.
func decode(data []byte) (msg jsonrpc2.Message, problem *jsonrpc2.Error) {
	defer func() {
		if recover() != nil {
			msg, problem = nil, jsonrpc2.NewError(jsonrpc2.ParseError, "a message could not be read")
		}
	}()
	if !json.Valid(data) {
		return nil, jsonrpc2.NewError(jsonrpc2.ParseError, "a message is not valid JSON")
	}
	msg, err := jsonrpc2.DecodeMessage(data)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "a message is not a JSON-RPC 2.0 request, notification or response")
	}
	return msg, nil
}

// refuse answers what could not be read. Nobody knows which request it was.
func (f *frames) refuse(code jsonrpc2.Code, reason string) {
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": reason},
	})
	if err == nil {
		_, _ = f.send(answer)
	}
	if f.lost != nil {
		f.lost(reason)
	}
}

// header reads the header of the next message and returns the size of the message. Lines that are no header are passed by.
func (f *frames) header() (size int64, err error) {
	size = -1
	for {
		line, err := f.line()
		if err != nil {
			return 0, err
		}
		if len(line) == 0 {
			if size > 0 {
				return size, nil
			}
			size = -1
			continue
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || !bytes.EqualFold(bytes.TrimSpace(name), []byte(jsonrpc2.HdrContentLength)) {
			continue
		}
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64); err == nil {
			size = n
		}
	}
}

// line returns the next line without its end; one that is too long is no header.
func (f *frames) line() ([]byte, error) {
	line, long, err := f.in.ReadLine()
	if !long {
		return bytes.TrimSpace(line), err
	}
	for long && err == nil {
		_, long, err = f.in.ReadLine()
	}
	return []byte("-"), err
}

// Write sends a message.
func (f *frames) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	data, err := json.Marshal(msg)
	if err != nil {
		return 0, err
	}
	return f.send(data)
}

func (f *frames) send(data []byte) (int64, error) {
	f.writing.Lock()
	defer f.writing.Unlock()
	framed := append(fmt.Appendf(nil, "%s: %d%s", jsonrpc2.HdrContentLength, len(data), jsonrpc2.HdrContentSeparator), data...)
	n, err := f.out.Write(framed)
	return int64(n), err
}

// Close has Read end before the next message. A read that waits goes on waiting: nobody can take standard input away from it.
func (f *frames) Close() error {
	f.closed.Store(true)
	return nil
}
