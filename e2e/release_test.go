//go:build e2e

package e2e

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The release that is made here, and when its commit was made: in another zone, to see that it is printed in UTC.
const (
	releaseTag  = "v1.98.7"
	releaseDate = "2026-01-02T03:04:05Z"
	madeAt      = "2026-01-02T05:04:05+02:00"
)

// TestGoreleaserCheck holds the configuration against the schema of the version that the release workflow pins.
func TestGoreleaserCheck(t *testing.T) {
	nightly(t)
	out := must(t, root(t), nil, tool(t, "goreleaser"), "check")
	assert.NotContains(t, strings.ToLower(out), "deprecat")

	version := must(t, root(t), nil, tool(t, "goreleaser"), "--version")
	pinned := regexp.MustCompile(`goreleaser-action@.*\n\s+with:\n\s+version: v(\S+)`).FindStringSubmatch(projectFile(t, ".github/workflows/release.yml"))
	require.NotNil(t, pinned)
	assert.Regexp(t, `(?m)^GitVersion:\s+v?`+regexp.QuoteMeta(pinned[1])+`$`, version, "e2e/install.sh and the release workflow use different versions")
}

// TestRelease makes a whole release twice, in two folders, but for what needs other machines: the image, the bills of materials, publishing. The
// archives have to be the same to the byte, and hold what the Action and people expect. Then it is built a third time by hand.
func TestRelease(t *testing.T) {
	nightly(t)
	first := sourceTree(t, root(t), "first", time.Unix(1_000_000_000, 0))
	dist := goreleaser(t, first)

	t.Run("files", func(t *testing.T) {
		assert.Equal(t, expectedArchives(), archivesIn(t, dist))
		sums := checksumsIn(t, dist)
		all := append(expectedArchives(), expectedLinuxPackages()...)
		assert.Len(t, sums, len(all))
		for _, name := range all {
			assert.Equal(t, sums[name], sha256Of(t, filepath.Join(dist, name)), name)
			st, err := os.Stat(filepath.Join(dist, name))
			require.NoError(t, err)
			assert.Less(t, st.Size(), int64(20<<20), "%s is large", name)
		}
	})

	t.Run("contents", func(t *testing.T) {
		commit := strings.TrimSpace(must(t, first, nil, "git", "rev-parse", "HEAD"))
		for _, name := range expectedArchives() {
			files := unpack(t, filepath.Join(dist, name))
			exe := "mcp-lint"
			if strings.Contains(name, "windows") {
				exe += ".exe"
			}
			assert.ElementsMatch(t, []string{"LICENSE", "README.md", "CHANGELOG.md", exe}, namesOf(files), name)
			for _, doc := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
				assert.Equal(t, string(contents(t, filepath.Join(first, doc))), string(files[doc]), "%s in %s", doc, name)
			}
			checkBinary(t, name, files[exe], commit, first)
		}
	})

	t.Run("Linux packages", func(t *testing.T) {
		linuxPackages(t, dist)
	})

	t.Run("Homebrew formula", func(t *testing.T) {
		packages := t.TempDir()
		must(t, first, nil, "go", "run", "./internal/packages", releaseTag, dist, packages)
		formula := filepath.Join(packages, "mcp-lint.rb")
		must(t, t.TempDir(), nil, tool(t, "ruby"), "-wc", formula)
		out := must(t, t.TempDir(), nil, tool(t, "ruby"), filepath.Join(root(t), "e2e", "formula.rb"), formula, dist)
		assert.Equal(t, "ok "+runtime.GOOS+"_"+runtime.GOARCH+"\n", out)
	})

	t.Run("says what it is", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("the binary is one for Linux")
		}
		commit := strings.TrimSpace(must(t, first, nil, "git", "rev-parse", "HEAD"))
		path := linuxBinary(t, dist)
		var said map[string]any
		require.NoError(t, json.Unmarshal([]byte(must(t, t.TempDir(), nil, path, "version", "--json")), &said))
		assert.Equal(t, map[string]any{
			"name": "mcp-lint", "version": releaseTag, "commit": commit, "date": releaseDate, "modified": false,
			"go": goEnv(t, "GOVERSION"), "os": "linux", "arch": runtime.GOARCH,
		}, said)
		assert.Equal(t, "mcp-lint "+releaseTag+"\ncommit   "+commit+"\ndate     "+releaseDate+"\ngo       "+goEnv(t, "GOVERSION")+"\nplatform linux/"+runtime.GOARCH+"\n",
			must(t, t.TempDir(), nil, path, "version"))
		assert.Equal(t, "mcp-lint "+releaseTag+"\n", must(t, t.TempDir(), nil, path, "--version"))
		assert.Contains(t, must(t, t.TempDir(), nil, path, "--output", "json", filepath.Join(root(t), "examples/servers/clean")), `"`+releaseTag+`"`)
	})

	t.Run("the same again", func(t *testing.T) {
		// Another folder, of another depth; other times of the files, another zone and language.
		second := sourceTree(t, first, filepath.Join("second", "and", "deeper"), time.Unix(1_900_000_000, 0))
		assert.Equal(t, checksumsIn(t, dist), checksumsIn(t, goreleaser(t, second, "TZ=Asia/Tokyo", "LC_ALL=C", "SOURCE_DATE_EPOCH=1")))
	})

	t.Run("by hand", func(t *testing.T) {
		rebuildByHand(t, first, dist)
	})

	t.Run("the script", func(t *testing.T) {
		verifyByScript(t, first, dist)
	})
}

// checkBinary reads what Go recorded in a binary.
func checkBinary(t *testing.T, name string, data []byte, commit, dir string) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(data))
	require.NoError(t, err, name)
	target := regexp.MustCompile(`_(linux|darwin|windows)_(amd64|arm64)\.`).FindStringSubmatch(name)
	require.NotNil(t, target, name)
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	for key, want := range map[string]string{
		"GOOS": target[1], "GOARCH": target[2], "CGO_ENABLED": "0", "-trimpath": "true", "-buildmode": "exe", "-compiler": "gc",
		"vcs": "git", "vcs.revision": commit, "vcs.time": releaseDate, "vcs.modified": "false",
	} {
		assert.Equal(t, want, settings[key], "%s of %s", key, name)
	}
	assert.Equal(t, "github.com/org/mcp-lint", info.Main.Path)
	assert.Equal(t, releaseTag, info.Main.Version, "what a scanner of binaries reads")
	assert.Equal(t, goEnv(t, "GOVERSION"), info.GoVersion)
	for _, trace := range []string{dir, root(t) + "/", goEnv(t, "GOMODCACHE"), goEnv(t, "GOROOT"), goEnv(t, "GOCACHE")} {
		assert.NotContains(t, string(data), trace, "%s holds a path of the machine", name)
	}
}
