package lint

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lock"
)

// A baseline is JSON Lines, as a lock file is: the version, a line for each entry, and a line that tells that nothing is missing.
const (
	baselineHeader  = `{"mcp-lint-baseline":1}`
	baselineTrailer = `{"end":true}`
	// maxBaselineLine bounds a line, maxBaselineName what is written of a name and maxBaselineCount the number of signals that are the same.
	maxBaselineLine, maxBaselineName, maxBaselineCount = 16 << 10, 512, 1_000_000_000
	hintBaseline                                       = "remove it first, then write it anew with --write-baseline"
)

// baselineLine is an entry as it is written.
type baselineLine struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
	Kind   string `json:"kind"`
	Check  string `json:"check"`
	Field  string `json:"field"`
	Count  int    `json:"count"`
	ID     string `json:"id"`
}

func (a baselineEntry) compare(b baselineEntry) int {
	return cmp.Or(
		cmp.Compare(a.server, b.server), cmp.Compare(a.tool, b.tool), cmp.Compare(a.kind, b.kind), cmp.Compare(a.check, b.check),
		cmp.Compare(a.field, b.field), cmp.Compare(a.id, b.id),
	)
}

// shortName makes a name fit for a baseline: no credentials, and no more than tells people what is meant.
func shortName(name string) string {
	name = strings.ToValidUTF8(secret.Redact(name[:min(len(name), 2*maxBaselineName)]), "\uFFFD")
	if len(name) <= maxBaselineName {
		return name
	}
	end := maxBaselineName
	for end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + "\u2026"
}

// write writes the baseline in pure ASCII, so that nobody overlooks a character in it.
func (b *Baseline) write(buf *bytes.Buffer) {
	buf.WriteString(baselineHeader + "\n")
	for _, e := range b.entries {
		line, err := json.Marshal(baselineLine{e.server, e.tool, e.kind, e.check, e.field, e.count, e.id})
		if err != nil {
			continue // Strings and a number can always be written.
		}
		buf.Write(asciijson.Escape(line))
		buf.WriteByte('\n')
	}
	buf.WriteString(baselineTrailer + "\n")
}

// ParseBaseline reads a baseline. It fails with a *lock.ParseError for anything but a whole one of a known version.
func ParseBaseline(data []byte) (*Baseline, error) {
	if len(data) > MaxBaselineBytes {
		return nil, &lock.ParseError{Reason: fmt.Sprintf("the baseline has more than %d bytes", MaxBaselineBytes), Hint: hintBaseline}
	}
	p := baselineParser{at: map[string]int{}}
	number, offset := 0, 0
	for raw := range bytes.SplitAfterSeq(data, []byte("\n")) {
		if len(raw) == 0 {
			break
		}
		number++
		if err := p.line(number, bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r")), offset); err != nil {
			var pe *lock.ParseError
			if errors.As(err, &pe) {
				return nil, pe
			}
			return nil, &lock.ParseError{Line: number, Reason: err.Error(), Hint: hintBaseline}
		}
		offset += len(raw)
	}
	switch {
	case number == 0:
		return nil, &lock.ParseError{Reason: "the baseline is empty", Hint: hintBaseline}
	case !p.ended:
		return nil, &lock.ParseError{Line: number, Reason: "the baseline has no end: it was not written whole", Hint: hintBaseline}
	}
	return &p.out, nil
}

// baselineParser reads a baseline line by line.
type baselineParser struct {
	out Baseline
	// at are the indexes of the entries by their id.
	at    map[string]int
	ended bool
}

// line reads one line, which begins at an offset.
func (p *baselineParser) line(number int, line []byte, offset int) error {
	switch {
	case p.ended:
		return errors.New("something follows the end of the baseline")
	case number == 1:
		return baselineVersion(line)
	case lock.IsConflict(line):
		return errors.New("the baseline holds marks of a conflict that git has left in it")
	case string(line) == baselineTrailer:
		p.ended = true
		return nil
	}
	e, err := parseBaselineLine(line)
	if err != nil {
		return err
	}
	e.start, e.end = offset, offset+len(line)
	if k, known := p.at[e.id]; known {
		// Two branches that were merged.
		p.out.entries[k].count = max(p.out.entries[k].count, e.count)
		return nil
	}
	p.at[e.id] = len(p.out.entries)
	p.out.entries = append(p.out.entries, e)
	return nil
}

// baselineVersion looks at the first line.
func baselineVersion(line []byte) error {
	if string(line) == baselineHeader {
		return nil
	}
	var h struct {
		Version *json.Number `json:"mcp-lint-baseline"`
	}
	if len(line) <= maxBaselineLine && json.Unmarshal(line, &h) == nil && h.Version != nil {
		return &lock.ParseError{
			Line: 1, Reason: "the baseline was written by another version of mcp-lint, which this one does not read", Hint: "use that version, or " + hintBaseline,
		}
	}
	return &lock.ParseError{Line: 1, Reason: "this is no baseline: it does not begin with " + baselineHeader, Hint: hintBaseline}
}

func parseBaselineLine(line []byte) (baselineEntry, error) {
	if len(line) > maxBaselineLine {
		return baselineEntry{}, fmt.Errorf("the line has more than %d bytes", maxBaselineLine)
	}
	var l baselineLine
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		// What the decoder says may quote the line.
		return baselineEntry{}, errors.New("the line is no entry of a baseline")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return baselineEntry{}, errors.New("something follows the entry on its line")
	}
	if id, err := hex.DecodeString(l.ID); err != nil || len(id) != 32 || l.ID != strings.ToLower(l.ID) {
		return baselineEntry{}, errors.New("the entry has no id of 64 digits")
	}
	if l.Count < 1 || l.Count > maxBaselineCount {
		return baselineEntry{}, fmt.Errorf("the count of the entry is not from 1 to %d", maxBaselineCount)
	}
	return baselineEntry{id: l.ID, server: l.Server, tool: l.Tool, kind: l.Kind, check: l.Check, field: l.Field, count: l.Count}, nil
}
