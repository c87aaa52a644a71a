package asciijson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

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
