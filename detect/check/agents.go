package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/internal/lazy"
)

// Files of instructions for agents are orders from the first line to the last. Only what no honest one asks for is reported: what hands out
// private data, and what is kept from the user.

// inspectAgents returns the sentences of a file of instructions that hand something out or hide something.
func inspectAgents(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for _, s := range sentencesOf(t, reg) {
		text := t.Fields[s.field].Text
		if !reportable(&s, text[s.from:s.to]) || inCodeBlock(text, s.start) {
			continue
		}
		signals = append(signals, s.signal(t, reg))
	}
	for i := range t.Fields {
		signals = append(signals, credentialUploads(t, i)...)
	}
	return signals
}

// reportable reports whether a sentence hands out what is private or hides something from the user. One that says where it sends what is
// private needs no more than a weak grade of the model.
func reportable(s *sentence, words string) bool {
	switch {
	case strings.Contains(words, "localhost"):
		return false
	case leaksData.matches(&s.present) && sendsData.matches(&s.present) && hasAddress.matches(&s.present):
		return true
	case s.grade() < model.Likely:
		return false
	}
	return leaksData.matches(&s.present) && !s.forbids(words) || s.grade() == model.Certain && hidesFromUser.matches(&s.present)
}

// forbids reports whether a sentence begins as a rule against something does.
func (s *sentence) forbids(words string) bool {
	// lead is how far from its start, in bytes.
	const lead = 12
	never, ok := reading.Default().Concept("never")
	return ok && !strings.HasPrefix(strings.ToLower(words), "without") && slices.ContainsFunc(s.marks, func(m reading.Mark) bool {
		return m.Concept == never && int(m.Start)-s.from < lead
	})
}

// credentialUploads returns the lines that upload a file of credentials, in blocks of code as well.
func credentialUploads(t detect.ToolView, field int) []detect.Signal {
	var signals []detect.Signal
	at := 0
	for line := range strings.Lines(t.Fields[field].Text) {
		if c, ok := commandIn(line); ok && c.uploads() && credentialFile().MatchString(strings.ToLower(line)) {
			signals = append(signals, softSignal(t, field, at+c.start, at+c.end, detect.ThreatExfiltration, 0.8, "contains a command that uploads a credentials file"))
		}
		at += len(line)
	}
	return signals
}

// credentialFile is the path of a file that holds credentials.
var credentialFile = lazy.Regexp(sensitivePathPattern)

// conceptRule is concepts of which a sentence must have one of each list.
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

// comment is a comment of HTML, in which fences are none.
var comment = lazy.Regexp(`(?s)<!--.*?-->`)

// fence begins or ends a block of code, perhaps in a quotation.
var fence = lazy.Regexp("(?m)^(?:> ?)* {0,3}(?:```|~~~)")

// inCodeBlock reports whether a byte of Markdown stands in a block of code between fences that are both there.
func inCodeBlock(s string, at int) bool {
	before := fence().FindAllStringIndex(comment().ReplaceAllString(s[:at], ""), -1)
	return len(before)%2 == 1 && fence().MatchString(s[at:])
}
