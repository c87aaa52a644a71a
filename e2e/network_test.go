//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoNetwork traces the program in all it does: no call that makes, binds or connects a socket may be among the calls of the kernel,
// and no other program may be started.
func TestNoNetwork(t *testing.T) {
	strace := tool(t, "strace")
	dir := t.TempDir()
	hostileTree(t, dir)
	examples := filepath.Join(root(t), "examples")
	for _, args := range [][]string{
		{"--fail-on", "never", "-q", examples},
		{"--fail-on", "never", "-q", "--agents-files", "-o", "json=report.json", "-o", "sarif=report.sarif", "-o", "html=report.html", "-o", "gitlab=report.gitlab", dir},
		{"-o", "markdown", dir},
		{"-o", "github", dir},
		{"list", dir},
		{"lock", "--approve-new", dir},
		{"lock", "--check", dir},
		{"diff", dir},
		{"explain", "unicode.hidden"},
		{"config", "verify"},
		{"config", "schema"},
		{"corpus", "gate"},
		{"--version"},
		{"--help"},
		{"--no-such-flag"},
	} {
		t.Run(strings.Join(args[:min(len(args), 2)], " "), func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "calls")
			out, _ := run(t, t.TempDir(), nil, strace, append([]string{"-f", "--seccomp-bpf", "-qq", "-e", "trace=network,execve", "-e", "signal=none", "-o", log, binary(t)}, args...)...)
			calls, err := os.ReadFile(log)
			require.NoError(t, err, "%s", out)
			var others []string
			for line := range strings.Lines(string(calls)) {
				if !strings.Contains(line, "execve(\""+binary(t)+"\"") {
					others = append(others, line)
				}
			}
			assert.Empty(t, others)
			assert.NotEmpty(t, calls, "nothing was traced")
		})
	}
}
