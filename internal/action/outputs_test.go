package action

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

func TestWriteOutputs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "output")
	require.NoError(t, os.WriteFile(file, []byte("before=1\n"), 0o600))
	require.NoError(t, WriteOutputs(file, []Output{{"findings", "3"}, {"sarif-file", `C:\a b\x<<EOF=y.sarif`}, {"empty", ""}}))
	data := must.OK(os.ReadFile(file))(t)
	// The runner cuts at the first of = and <<, so the value may hold both.
	assert.Equal(t, "before=1\nfindings=3\nsarif-file=C:\\a b\\x<<EOF=y.sarif\nempty=\n", string(data))

	for _, v := range []string{"a\nb=c", "a\rb", "a\u2028b", "\x00", "\x1b[0m", "a\u0085b", "\xff"} {
		assert.ErrorContains(t, WriteOutputs(file, []Output{{"good", "1"}, {"bad", v}}), "output bad cannot be", "%q", v)
	}
	after := must.OK(os.ReadFile(file))(t)
	assert.Equal(t, string(data), string(after), "nothing is written")
	assert.Error(t, WriteOutputs(filepath.Join(file, "x"), nil))
}

func TestSummaryRoom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "summary")
	assert.Equal(t, 1<<20, SummaryRoom(file))
	require.NoError(t, AppendSummary(file, strings.Repeat("x", 1000)))
	require.NoError(t, AppendSummary(file, "y"))
	assert.Equal(t, 1<<20-1001, SummaryRoom(file))
	require.NoError(t, AppendSummary(file, strings.Repeat("x", 2<<20)))
	assert.Zero(t, SummaryRoom(file))
}

func TestGroup(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Group(&b, "title", "token", func(w io.Writer) error {
		_, err := io.WriteString(w, "::set-output name=a::b")
		return err
	}))
	assert.Equal(t, "::group::title\n::stop-commands::token\n::set-output name=a::b\n::token::\n::endgroup::\n", b.String())

	// The runner listens again even when the report breaks off.
	b.Reset()
	broken := errors.New("broken")
	assert.ErrorIs(t, Group(&b, "title", "token", func(w io.Writer) error {
		_, _ = io.WriteString(w, "half\n")
		return broken
	}), broken)
	assert.Equal(t, "::group::title\n::stop-commands::token\nhalf\n::token::\n::endgroup::\n", b.String())
}

func TestRunnerFiles(t *testing.T) {
	assert.Equal(t, []string{"/e", "/o"}, RunnerFiles(lookup(map[string]string{"GITHUB_ENV": "/e", "GITHUB_OUTPUT": "/o", "HOME": "/h"})))
}
