package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	segmentio "github.com/segmentio/encoding/json"

	"github.com/org/mcp-lint/detect"
)

const (
	// maxBytes bounds a corpus, which is kept in memory. The largest public ones have about 50 MB.
	maxBytes = 256 << 20
	// maxEntries bounds the entries of a corpus, because verdicts and indexes are kept for each.
	maxEntries = 500_000
	// quoteBytes bounds names quoted in errors.
	quoteBytes = 80
)

// ErrEmpty is returned for a corpus without entries, which must not count as a pass.
var ErrEmpty = errors.New("the corpus has no entries")

// Load reads a corpus: a JSON document with the member "entries", or JSON Lines with one entry per line, told apart by content. Unknown
// members are ignored. Errors name the line or the number of the entry, both from 1.
func Load(r io.Reader) (*Corpus, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the corpus: %w", err)
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("the corpus is larger than %d MB; split it", maxBytes>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	c := &Corpus{}
	if err := c.read(data); err != nil {
		return nil, err
	}
	return c.checked()
}

// LoadFS reads every .json and .jsonl file under root, in path order, into one corpus. IDs must be unique across all files.
func LoadFS(fsys fs.FS, root string) (*Corpus, error) {
	c := &Corpus{}
	err := fs.WalkDir(fsys, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ext := path.Ext(name); d.IsDir() || ext != ".json" && ext != ".jsonl" {
			return nil
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		part, err := Load(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.Entries = append(c.Entries, part.Entries...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.checked()
}

// read detects the format and reads it. A document is an object with "entries"; anything whose first line is a complete JSON value is JSON
// Lines.
func (c *Corpus) read(data []byte) error {
	var doc struct {
		Entries json.RawMessage `json:"entries"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return ErrEmpty
	case err == nil && doc.Entries != nil:
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: something follows the JSON document", lineAt(data, dec.InputOffset()))
		}
		var entries []json.RawMessage
		if err := json.Unmarshal(doc.Entries, &entries); err != nil {
			return errors.New(`"entries" must be a list`)
		}
		for i, raw := range entries {
			if err := c.add(raw); err != nil {
				return fmt.Errorf("entry %d: %w", i+1, err)
			}
		}
		return nil
	case err != nil && !firstLineIsValue(data):
		return fmt.Errorf("line %d: neither a JSON document with \"entries\" nor JSON Lines: %w", lineAt(data, errorOffset(err, data)), err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := c.add(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

func (c *Corpus) add(raw []byte) error {
	if len(c.Entries) >= maxEntries {
		return fmt.Errorf("more than %d entries; split the corpus", maxEntries)
	}
	e, err := readEntry(raw)
	if err != nil {
		return err
	}
	c.Entries = append(c.Entries, e)
	return nil
}

func readEntry(raw []byte) (Entry, error) {
	e, err := decodeEntry(raw)
	if err != nil {
		return e, fmt.Errorf("not a corpus entry: %w", err)
	}
	if e.ID == "" {
		return e, errors.New(`the entry has no "id"`)
	}
	if !e.Label.known() {
		return e, fmt.Errorf("entry %s: label %s is unknown; use malicious, benign, contested or context", quote(e.ID), quote(string(e.Label)))
	}
	if len(e.Tool) == 0 || bytes.Equal(e.Tool, []byte("null")) {
		return e, fmt.Errorf(`entry %s: "tool" is missing`, quote(e.ID))
	}
	if err := isDefinition(e.Tool); err != nil {
		return e, fmt.Errorf("entry %s: tool: %w", quote(e.ID), err)
	}
	for i, p := range e.Peers {
		if err := isDefinition(p.Tool); err != nil {
			return e, fmt.Errorf("entry %s: peer %d: %w", quote(e.ID), i+1, err)
		}
	}
	return e, nil
}

// maxJSONDepth is the maximum nesting depth of encoding/json.
const maxJSONDepth = 10_000

// decodeEntry decodes one entry with a faster decoder than encoding/json, which is used only for its errors and for deep nesting: the fast
// one has no depth limit, so brackets alone would exhaust the stack.
func decodeEntry(raw []byte) (e Entry, err error) {
	if brackets(raw) <= maxJSONDepth && segmentio.Unmarshal(raw, &e) == nil {
		return e, nil
	}
	e = Entry{}
	return e, json.Unmarshal(raw, &e)
}

// isDefinition fails where detect.ViewJSON does. raw is valid JSON already, so an object that is not nested too deep needs no further
// check.
func isDefinition(raw json.RawMessage) error {
	if bytes.HasPrefix(raw, []byte{'{'}) && brackets(raw) <= detect.ParseDepth {
		return nil
	}
	_, err := detect.ViewJSON(detect.KindTool, "", raw)
	return err
}

// brackets returns the number of opening brackets, an upper bound for the nesting depth.
func brackets(raw []byte) int { return bytes.Count(raw, []byte{'['}) + bytes.Count(raw, []byte{'{'}) }

func (c *Corpus) checked() (*Corpus, error) {
	if len(c.Entries) == 0 {
		return nil, ErrEmpty
	}
	first := make(map[string]int, len(c.Entries))
	for i, e := range c.Entries {
		if at, ok := first[e.ID]; ok {
			return nil, sameID(at, i, e.ID)
		}
		first[e.ID] = i
	}
	return c, nil
}

func sameID(first, again int, id string) error {
	return fmt.Errorf("entries %d and %d have the same id %s", first+1, again+1, quote(id))
}

func firstLineIsValue(data []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	return json.Valid(line)
}

func errorOffset(err error, data []byte) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	}
	return int64(len(data))
}

func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

func quote(s string) string {
	if len(s) > quoteBytes {
		s = s[:quoteBytes]
	}
	return fmt.Sprintf("%+q", s)
}
