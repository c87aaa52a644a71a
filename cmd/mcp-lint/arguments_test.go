package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
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
			put(t, "notes.json", `{"tools":[{"name":"read_note","description":"Reads a note."}]}`)
			execute := func(args ...string) int {
				var out bytes.Buffer
				s := streams{in: strings.NewReader(""), out: &out, err: &out, env: func(string) string { return "" }, now: tc.now}
				return run(args, s)
			}
			require.Equal(t, exitOK, execute(append([]string{"lock"}, tc.args...)...))
			f := must.OK(lock.Parse([]byte(contents(t, lock.Name))))(t)
			require.Len(t, f.Entries, 1)
			assert.Equal(t, tc.want, f.Entries[0].Seen)
			assert.Equal(t, exitOK, execute("--require-lock"))
			assert.Equal(t, exitFindings, execute("diff"))
		})
	}
}

func TestFileNamesAreNoOptions(t *testing.T) {
	for _, c := range []struct {
		args  []string
		files []string
		ok    bool
	}{
		{[]string{"--in-context", "-q", "a.json"}, []string{"a.json"}, true},
		{[]string{"--in-context", "--fail-on=never", "a.json"}, []string{"--fail-on=never", "a.json"}, false},
		{[]string{"--in-context", "--", "--fail-on=never"}, []string{"--fail-on=never"}, true},
		{[]string{"--in-context=true", "-config.json"}, []string{"-config.json"}, false},
		{[]string{"--in-context", "--", "--fail-on=never"}, []string{"--", "--fail-on=never"}, false},
		{[]string{"--in-context", "-"}, []string{"-"}, true}, // taken for the file
		{[]string{"--fail-on=never"}, []string{"--fail-on=never"}, true},
	} {
		err := refuseFileNames(c.args, func(name string) bool { return slices.Contains(c.files, name) })
		assert.Equal(t, c.ok, err == nil, "%q: %v", c.args, err)
		if err != nil {
			assert.ErrorContains(t, err, "there is also a file with that name")
		}
	}
}
