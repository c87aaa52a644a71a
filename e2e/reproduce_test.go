//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rebuildByHand runs the commands of SECURITY.md, with an empty build cache, on the binary of a release.
func rebuildByHand(t *testing.T, source, dist string) {
	t.Helper()
	_, section, found := strings.Cut(projectFile(t, "SECURITY.md"), "## Build a release again\n")
	require.True(t, found)
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(section)
	require.NotNil(t, block)
	// Only what has to be another one here is another one.
	script := block[1]
	for old, new := range map[string]string{
		"https://github.com/org/mcp-lint": "file://" + source, "v1.2.3": releaseTag, "GOARCH=amd64": "GOARCH=" + runtime.GOARCH,
	} {
		require.Contains(t, script, old)
		script = strings.ReplaceAll(script, old, new)
	}

	work := t.TempDir()
	require.NoError(t, os.Rename(linuxBinary(t, dist), filepath.Join(work, "mcp-lint")))
	out := must(t, work, []string{"GOCACHE=" + filepath.Join(t.TempDir(), "cache"), "TZ=America/Lima"}, "bash", "-euo", "pipefail", "-c", script)
	assert.True(t, strings.HasSuffix(out, "the same\n"), out)
}

// verifyByScript runs what the release workflow runs on the files of a draft, on whole ones and on ones that are not.
func verifyByScript(t *testing.T, source, dist string) {
	t.Helper()
	verify := func(change func(dir string)) (string, int) {
		dir := draft(t, dist)
		change(dir)
		return run(t, source, nil, "bash", "scripts/release-verify.sh", releaseTag, dir)
	}
	out, code := verify(func(string) {})
	require.Zero(t, code, out)
	for _, name := range expectedArchives() {
		assert.Contains(t, out, name+": the binary of this checkout\n")
	}

	linux := expectedArchives()[2]
	for name, c := range map[string]struct {
		change func(dir string)
		want   string
	}{
		"an archive is missing": {func(dir string) { require.NoError(t, os.Remove(filepath.Join(dir, linux))) }, "the files are not those of a release"},
		"a file is too much":    {func(dir string) { write(t, dir, "mcp-lint.sh", "#!/bin/sh\n") }, "the files are not those of a release"},
		"an archive is broken":  {func(dir string) { write(t, dir, linux, "broken") }, "a checksum is wrong"},
		"a checksum is missing": {func(dir string) {
			sums := checksumsIn(t, dir)
			delete(sums, linux)
			writeChecksums(t, dir, sums)
		}, "checksums.txt does not name every file"},
		"another binary, with its checksum": {func(dir string) {
			write(t, dir, linux, tarGz(t, 0o755, "mcp-lint", "another binary"))
			sums := checksumsIn(t, dir)
			sums[linux] = sha256Of(t, filepath.Join(dir, linux))
			writeChecksums(t, dir, sums)
		}, linux + " holds another binary than this checkout gives"},
		"a package of something else":           {func(dir string) { write(t, dir, "mcp-lint.rb", "class McpLint\n") }, "mcp-lint.rb is not what this checkout makes of the archives"},
		"a package that the list does not name": {func(dir string) { write(t, dir, "mcp_lint-1.98.6.whl", "PK") }, "the files are not those of a release"},
	} {
		out, code := verify(c.change)
		assert.Equal(t, 1, code, "%s: %s", name, out)
		assert.Contains(t, out, "release-verify: "+c.want, name)
	}
}

// draft copies what goreleaser made, and adds the bills of materials that it makes on the machine of a release.
func draft(t *testing.T, dist string) string {
	t.Helper()
	dir := t.TempDir()
	sums := checksumsIn(t, dist)
	for name := range sums {
		write(t, dir, name, contents(t, filepath.Join(dist, name)))
	}
	for _, name := range expectedArchives() {
		write(t, dir, name+".spdx.json", "{}\n")
		sums[name+".spdx.json"] = sha256Of(t, filepath.Join(dir, name+".spdx.json"))
	}
	writeChecksums(t, dir, sums)
	must(t, root(t), nil, "go", "run", "./internal/packages", releaseTag, dir, dir)
	write(t, dir, "mcp-lint-vscode-"+strings.TrimPrefix(releaseTag, "v")+".vsix", "PK")
	return dir
}

func writeChecksums(t *testing.T, dir string, sums map[string]string) {
	t.Helper()
	var lines []string
	for name, sum := range sums {
		lines = append(lines, sum+"  "+name+"\n")
	}
	sort.Strings(lines)
	write(t, dir, "checksums.txt", strings.Join(lines, ""))
}

// TestReleaseCheck runs the script that says whether a release may be made.
func TestReleaseCheck(t *testing.T) {
	nightly(t)
	const changelog = "# Changelog\n\n## Unreleased\n\n- soon\n\n## 1.2.3 - 2026-01-02\n\n### Added\n\n- A thing.\n\n## [1.2.2]\n\nOlder.\n\n## 1.2.1\n\n## 1.3.0-rc.1\n\nA candidate.\n"
	check := func(tag, version, log string) (string, int) {
		dir := t.TempDir()
		write(t, dir, "scripts/release-check.sh", projectFile(t, "scripts/release-check.sh"))
		write(t, dir, "CHANGELOG.md", log)
		if version != "" {
			write(t, dir, "action/VERSION", version)
		}
		return run(t, dir, nil, "bash", "scripts/release-check.sh", tag)
	}
	for tag, want := range map[string]string{
		"v1.2.3": "### Added\n\n- A thing.\n", "v1.2.2": "Older.\n", "v1.3.0-rc.1": "A candidate.\n",
	} {
		out, code := check(tag, tag+"\n", changelog)
		assert.Zero(t, code, out)
		assert.Equal(t, want, out, tag)
	}
	for _, c := range []struct{ tag, version, want string }{
		{"v1.2", "v1.2\n", "is no version"},
		{"1.2.3", "1.2.3\n", "is no version"},
		{"v1.02.3", "v1.02.3\n", "is no version"},
		{"v1.2.3;id", "v1.2.3;id\n", "is no version"},
		{"v1.2.3\nv1.2.3", "v1.2.3\n", "is no version"},
		{"v1.2.3-", "v1.2.3-\n", "is no version"},
		{"v1.2.3", "v1.2.2\n", "action/VERSION says v1.2.2 and the tag is v1.2.3"},
		{"v1.2.3", "dev\n", "action/VERSION says dev"},
		{"v1.2.3", "", "no file action/VERSION"},
		{"v1.2.4", "v1.2.4\n", `no section "## 1.2.4"`},
		{"v1.2.1", "v1.2.1\n", `no section "## 1.2.1"`},
		// A dot is a dot.
		{"v1.2.3-rc.1", "v1.2.3-rc.1\n", `no section "## 1.2.3-rc.1"`},
	} {
		out, code := check(c.tag, c.version, changelog)
		assert.Equal(t, 1, code, "%q: %s", c.tag, out)
		assert.Contains(t, out, c.want)
	}
}

// TestReleaseNames runs the script that says which names a release takes over.
func TestReleaseNames(t *testing.T) {
	nightly(t)
	script := filepath.Join(root(t), "scripts", "release-names.sh")
	for _, c := range []struct{ tag, released, want string }{
		{"v1.2.3", "", "v1.2 v1 latest"},
		{"v1.2.3", "v1.2.2 v1.1.9 v0.9.0", "v1.2 v1 latest"},
		// The list may hold the release itself.
		{"v1.2.3", "v1.2.3 v1.2.2", "v1.2 v1 latest"},
		{"v1.2.10", "v1.2.9", "v1.2 v1 latest"},
		{"v1.2.9", "v1.2.10", ""},
		// A fix of an older line.
		{"v1.2.3", "v1.3.0", "v1.2"},
		{"v1.2.3", "v2.0.0", "v1.2 v1"},
		{"v1.2.3", "v1.20.0 v10.0.0", "v1.2"},
		{"v1.20.0", "v1.2.9", "v1.20 v1 latest"},
		{"v10.0.0", "v1.2.9 v9.9.9", "v10.0 v10 latest"},
		// Pre-releases take over nothing, and do not stand in the way.
		{"v1.3.0-rc.1", "v1.2.3", ""},
		{"v1.2.3", "v1.3.0-rc.1 v2.0.0-beta", "v1.2 v1 latest"},
		// What is not a release is not looked at.
		{"v1.2.3", "v1 v1.2 latest nightly v1.9.9.9 v1.2.4x", "v1.2 v1 latest"},
		{"v1", "", ""},
	} {
		cmd := "bash \"$2\" \"$3\" < <(printf '%s\\n' $1)"
		out := must(t, t.TempDir(), nil, "bash", "-euo", "pipefail", "-c", cmd, "-", c.released, script, c.tag)
		assert.Equal(t, c.want, strings.Join(strings.Fields(out), " "), "%s after %q", c.tag, c.released)
	}
}

// TestReleaseMove runs the script that moves the names, with a stand-in for gh that knows v1 and writes down what it is asked.
func TestReleaseMove(t *testing.T) {
	nightly(t)
	const commit = "0123456789abcdef0123456789abcdef01234567"
	script := filepath.Join(root(t), "scripts", "release-move.sh")
	move := func(commit, names string) (string, string, int) {
		dir := t.TempDir()
		writeProgram(t, dir, "gh", "#!/usr/bin/env bash\nprintf '%s\\n' \"$*\" >>\"$0.log\"\ncase $2 in */ref/tags/v1) exit 0 ;; */ref/tags/*) exit 1 ;; esac\n")
		env := []string{inPath(dir), "GITHUB_REPOSITORY=org/mcp-lint"}
		out, code := run(t, dir, env, "bash", "-c", "printf '%s' \"$1\" | bash \"$2\" \"$3\"", "-", names, script, commit)
		return out, maybe(t, filepath.Join(dir, "gh.log")), code
	}
	out, asked, code := move(commit, "v1.2\nv1\nlatest\n")
	require.Zero(t, code, out)
	assert.Equal(t, "v1.2 is now "+commit+"\nv1 is now "+commit+"\n", out)
	assert.Equal(t, `api repos/org/mcp-lint/git/ref/tags/v1.2 --silent
api --method POST repos/org/mcp-lint/git/refs -f ref=refs/tags/v1.2 -f sha=`+commit+` --silent
api repos/org/mcp-lint/git/ref/tags/v1 --silent
api --method PATCH repos/org/mcp-lint/git/refs/tags/v1 -f sha=`+commit+` -F force=true --silent
`, asked)

	for _, names := range []string{"main\n", "v1/../../heads/main\n", "v\n", "v1 v2\n", "1.2\n"} {
		out, asked, code := move(commit, names)
		assert.Equal(t, 2, code, "%q: %s", names, out)
		assert.Empty(t, asked, "%q", names)
	}
	_, asked, code = move("main", "v1\n")
	assert.Equal(t, 2, code)
	assert.Empty(t, asked)
}
