package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

const (
	// gitlabFindings bounds the entries that are findings: the most severe ones are kept. GitLab reads every entry against a
	// schema and refuses large files.
	gitlabFindings = 5_000
	// gitlabSkips bounds those that are files that were not read.
	gitlabSkips = 100
	// gitlabRunes bounds a description, which GitLab shows on one line; gitlabPathRunes a path, which systems bound alike.
	gitlabRunes     = 500
	gitlabPathRunes = 4_096
)

// The names of the entries that are no findings. All of them are of the severity info.
const (
	gitlabIncomplete = "mcp-lint.incomplete"
	gitlabSkipped    = "mcp-lint.skipped"
	gitlabSettings   = "mcp-lint.settings"
	gitlabFiltered   = "mcp-lint.filtered"
	gitlabCut        = "mcp-lint.cut"
	gitlabUnknown    = "mcp-lint.unresolved"
	gitlabNothing    = "mcp-lint.nothing_to_scan"
	gitlabLock       = "mcp-lint.lock"
	gitlabNote       = "mcp-lint.note"
)

const (
	// gitlabInfo is the severity of what is no finding.
	gitlabInfo = "info"
	// wholeTree is the path of an entry that is about the whole scan, since GitLab wants one of each.
	wholeTree = "."
	// stdinName is the path of a finding in standard input.
	stdinName = "stdin"
)

// GitLabEntry is one entry of GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality).
type GitLabEntry struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    GitLabLocation `json:"location"`
}

// GitLabLocation is a range of lines, both ends inclusive, of a file of the repository.
type GitLabLocation struct {
	Path  string      `json:"path"`
	Lines GitLabLines `json:"lines"`
}

// GitLabLines counts lines from 1.
type GitLabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab writes the report as a code quality report of GitLab: a list with one entry for each finding, and entries of the
// severity info for what the scan did not look at or does not show. It is pure ASCII. GitLab shows descriptions as plain
// text, keeps one entry of those with the same fingerprint, and reads nothing after an entry that breaks its schema.
func GitLab(w io.Writer, r *lint.Report) error {
	return asciijson.Write(w, gitlabEntries(r, gitlabFindings), "the report")
}

func gitlabEntries(r *lint.Report, limit int) []GitLabEntry {
	g := gitlabWriter{list: []GitLabEntry{}, seen: map[string]int{}}
	chosen := lint.MostSevere(len(r.Findings), limit, func(i int) *lint.Finding { return &r.Findings[i] })
	for _, i := range chosen {
		g.finding(&r.Findings[i])
	}
	if left := len(r.Findings) - len(chosen); left > 0 {
		g.note(gitlabCut, fmt.Sprintf("%d of %d findings are not in this report: the most severe %d are.", left, len(r.Findings), len(chosen)))
	}
	if r.Summary.Definitions == 0 && r.Summary.Servers == 0 {
		g.note(gitlabNothing, "Nothing was found to scan.")
	}
	g.skips(r.Missed())
	if words := incomplete(r); words != "" {
		g.note(gitlabIncomplete, words)
	}
	if words := r.Summary.Unknown(); words != "" {
		g.note(gitlabUnknown, strings.ToUpper(words[:1])+words[1:]+", and was not looked at.")
	}
	if len(r.Settings) > 0 {
		words := "A configuration file changed the scan: "
		g.note(gitlabSettings, words+settingsWithin(r, gitlabRunes-len(words)))
	}
	if a, b := r.Summary.Suppressed, r.Summary.BelowConfidence; a+b > 0 {
		words := fmt.Sprintf("Not shown: %s suppressed, %s below the confidence floor.", Count(a, "finding"), Count(b, "signal"))
		if shared := suppressedShares(r); shared != "" {
			words += " S" + shared[1:] + "."
		}
		if why := whySuppressed(r, relativePaths, gitlabRunes-utf8.RuneCountInString(words)-annotationQuote); why != "" {
			words += " Suppressed: " + why
		}
		g.note(gitlabFiltered, words)
	}
	if line := lockLine(r, relativePaths); line != "" {
		g.note(gitlabLock, line+".")
	}
	g.notes(r)
	return g.list
}

type gitlabWriter struct {
	list []GitLabEntry
	// seen counts how often each fingerprint has come up.
	seen map[string]int
}

// add appends an entry. The second one with the same identity, such as a definition that stands in two files, has a
// fingerprint that counts.
func (g *gitlabWriter) add(name, severity, description, identity string, at GitLabLocation) {
	g.seen[identity]++
	if n := g.seen[identity]; n > 1 {
		identity = gitlabHash(identity, strconv.Itoa(n))
	}
	g.list = append(g.list, GitLabEntry{
		Description: text.Safe(description, gitlabRunes), CheckName: text.Safe(name, nameRunes), Fingerprint: identity,
		Severity: severity, Location: at,
	})
}

func (g *gitlabWriter) note(name, description string) {
	g.add(name, gitlabInfo, description, gitlabHash(name), GitLabLocation{wholeTree, GitLabLines{1, 1}})
}

func (g *gitlabWriter) finding(f *lint.Finding) {
	s := f.PrimarySignal()
	words := fmt.Sprintf("%s Found %s in %s", sentences(f), quotedEvidence(s), text.Safe(s.Field, nameRunes))
	and := " and "
	if approved := approvedWas(s); approved != "" {
		words += ", " + approved
		and = ", and "
	}
	if more := len(f.Signals) - 1; more > 0 {
		words += and + Count(more, "more signal")
	}
	severity := gitlabSeverity(f.Severity)
	if f.Note() {
		severity = gitlabInfo
	}
	g.add(s.CheckID, severity, words, f.ID, gitlabPlace(s.Where))
}

func (g *gitlabWriter) skips(skips []lint.Skip) {
	for _, s := range skips[:min(len(skips), gitlabSkips)] {
		words := "Not looked at in full: " + reasonWords(s.Reason)
		if s.Detail != "" {
			words += ", " + s.Detail
		}
		line, path := max(s.Line, 1), gitlabPath(s.Rel)
		if s.Rel == "" {
			path = wholeTree
			words += " (" + text.Safe(s.Path, pathRunes) + ")"
		}
		g.add(gitlabSkipped, gitlabInfo, words, gitlabHash(gitlabSkipped, s.Path, string(s.Reason), s.Detail),
			GitLabLocation{path, GitLabLines{line, line}})
	}
	if more := len(skips) - gitlabSkips; more > 0 {
		g.note(gitlabCut, "Further files that were not looked at in full and are not in this report: "+strconv.Itoa(more))
	}
}

// gitlabSeverity maps severities one above the other, so that what mcp-lint calls critical stands first in GitLab.
func gitlabSeverity(s detect.Severity) string {
	switch s {
	case detect.SeverityCritical:
		return "blocker"
	case detect.SeverityHigh:
		return "critical"
	case detect.SeverityMedium:
		return "major"
	default:
		return "minor"
	}
}

// gitlabPlace is a place without the line behind its last byte.
func gitlabPlace(p lint.Place) GitLabLocation {
	switch {
	case !p.Known():
		return GitLabLocation{wholeTree, GitLabLines{1, 1}}
	case p.Path == "<stdin>":
		return GitLabLocation{stdinName, GitLabLines{p.First, p.Last}}
	}
	return GitLabLocation{gitlabPath(p.Rel), GitLabLines{p.First, p.Last}}
}

// gitlabPath returns a path relative to the repository, without anything that leads out of it. GitLab refuses a whole report
// for a NUL in a path.
func gitlabPath(rel string) string {
	var segments []string
	for _, s := range strings.Split(rel, "/") {
		if s != "" && s != "." && s != ".." {
			segments = append(segments, text.Safe(s, 0))
		}
	}
	if len(segments) == 0 {
		return wholeTree
	}
	return text.Safe(strings.Join(segments, "/"), gitlabPathRunes)
}

// gitlabHash hashes a list of words in a form in which no two lists are alike.
func gitlabHash(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// gitlabNotes bounds the entries that are notes.
const gitlabNotes = 100

// notes adds what else people should know, each at its place. A note that moves to another line keeps its fingerprint.
func (g *gitlabWriter) notes(r *lint.Report) {
	shown := r.Notes[:min(len(r.Notes), gitlabNotes)]
	for _, m := range shown {
		words := text.Safe(m.Text, gitlabRunes-pathRunes)
		if at := relativePaths.place(m.Where); at != "" && !inFile(m.Where) {
			words += " (" + at + ")"
		}
		g.add(gitlabNote, gitlabInfo, words, gitlabHash(gitlabNote, m.Where.Rel, m.Text), gitlabPlace(m.Where))
	}
	if more := max(r.Summary.Notes, len(r.Notes)) - len(shown); more > 0 {
		g.note(gitlabCut, "Further notes that are not in this report: "+strconv.Itoa(more))
	}
}
