package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxShown bounds the diagnostics of one file, maxRelated the related places of one diagnostic and maxMessageRunes its message.
	maxShown, maxRelated, maxMessageRunes = 1_000, 20, 1_500
	// nameRunes bounds names of servers and tools, which attackers choose.
	nameRunes = 120
)

// Codes of diagnostics that no check reports.
const (
	codeNotScanned = "mcp-lint.not-scanned"
	codeIncomplete = "mcp-lint.incomplete"
	codeSettings   = "mcp-lint.settings"
	codeUnresolved = "mcp-lint.unresolved"
	codeNote       = "mcp-lint.note"
	codeCut        = "mcp-lint.cut"
)

// diagnostic adds what quick fixes need. check is "" for diagnostics that no check reports.
type diagnostic struct {
	protocol.Diagnostic
	check, server, tool, digest, rel string
	// start, end and definition are offsets in the document; definition is -1 if the definition is elsewhere.
	start, end, definition int
	// escaped is set if the characters are written as escapes.
	escaped bool
}

func toProtocol(list []diagnostic) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(list))
	for _, d := range list {
		out = append(out, d.Diagnostic)
	}
	return out
}

func newDiagnostic(at protocol.Range, severity protocol.DiagnosticSeverity, code, words string) diagnostic {
	return diagnostic{definition: -1, Diagnostic: protocol.Diagnostic{
		Range: at, Severity: severity, Code: code, Source: sourceName, Message: words,
	}}
}

const sourceName = "mcp-lint"

// lineDiagnostic is a plain diagnostic for a whole line, counted from 1; 0 means the first line.
func (snap *snapshot) lineDiagnostic(d *opened, line int, severity protocol.DiagnosticSeverity, code, words string) diagnostic {
	start, end := d.text.line(min(max(line-1, 0), len(d.text.starts)-1))
	return newDiagnostic(d.text.rangeOf(start, end, snap.columns), severity, code, text.Safe(words, maxMessageRunes))
}

// converter converts a report to diagnostics.
type converter struct {
	*snapshot
	out *outcome
	// base is the folder of the report's relative paths. docs are the scanned files by real path; alone is a document without a file.
	base    string
	docs    map[string]*opened
	unsaved *opened
}

// scanInto scans documents and adds their diagnostics to out. It returns false if the scan was cancelled.
func (snap *snapshot) scanInto(ctx context.Context, out *outcome, req scanservice.Request, docs []*opened) bool {
	r, _, err := snap.opts.Scanner.Scan(ctx, req)
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		snap.failed(out, err, docs)
		return true
	}
	g := &converter{snapshot: snap, out: out, base: snap.folder, docs: map[string]*opened{}}
	if g.base == "" {
		g.base, _ = os.Getwd()
	}
	g.base = realPath(g.base)
	for _, d := range docs {
		if d.stored {
			g.docs[realPath(d.path)] = d
		} else {
			g.unsaved = d
		}
	}
	for i := range r.Findings {
		for k := range r.Findings[i].Signals {
			g.signal(&r.Findings[i], &r.Findings[i].Signals[k])
		}
	}
	for _, u := range r.Unresolved {
		words := u.Text
		if u.Kind != "" {
			words = fmt.Sprintf("the text of %s %q is only known by running the code: %s", u.Kind, text.Safe(u.Name, nameRunes), u.Text)
		}
		g.note(u, codeUnresolved, words)
	}
	for _, n := range r.Notes {
		g.note(n, codeNote, n.Text)
	}
	for _, skip := range r.Skips {
		g.skip(&skip)
	}
	g.incomplete(r, docs)
	return true
}

// realPath resolves symbolic links, so that a file has one path.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return real
}

// at returns the document at a path of the report, or nil, and the absolute path.
func (g *converter) at(path string) (*opened, string) {
	if g.unsaved != nil {
		return g.unsaved, ""
	}
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(g.base, path)
	}
	return g.docs[realPath(path)], path
}

// in returns the document that contains a place, or nil.
func (g *converter) in(p lint.Place) *opened {
	if !p.Known() {
		return nil
	}
	d, _ := g.at(p.Path)
	return d
}

func (g *converter) signal(f *lint.Finding, s *lint.Signal) {
	where, related := g.place(f, s)
	one := diagnostic{
		check: s.CheckID, server: f.Server, tool: f.Tool, digest: string(f.Digest), definition: -1,
		Diagnostic: protocol.Diagnostic{
			Severity: severityOf(f, s), Code: s.CheckID, Source: sourceName, Message: message(f, s),
			CodeDescription: &protocol.CodeDescription{Href: protocol.URI(lint.CheckURL(s.CheckID))},
			Data:            map[string]string{"finding": f.ID},
		},
	}
	for _, rel := range s.Related {
		words := text.Safe(rel.Note, nameRunes)
		if rel.Tool != "" || rel.Server != "" {
			words += ": " + owner(rel.Tool, rel.Server)
		}
		if rel.Text != "" {
			words += ": \u201c" + text.Safe(rel.Text, 300) + "\u201d"
		}
		related = append(related, relatedPlace{rel.Where, words})
	}
	for _, r := range related[:min(len(related), maxRelated)] {
		if at, ok := g.location(r.where); ok {
			one.RelatedInformation = append(one.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: at, Message: r.words})
		}
	}
	if !where.Known() {
		return
	}
	one.rel = where.Rel
	d := g.in(where)
	if d == nil {
		at, ok := g.location(where)
		if ok && len(g.out.elsewhere[string(at.URI)]) < maxShown {
			one.Range = at.Range
			g.out.elsewhere[string(at.URI)] = append(g.out.elsewhere[string(at.URI)], one)
		}
		return
	}
	one.start, one.end, one.escaped = where.Start.Offset, where.End.Offset, where.Escaped
	one.Range = d.text.rangeOf(one.start, one.end, g.columns)
	if g.in(f.Definition) == d {
		one.definition = f.Definition.Start.Offset
	}
	g.out.add(d, one)
}

type relatedPlace struct {
	where lint.Place
	words string
}

// place returns the first place of a signal that is in an open document, and the others as related places.
func (g *converter) place(f *lint.Finding, s *lint.Signal) (where lint.Place, related []relatedPlace) {
	where = s.Where
	for _, l := range s.More {
		if g.in(where) == nil && g.in(l) != nil {
			related = append(related, relatedPlace{where, "the text begins here"})
			where = l
			continue
		}
		related = append(related, relatedPlace{l, "the text continues here"})
	}
	if d := g.in(f.Definition); g.in(where) == nil && d != nil {
		related = append(related, relatedPlace{where, "the text is here"})
		where = f.Definition
		_, end := d.text.line(min(where.Start.Line, len(d.text.starts)) - 1)
		where.End.Offset = min(where.End.Offset, max(end, where.Start.Offset))
	}
	return where, related
}

// location converts a place for the editor.
func (g *converter) location(p lint.Place) (protocol.Location, bool) {
	if !p.Known() {
		return protocol.Location{}, false
	}
	d, path := g.at(p.Path)
	if d != nil {
		return protocol.Location{URI: protocol.DocumentURI(d.uri), Range: d.text.rangeOf(p.Start.Offset, p.End.Offset, g.columns)}, true
	}
	return protocol.Location{URI: protocol.DocumentURI(uriOf(path)), Range: protocol.Range{Start: g.position(p.Start), End: g.position(p.End)}}, true
}

func (g *converter) position(p lint.Position) protocol.Position {
	column := p.Column
	switch g.columns {
	case utf8Columns:
		column = p.Byte
	case utf32Columns:
		column = p.Rune
	}
	return protocol.Position{Line: uint32(max(p.Line-1, 0)), Character: uint32(max(column-1, 0))}
}

func severityOf(f *lint.Finding, s *lint.Signal) protocol.DiagnosticSeverity {
	switch {
	case s.Note:
		return protocol.DiagnosticSeverityHint
	case f.Severity >= detect.SeverityHigh:
		return protocol.DiagnosticSeverityError
	case f.Severity == detect.SeverityMedium:
		return protocol.DiagnosticSeverityWarning
	}
	return protocol.DiagnosticSeverityInformation
}

// message describes a signal. Scanned text in it is made printable.
func message(f *lint.Finding, s *lint.Signal) string {
	var b strings.Builder
	what, remedy := s.Says()
	b.WriteString(f.Subject() + " " + text.Safe(what, 500))
	if s.Evidence != "" {
		b.WriteString(": \u201c" + text.Safe(s.Evidence, 500) + "\u201d")
	}
	if remedy != "" {
		b.WriteString("; " + text.Safe(remedy, 500))
	}
	if f.Demoted != discover.ClassNone {
		b.WriteString("; severity " + f.Grade())
	}
	if !s.Where.Exact {
		b.WriteString("; the exact position in the value is unknown")
	}
	if n := len(f.SharedBy); n > 0 {
		fmt.Fprintf(&b, "; %d more have the same text", n)
	}
	return b.String()
}

func owner(tool, server string) string {
	var parts []string
	if tool != "" {
		parts = append(parts, fmt.Sprintf("tool \u201c%s\u201d", text.Safe(tool, nameRunes)))
	}
	if server != "" {
		parts = append(parts, fmt.Sprintf("server \u201c%s\u201d", text.Safe(server, nameRunes)))
	}
	return strings.Join(parts, " of ")
}
