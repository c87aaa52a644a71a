//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// root returns the folder of the project.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	require.NoError(t, err)
	return dir
}

// tool returns the path of a program: one that install.sh has built, or one of the system.
func tool(t *testing.T, name string) string {
	t.Helper()
	bin := os.Getenv("MCP_LINT_E2E_BIN")
	if bin == "" {
		bin = filepath.Join(root(t), "e2e", ".bin")
	}
	if path := filepath.Join(bin, name); executable(path) {
		return path
	}
	path, err := exec.LookPath(name)
	require.NoError(t, err, "%s is not installed: run e2e/install.sh", name)
	return path
}

func executable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0
}

// run runs a program in a folder with more environment and returns what it prints on both streams and its exit code.
func run(t *testing.T, dir string, env []string, name string, args ...string) (output string, code int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		require.NoError(t, err, "%s did not start", name)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// must runs a program that has to succeed and returns what it prints.
func must(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	out, code := run(t, dir, env, name, args...)
	require.Zero(t, code, "%s %q:\n%s", name, args, out)
	return out
}

// built is the folder of the binary, once there is one.
var built string

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mcp-lint-e2e-")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "mcp-lint")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "./cmd/mcp-lint")
	cmd.Dir, cmd.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
})

// binary builds mcp-lint once, static, and returns its path.
func binary(t *testing.T) string {
	t.Helper()
	path, err := build()
	require.NoError(t, err)
	return path
}

// nightly skips a test that takes too long for every change.
func nightly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs nightly")
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// node runs a script of this folder with Node.js and returns what it prints. It has to succeed.
func node(t *testing.T, script string, args ...string) string {
	t.Helper()
	dir := filepath.Join(root(t), "e2e")
	return must(t, dir, nil, tool(t, "node"), append([]string{script}, args...)...)
}

// pictures returns the folder for screenshots, which are for people to look at.
func pictures(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(root(t), "dist", "pictures")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return dir
}
