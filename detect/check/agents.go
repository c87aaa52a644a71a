package check

import (
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/internal/lazy"
)

// Everything in a file of instructions for agents is an order. Only what no honest file asks for is reported: leaking private data, and
// hiding something from the user.

// inspectAgents reports the sentences and commands of an instruction file that leak data or hide something.
func inspectAgents(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for _, s := range analyze(t, reg).sentences {
		text := t.Fields[s.field].Text
		if !reportable(&s, text[s.from:s.to]) || inCodeBlock(t, s.field, s.start) {
			continue
		}
		signals = append(signals, s.signal(t, reg))
	}
	for i := range t.Fields {
		signals = append(signals, credentialUploads(t, i)...)
	}
	return signals
}

// reportable reports whether a sentence leaks private data or hides something from the user. A weak grade is enough if it names the
// recipient.
func reportable(s *sentence, words string) bool {
	switch {
	case strings.Contains(words, "localhost"), strings.Contains(words, "attacker"):
		// An attack does not call its own server so.
		return false
	case leaksData.matches(&s.present) && sendsData.matches(&s.present) && hasAddress.matches(&s.present):
		return true
	case s.grade < model.Likely:
		return false
	}
	return leaksData.matches(&s.present) && !s.forbids(words) || s.grade == model.Certain && hidesFromUser.matches(&s.present)
}

// forbids reports whether a sentence starts with a prohibition.
func (s *sentence) forbids(words string) bool {
	const lead = 12
	never, ok := reading.Default().Concept("never")
	return ok && !strings.HasPrefix(strings.ToLower(words), "without") && slices.ContainsFunc(s.marks, func(m reading.Mark) bool {
		return m.Concept == never && int(m.Start)-s.from < lead
	})
}

// credentialUploads reports the lines that upload a credentials file, in code blocks too.
func credentialUploads(t detect.ToolView, field int) []detect.Signal {
	var signals []detect.Signal
	at := 0
	for line := range strings.Lines(t.Fields[field].Text) {
		if c, ok := commandIn(line); ok && c.what == uploadsData && credentialFile().MatchString(strings.ToLower(line)) {
			signals = append(signals, softSignal(t, field, at+c.start, at+c.end, detect.ThreatExfiltration, 0.8, "contains a command that uploads a credentials file"))
		}
		at += len(line)
	}
	return signals
}

var credentialFile = lazy.Regexp(sensitivePathPattern)

// conceptRule is a list of groups of concepts; a sentence matches if it has one of each group.
type conceptRule [][]string

var (
	leaksData = conceptRule{
		{"credential", "conversation", "private", "environment", "SECRETPATH"},
		{"send", "add", "store", "EMAIL"},
	}
	sendsData     = conceptRule{{"send", "add"}}
	hasAddress    = conceptRule{{"URL", "EMAIL", "HOST"}}
	hidesFromUser = conceptRule{{"secrecy"}, {"user"}}
)

func (n conceptRule) matches(present *reading.Set) bool {
	for _, any := range n {
		some := false
		for _, name := range any {
			c, ok := reading.Default().Concept(name)
			some = some || ok && present.Has(c)
		}
		if !some {
			return false
		}
	}
	return true
}

// comment is an HTML comment; fences inside do not count.
var comment = lazy.Regexp(`(?s)<!--.*?-->`)

// fence starts or ends a code block, perhaps in a quotation.
var fence = lazy.Regexp("(?m)^(?:> ?)* {0,3}(?:```|~~~)")

// inCodeBlock reports whether byte at of a field of Markdown is in a closed code block.
func inCodeBlock(t detect.ToolView, field, at int) bool {
	f := t.Memo("check.fences", field, func() any { return fencesOf(t.Fields[field].Text) }).(fences)
	return sort.SearchInts(f.starts, at)%2 == 1 && f.last >= at
}

// fences are the starts of the fences of a text outside of comments, and the last one anywhere.
type fences struct {
	starts []int
	last   int
}

func fencesOf(s string) fences {
	f := fences{last: -1}
	if all := fence().FindAllStringIndex(s, -1); all != nil {
		f.last = all[len(all)-1][0]
	}
	comments := comment().FindAllStringIndex(s, -1)
	removed := 0
	for _, m := range fence().FindAllStringIndex(comment().ReplaceAllString(s, ""), -1) {
		for len(comments) > 0 && comments[0][0] <= m[0]+removed {
			removed += comments[0][1] - comments[0][0]
			comments = comments[1:]
		}
		f.starts = append(f.starts, m[0]+removed)
	}
	return f
}
