package lint

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/internal/digest"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/lock"
)

// Baseline holds findings of an earlier run, which are not reported again.
type Baseline struct {
	// entries are in the order of the file.
	entries []baselineEntry
	// salts are those of its secrets: one, more where branches were merged, or none where there is no secret or mcp-lint 1.0 wrote it.
	salts []string
}

// Salt is what the secrets of a baseline are hashed with, or "". The file that takes the place of one has the same, so that it changes
// only where findings do.
func (b *Baseline) Salt() string {
	if b == nil || len(b.salts) == 0 {
		return ""
	}
	return b.salts[0]
}

// MaxBaselineBytes is the maximum size of a baseline.
const MaxBaselineBytes = 64 << 20

// baselineEntry is one line of a baseline: signals that differ at most in position. ID identifies them (see baselineID); the names are for
// people, cut and redacted.
type baselineEntry struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
	Kind   string `json:"kind"`
	Check  string `json:"check"`
	Field  string `json:"field"`
	// Count is the number of these signals.
	Count int    `json:"count"`
	ID    string `json:"id"`
	// start and end are the byte offsets of the line in the baseline file.
	start, end int
}

// baselineID identifies signal i of a finding across moved lines and reformatted files, by check, severity, definition, field, words and
// related tools. The ID also depends on the class of the file, so that an entry for a test or an example does not suppress the same signal
// in code that is served.
func (f *finding) baselineID(i int, salt string) string {
	s := &f.Signals[i]
	parts := []string{
		s.CheckID, s.Tier.String(), strconv.FormatBool(f.class != discover.ClassNone), string(f.Kind), f.subject.View.Server, f.subject.View.Name,
		f.baselineField(i), f.baselineWords(i, salt),
	}
	for _, r := range s.Related {
		if r.ToolIndex != detect.Outside && r.ToolIndex < len(f.among) {
			other := &f.among[r.ToolIndex].View
			parts = append(parts, other.Server, other.Name)
		}
	}
	sum := digest.Of(parts...)
	return hex.EncodeToString(sum[:])
}

// find returns the entry of a signal, or -1. That of a secret may be under any salt, or under none if mcp-lint 1.0 wrote it.
func (b *Baseline) find(at map[string]int, f *finding, i int) int {
	salts := []string{""}
	if f.Signals[i].Sensitive {
		salts = append(salts, b.salts...)
	}
	for _, salt := range salts {
		if k, known := at[f.baselineID(i, salt)]; known {
			return k
		}
	}
	return -1
}

// secretBytes is how much of the hash of a secret is kept. A salt keeps tables from being made beforehand, but stands in the same file, so
// that whoever has that can try out a weak password, however slow the hash. With two bytes one in 65,536 guesses fits: a guess is
// never confirmed, no key follows from them, and hardly any new key has those of the old one.
const secretBytes = 2

// baselineWords returns the words of signal i, or a substitute. Of a credential it is the length, to the next power of two, and with a salt
// a part of the HMAC. Case is kept where it matters, as in base64.
func (f *finding) baselineWords(i int, salt string) string {
	words := f.text(i)
	switch s := &f.Signals[i]; {
	case s.Sensitive:
		length := "\x00" + strconv.Itoa(bits.Len(uint(len(words))))
		if salt == "" {
			return length
		}
		h := hmac.New(sha256.New, []byte(salt))
		_, _ = io.WriteString(h, words)
		return length + " " + hex.EncodeToString(h.Sum(nil)[:secretBytes])
	case s.CheckID == secretCheck, s.CheckID == payloadCheck:
		return collapseBlanks(words)
	}
	return collapseBlanks(strings.ToLower(words))
}

// baselineField returns the field of signal i. For strings in code, whose fields are named after lines, it is the file.
func (f *finding) baselineField(i int) string {
	s := &f.Signals[i]
	fields := f.subject.View.Fields
	switch {
	case !lock.Locks(f.Kind):
		return f.subject.File.Rel
	case s.Value == nil && s.FieldIndex >= 0 && s.FieldIndex < len(fields):
		return fields[s.FieldIndex].Pointer
	}
	return s.Field
}

// collapseBlanks makes texts equal that differ only in white space.
func collapseBlanks(words string) string {
	blank := func(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }
	return strings.Join(strings.FieldsFunc(words, blank), " ")
}

// NewBaseline is the baseline of a run.
type NewBaseline struct {
	// Data is the content of the file: sorted, one line per baselineID, including what an old baseline suppresses. Differences from a lock
	// file are left out: those need approval.
	Data []byte
	// Signals counts its entries.
	Signals int
	// Kept counts the entries taken over from the old baseline because this run could not have found them.
	Kept int
	// Partly says why the baseline is incomplete, or "".
	Partly string
}

func newBaseline(found []finding, s *suppressor, l scanScope, old *Baseline, salt string) *NewBaseline {
	type place struct {
		of         *subject
		classed    bool
		check      string
		value      *detect.Node
		field      int
		start, end int
	}
	if salt = cmp.Or(salt, old.Salt()); salt == "" {
		salt = rand.Text()
	}
	seen, at, former := map[place]bool{}, map[string]int{}, map[string]int{}
	var b Baseline
	// Just enough to recognise the name.
	short := func(name string) string { return strings.ToValidUTF8(redacted(name, maxBaselineName), "\uFFFD") }
	add := func(f *finding) {
		for i := range f.Signals {
			s := &f.Signals[i]
			p := place{f.subject, f.class != discover.ClassNone, s.CheckID, s.Value, s.FieldIndex, s.Start, s.End}
			if lock.Compares(s.CheckID) || seen[p] {
				continue // a copy does not count twice
			}
			seen[p] = true
			id := f.baselineID(i, salt)
			if s.Sensitive {
				b.salts = []string{salt}
			}
			k, known := at[id]
			if !known {
				k = len(b.entries)
				at[id] = k
				b.entries = append(b.entries, baselineEntry{
					ID: id, Server: short(f.Server), Tool: short(f.Tool), Kind: string(f.Kind), Check: s.CheckID,
					Field: short(f.baselineField(i)),
				})
			}
			b.entries[k].Count++
			if old != nil && s.Sensitive {
				for _, other := range append([]string{""}, old.salts...) {
					former[f.baselineID(i, other)] = k
				}
			}
		}
	}
	for i := range found {
		if f := &found[i]; f.by == isReported || s.list[f.by].Kind == SuppressedByBaseline {
			add(f)
			for k := range f.shares {
				add(&f.shares[k])
			}
		}
	}
	out := &NewBaseline{Partly: strings.Join(l.why, ", and ")}
	if old != nil {
		for _, e := range old.entries {
			if k, found := at[e.ID]; l.gone(&e) {
				continue
			} else if found {
				b.entries[k].Count = max(b.entries[k].Count, e.Count)
				continue
			} else if _, renewed := former[e.ID]; renewed {
				continue
			}
			b.entries = append(b.entries, e)
			out.Kept++
		}
		for _, other := range old.salts {
			if out.Kept > 0 && !slices.Contains(b.salts, other) {
				b.salts = append(b.salts, other)
			}
		}
	}
	slices.SortFunc(b.entries, baselineEntry.compare)
	var buf bytes.Buffer
	b.write(&buf)
	out.Data, out.Signals = buf.Bytes(), len(b.entries)
	return out
}

// baselineMatcher matches findings with the entries of a baseline.
type baselineMatcher struct {
	*Baseline

	by   int
	file *source.File
	// at maps IDs to entries. left counts the signals that each entry can still match.
	at   map[string]int
	left []int
	// others counts the matching signals that something else suppresses.
	others []int
}

func newBaselineMatcher(s *suppressor) *baselineMatcher {
	opts := s.opts
	if opts.Baseline == nil {
		return nil
	}
	k := &baselineMatcher{
		Baseline: opts.Baseline, file: opts.BaselineFile, at: make(map[string]int, len(opts.Baseline.entries)),
		left: make([]int, len(opts.Baseline.entries)),
	}
	k.others = make([]int, len(k.entries))
	reason := "found before"
	if opts.Since != "" {
		reason = "found in " + opts.Since + " already"
	}
	k.by = s.addSuppression(SuppressedByBaseline, reason, lineOf(opts.BaselineFile, 0))
	for i, e := range k.entries {
		k.at[e.ID], k.left[i] = i, e.Count
	}
	return k
}

// noteSuppressed notes that something else suppresses signal i, so that the entry is not reported as gone. It does not use up the entry.
func (k *baselineMatcher) noteSuppressed(f *finding, i int) {
	if k == nil || lock.Compares(f.Signals[i].CheckID) {
		return
	}
	if at := k.find(k.at, f, i); at >= 0 {
		k.others[at]++
	}
}

// match returns the number of the baseline if it suppresses signal i, and else isReported.
func (k *baselineMatcher) match(f *finding, i int) int {
	if k == nil || lock.Compares(f.Signals[i].CheckID) {
		return isReported
	}
	class := 0
	if f.class != discover.ClassNone {
		class = 1
	}
	// Copies share one answer, so that they do not use up the entry.
	answers := &f.subject.inBaseline[class]
	if *answers == nil {
		*answers = make([]int, len(f.Signals))
	}
	if i >= len(*answers) {
		return isReported
	}
	answer := &(*answers)[i]
	if *answer == 0 {
		*answer = 1
		if at := k.find(k.at, f, i); at >= 0 && k.left[at] > 0 {
			k.left[at]--
			*answer = 2
		}
	}
	if *answer == 2 {
		return k.by
	}
	return isReported
}

// A baseline is JSON Lines, as a lock file is: a version, the entries, and a trailer that shows that the file is complete.
const (
	baselineHeader  = `{"mcp-lint-baseline":1}`
	baselineTrailer = `{"end":true}`
	// A salt has a line of its own after the header, so that branches with different ones merge by union.
	saltStart, saltEnd = `{"salt":"`, `"}`
	// maxBaselineLine and maxBaselineName are limits in bytes; maxBaselineCount is that of Count.
	maxBaselineLine, maxBaselineName, maxBaselineCount = 16 << 10, 512, 1_000_000_000
	hintBaseline                                       = "delete it and write a new one with --write-baseline"
)

func (a baselineEntry) compare(b baselineEntry) int {
	return cmp.Or(
		cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Check, b.Check),
		cmp.Compare(a.Field, b.Field), cmp.Compare(a.ID, b.ID),
	)
}

// write writes the baseline in pure ASCII, so that no character in it is invisible.
func (b *Baseline) write(buf *bytes.Buffer) {
	buf.WriteString(baselineHeader + "\n")
	for _, salt := range b.salts {
		buf.WriteString(saltStart + salt + saltEnd + "\n")
	}
	for _, e := range b.entries {
		line, err := json.Marshal(e)
		if err != nil {
			continue // cannot happen: strings and a number always encode
		}
		buf.Write(asciijson.Escape(line))
		buf.WriteByte('\n')
	}
	buf.WriteString(baselineTrailer + "\n")
}

// ParseBaseline reads a baseline. The error is a *lock.ParseError if data is incomplete, malformed or of an unknown version.
func ParseBaseline(data []byte) (*Baseline, error) {
	fail := func(line int, format string, args ...any) (*Baseline, error) { //nolint:unparam // it has the results of ParseBaseline
		return nil, &lock.ParseError{Line: line, Reason: fmt.Sprintf(format, args...), Hint: hintBaseline}
	}
	if len(data) > MaxBaselineBytes {
		return fail(0, "the baseline is larger than %d bytes", MaxBaselineBytes)
	}
	out, at := &Baseline{}, map[string]int{}
	number, offset, ended := 0, 0, false
	for raw := range bytes.SplitAfterSeq(data, []byte("\n")) {
		if len(raw) == 0 {
			break
		}
		number++
		line := bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
		switch {
		case ended:
			return fail(number, "there is data after the last line of the baseline")
		case number == 1:
			if err := baselineVersion(line); err != nil {
				return nil, err
			}
		case lock.IsConflict(line):
			return fail(number, "the baseline has an unresolved merge conflict")
		case string(line) == baselineTrailer:
			ended = true
		case saltLine().Match(line):
			if salt := string(line[len(saltStart) : len(line)-len(saltEnd)]); !slices.Contains(out.salts, salt) {
				out.salts = append(out.salts, salt)
			}
			if len(out.salts) > maxSalts {
				return fail(number, "the baseline has more than %d salts", maxSalts)
			}
		default:
			e, err := parseBaselineLine(line)
			if err != nil {
				return fail(number, "%s", err)
			}
			e.start, e.end = offset, offset+len(line)
			if k, known := at[e.ID]; known {
				// Merged branches can repeat an entry.
				out.entries[k].Count = max(out.entries[k].Count, e.Count)
				break
			}
			at[e.ID] = len(out.entries)
			out.entries = append(out.entries, e)
		}
		offset += len(raw)
	}
	switch {
	case number == 0:
		return fail(0, "the baseline is empty")
	case !ended:
		return fail(number, "the baseline is truncated: its last line is missing")
	}
	return out, nil
}

// maxSalts bounds how often a secret is hashed.
const maxSalts = 16

// saltLine is the line of a salt as rand.Text makes it.
var saltLine = lazy.Regexp(`^\{"salt":"[A-Z2-7]{26}"\}$`)

func baselineVersion(line []byte) error {
	if string(line) == baselineHeader {
		return nil
	}
	var h struct {
		Version *json.Number `json:"mcp-lint-baseline"`
	}
	if len(line) <= maxBaselineLine && json.Unmarshal(line, &h) == nil && h.Version != nil {
		return &lock.ParseError{
			Line: 1, Reason: "another version of mcp-lint wrote this baseline, and this version cannot read it", Hint: "use that version, or " +
				hintBaseline,
		}
	}
	return &lock.ParseError{Line: 1, Reason: "this is not a baseline: its first line should be " + baselineHeader, Hint: hintBaseline}
}

func parseBaselineLine(line []byte) (e baselineEntry, err error) {
	if len(line) > maxBaselineLine {
		return e, fmt.Errorf("the line is longer than %d bytes", maxBaselineLine)
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		// The decoder's error could quote the line.
		return e, errors.New("the line is not a baseline entry")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return e, errors.New("there is data after the entry on the line")
	}
	if id, err := hex.DecodeString(e.ID); err != nil || len(id) != 32 || e.ID != strings.ToLower(e.ID) {
		return e, errors.New("the entry has no id of 64 hexadecimal digits")
	}
	if e.Count < 1 || e.Count > maxBaselineCount {
		return e, fmt.Errorf("the count of the entry must be from 1 to %d", maxBaselineCount)
	}
	return e, nil
}
