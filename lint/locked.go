package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// Locked is what was found, beside what a lock file holds. Its definitions are in the order of the inventory: by file and place, and
// behind each of them those in further files that say something else under its name.
type Locked struct {
	*lock.Comparison
	// Places are where the definitions stand, parallel to Definitions.
	Places []source.Location
	// Hard are the IDs of the checks that found structure in a definition which honest ones do not have, parallel to Definitions. The
	// checks that compare with the lock file are not among them, nor is what somebody suppressed and gave a reason for, nor a mere
	// likeness to a sibling server of the same repository. What a baseline suppresses is: it holds whatever was there, without a reason.
	Hard [][]string
	// Worst is the highest severity of what was found in a definition, parallel to Definitions, with the same left out.
	Worst []detect.Severity
	// Ignored is what would have been in Hard, or would have made Worst high, and was suppressed with a reason, parallel to Definitions.
	Ignored [][]Ignored
}

// Ignored is something that suppresses what speaks against a definition.
type Ignored struct {
	Suppression
	// Checks are those whose signals it suppresses.
	Checks []string
}

// RunLocked is Run that compares with a lock file in any case: with an empty one when Options.Lock is nil. The report is that of Run.
func RunLocked(opts Options) (*Report, *Locked, error) { return run(context.Background(), opts, true) }

// compare compares all definitions with what was approved; a nil file is an empty one.
func (c *collector) compare(file *lock.File, lists ...[]subject) {
	if file == nil {
		file = &lock.File{}
	}
	var defs []lock.Definition
	l := &Locked{}
	enter := func(view detect.ToolView, f *source.File, span source.Span, class discover.Class) int {
		defs = append(defs, lock.Definition{View: view, File: c.home.name(f.Path), Quiet: class != discover.ClassNone})
		l.Places = append(l.Places, source.Location{File: f, Span: span, Exact: true})
		return len(defs) - 1
	}
	secrets := map[*source.File][]string{}
	for _, found := range lists {
		for i := range found {
			secrets[found[i].File] = append(secrets[found[i].File], found[i].credentials()...)
		}
	}
	for _, found := range lists {
		for i := range found {
			s := &found[i]
			if !lock.Locks(s.View.Kind) {
				continue
			}
			s.def = enter(s.View, s.File, s.Span, s.Class)
			if defs[s.def].Secrets = s.credentials(); s.View.Kind == detect.KindServer {
				defs[s.def].Secrets = s.holds(secrets[s.File])
			}
			for k := range s.Also {
				also, def := &s.Also[k], s.def
				if s.copyDigest(also) != s.digest() || also.Class == discover.ClassNone && s.Class != discover.ClassNone {
					def = enter(also.View, also.File, also.Span, also.Class)
				}
				s.copies = append(s.copies, def)
			}
		}
	}
	l.Comparison = lock.Compare(file, defs, c.covers())
	l.Hard, l.Worst, l.Ignored = make([][]string, len(defs)), make([]detect.Severity, len(defs)), make([][]Ignored, len(defs))
	c.locked = l
}

// covers tells what was looked at. Around files that were named everything was, although it was not asked for.
func (c *collector) covers() func(path string) bool {
	if !c.report.InContext {
		return func(path string) bool { return c.inv.Covers(c.home.shown(path)) }
	}
	return func(path string) bool { return c.holds(path) || c.inv.Covers(c.home.shown(path)) }
}

func (s *subject) copyDigest(also *discover.Copy) lock.Digest {
	if also.View.Definition == s.View.Definition {
		return s.digest()
	}
	return lock.DigestOf(also.View)
}

func (c *collector) otherCopies(found []subject) []subject {
	var out []subject
	for i := range found {
		s := &found[i]
		for k, def := range s.copies {
			if def == s.def {
				continue
			}
			also := &s.Also[k]
			out = append(out, subject{def: def, Tool: &discover.Tool{
				View: also.View, File: also.File, Span: also.Span, Texts: also.Own, Scalars: also.Scalars, Shape: also.Shape, Class: also.Class,
				Code: s.Code, Repo: s.Repo,
			}})
		}
	}
	return out
}

// approvedAt is the line of the lock file that a definition was compared with.
func (c *collector) approvedAt(def int) source.Location {
	if c.locked == nil || c.lockFile == nil || def < 0 {
		return source.Location{}
	}
	return c.entryAt(c.locked.Verdicts[def].Entry)
}

func (c *collector) entryAt(i int) source.Location {
	if i < 0 || i >= len(c.locked.File.Entries) || c.locked.File.Entries[i].Line == 0 {
		return source.Location{File: c.lockFile}
	}
	e := &c.locked.File.Entries[i]
	return source.Location{File: c.lockFile, Span: source.Span{Start: e.Start, End: e.End}, Exact: true}
}

// approvedHere reports whether a finding says that a definition is not what was approved in its file, or in one that is no longer there:
// what was approved does not weigh less for being moved to a test.
func (c *collector) approvedHere(f *Finding, def int) bool {
	if c.locked == nil || def < 0 || c.locked.Verdicts[def].State != lock.Changed || f.Tier != detect.TierHard {
		return false
	}
	e := c.locked.Verdicts[def].Entry
	if e < 0 {
		return false
	}
	home := c.locked.File.Entries[e].File
	return (home == c.locked.Definitions[def].File || !c.holds(home)) &&
		slices.ContainsFunc(f.Signals, func(s detect.Signal) bool { return s.CheckID == lock.ChangedCheck })
}

// holds reports whether something was found in a file, which is named as in the lock file.
func (c *collector) holds(path string) bool {
	if c.files == nil {
		c.files = make(map[string]bool, len(c.inv.Files))
		for _, f := range c.inv.Files {
			c.files[c.home.name(f.Path)] = true
		}
	}
	return c.files[path]
}

func (c *collector) harden(f *Finding, def int) {
	if c.locked == nil || def < 0 || f.Demoted == discover.ClassSibling {
		return
	}
	for i, s := range f.Signals {
		if s.Tier == detect.TierHard && !lock.Compares(s.CheckID) && !f.elsewhere(i) && !slices.Contains(c.locked.Hard[def], s.CheckID) {
			c.locked.Hard[def] = append(c.locked.Hard[def], s.CheckID)
		}
	}
	c.locked.Worst[def] = max(c.locked.Worst[def], f.objection())
}

// elsewhere reports whether signal i is said of another file: what only a copy says is said of the copy.
func (f *Finding) elsewhere(i int) bool {
	if f.copied {
		return f.Places[i].missing
	}
	return !f.subject.own(f.Signals[i].FieldIndex)
}

// objection is how severe a finding is without what compares with the lock file, and what is said of another file.
func (f *Finding) objection() detect.Severity {
	rest, ok := f.Only(func(i int) bool {
		return !lock.Compares(f.Signals[i].CheckID) && !f.elsewhere(i)
	})
	if !ok {
		return detect.SeverityNone
	}
	return min(rest.Severity, f.Severity)
}

// excuse notes what was suppressed, with a reason, of what speaks against a definition.
func (c *collector) excuse(f *Finding, def, by int) {
	if c.locked == nil || def < 0 || f.Demoted == discover.ClassSibling {
		return
	}
	high := f.objection() >= detect.SeverityMedium
	var checks []string
	for _, s := range f.Signals {
		if (high || s.Tier == detect.TierHard) && !lock.Compares(s.CheckID) && !slices.Contains(checks, s.CheckID) {
			checks = append(checks, s.CheckID)
		}
	}
	if len(checks) > 0 {
		c.locked.Ignored[def] = append(c.locked.Ignored[def], Ignored{c.suppressor.list[by], checks})
	}
}

// lockNotes counts how what was found differs from the lock file, and tells of what is no longer there.
func (c *collector) lockNotes() []Remark {
	l := c.locked
	if l == nil || !c.asked {
		return nil
	}
	status := &LockStatus{}
	if c.lockFile != nil {
		status.Path = c.lockFile.Path
	}
	c.report.Lock = status
	for i, v := range l.Verdicts {
		if !c.inv.ConcernsFile(l.Places[i].File) {
			continue
		}
		switch v.State {
		case lock.Approved:
			status.Approved++
		case lock.Pending:
			status.Pending++
		case lock.Changed:
			status.Changed++
		}
	}
	if c.report.InContext {
		// What is gone is in no file that could be named.
		return nil
	}
	status.Removed, status.Renamed = len(l.Removed), len(l.Renamed)
	first := map[string]int{}
	for i := range l.File.Entries {
		if _, known := first[l.File.Entries[i].Server]; !known {
			first[l.File.Entries[i].Server] = i
		}
	}
	var notes []Remark
	if c.inv.Covers(c.home.top()) {
		status.Unseen = len(l.Unseen)
		notes = c.unseenNotes()
	}
	for _, r := range l.Renamed {
		notes = append(notes, c.lockNote(first[r.From], fmt.Sprintf("the server %s of the lock file is called %s now", quotedName(r.From), quotedName(r.To))))
	}
	for _, i := range l.Stale {
		notes = append(notes, c.lockNote(i, fmt.Sprintf(
			"%s is approved in other words as well, which are not there: whoever puts them back needs no approval; mcp-lint lock drops them",
			quotedName(l.File.Entries[i].Label()))))
	}
	for _, i := range l.Removed {
		e := &l.File.Entries[i]
		was := "approved"
		if e.State == lock.Pending {
			was = "seen"
		}
		notes = append(notes, c.lockNote(i, fmt.Sprintf("%s was %s and is no longer there", quotedName(e.Label()), was)))
	}
	return notes
}

// unseenNotes tells of files with approved definitions that were not looked at: excluded, ignored, too large, broken.
func (c *collector) unseenNotes() []Remark {
	var notes []Remark
	mentioned := map[string]bool{}
	for _, i := range c.locked.Unseen {
		if f := c.locked.File.Entries[i].File; !mentioned[f] {
			mentioned[f] = true
			notes = append(notes, c.lockNote(i, fmt.Sprintf("what was approved of %s was not looked at, so nobody knows whether it has changed", quotedName(f))))
		}
	}
	return notes
}

func (c *collector) lockNote(entry int, words string) Remark {
	return Remark{Text: words, Where: c.entryAt(entry)}
}

// quotedName makes a name, or another word of whoever wrote what is scanned, fit to be printed among other words.
func quotedName(name string) string {
	const looked, shown = 4 << 10, 120
	return "\u201c" + text.Safe(secret.Redact(name[:min(len(name), looked)]), shown) + "\u201d"
}

// home is the folder of a lock file. The paths that the file holds begin there and not where mcp-lint was started, so that they are the
// same whoever refreshes it. The zero value is the working directory.
type home struct {
	// cwd and folder are absolute, without links; folder is "" when it is the working directory, or neither lies in the other: a file
	// that was put somewhere else to be compared with holds the paths of where it came from. outer is the outer one of both.
	cwd, folder, outer string
}

// homeOf returns the home of a lock file, which may be nil and need not exist. cwd is that of Options.
func homeOf(file *source.File, cwd string) home {
	if file == nil {
		return home{}
	}
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	cwd = unlinked(cwd)
	folder := filepath.Dir(filepath.FromSlash(file.Path))
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(cwd, folder)
	}
	folder = unlinked(folder)
	switch {
	case folder == cwd:
	case inside(folder, cwd):
		return home{cwd, folder, folder}
	case inside(cwd, folder):
		return home{cwd, folder, cwd}
	}
	return home{}
}

// unlinked is an absolute path without links, as far as that can be told.
func unlinked(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// inside reports whether a path is a folder or lies in it; both are absolute.
func inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// name is how the lock file names a file that people are shown as path. What is elsewhere keeps its path.
func (h home) name(path string) string {
	if h.folder == "" || strings.HasPrefix(path, "<") {
		return path
	}
	abs := filepath.FromSlash(path)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(h.cwd, abs)
	}
	rel, err := filepath.Rel(h.folder, abs)
	if err != nil || !inside(h.outer, abs) {
		return path
	}
	return filepath.ToSlash(rel)
}

// shown is a path that discover.Inventory.Covers can be asked about, for a name in the lock file.
func (h home) shown(name string) string {
	if h.folder == "" || name == "" || name == "-" || strings.HasPrefix(name, "<") || filepath.IsAbs(filepath.FromSlash(name)) {
		return name
	}
	return filepath.ToSlash(filepath.Join(h.folder, filepath.FromSlash(name)))
}

// top is the folder that has to be looked at for all to be known that the lock file holds.
func (h home) top() string {
	if h.folder == "" {
		return "."
	}
	return filepath.ToSlash(h.outer)
}
