package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/measure"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/internal/userfile"
)

// everyCommand calls f for each command, those that help does not list too.
func everyCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, c := range cmd.Commands() {
		everyCommand(c, f)
	}
}

func TestHelpFitsATerminal(t *testing.T) {
	root := newRoot(streams{env: func(string) string { return "" }})
	everyCommand(root, func(cmd *cobra.Command) {
		var b bytes.Buffer
		writeHelp(&b, cmd)
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, measure.Width(strings.TrimRight(line, "\n")), helpColumns, "%s: %s", cmd.CommandPath(), line)
		}
		if cmd.Hidden {
			return
		}
		// Nothing is left out: each flag that is not hidden is there, once.
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				count := strings.Count(b.String()+"\n", "--"+f.Name+"\n") + strings.Count(b.String(), "    --"+f.Name+" ") + strings.Count(b.String(), "-"+f.Shorthand+", --"+f.Name+" ")
				assert.GreaterOrEqual(t, count, 1, "%s --%s", cmd.CommandPath(), f.Name)
			}
		})
	})
}

// TestFlagGroups keeps flags that do not exist out of the groups of help, of the environment and of suggestions.
func TestFlagGroups(t *testing.T) {
	known := map[string]bool{}
	everyCommand(newRoot(streams{}), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	})
	for _, g := range flagGroups {
		for _, name := range g.flags {
			assert.True(t, known[name], name)
		}
	}
	for _, name := range renamedFlags {
		assert.True(t, known[name], name)
	}
	for _, meant := range flagsElsewhere {
		if name, ok := strings.CutPrefix(strings.Fields(meant)[0], "--"); ok {
			assert.True(t, known[name], name)
		}
	}
}

// TestVariables: MCP_LINT_NAME sets a flag, the command line wins, and what writes or runs something is never set so.
func TestVariables(t *testing.T) {
	root := must.OK(filepath.Abs("../.."))(t)
	t.Chdir(t.TempDir())
	put(t, "tools.json", pulledTools)
	warnings := func(environ ...string) string {
		var errs bytes.Buffer
		run([]string{"version"}, streams{in: strings.NewReader(""), out: io.Discard, err: &errs, env: func(string) string { return "" }, environ: environ})
		return errs.String()
	}
	scan := func(env map[string]string, args ...string) (string, int) {
		var out bytes.Buffer
		code := run(args, streams{in: strings.NewReader(""), out: &out, err: &out, env: func(name string) string { return env[name] }})
		return out.String(), code
	}
	_, code := scan(nil)
	require.Equal(t, exitFindings, code)
	_, code = scan(map[string]string{"MCP_LINT_FAIL_ON": "critical"})
	assert.Equal(t, exitOK, code)
	_, code = scan(map[string]string{"MCP_LINT_FAIL_ON": "critical"}, "--fail-on", "low")
	assert.Equal(t, exitFindings, code)
	out, code := scan(map[string]string{"MCP_LINT_MIN_CONFIDENCE": "many"})
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, out, `MCP_LINT_MIN_CONFIDENCE cannot be "many": it sets --min-confidence`)
	_, code = scan(map[string]string{"MCP_LINT_FIX": "true", "MCP_LINT_WRITE_BASELINE": "base.jsonl"})
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, contents(t, "tools.json"), `\u200b`)
	assert.False(t, userfile.Exists("base.jsonl"))
	// A variable for scans of files does not stop commands that have no such flag, and the flag does.
	out, code = scan(map[string]string{"MCP_LINT_EXCLUDE": "a"}, "live", "--", "no-such-program")
	assert.Equal(t, exitUsage, code)
	assert.NotContains(t, out, "--exclude")
	out, code = scan(nil, "live", "--input", "a", "--", "no-such-program")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, out, "live has no --input")
	// A flag wins over a variable, also over one for its opposite.
	for _, c := range []struct {
		variable, value string
		args            []string
	}{{"MCP_LINT_CONFIG", "x", []string{"--no-config"}}, {"MCP_LINT_QUIET", "true", []string{"-v"}}, {"MCP_LINT_NO_CONFIG", "true", []string{"--no-lock"}}} {
		out, code = scan(map[string]string{c.variable: c.value}, c.args...)
		assert.Equal(t, exitFindings, code, out)
	}
	// An error names the variable, and what it can be.
	out, _ = scan(map[string]string{"MCP_LINT_STRICT": "yes"})
	assert.Contains(t, out, "which takes true or false")
	out, code = scan(map[string]string{"MCP_LINT_OUTPUT": "sarf"})
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, out, "The variable MCP_LINT_OUTPUT sets --output.")
	// Where a flag of that name is another one, the variable does not set it.
	_, code = scan(map[string]string{"MCP_LINT_OUTPUT": "sarif=x.sarif", "MCP_LINT_CHECK": "true"}, "list")
	assert.Equal(t, exitOK, code)
	var out2 bytes.Buffer
	run(nil, streams{in: strings.NewReader(""), out: &out2, err: &out2, env: os.Getenv, environ: []string{"MCP_LINT_FAIL_ONN=high", "MCP_LINT_EVENT=x"}})
	assert.Contains(t, out2.String(), "warning: the variable MCP_LINT_FAIL_ONN sets nothing. Did you mean MCP_LINT_FAIL_ON?")
	assert.NotContains(t, out2.String(), "MCP_LINT_EVENT")
	assert.Contains(t, warnings("MCP_LINT_FIX=true", "MCP_LINT_\x1b[2J=x"), "warning: the variable MCP_LINT_FIX sets nothing. mcp-lint config show lists those that do.")
	assert.NotContains(t, warnings("MCP_LINT_\x1b[2J=x"), "\x1b")
	assert.Empty(t, warnings("MCP_LINT_TEST_STATUS=x", "MCP_LINT_STRICT=", "OTHER=x"))
	// What the action, the installer and the documentation use is known.
	for _, file := range []string{"action.yml", "action/diff.sh", "action/install.sh", "action/verdict.sh", "docs/other-ci.md", "docs/record.md", "docs/rest.md", "docs/maintainers.md"} {
		for _, name := range regexp.MustCompile(`MCP_LINT_[A-Z_]+`).FindAllString(contents(t, filepath.Join(root, file)), -1) {
			assert.Empty(t, warnings(name+"=x"), file)
		}
	}
	// The limits for a server have no flag in the help, and the documentation names their variables.
	out, _ = scan(map[string]string{"MCP_LINT_START_TIMEOUT": "soon"}, "live", "--", "no-such-program")
	assert.Contains(t, out, `MCP_LINT_START_TIMEOUT cannot be "soon": it sets --start-timeout, which takes a duration`)
	out, _ = scan(map[string]string{"MCP_LINT_START_TIMEOUT": "0s"}, "live", "--", "no-such-program")
	assert.Contains(t, out, "The variable MCP_LINT_START_TIMEOUT sets --start-timeout.")
	out, _ = scan(map[string]string{"MCP_LINT_MAX_ITEMS": "0"}, "live", "--", "no-such-program")
	assert.Contains(t, out, "The variable MCP_LINT_MAX_ITEMS sets --max-items.")
	out, _ = scan(map[string]string{"MCP_LINT_QUIET": "true", "MCP_LINT_VERBOSE": "true"})
	assert.Contains(t, out, "The variable MCP_LINT_QUIET sets --quiet.\n")
	out, _ = scan(map[string]string{"MCP_LINT_OAUTH_TIMEOUT": "1m"}, "live", "--", "no-such-program")
	assert.NotContains(t, out, "--oauth-timeout")
	out, _ = scan(map[string]string{"MCP_LINT_OAUTH_TIMEOUT": "soon"}, "live", "--url", "http://127.0.0.1:1/")
	assert.Contains(t, out, `MCP_LINT_OAUTH_TIMEOUT cannot be "soon"`)
	// An old name is named where it stands for the new one.
	out, _ = scan(nil, "--all")
	assert.Contains(t, out, "--all is now --all-findings")
	for _, args := range [][]string{{"lock", "approve", "--all"}, {"lock", "diff", "--all"}, {"lock", "--diff"}} {
		out, _ = scan(nil, args...)
		assert.NotContains(t, out, "is now", args)
	}
}
