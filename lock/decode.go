package lock

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/entry"
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
		return nil, &ParseError{Reason: fmt.Sprintf("the file has %d bytes; the limit is %d", len(data), MaxBytes), Hint: hintRestore}
	}
	p := parser{entries: entries, values: values}
	start := 0
	for whole := range bytes.Lines(data) {
		line, ended := bytes.CutSuffix(whole, []byte{'\n'})
		p.number++
		if err := p.line(bytes.TrimSuffix(line, []byte{'\r'}), start, ended); err != nil {
			err.Line = p.number
			return nil, err
		}
		start += len(whole)
	}
	if !p.ended {
		reason := "the file is truncated: its last line is missing"
		if p.number == 0 {
			reason = "the file is empty"
		}
		return nil, &ParseError{Line: p.number, Reason: reason, Hint: hintRestore}
	}
	return &File{Entries: p.distinct()}, nil
}

type parser struct {
	// number is that of the line, from 1.
	number int
	// entered is set after the first entry, ended after the last line.
	entered, ended bool
	// read are the entries, and held the values of their definitions: at most so many entries and values.
	read                  []Entry
	held, entries, values int
}

// line reads one line, which begins at that byte. Ended lines have a line break.
func (p *parser) line(line []byte, start int, ended bool) *ParseError {
	if IsConflict(line) {
		return &ParseError{Reason: "the file has an unresolved merge conflict", Hint: hintMerge}
	}
	switch {
	case p.number == 1:
		return headerError(line, ended)
	case bytes.Equal(line, []byte(trailer)):
		p.ended = true
		return nil
	case p.ended:
		return &ParseError{Reason: "there is data after the last line", Hint: hintRestore}
	case !p.entered && bytes.HasPrefix(line, []byte(`{"`+memberVersion+`"`)):
		return headerError(line, ended)
	}
	p.entered = true
	if len(line) == 0 {
		return &ParseError{Reason: "the line is empty", Hint: "delete it"}
	}
	if len(line) > maxLine {
		return &ParseError{Reason: fmt.Sprintf("the line has %d bytes; the limit is %d", len(line), maxLine), Hint: hintRestore}
	}
	if len(p.read) == p.entries {
		return &ParseError{Reason: fmt.Sprintf("the file has more than %d definitions", p.entries), Hint: hintSplit}
	}
	if p.held += valuesOf(line); p.held > p.values {
		return &ParseError{Reason: fmt.Sprintf("the definitions have more than %d values", p.values), Hint: hintSplit}
	}
	n, err := object(line)
	if err != nil {
		if !ended {
			return &ParseError{Reason: "the file is truncated: it ends in the middle of this line", Hint: hintRestore}
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

// valuesOf counts the values and names in a line beyond those that a line has without a definition.
func valuesOf(line []byte) int {
	return max(0, entry.Values(line)-lineValues)
}

// IsConflict reports whether a line is one that git marks a conflict with.
func IsConflict(line []byte) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}, func(mark string) bool {
		return bytes.HasPrefix(line, []byte(mark))
	})
}

// headerError says what is wrong with the first line.
func headerError(line []byte, ended bool) *ParseError {
	if bytes.Equal(line, []byte(header)) {
		return nil
	}
	if !ended && bytes.HasPrefix([]byte(header), line) {
		return &ParseError{Reason: "the file is truncated: it ends in the middle of this line", Hint: hintRestore}
	}
	if len(line) <= maxLine {
		if n, err := object(line); err == nil {
			if v := n.Get(memberVersion); v != nil && isLater(v) {
				return &ParseError{Reason: fmt.Sprintf("a newer mcp-lint wrote this file in format version %s; this one reads version %s",
					cut(v.Text, maxShown), formatVersion), Hint: hintNewer}
			}
		}
	}
	return &ParseError{Reason: "this is not an mcp-lint lock file: its first line should be " + header, Hint: hintRestore}
}

// isLater reports whether a version is one to come: an integer above that of today.
func isLater(v *detect.Node) bool {
	return v.Kind == detect.NodeScalar && strings.Trim(v.Text, "0123456789") == "" && v.Text > "0" && v.Text != formatVersion
}

func object(line []byte) (*detect.Node, *ParseError) {
	if !utf8.Valid(line) {
		return nil, &ParseError{Reason: "the line is not valid UTF-8", Hint: hintRestore}
	}
	n, err := detect.ParseJSON(line)
	if err != nil || n.Kind != detect.NodeObject {
		return nil, &ParseError{Reason: "the line is not a JSON object", Hint: hintRestore}
	}
	return n, nil
}

// distinct returns the entries that were read, sorted, and those that say the same but once, with the place of the first.
func (p *parser) distinct() []Entry {
	type said struct {
		line  string
		entry *Entry
	}
	var all []said
	first := map[string]*Entry{}
	for i := range p.read {
		e := &p.read[i]
		line := string(e.line(nil))
		if f := first[line]; f == nil {
			first[line] = e
			all = append(all, said{line, e})
		} else if f.Definition == nil {
			f.Definition = e.Definition
		}
	}
	slices.SortFunc(all, func(a, b said) int { return cmp.Or(compareEntries(*a.entry, *b.entry), cmp.Compare(a.line, b.line)) })
	out := make([]Entry, len(all))
	for i, s := range all {
		out[i] = *s.entry
	}
	return out
}

// maxShown bounds what is quoted of a line, in characters.
const maxShown = 80

// shown returns the content of the file in quotes and fit to be printed.
func shown(s string) string {
	return `"` + text.Safe(secret.Redact(cut(s, 8*maxShown)), maxShown) + `"`
}

// kinds are those of definitions that can be in the file.
var kinds = []detect.Kind{
	detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer, detect.KindLaunch,
}

func entryOfLine(line *detect.Node) (Entry, *ParseError) {
	e, r := Entry{}, entryReader{line: line}
	for _, t := range texts {
		s, given := r.text(t.name)
		if !given && !t.optional {
			r.fail("%q is missing", t.name)
		}
		if *t.in(&e) = s; !given {
			*t.in(&e) = t.otherwise
		}
	}
	e.Forced = r.forced()
	e.Reason, _ = r.text(memberReason)
	definition := line.Get(memberDefinition)
	seen := map[string]bool{}
	for _, m := range line.Members {
		if seen[m.Name.Text] {
			r.fail("%s appears twice", shown(m.Name.Text))
		}
		seen[m.Name.Text] = true
	}
	for _, m := range line.Members {
		if !isMember(m.Name.Text) {
			r.fail("%s is not a known member", shown(m.Name.Text))
		}
	}
	_, wrongDay := time.Parse(time.DateOnly, e.Seen)
	changed := e.State == Changed
	switch {
	case r.problem != "":
	case !slices.Contains(kinds, e.Kind):
		r.fail("%s is not a kind of definition", shown(string(e.Kind)))
	case e.State != Pending && e.State != Approved && !changed:
		r.fail("%s is not a state (pending, approved or changed)", shown(string(e.State)))
	case !e.Digest.valid() || e.Now != "" && !e.Now.valid():
		r.fail("the digest must be sha256: and 64 hexadecimal digits")
	case changed != (e.Now != ""):
		r.fail("a changed definition, and no other, must have the digest of its new version")
	case e.Seen != "" && wrongDay != nil:
		r.fail("%s is not a valid date (use YYYY-MM-DD)", shown(e.Seen))
	case len(e.Forced) > 0 && e.Reason == "":
		r.fail("a forced approval needs a reason")
	}
	if r.problem != "" {
		return e, &ParseError{Reason: r.problem, Hint: hintRestore}
	}
	if definition != nil {
		return e, checkDefinition(&e, definition)
	}
	return e, nil
}

func checkDefinition(e *Entry, canonical *detect.Node) *ParseError {
	def, ok := fromCanonical(canonical)
	if ok = ok && def != nil; ok {
		digest, _ := digestDefinition(e.Kind, e.Name, def, setsSorted)
		if ok = digest == e.Digest; !ok {
			// An entry of mcp-lint 1.0 has the digest of the lists as they were written.
			written, _ := digestDefinition(e.Kind, e.Name, def, asWritten)
			ok, e.Digest = written == e.Digest, digest
		}
	}
	if !ok {
		return &ParseError{
			Reason: fmt.Sprintf("the definition of %s on server %s was edited: it does not match its digest", shown(e.Name), shown(e.Server)),
			Hint:   hintRestore,
		}
	}
	e.Definition = def
	return nil
}

// isMember reports whether a line may have a member of that name.
func isMember(name string) bool {
	return slices.Contains([]string{memberForced, memberReason, memberDefinition}, name) ||
		slices.ContainsFunc(texts, func(t textMember) bool { return t.name == name })
}

// entryReader reads the members of a line and keeps the first problem.
type entryReader struct {
	line    *detect.Node
	problem string
}

func (r *entryReader) fail(format string, args ...any) {
	if r.problem == "" {
		r.problem = fmt.Sprintf(format, args...)
	}
}

func (r *entryReader) text(name string) (s string, given bool) {
	v := r.line.Get(name)
	if v == nil {
		return "", false
	}
	var in reader
	if s = in.text(v); in.wrong {
		r.fail("%q is not a string", name)
	}
	return s, true
}

func (r *entryReader) forced() []string {
	v := r.line.Get(memberForced)
	if v == nil {
		return nil
	}
	if v.Kind != detect.NodeArray || len(v.Items) == 0 || len(v.Items) > maxForced {
		r.fail("%q is not a list of at most %d checks", memberForced, maxForced)
	}
	out := make([]string, 0, len(v.Items))
	for _, item := range v.Items {
		if item.Kind != detect.NodeString {
			r.fail("%q has a value that is not a string", memberForced)
		}
		out = append(out, item.Text)
	}
	return out
}

// fromCanonical returns the value that has a canonical form, given as it was parsed; it takes the nodes of that for its own. It
// reports false for what is not a canonical form and for what cannot be read back. Nesting is bounded by detect.ParseDepth.
func fromCanonical(n *detect.Node) (*detect.Node, bool) {
	r := reader{}
	out := r.value(n)
	return out, !r.wrong
}

// reader reads values back from their canonical form.
type reader struct{ wrong bool }

// check notes that something is wrong unless ok.
func (r *reader) check(ok bool) { r.wrong = r.wrong || !ok }

func (r *reader) value(n *detect.Node) *detect.Node {
	switch name, value := markOf(n); {
	case n.Kind == detect.NodeArray:
		for i := range n.Items {
			n.Items[i] = r.value(n.Items[i])
		}
	case name != "":
		return r.marked(name, value)
	case n.Kind == detect.NodeObject:
		members := make([]detect.Member, 0, len(n.Members))
		for _, m := range n.Members {
			name := r.name(m.Name.Text)
			values := []*detect.Node{m.Value}
			if mark, list := markOf(m.Value); mark == markRepeated {
				r.check(list.Kind == detect.NodeArray)
				values = list.Items
			}
			for _, v := range values {
				members = append(members, detect.Member{Name: name, Value: r.value(v)})
			}
		}
		n.Members = members
	}
	return n
}

// markOf returns the name and value of an object that stands for something else, see canonicalForm; "" for any other value.
func markOf(n *detect.Node) (name string, value *detect.Node) {
	if n.Kind == detect.NodeObject && len(n.Members) == 1 {
		switch m := n.Members[0]; m.Name.Text {
		case markRepeated, markNumber, markScalar, markBytes, markMissing, markUnknown, markBeyond:
			return m.Name.Text, m.Value
		}
	}
	return "", nil
}

// name returns the name that is written as s.
func (r *reader) name(s string) *detect.Node {
	body, marked := strings.CutPrefix(s, mark)
	if !marked || strings.HasPrefix(body, mark) {
		return &detect.Node{Kind: detect.NodeString, Text: body}
	}
	if s == nameless {
		return nil
	}
	if digits, ok := strings.CutPrefix(s, nameBytes); ok {
		raw, err := hex.DecodeString(digits)
		r.check(err == nil)
		return &detect.Node{Kind: detect.NodeString, Text: string(raw)}
	}
	word, ok := strings.CutPrefix(s, nameScalar)
	r.check(ok)
	return &detect.Node{Text: word}
}

func (r *reader) marked(name string, value *detect.Node) *detect.Node {
	switch name {
	case markNumber:
		r.check(value.Kind == detect.NodeString && number.MatchString(value.Text))
		return &detect.Node{Text: value.Text}
	case markScalar:
		return &detect.Node{Text: r.text(value)}
	case markBytes:
		return &detect.Node{Kind: detect.NodeString, Text: r.bytes(value)}
	case markMissing:
		r.check(value.Kind == detect.NodeScalar && value.Text == "true")
		return nil
	case markUnknown:
		if value.Kind == detect.NodeArray && len(value.Items) == 2 {
			kind, err := strconv.ParseUint(value.Items[0].Text, 10, 8)
			r.check(err == nil)
			return &detect.Node{Kind: detect.NodeKind(kind), Text: r.text(value.Items[1])}
		}
	}
	r.wrong = true
	return nil
}

// text returns a string as appendText writes it.
func (r *reader) text(n *detect.Node) string {
	if name, value := markOf(n); name == markBytes {
		return r.bytes(value)
	}
	r.check(n.Kind == detect.NodeString)
	return n.Text
}

func (r *reader) bytes(n *detect.Node) string {
	raw, err := hex.DecodeString(strings.ToLower(n.Text))
	r.check(err == nil && n.Kind == detect.NodeString)
	return string(raw)
}
