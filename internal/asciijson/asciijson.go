// Package asciijson writes JSON that is safe for terminals and logs.
package asciijson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Write writes a value as an indented document, escaped as by Escape. what names it in errors.
func Write(w io.Writer, v any, what string) error {
	data, err := Encode(v)
	if err != nil {
		return fmt.Errorf("could not encode %s: %w", what, err)
	}
	_, err = w.Write(data)
	return err
}

// Encode returns the output of Write.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Escape(buf.Bytes()), nil
}

// AppendEscape appends a character as a JSON escape, or as a surrogate pair above U+FFFF.
func AppendEscape(out []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		out = fmt.Appendf(out, `\u%04x`, 0xD800+r>>10)
		r = 0xDC00 + r&0x3FF
	}
	return fmt.Appendf(out, `\u%04x`, r)
}

// Escape escapes every character above U+007E of a JSON document, so that no invisible character of a scanned file gets out. It also breaks
// up "##[", "##vso[" and "##teamcity[", which the runners of GitHub, Azure and TeamCity take for commands anywhere in a log line. The meaning
// of the document does not change.
func Escape(data []byte) []byte {
	out := make([]byte, 0, len(data)+len(data)/16)
	for _, r := range string(data) {
		if r >= 0x7F || strings.ContainsRune("[vVtT", r) && bytes.HasSuffix(out, []byte("##")) {
			out = AppendEscape(out, r)
		} else {
			out = append(out, byte(r))
		}
	}
	return out
}

// List is a list whose items are encoded one by one, to save memory.
type List struct {
	// Name is a member of the document itself.
	Name  string
	Items iter.Seq[any]
}

// WriteLong is Write for a document with long lists, which must be empty in v. lists must be in document order.
func WriteLong(w io.Writer, v any, what string, lists ...List) error {
	data, err := Encode(v)
	if err != nil {
		return fmt.Errorf("could not encode %s: %w", what, err)
	}
	for _, list := range lists {
		// JSON strings contain no line feeds, so this matches only the member.
		before, after, found := bytes.Cut(data, fmt.Appendf(nil, "\n  %q: []", list.Name))
		if !found {
			return fmt.Errorf("could not encode %s: it has no empty list %q", what, list.Name)
		}
		if _, err := fmt.Fprintf(w, "%s\n  %q: [", before, list.Name); err != nil {
			return err
		}
		if err := writeItems(w, list.Items, what); err != nil {
			return err
		}
		data = after
	}
	_, err = w.Write(data)
	return err
}

func writeItems(w io.Writer, items iter.Seq[any], what string) error {
	end, separator := "]", "\n    "
	for item := range items {
		raw, err := json.MarshalIndent(item, "    ", "  ")
		if err != nil {
			return fmt.Errorf("could not encode %s: %w", what, err)
		}
		if _, err := fmt.Fprintf(w, "%s%s", separator, Escape(raw)); err != nil {
			return err
		}
		end, separator = "\n  ]", ",\n    "
	}
	_, err := io.WriteString(w, end)
	return err
}
