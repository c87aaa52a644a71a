package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/lint"
)

// quickFix is a code action. The library's type cannot create files.
type quickFix struct {
	Title       string                  `json:"title"`
	Kind        protocol.CodeActionKind `json:"kind"`
	Diagnostics []protocol.Diagnostic   `json:"diagnostics"`
	Edit        *workspaceEdit          `json:"edit"`
}

// workspaceEdit has either Changes or DocumentChanges.
type workspaceEdit struct {
	Changes         map[string][]protocol.TextEdit `json:"changes,omitempty"`
	DocumentChanges []any                          `json:"documentChanges,omitempty"`
}

// textDocumentEdit edits one version of a document; a nil version means the file on disk.
type textDocumentEdit struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int32 `json:"version"`
	} `json:"textDocument"`
	Edits []protocol.TextEdit `json:"edits"`
}

const (
	maxActions = 50
	// maxFixing bounds the text read for one request: the server answers nothing else meanwhile.
	maxFixing = 4 << 20
	// todo is the placeholder for the reason of an ignore.
	todo = "TODO: say why this is acceptable"
)

// target is the document to fix.
type target struct {
	opened
	folder  string
	client  clientCapabilities
	columns encoding
	// config is the folder's configuration file if it is open in the editor.
	config *opened
}

// codeAction returns the quick fixes for the diagnostics in a range; none while the text is newer than its scan.
func (s *server) codeAction(p *documentParams) (any, error) {
	at, list := s.diagnosticsIn(p)
	fixes := []quickFix{}
	seen := map[string]bool{}
	for i := range list {
		for _, fix := range s.fixes(at, &list[i]) {
			fix.Kind, fix.Diagnostics = protocol.QuickFix, []protocol.Diagnostic{list[i].Diagnostic}
			key, _ := json.Marshal([]any{fix.Title, fix.Edit})
			if seen[string(key)] || len(fixes) >= maxActions {
				continue
			}
			seen[string(key)] = true
			fixes = append(fixes, fix)
		}
	}
	return fixes, nil
}

// diagnosticsIn returns the document and its diagnostics that overlap the range.
func (s *server) diagnosticsIn(p *documentParams) (*target, []diagnostic) {
	d := s.docs.byURI[p.TextDocument.URI]
	if d == nil || d.shownText != d.text || d.lost != "" || s.client.TextDocument.CodeAction.Literals == nil {
		return nil, nil
	}
	if only := p.Context.Only; len(only) > 0 && !slices.Contains(only, "") && !slices.Contains(only, string(protocol.QuickFix)) {
		return nil, nil
	}
	from, to := d.text.offset(p.Range.Start, s.columns), d.text.offset(p.Range.End, s.columns)
	var list []diagnostic
	most := min(maxActions, max(1, maxFixing/max(1, len(d.text.text))))
	for _, one := range d.shown {
		if one.check != "" && one.start <= max(from, to) && one.end >= min(from, to) && len(list) < most {
			list = append(list, one)
		}
	}
	at := &target{opened: d.opened(), client: s.client, columns: s.columns}
	if d.job != nil && d.job.folder != "" {
		at.folder = d.job.folder
		if open := s.docs.at(configPath(at.folder)); open != nil && open.lost == "" {
			config := open.opened()
			at.config = &config
		}
	}
	return at, list
}

func (s *server) fixes(at *target, d *diagnostic) []quickFix {
	var out []quickFix
	if edits := escapeHidden(at, d); len(edits) > 0 {
		out = append(out, quickFix{Title: "Show hidden characters as escapes", Edit: at.edit(&at.opened, edits...)})
	}
	if edits := removeHidden(at, d); len(edits) > 0 {
		out = append(out, quickFix{Title: "Remove hidden characters", Edit: at.edit(&at.opened, edits...)})
	}
	if edit, ok := ignoreComment(at, d); ok {
		out = append(out, quickFix{Title: "Ignore " + d.check + " here with a reason, in a comment", Edit: at.edit(&at.opened, edit)})
	}
	if edit := s.ignoreInConfig(at, d); edit != nil {
		out = append(out, quickFix{Title: "Ignore " + d.check + " here with a reason, in " + config.Name, Edit: edit})
	}
	return out
}

// change replaces bytes of a document.
type change struct {
	start, end int
	words      string
}

func (at *target) edit(d *opened, list ...change) *workspaceEdit {
	edits := make([]protocol.TextEdit, 0, len(list))
	for _, c := range list {
		edits = append(edits, protocol.TextEdit{Range: d.text.rangeOf(c.start, c.end, at.columns), NewText: c.words})
	}
	if !at.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &workspaceEdit{Changes: map[string][]protocol.TextEdit{d.uri: edits}}
	}
	one := textDocumentEdit{Edits: edits}
	one.TextDocument.URI = d.uri
	if d.doc != nil {
		one.TextDocument.Version = &d.version
	}
	return &workspaceEdit{DocumentChanges: []any{one}}
}

// apply returns the text with the changes made. They must be sorted and must not overlap.
func apply(text []byte, list []change) []byte {
	var out []byte
	from := 0
	for _, c := range list {
		out = append(out, text[from:c.start]...)
		out = append(out, c.words...)
		from = c.end
	}
	return append(out, text[from:]...)
}

// hover explains the checks whose diagnostics cover a position. It quotes no scanned text.
func (s *server) hover(p *documentParams) (any, error) {
	d := s.docs.byURI[p.TextDocument.URI]
	if d == nil || d.shownText != d.text {
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
	return protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: strings.Join(parts, "\n\n---\n\n")}, Range: area}, nil
}

func (s *server) explain(id string) string {
	for _, rule := range lint.Rules(s.opts.CustomChecks...) {
		if rule.ID == id {
			return "**" + rule.ID + "**: " + rule.Title + "\n\n" + rule.Catches + "\n\n**Why:** " + rule.Why + "\n\n**Fix:** " + rule.Fix +
				"\n\n[More](" + lint.CheckURL(id) + ")"
		}
	}
	return ""
}
