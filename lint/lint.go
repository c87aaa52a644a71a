package lint

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/conform"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/launch"
	"github.com/org/mcp-lint/lock"
)

// Options says what to lint and how.
type Options struct {
	// Paths are files and folders; "-" is one document on Stdin; none means the working directory.
	Paths []string
	Stdin io.Reader
	// InContext judges what Paths name as part of the repository around it, which is discovered as a whole, and reports
	// nothing else: what is said of a file is what is said of it when the repository is named. Files of no interest are passed by.
	InContext bool
	// Cwd is the working directory; "" asks the system.
	Cwd string
	// Only, when not empty, names the checks to run; Skip names checks not to run.
	Only, Skip []string
	// Own are further checks, which run after those of Checks: those of package rules, or of a caller's own. Their IDs are theirs alone.
	Own []detect.DocumentedCheck
	// MinSeverity leaves out the findings of lower severity, and what is informational; the Summary counts them.
	MinSeverity detect.Severity
	// MinConfidence is the floor under which signals are left out, from 0 to 1.
	MinConfidence float64
	// Version is the version of mcp-lint, for the report.
	Version string
	// Settings says what a configuration file has set, for the report.
	Settings []string
	// Config is what a configuration file sets beside Only, Skip, MinConfidence and what a command decides; ConfigFile is that file. Both
	// may be nil.
	Config     *config.Config
	ConfigFile *source.File
	// NoIgnores leaves out what the configuration, comments and the baseline suppress.
	NoIgnores bool
	// Today is the day by which it is decided what has expired, as 2026-11-22; "" means that nothing has.
	Today string
	// Baseline, when not nil, holds what was found before and is not reported again; BaselineFile is the file it was read from,
	// or Since the commit that was scanned for it.
	Baseline     *Baseline
	BaselineFile *source.File
	Since        string
	// Lock, when not nil, holds what was approved; LockFile is the file it was read from, or will
	// be written to, in whose folder the paths begin that it holds.
	Lock     *lock.File
	LockFile *source.File
	// AgentsFiles has files of instructions for agents looked at as well; see discover.Options.AgentsFiles.
	AgentsFiles bool
	// Within, when not "", is a folder that nothing is read outside of; see discover.Options.Within.
	Within string
	// Places are looked at beside Paths; see discover.Options.Places.
	Places []discover.Place
	// Installed, when not nil, is looked at beside Paths: what FindInstalled has found. What comments in it suppress is not.
	Installed *Installed
	// Overlay holds, by absolute path, what counts as the content of a file; see discover.Options.Overlay.
	Overlay map[string][]byte
	// Cache, when not nil, is where what files gave is kept; see discover.Options.Cache.
	Cache func(folder string) discover.Memory
	// Limits bounds discovery; zero values mean the defaults.
	Limits discover.Limits
	// Deadline, when not zero, is when the work ends: the Report is then of what was read and looked at before, and says what was not.
	Deadline time.Time
	// Columns is the width to which source lines are cut for people; 0 means 100.
	Columns int
	// Progress, when set, is called now and then with the number of files seen.
	Progress func(files int)
}

// DefaultFileBytes is how large a file is read, and a document that is given in place of one: see discover.DefaultFileBytes.
const DefaultFileBytes = discover.DefaultFileBytes

// Checks returns every check that needs nothing but what it looks at, in the order in which they run and are listed: all but those that
// compare with a lock file.
func Checks() []detect.Check { return slices.Concat(check.All(), launch.All(), conform.All()) }

// ChecksWith returns Checks and those of the caller's own.
func ChecksWith(own []detect.DocumentedCheck) []detect.Check {
	all := Checks()
	for _, c := range own {
		all = append(all, c)
	}
	return all
}

// Rules returns the documentation of every check, in the order in which they run. What it holds is shared and not to be changed.
func Rules() []detect.Documentation { return RulesWith(nil) }

// RulesWith returns Rules and the documentation of the caller's own checks.
func RulesWith(own []detect.DocumentedCheck) []detect.Documentation {
	docs := slices.Clone(rules())
	for _, c := range own {
		docs = append(docs, c.Documentation())
	}
	return docs
}

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
var ErrNoChecks = errors.New("all checks are switched off, so there is nothing to look for")

// UnknownCheckError names a check that does not exist.
type UnknownCheckError struct {
	ID string
	// Known are the IDs there are.
	Known []string
}

func (e *UnknownCheckError) Error() string { return fmt.Sprintf("unknown check %q", e.ID) }

// TwiceError names an ID that two checks have.
type TwiceError struct{ ID string }

func (e *TwiceError) Error() string { return fmt.Sprintf("there are two checks %q", e.ID) }

// ErrNoLock is returned when a check is asked for that compares with a lock file, and there is none.
var ErrNoLock = errors.New(lock.ChangedCheck + " and " + lock.PendingCheck +
	" need a lock file, and there is none; write one with mcp-lint lock")

type choice struct {
	checks []detect.Check
	// ran says which checks run, those that compare with a lock file among them.
	ran map[string]bool
	// all is set when none is left out.
	all      bool
	policies map[string]detect.Policy
}

func choose(opts *Options) (choice, error) {
	ch := choice{ran: map[string]bool{}, all: true, policies: map[string]detect.Policy{}}
	known := CheckIDsWith(opts.Own)
	for i, id := range known {
		if slices.Contains(known[:i], id) {
			return ch, &TwiceError{ID: id}
		}
	}
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
		left := len(opts.Only) > 0 && !slices.Contains(opts.Only, id) || slices.Contains(opts.Skip, id) ||
			ch.policies[id].Level == detect.LevelOff
		ch.ran[id] = !left && (opts.Lock != nil || !lock.Compares(id))
		ch.all = ch.all && !left
	}
	ch.checks = slices.DeleteFunc(ChecksWith(opts.Own), func(c detect.Check) bool { return !ch.ran[c.ID()] })
	if len(ch.checks) == 0 && !ch.ran[lock.ChangedCheck] && !ch.ran[lock.PendingCheck] {
		return ch, ErrNoChecks
	}
	return ch, nil
}

// CheckIDs returns the IDs of all checks, in the order of Rules.
func CheckIDs() []string { return CheckIDsWith(nil) }

// CheckIDsWith returns CheckIDs and the IDs of the caller's own checks.
func CheckIDsWith(own []detect.DocumentedCheck) []string {
	var ids []string
	for _, c := range Checks() {
		ids = append(ids, c.ID())
	}
	ids = append(ids, lock.ChangedCheck, lock.PendingCheck)
	for _, c := range own {
		ids = append(ids, c.ID())
	}
	return ids
}

// engines returns the engine that runs all checks and the one that runs those alone that compare with a lock file; nil without such checks.
func (ch choice) engines(opts *Options, locked *lockState) (all, approvals *detect.Engine) {
	engine := func(checks []detect.Check) *detect.Engine {
		return detect.NewEngine(checks).WithFloor(opts.MinConfidence).WithPolicies(ch.policies).WithDeadline(opts.Deadline)
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

func discoverOptions(opts *Options) discover.Options {
	o := discover.Options{
		Paths: opts.Paths, InContext: opts.InContext, Stdin: opts.Stdin, Cwd: opts.Cwd, Limits: opts.Limits, Progress: opts.Progress,
		AgentsFiles: opts.AgentsFiles, Overlay: opts.Overlay, Within: opts.Within, Deadline: opts.Deadline, Cache: opts.Cache,
	}
	if o.Places = opts.Places; opts.Installed != nil {
		o.Places = append(slices.Clip(o.Places), opts.Installed.places...)
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
