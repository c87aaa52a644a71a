//go:build e2e

package e2e

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sourceTree copies what is in a checkout, committed or not, into a repository with one commit and the tag of a release. Its name and those
// of the folders above have a length of their own, for paths must leave no trace; nor must the times of the files.
func sourceTree(t *testing.T, origin, name string, touched time.Time) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	copyProject(t, origin, dir)
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { return os.Chtimes(path, touched, touched) }))
	env := gitEnv("GIT_AUTHOR_DATE="+madeAt, "GIT_COMMITTER_DATE="+madeAt)
	for _, args := range [][]string{
		{"init", "--quiet", "--initial-branch", "main"},
		{"add", "--all"},
		{"commit", "--quiet", "--message", "release"},
		{"tag", releaseTag},
		// The names that move along must not be taken for the tag.
		{"tag", "v1.98"},
		{"tag", "v1"},
		// Nothing is asked of it.
		{"remote", "add", "origin", "https://github.com/org/mcp-lint"},
	} {
		must(t, dir, env, "git", args...)
	}
	return dir
}

// goreleaser makes the release of a source tree and returns the folder with its files.
func goreleaser(t *testing.T, dir string, env ...string) string {
	t.Helper()
	env = append(env, "GORELEASER_CURRENT_TAG="+releaseTag, "GITHUB_TOKEN=", "CI=true")
	must(t, dir, env, tool(t, "goreleaser"), "release", "--clean", "--skip=publish,sbom,docker", "--release-notes=CHANGELOG.md", "--timeout=20m")
	return filepath.Join(dir, "dist")
}

func expectedArchives() []string {
	var names []string
	for _, target := range []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64", "windows_amd64", "windows_arm64"} {
		name := "mcp-lint_" + strings.TrimPrefix(releaseTag, "v") + "_" + target
		names = append(names, name+".tar.gz")
		if strings.HasPrefix(target, "windows") {
			names = append(names, name+".zip")
		}
	}
	return names
}

func expectedLinuxPackages() []string {
	var names []string
	for _, arch := range []string{"amd64", "arm64"} {
		for _, kind := range []string{"deb", "rpm", "apk"} {
			names = append(names, "mcp-lint_"+strings.TrimPrefix(releaseTag, "v")+"_linux_"+arch+"."+kind)
		}
	}
	return names
}

func archivesIn(t *testing.T, dist string) []string {
	t.Helper()
	var names []string
	entries, err := os.ReadDir(dist)
	require.NoError(t, err)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tar.gz") || strings.HasSuffix(e.Name(), ".zip") {
			names = append(names, e.Name())
		}
	}
	return names
}

// checksums reads checksums.txt in the form that sha256sum reads it.
func checksumsIn(t *testing.T, dist string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for _, line := range strings.Split(strings.TrimSuffix(string(contents(t, filepath.Join(dist, "checksums.txt"))), "\n"), "\n") {
		require.Regexp(t, `^[0-9a-f]{64}  \S+$`, line)
		sums[line[66:]] = line[:64]
	}
	return sums
}

// unpack reads an archive whose members all belong to root and have the date of the commit.
func unpack(t *testing.T, path string) map[string][]byte {
	t.Helper()
	made, err := time.Parse(time.RFC3339, releaseDate)
	require.NoError(t, err)
	files := map[string][]byte{}
	if strings.HasSuffix(path, ".zip") {
		r, err := zip.OpenReader(path)
		require.NoError(t, err)
		defer func() { assert.NoError(t, r.Close()) }()
		for _, f := range r.File {
			in, err := f.Open()
			require.NoError(t, err)
			files[f.Name], err = io.ReadAll(in)
			require.NoError(t, err)
			assert.True(t, made.Equal(f.Modified), "%s of %s is of %s", f.Name, path, f.Modified)
		}
		return files
	}
	z, err := gzip.NewReader(bytes.NewReader(contents(t, path)))
	require.NoError(t, err)
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		require.NoError(t, err)
		assert.Equal(t, byte(tar.TypeReg), h.Typeflag, h.Name)
		assert.True(t, made.Equal(h.ModTime), "%s of %s is of %s", h.Name, path, h.ModTime)
		assert.Equal(t, [2]string{"root", "root"}, [2]string{h.Uname, h.Gname}, h.Name)
		if strings.HasPrefix(h.Name, "mcp-lint") {
			assert.Equal(t, int64(0o755), h.Mode&0o777, h.Name)
		}
		files[h.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
}

// linuxBinary unpacks the binary that runs here.
func linuxBinary(t *testing.T, dist string) string {
	t.Helper()
	files := unpack(t, filepath.Join(dist, "mcp-lint_"+strings.TrimPrefix(releaseTag, "v")+"_linux_"+runtime.GOARCH+".tar.gz"))
	path := filepath.Join(t.TempDir(), "mcp-lint")
	require.NoError(t, os.WriteFile(path, files["mcp-lint"], 0o755))
	return path
}

func sha256Of(t *testing.T, path string) string {
	t.Helper()
	sum := sha256.Sum256(contents(t, path))
	return hex.EncodeToString(sum[:])
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	value := strings.TrimSpace(must(t, root(t), nil, "go", "env", name))
	require.NotEmpty(t, value, name)
	return value
}

func namesOf[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}
