package sarif

import (
	"fmt"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxRelated bounds the related locations of a result. GitHub shows up to a hundred, but people read few; the message counts the rest.
	maxRelated = 20
	// quotedRunes bounds every quotation from a scanned file, labelRunes the names of servers, tools and fields, linkRunes the quotation in
	// a link.
	quotedRunes = 160
	labelRunes  = 120
	linkRunes   = 60
)

func newResult(f *lint.Finding, ruleIndex int) *gosarif.Result {
	s := f.PrimarySignal()
	res := gosarif.NewRuleResult(s.CheckID).WithRuleIndex(ruleIndex).WithLevel(gradeOf(f.Weight()).level)
	res.Locations = []*gosarif.Location{newPlace(s.Where, &f.Region)}
	res.PartialFingerprints = map[string]any{}
	res.Properties = gosarif.Properties{
		"confidence": f.Confidence, "signals": append([]string{}, f.CheckIDs...), "tier": f.Tier.String(),
		"severity": f.Severity.String(), "security-severity": gradeOf(f.Severity).score, "threatType": string(f.ThreatType), "threatLevel": string(f.Level), "riskScore": f.RiskScore,
		"server": text.Safe(f.Server, labelRunes), "tool": text.Safe(f.Tool, labelRunes), "field": text.Safe(s.Field, labelRunes),
	}
	for key, print := range map[string]string{"primaryLocationLineHash": f.Region.Hash, "mcpLintIdentity/v1": f.ID} {
		if print != "" {
			res.PartialFingerprints[key] = print
		}
	}
	if f.Digest != "" {
		res.Properties["digest"] = text.Safe(string(f.Digest), labelRunes)
	}
	if f.Demoted != "" {
		res.Properties["demoted"], res.Properties["fullSeverity"] = string(f.Demoted), f.Was.String()
	}
	var links []string
	left := 0
	relate(f, func(words, note string, p lint.Place) {
		if len(res.RelatedLocations) == maxRelated {
			left++
			return
		}
		id := len(res.RelatedLocations) + 1
		res.RelatedLocations = append(res.RelatedLocations, newPlace(p, nil).WithId(id).WithMessage(gosarif.NewTextMessage(note)))
		links = append(links, fmt.Sprintf("[%s](%d)", linkWords(words), id))
	})
	return res.WithMessage(gosarif.NewTextMessage(messageText(f, s, links, left)))
}

// relate calls link for every place except the primary one: first those of the primary signal, then the other signals with theirs. words
// are printable, note is escaped for a message.
func relate(f *lint.Finding, link func(words, note string, l lint.Place)) {
	others := func(i int) {
		s := &f.Signals[i]
		for _, l := range s.More {
			link("a further piece of it", "The text is put together from several pieces.", l)
		}
		for k := range s.Related {
			if rel := &s.Related[k]; rel.Where.Known() {
				words := fmt.Sprintf("%s, %s", text.Safe(rel.Note, labelRunes), ownerWords(detect.KindTool, rel.Server, rel.Tool))
				note := escapeMessage(words) + "."
				if rel.Approved() {
					words, note = approvedWords(s, rel)
				}
				link(words, note, rel.Where)
			}
		}
	}
	others(f.Primary)
	for i, s := range f.Signals {
		if i == f.Primary {
			continue
		}
		// GitHub shows the text of the link and the line it leads to, but not the note.
		words := fmt.Sprintf("%s: '%s'", text.Safe(s.CheckID, labelRunes), text.Safe(s.Evidence, linkRunes))
		if s.Field != f.Signals[f.Primary].Field {
			words += fmt.Sprintf(" in '%s'", text.Safe(s.Field, labelRunes))
		}
		note := fmt.Sprintf("%s in %s: %s.", escapeMessage(text.Safe(s.CheckID, labelRunes)), quote(s.Field, labelRunes),
			quote(s.Evidence, quotedRunes))
		link(words, note, s.Where)
		others(i)
	}
}

// messageText says what was found and where, how to fix it, what qualifies it, and where else to look.
func messageText(f *lint.Finding, s *lint.Signal, links []string, left int) string {
	var b strings.Builder
	b.WriteString(sentence(escapeMessage(text.Safe(f.Message, 2*quotedRunes))))
	if _, remedy := s.Says(); remedy != "" {
		fmt.Fprintf(&b, " Fix: %s", escapeMessage(text.Safe(remedy, 2*quotedRunes))+".")
	}
	fmt.Fprintf(&b, " Found %s in field %s.", quote(s.Evidence, quotedRunes), quote(s.Field, labelRunes))
	b.WriteString(approvedSentence(s))
	switch {
	case f.Note():
		b.WriteString(" Informational.")
	case f.Demoted != "":
		fmt.Fprintf(&b, " Severity %s.", f.Grade())
	}
	if n := len(f.SharedBy); n > 0 {
		fmt.Fprintf(&b, " The same words are part of %d more definitions.", n)
	}
	if s.Where.Known() && !s.Where.Exact {
		b.WriteString(" The exact place in the value is not known.")
	}
	if len(links) > 0 {
		fmt.Fprintf(&b, " See also %s", strings.Join(links, "; "))
		if left > 0 {
			fmt.Fprintf(&b, "; and %d more", left)
		}
		b.WriteByte('.')
	}
	return b.String()
}

// owner names the definition: tool 'x' of server 'y'.
func owner(kind detect.Kind, server, tool string) string {
	return escapeMessage(ownerWords(kind, server, tool))
}

func ownerWords(kind detect.Kind, server, tool string) string {
	words := strings.ReplaceAll(string(kind), "_", " ")
	if words == "" {
		words = "tool"
	}
	if tool != "" {
		words += " '" + text.Safe(tool, labelRunes) + "'"
	}
	if server != "" && (!kind.OfServer() || tool != server) {
		words += " of server '" + text.Safe(server, labelRunes) + "'"
	}
	return words
}

// approvedWords quotes the text that the lock file holds as approved, for a link and for a message.
func approvedWords(s *lint.Signal, rel *lint.Related) (words, note string) {
	words = text.Safe(rel.Note, labelRunes)
	if rel.Field != "" && !s.StandsAt(rel) {
		// A removed field is reported at the nearest one.
		words += " in " + text.Safe(rel.Field, labelRunes)
	}
	if rel.Text == "" {
		return words, sentence(escapeMessage(words))
	}
	return fmt.Sprintf("%s '%s'", words, text.Safe(rel.Text, linkRunes)),
		fmt.Sprintf("%s: %s.", escapeMessage(words), quote(rel.Text, quotedRunes))
}

func approvedSentence(s *lint.Signal) string {
	field, was := s.ApprovedText()
	if was == "" {
		return ""
	}
	if field != "" {
		field = " in field " + quote(field, labelRunes)
	}
	return fmt.Sprintf(" Approved%s was %s.", field, quote(was, quotedRunes))
}
