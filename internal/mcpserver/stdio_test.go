package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// answered is a message of the server.
type answered struct {
	ID     any
	Result map[string]any
	Error  *struct {
		Code    int
		Message string
	}
}

// talk sends lines and returns the answers by ID; under nil, the last one without.
func talk(t *testing.T, s *Server, lines string) (map[any]answered, error) {
	t.Helper()
	var out bytes.Buffer
	err := s.Run(t.Context(), strings.NewReader(lines), &out)
	all := map[any]answered{}
	for line := range strings.Lines(out.String()) {
		var a answered
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		all[a.ID] = a
	}
	return all, err
}

// TestPipe sends all messages at once and closes the input.
func TestPipe(t *testing.T) {
	got, err := talk(t, made(t, Options{}), hello+
		`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"scan_tools","arguments":{"tools":[`+poisonedTool+`]}}}`+"\r\n\n"+
		`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	require.NoError(t, err)
	require.Len(t, got, 3)
	assert.Contains(t, got["a"].Result, "structuredContent")
}

// TestLinesThatAreNoMessages checks that they are answered, and so are the messages after them.
func TestLinesThatAreNoMessages(t *testing.T) {
	for name, test := range map[string]struct {
		line string
		id   any
		code int
	}{
		"no JSON":         {`{"jsonrpc":"2.0","id":7,`, nil, jsonrpc.CodeParseError},
		"text":            {"hello", nil, jsonrpc.CodeParseError},
		"two in a line":   {`{} {}`, nil, jsonrpc.CodeParseError},
		"bytes":           {"\x00\xff\xfe", nil, jsonrpc.CodeParseError},
		"batch":           {`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, nil, jsonrpc.CodeInvalidRequest},
		"number":          {`7`, nil, jsonrpc.CodeInvalidRequest},
		"null":            {`null`, nil, jsonrpc.CodeInvalidRequest},
		"other version":   {`{"jsonrpc":"1.0","id":7,"method":"ping"}`, float64(7), jsonrpc.CodeInvalidRequest},
		"no method":       {`{"jsonrpc":"2.0","method":5,"id":"x"}`, "x", jsonrpc.CodeInvalidRequest},
		"ID of no kind":   {`{"jsonrpc":"2.0","method":"ping","id":{"a":1}}`, nil, jsonrpc.CodeInvalidRequest},
		"deep":            {`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`, float64(7), jsonrpc.CodeInvalidRequest},
		"oversize, first": {`{"jsonrpc":"2.0","id":7,"method":"x","params":"` + strings.Repeat("x", maxLine) + `"}`, float64(7), jsonrpc.CodeInvalidRequest},
		"oversize, last":  {`{"method":"x","params":{"a":"` + strings.Repeat("x", maxLine) + `"},"jsonrpc":"2.0","id":"q"}`, "q", jsonrpc.CodeInvalidRequest},
		"oversize":        {`{"method":"x","params":{"a":"` + strings.Repeat("x", maxLine) + `\"},\"id\":5}"}}`, nil, jsonrpc.CodeInvalidRequest},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := talk(t, made(t, Options{}), hello+test.line+"\n"+`{"jsonrpc":"2.0","id":2,"method":"ping"}`+"\n")
			require.NoError(t, err)
			require.Len(t, got, 3)
			require.NotNil(t, got[test.id].Error)
			assert.Equal(t, test.code, got[test.id].Error.Code)
			assert.Nil(t, got[float64(2)].Error)
		})
	}
}

// TestBeforeHello calls a tool before the session is initialized.
func TestBeforeHello(t *testing.T) {
	got, err := talk(t, made(t, Options{}), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	require.NoError(t, err)
	assert.NotNil(t, got[float64(1)].Error)
}

func TestInputThatFails(t *testing.T) {
	err := made(t, Options{}).Run(t.Context(), iotest.ErrReader(errors.New("the disk is on fire")), io.Discard)
	require.ErrorContains(t, err, "cannot read standard input: the disk is on fire")
}

// stuck returns a server whose scans of the root block until they are cancelled, and reports each that starts.
func stuck(t *testing.T, log io.Writer) (s *Server, running chan struct{}, release chan struct{}) {
	t.Helper()
	running, release = make(chan struct{}, 10), make(chan struct{})
	return made(t, Options{Log: log, Settings: func(folder string) (lint.Options, detect.Severity, error) {
		o, failOn, err := plainSettings(folder)
		o.Progress = func(int) {
			running <- struct{}{}
			<-release
		}
		return o, failOn, err
	}}), running, release
}

const scanRoot = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"scan_path","arguments":{}}}` + "\n"

// TestClientThatVanishes checks that the server ends and cancels the running scan.
func TestClientThatVanishes(t *testing.T) {
	var log logged
	s, running, release := stuck(t, &log)
	in, write := io.Pipe()
	go func() {
		_, _ = io.WriteString(write, hello+scanRoot)
		<-running
		_ = write.Close()
	}()
	ended := make(chan error, 1)
	go func() {
		ended <- s.server(t.Context()).Run(t.Context(), &stdio{in: in, out: io.Discard, linger: time.Millisecond})
	}()
	// The scan may continue once its call is cancelled, some time after the end of the input.
	go func() {
		time.Sleep(50 * time.Millisecond)
		close(release)
	}()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "the server goes on without a client")
	}
	assert.Empty(t, s.calls)
}

// TestEnded cancels the context while a scan runs.
func TestEnded(t *testing.T) {
	var log logged
	s, running, release := stuck(t, &log)
	ctx, cancel := context.WithCancel(t.Context())
	in, write := io.Pipe()
	defer func() { _ = write.Close() }()
	go func() {
		_, _ = io.WriteString(write, hello+scanRoot)
		<-running
		cancel()
		close(release)
	}()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, in, io.Discard) }()
	select {
	case err := <-ended:
		require.ErrorIs(t, err, context.Canceled)
	case <-time.After(time.Minute):
		require.Fail(t, "the server does not end")
	}
	assert.Contains(t, log.String(), "aborted")
}

func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("a\n"+strings.Repeat("b", maxLine)+"\nc"), 64<<10)
	line, cut, err := readLine(r)
	require.NoError(t, err)
	assert.False(t, cut)
	assert.Equal(t, "a\n", string(line))
	line, cut, err = readLine(r)
	require.NoError(t, err)
	assert.True(t, cut)
	assert.LessOrEqual(t, len(line), 2*keptEnds+1)
	line, cut, err = readLine(r)
	require.ErrorIs(t, err, io.EOF)
	assert.False(t, cut)
	assert.Equal(t, "c", string(line))
}
