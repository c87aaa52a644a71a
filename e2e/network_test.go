//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoNetwork traces the program in all it does: no call that makes, binds or connects a socket may be among the calls of the kernel,
// and no other program may be started.
func TestNoNetwork(t *testing.T) {
	nightly(t)
	strace := tool(t, "strace")
	dir := t.TempDir()
	hostileTree(t, dir)
	examples := filepath.Join(root(t), "examples")
	for _, args := range [][]string{
		{"--fail-on", "never", "-q", examples},
		{"--fail-on", "never", "-q", "--agents-files", "-o", "json=report.json", "-o", "sarif=report.sarif", "-o", "html=report.html", "-o", "gitlab=report.gitlab", dir},
		{"-o", "markdown", dir},
		{"-o", "github", dir},
		{"list", dir},
		{"lock", "--approve-new", dir},
		{"lock", "--check", dir},
		{"diff", dir},
		{"explain", "unicode.hidden"},
		{"config", "verify"},
		{"config", "schema"},
		{"corpus", "gate"},
		{"--version"},
		{"--help"},
		{"--no-such-flag"},
	} {
		t.Run(strings.Join(args[:min(len(args), 2)], " "), func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "calls")
			out, _ := run(t, t.TempDir(), nil, strace, append([]string{"-f", "--seccomp-bpf", "-qq", "-e", "trace=network,execve", "-e", "signal=none", "-o", log, binary(t)}, args...)...)
			assertQuiet(t, log, out)
		})
	}
}

// TestNoNetworkOverPipes traces the commands that talk over standard input and output while they work.
func TestNoNetworkOverPipes(t *testing.T) {
	nightly(t)
	strace := tool(t, "strace")
	example := filepath.Join(root(t), "examples", "servers", "poisoned", "weather.json")
	text := contents(t, example)
	message := func(method string, id int, params any) string {
		m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
		if id > 0 {
			m["id"] = id
		}
		data, err := json.Marshal(m)
		require.NoError(t, err)
		return string(data)
	}
	framed := func(messages ...string) (out string) {
		for _, m := range messages {
			out += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(m), m)
		}
		return out
	}
	uri := "file://" + filepath.ToSlash(example)
	for door, c := range map[string]struct{ input, want string }{
		"mcp": {strings.Join([]string{
			message("initialize", 1, map[string]any{
				"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"},
			}),
			message("notifications/initialized", 0, map[string]any{}),
			message("tools/call", 2, map[string]any{"name": "scan_path", "arguments": map[string]any{"path": "."}}),
		}, "\n") + "\n", "unicode.hidden"},
		"lsp": {framed(
			message("initialize", 1, map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}),
			message("initialized", 0, map[string]any{}),
			message("textDocument/didOpen", 0, map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "json", "version": 1, "text": string(text)}}),
		), "unicode.hidden"},
	} {
		t.Run(door, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "calls")
			cmd := exec.Command(strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=network,execve", "-e", "signal=none", "-o", log, binary(t), door)
			cmd.Dir = filepath.Dir(example)
			stdin, err := cmd.StdinPipe()
			require.NoError(t, err)
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			_, err = io.WriteString(stdin, c.input)
			require.NoError(t, err)
			var out strings.Builder
			for answers := bufio.NewReader(stdout); !strings.Contains(out.String(), c.want); {
				b, err := answers.ReadByte()
				require.NoError(t, err, "%s", out.String())
				out.WriteByte(b)
			}
			require.NoError(t, stdin.Close())
			_, _ = io.Copy(io.Discard, stdout)
			_ = cmd.Wait()
			assertQuiet(t, log, out.String())
		})
	}
}

// endedUnseen is what strace says of a thread that ended with the program before it was looked at: that is not a call.
var endedUnseen = regexp.MustCompile(`^\d+ +\?\?\?\( <detached \.\.\.>\n?$`)

// assertQuiet fails for any call in a log of strace but the start of the program itself.
func assertQuiet(t *testing.T, log string, out string) {
	t.Helper()
	calls := contents(t, log)
	var others []string
	for line := range strings.Lines(string(calls)) {
		if !strings.Contains(line, "execve(\""+binary(t)+"\"") && !endedUnseen.MatchString(line) {
			others = append(others, line)
		}
	}
	assert.Empty(t, others)
	assert.NotEmpty(t, calls, "nothing was traced")
}
