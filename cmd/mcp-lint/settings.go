package main

import (
	"errors"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// settingsOf returns the options of a scan of a folder as the command line has them there: with what the configuration file and the lock
// file of that folder say, where there are any. failOn is the severity that its configuration file fails a run with, or SeverityNone for
// never. Without a folder nothing is read.
func settingsOf(s streams, folder string) (opts lint.Options, failOn detect.Severity, err error) {
	o := &scanOptions{failOn: defaultFailOn}
	if folder == "" {
		failOn, _ = detect.ParseSeverity(o.failOn)
		opts = o.lintOptions(s, nil)
		opts.Stdin = nil
		return opts, failOn, nil
	}
	c, file, err := loadConfig(folder, "")
	if err != nil {
		return opts, failOn, err
	}
	if c != nil {
		o.adopt(c, file, func(string) bool { return false })
	}
	if o.approved, err = loadLock(folder, ""); err != nil {
		return opts, failOn, err
	}
	if o.requireLock && o.approved == nil {
		return opts, failOn, &hintError{errors.New("there is no " + lock.Name + ", and one is required"), "Write it with mcp-lint lock, look at what it holds and approve it."}
	}
	opts = o.lintOptions(s, nil)
	opts.Stdin, opts.Cwd = nil, folder
	failOn, _ = detect.ParseSeverity(o.failOn)
	return opts, failOn, nil
}
