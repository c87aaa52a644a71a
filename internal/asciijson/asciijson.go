// Package asciijson makes JSON fit for terminals and logs.
package asciijson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// Write writes a value as an indented document, escaped as Escape does. what names it in the error when it cannot be encoded.
func Write(w io.Writer, v any, what string) error {
	data, err := Encode(v)
	if err != nil {
		return fmt.Errorf("could not encode %s: %w", what, err)
	}
	_, err = w.Write(data)
	return err
}

// Encode returns a value as Write writes it.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Escape(buf.Bytes()), nil
}

// AppendEscape appends a character as an escape of JSON, as two of them above U+FFFF.
func AppendEscape(out []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		out = fmt.Appendf(out, `\u%04x`, 0xD800+r>>10)
		r = 0xDC00 + r&0x3FF
	}
	return fmt.Appendf(out, `\u%04x`, r)
}

// Escape writes every character above U+007E of a JSON document, which can only stand in a string, as an escape, so that no
// invisible character of a scanned file gets out. "##[" and "##vso[", which the runners of GitHub and Azure take for a command wherever
// they stand in a line of the log, are broken up in the same way. The document means the same as before.
func Escape(data []byte) []byte {
	out := make([]byte, 0, len(data)+len(data)/16)
	for _, r := range string(data) {
		if r >= 0x7F || (r == '[' || r == 'v' || r == 'V') && bytes.HasSuffix(out, []byte("##")) {
			out = AppendEscape(out, r)
		} else {
			out = append(out, byte(r))
		}
	}
	return out
}

// List is a list of a document whose items are made one after the other, so that they are never all in memory.
type List struct {
	// Name is that of the member of the document, and not of one within it.
	Name  string
	Items iter.Seq[any]
}

// WriteLong writes what Write writes of a document with these lists, which are empty in v. They are in the order of the document.
func WriteLong(w io.Writer, v any, what string, lists ...List) error {
	data, err := Encode(v)
	if err != nil {
		return fmt.Errorf("could not encode %s: %w", what, err)
	}
	for _, list := range lists {
		// No text of JSON holds a line feed, so that this is the member itself.
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
