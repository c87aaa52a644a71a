package lsp

import (
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/protocol"
)

// maxDocuments and maxOpenBytes bound the number of open documents and their total bytes.
const maxDocuments, maxOpenBytes = 10_000, 512 << 20

// document is open in the editor.
type document struct {
	uri, language string
	// path is "" for a document that is not a local file.
	path    string
	version int32
	text    *buffer
	// lost is the reason why the text differs from the editor's, or "".
	lost string
	job  *job
	// shown are the last published diagnostics, and shownFor is the text that was scanned for them.
	shown     []diagnostic
	shownText *buffer
}

// documents are the open ones.
type documents struct {
	byURI map[string]*document
	bytes int64
}

// set replaces the text of a document, within maxOpenBytes.
func (o *documents) set(d *document, b *buffer) {
	if d.text != nil {
		o.bytes -= int64(len(d.text.text))
	}
	d.lost = ""
	if o.bytes+int64(len(b.text)) > maxOpenBytes {
		b = newBuffer(nil)
		d.lost = "the open files have more text than mcp-lint can keep; close some and open this one again"
	}
	d.text = b
	o.bytes += int64(len(b.text))
}

// at returns the document of a file, or nil. It compares paths, since editors escape URIs differently.
func (o *documents) at(path string) *document {
	for _, d := range o.byURI {
		if d.path == path {
			return d
		}
	}
	return nil
}

// has takes a URI made by uriOf, which the editor may write differently.
func (o *documents) has(uri string) bool {
	path, _ := pathOf(uri)
	return o.byURI[uri] != nil || o.at(path) != nil
}

func (o *documents) remove(d *document) {
	o.bytes -= int64(len(d.text.text))
	delete(o.byURI, d.uri)
}

func (s *server) didOpen(p *protocol.DidOpenTextDocumentParams) (any, error) {
	uri := string(p.TextDocument.URI)
	if len(uri) > maxURI || uri == "" {
		return nil, fmt.Errorf("%w: a URI of %d bytes names no document", errNoDocument, len(uri))
	}
	if s.docs.byURI[uri] == nil && len(s.docs.byURI) >= maxDocuments {
		s.notices.once(protocol.MessageTypeWarning, fmt.Sprintf("mcp-lint: no more files are scanned while %d are open", maxDocuments))
		return nil, nil
	}
	if old := s.docs.byURI[uri]; old != nil {
		s.drop(old) // Opened twice: the second text counts.
	}
	d := &document{uri: uri, language: string(p.TextDocument.LanguageID), version: p.TextDocument.Version}
	d.path, _ = pathOf(uri)
	s.docs.byURI[uri] = d
	s.docs.set(d, newBuffer([]byte(p.TextDocument.Text)))
	s.assign(d)
	return nil, nil
}

func (s *server) drop(d *document) {
	s.docs.remove(d)
	s.unassign(d)
}

func (s *server) didChange(d *document, p *documentParams) {
	d.version = p.TextDocument.Version
	var changed *lines
	for _, c := range p.ContentChanges {
		switch {
		case c.Range == nil:
			changed = nil
			s.docs.set(d, newBuffer([]byte(c.Text)))
		case d.lost == "":
			if changed == nil {
				changed = d.text.lines()
			}
			changed.replace(*c.Range, c.Text, s.columns)
		}
	}
	if changed != nil {
		s.docs.set(d, changed.buffer())
	}
	s.schedule(d.job)
}

func (s *server) didSave(d *document, _ *documentParams) { s.schedule(d.job) }

func (s *server) didClose(d *document, _ *documentParams) {
	s.drop(d)
	s.outbox.publish(d.uri, nil, nil)
}

// messageLost is called for an unreadable message.
func (s *server) messageLost(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == running {
		s.distrustTexts(reason)
	}
}

// distrustTexts marks all texts as unknown until the editor sends them in full, since the lost message may have been a change.
func (s *server) distrustTexts(reason string) {
	s.notices.once(protocol.MessageTypeWarning, "mcp-lint: "+reason+"; close and reopen open files to scan them again")
	for _, d := range s.docs.byURI {
		d.lost = "a message from the editor could not be read, so the text of this file is unknown; close the file and open it again"
	}
	s.scanAll()
}

// notices are messages that are shown once.
type notices struct {
	outbox *outbox
	shown  map[string]bool
}

// once shows a message unless it was shown before.
func (n *notices) once(kind protocol.MessageType, message string) {
	if n.shown[message] || len(n.shown) > maxReported {
		return
	}
	n.shown[message] = true
	n.outbox.show(kind, message)
}

// forget has messages shown again whose text begins with prefix and holds part.
func (n *notices) forget(prefix, part string) {
	maps.DeleteFunc(n.shown, func(m string, _ bool) bool { return strings.HasPrefix(m, prefix) && strings.Contains(m, part) })
}

const (
	maxReported = 200 // different messages of a session
	maxURI      = 8 << 10
)

// pathOf returns the path of a file URI, or false for anything but a local file.
func pathOf(uri string) (string, bool) { return pathOn(runtime.GOOS == "windows", uri) }

// pathOn is pathOf for a given system, so that tests cover both.
func pathOn(windows bool, uri string) (string, bool) {
	if len(uri) > maxURI {
		return "", false
	}
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Opaque != "" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	path := u.Path
	if !windows {
		if u.Host != "" && !strings.EqualFold(u.Host, "localhost") || !strings.HasPrefix(path, "/") {
			return "", false
		}
		return filepath.Clean(path), true
	}
	if u.Host != "" && !strings.EqualFold(u.Host, "localhost") {
		// A UNC path: \\host\share\file.
		return `\\` + u.Host + strings.ReplaceAll(path, "/", `\`), true
	}
	if len(path) < 3 || path[0] != '/' || path[1]|0x20 < 'a' || path[1]|0x20 > 'z' || path[2] != ':' {
		return "", false
	}
	// Editors differ in the case of drive letters.
	return strings.ToUpper(path[1:2]) + strings.ReplaceAll(path[2:], "/", `\`), true
}

func uriOf(path string) string { return uriOn(runtime.GOOS == "windows", path) }

func uriOn(windows bool, path string) string {
	if !windows {
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	path = strings.ReplaceAll(path, `\`, "/")
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		host, share, _ := strings.Cut(rest, "/")
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + share}).String()
	}
	return (&url.URL{Scheme: "file", Path: "/" + path}).String()
}
