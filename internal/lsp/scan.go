package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/door"
)

// maxScanned is the size above which a document is not scanned, as files are not.
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

// outcome is what is to be reported after a scan.
type outcome struct {
	// of are the diagnostics of open documents by URI, and elsewhere those of other files.
	of, elsewhere map[string][]diagnostic
	messages      []string
}

// guarded is scan; a defect of it is reported as what could not be scanned.
func (s *server) guarded(ctx context.Context, shot *snapshot) (out *outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = &outcome{of: map[string][]diagnostic{}}
			for i := range shot.docs {
				d := &shot.docs[i]
				out.of[d.uri] = []diagnostic{shot.remark(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned,
					"not scanned, because of a bug in mcp-lint: "+text.Safe(fmt.Sprint(r), 300))}
			}
		}
	}()
	return s.scan(ctx, shot)
}

// scan scans all documents of a snapshot. It returns nil when it was given up.
func (s *server) scan(ctx context.Context, shot *snapshot) *outcome {
	out := &outcome{of: map[string][]diagnostic{}, elsewhere: map[string][]diagnostic{}}
	var files []*opened
	for i := range shot.docs {
		d := &shot.docs[i]
		if shot.refused(d, out) {
			continue
		}
		if filepath.Base(d.path) == config.Name {
			for _, p := range s.opts.CheckConfig(d.text.text) {
				out.add(d, shot.remark(d, p.Line, protocol.DiagnosticSeverityError, codeSettings, p.Text))
			}
		}
		switch {
		case d.stored:
			files = append(files, d)
		case looksLikeDocument(d):
			if !s.gather(ctx, shot, out, door.Request{Document: d.text.text}, []*opened{d}) {
				return nil
			}
		case isCode(d):
			out.add(d, shot.remark(d, 0, protocol.DiagnosticSeverityHint, codeNotScanned, "source code is scanned when it is saved"))
		}
	}
	for len(files) > 0 {
		var once []*opened
		once, files = apart(files)
		req := door.Request{Folder: shot.folder, InContext: shot.folder != "", Overlay: shot.overlayFor(once)}
		for _, d := range once {
			req.Paths = append(req.Paths, d.path)
		}
		if !s.gather(ctx, shot, out, req, once) {
			return nil
		}
	}
	for i := range shot.docs {
		bound(shot, &shot.docs[i], out)
	}
	return out
}

// apart returns the documents of different files, and those of files that are open under another name as well: each has a text of its own.
func apart(files []*opened) (once, again []*opened) {
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

// overlayFor is the overlay of a scan: of a file that is open under two names, only the text of the one that is scanned.
func (shot *snapshot) overlayFor(files []*opened) map[string][]byte {
	scanned := map[string]string{}
	for _, d := range files {
		scanned[d.real] = d.path
	}
	overlay := maps.Clone(shot.overlay)
	for i := range shot.docs {
		d := &shot.docs[i]
		if path, ok := scanned[d.real]; ok && d.real != "" && path != d.path {
			delete(overlay, d.path)
		}
	}
	return overlay
}

func (shot *snapshot) refused(d *opened, out *outcome) bool {
	reason := d.lost
	if n := len(d.text.text); reason == "" && n > maxScanned {
		reason = fmt.Sprintf("the file has %d bytes, and files above %d are not scanned; split it", n, maxScanned)
	}
	if reason == "" {
		return false
	}
	out.add(d, shot.remark(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned, "not scanned: "+reason))
	return true
}

func (shot *snapshot) failed(out *outcome, err error, docs []*opened) {
	words := text.Safe(err.Error(), maxMessageRunes)
	var settings *SettingsError
	if errors.As(err, &settings) {
		out.messages = append(out.messages, settingsMessage+words)
		shot.settings(out, settings)
		words = "the settings are not valid: " + words
	}
	for _, d := range docs {
		out.add(d, shot.remark(d, 0, protocol.DiagnosticSeverityWarning, codeNotScanned, "not scanned: "+words))
	}
}

// settings has the mistakes stand in the file that has them, unless that is open: then what stands in the editor was looked at.
func (shot *snapshot) settings(out *outcome, err *SettingsError) {
	if err.Path == "" {
		return
	}
	for i := range shot.docs {
		if shot.docs[i].path == err.Path {
			return
		}
	}
	uri := uriOf(err.Path)
	for _, p := range err.Problems {
		line := uint32(max(p.Line-1, 0))
		at := protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line, Character: 1000}}
		out.elsewhere[uri] = append(out.elsewhere[uri], plain(at, protocol.DiagnosticSeverityError, codeSettings, text.Safe(p.Text, maxMessageRunes)))
	}
}

func (out *outcome) add(d *opened, one diagnostic) { out.of[d.uri] = append(out.of[d.uri], one) }

// looksLikeDocument reports whether a document that is no file may be one that is scanned by itself.
func looksLikeDocument(d *opened) bool {
	switch d.language {
	case "json", "jsonc", "json5", "jsonl", "yaml", "toml":
		return len(bytes.TrimSpace(d.text.text)) > 0
	}
	switch strings.ToLower(filepath.Ext(d.path)) {
	case ".json", ".jsonc", ".yaml", ".yml", ".toml":
		return len(bytes.TrimSpace(d.text.text)) > 0
	}
	head := bytes.TrimLeft(d.text.text, "\uFEFF \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[') && !isCode(d)
}

// isCode reports whether the editor takes a document for source code that mcp-lint reads.
func isCode(d *opened) bool {
	_, ok := lex.OfEditor(d.language)
	return ok
}
