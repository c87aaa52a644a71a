// Package mcpserver is mcp-lint as an MCP server: tools that scan definitions and files and explain checks.
//
// What it scans is written to be read by models, and so are its answers. They therefore hold no words of what was scanned unless these are
// asked for: only places, counts, our own words, and names of the form that names have.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxCalls bounds the calls that are open at one time, each of which may hold a document in memory. A client has a few.
	maxCalls = 32
	// maxLogged bounds one line of the log, which may quote what was scanned.
	maxLogged = 2000
)

// Options says what a server offers.
type Options struct {
	// Version is the version of mcp-lint.
	Version string
	// Root is the folder that scan_path is bound to.
	Root string
	// Settings are those of the root, and of no folder for definitions that are given.
	Settings door.Settings
	// Timeout bounds one call, AtOnce the scans at one time.
	Timeout time.Duration
	AtOnce  int
	// Own are the checks of the user's own, which the settings hold as well.
	Own []detect.DocumentedCheck
	// Log gets a line for each failure; it may be nil.
	Log io.Writer
}

// Server is an MCP server with one client.
type Server struct {
	opts    Options
	root    *root
	scanner *door.Scanner
	engine  *detect.Engine
	calls   chan struct{}
	logging sync.Mutex
}

// New makes a server. It fails when the root cannot be had.
func New(opts Options) (*Server, error) {
	r, err := newRoot(opts.Root)
	if err != nil {
		return nil, err
	}
	return &Server{
		opts: opts, root: r, scanner: door.NewScanner(opts.Settings, opts.Timeout, opts.AtOnce), engine: detect.NewEngine(lint.Checks()),
		calls: make(chan struct{}, maxCalls),
	}, nil
}

// Run serves one client on two streams, one message a line, until its messages end, which is no error, or the context does.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.server(ctx).Run(ctx, &stdio{in: in, out: out, linger: s.opts.Timeout})
}

// server is the server of the SDK with our tools. Calls end when base does.
func (s *Server) server(base context.Context) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{
		Name: "mcp-lint", Title: "mcp-lint", Version: s.opts.Version, WebsiteURL: "https://github.com/org/mcp-lint",
	}, &mcp.ServerOptions{
		Instructions: instructions,
		// The tools do not change, and nothing is logged to the client.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	s.addTools(base, server)
	return server
}

// answer is what a tool answers: a structured value and the same in words.
type answer struct {
	value any
	words string
}

// handler makes a handler of the SDK. Whatever goes wrong is a result that says so; only a call that was given up has none.
func (s *Server) handler(base context.Context, tool func(context.Context, json.RawMessage) (answer, error)) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(base, cancel)()
		defer func() {
			if p := recover(); p != nil {
				s.log(fmt.Sprintf("%s failed: %v", req.Params.Name, p))
				s.log(string(debug.Stack()))
				res, err = failed("this call failed because of a bug in mcp-lint; see its log on standard error"), nil
			}
		}()
		select {
		case s.calls <- struct{}{}:
			defer func() { <-s.calls }()
		default:
			return failed(fmt.Sprintf("%d calls are already open; try again when some are answered", maxCalls)), nil
		}
		a, err := tool(ctx, req.Params.Arguments)
		if base.Err() != nil {
			// The session has ended; nobody gets an answer.
			cancel()
		} else if err == nil {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.words}}, StructuredContent: a.value}, nil
		}
		if ctx.Err() != nil {
			s.log("a call was aborted before its answer: " + context.Cause(ctx).Error())
			return nil, ctx.Err()
		}
		return failed(s.explain(err)), nil
	}
}

func failed(words string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: words}}, IsError: true}
}

// explain says what went wrong in words of ours. What an error quotes goes to the log alone.
func (s *Server) explain(err error) string {
	var own mistake
	var theirs *door.MistakeError
	var settings *door.SettingsError
	switch {
	case errors.As(err, &own):
		return string(own)
	case errors.Is(err, lint.ErrNoChecks):
		return lint.ErrNoChecks.Error()
	case errors.Is(err, lint.ErrNoLock):
		return lint.ErrNoLock.Error()
	case errors.Is(err, door.ErrTimeout):
		return fmt.Sprintf("the scan was stopped after %v without a result; scan a part of the folder or fewer definitions", s.opts.Timeout)
	case errors.As(err, &settings):
		s.log("the settings of the root are not valid: " + err.Error())
		return "nothing was scanned: .mcp-lint.yaml or mcp-lint.lock in the root is not valid; see the log of this server on standard error, or run mcp-lint config verify"
	case errors.As(err, &theirs):
		s.log(err.Error())
		return "nothing was scanned: the arguments contradict the settings; see the log of this server on standard error"
	}
	s.log(err.Error())
	return "the scan failed; see the log of this server on standard error"
}

func (s *Server) log(line string) {
	if s.opts.Log == nil {
		return
	}
	s.logging.Lock()
	defer s.logging.Unlock()
	_, _ = fmt.Fprintf(s.opts.Log, "mcp-lint: %s\n", text.BreakCommands(text.Safe(line, maxLogged)))
}
