//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// npmPackage returns the folder of an npm package that install.sh has installed.
func npmPackage(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(root(t), "e2e", "node_modules", filepath.FromSlash(name))
	require.DirExists(t, dir, "%s is not installed: run e2e/install.sh", name)
	return dir
}

// reportOf is what the tests read of a report.
type reportOf struct {
	Findings []struct{ Severity, Check string }
	Summary  struct {
		Tools, Definitions int
	}
}

// record runs record and returns the fixture.
func record(t *testing.T, file string, args ...string) string {
	t.Helper()
	must(t, t.TempDir(), nil, binary(t), append([]string{"record", "-o", file}, args...)...)
	return string(contents(t, file))
}

// scanned scans a fixture, prints what is found, and looks that nothing of it is high.
func scanned(t *testing.T, file string) reportOf {
	t.Helper()
	out, code := run(t, filepath.Dir(file), nil, binary(t), "--no-config", "--fail-on", "high", "--output", "json", file)
	require.Zero(t, code, out)
	var r reportOf
	require.NoError(t, json.Unmarshal([]byte(out), &r), out)
	t.Logf("%s:\n%s", filepath.Base(file), must(t, filepath.Dir(file), nil, binary(t), "--no-config", "--fail-on", "never", file))
	return r
}

// TestRecordServers records servers of the Model Context Protocol project as they are on npm, twice, and scans what they say.
func TestRecordServers(t *testing.T) {
	nightly(t)
	everything := []string{tool(t, "node"), filepath.Join(npmPackage(t, "@modelcontextprotocol/server-everything"), "dist", "index.js")}
	shared := t.TempDir()
	files := []string{tool(t, "node"), filepath.Join(npmPackage(t, "@modelcontextprotocol/server-filesystem"), "dist", "index.js"), shared}
	for name, want := range map[string]struct {
		command []string
		tools   int
		texts   []string
	}{
		// It shows some tools only to clients that can sample and elicit.
		"everything": {everything, 15, []string{`"name": "echo"`, `"name": "trigger-sampling-request"`, `"instructions": "# Everything Server`, `"prompts": [`, `"resources": [`, `"resourceTemplates": [`}},
		"filesystem": {files, 10, []string{`"name": "secure-filesystem-server"`, `"name": "read_text_file"`}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name+".json")
			first := record(t, file, append([]string{"--"}, want.command...)...)
			assert.Equal(t, first, record(t, file, append([]string{"--"}, want.command...)...), "the same server made another record")
			for _, text := range want.texts {
				assert.Contains(t, first, text)
			}
			assert.NotContains(t, first, shared, "the record is not of this machine")
			r := scanned(t, file)
			assert.GreaterOrEqual(t, r.Summary.Tools, want.tools)
		})
	}
	left, err := os.ReadDir(shared)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// TestRecordURLs records the server over HTTP, by both of its transports, and gets what it says over its standard output.
func TestRecordURLs(t *testing.T) {
	nightly(t)
	js := filepath.Join(npmPackage(t, "@modelcontextprotocol/server-everything"), "dist", "index.js")
	piped := record(t, filepath.Join(t.TempDir(), "piped.json"), "--", tool(t, "node"), js)
	for transport, path := range map[string]string{"streamableHttp": "/mcp", "sse": "/sse"} {
		t.Run(transport, func(t *testing.T) {
			port := freePort(t)
			cmd := exec.Command(tool(t, "node"), js, transport)
			cmd.Env = append(os.Environ(), "PORT="+port)
			var log strings.Builder
			cmd.Stdout, cmd.Stderr = &log, &log
			require.NoError(t, cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
			require.Eventually(t, func() bool {
				c, err := net.Dial("tcp", "localhost:"+port)
				if err == nil {
					_ = c.Close()
				}
				return err == nil
			}, time.Minute, 20*time.Millisecond)
			file := filepath.Join(t.TempDir(), "url.json")
			data := record(t, file, "--url", "http://localhost:"+port+path)
			assert.JSONEq(t, piped, data)
			assert.GreaterOrEqual(t, scanned(t, file).Summary.Tools, 10)
		})
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// TestRecordScript runs what docs/record.md shows for CI: it passes while the server says what was approved, and fails once it says something else.
func TestRecordScript(t *testing.T) {
	nightly(t)
	dir, bin := t.TempDir(), t.TempDir()
	js := filepath.Join(npmPackage(t, "@modelcontextprotocol/server-filesystem"), "dist", "index.js")
	npx := "#!/bin/sh\nshift 2\nexec '" + tool(t, "node") + "' '" + js + "' \"$@\"\n"
	writeProgram(t, bin, "npx", npx)
	t.Setenv("PATH", strings.TrimPrefix(inPath(bin), "PATH="))
	must(t, dir, nil, "git", "init", "--quiet")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "recorded"), 0o755))
	record(t, filepath.Join(dir, "recorded", "files.json"), "--", filepath.Join(bin, "npx"), "-y", "-", "/tmp")
	must(t, dir, nil, binary(t), "lock", "--approve-new", "recorded")
	must(t, dir, nil, "git", "add", ".")
	script := snippet(t, "record.md", "scripts/check-servers.sh")
	out, code := shell(t, dir, script)
	assert.Zero(t, code, out)

	// The same server from the same package, with one word more.
	relay := `#!/bin/sh
shift 2
'` + tool(t, "node") + `' '` + js + `' "$@" | sed -u 's/Read the complete contents/& and secrets/'
`
	writeProgram(t, bin, "npx", relay)
	out, code = shell(t, dir, script)
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "rugpull.changed")
}

// TestSignIn signs in to the example server of the TypeScript SDK, whose authorization server has a port of its own, as a person with a browser does.
func TestSignIn(t *testing.T) {
	port, authPort := freePort(t), freePort(t)
	server := exec.Command(tool(t, "node"), filepath.Join(npmPackage(t, "@modelcontextprotocol/sdk"), "dist/esm/examples/server/simpleStreamableHttp.js"), "--oauth")
	server.Env = append(os.Environ(), "MCP_PORT="+port, "MCP_AUTH_PORT="+authPort)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	for _, p := range []string{port, authPort} {
		require.Eventually(t, func() bool {
			c, err := net.Dial("tcp", "localhost:"+p)
			return err == nil && c.Close() == nil
		}, time.Minute, 100*time.Millisecond)
	}
	url := "http://localhost:" + port + "/mcp"
	out, code := run(t, t.TempDir(), nil, binary(t), "live", "--url", url)
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "Or sign in with --oauth.")

	live := exec.Command(binary(t), "live", "--oauth", "--oauth-timeout", "1m", "--url", url)
	live.Dir = t.TempDir()
	said, err := live.StderrPipe()
	require.NoError(t, err)
	var printed strings.Builder
	live.Stdout = &printed
	require.NoError(t, live.Start())
	address := ""
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "http://localhost:"+authPort+"/authorize?") {
			address = line
			resp, err := http.Get(address)
			require.NoError(t, err)
			page, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			assert.Contains(t, string(page), "You can close this window.")
		}
	}
	assert.NotEmpty(t, address)
	require.NoError(t, live.Wait(), printed.String())
	assert.Contains(t, printed.String(), "Scanned 7 tools")
}
