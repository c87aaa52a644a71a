// Package scanservice is what the ways into mcp-lint other than its command line have in common: bounded scans by package lint, with the settings
// of a folder, and errors that distinguish a mistake of the caller from one of ours.
package scanservice

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// Settings returns the options of a scan of a folder, as its configuration and lock file ask for, and the lowest severity that fails a run
// there (detect.SeverityNone for never). "" is no folder: nothing is read then.
type Settings func(folder string) (opts lint.Options, failOn detect.Severity, err error)

// Scanner runs scans. It is safe for concurrent use.
type Scanner struct {
	settings Settings
	timeout  time.Duration
	// slots bounds the scans at one time: each one uses all cores and memory of its own.
	slots chan struct{}
}

// NewScanner makes a Scanner that gives a scan, with the time it waits for others, at most timeout, and runs a limited number at one time.
func NewScanner(settings Settings, timeout time.Duration, atOnce int) *Scanner {
	return &Scanner{settings: settings, timeout: timeout, slots: make(chan struct{}, max(atOnce, 1))}
}

// Request is what to scan and how; what it leaves out is as in the settings.
type Request struct {
	// Document, when not nil, is one document that is scanned in place of Paths: a tools/list result, a manifest, a client
	// configuration. No settings of any folder count for it.
	Document []byte
	// Folder is an absolute path whose settings count. Paths lie in it, or are relative to it; none means all of it.
	Folder string
	Paths  []string
	// InContext and Overlay are as in lint.Options.
	InContext bool
	Overlay   map[string][]byte
	// Only and Skip are IDs of checks; MinConfidence is from 0 to 1, and nil when the settings decide.
	Only, Skip    []string
	MinConfidence *float64
}

// MistakeError is a mistake of the caller, in words for people.
type MistakeError struct{ Err error }

func (e *MistakeError) Error() string { return e.Err.Error() }
func (e *MistakeError) Unwrap() error { return e.Err }

// SettingsError is an error of the settings of a folder.
type SettingsError struct{ error }

func (e *SettingsError) Unwrap() error { return e.error }

// ErrTimeout is returned for a scan that took too long, or had to wait too long for others. Nothing of it is reported.
var ErrTimeout = errors.New("the scan took too long and was stopped; scan less at once")

// Scan runs one scan. failOn is as in Settings. It fails with a *MistakeError, a *SettingsError, ErrTimeout, or the error of the
// context or the paths.
func (s *Scanner) Scan(ctx context.Context, req Request) (r *lint.Report, failOn detect.Severity, err error) {
	if m := req.MinConfidence; m != nil && !(*m >= 0 && *m <= 1) {
		return nil, failOn, &MistakeError{fmt.Errorf("the minimum confidence is %v: use a number from 0 to 1", *m)}
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-limited.Done():
		return nil, failOn, cause(ctx, limited.Err())
	}
	opts, failOn, err := s.settings(req.Folder)
	if err != nil {
		return nil, failOn, &SettingsError{err}
	}
	if req.Document != nil {
		opts.Paths, opts.Stdin = []string{"-"}, bytes.NewReader(req.Document)
	} else {
		opts.Paths, opts.Cwd, opts.InContext, opts.Overlay = req.Paths, req.Folder, req.InContext, req.Overlay
	}
	if len(req.Only) > 0 {
		opts.Only = req.Only
	}
	if len(req.Skip) > 0 {
		opts.Skip = req.Skip
	}
	if req.MinConfidence != nil {
		opts.MinConfidence = *req.MinConfidence
	}
	r, err = lint.RunContext(limited, opts)
	var unknown *lint.UnknownCheckError
	switch {
	case errors.As(err, &unknown), errors.Is(err, lint.ErrNoChecks), errors.Is(err, lint.ErrNoLock):
		err = &MistakeError{err}
	case err != nil:
		err = cause(ctx, err)
	}
	return r, failOn, err
}

// Within reports whether a path is a folder or below it, by name alone.
func Within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// cause distinguishes a scan that ran out of its own time from one that the caller gave up.
func cause(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrTimeout
	}
	return err
}
