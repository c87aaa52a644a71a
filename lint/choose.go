package lint

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/conform"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/launch"
	"github.com/org/mcp-lint/lock"
)

// Checks returns every check that needs nothing but what it looks at, in the order in which they run and are listed: all but those that
// compare with a lock file.
func Checks() []detect.Check { return slices.Concat(check.All(), launch.All(), conform.All()) }

// Rules returns the documentation of every check, in the order in which they run. What it holds is shared and not to be changed.
func Rules() []detect.Documentation { return slices.Clone(rules()) }

// rules is Rules, once.
var rules = sync.OnceValue(func() []detect.Documentation {
	var docs []detect.Documentation
	for _, c := range Checks() {
		if d, ok := c.(detect.DocumentedCheck); ok {
			docs = append(docs, d.Documentation())
		}
	}
	return append(docs, lock.Documentation()...)
})

// ErrNoChecks is returned when the options leave no check to run: finding nothing would mean nothing.
var ErrNoChecks = errors.New("every check is left out, so there is nothing to look for")

// UnknownCheckError names a check that does not exist.
type UnknownCheckError struct {
	ID string
	// Known are the IDs there are.
	Known []string
}

func (e *UnknownCheckError) Error() string { return fmt.Sprintf("there is no check %q", e.ID) }

// ErrNoLock is returned when a check is asked for that compares with a lock file, and there is none.
var ErrNoLock = errors.New(lock.ChangedCheck + " and " + lock.PendingCheck + " compare with a lock file, and there is none; write one with mcp-lint lock")

// choice is the checks to run.
type choice struct {
	checks []detect.Check
	// ran tells which checks run, those that compare with a lock file among them.
	ran map[string]bool
	// all is set when none is left out.
	all      bool
	policies map[string]detect.Policy
}

// choose looks whether the options make sense.
func choose(opts *Options) (choice, error) {
	ch := choice{ran: map[string]bool{}, all: true, policies: map[string]detect.Policy{}}
	known := CheckIDs()
	named := slices.Concat(opts.Only, opts.Skip)
	if opts.Config != nil {
		named = append(named, slices.Sorted(maps.Keys(opts.Config.Checks))...)
		for i := range opts.Config.Ignore {
			named = append(named, opts.Config.Ignore[i].Check...)
		}
	}
	for _, id := range named {
		if !slices.Contains(known, id) {
			return ch, &UnknownCheckError{ID: id, Known: known}
		}
	}
	if opts.Lock == nil && slices.ContainsFunc(opts.Only, lock.Compares) {
		return ch, ErrNoLock
	}
	if opts.Config != nil {
		for id, c := range opts.Config.Checks {
			p := detect.Policy{Level: detect.Level(c.Level)}
			if c.MinConfidence != nil {
				p.Floor = *c.MinConfidence
			}
			ch.policies[id] = p
		}
	}
	for _, id := range known {
		left := len(opts.Only) > 0 && !slices.Contains(opts.Only, id) || slices.Contains(opts.Skip, id) || ch.policies[id].Level == detect.LevelOff
		ch.ran[id] = !left && (opts.Lock != nil || !lock.Compares(id))
		ch.all = ch.all && !left
	}
	ch.checks = slices.DeleteFunc(Checks(), func(c detect.Check) bool { return !ch.ran[c.ID()] })
	if len(ch.checks) == 0 && !ch.ran[lock.ChangedCheck] && !ch.ran[lock.PendingCheck] {
		return ch, ErrNoChecks
	}
	return ch, nil
}

// CheckIDs returns the IDs of all checks, in the order of Rules.
func CheckIDs() []string {
	var ids []string
	for _, c := range Checks() {
		ids = append(ids, c.ID())
	}
	return append(ids, lock.ChangedCheck, lock.PendingCheck)
}

// engines returns the engine that runs all checks and the one that runs those alone that compare with a lock file; nil without such checks.
func (ch choice) engines(opts *Options, locked *Locked) (all, approvals *detect.Engine) {
	engine := func(checks []detect.Check) *detect.Engine {
		return detect.NewEngine(checks).WithFloor(opts.MinConfidence).WithPolicies(ch.policies)
	}
	if opts.Lock == nil {
		return engine(ch.checks), nil
	}
	of := slices.DeleteFunc(locked.Checks(), func(c detect.Check) bool { return !ch.ran[c.ID()] })
	if len(of) == 0 {
		return engine(ch.checks), nil
	}
	return engine(slices.Concat(ch.checks, of)), engine(of)
}

// discoverOptions says what to look through.
func discoverOptions(opts *Options) discover.Options {
	o := discover.Options{
		Paths: opts.Paths, InContext: opts.InContext, Stdin: opts.Stdin, Cwd: opts.Cwd, Limits: opts.Limits, Progress: opts.Progress,
		AgentsFiles: opts.AgentsFiles, Overlay: opts.Overlay, Within: opts.Within,
	}
	if c := opts.Config; c != nil {
		o.Include, o.Exclude = c.Include, c.Exclude
		for word, patterns := range c.Classes {
			if o.Classes == nil {
				o.Classes = map[discover.Class][]string{}
			}
			class := discover.Class(word)
			if word == config.Served {
				class = discover.ClassNone
			}
			o.Classes[class] = patterns
		}
	}
	return o
}
