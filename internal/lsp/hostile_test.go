package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

// framed is a message with its header.
func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// printed is the output of a server, which may continue briefly after the session ends.
type printed struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (p *printed) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.Write(data)
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}

// TestMalformedMessages sends malformed input between two valid messages.
func TestMalformedMessages(t *testing.T) {
	const ask = `{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"capabilities":{}}}`
	for name, in := range map[string]string{
		"no JSON":            framed(`{"jsonrpc":`),
		"other JSON":         framed(`[1,2,3]`) + framed(`null`) + framed(`"x"`) + framed(`{}`),
		"wrong version":      framed(`{"jsonrpc":"1.0","id":1,"method":"x"}`),
		"large number":       framed(`{"jsonrpc":"2.0","id":99999999999,"method":"x"}`),
		"a fraction":         framed(`{"jsonrpc":"2.0","id":1.5,"method":"x"}`),
		"an object":          framed(`{"jsonrpc":"2.0","id":{},"method":"x"}`),
		"method is a number": framed(`{"jsonrpc":"2.0","id":1,"method":7}`),
		"unknown response":   framed(`{"jsonrpc":"2.0","id":77,"result":null}`),
		"garbage":            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"empty lines":        "\r\n\r\n\n\n",
		"no length":          "Content-Length: x\r\n\r\nContent-Length: -5\r\n\r\nContent-Length:\r\n\r\nContent-Length: 0\r\n\r\n",
		"long line":          strings.Repeat("a", 3*maxHeaderLine) + "\r\n\r\n",
		"deep":               framed(strings.Repeat("[", 100_000)),
		"deep and valid":     framed(`{"jsonrpc":"2.0","method":"x","params":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`),
		"other header":       "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}",
		"NUL":                framed("\x00\x00\x00"),
	} {
		t.Run(name, func(t *testing.T) {
			var out printed
			ends := framed(`{"jsonrpc":"2.0","id":9,"method":"shutdown"}`) + framed(`{"jsonrpc":"2.0","method":"exit"}`)
			err := Serve(t.Context(), strings.NewReader(in+framed(fmt.Sprintf(ask, 8))+in+ends), &out, options())
			require.NoError(t, err, "%s", out.String())
			assert.Contains(t, out.String(), `"id":8`)
			assert.Contains(t, out.String(), `"positionEncoding"`)
			assert.Contains(t, out.String(), `"id":9`)
		})
	}
	t.Run("cut", func(t *testing.T) {
		for _, in := range []string{"", "Content-Length: 10", "Content-Length: 10\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n{}"} {
			require.ErrorIs(t, Serve(t.Context(), strings.NewReader(in), io.Discard, options()), ErrNoShutdown)
		}
	})
	t.Run("promised", func(t *testing.T) {
		// The claimed length is not allocated before data arrives.
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		in := fmt.Sprintf("Content-Length: %d\r\n\r\n{}", maxMessage)
		require.ErrorIs(t, Serve(t.Context(), strings.NewReader(in), io.Discard, options()), ErrNoShutdown)
		runtime.ReadMemStats(&after)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(maxMessage/4))
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestHugeMessage checks that a message above the limit is skipped and reported.
func TestHugeMessage(t *testing.T) {
	in := io.MultiReader(
		strings.NewReader(framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)+fmt.Sprintf("Content-Length: %d\r\n\r\n", maxMessage+1)),
		io.LimitReader(zeros{}, maxMessage+1),
		strings.NewReader(framed(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)+framed(`{"jsonrpc":"2.0","method":"exit"}`)),
	)
	var out printed
	require.NoError(t, Serve(t.Context(), in, &out, options()))
	assert.Contains(t, out.String(), "was not read: the limit is")
	assert.Contains(t, out.String(), `"id":2`)
}

// TestLostMessage checks that a text that may differ from the editor's is not scanned until it is sent again.
func TestLostMessage(t *testing.T) {
	text := tool("get_time", poison)
	e, uri := editing(t, "tools.json", text)
	e.of(uri, 1)
	lost := json.RawMessage(`{"textDocument":{"uri":"` + uri + `","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":-5}},"text":"x"}]}`)
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodTextDocumentDidChange, lost))
	e.wait("the log", func() bool { return len(e.reported) > 0 })
	e.wait("not scanned", func() bool { d := e.shown[uri].Diagnostics; return len(d) == 1 && d[0].Code == codeNotScanned })
	e.change(uri, 3, text)
	assert.Contains(t, codes(e.of(uri, 3)), "directive.imperative")
}

// TestManyChanges types 100,000 characters.
func TestManyChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	text := tool("get_time", "Returns the time.")
	opts := options()
	opts.Debounce = 20 * time.Millisecond
	e, uri := editing(t, "tools.json", text, opts)
	e.of(uri, 1)
	where := newBuffer([]byte(text)).position(strings.Index(text, "Returns"), utf16Columns)
	n := 100_000
	if testing.Short() {
		n = 5_000 // Under the race detector each change takes many times as long.
	}
	for i := range n {
		words, r := "x", protocol.Range{Start: where, End: where}
		if i%2 == 1 {
			words, r.End.Character = "", where.Character+1
		}
		e.edit(uri, i+2, map[string]any{"range": r, "text": words})
	}
	e.change(uri, n+2, tool("get_time", poison))
	assert.Contains(t, codes(e.of(uri, uint32(n+2))), "directive.imperative")
	e.mu.Lock()
	defer e.mu.Unlock()
	assert.Less(t, e.count, n/10, "changes are put together")
}

func TestOddDocuments(t *testing.T) {
	text := tool("get_time", poison)
	dir := written(t, map[string]string{"tools.json": text})
	e := session(t, dir)
	uri := e.open(filepath.Join(dir, "tools.json"), text)
	e.of(uri, 1)
	for i, odd := range []string{
		"\x00\x01\x02", `{"tools":[{"name":"a","description":"\ud800"}]}`, "\uFEFF" + text, strings.Repeat("[", 100_000), "", "\r\r\r", "{", tool("get_time", "\u0085\u2028"+poison),
		strings.Repeat(text, 300),
	} {
		e.change(uri, i+2, odd)
		list := e.of(uri, uint32(i+2))
		for _, d := range list {
			e.actions(uri, d)
			for _, r := range d.Message {
				require.False(t, isHidden(r) || r == '\n', "%q", d.Message)
			}
		}
	}
	// Invalid UTF-16: an unpaired surrogate.
	require.NoError(t, e.conn.Notify(t.Context(), protocol.MethodTextDocumentDidChange, json.RawMessage(
		`{"textDocument":{"uri":"`+uri+`","version":100},"contentChanges":[{"text":"{\"a\":\"\ud83d\"}"},{"range":{"start":{"line":0,"character":7},"end":{"line":0,"character":2}},"text":"\udc00"}]}`)))
	e.of(uri, 100)
	for i, uri := range []string{"file:///c%3A/x.json", "file://host/x.json", "git:/a.json", "x", "%%%", "file:///", "file:///dev/zero", uriOf(dir), "file:///a%00b", strings.Repeat("a:", 4_000)} {
		e.openAs(uri, "json", text)
		assert.NotEmpty(t, e.of(uri, 1), "%d", i)
	}
	e.openAs(strings.Repeat("a", maxURI+1), "json", text)
	e.wait("the log", func() bool {
		return len(e.reported) > 0 && strings.Contains(e.reported[len(e.reported)-1], "names no document")
	})
	e.shutDown()
}

func TestTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	text := tool("get_time", poison)
	dir := written(t, map[string]string{"tools.json": text})
	e := session(t, dir)
	uri := e.open(filepath.Join(dir, "tools.json"), text+strings.Repeat(" ", maxScanned))
	d := only(t, e.of(uri, 1), codeNotScanned)
	assert.Equal(t, protocol.DiagnosticSeverityWarning, d.Severity)
	assert.Contains(t, d.Message, "16777216")
	e.change(uri, 2, text)
	assert.Contains(t, codes(e.of(uri, 2)), "directive.imperative")
}

func TestManyFindings(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range maxShown + 1 {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"name":"tool_%d","description":%q,"inputSchema":{"type":"object"}}`, i, fmt.Sprint(i, ". ", poison))
	}
	b.WriteString("]}\n")
	e, uri := editing(t, "tools.json", b.String())
	list := e.of(uri, 1)
	assert.Len(t, list, maxShown)
	assert.Contains(t, only(t, list, codeCut).Message, "more diagnostics are not shown")
}

// TestManyFixes checks that the fixes of a whole large document are answered soon, for some of its diagnostics.
func TestManyFixes(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	var b strings.Builder
	b.WriteString("tools:\n")
	for i := range 100 {
		fmt.Fprintf(&b, "  - name: t%d\n    description: \"hid\u200bden %d %s\"\n", i, i, strings.Repeat("lorem ipsum ", 1_500))
	}
	text := b.String()
	e, uri := editing(t, "tools.yaml", text)
	require.Len(t, e.of(uri, 1), 100)
	n := 0
	for _, fix := range e.actions(uri, protocol.Diagnostic{Range: protocol.Range{End: at(1_000, 0)}}) {
		if fix.Title == "Remove hidden characters" {
			n++
		}
	}
	assert.Equal(t, maxFixing/len(text), n)
	assert.NotEmpty(t, e.actions(uri, e.of(uri, 1)[99]))
}

// TestWhatIsNotScanned checks that unscanned documents are reported.
func TestWhatIsNotScanned(t *testing.T) {
	text := tool("get_time", poison)
	dir := written(t, map[string]string{
		"node_modules/x/tools.json": text, "out/tools.json": text, ".gitignore": "/out/\n", "broken.mcp.json": text[:len(text)-20],
		"left/tools.json": text, ".mcp-lint.yaml": "exclude: [/left/]\n",
	})
	e := session(t, dir)
	for name, want := range map[string]struct {
		severity protocol.DiagnosticSeverity
		words    string
	}{
		"left/tools.json":           {protocol.DiagnosticSeverityHint, "the settings exclude the file"},
		"out/tools.json":            {protocol.DiagnosticSeverityHint, "git ignores the file"},
		"node_modules/x/tools.json": {protocol.DiagnosticSeverityHint, "dependencies"},
		"broken.mcp.json":           {protocol.DiagnosticSeverityWarning, "not scanned in full"},
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		d := only(t, e.of(e.open(path, string(data)), 1), codeNotScanned)
		assert.Equal(t, want.severity, d.Severity, name)
		assert.Contains(t, d.Message, want.words, name)
	}
}

func TestTimeout(t *testing.T) {
	text := tool("get_time", poison)
	opts := options()
	opts.Scanner = scanservice.NewScanner(settings, time.Nanosecond, 1)
	e, uri := editing(t, "tools.json", text, opts)
	assert.Contains(t, only(t, e.of(uri, 1), codeNotScanned).Message, scanservice.ErrTimeout.Error())
}

// TestSlowScan checks that a change cancels the running scan, and that there is only one at a time.
func TestSlowScan(t *testing.T) {
	text := tool("get_time", "Returns the time.")
	dir := written(t, map[string]string{"tools.json": text})
	began, goOn := make(chan struct{}, 100), make(chan struct{})
	opts := options()
	opts.Scanner = scanservice.NewScanner(func(folder string) (lint.Options, detect.Severity, error) {
		began <- struct{}{}
		<-goOn
		return settings(folder)
	}, hang, 8)
	e := sessionWith(t, opts, dir)
	uri := e.open(filepath.Join(dir, "tools.json"), text)
	<-began
	for v := 2; v < 50; v++ {
		e.change(uri, v, text)
	}
	e.change(uri, 50, tool("get_time", poison))
	// The server answers while the scan hangs.
	require.Error(t, e.call("x/y", nil, nil))
	time.Sleep(50 * time.Millisecond)
	assert.Empty(t, began, "there is one scan at a time")
	close(goOn)
	assert.Contains(t, codes(e.of(uri, 50)), "directive.imperative")
	e.mu.Lock()
	defer e.mu.Unlock()
	assert.Equal(t, 1, e.count, "what was given up is not reported")
}

// TestDefect checks that a panic of a scan is reported and ends nothing.
func TestDefect(t *testing.T) {
	text := tool("get_time", poison)
	opts := options()
	opts.Scanner = scanservice.NewScanner(func(string) (lint.Options, detect.Severity, error) { panic("oh\u202e no") }, hang, 1)
	e, uri := editing(t, "tools.json", text, opts)
	assert.Contains(t, only(t, e.of(uri, 1), codeNotScanned).Message, "because of a bug in mcp-lint: ohU+202E no")
	e.shutDown()
}

// TestDeafEditor checks that the server keeps reading while the editor does not.
func TestDeafEditor(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(t.Context(), inR, outW, options()) }()
	send := func(body string) {
		_, err := io.WriteString(inW, framed(body))
		require.NoError(t, err)
	}
	send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	go send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	first := make([]byte, 1<<10)
	_, err := outR.Read(first)
	require.NoError(t, err)
	body, err := json.Marshal(tool("get_time", poison))
	require.NoError(t, err)
	for i := range 2_000 {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:%d","languageId":"json","version":1,"text":%s}}}`, i%50, body))
	}
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	require.ErrorIs(t, <-ended, ErrNoShutdown)
}

// broken is a writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEditorIsGone checks that the server ends when it cannot write.
func TestEditorIsGone(t *testing.T) {
	in := framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`) + framed(`{"jsonrpc":"2.0","id":2,"method":"x"}`)
	require.ErrorIs(t, Serve(t.Context(), strings.NewReader(in), broken{}, options()), ErrNoShutdown)
	waits, _ := io.Pipe()
	require.ErrorIs(t, Serve(t.Context(), io.MultiReader(strings.NewReader(in), waits), broken{}, options()), ErrNoShutdown)
}

// TestMutatedSessions changes bytes of a session at random.
func TestMutatedSessions(t *testing.T) {
	session := []byte(framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"file:///nowhere","capabilities":{}}}`) +
		framed(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","languageId":"json","version":1,"text":"{}\n"}}}`) +
		framed(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:1","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"text":"x"}]}}`) +
		framed(`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"untitled:1"},"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}}}}`) +
		framed(`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///x","name":"x"}],"removed":[]}}}`))
	random := rand.New(rand.NewPCG(1, 2))
	opts := options()
	opts.Debounce = time.Hour
	for range 3_000 {
		data := bytes.Clone(session)
		for range 1 + random.IntN(8) {
			data[random.IntN(len(data))] = byte(random.IntN(256))
		}
		var out printed
		require.ErrorIs(t, Serve(t.Context(), bytes.NewReader(data), &out, opts), ErrNoShutdown, "%q", data)
		require.NotContains(t, out.String(), "defect", "%q", data)
	}
}
