package sarif

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// maxSuppressions bounds the notifications that are each about one suppression.
const maxSuppressions = 100

// suppression says why a result is suppressed.
type suppression struct {
	// inSource is true for a comment beside the words; everything else stands in a file of its own.
	inSource      bool
	justification string
	// at is where it stands, or nil.
	at *place
}

// newSuppression describes what suppresses a finding. Of an index that the report does not have, only that somebody did.
func newSuppression(r *lint.Report, by int) suppression {
	if by < 0 || by >= len(r.Suppressions) {
		return suppression{}
	}
	s := r.Suppressions[by]
	out := suppression{inSource: s.Kind == lint.SuppressedByComment, justification: sentence(suppressorWords(s.Kind))}
	if s.Reason != "" {
		out.justification += " " + sentence(escapeMessage(detect.Evidence(s.Reason)))
	}
	if s.Where.File != nil {
		at := newPlace(s.Where, nil)
		out.at = &at
	}
	return out
}

// suppressorWords say what kind of thing suppresses.
func suppressorWords(k lint.SuppressionKind) string {
	switch k {
	case lint.SuppressedByConfig:
		return "an ignore of the configuration"
	case lint.SuppressedByComment:
		return "a comment beside the words"
	case lint.SuppressedByPlaceholder:
		return "a placeholder of the configuration"
	case lint.SuppressedByTrust:
		return "trusted servers of the configuration"
	case lint.SuppressedByBaseline:
		return "the baseline"
	}
	return escapeMessage(detect.Evidence(string(k)))
}

// suppressedNotices say how much was suppressed by what: all of it in one notice, and what suppresses in one each.
func suppressedNotices(r *lint.Report) []notice {
	n := r.Summary.Suppressed
	if n == 0 {
		return nil
	}
	var kinds []lint.SuppressionKind
	counts := map[lint.SuppressionKind]int{}
	var single []notice
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
		single = append(single, notice{noticeFiltered, "note", fmt.Sprintf("Suppressed findings: %d. By: %s", s.Count, by.justification), by.at})
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
	return append([]notice{{noticeFiltered, "note", words, nil}}, single...)
}

// maxShared bounds the definitions that are named for having suppressed words.
const maxShared = 5

// sharedSentence names further definitions that suppressed words are part of; it is empty when there is none.
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

// chosenFindings are the findings of a file: the most severe ones and, where there is room, the most severe suppressed ones. Owners
// are, for the suppressed ones at the end, what suppresses them.
func chosenFindings(r *lint.Report, suppressed []lint.Suppressed, room int) (list []*lint.Finding, owners []int) {
	told, quiet := make([]*lint.Finding, len(r.Findings)), make([]*lint.Finding, len(suppressed))
	for i := range told {
		told[i] = &r.Findings[i]
	}
	for i := range quiet {
		quiet[i] = &suppressed[i].Finding
	}
	for _, i := range mostSevere(told, room) {
		list = append(list, told[i])
	}
	for _, i := range mostSevere(quiet, room-len(list)) {
		list = append(list, quiet[i])
		owners = append(owners, suppressed[i].By)
	}
	return list, owners
}
