//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// server is a mcp-lint serve that runs.
type server struct {
	cmd    *exec.Cmd
	url    string
	stderr *bytes.Buffer
}

// serving starts mcp-lint serve on a free port of this machine.
func serving(t *testing.T, args ...string) *server {
	t.Helper()
	return start(t, binary(t), append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
}

// start starts a program that runs mcp-lint serve.
func start(t *testing.T, program string, args ...string) *server {
	t.Helper()
	s := &server{cmd: exec.Command(program, args...), stderr: &bytes.Buffer{}}
	s.cmd.Dir, s.cmd.Stderr, s.cmd.WaitDelay = t.TempDir(), s.stderr, time.Minute
	out, err := s.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err, "%s", s.stderr)
	_, url, found := strings.Cut(strings.TrimSpace(line), "listening on ")
	require.True(t, found, line)
	s.url = url
	return s
}

// end stops the server, which has to end well.
func (s *server) end(t *testing.T) {
	t.Helper()
	require.NoError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	kill := time.AfterFunc(time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer kill.Stop()
	assert.NoError(t, s.cmd.Wait())
}

// TestServeDocumentation runs the commands of docs/rest.md as a reader would, with curl, and looks for what the page says that they print.
func TestServeDocumentation(t *testing.T) {
	_ = tool(t, "curl")
	s := serving(t)
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte(strings.Repeat("0123456789abcdef", 4)+"\n"), 0o600))
	secured := serving(t, "--token-file", token)
	shown := regexp.MustCompile("(?s)```bash\n([^`]*?curl[^`]*)```\n(?:\n```(?:json|text)\n(.*?)```\n)?")
	blocks := shown.FindAllStringSubmatch(projectFile(t, filepath.Join("docs", "rest.md")), -1)
	require.GreaterOrEqual(t, len(blocks), 6)
	for _, block := range blocks {
		if strings.Contains(block[1], "docker ") {
			continue
		}
		at := s.url
		if strings.Contains(block[1], "token") {
			at = secured.url
		}
		script := regexp.MustCompile(`https?://(?:127\.0\.0\.1:8311|lint\.acme\.example)`).ReplaceAllString(block[1], at)
		script = strings.ReplaceAll(script, "mcp-lint.token", token)
		// Some are to fail: that is what they show.
		out, _ := run(t, root(t), nil, tool(t, "bash"), "-u", "-c", script)
		out = strings.ReplaceAll(out, "\r", "")
		for line := range strings.Lines(block[2]) {
			if line = strings.TrimSpace(line); line != "..." && line != "" {
				assert.Contains(t, out, line, "%s\nprints\n%s", script, out)
			}
		}
		assert.NotContains(t, out, "curl: (", script)
	}
	s.end(t)
	secured.end(t)
}

// TestServeOpensNoFile traces a server: requests of every kind have it open no file and no connection.
func TestServeOpensNoFile(t *testing.T) {
	strace, curl := tool(t, "strace"), tool(t, "curl")
	log := filepath.Join(t.TempDir(), "calls")
	s := start(t, strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=file,connect,execve", "-e", "signal=none", "-o", log, binary(t), "serve", "--listen", "127.0.0.1:0", "--quiet")
	before := contents(t, log)
	for _, name := range []string{"servers/poisoned/weather.json", "servers/clean/weather/weather.json"} {
		for _, format := range []string{"json", "sarif"} {
			must(t, root(t), nil, curl, "--silent", "--fail", "--output", os.DevNull, "--json", "@examples/"+name, s.url+"/v1/scan?format="+format)
		}
	}
	must(t, root(t), nil, curl, "--silent", "--fail", "--output", os.DevNull, "--json",
		`{"mcpServers":{"x":{"command":"./run.sh","args":["/etc/passwd"],"envFile":"/etc/shadow","cwd":"/root"},"y":{"url":"http://127.0.0.1:1/mcp"}}}`, s.url+"/v1/scan")
	must(t, root(t), nil, curl, "--silent", "--fail", "--output", os.DevNull, s.url+"/v1/checks", s.url+"/openapi.json")
	var opened []string
	for call := range strings.Lines(string(contents(t, log)[len(before):])) {
		// Looking whether the root of the file system is a checkout opens nothing.
		if !strings.Contains(call, "newfstatat(") && !strings.Contains(call, "stat(") && !strings.Contains(call, "readlink") {
			opened = append(opened, call)
		}
	}
	assert.Empty(t, opened)
	// A signal for strace would leave the server alone, whose number begins the lines of the log.
	pid, err := strconv.Atoi(strings.Fields(string(before))[0])
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGTERM))
	require.NoError(t, s.cmd.Wait())
}
