package manifest

import (
	"encoding/base64"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxEmbedded bounds the nesting of documents in strings, maxEmbeddedBytes their total size per file.
	maxEmbedded, maxEmbeddedBytes = 4, 4 << 20
	// shortEmbedded is the minimum length of a string that could hold a definition.
	shortEmbedded = 16
)

// embedded reads a string that is itself a document: the body of a recorded response, a file in a ConfigMap, a list of tools that a program
// writes as a string. key is the name of its member.
func (r *recogniser) embedded(n *source.Node, key string, s scope) {
	if n.Kind != source.String || len(n.Text.Value) < shortEmbedded {
		return
	}
	text := n.Text
	if decoded, ok := fromBase64(text.Value); ok {
		var b source.Builder
		b.Inexact(n.File, n.Span, decoded)
		text = b.Text()
	}
	head := []byte(text.Value[:min(len(text.Value), sniffBytes)])
	format, _ := formatOfName(key)
	switch {
	case startsJSON(skipJSONSpace(head)):
		format = JSON
	case IsEventStream(head):
		format = EventStream
	case format != YAML && format != TOML:
		return
	}
	file := source.NewFile(r.file.Path, path.Join(path.Dir(r.file.Rel), key), []byte(text.Value))
	if !Candidate(file) {
		return
	}
	if r.stringBytes += len(text.Value); r.stringBytes > maxEmbeddedBytes || r.stringDepth >= maxEmbedded {
		if !r.unreadStrings {
			r.unreadStrings = true
			r.out.problem(n, "documents are nested in more than %d strings or have more than %d bytes together; this one was not read", maxEmbedded, maxEmbeddedBytes)
		}
		return
	}
	docs, problems := ParseAs(file, format)
	source.Inside(docs, text)
	inner := newRecogniser(file, false)
	inner.stringDepth, inner.stringBytes = r.stringDepth+1, r.stringBytes
	inner.documents(docs)
	r.stringBytes = inner.stringBytes
	if len(inner.out.Entries)+len(inner.out.Servers)+len(inner.out.Settings)+len(inner.out.Manifests)+len(inner.out.Problems) == 0 {
		return
	}
	for _, p := range problems {
		r.out.problem(n, "a document inside a string: %s", p.Reason)
	}
	for i := range inner.out.Entries {
		if e := &inner.out.Entries[i]; e.Server == "" {
			e.Server = s.server
		}
	}
	r.out.Entries = append(r.out.Entries, inner.out.Entries...)
	r.out.Servers = append(r.out.Servers, inner.out.Servers...)
	r.out.Manifests = append(r.out.Manifests, inner.out.Manifests...)
	r.out.Settings = append(r.out.Settings, inner.out.Settings...)
	r.out.Problems = append(r.out.Problems, inner.out.Problems...)
}

// fromBase64 decodes a string that is clearly base64 of text: it has lines, or decodes to the start of JSON.
func fromBase64(s string) (decoded string, ok bool) {
	// head is the number of base64 characters needed to recognise the content.
	const head = 64
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s[:min(len(s), head)]), "=")
	begin, err := base64.RawStdEncoding.DecodeString(plain[:len(plain)&^3])
	if err != nil || !startsJSON(skipJSONSpace(begin)) && !isPrintable(begin) {
		return "", false
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/", "\n", "").Replace(s), "="))
	return string(data), err == nil
}

// isPrintable reports whether bytes are printable text, apart from a character cut off at the end.
func isPrintable(b []byte) bool {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n <= 1 {
			return !utf8.FullRune(b)
		}
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
		b = b[n:]
	}
	return true
}
