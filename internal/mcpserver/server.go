// Package mcpserver is an MCP server with tools that scan definitions and files and explain checks.
//
// Models read its answers, and the scanned texts may be written to mislead models. Answers therefore quote nothing of them unless asked to:
// they have only places, counts, our own words, and well-formed names.
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
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxCalls bounds the open calls, each of which may hold a document in memory. Clients have a few.
	maxCalls = 32
	// maxLogged bounds a line of the log, which may quote the scanned text.
	maxLogged = 2000
)

// Options configures a server.
type Options struct {
	// Version is the version of mcp-lint.
	Version string
	// Root is the folder that scan_path may read.
	Root string
	// Settings returns those of the root, and for given definitions those of no folder.
	Settings scanservice.Settings
	// Timeout bounds a call, AtOnce the concurrent scans.
	Timeout time.Duration
	AtOnce  int
	// CustomChecks are the user's own checks, which the settings contain as well.
	CustomChecks []detect.DocumentedCheck
	// Log gets a line for each failure; it may be nil.
	Log io.Writer
}

// Server is an MCP server with one client.
type Server struct {
	opts    Options
	root    *root
	scanner *scanservice.Scanner
	engine  *detect.Engine
	calls   chan struct{}
	logging sync.Mutex
}

// New returns a server. It fails if the root cannot be opened.
func New(opts Options) (*Server, error) {
	r, err := newRoot(opts.Root)
	if err != nil {
		return nil, err
	}
	return &Server{
		opts: opts, root: r, scanner: scanservice.NewScanner(opts.Settings, opts.Timeout, opts.AtOnce), engine: detect.NewEngine(lint.Checks()),
		calls: make(chan struct{}, maxCalls),
	}, nil
}

// Run serves one client, with one message per line, until the input ends, which is not an error, or ctx is done.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.server(ctx).Run(ctx, &stdio{in: in, out: out, linger: s.opts.Timeout})
}

// server returns the SDK's server with our tools. Calls are cancelled with base.
func (s *Server) server(base context.Context) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{
		Name: "mcp-lint", Title: "mcp-lint", Version: s.opts.Version, WebsiteURL: "https://github.com/org/mcp-lint",
	}, &mcp.ServerOptions{
		Instructions: instructions,
		// No listChanged, and no logging to the client.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	s.addTools(base, server)
	return server
}

// answer is a structured value and the same in words.
type answer struct {
	value any
	words string
}

// handler adapts a tool to the SDK. Errors become results; only a cancelled call has none.
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
			cancel() // The session has ended.
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

// explain words an error without quoting anything scanned; the error itself goes to the log.
func (s *Server) explain(err error) string {
	var own mistake
	var theirs *scanservice.MistakeError
	var settings *scanservice.SettingsError
	switch {
	case errors.As(err, &own):
		return string(own)
	case errors.Is(err, lint.ErrNoChecks):
		return lint.ErrNoChecks.Error()
	case errors.Is(err, lint.ErrNoLock):
		return lint.ErrNoLock.Error()
	case errors.Is(err, scanservice.ErrTimeout):
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
