package lock_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lock"

	"github.com/org/mcp-lint/internal/golden"
)

// TestScenarios runs the scenarios of testdata/scenarios.txtar, which says how they are written, and compares what they come to.
func TestScenarios(t *testing.T) {
	const file = "testdata/scenarios.txtar"
	data := must.OK(os.ReadFile(file))(t)
	a := txtar.Parse(data)
	for i, f := range a.Files {
		t.Run(f.Name, func(t *testing.T) {
			s := scenario{T: t, file: &lock.File{}}
			for line := range strings.Lines(string(f.Data)) {
				if strings.HasPrefix(line, ">") {
					continue
				}
				s.out += line
				if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
					s.run(words[0], words[1:])
				}
			}
			a.Files[i].Data = []byte(s.out)
		})
	}
	golden.Equal(t, file, string(txtar.Format(a)))
}

// scenario is a lock file, another one that was put aside, and the definitions that are there now.
type scenario struct {
	*testing.T
	file, aside *lock.File
	now         []lock.Definition
	covered     func(string) bool
	out         string
}

func (s *scenario) run(command string, args []string) {
	defs := func() (out []lock.Definition) {
		for _, arg := range args {
			out = append(out, s.definition(arg))
		}
		return out
	}
	switch command {
	case "approved":
		s.file = approved(s, defs()...)
		s.write(lock.Changes{})
	case "now":
		s.now = defs()
		s.compare()
	case "looked":
		s.covered = nil
		if len(args) > 0 {
			s.covered = func(path string) bool { return slices.Contains(args, path) }
		}
	case "refresh":
		var changes lock.Changes
		s.file, changes = refreshed(s, s.file, s.now, s.covered)
		s.write(changes)
	case "approve":
		s.approve(args)
	case "aside":
		s.aside = s.file
	case "back":
		s.file = s.aside
	case "merge":
		s.file = &lock.File{Entries: slices.Concat(s.file.Entries, s.aside.Entries)}
	case "lose":
		for i := range s.file.Entries {
			s.file.Entries[i].Definition = nil
		}
	default:
		require.Fail(s, "unknown command "+command)
	}
}

// definition reads [~]SERVER.NAME=DESCRIPTION[@FILE].
func (s *scenario) definition(arg string) lock.Definition {
	arg, isQuiet := strings.CutPrefix(arg, "~")
	what, file, elsewhere := strings.Cut(arg, "@")
	key, description, ok := strings.Cut(what, "=")
	server, name, named := strings.Cut(strings.ReplaceAll(key, "%20", " "), ".")
	require.True(s, ok && named, arg)
	d := tool(s, server, fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object"}}`, name, description))
	if elsewhere {
		d.File = file
	}
	d.Quiet = isQuiet
	return d
}

func (s *scenario) approve(args []string) {
	var list []lock.Approval
	for _, arg := range args {
		number, checks, forced := strings.Cut(arg, "!")
		a := lock.Approval{Definition: must.OK(strconv.Atoi(number))(s)}
		if forced {
			a.Forced, a.Reason = strings.Split(checks, ","), "because"
		}
		list = append(list, a)
	}
	before := string(s.file.Bytes())
	f, changes := lock.Compare(s.file, s.now, s.covered).Approve(dayTwo, list)
	assert.Equal(s, before, string(s.file.Bytes()), "what was compared is not modified")
	s.file = written(s, f)
	after := lock.Compare(s.file, s.now, s.covered).Verdicts
	for _, a := range list {
		if a.Definition >= 0 && a.Definition < len(after) {
			assert.Equal(s, lock.Approved, after[a.Definition].State, "what is approved is approved")
		}
	}
	for _, e := range s.file.Entries {
		assert.Equal(s, e.State == lock.Changed, e.Now != "")
	}
	s.write(changes)
}

// compare writes how the definitions stand to the file.
func (s *scenario) compare() {
	c := lock.Compare(s.file, s.now, s.covered)
	said := func(e int) string { return entries(&lock.File{Entries: c.File.Entries[e : e+1]})[0] }
	for i, v := range c.Verdicts {
		line := "quiet"
		if v.State != "" {
			line = string(v.State)
		}
		if v.Entry >= 0 {
			line += ", was " + said(v.Entry)
		}
		s.out += fmt.Sprintf("> %d %s\n", i, line)
	}
	for _, r := range c.Renamed {
		s.out += fmt.Sprintf("> renamed %s to %s\n", r.From, r.To)
	}
	for i, list := range [][]int{c.Removed, c.Unseen, c.Stale} {
		assert.True(s, slices.IsSorted(list))
		for _, e := range list {
			s.out += "> " + []string{"removed ", "unseen ", "stale "}[i] + said(e) + "\n"
		}
	}
}

// write writes the entries of the file and how many things have changed.
func (s *scenario) write(changes lock.Changes) {
	for i, line := range entries(s.file) {
		e := s.file.Entries[i]
		line += fmt.Sprintf(" in %s, seen %s by %s", e.File, e.Seen, e.Version)
		for k, d := range s.now {
			if e.Now != "" && e.Now == lock.DigestOf(d.View) {
				line += fmt.Sprintf(", now %d", k)
			}
		}
		if len(e.Forced) > 0 {
			line += fmt.Sprintf(", forced %q: %s", e.Forced, e.Reason)
		}
		s.out += "> " + line + "\n"
	}
	if said := summary(&lock.File{}, changes); said != "" {
		s.out += "> " + said + "\n"
	}
}
