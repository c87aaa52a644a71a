//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// fenced finds the blocks of a document: their language and what they hold.
var fenced = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// snippet returns the block of a document that names a file in a comment at its top.
func snippet(t *testing.T, doc, file string) string {
	t.Helper()
	names := regexp.MustCompile(`^(?:#!/bin/sh\n)?(?:#|//) ` + regexp.QuoteMeta(file) + `\b`)
	for _, block := range fenced.FindAllStringSubmatch(string(contents(t, filepath.Join(root(t), "docs", doc))), -1) {
		if names.MatchString(block[2]) {
			return block[2]
		}
	}
	require.Fail(t, "no such block", "%s shows no %s", doc, file)
	return ""
}

// checkout makes a repository with one file of definitions, poisoned or clean.
func checkout(t *testing.T, poisoned bool) string {
	t.Helper()
	dir, from := t.TempDir(), "examples/servers/clean/weather/weather.json"
	if poisoned {
		from = "examples/servers/poisoned/weather.json"
	}
	write(t, dir, "servers/weather.json", projectFile(t, from))
	must(t, dir, nil, "git", "init", "--quiet")
	return dir
}

// shell runs a script as a CI would, with mcp-lint on the PATH. Lines that would install it are left out: this very version is
// not published.
func shell(t *testing.T, dir, script string) (string, int) {
	t.Helper()
	installs := regexp.MustCompile(`(?m)^\s*go install github\.com/org/mcp-lint/cmd/mcp-lint@v1\s*$`)
	return run(t, dir, []string{onPath(t)}, "sh", "-e", "-c", installs.ReplaceAllString(script, ""))
}

// scanBoth runs a script over poisoned and over clean definitions and returns the two folders.
func scanBoth(t *testing.T, script string, failure int) (poisoned, clean string) {
	t.Helper()
	poisoned, clean = checkout(t, true), checkout(t, false)
	out, code := shell(t, poisoned, script)
	assert.Equal(t, failure, code, out)
	assert.Contains(t, out, "payload.decoded")
	out, code = shell(t, clean, script)
	assert.Zero(t, code, out)
	return poisoned, clean
}

// results counts the results of a SARIF file.
func results(t *testing.T, path string) int {
	t.Helper()
	var log struct{ Runs []struct{ Results []any } }
	require.NoError(t, json.Unmarshal(contents(t, path), &log))
	require.Len(t, log.Runs, 1)
	return len(log.Runs[0].Results)
}

func TestGitLabSnippet(t *testing.T) {
	var ci map[string]struct {
		Stage, Image string
		Script       []string
		Artifacts    struct {
			When    string
			Paths   []string
			Reports map[string]string
		}
	}
	dec := yaml.NewDecoder(strings.NewReader(snippet(t, "other-ci.md", ".gitlab-ci.yml")))
	dec.KnownFields(true)
	require.NoError(t, dec.Decode(&ci))
	job := ci["mcp-lint"]
	require.Len(t, job.Script, 2)
	assert.Equal(t, "always", job.Artifacts.When, "a report is wanted most when the job fails")
	poisoned, clean := scanBoth(t, strings.Join(job.Script, "\n"), 1)

	report := job.Artifacts.Reports["codequality"]
	require.NotEmpty(t, report)
	assertCodeQuality(t, poisoned, filepath.Join(poisoned, report))
	assert.Equal(t, "[]\n", string(contents(t, filepath.Join(clean, report))))
	require.Len(t, job.Artifacts.Paths, 1)
	assert.Equal(t, 3, results(t, filepath.Join(poisoned, job.Artifacts.Paths[0])))
	assert.Zero(t, results(t, filepath.Join(clean, job.Artifacts.Paths[0])))
}

// assertCodeQuality checks a report against what GitLab documents: it drops all entries after one that is not of this form.
func assertCodeQuality(t *testing.T, repo, path string) {
	t.Helper()
	var list []map[string]any
	require.NoError(t, json.Unmarshal(contents(t, path), &list))
	require.Len(t, list, 3)
	seen := map[any]bool{}
	for _, e := range list {
		for _, key := range []string{"description", "check_name", "fingerprint", "severity"} {
			words, ok := e[key].(string)
			assert.True(t, ok && words != "", "%s is %v", key, e[key])
		}
		assert.False(t, seen[e["fingerprint"]], "%v is there twice", e["fingerprint"])
		seen[e["fingerprint"]] = true
		assert.Contains(t, []any{"info", "minor", "major", "critical", "blocker"}, e["severity"])
		location, ok := e["location"].(map[string]any)
		require.True(t, ok)
		file, ok := location["path"].(string)
		require.True(t, ok)
		lines, ok := location["lines"].(map[string]any)
		require.True(t, ok)
		begin, ok := lines["begin"].(float64)
		require.True(t, ok)
		assert.True(t, begin >= 1 && int(begin) <= strings.Count(string(contents(t, filepath.Join(repo, file))), "\n"), "line %v", begin)
	}
}

func TestShellSnippet(t *testing.T) {
	script := snippet(t, "other-ci.md", "scripts/mcp-lint.sh")
	poisoned, clean := scanBoth(t, "set +e\n"+script, 1)
	assert.Equal(t, 3, results(t, filepath.Join(poisoned, "reports", "mcp-lint.sarif")))
	assert.FileExists(t, filepath.Join(poisoned, "reports", "mcp-lint.html"))
	assert.Zero(t, results(t, filepath.Join(clean, "reports", "mcp-lint.sarif")))
	// What cannot be written is not a finding.
	require.NoError(t, os.RemoveAll(filepath.Join(clean, "reports", "mcp-lint.sarif")))
	require.NoError(t, os.Mkdir(filepath.Join(clean, "reports", "mcp-lint.sarif"), 0o755))
	out, code := shell(t, clean, "set +e\n"+script)
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "nothing is known")
}

func TestMakefileSnippet(t *testing.T) {
	makefile := snippet(t, "other-ci.md", "Makefile")
	poisoned, clean := checkout(t, true), checkout(t, false)
	for dir, want := range map[string]int{poisoned: 2, clean: 0} {
		write(t, dir, "Makefile", makefile)
		out, code := shell(t, dir, "make mcp-lint")
		assert.Equal(t, want, code, out)
		assert.Equal(t, want == 2, strings.Contains(out, "mcp-lint] Error 1"), out)
		assert.Equal(t, want/2*3, results(t, filepath.Join(dir, "reports", "mcp-lint.sarif")))
	}
}

func TestAzureSnippet(t *testing.T) {
	var pipeline struct {
		Pool  map[string]string
		Steps []struct {
			Task, Script, DisplayName, Publish, Artifact, Condition string
			Inputs                                                  map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(snippet(t, "other-ci.md", "azure-pipelines.yml")), &pipeline))
	var script, published string
	for _, s := range pipeline.Steps {
		script += s.Script
		published += s.Publish
	}
	require.NotEmpty(t, published)
	poisoned, clean := scanBoth(t, script, 1)
	assert.Equal(t, 3, results(t, filepath.Join(poisoned, published, "mcp-lint.sarif")))
	assert.Zero(t, results(t, filepath.Join(clean, published, "mcp-lint.sarif")))
}

// fakeDocker runs what docs/docker.md gives to the image with the program itself; the folders of the image are those of the machine.
const fakeDocker = `#!/bin/sh
volumes=
while [ "$1" != ghcr.io/org/mcp-lint ]; do
  case $1 in
    run | --rm | none) ;;
    --network | --user) ;;
    --volume) volumes="$volumes $2" && shift ;;
    [0-9]*:[0-9]*) ;;
    *) echo "docker: unknown word $1" >&2 && exit 125 ;;
  esac
  shift
done
case $volumes in *" $PWD:/src:ro"* | *" $PWD:/src") ;; *) echo "docker: /src is not mounted" >&2 && exit 125 ;; esac
shift
n=$#
while [ "$n" -gt 0 ]; do
  set -- "$@" "$(echo "$1" | sed "s|=/reports/|=$PWD/reports/|")"
  shift
  n=$((n - 1))
done
exec mcp-lint "$@"
`

// TestDockerSnippets runs the commands of docs/docker.md that scan. The image itself has tests of its own.
func TestDockerSnippets(t *testing.T) {
	bin := t.TempDir()
	writeProgram(t, bin, "docker", fakeDocker)
	n := 0
	for _, block := range fenced.FindAllStringSubmatch(projectFile(t, filepath.Join("docs", "docker.md")), -1) {
		if !strings.Contains(block[2], "docker run") {
			continue
		}
		n++
		if strings.Contains(block[2], " lock\n") {
			repo := checkout(t, false)
			out, code := shell(t, repo, "export PATH="+bin+":$PATH\n"+block[2])
			assert.Zero(t, code, out)
			assert.FileExists(t, filepath.Join(repo, "mcp-lint.lock"))
			continue
		}
		for poisoned, want := range map[bool]int{true: 1, false: 0} {
			repo := checkout(t, poisoned)
			write(t, repo, "mcp.json", `{"mcpServers":{}}`)
			out, code := shell(t, repo, "export PATH="+bin+":$PATH\n"+block[2])
			assert.Equal(t, want, code, "%s\n%s", block[2], out)
			for _, report := range []string{"mcp-lint.sarif", "reports/mcp-lint.sarif"} {
				if strings.Contains(block[2], "> "+report) || strings.Contains(block[2], "=/"+report) {
					assert.Equal(t, 3*want, results(t, filepath.Join(repo, report)))
				}
			}
		}
	}
	assert.Equal(t, 5, n)
}

func TestJenkinsSnippet(t *testing.T) {
	jenkinsfile := snippet(t, "other-ci.md", "Jenkinsfile")
	step := regexp.MustCompile(`sh '([^']*)'`).FindStringSubmatch(jenkinsfile)
	require.NotNil(t, step)
	pattern := regexp.MustCompile(`sarif\(pattern: '([^']*)'\)`).FindStringSubmatch(jenkinsfile)
	require.NotNil(t, pattern)
	poisoned, _ := scanBoth(t, step[1], 1)
	assert.Equal(t, 3, results(t, filepath.Join(poisoned, pattern[1])))
}

// TestDownloadSnippet takes a release from a folder in the place of GitHub, whole, changed, and of another name.
func TestDownloadSnippet(t *testing.T) {
	script := filepath.Join(t.TempDir(), "get.sh")
	require.NoError(t, os.WriteFile(script, []byte(snippet(t, "other-ci.md", "scripts/get-mcp-lint.sh")), 0o755))
	must(t, root(t), nil, tool(t, "shellcheck"), script)
	name := "mcp-lint_1.2.3_linux_" + goEnv(t, "GOARCH") + ".tar.gz"
	releases := t.TempDir()
	release := filepath.Join(releases, "v1.2.3")
	require.NoError(t, os.Mkdir(release, 0o755))
	must(t, release, nil, "tar", "-czf", name, "-C", filepath.Dir(binary(t)), "mcp-lint")
	sums := must(t, release, nil, "sha256sum", name)
	// As in a release: sums of other files too, one of which begins with the name.
	write(t, release, "checksums.txt", strings.Repeat("0", 64)+"  "+name+".spdx.json\n"+sums)
	env := []string{"MCP_LINT_RELEASES=file://" + releases}

	to := t.TempDir()
	must(t, t.TempDir(), env, "sh", script, "v1.2.3", to)
	assert.Contains(t, must(t, to, nil, filepath.Join(to, "mcp-lint"), "--version"), "mcp-lint ")

	refused := func(why string) {
		t.Helper()
		to := t.TempDir()
		out, code := run(t, t.TempDir(), env, "sh", script, "v1.2.3", to)
		assert.NotZero(t, code, "%s: %s", why, out)
		assert.NoFileExists(t, filepath.Join(to, "mcp-lint"), why)
	}
	write(t, release, "checksums.txt", strings.Repeat("0", 64)+"  "+name+".spdx.json\n")
	refused("no checksum")
	write(t, release, "checksums.txt", strings.Repeat("0", 64)+"  "+name+"\n")
	refused("another checksum")
	require.NoError(t, os.Remove(filepath.Join(release, "checksums.txt")))
	refused("no checksums")
}
