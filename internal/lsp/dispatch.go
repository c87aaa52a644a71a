package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/detect/text"
)

// method handles a request or notification, with the server locked.
type method func(s *server, params json.RawMessage) (any, error)

// methods run one at a time, so none of them waits for a scan.
var methods = map[string]method{
	protocol.MethodInitialize:                         with((*server).initialize),
	protocol.MethodInitialized:                        without((*server).initialized),
	protocol.MethodShutdown:                           without((*server).shutdown),
	protocol.MethodTextDocumentDidOpen:                with((*server).didOpen),
	protocol.MethodTextDocumentDidChange:              onOpen((*server).didChange),
	protocol.MethodTextDocumentDidSave:                onOpen((*server).didSave),
	protocol.MethodTextDocumentDidClose:               onOpen((*server).didClose),
	protocol.MethodWorkspaceDidChangeWatchedFiles:     with((*server).didChangeFiles),
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: with((*server).didChangeFolders),
	protocol.MethodWorkspaceDidChangeConfiguration:    without((*server).scanAll),
	protocol.MethodTextDocumentCodeAction:             with((*server).codeAction),
	protocol.MethodTextDocumentHover:                  with((*server).hover),
}

func without(f func(*server)) method {
	return func(s *server, _ json.RawMessage) (any, error) { f(s); return nil, nil }
}

// with decodes the parameters of a method.
func with[P any](f func(*server, *P) (any, error)) method {
	return func(s *server, params json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read the parameters: %s", text.Safe(err.Error(), 200))
		}
		return f(s, &p)
	}
}

// documentParams name a document. The library's types cannot tell a change without a range, which replaces the whole text, from one at the start.
type documentParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
	} `json:"textDocument"`
	Position protocol.Position `json:"position"`
	Range    protocol.Range    `json:"range"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
	ContentChanges []struct {
		Range *protocol.Range `json:"range"`
		Text  string          `json:"text"`
	} `json:"contentChanges"`
}

var errNoDocument = jsonrpc2.NewError(jsonrpc2.InvalidParams, "no such document")

func onOpen(f func(*server, *document, *documentParams)) method {
	return with(func(s *server, p *documentParams) (any, error) {
		d := s.docs.byURI[p.TextDocument.URI]
		if d == nil {
			return nil, fmt.Errorf("%w: %s is not open", errNoDocument, text.Safe(p.TextDocument.URI, 200))
		}
		f(s, d, p)
		return nil, nil
	})
}

const codeNotInitialized jsonrpc2.Code = -32002

// handle reports errors to the editor, and for notifications in its log. It never returns one: the library panics at the second error of a
// connection if its type differs. If the editor cannot be written to, the session ends.
func (s *server) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	if req.Method() == protocol.MethodExit {
		s.terminate()
		return nil
	}
	result, err := s.call(req)
	if _, asked := req.(*jsonrpc2.Call); !asked && err != nil {
		s.logFailure(req.Method(), err)
	}
	if reply(ctx, result, err) != nil {
		s.terminate()
	}
	return nil
}

// logFailure logs a notification that failed.
func (s *server) logFailure(name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase != running {
		return
	}
	s.outbox.show(protocol.MessageTypeLog, "mcp-lint: "+text.Safe(name, 100)+": "+err.Error())
	if strings.HasPrefix(name, "textDocument/did") && !errors.Is(err, errNoDocument) {
		s.distrustTexts("a file change could not be read")
	}
}

func (s *server) call(req jsonrpc2.Request) (result any, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "this is a bug in mcp-lint: %s", text.Safe(fmt.Sprint(r), 200))
		}
	}()
	name := req.Method()
	switch {
	case s.phase == starting && name != protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(codeNotInitialized, "the first request must be initialize")
	case s.phase != starting && name == protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session is already initialized")
	case s.phase == shutDown:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was shut down")
	}
	m := methods[name]
	if m == nil {
		// The protocol allows servers to ignore such notifications, but not requests.
		if _, asked := req.(*jsonrpc2.Call); !asked && strings.HasPrefix(name, "$/") {
			return nil, nil
		}
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "unknown method %q", text.Safe(name, 100))
	}
	return m(s, req.Params())
}

func (s *server) shutdown() {
	s.phase = shutDown
	s.stopJobs()
}
