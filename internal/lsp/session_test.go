package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

// hang is the timeout of a test.
const hang = time.Minute

// settings reads the configuration file of a folder.
func settings(folder string) (lint.Options, detect.Severity, error) {
	opts := lint.Options{Cwd: folder}
	if folder == "" {
		return opts, detect.SeverityMedium, nil
	}
	path := filepath.Join(folder, ".mcp-lint.yaml")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return opts, detect.SeverityMedium, nil
	}
	if err != nil {
		return opts, detect.SeverityMedium, err
	}
	c, err := config.Parse(data, lint.CheckIDs())
	if err != nil {
		return opts, detect.SeverityMedium, &SettingsError{Path: path, Problems: checkConfig(data), Err: err}
	}
	opts.Skip, opts.Only = c.Skip, c.Only
	opts.Config, opts.ConfigFile = &c, source.NewFile(".mcp-lint.yaml", ".mcp-lint.yaml", data)
	return opts, detect.SeverityMedium, nil
}

func checkConfig(data []byte) []Problem {
	_, err := config.Parse(data, lint.CheckIDs())
	var all config.Problems
	if !errors.As(err, &all) {
		return nil
	}
	var out []Problem
	for _, p := range all {
		out = append(out, Problem{p.Line, p.Reason})
	}
	return out
}

func options() Options {
	return Options{Scanner: scanservice.NewScanner(settings, hang, 2), Version: "test", CheckConfig: checkConfig, Debounce: time.Millisecond}
}

// editor is a client of a server that runs in this process.
type editor struct {
	protocol.Client
	t      *testing.T
	server protocol.Server
	conn   jsonrpc2.Conn
	// err is the result of Serve, once ended is closed.
	err   error
	ended chan struct{}

	mu       sync.Mutex
	cond     *sync.Cond
	shown    map[string]protocol.PublishDiagnosticsParams
	count    int
	reported []string
	asked    []string
	stuck    bool
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

func started(t *testing.T, opts Options) *editor {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	e := &editor{t: t, ended: make(chan struct{}), shown: map[string]protocol.PublishDiagnosticsParams{}}
	e.cond = sync.NewCond(&e.mu)
	go func() {
		e.err = Serve(t.Context(), inR, outW, opts)
		_ = outW.Close()
		close(e.ended)
	}()
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{outR, inW}))
	handler := protocol.ClientHandler(e, jsonrpc2.MethodNotFoundHandler)
	e.conn.Go(t.Context(), func(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
		_ = handler(ctx, reply, req) // A second error of a connection would end the tests.
		return nil
	})
	e.server = protocol.ServerDispatcher(e.conn, protocol.LoggerFromContext(t.Context()))
	t.Cleanup(func() { _ = inW.Close(); _ = outR.Close() })
	return e
}

func session(t *testing.T, folders ...string) *editor {
	return sessionWith(t, options(), folders...)
}

// editing starts a session with one file, which it opens.
func editing(t *testing.T, name, text string, opts ...Options) (e *editor, uri string) {
	t.Helper()
	dir := written(t, map[string]string{name: text})
	e = sessionWith(t, append(opts, options())[0], dir)
	return e, e.open(filepath.Join(dir, name), text)
}

func sessionWith(t *testing.T, opts Options, folders ...string) *editor {
	t.Helper()
	e := started(t, opts)
	var list []workspaceFolder
	for _, f := range folders {
		list = append(list, workspaceFolder{URI: uriOf(f), Name: filepath.Base(f)})
	}
	e.initialize(map[string]any{"workspaceFolders": list})
	return e
}

func (e *editor) initialize(params map[string]any) initializeResult {
	e.t.Helper()
	if params["capabilities"] == nil {
		params["capabilities"] = json.RawMessage(`{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]},
			"didChangeWatchedFiles":{"dynamicRegistration":true}},"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}`)
	}
	var result initializeResult
	require.NoError(e.t, e.call(protocol.MethodInitialize, params, &result))
	require.NoError(e.t, e.conn.Notify(e.t.Context(), protocol.MethodInitialized, map[string]any{}))
	return result
}

func (e *editor) call(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(e.t.Context(), hang)
	defer cancel()
	_, err := e.conn.Call(ctx, method, params, result)
	return err
}

func (e *editor) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shown[string(p.URI)] = *p
	e.count++
	e.cond.Broadcast()
	return nil
}

func (e *editor) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.reported = append(e.reported, p.Message)
	e.cond.Broadcast()
	return nil
}

func (e *editor) LogMessage(_ context.Context, p *protocol.LogMessageParams) error {
	return e.ShowMessage(context.Background(), &protocol.ShowMessageParams{Message: "log: " + p.Message})
}

func (e *editor) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	data, err := json.Marshal(p)
	if err == nil {
		e.asked = append(e.asked, string(data))
	}
	e.cond.Broadcast()
	return err
}

// wait waits for a condition, which it calls with the lock held.
func (e *editor) wait(what string, so func() bool) {
	e.t.Helper()
	end := time.AfterFunc(hang, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.stuck = true
		e.cond.Broadcast()
	})
	defer end.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !so() {
		require.False(e.t, e.stuck, "%s: waited in vain; shown: %v reported: %q", what, e.shown, e.reported)
		e.cond.Wait()
	}
}

// of waits for the diagnostics of a document version.
func (e *editor) of(uri string, version uint32) []protocol.Diagnostic {
	e.t.Helper()
	var list []protocol.Diagnostic
	e.wait("diagnostics", func() bool {
		p, ok := e.shown[uri]
		list = p.Diagnostics
		return ok && p.Version == version
	})
	return list
}

func (e *editor) open(path, text string) string {
	e.t.Helper()
	uri := uriOf(path)
	e.openAs(uri, "", text)
	return uri
}

func (e *editor) openAs(uri, language, text string) {
	e.t.Helper()
	require.NoError(e.t, e.conn.Notify(e.t.Context(), protocol.MethodTextDocumentDidOpen, protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: protocol.DocumentURI(uri), LanguageID: protocol.LanguageIdentifier(language), Version: 1, Text: text},
	}))
}

// change replaces the whole text.
func (e *editor) change(uri string, version int, text string) {
	e.t.Helper()
	e.edit(uri, version, map[string]any{"text": text})
}

func (e *editor) edit(uri string, version int, changes ...map[string]any) {
	e.t.Helper()
	require.NoError(e.t, e.conn.Notify(e.t.Context(), protocol.MethodTextDocumentDidChange, map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	}))
}

// actions asks for the quick fixes of a diagnostic.
func (e *editor) actions(uri string, d protocol.Diagnostic) []action {
	e.t.Helper()
	var list []action
	require.NoError(e.t, e.call(protocol.MethodTextDocumentCodeAction, map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": d.Range, "context": map[string]any{"diagnostics": []protocol.Diagnostic{d}},
	}, &list))
	return list
}

// action is a quick fix as clients decode it.
type action struct {
	Title string
	Kind  string
	Edit  struct {
		Changes         map[string][]protocol.TextEdit
		DocumentChanges []struct {
			Kind, URI    string
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []protocol.TextEdit
		}
	}
}

// titled returns the quick fix whose title contains words.
func titled(t *testing.T, list []action, words string) action {
	t.Helper()
	var titles []string
	for _, a := range list {
		if titles = append(titles, a.Title); strings.Contains(a.Title, words) {
			return a
		}
	}
	require.Fail(t, "there is no such quick fix", "%s: %q", words, titles)
	return action{}
}

func hasTitle(list []action, words string) bool {
	return slices.ContainsFunc(list, func(a action) bool { return strings.Contains(a.Title, words) })
}

// applied makes edits as an editor with UTF-16 columns does.
func applied(t *testing.T, text string, edits []protocol.TextEdit) string {
	t.Helper()
	b := newBuffer([]byte(text))
	var list []change
	for _, e := range edits {
		list = append(list, change{b.offset(e.Range.Start, utf16Columns), b.offset(e.Range.End, utf16Columns), e.NewText})
	}
	slices.SortFunc(list, func(a, b change) int { return a.start - b.start })
	return string(apply(b.text, list))
}

// written writes files into a new repository.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// quoted returns the text in a range.
func quoted(text string, r protocol.Range) string {
	b := newBuffer([]byte(text))
	return text[b.offset(r.Start, utf16Columns):b.offset(r.End, utf16Columns)]
}

func codes(list []protocol.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code.(string))
	}
	return out
}

func only(t *testing.T, list []protocol.Diagnostic, code string) protocol.Diagnostic {
	t.Helper()
	for _, d := range list {
		if d.Code == code {
			return d
		}
	}
	require.Fail(t, "there is no such diagnostic", "%s: %q", code, codes(list))
	return protocol.Diagnostic{}
}

func (e *editor) shutDown() {
	e.t.Helper()
	require.NoError(e.t, e.call(protocol.MethodShutdown, nil, nil))
	require.NoError(e.t, e.conn.Notify(e.t.Context(), protocol.MethodExit, nil))
	select {
	case <-e.ended:
	case <-time.After(hang):
		require.Fail(e.t, "the server goes on after exit")
	}
	assert.NoError(e.t, e.err)
}
