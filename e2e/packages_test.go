//go:build e2e

package e2e

import (
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// packagesOf makes the packages of a release whose binary runs here; those of other platforms hold none that does.
func packagesOf(t *testing.T, version string) string {
	t.Helper()
	release, out := t.TempDir(), t.TempDir()
	var sums strings.Builder
	add := func(name string, data []byte) {
		write(t, release, name, data)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	for _, target := range []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64", "windows_amd64", "windows_arm64"} {
		program, data := "mcp-lint", target
		if target == runtime.GOOS+"_"+runtime.GOARCH {
			data = string(contents(t, binary(t)))
		}
		if strings.HasPrefix(target, "windows") {
			program += ".exe"
			add("mcp-lint_"+version+"_"+target+".zip", []byte(target))
		}
		add("mcp-lint_"+version+"_"+target+".tar.gz", tarGz(t, 0o755, "LICENSE", projectFile(t, "LICENSE"), program, data))
	}
	write(t, release, "checksums.txt", sums.String())
	must(t, root(t), nil, "go", "run", "./internal/packages", "v"+version, release, out)
	return out
}

// scans runs a mcp-lint on the examples, which has to find what is poisoned, and nothing else.
func scans(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	out, code := run(t, root(t), env, name, append(args, "--no-config", "examples/servers/clean")...)
	assert.Zero(t, code, out)
	out, code = run(t, root(t), env, name, append(args, "--no-config", "examples/servers/poisoned")...)
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "unicode.hidden")
}

func npmPlatform() string {
	return runtime.GOOS + "-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
}

// TestNPMPackage installs the packages from files, and starts the launcher as it should be and as it should not.
func TestNPMPackage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	packages := packagesOf(t, "1.98.7")
	dir := t.TempDir()
	env := []string{"HOME=" + dir, "npm_config_cache=" + filepath.Join(dir, "cache")}
	write(t, dir, "package.json", "{}")
	platform := filepath.Join(packages, "mcp-lint-npm-"+npmPlatform()+"-1.98.7.tgz")
	must(t, dir, env, tool(t, "npm"), "install", "--offline", "--no-audit", "--no-fund", platform, filepath.Join(packages, "mcp-lint-npm-1.98.7.tgz"))
	launcher := filepath.Join(dir, "node_modules", ".bin", "mcp-lint")
	scans(t, nil, launcher)
	_, code := run(t, dir, nil, launcher, "--no-such-flag")
	assert.Equal(t, 2, code, "the exit code is that of the binary")
	t.Run("vitest", func(t *testing.T) { vitest(t, dir) })

	t.Run("signals", func(t *testing.T) {
		cmd := exec.Command(launcher, "lsp")
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		defer func() { _ = in.Close() }()
		require.NoError(t, cmd.Start())
		var child string
		require.Eventually(t, func() bool {
			child = strings.TrimSpace(maybe(t, fmt.Sprintf("/proc/%d/task/%d/children", cmd.Process.Pid, cmd.Process.Pid)))
			return child != "" && strings.Contains(maybe(t, "/proc/"+child+"/cmdline"), "mcp-lint\x00lsp")
		}, 20*time.Second, 20*time.Millisecond)
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		assert.Error(t, cmd.Wait())
		assert.NoFileExists(t, "/proc/"+child+"/cmdline", "the binary ends with the launcher")
	})

	inside := filepath.Join(dir, "node_modules", "@org", "mcp-lint-"+npmPlatform())
	manifest := string(contents(t, filepath.Join(inside, "package.json")))
	broken := func(name string, words ...string) {
		t.Helper()
		out, code := run(t, dir, nil, launcher, "--version")
		assert.Equal(t, 2, code, name)
		for _, w := range append(words, "mcp-lint: ") {
			assert.Contains(t, out, w, name)
		}
		assert.NotContains(t, out, "    at ", "%s: no stack of the launcher", name)
	}
	again := "npm install --include=optional @org/mcp-lint@1.98.7"
	write(t, inside, "package.json", strings.Replace(manifest, "1.98.7", "1.98.6", 1))
	broken("skew", "this is version 1.98.7, but the binary in", "is version 1.98.6", again)
	write(t, inside, "package.json", manifest)

	f, err := os.OpenFile(filepath.Join(inside, "bin", "mcp-lint"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = io.WriteString(f, "x")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	broken("another binary", "is not the binary of release v1.98.7, and was not started", again)
	require.NoError(t, os.Remove(filepath.Join(inside, "bin", "mcp-lint")))
	broken("no binary", "cannot be read", again)
	require.NoError(t, os.RemoveAll(inside))
	broken("no package", "the package @org/mcp-lint-"+npmPlatform()+" 1.98.7, which has the binary, is not installed", again)

	write(t, dir, "arch.cjs", `Object.defineProperty(process, "arch", { value: "s390x" });`)
	out, code := run(t, dir, nil, tool(t, "node"), "--require", filepath.Join(dir, "arch.cjs"), launcher, "--version")
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "there is no binary for linux-s390x, only for darwin-arm64, ")
	assert.Contains(t, out, "go install github.com/org/mcp-lint/cmd/mcp-lint@v1.98.7")
}

// npmRegistry starts Verdaccio, which knows nothing of other registries, publishes packages to it, and returns the environment of its users.
func npmRegistry(t *testing.T, packages, version string) []string {
	t.Helper()
	dir := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	write(t, dir, "config.yaml", "storage: "+dir+"/storage\nuplinks: {}\nmax_body_size: 100mb\npackages:\n  '**': {access: $all, publish: $all}\nlog: {type: stdout, level: warn}\n")
	verdaccio := filepath.Join(root(t), "e2e", "registry", "node_modules", ".bin", "verdaccio")
	require.FileExists(t, verdaccio, "run e2e/install.sh")
	server := exec.Command(verdaccio, "--config", filepath.Join(dir, "config.yaml"), "--listen", address)
	server.Dir, server.Env = dir, append(os.Environ(), "HOME="+dir)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			err = c.Close()
		}
		return err == nil
	}, time.Minute, 100*time.Millisecond)

	write(t, dir, ".npmrc", "registry=http://"+address+"/\n//"+address+"/:_authToken=nobody\n")
	env := []string{
		"HOME=" + dir, "npm_config_userconfig=" + filepath.Join(dir, ".npmrc"), "npm_config_cache=" + filepath.Join(dir, "cache"),
		"npm_config_registry=http://" + address + "/", "npm_config_update_notifier=false", "npm_config_audit=false", "npm_config_fund=false",
	}
	all, err := filepath.Glob(filepath.Join(packages, "mcp-lint-npm-*.tgz"))
	require.NoError(t, err)
	require.Len(t, all, 7)
	for _, p := range all {
		must(t, dir, env, tool(t, "npm"), "publish", "--access", "public", p)
	}
	assert.Equal(t, version, strings.TrimSpace(must(t, dir, env, tool(t, "npm"), "view", "@org/mcp-lint", "version")))
	return env
}

// TestNPMRegistry publishes the packages and runs them as people do.
func TestNPMRegistry(t *testing.T) {
	nightly(t)
	const version = "1.0.0"
	env := npmRegistry(t, packagesOf(t, version), version)
	scans(t, env, tool(t, "npx"), "--yes", "@org/mcp-lint@"+version)
	// Only the binary of this platform is fetched.
	dir := t.TempDir()
	write(t, dir, "package.json", "{}")
	must(t, dir, env, tool(t, "npm"), "install", "@org/mcp-lint")
	entries, err := os.ReadDir(filepath.Join(dir, "node_modules", "@org"))
	require.NoError(t, err)
	require.Len(t, entries, 2)
	assert.Equal(t, "mcp-lint-"+npmPlatform(), entries[1].Name())
	must(t, dir, env, tool(t, "npm"), "install", "--omit=optional", "--no-save", "@org/mcp-lint")
	out, code := run(t, dir, env, tool(t, "npx"), "@org/mcp-lint", "--version")
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "Optional dependencies were left out")
}

// pythonEnv has pip take packages from a folder and from Debian's wheels of the tools it builds with, and from nowhere else.
func pythonEnv(packages string) []string {
	return []string{"PIP_NO_INDEX=1", "PIP_FIND_LINKS=" + packages + " /usr/share/python-wheels", "PIP_DISABLE_PIP_VERSION_CHECK=1"}
}

// TestWheels installs the wheel of this platform with pip, which has to choose it among the others, and runs it.
func TestWheels(t *testing.T) {
	packages, dir := packagesOf(t, "1.98.7-rc.2"), t.TempDir()
	env := append(pythonEnv(packages), "HOME="+dir)
	// With what Debian has installed, which is pytest.
	must(t, dir, env, "/usr/bin/python3", "-m", "venv", "--system-site-packages", "venv")
	bin := filepath.Join(dir, "venv", "bin")
	must(t, dir, env, filepath.Join(bin, "pip"), "install", "--quiet", "org-mcp-lint==1.98.7rc2")
	scans(t, nil, filepath.Join(bin, "mcp-lint"))
	assert.Equal(t, sha256Of(t, binary(t)), sha256Of(t, filepath.Join(bin, "mcp-lint")))
	assert.Contains(t, must(t, dir, env, filepath.Join(bin, "pip"), "show", "--files", "org-mcp-lint"), "org_mcp_lint-1.98.7rc2.dist-info/licenses/LICENSE")
	t.Run("pytest", func(t *testing.T) { pytest(t, filepath.Join(bin, "python")) })
	must(t, dir, env, filepath.Join(bin, "pip"), "uninstall", "--quiet", "--yes", "org-mcp-lint")
	assert.NoFileExists(t, filepath.Join(bin, "mcp-lint"))

	out, code := run(t, dir, env, filepath.Join(bin, "pip"), "install", filepath.Join(packages, "org_mcp_lint-1.98.7rc2-py3-none-win_amd64.whl"))
	assert.NotZero(t, code)
	assert.Contains(t, out, "not a supported wheel on this platform")
}

// inTests are the tests of a server by their names: what the helper gets, in Python and in JavaScript, and what the failure says; none says
// that the test passes.
var inTests = []struct{ name, python, javascript, says string }{
	{"clean", `{"tools": [tool("Returns the forecast.")]}`, "", ""},
	{"list", `[tool("Returns the forecast.")]`, "", ""},
	{"poisoned", `[tool(POISON)]`, "", "critical[directive.imperative]: tool “get_forecast” of server “stdin” tells the model to read or send data"},
	{"option", `[tool(POISON)], "--fail-on", "never"`, "", ""},
	{"ignored", `[{"name": "ignored_tool", "description": POISON}]`, "", ""},
	{"file", `"clean.json"`, "", ""},
	{"poisoned_file", `"poisoned.json"`, "", "--> poisoned.json:"},
	{"empty", `[]`, "", "Verdict: not judged: nothing that reaches a model was found."},
	{"other_answer", `{"prompts": 7}`, "", "Verdict: not judged: "},
	{"absent", `"absent.json"`, "", `the path "absent.json" does not exist`},
	{"usage", `[], "--no-such-flag"`, "", "unknown flag: --no-such-flag"},
	{"coroutine", "later()", "-", "or a path, which a coroutine is not"},
	{"promise", "-", "later()", "got a promise: await it"},
	{"models", `[Model("Returns the forecast.")]`, "-", ""},
	{"poisoned_models", `Answer([Model(POISON)])`, "-", "directive.imperative"},
	{"fastmcp", `[FunctionTool(POISON)]`, "-", "directive.imperative"},
	{"pathlib", `pathlib.Path("poisoned.json")`, "-", "--> poisoned.json:"},
	{"nothing", "-", "undefined", `"<stdin>" cannot be scanned: it is empty`},
}

// writeServerFiles writes the files that the tests of a server name, settings, and another mcp-lint, for which it returns the PATH.
func writeServerFiles(t *testing.T, dir string) (path string) {
	t.Helper()
	writeProgram(t, dir, "other/mcp-lint", "#!/bin/sh\necho this is another program\nexit 2\n")
	write(t, dir, ".mcp-lint.yaml", "ignore:\n  - check: directive.imperative\n    tool: ignored_*\n    reason: shows that settings apply\n")
	for name, words := range map[string]string{"clean": "Returns the forecast.", "poisoned": "Returns the forecast. " + poison} {
		write(t, dir, name+".json", fmt.Sprintf(`{"tools": [{"name": "get_forecast", "description": %q, "inputSchema": {"type": "object"}}]}`, words))
	}
	return inPath(filepath.Join(dir, "other"))
}

// pytest runs the test of docs/maintainers.md and those of inTests with the plugin that is installed beside a Python. The models of the
// SDKs, which Debian does not have, are stand-ins with the methods that the plugin calls.
func pytest(t *testing.T, python string) {
	const models = `
class Model:
    def __init__(self, description):
        self.description = description
    def model_dump(self, *, mode, by_alias, exclude_none):
        assert (mode, by_alias, exclude_none) == ("json", True, True)
        return {"name": "get_forecast", "description": self.description, "inputSchema": {"type": "object"}}

class Answer(Model):
    def model_dump(self, **how):
        return {"tools": [tool.model_dump(**how) for tool in self.description]}

class FunctionTool(Model):
    model_dump = None
    def to_mcp_tool(self):
        return Model(self.description)

class Server:
    async def list_tools(self):
        return [Model("Returns the forecast.")]

mcp = Server()
`
	dir := t.TempDir()
	path := writeServerFiles(t, dir)
	write(t, dir, "server.py", models)
	write(t, dir, "test_tools.py", snippet(t, "maintainers.md", "test_tools.py"))
	var b strings.Builder
	fmt.Fprintf(&b, `import pathlib
from server import *

POISON = %q

def tool(description):
    return {"name": "get_forecast", "description": description, "inputSchema": {"type": "object"}}

later = mcp.list_tools
`, "Returns the forecast. "+poison)
	want := map[string]bool{"test_tools.py::test_tools": true}
	for _, c := range inTests {
		if c.python != "-" {
			want["test_cases.py::test_"+c.name] = c.says == ""
			fmt.Fprintf(&b, "\ndef test_%s(mcp_lint):\n    mcp_lint.check(%s)\n", c.name, c.python)
		}
	}
	write(t, dir, "test_cases.py", b.String())
	out, code := run(t, dir, []string{path}, python, "-m", "pytest", "--junit-xml=results.xml", "-o", "junit_family=xunit1", "-p", "no:cacheprovider")
	assert.Equal(t, 1, code, out)
	got := map[string]bool{}
	for _, c := range testcases(t, filepath.Join(dir, "results.xml")) {
		got[c.File+"::"+c.Name] = c.Failure == nil
		for _, w := range inTests {
			if c.Failure != nil && c.Name == "test_"+w.name {
				assert.Contains(t, c.Failure.Message, w.says, c.Name)
			}
		}
	}
	assert.Equal(t, want, got, out)

	for named, says := range map[string]string{filepath.Join(dir, "none"): "mcp-lint did not start: ", "mcp-lint": "this is another program"} {
		out, code = run(t, dir, []string{path, "MCP_LINT_BINARY=" + named}, python, "-m", "pytest", "test_tools.py")
		assert.Equal(t, 1, code)
		assert.Contains(t, out, says)
	}
}

// vitest runs the test of docs/maintainers.md and those of inTests in a folder with the package.
func vitest(t *testing.T, dir string) {
	here := filepath.Join(root(t), "e2e", "node_modules")
	require.FileExists(t, filepath.Join(here, ".bin", "vitest"), "run e2e/install.sh")
	for _, name := range []string{"vitest", "@modelcontextprotocol"} {
		require.NoError(t, os.Symlink(filepath.Join(here, name), filepath.Join(dir, "node_modules", name)))
	}
	path := writeServerFiles(t, dir)
	write(t, dir, "server.js", `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "weather", version: "1.0.0" });
server.registerTool("get_forecast", { description: "Returns the forecast." }, () => ({ content: [] }));
`)
	write(t, dir, "tools.test.ts", snippet(t, "maintainers.md", "tools.test.ts"))
	var b strings.Builder
	fmt.Fprintf(&b, `import { expectNoFindings } from "@org/mcp-lint/vitest";
import { test } from "vitest";

const POISON = %q;
const tool = (description: string) => ({ name: "get_forecast", description, inputSchema: { type: "object" } });
const later = async () => ({ tools: [] });
`, "Returns the forecast. "+poison)
	want := map[string]bool{"tools.test.ts::tools": true}
	for _, c := range inTests {
		if c.javascript == "" {
			c.javascript = c.python
		}
		if c.javascript != "-" {
			want["cases.test.ts::"+c.name] = c.says == ""
			fmt.Fprintf(&b, "test(%q, () => expectNoFindings(%s));\n", c.name, c.javascript)
		}
	}
	write(t, dir, "cases.test.ts", b.String())
	vitest := []string{filepath.Join(here, ".bin", "vitest"), "run", "--reporter=junit", "--outputFile=results.xml"}
	out, code := run(t, dir, []string{path}, vitest[0], vitest[1:]...)
	assert.Equal(t, 1, code, out)
	got := map[string]bool{}
	for _, c := range testcases(t, filepath.Join(dir, "results.xml")) {
		got[c.ClassName+"::"+c.Name] = c.Failure == nil
		for _, w := range inTests {
			if c.Failure != nil && c.Name == w.name {
				assert.Contains(t, c.Failure.Message, w.says, c.Name)
				assert.Contains(t, c.Failure.Text, "cases.test.ts:", "the place of the test")
				assert.NotContains(t, c.Failure.Text, "@org/mcp-lint/vitest.js", "not that of the helper")
			}
		}
	}
	assert.Equal(t, want, got, out)

	for named, says := range map[string]string{filepath.Join(dir, "none"): "mcp-lint did not run to its end: ", "mcp-lint": "this is another program"} {
		out, code = run(t, dir, []string{path, "MCP_LINT_BINARY=" + named}, vitest[0], "run", "tools.test.ts")
		assert.Equal(t, 1, code)
		assert.Contains(t, out, says)
	}
}

// testcase is a test of a JUnit report.
type testcase struct {
	File      string `xml:"file,attr"`
	ClassName string `xml:"classname,attr"`
	Name      string `xml:"name,attr"`
	Failure   *struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	} `xml:"failure"`
}

func testcases(t *testing.T, path string) []testcase {
	t.Helper()
	var report struct {
		Suites []struct {
			Cases []testcase `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(contents(t, path), &report))
	var all []testcase
	for _, s := range report.Suites {
		all = append(all, s.Cases...)
	}
	return all
}

// linuxPackages unpacks the packages that goreleaser made, with the programs of Debian.
func linuxPackages(t *testing.T, dist string) {
	t.Helper()
	name := filepath.Join(dist, "mcp-lint_"+strings.TrimPrefix(releaseTag, "v")+"_linux_"+runtime.GOARCH)
	want := sha256Of(t, linuxBinary(t, dist))

	dir := t.TempDir()
	// As dpkg installs it, into a root of its own.
	for _, folder := range []string{"updates", "info"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "var/lib/dpkg", folder), 0o755))
	}
	for _, file := range []string{"status", "available"} {
		write(t, dir, "var/lib/dpkg/"+file, "")
	}
	must(t, dir, nil, "dpkg", "--root="+dir, "--force-not-root", "--force-script-chrootless", "--log="+os.DevNull, "--install", name+".deb")
	assert.Equal(t, want, sha256Of(t, filepath.Join(dir, "usr/bin/mcp-lint")))
	assert.FileExists(t, filepath.Join(dir, "usr/share/doc/mcp-lint/copyright"))
	scans(t, nil, filepath.Join(dir, "usr/bin/mcp-lint"))
	assert.Contains(t, must(t, dir, nil, tool(t, "rpm"), "--checksig", "--nosignature", name+".rpm"), "digests OK")
	if os.Geteuid() == 0 {
		// It changes its root.
		into := t.TempDir()
		must(t, dir, nil, tool(t, "rpm"), "--root="+into, "--nodeps", "--install", name+".rpm")
		assert.Equal(t, want, sha256Of(t, filepath.Join(into, "usr/bin/mcp-lint")))
	}
	for kind, command := range map[string]string{
		// It ends with 1 where the header says another size of the payload than it finds; what is unpacked is compared all the same.
		"rpm": `rpm2cpio "$1" >payload || test $? = 1; cpio --extract --quiet --make-directories --no-absolute-filenames <payload`,
		// An apk is gzip members of tar, and only the last ends as an archive does.
		"apk": `gunzip <"$1" | tar --extract --ignore-zeros`,
	} {
		into := t.TempDir()
		must(t, into, nil, "bash", "-euo", "pipefail", "-c", command, "unpack", name+"."+kind)
		assert.Equal(t, want, sha256Of(t, filepath.Join(into, "usr/bin/mcp-lint")), kind)
	}
}
