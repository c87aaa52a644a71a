//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// release is what the action is used by in these tests.
const release = "v9.9.9"

// runner is nektos/act in its self-hosted mode: workflows run on this machine, with the action from a folder, its release from a server of
// the test, and stand-ins for the actions of others.
type runner struct {
	repo, record string
	args         []string
}

// job is what came of a job.
type job struct {
	result   string
	commands []command
	summary  string
	log      string
}

// command is a workflow command in the log, read as GitHub's runner reads it.
type command struct {
	name, message string
	properties    map[string]string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	source, work := t.TempDir(), t.TempDir()
	copyProject(t, root(t), source)
	write(t, source, "action/VERSION", release+"\n")
	server := newReleases(t)
	server.serve(release, tarGz(t, 0o755, "mcp-lint", string(contents(t, binary(t)))))

	data := contents(t, filepath.Join(source, "action.yml"))
	upload := regexp.MustCompile(`uses: github/codeql-action/upload-sarif@([0-9a-f]{40}) # v\d`).FindSubmatch(data)
	require.NotNil(t, upload, "the upload is pinned by a commit")
	standIns := filepath.Join(root(t), "e2e", "testdata", "act")

	r := &runner{repo: filepath.Join(work, "repo"), record: filepath.Join(work, "record")}
	require.NoError(t, os.MkdirAll(r.record, 0o755))
	require.NoError(t, os.MkdirAll(r.repo, 0o755))
	// A script that every shell of a job reads first: GitHub's own runner has no ACT, and act now and then loses the last line of a shell that
	// ends at once.
	write(t, work, "github.sh", "unset ACT\ntrap 'sleep 0.1' EXIT\n")
	r.args = []string{
		"--json", "--rm", "--pull=false", "--no-cache-server", "--platform", "ubuntu-latest=-self-hosted",
		"--action-cache-path", filepath.Join(work, "cache"),
		"--local-repository", "org/mcp-lint@" + release + "=" + source,
		"--local-repository", "github/codeql-action@" + string(upload[1]) + "=" + filepath.Join(standIns, "codeql-action"),
		"--local-repository", "octo/record@v1=" + filepath.Join(standIns, "record"),
		"--env", "GITHUB_SERVER_URL=" + server.URL, "--env", "RECORD=" + r.record, "--env", "BASH_ENV=" + filepath.Join(work, "github.sh"),
	}
	return r
}

// init makes the repository.
func (r *runner) init(t *testing.T, remote string) {
	t.Helper()
	git(t, r.repo, "init", "--quiet", "--initial-branch", "main")
	git(t, r.repo, "remote", "add", "origin", "https://github.com/"+remote)
}

// commit commits everything and returns the commit.
func (r *runner) commit(t *testing.T, message string) string {
	t.Helper()
	git(t, r.repo, "add", "--all", "--force")
	git(t, r.repo, "commit", "--quiet", "--allow-empty", "--message", message)
	return git(t, r.repo, "rev-parse", "HEAD")
}

// use is a step that uses the release of the action and one that records what came of it, under a name.
func use(name, with string) string { return useAs("org/mcp-lint@"+release, name, with) }

// useAs is use of another action.
func useAs(action, name, with string) string {
	if with = strings.TrimSpace(with); with != "" {
		with = "\n        with:\n          " + strings.ReplaceAll(with, "\n", "\n          ")
	}
	return fmt.Sprintf(`
      - uses: %s
        id: %s%s
        if: always()
      - uses: octo/record@v1
        if: always()
        with:
          name: %s
          step: ${{ toJSON(steps.%s) }}
`, action, name, with, name, name)
}

// workflow writes the only workflow: its jobs are named and have steps after the checkout, and may have more keys before them.
func (r *runner) workflow(t *testing.T, jobs map[string]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("name: test\non: [push, pull_request]\npermissions: {}\njobs:\n")
	for name, steps := range jobs {
		more := ""
		if before, after, ok := strings.Cut(steps, "---\n"); ok {
			more, steps = "    "+before, after
		}
		fmt.Fprintf(&b, "  %s:\n    runs-on: ubuntu-latest\n%s    steps:\n      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1\n%s", name, more, steps)
	}
	r.write(t, workflowFile, b.String())
}

const workflowFile = ".github/workflows/e2e-test.yml"

// run runs the workflow on an event and returns its jobs.
func (r *runner) run(t *testing.T, event string, payload map[string]any) map[string]*job {
	t.Helper()
	data, err := json.Marshal(payload)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "event.json")
	writeMode(t, file, data, 0o644)
	require.NoError(t, os.RemoveAll(r.record))
	require.NoError(t, os.MkdirAll(r.record, 0o755))
	cmd := exec.Command(tool(t, "act"), append([]string{event, "--eventpath", file, "--workflows", workflowFile}, r.args...)...)
	cmd.Dir = r.repo
	// Nothing is fetched but from the server of the test: proxies lead nowhere, and the modules are here since the test was built.
	cmd.Env = append(os.Environ(), "GOPROXY=off", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	for _, name := range []string{"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"} {
		cmd.Env = append(cmd.Env, name+"=http://127.0.0.1:9")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	if dump := os.Getenv("MCP_LINT_E2E_LOG"); dump != "" {
		require.NoError(t, os.WriteFile(dump, append(out, stderr.Bytes()...), 0o644))
	}
	jobs := map[string]*job{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var entry struct {
			JobID, JobResult, Command, Raw, Content, Msg, Name, Arg string

			RawOutput bool `json:"raw_output"`
		}
		if json.Unmarshal(lines.Bytes(), &entry) != nil || entry.JobID == "" {
			continue
		}
		j := jobs[entry.JobID]
		if j == nil {
			j = &job{}
			jobs[entry.JobID] = j
		}
		switch {
		case entry.JobResult != "":
			j.result = entry.JobResult
		case entry.Command == "summary":
			j.summary += entry.Content
		case entry.Command != "" && entry.Raw != "":
			j.commands = append(j.commands, parseCommand(entry.Command, entry.Raw))
		case entry.Command != "":
			j.commands = append(j.commands, command{entry.Command, entry.Arg, map[string]string{"name": entry.Name}})
		case entry.RawOutput:
			j.log += entry.Msg
		}
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, jobs, "act did not run: %s %s", out, stderr.String())
	return jobs
}

// parseCommand reads a workflow command as GitHub's runner does.
func parseCommand(name, raw string) command {
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	c := command{name: name, properties: map[string]string{}}
	head, message, _ := strings.Cut(strings.TrimPrefix(strings.TrimRight(raw, "\r\n"), "::"), "::")
	c.message = unescape.Replace(message)
	_, properties, _ := strings.Cut(head, " ")
	for _, p := range strings.Split(properties, ",") {
		if k, v, ok := strings.Cut(p, "="); ok {
			c.properties[k] = unescape.Replace(v)
		}
	}
	return c
}

// annotations are the commands of a level.
func (j *job) annotations(levels ...string) []command {
	var list []command
	for _, c := range j.commands {
		for _, l := range levels {
			if c.name == l {
				list = append(list, c)
			}
		}
	}
	return list
}

// recorded is what the step after the action has seen.
type recorded struct {
	Outcome, Conclusion string
	Outputs             map[string]string
}

func (r *runner) recorded(t *testing.T, name string) recorded {
	t.Helper()
	data := contents(t, filepath.Join(r.record, name+".step"))
	var rec recorded
	require.NoError(t, json.Unmarshal(data, &rec), "%s", data)
	return rec
}

// file returns a recorded file, or nothing when there is none.
func (r *runner) file(t *testing.T, name string) string {
	t.Helper()
	return maybe(t, filepath.Join(r.record, name))
}

// sarifLog is what the tests read of a SARIF file.
type sarifLog struct {
	Runs []struct {
		AutomationDetails struct{ ID string }
		Results           []struct {
			RuleID, Level string
			Message       struct{ Text string }
			Locations     []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn int }
				}
			}
		}
	}
}

func (r *runner) sarif(t *testing.T, name string) sarifLog {
	t.Helper()
	var l sarifLog
	require.NoError(t, json.Unmarshal([]byte(r.file(t, name+".sarif")), &l))
	require.Len(t, l.Runs, 1)
	return l
}

func (r *runner) write(t *testing.T, name, text string) {
	t.Helper()
	write(t, r.repo, name, text)
}
