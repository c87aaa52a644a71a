package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lock"
)

// TestTheDayIsThatOfTheClock writes a lock file late in the evening, west of Greenwich, and without a clock.
func TestTheDayIsThatOfTheClock(t *testing.T) {
	evening := time.Date(2026, 12, 31, 23, 30, 0, 0, time.FixedZone("west", -5*60*60))
	for name, tc := range map[string]struct {
		now  func() time.Time
		args []string
		want string
	}{
		"clock":    {func() time.Time { return evening }, nil, "2027-01-01"},
		"flag":     {func() time.Time { return evening }, []string{"--today", "2026-05-04"}, "2026-05-04"},
		"no clock": {nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("notes.json", []byte(`{"tools":[{"name":"read_note","description":"Reads a note."}]}`), 0o666))
			execute := func(args ...string) int {
				var out bytes.Buffer
				s := streams{in: strings.NewReader(""), out: &out, err: &out, env: func(string) string { return "" }, now: tc.now}
				return run(args, s)
			}
			require.Equal(t, exitOK, execute(append([]string{"lock"}, tc.args...)...))
			data, err := os.ReadFile(lock.Name)
			require.NoError(t, err)
			f, err := lock.Parse(data)
			require.NoError(t, err)
			require.Len(t, f.Entries, 1)
			assert.Equal(t, tc.want, f.Entries[0].Seen)
			assert.Equal(t, exitOK, execute("--require-lock"))
			assert.Equal(t, exitFindings, execute("diff"))
		})
	}
}
