package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

func TestSettingsOf(t *testing.T) {
	s := streams{env: func(string) string { return "" }}
	dir := t.TempDir()
	put := func(name, data string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	opts, failOn, err := settingsOf(s, dir)
	require.NoError(t, err)
	assert.Equal(t, detect.SeverityMedium, failOn)
	assert.Equal(t, dir, opts.Cwd)
	assert.Nil(t, opts.Config)

	put(".mcp-lint.yaml", "fail-on: high\nskip: [unicode.hidden]\nmin-confidence: 0.5\n")
	opts, failOn, err = settingsOf(s, dir)
	require.NoError(t, err)
	assert.Equal(t, detect.SeverityHigh, failOn)
	assert.Equal(t, []string{"unicode.hidden"}, opts.Skip)
	assert.InDelta(t, 0.5, opts.MinConfidence, 0)

	t.Run("counts where nothing is read", func(t *testing.T) {
		opts, failOn, err := settingsOf(s, "")
		require.NoError(t, err)
		assert.Equal(t, detect.SeverityMedium, failOn)
		assert.Equal(t, lint.Options{Version: versionNumber()}, opts)
	})
	t.Run("never", func(t *testing.T) {
		put(".mcp-lint.yaml", "fail-on: never\n")
		_, failOn, err := settingsOf(s, dir)
		require.NoError(t, err)
		assert.Equal(t, detect.SeverityNone, failOn)
	})
	t.Run("a lock file that is required", func(t *testing.T) {
		put(".mcp-lint.yaml", "require-lock: true\n")
		_, _, err := settingsOf(s, dir)
		require.ErrorContains(t, err, "mcp-lint.lock")
		put("tools.json", `{"tools":[{"name":"t","description":"old"}]}`)
		t.Chdir(dir)
		require.Equal(t, 0, run([]string{"lock", "--approve-new"}, streams{out: os.Stderr, err: os.Stderr, env: s.env}))
		t.Chdir("/")
		put("tools.json", `{"tools":[{"name":"t","description":"new"}]}`)
		opts, _, err := settingsOf(s, dir)
		require.NoError(t, err)
		r, err := lint.Run(opts)
		require.NoError(t, err)
		require.Len(t, r.Findings, 1)
		assert.Equal(t, "rugpull.changed", r.Findings[0].Signals[0].CheckID)
	})
	t.Run("a broken file", func(t *testing.T) {
		put(".mcp-lint.yaml", "fail-on: sometimes\n")
		_, _, err := settingsOf(s, dir)
		require.ErrorContains(t, err, "fail-on")
	})
}
