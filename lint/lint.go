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
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/launch"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/schemacheck"
)

// Options says what to lint and how.
type Options struct {
	// Paths are files and folders; "-" reads one document from Stdin. No paths means the working directory.
	Paths []string
	Stdin io.Reader
	// InContext reports only on the named paths, but scans the whole repository around them, so that the findings are the same as in a full
	// scan. Named files that are irrelevant are passed by.
	InContext bool
	// OnlyNeeded has InContext read only what the named paths need: what they import and what imports them. Then what they say of definitions
	// elsewhere is not found.
	OnlyNeeded bool
	// Cwd is the working directory; "" asks the system.
	Cwd string
	// Only, if not empty, names the checks to run; Skip names checks not to run.
	Only, Skip []string
	// CustomChecks are additional checks, such as those of package rules. They run after those of Checks and need unique IDs.
	CustomChecks []detect.DocumentedCheck
	// MinSeverity leaves out findings of lower severity and informational ones; the Summary counts them.
	MinSeverity detect.Severity
	// MinConfidence leaves out signals of lower confidence, from 0 to 1.
	MinConfidence float64
	// Exclude are .gitignore patterns of files not to scan, beside those of Config; see discover.Options.Exclude.
	Exclude []string
	// Version is the version of mcp-lint, for the report.
	Version string
	// Settings describes what a configuration file sets, for the report.
	Settings []string
	// Config holds the settings of a configuration file except Only, Skip, MinConfidence and those that a command evaluates. ConfigFile is
	// that file. Both may be nil.
	Config     *config.Config
	ConfigFile *source.File
	// NoIgnores turns off all suppression by configuration, comments and baseline.
	NoIgnores bool
	// Today decides what has expired, as 2026-11-22; "" means that nothing has.
	Today string
	// Baseline, if not nil, holds earlier findings that are not reported again. BaselineFile is the file it was read from, Since the commit
	// that was scanned for it.
	Baseline     *Baseline
	BaselineFile *source.File
	Since        string
	// BaselineSalt is that of the baseline which a new one takes the place of; "" means that of Baseline, or else a random one.
	BaselineSalt string
	// Lock, if not nil, holds the approved definitions. LockFile is its file, which need not exist yet; paths in it are relative to its
	// folder.
	Lock     *lock.File
	LockFile *source.File
	// AgentsFiles also scans instruction files for agents; see discover.Options.AgentsFiles.
	AgentsFiles bool
	// Root, if not "", is a folder outside of which nothing is read; see discover.Options.Root.
	Root string
	// Places are scanned in addition to Paths; see discover.Options.Places.
	Places []discover.Place
	// Skips are reported beside those of the scan: what the caller knows of and could not hand over.
	Skips []Skip
	// Installed, if not nil, is the result of FindInstalled and scanned in addition to Paths. Comments then suppress nothing.
	Installed *Installed
	// Overlay replaces the content of files, by absolute path; see discover.Options.Overlay.
	Overlay map[string][]byte
	// Limits bounds discovery; zero values mean the defaults.
	Limits discover.Limits
	// Deadline, if not zero, stops the work: the Report covers what was scanned before, and says what was not.
	Deadline time.Time
	// Columns is the maximum width of source lines for people; 0 means 100.
	Columns int
	// Progress, if set, is called from time to time with the number of files seen.
	Progress func(files int)
}

// DefaultFileBytes is the default size limit of files and of documents given in memory; see discover.DefaultFileBytes.
const DefaultFileBytes = discover.DefaultFileBytes

// Checks returns every check except lock checks, in the order in which they run and are listed, followed by the caller's own.
func Checks(own ...detect.DocumentedCheck) []detect.Check {
	all := slices.Concat(check.All(), launch.All(), schemacheck.All())
	for _, c := range own {
		all = append(all, c)
	}
	return all
}

// Rules returns the documentation of every check, in the order in which they run, followed by the caller's own. It is shared and must not
// be modified.
func Rules(own ...detect.DocumentedCheck) []detect.Documentation {
	docs := slices.Clone(rules())
	for _, c := range own {
		docs = append(docs, c.Documentation())
	}
	return docs
}

var rules = sync.OnceValue(func() []detect.Documentation {
	var docs []detect.Documentation
	for _, c := range Checks() {
		if d, ok := c.(detect.DocumentedCheck); ok {
			docs = append(docs, d.Documentation())
		}
	}
	return append(docs, lock.Documentation()...)
})

// ErrNoChecks is returned when the options leave no check to run.
var ErrNoChecks = errors.New("all checks are switched off, so there is nothing to look for")

// UnknownCheckError reports a check that does not exist.
type UnknownCheckError struct {
	ID string
	// Known are the valid IDs.
	Known []string
}

func (e *UnknownCheckError) Error() string { return fmt.Sprintf("unknown check %q", e.ID) }

// TwiceError reports an ID that two checks have.
type TwiceError struct{ ID string }

func (e *TwiceError) Error() string { return fmt.Sprintf("there are two checks %q", e.ID) }

// ErrNoLock is returned when lock checks are requested without a lock file.
var ErrNoLock = errors.New(lock.ChangedCheck + " and " + lock.PendingCheck +
	" need a lock file, and there is none; write one with mcp-lint lock")

type choice struct {
	checks []detect.Check
	// known are the valid IDs.
	known []string
	// ran says which checks run, lock checks included.
	ran map[string]bool
	// all is set when no check is left out.
	all      bool
	policies map[string]detect.Policy
}

func choose(opts *Options) (choice, error) {
	known := CheckIDs(opts.CustomChecks...)
	ch := choice{known: known, ran: map[string]bool{}, all: true, policies: map[string]detect.Policy{}}
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
	ch.checks = slices.DeleteFunc(Checks(opts.CustomChecks...), func(c detect.Check) bool { return !ch.ran[c.ID()] })
	if len(ch.checks) == 0 && !ch.ran[lock.ChangedCheck] && !ch.ran[lock.PendingCheck] {
		return ch, ErrNoChecks
	}
	return ch, nil
}

// CheckIDs returns the IDs of all checks, in the order of Rules, followed by the caller's own.
func CheckIDs(own ...detect.DocumentedCheck) []string {
	var ids []string
	for _, d := range Rules(own...) {
		ids = append(ids, d.ID)
	}
	return ids
}

// engines returns an engine for all checks, and one for the lock checks alone, which is nil if none runs.
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
		Paths: opts.Paths, InContext: opts.InContext, OnlyNeeded: opts.OnlyNeeded, Stdin: opts.Stdin, Cwd: opts.Cwd, Limits: opts.Limits, Progress: opts.Progress,
		AgentsFiles: opts.AgentsFiles, Overlay: opts.Overlay, Root: opts.Root, Deadline: opts.Deadline,
	}
	if o.Places = opts.Places; opts.Installed != nil {
		// Never nil: where nothing is installed nothing is looked at, and not the current folder.
		o.Places = append(append([]discover.Place{}, o.Places...), opts.Installed.places...)
	}
	o.Exclude = opts.Exclude
	if c := opts.Config; c != nil {
		o.Include, o.Exclude = c.Include, append(slices.Clip(o.Exclude), c.Exclude...)
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
