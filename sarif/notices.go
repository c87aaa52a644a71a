package sarif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// maxNotices bounds the notifications, because a hostile tree can contain any number of broken files.
const maxNotices = 1000

// Notification IDs.
const (
	noticeSkipped  = "scan.skipped"
	noticeFailed   = "scan.check_failed"
	noticeLimit    = "scan.limit_reached"
	noticeFiltered = "scan.filtered"
	noticeSettings = "scan.settings"
	noticeCut      = "report.cut"
	noticeUnknown  = "scan.unresolved"
	noticeNote     = "scan.note"
	noticeLock     = "scan.lock"
)

func noticeKinds() []*gosarif.ReportingDescriptor {
	kind := func(id, short, full, help, level string) *gosarif.ReportingDescriptor {
		return describe(id, short, short+" "+full, help, help, level).WithName(pascalCase(id)).WithHelpURI(lint.DocsURL("outputs.md"))
	}
	return []*gosarif.ReportingDescriptor{
		kind(noticeSkipped, "A file was not read, or not in full.",
			"It is broken, too large, unreadable, or leads out of the scanned folder, so something in it may have been missed.",
			"Repair the file, or exclude it on purpose.", "warning"),
		kind(noticeFailed, "A check failed on a tool.",
			"The other checks ran; what this one would have found on the tool is not known.",
			"Report the definition as a bug of mcp-lint: a check must survive any text.", "error"),
		kind(noticeLimit, "A limit of the scan was reached.",
			"What lies beyond the limit was not scanned. Honest definitions stay far below every limit.",
			"Look at the definition: its size alone is a reason for suspicion.", "warning"),
		kind(noticeFiltered, "Findings were filtered out.",
			"They were suppressed, or their confidence is below the floor that the settings ask for.",
			"Run mcp-lint without suppressions and without a confidence floor to see them.", "note"),
		kind(noticeSettings, "A configuration file changed the scan.",
			"The file may come from the repository that was scanned, and what it silences is not in this report.",
			"Run mcp-lint with --no-config, or with a --config of your own.", "note"),
		kind(noticeUnknown, "A definition is not known without running the code.",
			"Its description is put together at run time, so what a model will read was not scanned.",
			"Write the description as a constant text, or review what it is made of.", "note"),
		kind(noticeNote, "Something about the scanned files that people should know.",
			"Code rewrites a description at run time, for example, an ignore has expired, or an approved definition is gone.",
			"Look at the place.", "note"),
		kind(noticeLock, "The definitions were compared with a lock file.",
			"The message says how many are approved, changed and pending, and how many approved ones are gone or could not be read.",
			"Run mcp-lint lock diff to see what differs, and mcp-lint lock approve to approve what is right.", "note"),
		kind(noticeCut, "The report was cut.",
			"GitHub shows the 5,000 most severe results of an upload and refuses large ones; the rest is left out of this file.",
			"Run mcp-lint with the text or JSON output to see everything.", "warning"),
	}
}

// notices says what the scan missed and what the file omits. shown is the number of findings in the file.
func notices(r *lint.Report, shown int) []*gosarif.Notification {
	var list []*gosarif.Notification
	add := func(kind, level string, at *gosarif.Location, format string, args ...any) {
		list = append(list, newNotice(kind, level, at, fmt.Sprintf(format, args...)))
	}
	if left := len(r.Findings) - shown; left > 0 {
		add(noticeCut, "warning", nil, "%d of %d findings are not in this file: the most severe %d are.", left, len(r.Findings), shown)
	}
	// Suppressions come first, so that an unbounded list of notices cannot push them out.
	list = append(list, suppressedNotices(r)...)
	if len(r.Settings) > 0 {
		add(noticeSettings, "note", nil, "Settings: %s.", escapeMessage(r.SettingsWords()))
	}
	if l := r.Lock; l != nil {
		add(noticeLock, "note", nil, "Lock %s: %s.", quote(shownPath(l.Path), labelRunes), l.Counts())
	}
	for _, f := range r.Coverage.Failures {
		add(noticeFailed, "error", nil, "Check %s failed on %s: %s.", quote(f.Check, labelRunes), owner("", f.Server, f.Tool),
			quote(f.Reason, quotedRunes))
	}
	for _, h := range r.Coverage.Caps {
		where := ""
		if h.Check != "" {
			where += " in check " + quote(h.Check, labelRunes)
		}
		if h.Server != "" || h.Tool != "" {
			where += " on " + owner("", h.Server, h.Tool)
		}
		if h.Field != "" {
			where += " at field " + quote(h.Field, labelRunes)
		}
		add(noticeLimit, "warning", nil, "%s%s.", escapeMessage(strings.ToUpper(h.String()[:1])+h.String()[1:]), where)
	}
	for _, s := range r.Missed() {
		detail := ""
		if s.Detail != "" {
			detail = " " + sentence(escapeMessage(text.Safe(s.Detail, 2*quotedRunes)))
		}
		add(noticeSkipped, "warning", skipPlace(s), "Skipped %s: %s.%s", quote(shownPath(s.Path), 2*quotedRunes),
			strings.ReplaceAll(string(s.Reason), "_", " "), detail)
	}
	for _, m := range r.Unresolved {
		what := ""
		if m.Kind != "" {
			what = owner(m.Kind, "", m.Name) + ". "
		}
		add(noticeUnknown, "note", newPlace(m.Where, nil), "Not known without running the code: %s%s", what,
			sentence(escapeMessage(text.Safe(m.Text, 2*quotedRunes))))
	}
	for _, m := range r.Notes {
		add(noticeNote, "note", newPlace(m.Where, nil), "%s", sentence(escapeMessage(text.Safe(m.Text, 2*quotedRunes))))
	}
	if n := r.Summary.Unresolved + r.Summary.Notes - len(r.Unresolved) - len(r.Notes); n > 0 {
		add(noticeCut, "note", nil, "%d further remarks about the code are not in this file.", n)
	}
	if n := r.Summary.BelowConfidence; n > 0 {
		add(noticeFiltered, "note", nil, "Signals below the confidence floor: %d.", n)
	}
	if n := r.Summary.BelowSeverity; n > 0 {
		add(noticeFiltered, "note", nil, "Findings below the severity that was asked for: %d.", n)
	}
	if left := len(list) - maxNotices; left > 0 {
		list = slices.Clip(list[:maxNotices])
		add(noticeCut, "warning", nil, "%d further notifications are not in this file.", left)
	}
	return list
}

func newNotice(kind, level string, at *gosarif.Location, words string) *gosarif.Notification {
	n := gosarif.NewNotification().WithLevel(level).WithTextMessage(words).
		WithDescriptor(gosarif.NewReportingDescriptorReference().WithId(kind))
	if at != nil {
		n.AddLocation(at)
	}
	return n
}

func skipPlace(s lint.Skip) *gosarif.Location {
	at := newArtifact(s.Rel)
	if at.URIBaseId == nil {
		return nil
	}
	line := max(s.Line, 1)
	return newLocation(at, linesRegion(line, 1, line, 1))
}

func shownPath(path string) string {
	if outside(path) {
		return path[strings.LastIndexAny(path, `/\`)+1:]
	}
	return path
}

func outside(path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	return strings.HasPrefix(path, "/") || path == ".." || strings.HasPrefix(path, "../") || len(path) > 1 && path[1] == ':'
}

const maxSuppressions = 100

// newSuppression describes the suppression with this index. For an unknown index it says only that there is one.
func newSuppression(r *lint.Report, by int) suppression {
	out := suppression{Kind: "external", Status: "accepted"}
	if by < 0 || by >= len(r.Suppressions) {
		return out
	}
	s := r.Suppressions[by]
	if s.Kind == lint.SuppressedByComment {
		out.Kind = "inSource"
	}
	out.Justification = sentence(suppressorWords(s.Kind))
	if s.Reason != "" {
		out.Justification += " " + sentence(escapeMessage(text.Safe(s.Reason, quotedRunes)))
	}
	if s.Where.Known() {
		out.Location = newPlace(s.Where, nil)
	}
	return out
}

func suppressorWords(k lint.SuppressionKind) string {
	return cmp.Or(map[lint.SuppressionKind]string{
		lint.SuppressedByConfig: "an ignore of the configuration", lint.SuppressedByComment: "a comment beside the words",
		lint.SuppressedByPlaceholder: "a placeholder of the configuration", lint.SuppressedByTrust: "trusted servers of the configuration",
		lint.SuppressedByApproval: "a forced approval", lint.SuppressedByBaseline: "the baseline",
	}[k], escapeMessage(text.Safe(string(k), quotedRunes)))
}

// suppressedNotices returns one notice with the total, and one per suppression.
func suppressedNotices(r *lint.Report) []*gosarif.Notification {
	n := r.Summary.Suppressed
	if n == 0 {
		return nil
	}
	var kinds []lint.SuppressionKind
	counts := map[lint.SuppressionKind]int{}
	var single []*gosarif.Notification
	more := 0
	for i, s := range r.Suppressions {
		if s.Count == 0 {
			continue
		}
		if counts[s.Kind] == 0 {
			kinds = append(kinds, s.Kind)
		}
		counts[s.Kind] += s.Count
		if len(single) == maxSuppressions {
			more++
			continue
		}
		by := newSuppression(r, i)
		words := fmt.Sprintf("Suppressed findings: %d. By: %s", s.Count, by.Justification)
		single = append(single, newNotice(noticeFiltered, "note", by.Location, words))
	}
	words := fmt.Sprintf("Suppressed findings: %d.", n)
	var parts []string
	for _, k := range kinds {
		parts = append(parts, fmt.Sprintf("%d by %s", counts[k], suppressorWords(k)))
	}
	if len(parts) > 0 {
		words += " " + strings.Join(parts, ", ") + "."
	}
	if more > 0 {
		words += fmt.Sprintf(" %d of the suppressions are not listed.", more)
	}
	words += sharedSentence(r.SuppressedShares())
	return append([]*gosarif.Notification{newNotice(noticeFiltered, "note", nil, words)}, single...)
}

const maxShared = 5

// sharedSentence names other definitions that contain suppressed words, or "".
func sharedSentence(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var shown []string
	for _, name := range names[:min(len(names), maxShared)] {
		shown = append(shown, quote(name, labelRunes))
	}
	words := " Suppressed words are also part of " + strings.Join(shown, ", ")
	if left := len(names) - len(shown); left > 0 {
		words += fmt.Sprintf(" and %d more", left)
	}
	return words + "."
}

// selectFindings returns the most severe findings and, if there is room, the most severe suppressed ones. owners are the indexes of the
// suppressions for the latter.
func selectFindings(r *lint.Report, suppressed []lint.Suppressed, room int) (list []*lint.Finding, owners []int) {
	for _, i := range lint.MostSevere(len(r.Findings), room, func(i int) *lint.Finding { return &r.Findings[i] }) {
		list = append(list, &r.Findings[i])
	}
	quiet := func(i int) *lint.Finding { return &suppressed[i].Finding }
	for _, i := range lint.MostSevere(len(suppressed), room-len(list), quiet) {
		list, owners = append(list, quiet(i)), append(owners, suppressed[i].By)
	}
	return list, owners
}
