package lsp

import (
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/protocol"
)

const (
	// maxDocuments and maxHeld bound what is open at one time: the number of documents, and the bytes of all of them.
	maxDocuments, maxHeld = 10_000, 512 << 20
)

// document is one that is open in the editor.
type document struct {
	uri, language string
	// path is that of its file, or "" when it is none of this machine.
	path    string
	version int32
	text    *buffer
	// lost says, for people, why the text is not that of the editor, or is "".
	lost string
	job  *job
	// shown are the diagnostics that were published last, and shownFor is the text that they are of.
	shown    []diagnostic
	shownFor *buffer
}

func (s *server) didOpen(p *protocol.DidOpenTextDocumentParams) (any, error) {
	uri := string(p.TextDocument.URI)
	if len(uri) > maxURI || uri == "" {
		return nil, fmt.Errorf("%w: a URI of %d bytes names no document", errNoDocument, len(uri))
	}
	if s.docs[uri] == nil && len(s.docs) >= maxDocuments {
		s.once(protocol.MessageTypeWarning, fmt.Sprintf("mcp-lint: no more files are scanned while %d are open", maxDocuments))
		return nil, nil
	}
	if old := s.docs[uri]; old != nil {
		s.drop(old) // Opened twice: the later one counts.
	}
	d := &document{uri: uri, language: string(p.TextDocument.LanguageID), version: p.TextDocument.Version}
	d.path, _ = pathOf(uri)
	s.docs[uri] = d
	s.set(d, newBuffer([]byte(p.TextDocument.Text)))
	s.assign(d)
	return nil, nil
}

// set gives a document its text, if there is room for it.
func (s *server) set(d *document, b *buffer) {
	if d.text != nil {
		s.held -= int64(len(d.text.text))
	}
	d.lost = ""
	if s.held+int64(len(b.text)) > maxHeld {
		b = newBuffer(nil)
		d.lost = "the open files have more text than mcp-lint can keep; close some and open this one again"
	}
	d.text = b
	s.held += int64(len(b.text))
}

// openAt returns the document of a file, or nil. Editors do not agree on how a path is written in a URI.
func (s *server) openAt(path string) *document {
	for _, d := range s.docs {
		if d.path == path {
			return d
		}
	}
	return nil
}

// isOpen reports whether the file that a URI of ours names is open.
func (s *server) isOpen(uri string) bool {
	path, _ := pathOf(uri)
	return s.docs[uri] != nil || s.openAt(path) != nil
}

func (s *server) drop(d *document) {
	s.held -= int64(len(d.text.text))
	delete(s.docs, d.uri)
	s.unassign(d)
}

func (s *server) didChange(d *document, p *documentParams) {
	d.version = p.TextDocument.Version
	var changed *lines
	for _, c := range p.ContentChanges {
		switch {
		case c.Range == nil:
			changed = nil
			s.set(d, newBuffer([]byte(c.Text)))
		case d.lost == "":
			if changed == nil {
				changed = d.text.lines()
			}
			changed.replace(*c.Range, c.Text, s.columns)
		}
	}
	if changed != nil {
		s.set(d, changed.buffer())
	}
	s.due(d.job)
}

func (s *server) didSave(d *document, _ *documentParams) { s.due(d.job) }

func (s *server) didClose(d *document, _ *documentParams) {
	s.drop(d)
	s.outbox.publish(d.uri, nil, nil)
}

// messageLost is called for a message that could not be read.
func (s *server) messageLost(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == running {
		s.lose(reason)
	}
}

// lose takes no text for certain any more, since a change may have been lost, until the editor sends all of it.
func (s *server) lose(reason string) {
	s.once(protocol.MessageTypeWarning, "mcp-lint: "+reason+"; close and reopen open files to scan them again")
	for _, d := range s.docs {
		d.lost = "a message from the editor could not be read, so the text of this file is unknown; close the file and open it again"
	}
	s.scanAll()
}

// once shows a message that was not shown before. Messages are bounded, and so is their number.
func (s *server) once(kind protocol.MessageType, message string) {
	if s.reported[message] || len(s.reported) > maxReported {
		return
	}
	s.reported[message] = true
	s.outbox.show(kind, message)
}

// maxReported bounds the different messages of a session.
const maxReported = 200

const maxURI = 8 << 10

// pathOf returns the path that a URI names, or false for one that names no file of this machine.
func pathOf(uri string) (string, bool) { return pathOn(runtime.GOOS == "windows", uri) }

// pathOn is pathOf on a machine with the paths of Windows, or on another.
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
		// A share of another machine: \\host\share\file.
		return `\\` + u.Host + strings.ReplaceAll(path, "/", `\`), true
	}
	if len(path) < 3 || path[0] != '/' || !isLetter(path[1]) || path[2] != ':' {
		return "", false
	}
	// Editors do not agree on the case of a drive.
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

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
