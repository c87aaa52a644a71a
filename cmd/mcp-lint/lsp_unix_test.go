//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/internal/must"
)

// editorSession is mcp-lint lsp as a process, with a client of the library at its pipes.
type editorSession struct {
	protocol.Client
	conn     jsonrpc2.Conn
	cmd      *exec.Cmd
	in       io.Closer
	shown    chan *protocol.PublishDiagnosticsParams
	reported chan string
	folder   string
}

func (e *editorSession) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.shown <- p
	return nil
}

func (e *editorSession) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.reported <- p.Message
	return nil
}

type processPipes struct {
	io.Reader
	io.WriteCloser
}

func openEditor(t *testing.T, folder string, args ...string) *editorSession {
	t.Helper()
	e := &editorSession{
		cmd: started(t, append([]string{"lsp"}, args...)...), folder: folder, shown: make(chan *protocol.PublishDiagnosticsParams, 100),
		reported: make(chan string, 100),
	}
	in := must.OK(e.cmd.StdinPipe())(t)
	out := must.OK(e.cmd.StdoutPipe())(t)
	e.cmd.Stderr = os.Stderr
	require.NoError(t, e.cmd.Start())
	t.Cleanup(func() { _ = e.cmd.Process.Kill() })
	e.in = in
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(processPipes{out, in}))
	handler := protocol.ClientHandler(e, jsonrpc2.MethodNotFoundHandler)
	e.conn.Go(t.Context(), func(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
		_ = handler(ctx, reply, req) // A second error of a connection would end the tests.
		return nil
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := e.conn.Call(ctx, protocol.MethodInitialize, map[string]any{
		"processId": os.Getpid(), "rootUri": "file://" + folder, "capabilities": map[string]any{},
	}, nil)
	require.NoError(t, err)
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodInitialized, map[string]any{}))
	return e
}

func (e *editorSession) open(t *testing.T, name string) []protocol.Diagnostic {
	t.Helper()
	data := contents(t, filepath.Join(e.folder, name))
	uri := "file://" + filepath.Join(e.folder, name)
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodTextDocumentDidOpen, protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: protocol.DocumentURI(uri), Version: 1, Text: data},
	}))
	for {
		select {
		case p := <-e.shown:
			if string(p.URI) == uri {
				return p.Diagnostics
			}
		case <-time.After(time.Minute):
			require.Fail(t, "there are no diagnostics")
		}
	}
}

func TestLSPOverPipes(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../examples/servers/poisoned")))
	e := openEditor(t, folder, "--stdio", "--clientProcessId=1")
	list := e.open(t, "weather.json")
	require.NotEmpty(t, list)
	var codes []string
	for _, d := range list {
		codes = append(codes, d.Code.(string))
	}
	assert.Subset(t, codes, []string{"payload.decoded", "unicode.hidden", "directive.imperative"})
	must.OK(e.conn.Call(t.Context(), protocol.MethodShutdown, nil, nil))(t)
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodExit, nil))
	assert.Equal(t, 0, exitCode(t, e.cmd))
}

// TestLSPSettings checks that mistakes in the files of a folder are reported where they are, and that approvals count.
func TestLSPSettings(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../examples/servers/poisoned")))
	config := filepath.Join(folder, ".mcp-lint.yaml")
	require.NoError(t, os.WriteFile(config, []byte("strict: true\nfail-onn: high\nonly: unicode.hiden\n"), 0o600))
	e := openEditor(t, folder)
	list := e.open(t, "weather.json")
	require.Len(t, list, 1)
	assert.Contains(t, list[0].Message, "fail-onn")
	p := <-e.shown
	assert.Equal(t, "file://"+config, string(p.URI))
	require.Len(t, p.Diagnostics, 2)
	assert.Equal(t, uint32(1), p.Diagnostics[0].Range.Start.Line)
	assert.Contains(t, p.Diagnostics[0].Message, "Did you mean fail-on?")
	assert.Equal(t, uint32(2), p.Diagnostics[1].Range.Start.Line)
	assert.Contains(t, <-e.reported, "nothing is scanned")
	require.NoError(t, e.in.Close())
	assert.Equal(t, 1, exitCode(t, e.cmd))

	require.NoError(t, os.Remove(config))
	lock := filepath.Join(folder, "mcp-lint.lock")
	require.NoError(t, os.WriteFile(lock, []byte("{\n"), 0o600))
	e = openEditor(t, folder)
	list = e.open(t, "weather.json")
	require.Len(t, list, 1)
	assert.Contains(t, list[0].Message, "mcp-lint.lock")
	p = <-e.shown
	assert.Equal(t, "file://"+lock, string(p.URI))
}

// TestLSPApprovals checks that an approved definition that differs in the editor is reported.
func TestLSPApprovals(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "tools.json")
	const tools = `{"tools": [{"name": "get_time", "description": "Returns the time.", "inputSchema": {"type": "object"}}]}`
	require.NoError(t, os.WriteFile(file, []byte(tools), 0o600))
	for _, args := range [][]string{{"lock"}, {"approve", "--all"}} {
		cmd := started(t, args...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	e := openEditor(t, folder)
	assert.Empty(t, e.open(t, "tools.json"))
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(tools, "the time", "the date", 1)), 0o600))
	list := e.open(t, "tools.json")
	require.Len(t, list, 1)
	assert.Equal(t, "rugpull.changed", list[0].Code)
	require.Len(t, list[0].RelatedInformation, 1)
	assert.Equal(t, "file://"+filepath.Join(folder, "mcp-lint.lock"), string(list[0].RelatedInformation[0].Location.URI))
	assert.Contains(t, list[0].RelatedInformation[0].Message, "approved: tool “get_time” of server “main”: “time”")
}

func TestLSPEnds(t *testing.T) {
	folder := t.TempDir()
	e := openEditor(t, folder)
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodExit, nil))
	assert.Equal(t, 1, exitCode(t, e.cmd), "exit without shutdown")
	e = openEditor(t, folder)
	require.NoError(t, e.cmd.Process.Signal(syscall.SIGTERM))
	assert.Equal(t, 1, exitCode(t, e.cmd), "ended by a signal")
}
