package lock

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
)

// Bytes returns the file as it is written: sorted, one entry a line and no line twice. The same entries give the same bytes,
// whatever their order.
//
// The definition of an entry is left out when it takes more than 64 KiB, holds a credential, cannot be read back or is not what
// the digest is of. When the whole would be too large to be read, or have too many values, ever smaller definitions are left
// out as well. Of more than 200,000 entries those beyond that are left out, pending ones before the others. Reasons and
// paths are cut at 4 KiB. An entry whose names alone are larger than a line that is read may be is left out, so that its
// definition stays unapproved.
func (f *File) Bytes() []byte { return f.atMost(maxEntries).within(MaxBytes, maxValues) }

func (f *File) atMost(entries int) *File {
	if len(f.Entries) <= entries {
		return f
	}
	out := slices.Clone(f.Entries)
	slices.SortStableFunc(out, compareEntries)
	approved := slices.DeleteFunc(slices.Clone(out), func(e Entry) bool { return e.State == Pending })
	pending := slices.DeleteFunc(out, func(e Entry) bool { return e.State != Pending })
	return &File{Entries: append(approved, pending...)[:entries]}
}

// within returns the file with as many definitions as fit in that many bytes and have that many values.
func (f *File) within(size, values int) []byte {
	keep := make([][]byte, len(f.Entries))
	for i := range f.Entries {
		keep[i] = f.Entries[i].kept()
	}
	for limit := maxKept; ; limit /= 4 {
		out, count := f.bytes(keep, limit)
		if len(out) <= size && count <= values || limit == 0 {
			return out
		}
	}
}

// bytes returns the file with those canonical definitions that are not larger than limit, and how many values these have.
func (f *File) bytes(definitions [][]byte, limit int) (file []byte, values int) {
	type line struct {
		Entry
		text []byte
	}
	lines := make([]line, 0, len(f.Entries))
	for i, e := range f.Entries {
		def := definitions[i]
		if len(def) > limit {
			def = nil
		}
		if l := (line{e, e.line(def)}); len(l.text) <= maxLine {
			lines = append(lines, l)
		}
	}
	slices.SortFunc(lines, func(a, b line) int { return cmp.Or(compareEntries(a.Entry, b.Entry), bytes.Compare(a.text, b.text)) })
	var out bytes.Buffer
	out.WriteString(header + "\n")
	for i, l := range lines {
		if i == 0 || !bytes.Equal(l.text, lines[i-1].text) {
			out.Write(append(l.text, '\n'))
			values += valuesOf(l.text)
		}
	}
	out.WriteString(trailer + "\n")
	return out.Bytes(), values
}

func compareEntries(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
}

// kept returns the canonical form of the entry's definition if it may stand in the file, else nil.
func (e *Entry) kept() []byte {
	if e.Definition == nil {
		return nil
	}
	digest, def := digestDefinition(e.Kind, e.Name, e.Definition, setsSorted)
	if digest != e.Digest || len(def) > maxKept {
		return nil
	}
	if secret.Redact(string(def)) != string(def) || holdsCredential(e.Definition) {
		return nil
	}
	return def
}

// holdsCredential looks at each string by itself, as escapes may hide one in the text of the whole.
func holdsCredential(n *detect.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == detect.NodeString && secret.Redact(n.Text) != n.Text {
		return true
	}
	return slices.ContainsFunc(n.Items, holdsCredential) || slices.ContainsFunc(n.Members, func(m detect.Member) bool {
		return holdsCredential(m.Name) || holdsCredential(m.Value)
	})
}

// line returns the line of the entry, without its end.
func (e Entry) line(definition []byte) []byte {
	out := make([]byte, 0, 256+len(definition))
	put := func(name string) { out = append(out, `,"`+name+`":`...) }
	for _, t := range texts {
		if s := *t.in(&e); s != t.otherwise || !t.optional {
			put(t.name)
			out = appendText(out, cut(s, t.most))
		}
	}
	if len(e.Forced) > 0 {
		put(memberForced)
		out = append(out, '[')
		for i, id := range e.Forced[:min(len(e.Forced), maxForced)] {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendString(out, cut(text.Safe(cut(id, maxCheck), 0), maxCheck))
		}
		out = append(out, ']')
	}
	if e.Reason != "" {
		put(memberReason)
		out = appendText(out, cut(e.Reason, maxReason))
	}
	if definition != nil {
		put(memberDefinition)
		out = append(out, definition...)
	}
	out[0] = '{'
	return escapeInvisible(append(out, '}'))
}

// cut returns the first n bytes of s, or fewer so that no character is split.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// escapeInvisible returns JSON with every character that a reader cannot see as an escape. Such characters stand in strings only.
func escapeInvisible(json []byte) []byte {
	if !bytes.ContainsFunc(json, text.Invisible) {
		return json
	}
	out := make([]byte, 0, len(json)+64)
	for _, r := range string(json) {
		if text.Invisible(r) {
			out = asciijson.AppendEscape(out, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// A lock file is JSON Lines, each line ended by a line feed:
//
//	{"mcp-lint-lock":1}
//	{"server":"files","tool":"read","state":"approved","digest":"sha256:…","file":"mcp.json","seen":"2026-11-22","version":"1.0.0","definition":{…}}
//	{"end":true}
//
// The first line holds the version of the format, the last says that the file was written whole. Both are always the same, so
// that branches of git do not differ in them. Between them each line is one definition; they are sorted by server, kind, name
// and digest. "kind" is left out for a tool, "now", "forced", "reason" and "definition" when there is nothing to say. Characters
// that a reader cannot see are written as escapes. A server, tool or file whose name is not UTF-8 is {"!bytes":"…"}, as in
// canonicalForm, which is also the form of the definition.

const (
	// MaxBytes bounds a lock file: it may come from the repository that is scanned.
	MaxBytes = 64 << 20
	// maxLine bounds a line, without its end: one that is written takes far less.
	maxLine = 1 << 20
	// maxKept bounds the canonical form of a definition that is kept in the file, in bytes.
	maxKept = 64 << 10
	// maxKeptDepth bounds its nesting. With the line around it that is within what detect.ParseJSON accepts.
	maxKeptDepth = 500
	// maxEntries and maxValues bound the lines and the values of all definitions of one file, as work and memory go with them: of
	// small ones there is room for many more than anybody has. Each line has lineValues besides.
	maxEntries, maxValues, lineValues = 200_000, 4_000_000, 32
	// maxReason, maxFile and maxCheck bound what is written of a reason, of the path of a file and of the name of a check, in
	// bytes, and maxForced the number of checks.
	maxReason, maxFile, maxCheck, maxForced = 4 << 10, 4 << 10, 128, 64

	formatVersion = "1"
	header        = `{"` + memberVersion + `":` + formatVersion + `}`
	trailer       = `{"` + memberEnd + `":true}`
)

// The members of the lines that have a meaning of their own.
const (
	memberVersion    = "mcp-lint-lock"
	memberEnd        = "end"
	memberForced     = "forced"
	memberReason     = "reason"
	memberDefinition = "definition"
)

// textMember is another member of a line.
type textMember struct {
	name string
	in   func(e *Entry) *string
	// optional ones are left out when the value is that of otherwise.
	optional  bool
	otherwise string
	// most is how many bytes are written.
	most int
}

// texts are those members in their order.
var texts = []textMember{
	{"server", func(e *Entry) *string { return &e.Server }, false, "", maxLine},
	{"kind", func(e *Entry) *string { return (*string)(&e.Kind) }, true, string(detect.KindTool), maxLine},
	{"tool", func(e *Entry) *string { return &e.Name }, false, "", maxLine},
	{"state", func(e *Entry) *string { return (*string)(&e.State) }, false, "", maxLine},
	{"digest", func(e *Entry) *string { return (*string)(&e.Digest) }, false, "", maxLine},
	{"now", func(e *Entry) *string { return (*string)(&e.Now) }, true, "", maxLine},
	{"file", func(e *Entry) *string { return &e.File }, false, "", maxFile},
	{"seen", func(e *Entry) *string { return &e.Seen }, false, "", maxLine},
	{"version", func(e *Entry) *string { return &e.Version }, false, "", maxFile},
}

// ParseError says what is wrong in a lock file, and where. All its texts are fit to be printed.
type ParseError struct {
	// Line counts from 1; 0 means the file as a whole.
	Line   int
	Reason string
	// Hint says what to do; it may be empty.
	Hint string
}

// Error returns everything on one line; the name of the file is the caller's to add.
func (e *ParseError) Error() string {
	s := e.Reason
	if e.Line > 0 {
		s = fmt.Sprintf("line %d: %s", e.Line, s)
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// What to do about files that are refused.
const (
	hintRestore = "restore the file from version control, or delete it, run mcp-lint lock and review every definition again"
	hintNewer   = "use the version of mcp-lint that wrote it, or a newer one"
	hintSplit   = "restore the file from version control, or use a lock file for each part of the repository (--lock)"
	hintMerge   = "keep the lines of both sides and delete the markers; with " +
		"\"mcp-lint.lock merge=union\" in .gitattributes git does this automatically"
)
