package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"
)

// TestTheQuestionNamesVariables: what a project's file takes from the environment is told before the server gets it.
func TestTheQuestionNamesVariables(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, filepath.Join(project, ".mcp.json"), `{"mcpServers":{
		"a":{"url":"http://127.0.0.1:1/mcp","headers":{"X-L":"${AWS_SECRET_ACCESS_KEY}","X-M":"${AWS_SECRET_ACCESS_KEY}","X-N":"{B}"}},
		"b":{"command":"/bin/x","args":["${B}","${A}"]},"c":{"url":"http://127.0.0.1:1/c"}}}`)
	env := func(name string) string {
		return map[string]string{"AWS_SECRET_ACCESS_KEY": "k", "A": "a", "B": "b"}[name]
	}
	o := &installedCommand{one: time.Second}
	o.Installed = must.OK(lint.FindInstalled(lint.Machine{System: "linux", Home: home, Env: env}, []string{project}, lint.Options{}))(t)
	var errs bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	folder, err := o.recordAll(streams{in: strings.NewReader("n\n\nno\n"), err: &errs, env: env}, cmd)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(folder))
	assert.Equal(t, "Record a of Claude Code? This runs or contacts: http://127.0.0.1:1/mcp, which gets from your environment: AWS_SECRET_ACCESS_KEY [y/N] "+
		"Record b of Claude Code? This runs or contacts: /bin/x ${B} ${A}, which gets from your environment: A, B [y/N] "+
		"Record c of Claude Code? This runs or contacts: http://127.0.0.1:1/c [y/N] ", errs.String())
}
