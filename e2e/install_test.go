//go:build e2e

package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The release that the tests have, and the commits of releases and trees.
const (
	releaseVersion = "v1.2.3"
	releaseCommit  = "0123456789abcdef0123456789abcdef01234567"
	otherCommit    = "fedcba9876543210fedcba9876543210fedcba98"
)

// releases serves files as GitHub serves those of releases, and remembers what was asked for.
type releases struct {
	*httptest.Server
	files map[string][]byte
	// redirect and status answer for a file instead of its content; of cut files the end never comes.
	redirect map[string]string
	status   map[string]int
	cut      map[string]bool

	mu    sync.Mutex
	asked []string
}

func newReleases(t *testing.T) *releases {
	t.Helper()
	r := &releases{files: map[string][]byte{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		r.asked = append(r.asked, req.URL.Path)
		r.mu.Unlock()
		data, ok := r.files[req.URL.Path]
		switch {
		case r.status[req.URL.Path] != 0:
			w.WriteHeader(r.status[req.URL.Path])
		case r.redirect[req.URL.Path] != "":
			http.Redirect(w, req, r.redirect[req.URL.Path], http.StatusFound)
		case !ok:
			http.NotFound(w, req)
		case r.cut[req.URL.Path]:
			w.Header().Set("Content-Length", strconv.Itoa(len(data)+1))
			_, _ = w.Write(data)
		default:
			_, _ = w.Write(data)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// reset puts up the release as it should be.
func (r *releases) reset(t *testing.T) {
	t.Helper()
	r.redirect, r.status, r.cut = map[string]string{}, map[string]int{}, map[string]bool{}
	r.publish(t, releaseVersion, releaseCommit)
}

// path is the path of a file of a release.
func (r *releases) path(version, file string) string {
	return "/org/mcp-lint/releases/download/" + version + "/" + file
}

// asset is the name of the archive for this system.
func asset(version string) string {
	return fmt.Sprintf("mcp-lint_%s_%s_%s.tar.gz", strings.TrimPrefix(version, "v"), runtime.GOOS, runtime.GOARCH)
}

// publish puts up a release whose program says which version and commit it is of.
func (r *releases) publish(t *testing.T, version, commit string) {
	t.Helper()
	program := fmt.Sprintf("#!/bin/sh\nprintf 'mcp-lint %s\\ncommit   %s\\n'\n", version, commit)
	r.serve(version, tarGz(t, 0o644, "LICENSE", "free", "../escaped", "x", "/tmp/mcp-lint-e2e-escaped", "x", "mcp-lint", program, "README.md", "hello"))
}

// serve puts up an archive with its checksum.
func (r *releases) serve(version string, archive []byte) {
	r.files[r.path(version, asset(version))] = archive
	r.files[r.path(version, "checksums.txt")] = fmt.Appendf(nil, "%064d  mcp-lint_other.tar.gz\n%x  %s\n", 0, sha256.Sum256(archive), asset(version))
}

// source makes a folder with an action of the version, whose program is small but built like the real one.
func source(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/action\n\ngo 1.26.0\n")
	write(t, dir, "action/VERSION", version+"\n")
	write(t, dir, "cmd/mcp-lint/main.go", "package main\n\nimport \"fmt\"\n\nvar release, commit string\n\n"+
		"func main() { fmt.Printf(\"built from source\\nrelease [%s]\\ncommit [%s]\\n\", release, commit) }\n")
	return dir
}

// installed is what a run of install.sh has left.
type installed struct {
	log  string
	code int
	// says is what the program answers to version; it is empty when there is none.
	says string
	// temp is the folder for temporary files.
	temp string
}

// install runs install.sh as action.yml does. More environment goes last and wins.
func install(t *testing.T, from string, env ...string) installed {
	t.Helper()
	temp, commands := t.TempDir(), t.TempDir()
	base := []string{"RUNNER_TEMP=" + temp, "GITHUB_ACTION_PATH=" + from, "MCP_LINT_ACTION_REPOSITORY=org/mcp-lint", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1", "GOTOOLCHAIN=local"}
	others := []string{"GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"}
	for _, name := range append(others, "GITHUB_OUTPUT") {
		write(t, commands, name, "")
		base = append(base, name+"="+filepath.Join(commands, name))
	}
	// The scanned repository is the working directory, and would break every build that took notice of it.
	workspace := t.TempDir()
	write(t, workspace, "go.mod", "module broken\n\ngo 9.99\n")
	write(t, workspace, "go.work", "go 9.99\nuse ./nowhere\n")
	write(t, workspace, "go.env", "GOFLAGS=-mod=vendor\n")
	in := installed{temp: temp}
	in.log, in.code = run(t, workspace, append(base, env...), "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", filepath.Join(root(t), "action", "install.sh"))
	for _, name := range others {
		assert.Empty(t, contents(t, filepath.Join(commands, name)), name)
	}
	out := string(contents(t, filepath.Join(commands, "GITHUB_OUTPUT")))
	if in.code != 0 {
		assert.Empty(t, out, "a failed step has no output")
		return in
	}
	binary, ok := strings.CutPrefix(strings.TrimSuffix(out, "\n"), "binary=")
	require.True(t, ok, out)
	require.True(t, strings.HasPrefix(binary, temp), binary)
	said, err := exec.Command(binary, "version").Output()
	require.NoError(t, err, in.log)
	in.says = string(said)
	return in
}

// attestor sets a PATH on which gh stands for GitHub's answer about attestations.
func attestor(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	writeProgram(t, dir, "gh", "#!/bin/sh\ntest \"$1 $2\" = \"attestation verify\" && test -f \"$3\" || exit 2\n"+script+"\n")
	return inPath(dir)
}

func TestInstall(t *testing.T) {
	server := newReleases(t)
	server.publish(t, releaseVersion, releaseCommit)
	server.publish(t, "v1.1.0", otherCommit)
	at := "GITHUB_SERVER_URL=" + server.URL
	fromRelease := "mcp-lint v1.2.3\ncommit   " + releaseCommit + "\n"
	fromSource := "built from source\n"
	tree := source(t, releaseVersion)
	attesting, denying := attestor(t, "echo \"$*\" | grep -qx -- \".* --repo org/mcp-lint --signer-workflow org/mcp-lint/.github/workflows/release.yml --source-digest "+releaseCommit+"\""), attestor(t, "exit 1")
	unattested := "::notice title=mcp-lint::mcp-lint is built from source, for nothing attests that release v1.2.3 was built from commit "
	for name, c := range map[string]struct {
		from string
		env  []string
		says string
		log  string
	}{
		"the tag of the release":       {tree, []string{"MCP_LINT_ACTION_REF=v1.2.3"}, fromRelease, "mcp-lint v1.2.3, downloaded from " + server.URL},
		"the tag, named in full":       {tree, []string{"MCP_LINT_ACTION_REF=refs/tags/v1.2.3"}, fromRelease, "checksum verified"},
		"v1":                           {tree, []string{"MCP_LINT_ACTION_REF=v1"}, fromRelease, "checksum verified"},
		"v1.2":                         {tree, []string{"MCP_LINT_ACTION_REF=v1.2"}, fromRelease, "checksum verified"},
		"the commit of the release":    {tree, []string{"MCP_LINT_ACTION_REF=" + releaseCommit, attesting}, fromRelease, "The release was built from commit " + releaseCommit},
		"another commit":               {tree, []string{"MCP_LINT_ACTION_REF=" + otherCommit, attesting}, "commit [" + otherCommit + "]", unattested + otherCommit},
		"a commit without attestation": {tree, []string{"MCP_LINT_ACTION_REF=" + releaseCommit, denying}, "commit [" + releaseCommit + "]", unattested + releaseCommit},
		"input version":                {tree, []string{"MCP_LINT_ACTION_REF=v1", "MCP_LINT_VERSION=v1.1.0"}, "mcp-lint v1.1.0\n", "checksum verified"},
		"input version, on a branch":   {tree, []string{"MCP_LINT_ACTION_REF=main", "MCP_LINT_VERSION=v1.1.0"}, "mcp-lint v1.1.0\n", "checksum verified"},
		"input version: source":        {tree, []string{"MCP_LINT_ACTION_REF=v1.2.3", "MCP_LINT_VERSION=source"}, "release [v1.2.3]", "Building mcp-lint from its source, as input version says."},
		"uses: ./":                     {tree, []string{"MCP_LINT_ACTION_REF=", "MCP_LINT_ACTION_REPOSITORY="}, fromSource, "not used by the tag of a release"},
		"a branch":                     {tree, []string{"MCP_LINT_ACTION_REF=main"}, "release []\ncommit []", "not used by the tag of a release"},
		"another major":                {tree, []string{"MCP_LINT_ACTION_REF=v2"}, fromSource, "not used by the tag of a release"},
		"another minor":                {tree, []string{"MCP_LINT_ACTION_REF=v1.20"}, fromSource, "not used by the tag of a release"},
		"another patch":                {tree, []string{"MCP_LINT_ACTION_REF=v1.2.4"}, fromSource, "not used by the tag of a release"},
		"no release yet":               {source(t, "dev"), []string{"MCP_LINT_ACTION_REF=v1"}, fromSource, "which no release was made of yet"},
		"odd VERSION":                  {source(t, "v1.2.3/../../x"), []string{"MCP_LINT_ACTION_REF=v1"}, fromSource, "which no release was made of yet"},
		"a tag without a release":      {source(t, "v1.9.0"), []string{"MCP_LINT_ACTION_REF=v1.9.0"}, "release [v1.9.0]", "::notice title=mcp-lint::mcp-lint is built from source, for release v1.9.0 has no file for this system."},
		"another repository":           {tree, []string{"MCP_LINT_ACTION_REF=v1", "MCP_LINT_ACTION_REPOSITORY=fork/mcp-lint"}, fromSource, "has no file for this system"},
		"odd repository":               {tree, []string{"MCP_LINT_ACTION_REF=v1", "MCP_LINT_ACTION_REPOSITORY=../../x"}, fromSource, "the name of the repository of the action is odd"},
		"another system":               {tree, []string{"MCP_LINT_ACTION_REF=v1", "RUNNER_OS=Linux", "RUNNER_ARCH=ARM"}, fromSource, "there is no release for this system"},
		"no https":                     {tree, []string{"MCP_LINT_ACTION_REF=v1", "GITHUB_SERVER_URL=http://github.example"}, fromSource, "GITHUB_SERVER_URL is no https address"},
		"odd server":                   {tree, []string{"MCP_LINT_ACTION_REF=v1", "GITHUB_SERVER_URL=file:///etc"}, fromSource, "GITHUB_SERVER_URL is no https address"},
		"the user's settings of Go":    {tree, []string{"GOFLAGS=-mod=vendor -tags=x", "GOWORK=/nowhere/go.work", "GOOS=js", "GOARCH=wasm", "GO111MODULE=off", "GOENV=" + "go.env"}, fromSource, "Building mcp-lint"},
	} {
		t.Run(name, func(t *testing.T) {
			in := install(t, c.from, append([]string{at}, c.env...)...)
			require.Zero(t, in.code, in.log)
			assert.Contains(t, in.says, c.says)
			assert.Contains(t, in.log, c.log)
			assert.NoFileExists(t, filepath.Join(in.temp, "escaped"))
			assert.NoFileExists(t, "/tmp/mcp-lint-e2e-escaped")
		})
	}
}

func TestInstallRefuses(t *testing.T) {
	server := newReleases(t)
	at := "GITHUB_SERVER_URL=" + server.URL
	sums, archive := server.path(releaseVersion, "checksums.txt"), server.path(releaseVersion, asset(releaseVersion))
	tree := source(t, releaseVersion)
	for name, c := range map[string]struct {
		tamper func()
		log    string
	}{
		"a tampered archive": {func() { server.files[archive] = append(server.files[archive], 0) }, "is not the one that release v1.2.3 names. Nothing of it is used."},
		"a tampered checksum": {func() {
			server.files[sums] = bytes.Replace(server.files[sums], []byte("  "+asset(releaseVersion)), []byte("0  "+asset(releaseVersion)), 1)
		}, "do not name"},
		"another checksum":         {func() { server.files[sums] = fmt.Appendf(nil, "%064d  %s\n", 0, asset(releaseVersion)) }, "is not the one that release v1.2.3 names"},
		"no checksum":              {func() { server.files[sums] = []byte("\n") }, "do not name"},
		"a name that only ends so": {func() { server.files[sums] = bytes.ReplaceAll(server.files[sums], []byte("  "), []byte("  x")) }, "do not name"},
		"two checksums":            {func() { server.files[sums] = append(server.files[sums], server.files[sums]...) }, "do not name"},
		"an archive of nothing": {func() {
			server.files[archive] = []byte("no archive")
			server.files[sums] = fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(server.files[archive]), asset(releaseVersion))
		}, "holds no mcp-lint"},
		"a server that refuses":       {func() { server.status[archive] = http.StatusForbidden }, "(status 403, error 22 of curl). Run the job again"},
		"a download that breaks off":  {func() { server.cut[archive] = true }, "(status 200, error 18 of curl). Run the job again"},
		"a redirect to another place": {func() { server.redirect[archive] = "file:///etc/passwd" }, "Could not download"},
	} {
		t.Run(name, func(t *testing.T) {
			server.reset(t)
			c.tamper()
			for _, ref := range []string{"v1.2.3", "v1", releaseCommit, otherCommit} {
				in := install(t, tree, at, "MCP_LINT_ACTION_REF="+ref)
				assert.Equal(t, 2, in.code, in.log)
				assert.Contains(t, in.log, "::error title=mcp-lint::")
				assert.Contains(t, in.log, c.log)
				assert.NotContains(t, in.log, "Building", "there is no way around a checksum")
			}
		})
	}
	t.Run("a redirect within the server is followed", func(t *testing.T) {
		server.reset(t)
		server.files["/storage/1"] = server.files[archive]
		server.redirect[archive] = "/storage/1"
		assert.Zero(t, install(t, tree, at, "MCP_LINT_ACTION_REF=v1").code)
	})
	t.Run("a release that does not exist is not replaced", func(t *testing.T) {
		in := install(t, tree, at, "MCP_LINT_ACTION_REF=v1", "MCP_LINT_VERSION=v7.7.7")
		assert.Equal(t, 2, in.code)
		assert.Contains(t, in.log, "Release v7.7.7 cannot be had")
	})
	t.Run("odd versions", func(t *testing.T) {
		server.mu.Lock()
		server.asked = nil
		server.mu.Unlock()
		for _, version := range []string{
			"1.2.3", "v1", "latest", "v1.2.3/../v1.2.2", "v1.2.3 --insecure", "v1.2.3\n::error::x", "v1.2.3\nv1.2.3", "\nv1.2.3", "v1.2.3-", "$(touch pwned)", "`touch pwned`", "v1.2.3;touch pwned",
			"v1.2.3-\u00e9", "v1.2.3?x", "##[error]x", "v\u0661.2.3", "%0A::error::x", "Source",
		} {
			in := install(t, tree, at, "MCP_LINT_ACTION_REF=v1", "MCP_LINT_VERSION="+version)
			assert.Equal(t, 2, in.code, version)
			assert.Equal(t, "::error title=mcp-lint::Input version must be a release such as v1.2.3, or source, or nothing.\n", in.log, version)
		}
		assert.Empty(t, server.asked, "nothing is asked of the server")
	})
	t.Run("odd refs say nothing", func(t *testing.T) {
		for _, ref := range []string{"x\n::error::y", "v1\n##[error]x", "$(touch pwned)", "v1.2.3\nx"} {
			in := install(t, tree, at, "MCP_LINT_ACTION_REF="+ref)
			require.Zero(t, in.code, in.log)
			assert.Contains(t, in.says, "built from source")
			assert.NotContains(t, in.log, "::error")
			assert.NotContains(t, in.log, "##[")
		}
	})
}

// withPrograms returns a folder for PATH that holds the named programs of the system.
func withPrograms(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(dir, name)))
	}
	return dir
}

func TestInstallSaysWhatIsMissing(t *testing.T) {
	server := newReleases(t)
	server.publish(t, releaseVersion, releaseCommit)
	at := "GITHUB_SERVER_URL=" + server.URL
	basics := []string{"bash", "awk", "mktemp", "tr", "head", "uname", "cut", "tar", "gzip", "chmod", "rm"}
	tree := source(t, releaseVersion)

	path := withPrograms(t, basics...)
	in := install(t, tree, at, "MCP_LINT_ACTION_REF=main", "PATH="+path)
	assert.Equal(t, 2, in.code)
	assert.Contains(t, in.log, "there is no Go on this runner; Go 1.26.0 or later is needed. Add actions/setup-go")

	old := withPrograms(t, basics...)
	writeProgram(t, old, "go", "#!/bin/sh\nif [ \"$1\" = env ]; then echo go1.21.4; exit; fi\necho 'go: go.mod requires go >= 1.26.0' >&2\nexit 1\n")
	in = install(t, tree, at, "MCP_LINT_ACTION_REF=main", "PATH="+old)
	assert.Equal(t, 2, in.code)
	assert.Contains(t, in.log, "This runner has go1.21.4, and Go 1.26.0 or later is needed. Add actions/setup-go")

	in = install(t, tree, at, "MCP_LINT_ACTION_REF=v1", "PATH="+path)
	assert.Contains(t, in.log, "built from source, for there is no curl")
	in = install(t, tree, at, "MCP_LINT_ACTION_REF=v1", "PATH="+withPrograms(t, append(basics, "curl")...))
	assert.Contains(t, in.log, "no sha256sum and no shasum")
	in = install(t, tree, at, "MCP_LINT_ACTION_REF=v1", "PATH="+withPrograms(t, append(basics, "curl", "shasum")...), "PERL5LIB=")
	assert.Zero(t, in.code, in.log)
	assert.Contains(t, in.log, "checksum verified")
}

// TestInstallBuildsThisSource is what a workflow with "uses: ./" does in this repository.
func TestInstallBuildsThisSource(t *testing.T) {
	in := install(t, root(t), "MCP_LINT_ACTION_REF="+otherCommit, "MCP_LINT_VERSION=source")
	require.Zero(t, in.code, in.log)
	assert.Regexp(t, `^mcp-lint `, in.says)
	assert.Contains(t, in.says, otherCommit)
}
