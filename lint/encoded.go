package lint

import (
	"index/suffixarray"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/decode"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// A credential may stand in a file encoded. The engine redacts it in what it decodes; whoever sees the encoded run can decode
// it just as well, so that the run is redacted too: in source lines, and in what is quoted of it.

const (
	// payloadCheck decodes what it finds: its evidence is what comes out.
	payloadCheck = "payload.decoded"
	// stub is in evidence from which a credential was redacted.
	stub = "[REDACTED]"
	// encodedBytes bounds Place.Encoded.
	encodedBytes = 2 << 10
	// encodedSeed is from how many characters on a piece of an encoded run is redacted in a quotation: nine bytes of base64.
	encodedSeed = 12
)

// encodedRun is a run in a field of a tool that decodes to a credential.
type encodedRun struct {
	field int
	source.Span
	// words are what is not to be quoted. They are empty where the encoding leaves readable characters as they are, for there
	// a run may be whole sentences, of which the engine has redacted what matters.
	words string
}

// encodedRuns finds the encoded credentials in a text.
func encodedRuns(s string) []encodedRun {
	if len(s) < decode.MinText {
		return nil
	}
	var runs []encodedRun
	for _, l := range decode.Find(s).Layers {
		raw := s[l.Start:l.End]
		if !hidesCredential(raw, l.Text) {
			continue
		}
		run := encodedRun{Span: source.Span{Start: l.Start, End: l.End}}
		if opaque(l.Encodings[0]) {
			run.words = raw
		}
		runs = append(runs, run)
	}
	return runs
}

// hidesCredential reports whether there is a credential in decoded text that cannot be seen in what it was decoded from.
func hidesCredential(raw, decoded string) bool {
	return slices.ContainsFunc(secret.Find(decoded), func(m secret.Match) bool { return !strings.Contains(raw, decoded[m.Start:m.End]) })
}

// opaque reports whether runs of the encoding hold nothing but what is encoded.
func opaque(e decode.Encoding) bool { return !e.Partial() && e != decode.Rot13 }

// toolRuns finds the encoded credentials in all fields of a tool, and the runs whose evidence the engine redacted.
func toolRuns(f detect.Finding, tool *discover.Tool) []encodedRun {
	var runs []encodedRun
	for i, field := range tool.View.Fields {
		for _, run := range encodedRuns(field.Text) {
			run.field = i
			runs = append(runs, run)
		}
	}
	for _, s := range f.Signals {
		if s.CheckID == payloadCheck && strings.Contains(s.Evidence, stub) {
			runs = append(runs, encodedRun{field: s.FieldIndex, Span: source.Span{Start: s.Start, End: s.End}})
		}
	}
	return runs
}

// hide keeps the runs out of all source lines of a file that holds the tool.
func (r *Report) hide(runs []encodedRun, texts []source.Text) {
	for _, run := range runs {
		for _, l := range texts[run.field].Locate(run.Start, run.End) {
			if l.File == nil {
				continue
			}
			if r.sensitive == nil {
				r.sensitive = map[*source.File][]source.Span{}
			}
			r.sensitive[l.File] = append(r.sensitive[l.File], l.Span)
		}
	}
}

// redactRuns redacts the runs where signals quote them.
func redactRuns(f detect.Finding, runs []encodedRun) detect.Finding {
	var words []string
	for _, run := range runs {
		if run.words != "" {
			words = append(words, run.words)
		}
	}
	if len(words) == 0 {
		return f
	}
	// There can be thousands of runs and of quotations. No quotation holds a NUL.
	index := suffixarray.New([]byte(strings.Join(words, "\x00")))
	f.Signals = slices.Clone(f.Signals)
	for i := range f.Signals {
		s := &f.Signals[i]
		s.Evidence, s.Detail, s.Field = unquote(s.Evidence, index), unquote(s.Detail, index), unquote(s.Field, index)
	}
	return f
}

// unquote redacts the pieces of runs in a quotation.
func unquote(quote string, runs *suffixarray.Index) string {
	// Whether the window that ends there is part of a run.
	hidden := func(end int) bool { return len(runs.Lookup([]byte(quote[end-encodedSeed:end]), 1)) > 0 }
	var b strings.Builder
	from := 0
	for i := 0; i+encodedSeed <= len(quote); {
		end := i + encodedSeed
		if !hidden(end) {
			i++
			continue
		}
		// Each window of the piece is part of a run, though the piece as a whole need not be.
		for end < len(quote) && hidden(end+1) {
			end++
		}
		b.WriteString(quote[from:i] + stub)
		i, from = end, end
	}
	if from == 0 {
		return quote
	}
	return b.String() + quote[from:]
}

// encodedWords returns for each signal that decodes something what it decodes, for Place.Encoded.
func encodedWords(f detect.Finding, tool *discover.Tool, runs []encodedRun) []string {
	inField := map[int][]encodedRun{}
	for _, run := range runs {
		inField[run.field] = append(inField[run.field], run)
	}
	out := make([]string, len(f.Signals))
	for i, s := range f.Signals {
		if s.CheckID != payloadCheck {
			continue
		}
		words := tool.View.Fields[s.FieldIndex].Text[s.Start:s.End]
		hidden := slices.ContainsFunc(inField[s.FieldIndex], func(r encodedRun) bool { return r.Start < s.End && s.Start < r.End })
		if hidden {
			out[i] = redaction
			continue
		}
		words = secret.Redact(words)
		if len(words) > encodedBytes {
			end := encodedBytes
			for !utf8.RuneStart(words[end]) {
				end--
			}
			words = words[:end] + "…"
		}
		out[i] = words
	}
	return out
}

// encoded sets what the signals decode.
func (f *Finding) encoded(words []string) {
	for i := range f.Places {
		f.Places[i].Encoded = words[i]
	}
}
