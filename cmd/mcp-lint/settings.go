package main

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// settingsOf returns the options of a scan of a folder as the command line has them there: with what the configuration file and the lock
// file of that folder say, where there are any. failOn is the severity that its configuration file fails a run with, or SeverityNone for
// never. Without a folder nothing is read.
func settingsOf(s streams, folder string) (opts lint.Options, failOn detect.Severity, err error) {
	return settingsWith(s, folder, false)
}

// settingsWith is settingsOf, which may be told to read no configuration file.
func settingsWith(s streams, folder string, noConfig bool) (opts lint.Options, failOn detect.Severity, err error) {
	o := &scanOptions{failOn: defaultFailOn}
	if folder != "" && !noConfig {
		c, file, err := loadConfig(folder, "")
		if err != nil {
			return opts, failOn, err
		}
		if c != nil {
			o.adopt(c, file, nothingChanged)
		}
	}
	if folder != "" {
		if o.approved, err = loadLock(folder, ""); err != nil {
			return opts, failOn, err
		}
	}
	if o.requireLock && o.approved == nil {
		return opts, failOn, &hintError{errLockRequired, writeLock}
	}
	opts = o.lintOptions(s, nil)
	opts.Stdin, opts.Cwd = nil, folder
	failOn, _ = detect.ParseSeverity(o.failOn)
	return opts, failOn, nil
}

// nothingChanged is for settings beside which no flag counts.
func nothingChanged(string) bool { return false }
