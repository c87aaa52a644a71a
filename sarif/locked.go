package sarif

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// approvedWords say what a lock file holds as approved, for a link and for a message.
func approvedWords(s detect.Signal, rel detect.Related) (words, note string) {
	words = text.Safe(rel.Note, labelRunes)
	if rel.Field != "" && !isSame(s, rel) {
		// What is gone is told at what is nearest to it.
		words += " in " + text.Safe(rel.Field, labelRunes)
	}
	if rel.Text == "" {
		return words, sentence(escapeMessage(words))
	}
	return fmt.Sprintf("%s '%s'", words, text.Safe(rel.Text, linkRunes)), fmt.Sprintf("%s: %s.", escapeMessage(words), quote(rel.Text, quotedRunes))
}

// isSame reports whether the evidence of a signal is what stands now where a related place stood.
func isSame(s detect.Signal, rel detect.Related) bool {
	return rel.Field != "" && (s.Field == rel.Field || s.Field == rel.Field+"#" || strings.HasPrefix(s.Field, rel.Field+"/"))
}

// approvedSentence says what was approved where a signal says something else now, if anything was.
func approvedSentence(s detect.Signal) string {
	for _, rel := range s.Related {
		if rel.ToolIndex != detect.Outside || rel.Text == "" {
			continue
		}
		was := "Approved"
		if rel.Field != "" && !isSame(s, rel) {
			was += " in field " + quote(rel.Field, labelRunes)
		}
		return fmt.Sprintf(" %s was %s.", was, quote(rel.Text, quotedRunes))
	}
	return ""
}

// isNote reports whether all that is said of a tool is where it stands: that is listed and no alarm.
func isNote(f *lint.Finding) bool {
	for i := range f.Signals {
		if !f.Signals[i].Note {
			return false
		}
	}
	return len(f.Signals) > 0
}

// levelOf is the level of a finding.
func levelOf(f *lint.Finding) string {
	if isNote(f) {
		return "note"
	}
	return level(f.Severity)
}
