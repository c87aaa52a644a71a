package manifest

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxEmbedded bounds how deep documents may stand in strings of others, maxEmbeddedBytes those of one file together.
	maxEmbedded, maxEmbeddedBytes = 4, 4 << 20
	// shortEmbedded is what a string has at least that a definition fits in.
	shortEmbedded = 16
)

// embedded reads a string that is a document itself: the body of a recorded answer, a file in a ConfigMap, a list of tools that a program writes
// as one string. key is the name of the member that holds it.
func (r *recogniser) embedded(n *source.Node, key string, s scope) {
	if n.Kind != source.String || len(n.Text.Value) < shortEmbedded {
		return
	}
	text := n.Text
	format, _ := formatOfName(key)
	switch decoded, is := asBase64(text.Value); {
	case is:
		var b source.Builder
		b.Inexact(n.File, n.Span, decoded)
		text, format = b.Text(), JSON
	case startsJSON(skipJSONSpace([]byte(text.Value[:min(len(text.Value), sniffBytes)]))):
		format = JSON
	case IsEventStream([]byte(text.Value[:min(len(text.Value), sniffBytes)])):
		format = EventStream
	case format != YAML && format != TOML:
		return
	}
	file := source.NewFile(r.file.Path, path.Join(path.Dir(r.file.Rel), key), []byte(text.Value))
	if !Candidate(file) {
		return
	}
	if r.spent += len(text.Value); r.spent > maxEmbeddedBytes || r.inside >= maxEmbedded {
		if !r.unreadStrings {
			r.unreadStrings = true
			r.problem(n, "documents stand in more than %d strings of each other or have more than %d bytes together; this one was not read", maxEmbedded, maxEmbeddedBytes)
		}
		return
	}
	docs, problems := ParseAs(file, format)
	source.Inside(docs, text)
	inner := newRecogniser(file, false)
	inner.inside, inner.spent = r.inside+1, r.spent
	inner.documents(docs)
	r.spent = inner.spent
	if len(inner.out.Entries)+len(inner.out.Servers)+len(inner.out.Settings)+len(inner.out.Manifests)+len(inner.out.Problems) == 0 {
		return
	}
	for _, p := range problems {
		r.problem(n, "a document in a string: %s", p.Reason)
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

// asBase64 decodes a string that is base64 of what begins as JSON.
func asBase64(s string) (decoded string, is bool) {
	// head is how much is enough to recognise it, in letters of base64.
	const head = 64
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s[:min(len(s), head)]), "=")
	begin, err := base64.RawStdEncoding.DecodeString(plain[:len(plain)&^3])
	if err != nil || !startsJSON(skipJSONSpace(begin)) {
		return "", false
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/", "\n", "").Replace(s), "="))
	return string(data), err == nil
}
