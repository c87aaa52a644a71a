package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/lazy"
	filesettings "github.com/org/mcp-lint/internal/settings"
)

func configPath(folder string) string { return filepath.Join(folder, config.Name) }

// ignoreInConfig adds an ignore entry for the finding to the folder's configuration file, which it creates if needed; nil if it cannot.
func (s *server) ignoreInConfig(at *target, d *diagnostic) *workspaceEdit {
	if at.folder == "" {
		return nil
	}
	file := at.config
	if file == nil {
		path, data, err := filesettings.Read(at.folder, "")
		switch {
		case err == nil && len(data) <= config.MaxBytes:
			file = &opened{uri: uriOf(path), path: path, text: newBuffer(data)}
		case errors.Is(err, fs.ErrNotExist) && at.client.canCreateFiles():
			return s.configWithEntry(at, ignoreEntry(d))
		default:
			return nil
		}
	}
	c, err := config.InsertIgnores(file.text.text, ignoreEntry(d))
	if err != nil || len(s.opts.CheckConfig(c.Apply(file.text.text))) > 0 {
		return nil
	}
	return at.edit(file, change{start: c.Start, end: c.End, words: c.Words})
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

// ignoreEntry is an entry that ignores the finding, bound to the digest of the definition if there is one, else to the file.
func ignoreEntry(d *diagnostic) string {
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
	return "  " + strings.Join(lines, "\n  ") + "\n"
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
