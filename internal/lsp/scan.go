package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/scanservice"
)

// maxScanned is the size limit of documents, the same as for files.
const maxScanned = discover.DefaultFileBytes

// Problem is a mistake in a settings file; Line counts from 1, or is 0 when the file as a whole is wrong.
type Problem struct {
	Line int
	Text string
}

// SettingsError says why the settings of a folder cannot be used. Path is the file with the mistakes, or "".
type SettingsError struct {
	Path     string
	Problems []Problem
	Err      error
}

func (e *SettingsError) Error() string { return e.Err.Error() }
func (e *SettingsError) Unwrap() error { return e.Err }

const settingsMessage = "mcp-lint: the settings are not valid, so nothing is scanned: "

// outcome is the result of a scan.
type outcome struct {
	// of are the diagnostics of open documents by URI, elsewhere those of other files.
	of, elsewhere map[string][]diagnostic
	messages      []string
}

// scanRecovering is scan, but reports a panic as documents that were not scanned.
func (snap *snapshot) scanRecovering(ctx context.Context) (out *outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = &outcome{of: map[string][]diagnostic{}}
			for i := range snap.docs {
				d := &snap.docs[i]
				out.of[d.uri] = []diagnostic{snap.lineDiagnostic(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned,
					"not scanned, because of a bug in mcp-lint: "+text.Safe(fmt.Sprint(r), 300))}
			}
		}
	}()
	return snap.scan(ctx)
}

// scan scans all documents of a snapshot. It returns nil if it was cancelled.
func (snap *snapshot) scan(ctx context.Context) *outcome {
	out := &outcome{of: map[string][]diagnostic{}, elsewhere: map[string][]diagnostic{}}
	var files []*opened
	for i := range snap.docs {
		d := &snap.docs[i]
		if snap.refused(d, out) {
			continue
		}
		if filepath.Base(d.path) == config.Name {
			for _, p := range snap.opts.CheckConfig(d.text.text) {
				out.add(d, snap.lineDiagnostic(d, p.Line, protocol.DiagnosticSeverityError, codeSettings, p.Text))
			}
		}
		switch {
		case d.stored:
			files = append(files, d)
		case looksLikeDocument(d):
			if !snap.scanInto(ctx, out, scanservice.Request{Document: d.text.text}, []*opened{d}) {
				return nil
			}
		case isCode(d):
			out.add(d, snap.lineDiagnostic(d, 0, protocol.DiagnosticSeverityHint, codeNotScanned, "source code is scanned when it is saved"))
		}
	}
	for len(files) > 0 {
		var once []*opened
		once, files = splitByFile(files)
		req := scanservice.Request{Folder: snap.folder, InContext: snap.folder != "", Overlay: snap.overlayFor(once)}
		for _, d := range once {
			req.Paths = append(req.Paths, d.path)
		}
		if !snap.scanInto(ctx, out, req, once) {
			return nil
		}
	}
	for i := range snap.docs {
		limitShown(snap, &snap.docs[i], out)
	}
	return out
}

// splitByFile separates documents that are the same file under another path: each has its own text, so they take another scan.
func splitByFile(files []*opened) (once, again []*opened) {
	seen := map[string]bool{}
	for _, d := range files {
		if d.real != "" && seen[d.real] {
			again = append(again, d)
			continue
		}
		seen[d.real] = true
		once = append(once, d)
	}
	return once, again
}

// overlayFor drops the texts of a scanned file that are open under another path.
func (snap *snapshot) overlayFor(files []*opened) map[string][]byte {
	scanned := map[string]string{}
	for _, d := range files {
		scanned[d.real] = d.path
	}
	overlay := maps.Clone(snap.overlay)
	for i := range snap.docs {
		d := &snap.docs[i]
		if path, ok := scanned[d.real]; ok && d.real != "" && path != d.path {
			delete(overlay, d.path)
		}
	}
	return overlay
}

func (snap *snapshot) refused(d *opened, out *outcome) bool {
	reason := d.lost
	if n := len(d.text.text); reason == "" && n > maxScanned {
		reason = fmt.Sprintf("the file has %d bytes, and files above %d are not scanned; split it", n, maxScanned)
	}
	if reason == "" {
		return false
	}
	out.add(d, snap.lineDiagnostic(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned, "not scanned: "+reason))
	return true
}

func (snap *snapshot) failed(out *outcome, err error, docs []*opened) {
	words := text.Safe(err.Error(), maxMessageRunes)
	var settings *SettingsError
	if errors.As(err, &settings) {
		out.messages = append(out.messages, settingsMessage+words)
		snap.settings(out, settings)
		words = "the settings are not valid: " + words
	}
	for _, d := range docs {
		out.add(d, snap.lineDiagnostic(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned, "not scanned: "+words))
	}
}

// settings adds diagnostics to a settings file that is not open. For an open one, scan has checked the editor's text.
func (snap *snapshot) settings(out *outcome, err *SettingsError) {
	if err.Path == "" {
		return
	}
	for i := range snap.docs {
		if snap.docs[i].path == err.Path {
			return
		}
	}
	uri := uriOf(err.Path)
	for _, p := range err.Problems {
		line := uint32(max(p.Line-1, 0))
		at := protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line, Character: 1000}}
		out.elsewhere[uri] = append(out.elsewhere[uri], newDiagnostic(at, protocol.DiagnosticSeverityError, codeSettings, text.Safe(p.Text, maxMessageRunes)))
	}
}

func (out *outcome) add(d *opened, one diagnostic) { out.of[d.uri] = append(out.of[d.uri], one) }

// looksLikeDocument reports whether an unsaved document may be a manifest.
func looksLikeDocument(d *opened) bool {
	known := slices.Contains([]string{"json", "jsonc", "json5", "jsonl", "yaml", "toml"}, d.language) ||
		slices.Contains([]string{".json", ".jsonc", ".yaml", ".yml", ".toml"}, strings.ToLower(filepath.Ext(d.path)))
	if known {
		return len(bytes.TrimSpace(d.text.text)) > 0
	}
	head := bytes.TrimLeft(d.text.text, "\uFEFF \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[') && !isCode(d)
}

// isCode reports whether the editor's language is one that mcp-lint reads as source code.
func isCode(d *opened) bool {
	_, ok := lex.OfEditor(d.language)
	return ok
}
