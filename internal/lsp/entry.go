package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/lazy"
)

func configPath(folder string) string { return filepath.Join(folder, config.Name) }

// ignoreInConfig adds an ignore entry for the finding to the folder's configuration file, which it creates if needed; nil if it cannot.
func (s *server) ignoreInConfig(at *target, d *diagnostic) *workspaceEdit {
	if at.folder == "" {
		return nil
	}
	file := at.config
	if file == nil {
		stored, err := storedConfig(configPath(at.folder))
		switch {
		case err == nil:
			file = stored
		case errors.Is(err, fs.ErrNotExist) && at.client.canCreateFiles():
			return s.configWithEntry(at, ignoreEntry(d, "  ", "\n"))
		default:
			return nil
		}
	}
	c := addEntry(file.text, d)
	if len(s.opts.CheckConfig(apply(file.text.text, []change{c}))) > 0 {
		return nil
	}
	return at.edit(file, c)
}

// storedConfig reads a configuration file. Like scans, it follows no symbolic link.
func storedConfig(path string) (*opened, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() || st.Size() > config.MaxBytes {
		return nil, errors.ErrUnsupported
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, config.MaxBytes+1))
	return &opened{uri: uriOf(path), path: path, text: newBuffer(data)}, err
}

func (s *server) configWithEntry(at *target, words string) *workspaceEdit {
	words = "ignore:\n" + words
	if len(s.opts.CheckConfig([]byte(words))) > 0 {
		return nil
	}
	uri := uriOf(configPath(at.folder))
	fill := textDocumentEdit{Edits: []protocol.TextEdit{{NewText: words}}}
	fill.TextDocument.URI = uri
	return &workspaceEdit{DocumentChanges: []any{
		protocol.CreateFile{
			Kind: protocol.CreateResourceOperation, URI: protocol.DocumentURI(uri), Options: &protocol.CreateFileOptions{IgnoreIfExists: true},
		},
		fill,
	}}
}

var (
	// ignoreKey is the key of the list of entries; its first group is an empty list.
	ignoreKey = lazy.Regexp(`(?m)^ignore:[ \t]*(\[[ \t]*\])?[ \t]*(#[^\r\n]*)?\r?$`)
	// firstItem captures the indentation of the first item, after blank lines and comments.
	firstItem = lazy.Regexp(`^(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ \t]*)- `)
)

// addEntry returns the change that adds an entry to a configuration file.
func addEntry(b *buffer, d *diagnostic) change {
	eol := lineEnd(b)
	found := ignoreKey().FindSubmatchIndex(b.text)
	if found == nil {
		words := "ignore:" + eol + ignoreEntry(d, "  ", eol)
		if n := len(b.text); n > b.file.BOM() && b.text[n-1] != '\n' {
			words = eol + words
		}
		return change{start: len(b.text), end: len(b.text), words: words}
	}
	line, end := b.line(b.lineAt(found[0]))
	if found[2] >= 0 {
		// Replace the empty list.
		return change{start: line, end: end, words: "ignore:" + eol + strings.TrimSuffix(ignoreEntry(d, "  ", eol), eol)}
	}
	next := b.lineAt(found[0]) + 1
	if next >= len(b.starts) {
		return change{start: end, end: end, words: eol + ignoreEntry(d, "  ", eol)}
	}
	at, indent := b.starts[next], "  "
	if m := firstItem().FindSubmatch(b.text[at:]); m != nil {
		indent = string(m[1])
	}
	return change{start: at, end: at, words: ignoreEntry(d, indent, eol)}
}

// ignoreEntry is an entry that ignores the finding, bound to the digest of the definition if there is one, else to the file.
func ignoreEntry(d *diagnostic, indent, eol string) string {
	lines := []string{"- check: " + scalar(d.check)}
	if d.tool != "" {
		lines = append(lines, "  tool: "+scalar(d.tool))
	}
	switch {
	case d.digest != "":
		lines = append(lines, "  digest: "+scalar(d.digest))
	case d.rel != "" && d.rel != "-":
		lines = append(lines, "  path: "+scalar(config.PathPattern(d.rel)))
	}
	lines = append(lines, "  reason: "+scalar(todo))
	return indent + strings.Join(lines, eol+indent) + eol
}

// scalar writes a string as YAML, quoted and in ASCII unless it is plainly a string.
func scalar(s string) string {
	if plainScalar().MatchString(s) {
		return s
	}
	var b bytes.Buffer
	quoted, _ := json.Marshal(s)
	for _, r := range string(quoted) {
		if r < 0x7F {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
	}
	return b.String()
}

// plainScalar excludes words that YAML reads as numbers, booleans or null.
var plainScalar = lazy.Regexp(`^(?:sha256:[0-9a-f]+|[a-z]+(?:[._][a-z]+)+)$`)
