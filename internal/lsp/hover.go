package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/lint"
)

// hover explains the checks whose diagnostics are at a place, in words of ours alone.
func (s *Server) hover(p *documentParams) (any, error) {
	d := s.docs[p.TextDocument.URI]
	if d == nil || d.shownFor != d.text {
		return nil, nil
	}
	at := d.text.offset(p.Position, s.columns)
	var parts []string
	var area *protocol.Range
	seen := map[string]bool{}
	for _, one := range d.shown {
		if one.check == "" || at < one.start || at > one.end || seen[one.check] {
			continue
		}
		seen[one.check] = true
		if words := s.explain(one.check); words != "" {
			parts = append(parts, words)
			area = &one.Range
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	if len(parts) > 1 {
		area = nil
	}
	return protocol.Hover{
		Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: strings.Join(parts, "\n\n---\n\n")}, Range: area,
	}, nil
}

// explain is the documentation of a check in Markdown.
func (s *Server) explain(id string) string {
	for _, rule := range lint.Rules(s.opts.Own...) {
		if rule.ID == id {
			return "**" + rule.ID + "**: " + rule.Title + "\n\n" + rule.Catches + "\n\n**Why:** " + rule.Why + "\n\n**Fix:** " + rule.Fix +
				"\n\n[More](" + lint.CheckURL(id) + ")"
		}
	}
	return ""
}
