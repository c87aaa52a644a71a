package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// outbox sends what nobody has asked for, apart from whoever has it to say: an editor that does not read must not keep the server from
// reading. Of the diagnostics of a document only the latest wait.
type outbox struct {
	stream *frames

	mu    sync.Mutex
	queue []*outgoing
	// waiting are the diagnostics in the queue by document.
	waiting map[string]*outgoing
	ready   chan struct{}
}

// outgoing is a message; params of diagnostics may be replaced while it waits.
type outgoing struct {
	method, uri string
	params      any
	// id, when set, makes a request of it.
	id string
}

// maxMessages bounds the messages that wait; beyond it those that are no diagnostics are dropped.
const maxMessages = 1_000

func newOutbox(stream *frames) *outbox {
	return &outbox{stream: stream, waiting: map[string]*outgoing{}, ready: make(chan struct{}, 1)}
}

// published are the parameters of textDocument/publishDiagnostics. Those of the library have no version 0.
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

// show has the editor show a message, or with protocol.MessageTypeLog note it.
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

// take returns the next message, or nil.
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

// run sends until the context ends.
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
