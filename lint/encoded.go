package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
)

const (
	// payloadCheck decodes what it finds: its evidence is what comes out.
	payloadCheck = "payload.decoded"
	// stub stands for a credential that was redacted.
	stub = "[REDACTED]"
	// encodedBytes bounds Place.Encoded.
	encodedBytes = 2 << 10
)

// hidesCredential reports whether the signal decodes a run to something that holds a credential.
func hidesCredential(s *detect.Signal) bool {
	return s.CheckID == payloadCheck && strings.Contains(s.Evidence, stub)
}

// hidePayloads keeps the runs that decode to a credential out of all source lines, for whoever sees one can decode it just as well.
func (r *Report) hidePayloads(f *detect.Finding, at *site) {
	for i := range f.Signals {
		s := &f.Signals[i]
		if !hidesCredential(s) {
			continue
		}
		r.hidePlaces(at.text(s.FieldIndex).Locate(s.Start, s.End)...)
	}
}

// encoded sets what the signals decode.
func (f *Finding) encoded(tool *discover.Tool) {
	for i := range f.Signals {
		s := &f.Signals[i]
		switch {
		case s.CheckID != payloadCheck:
		case hidesCredential(s):
			f.Places[i].Encoded = redaction
		default:
			// Twice as much is looked through, so that no credential that is cut shows its first half.
			words := tool.View.Fields[s.FieldIndex].Text[s.Start:s.End]
			f.Places[i].Encoded = cut(secret.Redact(words[:min(len(words), 2*encodedBytes)]), encodedBytes)
		}
	}
}

// cut cuts words to a number of bytes, between characters.
func cut(words string, limit int) string {
	if len(words) <= limit {
		return words
	}
	for limit > 0 && !utf8.RuneStart(words[limit]) {
		limit--
	}
	return words[:limit] + "…"
}
