package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// approvals is what the commands around the lock file share: a scan, compared with the lock file.
type approvals struct {
	scanOptions
	// name is the lock file, which need not exist.
	name string

	report *lint.Report
	*lint.Locked
	// labels are parallel to Definitions.
	labels []string
	// found are the findings by the definition that they are of.
	found map[spot][]*lint.Finding
	stamp lock.Stamp
}

func newApprovals() *approvals {
	return &approvals{scanOptions: scanOptions{failOn: "never", color: "auto"}}
}

// compare scans and compares with the lock file, or with an empty one where there is none.
func (a *approvals) compare(s streams, cmd *cobra.Command, paths []string) error {
	a.name = cmp.Or(a.lockName, lock.Name)
	if err := a.configure(cmd); err != nil {
		return err
	}
	if err := a.validate(); err != nil {
		return err
	}
	l, err := loadLock("", a.lockName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	a.approved = l
	if l == nil && a.lockName == "" {
		tellLockAbove(s.err)
	}
	opts := a.lintOptions(s, paths)
	if a.config == "" {
		// What is dangerous is for all checks to say, whatever the settings of a repository leave out.
		opts.Only, opts.Skip, opts.MinConfidence = nil, nil, 0
		if opts.Config != nil {
			own := *opts.Config
			own.Checks = nil
			opts.Config = &own
		}
	}
	if a.approved == nil {
		// Also for checks that compare with a lock file and are asked for in the settings.
		opts.Lock, opts.LockFile = &lock.File{}, namedSource(a.name, nil)
	}
	a.stamp = lock.Stamp{Day: opts.Today, Version: opts.Version}
	callback, wipe := progress(s, false)
	opts.Progress = callback
	a.report, a.Locked, err = lint.RunLocked(opts)
	wipe()
	if err != nil {
		return explainScanError(err, cmd, paths)
	}
	for i := range a.Definitions {
		a.labels = append(a.labels, lock.KeyOf(a.Definitions[i].View).Label())
	}
	a.index()
	return nil
}

// bytes are what the lock file holds, nil when there is none.
func (a *approvals) bytes() []byte {
	if a.approved == nil {
		return nil
	}
	return a.approved.file.Data
}

// differs reports whether writing would change the lock file. How its lines end is git's business.
func (a *approvals) differs(data []byte) bool {
	return a.approved == nil || !bytes.Equal(bytes.ReplaceAll(a.bytes(), []byte("\r\n"), []byte("\n")), data)
}

// write writes the lock file.
func (a *approvals) write(data []byte) error {
	if a.approved == nil {
		err := ordinary(a.name, false)
		switch {
		case err == nil:
			// Made by somebody else in the meantime, it may hold what was approved.
			return fmt.Errorf("could not write %q: %w", a.name, errMeanwhile)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return replaceFile(a.name, data, a.bytes())
}

// missed warns of what could not be looked at: what it defines is not in the lock file.
func (a *approvals) missed(p *page) {
	if reason := lookedAtAll(a.report); reason != "" {
		p.line("Incomplete: %s. What is defined there stays as it is in the lock file.", text.Safe(secret.Redact(reason), messageRunes))
	}
}

// unseen are the files with approved definitions that were not looked at although everything was asked for, and the number of these
// definitions.
func (a *approvals) unseen() (files []string, definitions int) {
	if a.report.Lock == nil || a.report.Lock.Unseen == 0 {
		return nil, 0
	}
	for _, k := range a.Unseen {
		files = append(files, a.File.Entries[k].File)
	}
	slices.Sort(files)
	return slices.Compact(files), len(a.Unseen)
}

// unseenLines tells of them, and returns their number.
func (a *approvals) unseenLines(p *page) int {
	files, n := a.unseen()
	for _, f := range files[:min(len(files), shownWaiting)] {
		p.line("Not looked at: %s, of which something was approved", text.Safe(secret.Redact(f), pathRunes))
	}
	if more := len(files) - shownWaiting; more > 0 {
		p.line("Not looked at: %d more files", more)
	}
	return n
}

// hintUnseen says what to do about it.
const hintUnseen = "Include the files again, or take what is approved of them out of the lock file. See mcp-lint --verbose for why."

// lookedAtAll says why a scan did not look at everything, or nothing when it did.
func lookedAtAll(r *lint.Report) string {
	missed := r.Missed()
	if len(missed) == 0 {
		return ""
	}
	words := fmt.Sprintf("%s could not be looked at: %s", missed[0].Path, cmp.Or(missed[0].Detail, string(missed[0].Reason)))
	if more := len(missed) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	return words
}

// place is file:line:column of a definition, the column in characters.
func place(l source.Location) string {
	if l.File == nil {
		return "?"
	}
	p := l.File.Position(l.Span.Start, source.Runes)
	return fmt.Sprintf("%s:%d:%d", text.Safe(secret.Redact(l.File.Path), pathRunes), p.Line, p.Column)
}

// pathRunes bounds a path where it is shown.
const pathRunes = 200

// page is text for people, which is written as a whole.
type page struct {
	b     strings.Builder
	color bool
}

// line adds a line, which may stand in the log of a runner.
func (p *page) line(format string, args ...any) {
	p.b.WriteString(text.BreakCommands(fmt.Sprintf(format, args...)) + "\n")
}

// paint colours words with a code of ECMA-48, or leaves them alone.
func (p *page) paint(code, words string) string {
	if !p.color || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (p *page) bold(words string) string { return p.paint("1", words) }

func (p *page) flush(w io.Writer) error {
	_, err := io.WriteString(w, p.b.String())
	return err
}
