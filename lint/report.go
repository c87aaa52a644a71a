// Package lint joins the rooms: it runs discovery and detection, says where each signal stands in its file, filters,
// and gives one Report that every sink reads.
//
// Begin with Run; the examples show a folder, one document in memory and reports. docs/library.md says what is promised.
package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// Report is everything a sink may show, in a stable order. Sinks read it one after the other.
type Report struct {
	// Version is the version of mcp-lint.
	Version string
	// Settings says what a configuration file has set; the file may come from the repository that is scanned.
	Settings []string
	// InContext is as in Options: what is told is only of the paths that were named.
	InContext bool
	// Findings are sorted by file, line, column, server and tool.
	Findings []Finding
	// Suppressed is what was found and is not told, sorted as Findings. It fails nothing.
	Suppressed []Suppressed
	// Suppressions are what suppresses, each with the number of Suppressed that it accounts for, which may be none; in the order of kinds,
	// files and lines.
	Suppressions []Suppression
	// Lock says how what was found differs from the lock file; nil without one.
	Lock    *LockStatus
	Summary Summary
	// Unresolved are the definitions of source code whose description is not known without running it, and the places where it registers
	// or rewrites some that the files do not tell; Notes what else people should know of the code. Both are in the order of files and lines; the first KeptRemarks of each are listed, and
	// Summary counts all.
	Unresolved []Remark
	Notes      []Remark
	// Skips are all skips; see discover.Skip.Quiet.
	Skips    []discover.Skip
	Coverage detect.Coverage
	// Rules documents every check, whether it ran or not.
	Rules []detect.Documentation

	// looked is what was looked for.
	looked looked

	// sensitive are the spans of credentials that signals report, and those of encoded ones, by file.
	sensitive map[*source.File][]source.Span

	// secrets are all spans of credentials by file, in rising order and without overlaps, found when first asked for.
	secrets map[*source.File][]source.Span
}

// Finding is a finding with places.
type Finding struct {
	detect.Finding
	// ID identifies the finding across line moves: a hash of check, server, tool, field and normalised evidence of
	// the primary signal; of strings in source code, the file takes the place of the field.
	ID string
	// File is the file the tool is defined in; Definition is the whole definition.
	File       *source.File
	Definition source.Location
	// Digest is that of the definition (lock.DigestOf), by which an ignore can be bound to it; "" for what is no definition.
	Digest lock.Digest
	// Places is parallel to Signals.
	Places []Place
	// Demoted is the class of the file when the finding weighs less for it: its severity is low then, and Was what it would
	// be elsewhere.
	Demoted discover.Class
	Was     detect.Severity
	// SharedBy names further tools that the very same words are part of, such as a constant that ends each description: they are reported once.
	SharedBy []string

	// subject is what the finding is of, in the file that it was scanned in, and among are those that it was scanned with. shares are
	// the findings that SharedBy names. copied is set for one in a further file, and classed when the file has a class.
	subject         *subject
	among           []subject
	shares          []Finding
	copied, classed bool
	// approvedHere is set when what was approved in this very file has changed.
	approvedHere bool
}

// Grade says in words how severe the finding is: "high", or "low (high, but in a test file)".
func (f *Finding) Grade() string {
	switch {
	case f.Demoted == discover.ClassNone:
		return f.Severity.String()
	case f.Was > f.Severity:
		return fmt.Sprintf("%s (%s, but in %s)", f.Severity, f.Was, f.Demoted.Words())
	}
	return fmt.Sprintf("%s (in %s)", f.Severity, f.Demoted.Words())
}

// KeptRemarks bounds the remarks of one kind that a Report lists.
const KeptRemarks = 1_000

// Remark is something about source code that is no finding.
type Remark struct {
	// Kind and Name are of the definition; they are empty in notes, and for a place where it is not known which there are.
	Kind detect.Kind
	Name string
	// Text says what it is: a phrase for people, fit to be printed once it is made printable.
	Text  string
	Where source.Location
}

// Place is where one signal stands.
type Place struct {
	// Where is the primary location; More are further pieces when the text is put together from several.
	Where source.Location
	More  []source.Location
	// Related is parallel to the signal's Related.
	Related []source.Location
	// Encoded is what the signal decodes, as it stands in the text that a model reads: whole where the source writes it in
	// pieces, cut when it is long, credentials redacted, not made printable. It is empty for signals that decode nothing.
	Encoded string

	// missing is set when the file of a copy does not hold the words; the places are those of the original then. repeats is set when
	// the original stands in the same place, so that it was said already, and silent when nothing was told of the original.
	missing, repeats, silent bool
}

// Missed returns the skips of what should have been looked at and was not, or not in full, in the order of Skips.
func (r *Report) Missed() []discover.Skip {
	var missed []discover.Skip
	for _, s := range r.Skips {
		if !s.Quiet() {
			missed = append(missed, s)
		}
	}
	return missed
}

// SuppressedShares returns the names of the further tools that suppressed words are part of (Finding.SharedBy), each once.
func (r *Report) SuppressedShares() []string {
	var names []string
	seen := map[string]bool{}
	for i := range r.Suppressed {
		for _, name := range r.Suppressed[i].SharedBy {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// PrimarySignal returns the deciding signal and its place.
func (f *Finding) PrimarySignal() (detect.Signal, Place) {
	return f.Finding.PrimarySignal(), f.Places[f.Primary]
}

// Summary counts.
type Summary struct {
	// Severities counts findings by severity.
	Severities map[detect.Severity]int
	Findings   int
	// Suppressed counts Report.Suppressed.
	Suppressed int
	// BelowConfidence counts signals left out by the confidence floor.
	BelowConfidence int
	// Tools counts tools; Definitions all that was scanned, prompts, resources and instructions included.
	Tools       int
	Definitions int
	// Static, Partly and Open count the tools whose text is known in full, in part, and not at all without running code; InCode
	// those of all that are defined in source code.
	Static, Partly, Open int
	InCode               int
	// Unresolved counts all definitions whose description is not known, tools and others, and Gaps of them the places where it is not
	// known which there are; Notes counts Report.Notes.
	Unresolved int
	Gaps       int
	Notes      int
	// Demoted counts the findings that weigh less for the file they are in.
	Demoted int
	// Servers counts the servers that own them or that a client configuration names.
	Servers int
	// Files counts the files read, FilesSeen those met.
	Files     int
	FilesSeen int
	// Skipped counts skips by reason.
	Skipped map[discover.Reason]int
	// Degraded is true when a check failed or a bound was reached; Incomplete when, besides, a candidate file could not
	// be read. See Report.Coverage and Report.Skips.
	Degraded   bool
	Incomplete bool
}

// LockStatus says how what was found differs from a lock file.
type LockStatus struct {
	// Path is the lock file as people are shown it.
	Path string
	// Approved, Pending and Changed count definitions by where they stand; Removed counts entries that are no longer there, Renamed
	// servers that have another name. Unseen counts what was approved in files that were not looked at although everything was asked for.
	Approved, Pending, Changed, Removed, Renamed, Unseen int
}

// Counts says how much stands where: what is approved always, the rest where there is any.
func (l *LockStatus) Counts() string {
	parts := []string{fmt.Sprintf("%d approved", l.Approved)}
	for _, p := range []struct {
		n     int
		words string
	}{{l.Changed, "changed"}, {l.Pending, "pending"}, {l.Removed, "removed"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.words))
		}
	}
	switch {
	case l.Renamed == 1:
		parts = append(parts, "1 server renamed")
	case l.Renamed > 1:
		parts = append(parts, fmt.Sprintf("%d servers renamed", l.Renamed))
	}
	if l.Unseen > 0 {
		parts = append(parts, fmt.Sprintf("%d not looked at", l.Unseen))
	}
	return strings.Join(parts, ", ")
}

func compareFindings(a, b Finding) int {
	_, pa := a.PrimarySignal()
	_, pb := b.PrimarySignal()
	return cmp.Or(
		cmp.Compare(path(pa.Where), path(pb.Where)), cmp.Compare(pa.Where.Span.Start, pb.Where.Span.Start),
		cmp.Compare(pa.Where.Span.End, pb.Where.Span.End), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool),
	)
}

func path(l source.Location) string {
	if l.File == nil {
		return ""
	}
	return l.File.Path
}

func summarize(r *Report, inv *discover.Inventory) Summary {
	s := Summary{
		Severities: map[detect.Severity]int{}, Findings: len(r.Findings), Suppressed: len(r.Suppressed),
		BelowConfidence: r.Coverage.BelowConfidence,
		Files:           inv.FilesRead, FilesSeen: inv.FilesSeen, Skipped: maps.Clone(inv.Skipped), Degraded: r.Coverage.Degraded(),
	}
	for _, f := range r.Findings {
		s.Severities[f.Severity]++
		if f.Demoted != discover.ClassNone {
			s.Demoted++
		}
	}
	servers := map[string]bool{}
	for _, t := range inv.Tools {
		if t.View.Kind == detect.KindFile {
			continue
		}
		s.Definitions++
		servers[t.View.Server] = true
		if t.Static == discover.Unresolved {
			s.Unresolved++
		}
		if t.View.Kind != detect.KindTool {
			continue
		}
		s.Tools++
		if t.Code {
			s.InCode++
		}
		switch t.Static {
		case discover.Full:
			s.Static++
		case discover.Partly:
			s.Partly++
		default:
			s.Open++
		}
	}
	s.Definitions += len(inv.Agents)
	for i := range inv.Launches {
		if t := &inv.Launches[i]; t.View.Kind == detect.KindSettings && speaks(t.View.Definition) {
			s.Definitions++
		}
	}
	s.Notes = len(inv.Notes)
	s.Gaps = len(inv.Gaps)
	s.Unresolved += s.Gaps
	for _, v := range inv.Servers {
		servers[v.Name] = true
	}
	s.Servers = len(servers)
	s.Incomplete = s.Degraded
	for _, skip := range r.Skips {
		s.Incomplete = s.Incomplete || !skip.Quiet()
	}
	return s
}

// Unknown says for people what is not known without running code; it is empty when all is.
func (s Summary) Unknown() string {
	places := fmt.Sprintf("what code registers in %d places", s.Gaps)
	if s.Gaps == 1 {
		places = "what code registers in one place"
	}
	switch n := s.Unresolved - s.Gaps; {
	case s.Unresolved == 0:
		return ""
	case n == 0:
		return places + " is not known without running it"
	case s.Gaps == 0:
		return fmt.Sprintf("the text of %d of %d definitions is not known without running code", n, s.Definitions)
	default:
		return fmt.Sprintf("the text of %d of %d definitions, and %s, are not known without running it", n, s.Definitions, places)
	}
}

// speaks reports whether settings say more than where the servers of their file stand.
func speaks(settings *detect.Node) bool {
	return slices.ContainsFunc(settings.Members, func(m detect.Member) bool { return m.Name.Text != "keys" })
}

// markSensitive collects where credentials stand, so that no sink shows them in a source line, also those that somebody suppressed.
func (r *Report) markSensitive() {
	hide := func(f *Finding) {
		for i, s := range f.Signals {
			if s.Sensitive {
				r.hidePlaces(append(f.Places[i].More, f.Places[i].Where)...)
			}
		}
	}
	for i := range r.Findings {
		hide(&r.Findings[i])
	}
	for i := range r.Suppressed {
		hide(&r.Suppressed[i].Finding)
	}
}

// remark lists what is not known of the code, and what should be known: first of the lock file and of what the configuration and the
// baseline ignore, which whoever writes what is scanned cannot crowd out, then of comments and the code, by file and line.
func (r *Report) remark(inv *discover.Inventory, settled, comments []Remark) {
	for _, t := range inv.Tools {
		if t.Static != discover.Unresolved || len(r.Unresolved) >= KeptRemarks {
			continue
		}
		at := t.Span
		if t.At.End > t.At.Start {
			at = t.At
		}
		r.Unresolved = append(r.Unresolved, newRemark(t.View.Kind, t.View.Name, t.Why, t.File, at))
	}
	if len(inv.Gaps) > 0 {
		for _, n := range inv.Gaps[:min(len(inv.Gaps), KeptRemarks)] {
			r.Unresolved = append(r.Unresolved, newRemark("", "", n.Text, n.File, n.Span))
		}
		slices.SortStableFunc(r.Unresolved, inOrder)
		r.Unresolved = r.Unresolved[:min(len(r.Unresolved), KeptRemarks)]
	}
	more := slices.Concat(settled, comments)
	r.Notes = append(r.Notes, more[:min(len(more), KeptRemarks)]...)
	for _, n := range inv.Notes[:min(len(inv.Notes), KeptRemarks-len(r.Notes))] {
		r.Notes = append(r.Notes, newRemark("", "", n.Text, n.File, n.Span))
	}
	if len(more) > 0 {
		r.Summary.Notes += len(more)
		first := min(len(settled), len(r.Notes))
		slices.SortStableFunc(r.Notes[first:], inOrder)
	}
}

// inOrder compares remarks by file and place.
func inOrder(a, b Remark) int {
	return cmp.Or(cmp.Compare(path(a.Where), path(b.Where)), cmp.Compare(a.Where.Span.Start, b.Where.Span.Start))
}

// newRemark redacts the names and the words, which may quote the code.
func newRemark(kind detect.Kind, name, words string, f *source.File, span source.Span) Remark {
	return Remark{
		Kind: kind, Name: secret.Redact(name), Text: secret.Redact(words),
		Where: source.Location{File: f, Span: span, Exact: true},
	}
}

// docsBase is where the documentation is read on the web.
const docsBase = "https://github.com/org/mcp-lint/blob/main/docs/"

// DocsURL returns the address of a page of the documentation, a path below docs/.
func DocsURL(page string) string { return docsBase + page }

// CheckURL returns the address of the page of a check; `mcp-lint explain ID` says the same offline.
func CheckURL(id string) string { return DocsURL("checks/" + id + ".md") }

// settingRunes bounds one setting where it is shown. It is more than a configuration file can make of one, so that it cuts none that has
// counted what it leaves out.
const settingRunes = 2_000

// silencing are the keys of a configuration by how much of a report they can take away; those of no other key come behind them.
var silencing = []string{
	"settings of ", "ignore:", "exclude:", "skip:", "only:", "checks:", "classes:", "include:", "placeholders:", "trusted-servers:", "min-confidence:", "fail-on:",
	"strict:", "require-lock:",
}

// ignoresEnd begins what ends a list of ignores, which is misleading without the list.
const ignoresEnd = "ignore: and "

// settingRank is where a setting comes when there is no room for all.
func settingRank(s string) int {
	i := slices.IndexFunc(silencing, func(key string) bool { return strings.HasPrefix(s, key) })
	if i < 0 || strings.HasPrefix(s, ignoresEnd) {
		return len(silencing)
	}
	return i
}

// settingKey is the key of a setting if it is one of ours, for people to look it up where the setting itself is left out.
func settingKey(s string) string {
	switch i := settingRank(s); {
	case i < len(silencing):
		return strings.TrimSuffix(strings.TrimSuffix(silencing[i], ":"), " of ")
	case strings.HasPrefix(s, "ignore"):
		return "ignore"
	}
	return ""
}

// SettingLines returns the settings in their order, each whole and fit to be printed.
func (r *Report) SettingLines() []string {
	lines := make([]string, len(r.Settings))
	for i, s := range r.Settings {
		lines[i] = text.Safe(s, settingRunes)
	}
	return lines
}

// SettingsWords returns all settings on one line, fit to be printed.
func (r *Report) SettingsWords() string { return strings.Join(r.SettingLines(), settingSeparator) }

const settingSeparator = "; "

// SettingsWithin returns settings that take at most limit, where size is what one takes with what parts it from the next: all of them in
// their order, or else those that have room, each whole, what silences most first, and as the last one how many are left out and of
// which keys.
func (r *Report) SettingsWithin(limit int, size func(string) int) []string {
	lines := r.SettingLines()
	total := 0
	for _, s := range lines {
		total += size(s)
	}
	if total <= limit {
		return lines
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(settingRank(a), settingRank(b)) })
	var kept, left []string
	total = 0
	for _, s := range lines {
		if n := size(s); total+n <= limit && (len(left) == 0 || !strings.HasPrefix(s, ignoresEnd)) {
			kept = append(kept, s)
			total += n
		} else {
			left = append(left, s)
		}
	}
	for len(kept) > 0 && total+size(settingsLeft(left)) > limit {
		last := len(kept) - 1
		total -= size(kept[last])
		left = append(left, kept[last])
		kept = kept[:last]
	}
	return append(kept, settingsLeft(left))
}

// settingsLeft counts settings that are not shown, and names their keys.
func settingsLeft(left []string) string {
	words := fmt.Sprintf("and %d more settings", len(left))
	if len(left) == 1 {
		words = "and 1 more setting"
	}
	ranked := slices.SortedStableFunc(slices.Values(left), func(a, b string) int { return cmp.Compare(settingRank(a), settingRank(b)) })
	var keys []string
	for _, s := range ranked {
		if key := settingKey(s); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		words += " (" + strings.Join(keys, ", ") + ")"
	}
	return words
}
