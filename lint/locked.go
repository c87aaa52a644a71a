package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// Locked is the comparison of a scan with a lock file. Definitions are in the order of the inventory, by file and place, each followed by
// differing copies of it.
type Locked struct {
	*lock.Comparison
	// Places is parallel to Definitions.
	Places []Place
	// Hard are the IDs of the checks with hard signals, per definition. It excludes lock checks, signals suppressed with a reason, and mere
	// likeness to a sibling server of the same repository. Signals suppressed by a baseline count, because a baseline accepts everything
	// without a reason.
	Hard [][]string
	// Worst is the highest severity per definition, with the same exclusions.
	Worst []detect.Severity
	// Ignored are, per definition, the suppressions with a reason that kept signals out of Hard, or Worst below medium.
	Ignored [][]Ignored
}

// Ignored is a suppression of evidence against a definition.
type Ignored struct {
	Suppression
	// Checks are those whose signals it suppresses.
	Checks []string
}

// lockState is the comparison during a run. A nil lockState is valid and means that nothing is compared.
type lockState struct {
	Locked
	*job
	// file is the lock file or nil, home is where its paths begin. files is parallel to Definitions.
	file  *source.File
	home  lockFolder
	files []*source.File
	// holding are the files in which anything was found, named as in the lock file; nil until needed.
	holding map[string]bool
}

// compare compares all definitions with the approved ones. Without a lock file none is approved.
func (j *job) compare(lists ...[]subject) *lockState {
	l := &lockState{job: j, file: j.opts.LockFile}
	if j.opts.Installed == nil {
		l.home = lockFolderOf(j.opts.LockFile, j.opts.Cwd)
	}
	var defs []lock.Definition
	enter := func(view detect.ToolView, f *source.File, span source.Span, class discover.Class) int {
		defs = append(defs, lock.Definition{View: view, File: l.home.name(f.Path), Quiet: class != discover.ClassNone})
		l.Places, l.files = append(l.Places, j.quoter.whole(f, span)), append(l.files, f)
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
				defs[s.def].Secrets = s.credentialsIn(secrets[s.File])
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
	l.Comparison = lock.Compare(cmp.Or(j.opts.Lock, &lock.File{}), defs, l.covers)
	l.Hard, l.Worst, l.Ignored = make([][]string, len(defs)), make([]detect.Severity, len(defs)), make([][]Ignored, len(defs))
	return l
}

// covers reports whether a path of the lock file was scanned. In context, that includes files around the named ones.
func (l *lockState) covers(path string) bool {
	return l.opts.InContext && l.foundIn(path) || l.inv.Covers(l.home.shown(path))
}

// droppedChecks selects the checks whose signals do not apply where a finding stands. The same definition may need approval where it is
// served but not in a test; and a copy with a different text is compared as a definition of its own.
func (l *lockState) droppedChecks(f *finding) func(id string) bool {
	return func(id string) bool {
		if f.copied && (id == lock.PendingCheck || f.def != f.subject.def && lock.Compares(id)) {
			return true
		}
		if l == nil || f.def < 0 {
			return false
		}
		state := l.Verdicts[f.def].State
		return id == lock.ChangedCheck && state != lock.Changed || id == lock.PendingCheck && state != lock.Pending
	}
}

// approved returns the entry of a definition that is approved as it is, or nil.
func (l *lockState) approved(def int) *lock.Entry {
	if l == nil || def < 0 || l.Verdicts[def].State != lock.Approved || l.Verdicts[def].Entry < 0 {
		return nil
	}
	if e := &l.File.Entries[l.Verdicts[def].Entry]; e.State == lock.Approved {
		return e
	}
	return nil
}

func (s *subject) copyDigest(also *discover.Copy) lock.Digest {
	if also.View.Definition == s.View.Definition {
		return s.digest()
	}
	return lock.DigestOf(also.View)
}

// otherCopies returns the copies that differ and are compared as definitions of their own.
func otherCopies(found []subject) []subject {
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

// approvedAt returns the line of the lock file that a definition was compared with.
func (l *lockState) approvedAt(def int) source.Location {
	if l == nil || l.file == nil || def < 0 {
		return source.Location{}
	}
	return l.entryAt(l.Verdicts[def].Entry)
}

func (l *lockState) entryAt(i int) source.Location {
	if i < 0 || i >= len(l.File.Entries) || l.File.Entries[i].Line == 0 {
		return source.Location{File: l.file}
	}
	e := &l.File.Entries[i]
	return source.Location{File: l.file, Span: source.Span{Start: e.Start, End: e.End}, Exact: true}
}

// approvedHere reports whether a finding is in a definition that changed since it was approved in this file, or in one that no longer exists.
// Moving it to a test must not lower its severity.
func (l *lockState) approvedHere(f *finding) bool {
	if l == nil || f.by != isReported || f.def < 0 || l.Verdicts[f.def].State != lock.Changed {
		return false
	}
	e := l.Verdicts[f.def].Entry
	if e < 0 {
		return false
	}
	home := l.File.Entries[e].File
	return home == l.Definitions[f.def].File || !l.foundIn(home)
}

// foundIn reports whether anything was found in a file, which is named as in the lock file.
func (l *lockState) foundIn(path string) bool {
	if l.holding == nil {
		l.holding = make(map[string]bool, len(l.inv.Files))
		for _, f := range l.inv.Files {
			l.holding[l.home.name(f.Path)] = true
		}
	}
	return l.holding[path]
}

func (l *lockState) noteHard(f *finding) {
	if l == nil || f.def < 0 || f.demoted == discover.ClassSibling {
		return
	}
	hard := &l.Hard[f.def]
	for i, s := range f.Signals {
		if s.Tier == detect.TierHard && !lock.Compares(s.CheckID) && !f.elsewhere(i) && !slices.Contains(*hard, s.CheckID) {
			*hard = append(*hard, s.CheckID)
		}
	}
	l.Worst[f.def] = max(l.Worst[f.def], f.severityHere())
}

// elsewhere reports whether signal i belongs to another file: words that only a copy contains are reported there.
func (f *finding) elsewhere(i int) bool {
	if f.copied {
		return f.places[i].missing
	}
	return !f.subject.own(f.Signals[i].FieldIndex)
}

// severityHere is the severity without lock checks and without signals of other files.
func (f *finding) severityHere() detect.Severity {
	rest, ok := f.Only(func(i int) bool {
		return !lock.Compares(f.Signals[i].CheckID) && !f.elsewhere(i)
	})
	if !ok {
		return detect.SeverityNone
	}
	return min(rest.Severity, f.Severity)
}

// noteIgnored records evidence against a definition that was suppressed with a reason.
func (l *lockState) noteIgnored(f *finding, by Suppression) {
	if l == nil || f.def < 0 || f.demoted == discover.ClassSibling {
		return
	}
	high := f.severityHere() >= detect.SeverityMedium
	var checks []string
	for _, s := range f.Signals {
		if (high || s.Tier == detect.TierHard) && !lock.Compares(s.CheckID) && !slices.Contains(checks, s.CheckID) {
			checks = append(checks, s.CheckID)
		}
	}
	if len(checks) > 0 {
		l.Ignored[f.def] = append(l.Ignored[f.def], Ignored{by, checks})
	}
}

// notes returns the status, nil without a lock file, and remarks on what no longer exists.
func (l *lockState) notes() (status *LockStatus, notes []Remark) {
	if l == nil || l.opts.Lock == nil {
		return nil, nil
	}
	status = &LockStatus{}
	if l.file != nil {
		status.Path = l.file.Path
	}
	for i, v := range l.Verdicts {
		if !l.inv.ConcernsFile(l.files[i]) {
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
	if l.opts.InContext {
		// Removed definitions are in no file that could be named.
		return status, nil
	}
	status.Removed, status.Renamed = len(l.Removed), len(l.Renamed)
	first := map[string]int{}
	for i := range l.File.Entries {
		if _, known := first[l.File.Entries[i].Server]; !known {
			first[l.File.Entries[i].Server] = i
		}
	}
	if l.inv.Covers(l.home.top()) {
		status.Unseen = len(l.Unseen)
		notes = l.unseenNotes()
	}
	for _, r := range l.Renamed {
		notes = append(notes, l.note(first[r.From], fmt.Sprintf("server %s in the lock file is now called %s", quotedName(r.From),
			quotedName(r.To))))
	}
	for _, i := range l.Stale {
		notes = append(notes, l.note(i, fmt.Sprintf(
			"an older text of %s is still approved, so it could come back without review; run mcp-lint lock to drop it",
			quotedName(l.File.Entries[i].Label()))))
	}
	for _, i := range l.Removed {
		e := &l.File.Entries[i]
		was := "approved"
		if e.State == lock.Pending {
			was = "seen"
		}
		notes = append(notes, l.note(i, fmt.Sprintf("%s was %s and no longer exists", quotedName(e.Label()), was)))
	}
	return status, notes
}

// unseenNotes lists files with approved definitions that were not scanned: excluded, ignored, too large, broken.
func (l *lockState) unseenNotes() []Remark {
	var notes []Remark
	mentioned := map[string]bool{}
	for _, i := range l.Unseen {
		if f := l.File.Entries[i].File; !mentioned[f] {
			mentioned[f] = true
			notes = append(notes, l.note(i, fmt.Sprintf("approved definitions in %s could not be compared, because the file was not read",
				quotedName(f))))
		}
	}
	return notes
}

func (l *lockState) note(entry int, words string) Remark {
	return Remark{Text: words, Where: l.quoter.Place(l.entryAt(entry))}
}

// quotedName makes an untrusted name printable and quotes it.
func quotedName(name string) string {
	const looked, shown = 4 << 10, 120
	return "\u201c" + text.Safe(secret.Redact(name[:min(len(name), looked)]), shown) + "\u201d"
}
