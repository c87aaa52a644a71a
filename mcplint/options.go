package mcplint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/hint"
	filesettings "github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/lint"
)

// Option sets how Check and CheckPath work.
type Option func(*settings)

// settings are what options set. Mistakes in them fail the test in place of a scan.
type settings struct {
	failOn        detect.Severity
	only, skip    []string
	minConfidence *float64
	server        string
	accepted      []config.Ignore
	configName    string
	ruleNames     []string
	lenient       bool
	mistakes      []string
}

func newSettings(opts []Option) *settings {
	s := &settings{}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	return s
}

func (s *settings) mistake(err error) { s.mistakes = append(s.mistakes, explain(err)) }

func (s *settings) mistakef(format string, args ...any) { s.mistake(fmt.Errorf(format, args...)) }

// FailOn sets the lowest severity that fails the test, which is detect.SeverityMedium without it. What is less severe is logged.
func FailOn(lowest detect.Severity) Option {
	return func(s *settings) {
		if lowest < detect.SeverityLow || lowest > detect.SeverityCritical {
			s.mistakef("mcplint.FailOn takes a severity from detect.SeverityLow to detect.SeverityCritical")
			return
		}
		s.failOn = lowest
	}
}

// Only runs only these checks, by their IDs, such as "unicode.hidden"; `mcp-lint rules` lists them.
func Only(checks ...string) Option {
	return func(s *settings) {
		if len(checks) == 0 {
			s.mistakef("mcplint.Only names no check")
		}
		s.only = append(s.only, checks...)
	}
}

// Skip does not run these checks.
func Skip(checks ...string) Option {
	return func(s *settings) { s.skip = append(s.skip, checks...) }
}

// MinConfidence leaves out what a check is less sure of, from 0 to 1. How much that was is logged.
func MinConfidence(floor float64) Option {
	return func(s *settings) {
		if !(floor >= 0 && floor <= 1) {
			s.mistakef("mcplint.MinConfidence takes a number from 0 to 1, not %v", floor)
			return
		}
		s.minConfidence = &floor
	}
}

// Server says which server the definitions of Check are of: some checks ask whether a tool speaks of another server than its own.
func Server(name string) Option {
	return func(s *settings) {
		if strings.TrimSpace(name) == "" {
			s.mistakef("mcplint.Server was given no name")
		}
		s.server = name
	}
}

// Accept takes what a check finds in a tool for right. It is an entry under ignore in the configuration: the reason is required and
// logged, stars in the name of the tool stand for any characters, prompts, resources and servers are meant like tools, and an entry that
// fits nothing is logged.
func Accept(check, tool, reason string) Option {
	return func(s *settings) {
		if check == "" || tool == "" || strings.TrimSpace(reason) == "" {
			s.mistakef(`mcplint.Accept(%q, %q, %q): give a check, a tool and a reason; "*" is any tool`, check, tool, reason)
			return
		}
		s.accepted = append(s.accepted, config.Ignore{Check: []string{check}, Tool: tool, Reason: reason})
	}
}

// Config reads a configuration file (.mcp-lint.yaml), which is not done without it: a relative path begins in the folder of the test's
// package. Other options come before what it sets. Entries that expire do so by the day of the test. Its strict and require-lock are of no account: what was not looked at fails a test
// anyway, and no lock file is read.
func Config(file string) Option {
	return func(s *settings) {
		if strings.TrimSpace(file) == "" {
			s.mistakef("mcplint.Config was given no file")
		}
		s.configName = file
	}
}

// Rules runs the rules of your own in these files too, which docs/rules.md describes: a relative path begins in the folder of the test's package.
func Rules(files ...string) Option {
	return func(s *settings) {
		if len(files) == 0 || slices.Contains(files, "") {
			s.mistakef("mcplint.Rules was given no file")
		}
		s.ruleNames = append(s.ruleNames, files...)
	}
}

// AllowIncomplete logs what was not scanned or is only known by running code, instead of failing. Nothing to scan still fails.
func AllowIncomplete() Option {
	return func(s *settings) { s.lenient = true }
}

// lintOptions returns the options of the scan and the severity that fails the test, SeverityNone for never.
func (s *settings) lintOptions() (opts lint.Options, failOn detect.Severity) {
	c, file := new(config.Config), (*source.File)(nil)
	own, err := filesettings.ReadRules(s.ruleNames)
	if err == nil && s.configName != "" {
		c, file, err = filesettings.Config("", s.configName, &own)
	}
	if err != nil {
		s.mistake(err)
		return opts, failOn
	}
	failOn = detect.SeverityMedium
	if word := c.FailOn; word != "" {
		failOn, _ = detect.ParseSeverity(word)
	}
	opts = lint.Options{
		Only: c.Only, Skip: c.Skip, AgentsFiles: c.AgentsFiles != nil && *c.AgentsFiles,
		Config: c, ConfigFile: file, CustomChecks: own.Checks(),
	}
	if file != nil {
		opts.Today = time.Now().UTC().Format(time.DateOnly) //nolint:forbidigo // What expires for the command expires in tests.
	}
	if floor := cmp.Or(s.minConfidence, c.MinConfidence); floor != nil {
		opts.MinConfidence = *floor
	}
	if len(s.only) > 0 {
		opts.Only = s.only
	}
	if len(s.skip) > 0 {
		opts.Skip = s.skip
	}
	c.Ignore = append(c.Ignore, s.accepted...)
	return opts, cmp.Or(s.failOn, failOn)
}

// explain says an error of the scan or of an option in words for whoever wrote the test.
func explain(err error) string {
	words := "nothing was checked: " + text.Safe(err.Error(), 0)
	if advice := hint.Of(err); advice != "" {
		words += "\n" + text.Safe(advice, 0)
	}
	var unknown *lint.UnknownCheckError
	if errors.As(err, &unknown) {
		words += "\nThe checks are " + strings.Join(unknown.Known, ", ") + "."
	}
	if errors.Is(err, lint.ErrNoLock) {
		words += "\nLock files are compared by the command: mcp-lint --require-lock."
	}
	return words
}
