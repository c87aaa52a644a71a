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
	"go.lsp.dev/protocol"
)

const (
	// maxMessage bounds a message: room for the largest document that is scanned, with every character escaped.
	maxMessage    = 64 << 20
	maxHeaderLine = 4 << 10
)

// frames is a jsonrpc2.Stream that answers or skips malformed messages. The library's stream ends at the first one, and allocates the length
// that a header claims before any data arrives.
type frames struct {
	in     *bufio.Reader
	out    io.Writer
	closed atomic.Bool
	// lost, if set, is called for each unreadable message.
	lost func(reason string)

	writing sync.Mutex
}

// Read returns the next valid message. It fails only at the end of the input or once the stream is closed.
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
		// Grow as data arrives: the header may claim more.
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

// decode decodes one message, and recovers from panics of the library.
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

// refuse answers an unreadable message, whose ID is unknown.
func (f *frames) refuse(code jsonrpc2.Code, reason string) {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": reason}})
	if err == nil {
		_, _ = f.send(answer)
	}
	if f.lost != nil {
		f.lost(reason)
	}
}

// header reads a message header and returns its Content-Length. It skips other lines.
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

// line returns the next line, trimmed. It replaces an overlong one with a line that is not a header.
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

// Close makes Read stop before the next message. It cannot interrupt a read of standard input.
func (f *frames) Close() error {
	f.closed.Store(true)
	return nil
}

// outbox queues messages, so that an editor that does not read blocks nothing. It keeps only the latest diagnostics of a document.
type outbox struct {
	stream *frames

	mu    sync.Mutex
	queue []*outgoing
	// waiting are the queued diagnostics by document.
	waiting map[string]*outgoing
	ready   chan struct{}
}

// outgoing is a message; params of diagnostics may be replaced while it is queued.
type outgoing struct {
	method, uri string
	params      any
	// id is set for requests.
	id string
}

// maxMessages bounds the queue; beyond it, messages other than diagnostics are dropped.
const maxMessages = 1_000

// published are the parameters of textDocument/publishDiagnostics. The library's type omits version 0.
type published struct {
	URI         string                `json:"uri"`
	Version     *int32                `json:"version,omitempty"`
	Diagnostics []protocol.Diagnostic `json:"diagnostics"`
}

func (o *outbox) publish(uri string, version *int32, list []protocol.Diagnostic) {
	if list == nil {
		list = []protocol.Diagnostic{}
	}
	o.post(&outgoing{method: protocol.MethodTextDocumentPublishDiagnostics, uri: uri, params: published{uri, version, list}})
}

// show makes the editor show a message, or log it with protocol.MessageTypeLog.
func (o *outbox) show(kind protocol.MessageType, message string) {
	method := protocol.MethodWindowShowMessage
	if kind == protocol.MessageTypeLog {
		method = protocol.MethodWindowLogMessage
	}
	o.post(&outgoing{method: method, params: protocol.ShowMessageParams{Type: kind, Message: message}})
}

func (o *outbox) post(l *outgoing) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if l.uri != "" {
		if earlier := o.waiting[l.uri]; earlier != nil {
			earlier.params = l.params
			return
		}
		o.waiting[l.uri] = l
	} else if len(o.queue) >= maxMessages {
		return
	}
	o.queue = append(o.queue, l)
	select {
	case o.ready <- struct{}{}:
	default:
	}
}

func (o *outbox) take() *outgoing {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		return nil
	}
	l := o.queue[0]
	o.queue = o.queue[1:]
	delete(o.waiting, l.uri)
	return l
}

func (o *outbox) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.ready:
		}
		for l := o.take(); l != nil && ctx.Err() == nil; l = o.take() {
			if msg, err := l.encode(); err == nil {
				_, _ = o.stream.Write(ctx, msg)
			}
		}
	}
}

func (l *outgoing) encode() (jsonrpc2.Message, error) {
	if l.id != "" {
		return jsonrpc2.NewCall(jsonrpc2.NewStringID(l.id), l.method, l.params)
	}
	return jsonrpc2.NewNotification(l.method, l.params)
}
