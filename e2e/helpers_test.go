//go:build e2e

package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// git runs git in a folder, without the settings of the machine.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return strings.TrimSpace(must(t, dir, gitEnv(), "git", args...))
}

func gitEnv(more ...string) []string {
	return append([]string{
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull, "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@example.com", "GIT_COMMITTER_NAME=n",
		"GIT_COMMITTER_EMAIL=e@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
	}, more...)
}

// inPath returns a PATH that begins with a folder.
func inPath(dir string) string {
	return "PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// contents reads a file.
func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

// maybe reads a file that may not be there.
func maybe(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return string(data)
}

// projectFile reads a file of the project.
func projectFile(t *testing.T, path string) string {
	t.Helper()
	return string(contents(t, filepath.Join(root(t), path)))
}

// write writes a file of a folder, which is made where it is not there.
func write[T string | []byte](t *testing.T, dir, name string, data T) {
	t.Helper()
	writeMode(t, filepath.Join(dir, name), data, 0o644)
}

// writeProgram writes a file that can be run.
func writeProgram(t *testing.T, dir, name, data string) {
	t.Helper()
	writeMode(t, filepath.Join(dir, name), data, 0o755)
}

func writeMode[T string | []byte](t *testing.T, path string, data T, mode os.FileMode) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(data), mode))
}

// copyFolder copies a folder of the project.
func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, os.CopyFS(to, os.DirFS(filepath.Join(root(t), from))))
}

// copyProject copies the files of a checkout, as a commit of its working tree would hold them.
func copyProject(t *testing.T, from, to string) {
	t.Helper()
	list := must(t, from, nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		st, err := os.Lstat(filepath.Join(from, name))
		if os.IsNotExist(err) {
			continue // deleted and not yet committed
		}
		require.NoError(t, err)
		writeMode(t, filepath.Join(to, name), contents(t, filepath.Join(from, name)), st.Mode().Perm())
	}
}

// tarGz makes an archive of files, given as a name and what is in it each.
func tarGz(t *testing.T, mode int64, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for i := 0; i < len(files); i += 2 {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: files[i], Mode: mode, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg}))
		_, err := w.Write([]byte(files[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	require.NoError(t, z.Close())
	return b.Bytes()
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
