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

// method answers one request or takes one notification.
type method func(s *Server, ctx context.Context, params json.RawMessage) (any, error)

// methods are those that the server knows. None waits for a scan: they are called one after the other.
var methods = map[string]method{
	protocol.MethodInitialize:                         with((*Server).initialize),
	protocol.MethodInitialized:                        without((*Server).initialized),
	protocol.MethodShutdown:                           without((*Server).shutdown),
	protocol.MethodTextDocumentDidOpen:                with((*Server).didOpen),
	protocol.MethodTextDocumentDidChange:              with((*Server).didChange),
	protocol.MethodTextDocumentDidSave:                with((*Server).didSave),
	protocol.MethodTextDocumentDidClose:               with((*Server).didClose),
	protocol.MethodWorkspaceDidChangeWatchedFiles:     with((*Server).didChangeFiles),
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: with((*Server).didChangeFolders),
	protocol.MethodWorkspaceDidChangeConfiguration:    without((*Server).scanAll),
	protocol.MethodTextDocumentCodeAction:             with((*Server).codeAction),
	protocol.MethodTextDocumentHover:                  with((*Server).hover),
}

// without is a method that takes no parameters.
func without(f func(*Server)) method {
	return func(s *Server, _ context.Context, _ json.RawMessage) (any, error) { f(s); return nil, nil }
}

// with has a method take its parameters as a type.
func with[P any](f func(*Server, context.Context, *P) (any, error)) method {
	return func(s *Server, ctx context.Context, params json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the parameters cannot be read: %s", text.Safe(err.Error(), 200))
		}
		return f(s, ctx, &p)
	}
}

// codeNotInitialized is the answer to a request that comes before initialize.
const codeNotInitialized jsonrpc2.Code = -32002

// handle takes one message. Whatever goes wrong with it is an answer, or for a notification a line in the log of the editor. It never fails: the
// library ends the program at the second error of a connection when that is of another type. An editor that cannot be written to is gone.
func (s *Server) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	if req.Method() == protocol.MethodExit {
		s.over()
		return nil
	}
	result, err := s.call(ctx, req)
	if _, asked := req.(*jsonrpc2.Call); !asked && err != nil && s.isRunning() {
		s.outbox.show(protocol.MessageTypeLog, "mcp-lint: "+text.Safe(req.Method(), 100)+": "+err.Error())
		if strings.HasPrefix(req.Method(), "textDocument/did") && !errors.Is(err, errNoDocument) {
			s.messageLost("a change of a file could not be read")
		}
	}
	if reply(ctx, result, err) != nil {
		s.over()
	}
	return nil
}

func (s *Server) call(ctx context.Context, req jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "this is a defect of mcp-lint: %s", text.Safe(fmt.Sprint(r), 200))
		}
	}()
	name := req.Method()
	s.mu.Lock()
	now := s.phase
	s.mu.Unlock()
	switch {
	case now == starting && name != protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(codeNotInitialized, "the first request has to be initialize")
	case now != starting && name == protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session is initialized already")
	case now == shutDown:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was shut down")
	}
	m := methods[name]
	if m == nil {
		if strings.HasPrefix(name, "$/") {
			// The protocol allows to pass by such notifications; requests are answered like others.
			if _, asked := req.(*jsonrpc2.Call); !asked {
				return nil, nil
			}
		}
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no method %q", text.Safe(name, 100))
	}
	return m(s, ctx, req.Params())
}

func (s *Server) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == running
}

func (s *Server) shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = shutDown
	s.stopJobs()
}
