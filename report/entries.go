package report

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/digest"
	"github.com/org/mcp-lint/lint"
)

const (
	// entryFindings is the maximum number of findings; the most severe are kept. Readers validate every entry against a schema and reject
	// large files.
	entryFindings = 5_000
	// entrySkips is the maximum number of skipped files, entryNotes of notes.
	entrySkips = 100
	entryNotes = 100
	// entryRunes bounds the text of an entry, which is shown on one line; entryPathRunes bounds a path.
	entryRunes     = 500
	entryPathRunes = 4_096
)

// Names of the entries that are not findings. All are informational.
const (
	entryIncomplete = "mcp-lint.incomplete"
	entrySkipped    = "mcp-lint.skipped"
	entrySettings   = "mcp-lint.settings"
	entryFiltered   = "mcp-lint.filtered"
	entryCut        = "mcp-lint.cut"
	entryUnknown    = "mcp-lint.unresolved"
	entryNothing    = "mcp-lint.nothing_to_scan"
	entryLock       = "mcp-lint.lock"
	entryNote       = "mcp-lint.note"
)

const (
	// wholeTree is the path of an entry about the whole scan, for formats that require a path.
	wholeTree = "."
	// stdinName is the path of findings in standard input.
	stdinName = "stdin"
)

const (
	toolName = "mcp-lint"
	toolURL  = "https://github.com/org/mcp-lint"
	// noTime fills the required scan time: a report has no clock, so that the same scan gives the same bytes.
	noTime = "1970-01-01T00:00:00"
)

// entry is a finding or a notice, as the formats for other programs list it. All of its text is printable.
type entry struct {
	// Check is the ID of the check or the name of the notice. Words describe it on one line.
	Check, Words string
	// Fingerprint is unique in the report and the same in the next scan.
	Fingerprint string
	// Severity is SeverityNone for informational entries.
	Severity detect.Severity
	At       lineRange
	// Finding is nil for a notice.
	Finding *lint.Finding
}

func (e *entry) url() string {
	if e.Finding == nil {
		return lint.DocsURL("outputs.md")
	}
	return lint.CheckURL(e.Check)
}

// lineRange is a range of lines of a file, both ends inclusive, counted as Git does. Path is relative to the repository. Place is zero when
// no columns are known.
type lineRange struct {
	Path        string
	First, Last int
	Place       lint.Place
}

var wholeScan = lineRange{Path: wholeTree, First: 1, Last: 1}

// scale maps SeverityNone, low, medium, high and critical to another program's names.
type scale [detect.SeverityCritical + 1]string

func (s scale) of(severity detect.Severity) string { return s[min(severity, detect.SeverityCritical)] }

func severityName(s detect.Severity) string {
	d := detect.Documentation{Severity: s}
	return d.UsualSeverity()
}

// entries returns at most limit findings, and notices of what was not scanned or is not shown.
func entries(r *lint.Report, limit int) []entry {
	g := entryWriter{list: []entry{}, seen: map[string]int{}}
	chosen := lint.MostSevere(len(r.Findings), limit, func(i int) *lint.Finding { return &r.Findings[i] })
	for _, i := range chosen {
		g.finding(&r.Findings[i])
	}
	if left := len(r.Findings) - len(chosen); left > 0 {
		g.note(entryCut, fmt.Sprintf("%d of %d findings are not in this report: the most severe %d are.", left, len(r.Findings), len(chosen)))
	}
	if r.Summary.Definitions == 0 && r.Summary.Servers == 0 {
		g.note(entryNothing, "Nothing was found to scan.")
	}
	g.skips(r.Missed())
	if words := incomplete(r); words != "" {
		g.note(entryIncomplete, words)
	}
	if words := r.Summary.Unknown(); words != "" {
		g.note(entryUnknown, strings.ToUpper(words[:1])+words[1:]+", and was not read.")
	}
	if len(r.Settings) > 0 {
		words := "A configuration file changed the scan: "
		g.note(entrySettings, words+settingsWithin(r, entryRunes-len(words)))
	}
	if left := leftOut(r.Summary); len(left) > 0 {
		words := "Not shown: " + strings.Join(left, ", ") + "."
		if shared := suppressedShares(r); shared != "" {
			words += " S" + shared[1:] + "."
		}
		if why := whySuppressed(r, relativePaths, entryRunes-utf8.RuneCountInString(words)-annotationQuote); why != "" {
			words += " Suppressed: " + why
		}
		g.note(entryFiltered, words)
	}
	if line := lockLine(r, relativePaths); line != "" {
		g.note(entryLock, line+".")
	}
	g.notes(r)
	return g.list
}

type entryWriter struct {
	list []entry
	// seen counts the uses of each fingerprint.
	seen map[string]int
}

// add appends an entry. A repeated fingerprint, as of a definition that occurs in two files, is numbered to stay unique.
func (g *entryWriter) add(e entry) {
	g.seen[e.Fingerprint]++
	if n := g.seen[e.Fingerprint]; n > 1 {
		e.Fingerprint = entryHash(e.Fingerprint, strconv.Itoa(n))
	}
	e.Words, e.Check = text.Safe(e.Words, entryRunes), text.Safe(e.Check, nameRunes)
	g.list = append(g.list, e)
}

func (g *entryWriter) note(name, words string) {
	g.add(entry{Check: name, Words: words, Fingerprint: entryHash(name), At: wholeScan})
}

func (g *entryWriter) finding(f *lint.Finding) {
	s := f.PrimarySignal()
	words := sentences(f) + " Found " + evidenceIn(s)
	and := " and "
	if approvedWas(s) != "" {
		and = ", and "
	}
	if more := len(f.Signals) - 1; more > 0 {
		words += and + Count(more, "more signal")
	}
	severity := max(f.Severity, detect.SeverityLow)
	if f.Note() {
		severity = detect.SeverityNone
	}
	g.add(entry{s.CheckID, words, f.ID, severity, linesOf(s.Where), f})
}

func (g *entryWriter) skips(skips []lint.Skip) {
	for _, s := range skips[:min(len(skips), entrySkips)] {
		words := "Not read in full: " + reasonWords(s.Reason)
		if s.Detail != "" {
			words += ", " + s.Detail
		}
		line, path := max(s.Line, 1), entryPath(s.Rel)
		if s.Rel == "" {
			path = wholeTree
			words += " (" + text.Safe(s.Path, pathRunes) + ")"
		}
		id := entryHash(entrySkipped, s.Path, string(s.Reason), s.Detail)
		g.add(entry{Check: entrySkipped, Words: words, Fingerprint: id, At: lineRange{Path: path, First: line, Last: line}})
	}
	if more := len(skips) - entrySkips; more > 0 {
		g.note(entryCut, "Further files that were not read in full and are not in this report: "+strconv.Itoa(more))
	}
}

// linesOf returns the lines of a place.
func linesOf(p lint.Place) lineRange {
	switch {
	case !p.Known():
		return wholeScan
	case p.Path == "<stdin>":
		return lineRange{stdinName, p.First, p.Last, p}
	}
	return lineRange{entryPath(p.Rel), p.First, p.Last, p}
}

// entryPath cleans a path relative to the repository so that it cannot leave it. GitLab rejects a whole report for a NUL in a path.
func entryPath(rel string) string {
	var segments []string
	for _, s := range strings.Split(rel, "/") {
		if s != "" && s != "." && s != ".." {
			segments = append(segments, text.Safe(s, 0))
		}
	}
	if len(segments) == 0 {
		return wholeTree
	}
	return text.Safe(strings.Join(segments, "/"), entryPathRunes)
}

// entryHash identifies an entry by its parts.
func entryHash(parts ...string) string {
	sum := digest.Of(parts...)
	return hex.EncodeToString(sum[:16])
}

// notes adds the remarks. Line numbers are not in the fingerprint, so that it survives moved lines.
func (g *entryWriter) notes(r *lint.Report) {
	shown := r.Notes[:min(len(r.Notes), entryNotes)]
	for _, m := range shown {
		words := text.Safe(m.Text, entryRunes-pathRunes)
		if at := relativePaths.place(m.Where); at != "" && !inFile(m.Where) {
			words += " (" + at + ")"
		}
		g.add(entry{Check: entryNote, Words: words, Fingerprint: entryHash(entryNote, m.Where.Rel, m.Text), At: linesOf(m.Where)})
	}
	if more := max(r.Summary.Notes, len(r.Notes)) - len(shown); more > 0 {
		g.note(entryCut, "Further notes that are not in this report: "+strconv.Itoa(more))
	}
}
