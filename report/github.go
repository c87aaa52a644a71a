package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sethvargo/go-githubactions"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// annotationsPerLevel and annotationsPerRun are the limits of GitHub for a step and a job. It silently drops the annotations beyond
	// them.
	annotationsPerLevel = 10
	annotationsPerRun   = 50
	// messageRunes bounds a message, which GitHub shows in a small box.
	messageRunes = 1000
	// annotationQuote bounds each quotation in a message.
	annotationQuote = 160
)

// Annotation levels.
const (
	LevelError   = "error"
	LevelWarning = "warning"
	LevelNotice  = "notice"
)

type annotation = githubactions.Command

// GitHub writes the findings as workflow commands that GitHub Actions turns into annotations
// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions), most severe first and no more than GitHub shows; a last
// notice counts the others. Columns count UTF-16 code units, the end is exclusive.
func GitHub(w io.Writer, r *lint.Report, opts GitHubOptions) error {
	return issue(w, annotationsAfter(annotateCautions(opts.Cautions), r, opts.Changed, annotationsPerLevel, annotationsPerRun))
}

// GitHubOptions are the options of GitHub.
type GitHubOptions struct {
	// Changed limits the annotations to what a change touches; nil means no limit.
	Changed Changed
	// Cautions come first, in one annotation.
	Cautions []Caution
}

// annotationsAfter returns first and the annotations of what the change touches, at most perLevel of each level and perRun in all.
func annotationsAfter(first []annotation, r *lint.Report, changed Changed, perLevel, perRun int) []annotation {
	findings := slices.DeleteFunc(r.BySeverity(), func(f *lint.Finding) bool { return !changed.finding(f) })
	outside := len(r.Findings) - len(findings)
	var list []annotation
	// Keep room for one notice per count of omitted annotations.
	counts := 1
	if changed != nil {
		counts = 2
	}
	room := map[string]int{LevelError: perLevel, LevelWarning: perLevel, LevelNotice: perLevel - counts}
	add := func(level string, build func() annotation) bool {
		if room[level] <= 0 || len(list) >= perRun-counts {
			return false
		}
		room[level]--
		list = append(list, build())
		return true
	}
	for _, a := range first {
		add(a.Name, func() annotation { return a })
	}
	if len(r.Settings) > 0 {
		add(LevelNotice, func() annotation {
			return notice("mcp-lint: settings of the repository", text.Safe(defuse(settingsWithin(r, messageRunes)), messageRunes))
		})
	}
	if message := suppressedMessage(r); message != "" {
		add(LevelNotice, func() annotation { return notice("mcp-lint: suppressed findings", message) })
	}
	if line := lockLine(r, relativePaths); line != "" {
		add(LevelNotice, func() annotation { return notice("mcp-lint: lock", text.Safe(defuse(line+"."), messageRunes)) })
	}
	if message := incomplete(r); message != "" {
		add(LevelWarning, func() annotation { return titled(LevelWarning, "mcp-lint: the scan is incomplete", message) })
	}
	left := 0
	for _, f := range findings {
		if !add(levelOf(f), func() annotation { return annotate(f) }) {
			left++
		}
	}
	// Remarks get the room that findings leave.
	for _, m := range changed.remarks(r.Notes) {
		add(LevelNotice, func() annotation { return annotateRemark(m, "mcp-lint: note") })
	}
	for _, m := range changed.remarks(r.Unresolved) {
		add(LevelNotice, func() annotation { return annotateRemark(m, "mcp-lint: not known without running the code") })
	}
	if left > 0 {
		list = append(list, notice("mcp-lint: more findings", fmt.Sprintf(
			"%d of %s have no annotation, because GitHub shows only %d of each level. The other outputs of mcp-lint have them all.",
			left, Count(len(findings), "finding"), perLevel)))
	}
	if outside > 0 {
		list = append(list, notice("mcp-lint: outside of the change", fmt.Sprintf(
			"No annotation for %d of %s, on lines that the change does not touch. The other outputs of mcp-lint have them all.",
			outside, Count(len(r.Findings), "finding"))))
	}
	return list
}

// titled returns an annotation without a place.
func titled(level, title, message string) annotation {
	return annotation{Name: level, Message: message, Properties: map[string]string{"title": title}}
}

func notice(title, message string) annotation { return titled(LevelNotice, title, message) }

// Message writes an annotation without a place. The level is error, warning or notice; the text may be untrusted.
func Message(w io.Writer, level, title, words string) error {
	a := titled(level, defuse(text.Safe(title, nameRunes)), text.Safe(defuse(text.Safe(words, 0)), 2*messageRunes))
	return issue(w, []annotation{a})
}

// suppressedMessage says how much was suppressed, by what and why, or "".
func suppressedMessage(r *lint.Report) string {
	words := suppressedHead(r)
	if words == "" {
		return ""
	}
	shared := suppressedShares(r)
	if shared != "" {
		shared = "; " + shared
	}
	if why := whySuppressed(r, relativePaths, messageRunes-2*annotationQuote-utf8.RuneCountInString(shared)); why != "" {
		words += ": " + why
	}
	return text.Safe(defuse(words+shared), messageRunes)
}

// incomplete says what was not scanned, or "".
func incomplete(r *lint.Report) string {
	var parts []string
	if n := len(r.Coverage.Failures); n > 0 {
		parts = append(parts, Count(n, "failure")+" of a check")
	}
	if n := len(r.Coverage.Caps); n > 0 {
		parts = append(parts, Count(n, "limit")+" reached")
	}
	if n := len(r.Missed()); n > 0 {
		parts = append(parts, Count(n, "file")+" not read in full")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not everything was scanned, so no findings do not mean no problems: " + strings.Join(parts, ", ") + "."
}

var githubScale = scale{LevelNotice, LevelNotice, LevelWarning, LevelError, LevelError}

func levelOf(f *lint.Finding) string { return githubScale.of(f.Weight()) }

func annotate(f *lint.Finding) annotation {
	s := f.PrimarySignal()
	a := titled(levelOf(f), defuse(fmt.Sprintf("%s (%s)", s.CheckID, severityOf(f))), "")
	var b strings.Builder
	fmt.Fprintf(&b, "%s Found %s.", sentences(f), evidenceIn(s))
	for i := range f.Signals {
		other := &f.Signals[i]
		// Stop once there are enough bytes: the message is cut anyway.
		if i != f.Primary && b.Len() < utf8.UTFMax*messageRunes {
			fmt.Fprintf(&b, " Also %s: %s.", other.CheckID, evidenceIn(other))
		}
	}
	if l := s.Where; !inFile(l) {
		fmt.Fprintf(&b, " At %s.", position(l))
	} else {
		place(a.Properties, l)
	}
	a.Message = text.Safe(defuse(b.String()), messageRunes)
	return a
}

func annotateRemark(m lint.Remark, title string) annotation {
	a := notice(title, "")
	words := text.Safe(m.Text, messageRunes)
	if m.Kind != "" {
		words = kindWords(m.Kind) + " " + quoted(m.Name) + ": " + words
	}
	if l := m.Where; inFile(l) {
		place(a.Properties, l)
	} else {
		words += " At " + position(l) + "."
	}
	a.Message = text.Safe(defuse(words), messageRunes)
	return a
}

// evidenceIn quotes the evidence of a signal with its field and what was approved there.
func evidenceIn(s *lint.Signal) string {
	words := `"` + text.Safe(s.Evidence, annotationQuote) + `" in ` + text.Safe(s.Field, nameRunes)
	if approved := approvedWas(s); approved != "" {
		words += ", " + approved
	}
	return words
}

// inFile reports whether a place is in a file of the repository.
func inFile(p lint.Place) bool { return p.Rel != "" && p.Path != "<stdin>" }

// place sets the location properties. GitHub wants no columns for a range of several lines.
func place(properties map[string]string, p lint.Place) {
	properties["file"] = defuse(text.Safe(p.Rel, 0))
	properties["line"] = strconv.Itoa(p.Start.Line)
	properties["endLine"] = strconv.Itoa(p.End.Line)
	if p.Start.Line == p.End.Line {
		properties["col"] = strconv.Itoa(p.Start.Column)
		properties["endColumn"] = strconv.Itoa(p.End.Column)
	}
}

// defuse breaks up "::" and "##[", which the runner reads as the start of a command; the second counts anywhere in a line. Non-ASCII
// characters in between are ignored, because the runner compares strings by culture, which can skip characters. The argument must be
// printable already.
func defuse(s string) string {
	var b strings.Builder
	var last, before rune
	for _, r := range s {
		if r == ':' && last == ':' || r == '[' && last == '#' && before == '#' {
			b.WriteByte(' ')
			last = ' '
		}
		b.WriteRune(r)
		if r < utf8.RuneSelf {
			before, last = last, r
		}
	}
	return b.String()
}

func issue(w io.Writer, list []annotation) error {
	for i := range list {
		if _, err := fmt.Fprintln(w, list[i].String()); err != nil {
			return fmt.Errorf("could not write the annotations: %w", err)
		}
	}
	return nil
}

// Changed reports whether a change touches any of the lines first to last of a file, named from the root of the repository. Lines count
// from 1 and end at line feeds, as Git counts them. A nil Changed touches everything.
type Changed func(file string, first, last int) bool

// finding reports whether the change touches the finding or another tool that it names.
func (c Changed) finding(f *lint.Finding) bool {
	for i := range f.Signals {
		s := &f.Signals[i]
		if c.touches(s.Where) || slices.ContainsFunc(s.More, c.touches) ||
			slices.ContainsFunc(s.Related, func(r lint.Related) bool { return r.Where.Known() && c.touches(r.Where) }) {
			return true
		}
	}
	return false
}

func (c Changed) remarks(list []lint.Remark) []lint.Remark {
	return slices.DeleteFunc(slices.Clone(list), func(m lint.Remark) bool { return !c.touches(m.Where) })
}

// touches reports whether the change touches a place. A place outside of any file always counts as touched.
func (c Changed) touches(p lint.Place) bool {
	return c == nil || !inFile(p) || c(p.Rel, p.First, p.Last)
}
