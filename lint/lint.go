package lint

import (
	"context"
	"io"
	"slices"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
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
	// Baseline, when not nil, holds what was found before and is not told again; BaselineFile is the file it was read from.
	Baseline     *Baseline
	BaselineFile *source.File
	// Lock, when not nil, holds what was approved; LockFile is the file it was read from, or will
	// be written to, in whose folder the paths begin that it holds.
	Lock     *lock.File
	LockFile *source.File
	// AgentsFiles has files of instructions for agents looked at as well; see discover.Options.AgentsFiles.
	AgentsFiles bool
	// Within, when not "", is a folder that nothing is read outside of; see discover.Options.Within.
	Within string
	// Overlay holds, by absolute path, what counts as the content of a file; see discover.Options.Overlay.
	Overlay map[string][]byte
	// Limits bounds discovery; zero values mean the defaults.
	Limits discover.Limits
	// Progress, when set, is called now and then with the number of files seen.
	Progress func(files int)
}

// DefaultFileBytes is how large a file is read, and a document that is given in place of one: see discover.DefaultFileBytes.
const DefaultFileBytes = discover.DefaultFileBytes

// Run discovers, detects, locates and suppresses. It fails when the options make no sense (*UnknownCheckError, ErrNoChecks, ErrNoLock) or
// a path cannot be read; everything else is in the Report.
func Run(opts Options) (*Report, error) { return RunContext(context.Background(), opts) }

// RunContext is Run that gives up, with the error of the context, when that ends. A nil context never does.
func RunContext(ctx context.Context, opts Options) (*Report, error) {
	r, _, err := run(ctx, opts, false)
	return r, err
}

// run is Run, with what it compared; that is nil when there is no lock file and compare is not set.
func run(ctx context.Context, opts Options, compare bool) (*Report, *Locked, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	chosen, err := choose(&opts)
	if err != nil {
		return nil, nil, err
	}
	suppressor, err := newSuppressor(&opts, chosen)
	if err != nil {
		return nil, nil, err
	}
	go check.Load()
	inv, err := discover.WalkContext(ctx, discoverOptions(&opts))
	if err != nil {
		return nil, nil, err
	}
	suppressor.comments.within(inv)
	report := &Report{
		Version: opts.Version, Settings: opts.Settings, InContext: opts.InContext, Skips: redactSkips(inv.Skips), Rules: Rules(),
		sensitive: map[*source.File][]source.Span{},
	}
	c := &collector{
		ctx:    ctx,
		report: report, inv: inv, suppressor: suppressor, lockFile: opts.LockFile, home: homeOf(opts.LockFile, opts.Cwd), asked: opts.Lock != nil,
		shared: map[string]int{},
	}
	found, launches := newSubjects(inv.Tools), newSubjects(inv.Launches)
	if opts.Lock != nil || compare {
		c.compare(opts.Lock, found, launches)
	}
	engine, approvals := chosen.engines(&opts, c.locked)
	// Apart from each other: a tool of a test, or a string of a file of code, is none that another could be taken for.
	served, demoted := apart(found)
	report.Coverage = c.scan(engine, served)
	launched, shown := apart(launches)
	instructing, illustrating := apart(newSubjects(inv.Agents))
	for _, rest := range [][]subject{demoted, newSubjects(inv.Swept), launched, shown, instructing, illustrating} {
		if len(rest) > 0 {
			report.join(c.scan(engine, rest))
		}
	}
	if others := c.otherCopies(found); approvals != nil && len(others) > 0 {
		coverage := c.scan(approvals, others)
		coverage.Tools = 0 // They were counted with what they are copies of.
		report.join(coverage)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f Finding) bool { return !f.concerns(inv) })
	report.Suppressed = slices.DeleteFunc(report.Suppressed, func(s Suppressed) bool { return !s.concerns(inv) })
	slices.SortStableFunc(report.Findings, compareFindings)
	settled := suppressor.finish(report, inv)
	notes := slices.Concat(c.lockNotes(), settled)
	focused := inv.Focused()
	report.Summary = summarize(report, focused)
	report.remark(focused, notes, suppressor.comments.tell(report.InContext))
	report.markSensitive()
	return report, c.locked, nil
}
