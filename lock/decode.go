package lock

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
)

// Parse reads a lock file. It fails with a *ParseError for anything but a whole file of a known version, every line of which is
// as mcp-lint writes it and every definition of which has the digest that stands beside it. Lines may end with a carriage return,
// stand in any order and be there twice, as merging by union leaves them; equal ones become one entry, with the place of the
// first.
//
// Work and memory are in proportion to the size of the file. A file of more than 200,000 definitions, or 4,000,000 values in these, is
// refused.
func Parse(data []byte) (*File, error) { return parseUpTo(data, maxEntries, maxValues) }

// parseUpTo reads at most that many entries, with that many values beside those that each has.
func parseUpTo(data []byte, entries, values int) (*File, error) {
	if len(data) > MaxBytes {
		return nil, &ParseError{Reason: fmt.Sprintf("the file has %d bytes, more than the %d that are read", len(data), MaxBytes), Hint: hintRestore}
	}
	p := parser{entries: entries, values: values, leftEntries: entries, leftValues: values}
	for start := 0; start < len(data); {
		end, next := len(data), len(data)
		if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
			end, next = start+i, start+i+1
		}
		line := bytes.TrimSuffix(data[start:end], []byte{'\r'})
		p.number++
		if err := p.line(line, start, next > end); err != nil {
			err.Line = p.number
			return nil, err
		}
		start = next
	}
	if !p.ended {
		reason := "the last line is missing: the file was not written whole"
		if p.number == 0 {
			reason = "the file is empty"
		}
		return nil, &ParseError{Line: p.number, Reason: reason, Hint: hintRestore}
	}
	return &File{Entries: p.distinct()}, nil
}

// parser reads the lines of a lock file.
type parser struct {
	// number is that of the line, from 1.
	number int
	// entered is set after the first entry, ended after the last line.
	entered, ended bool
	read           []Entry
	// entries and values are how many are read, leftEntries and leftValues how many more.
	entries, values         int
	leftEntries, leftValues int
}

// line reads one line, which begins at that byte. Ended lines have a line break.
func (p *parser) line(line []byte, start int, ended bool) *ParseError {
	if IsConflict(line) {
		return &ParseError{Reason: "a conflict of git is not resolved", Hint: hintMerge}
	}
	switch {
	case p.number == 1:
		return headerError(line, ended)
	case bytes.Equal(line, []byte(trailer)):
		p.ended = true
		return nil
	case p.ended:
		return &ParseError{Reason: "something follows the line that ends the file", Hint: hintRestore}
	case !p.entered && bytes.HasPrefix(line, []byte(`{"`+memberVersion+`"`)):
		return headerError(line, ended)
	}
	p.entered = true
	if len(line) == 0 {
		return &ParseError{Reason: "the line is empty", Hint: "delete it"}
	}
	if len(line) > maxLine {
		return &ParseError{Reason: fmt.Sprintf("the line has %d bytes, more than the %d that are read", len(line), maxLine), Hint: hintRestore}
	}
	if p.leftEntries--; p.leftEntries < 0 {
		return &ParseError{Reason: fmt.Sprintf("the file has more than the %d definitions that are read", p.entries), Hint: hintSplit}
	}
	if p.leftValues -= valuesOf(line); p.leftValues < 0 {
		return &ParseError{Reason: fmt.Sprintf("the definitions of the file have more than the %d values that are read", p.values), Hint: hintSplit}
	}
	n, err := object(line)
	if err != nil {
		if !ended {
			return &ParseError{Reason: "the file ends in the middle of this line: it was not written whole", Hint: hintRestore}
		}
		return err
	}
	e, err := entryOfLine(n)
	if err != nil {
		return err
	}
	e.Line, e.Start, e.End = p.number, start, start+len(line)
	p.read = append(p.read, e)
	return nil
}

// valuesOf counts the values and names in a line beyond those that a line has without a definition, without reading what they are. Of
// a line that is no JSON it counts anything.
func valuesOf(line []byte) int {
	count, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case !quoted && (c == ',' || c == ':' || c == '[' || c == '{'):
			count++
		}
	}
	return max(0, count-lineValues)
}

// IsConflict reports whether a line is one that git marks a conflict with.
func IsConflict(line []byte) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}, func(mark string) bool {
		return bytes.HasPrefix(line, []byte(mark))
	})
}

// headerError tells what is wrong with the first line.
func headerError(line []byte, ended bool) *ParseError {
	if bytes.Equal(line, []byte(header)) {
		return nil
	}
	if !ended && bytes.HasPrefix([]byte(header), line) {
		return &ParseError{Reason: "the file ends in the middle of this line: it was not written whole", Hint: hintRestore}
	}
	if len(line) <= maxLine {
		if n, err := object(line); err == nil {
			if v := n.Get(memberVersion); v != nil && isLater(v) {
				return &ParseError{Reason: fmt.Sprintf("the file is of version %s of the format and was written by a newer mcp-lint; this one reads version %s",
					cut(v.Text, maxShown), formatVersion), Hint: hintNewer}
			}
		}
	}
	return &ParseError{Reason: "the file does not begin as a lock file of mcp-lint: its first line should be " + header, Hint: hintRestore}
}

// isLater reports whether a version is one to come: an integer above that of today.
func isLater(v *detect.Node) bool {
	return v.Kind == detect.NodeScalar && leadingDigits(v.Text) == len(v.Text) && v.Text > "0" && v.Text != formatVersion
}

// object reads a line that is an object of JSON.
func object(line []byte) (*detect.Node, *ParseError) {
	if !utf8.Valid(line) {
		return nil, &ParseError{Reason: "the line is no valid UTF-8", Hint: hintRestore}
	}
	n, err := detect.ParseJSON(line)
	if err != nil || n.Kind != detect.NodeObject {
		return nil, &ParseError{Reason: "the line is no object of JSON", Hint: hintRestore}
	}
	return n, nil
}

// distinct returns the entries that were read, sorted, and those that say the same but once.
func (p *parser) distinct() []Entry {
	slices.SortStableFunc(p.read, func(a, b Entry) int { return compareEntries(&a, &b) })
	out := make([]Entry, 0, len(p.read))
	for lo := 0; lo < len(p.read); {
		hi := lo + 1
		for hi < len(p.read) && compareEntries(&p.read[lo], &p.read[hi]) == 0 {
			hi++
		}
		out = appendDistinct(out, p.read[lo:hi])
		lo = hi
	}
	return slices.Clip(out)
}

// appendDistinct appends entries of one key and digest, those that differ in nothing but the place only once, sorted by what they say.
func appendDistinct(out, same []Entry) []Entry {
	if len(same) == 1 {
		return append(out, same[0])
	}
	first := map[string]Entry{}
	for _, e := range same {
		line := string(e.line(nil))
		if f, known := first[line]; known {
			e = f.with(e)
		}
		first[line] = e
	}
	for _, line := range slices.Sorted(maps.Keys(first)) {
		out = append(out, first[line])
	}
	return out
}

// with returns the entry with the definition of another that says the same.
func (e Entry) with(same Entry) Entry {
	if e.Definition == nil {
		e.Definition = same.Definition
	}
	return e
}
