package lint

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// commentMarker begins a comment that suppresses: mcp-lint:ignore CHECK[, CHECK] -- REASON.
	commentMarker = "mcp-lint:ignore"
	// maxComments bounds the comments of one file, maxCommentBytes each of them and maxCommentChecks the checks that it names.
	maxComments, maxCommentBytes, maxCommentChecks = 1_000, 4 << 10, 50
)

// comments are those that suppress, by the files that were asked about.
type comments struct {
	suppressor *suppressor
	files      map[*source.File]*fileComments
}

// fileComments are the comments of one file.
type fileComments struct {
	// list are in the order of the file; at are those that count for what a check finds that begins on a line: the first of each.
	list []*comment
	at   map[lineCheck]mention
	// notes say what is wrong with comments.
	notes []Remark
}

// lineCheck is a line of a file, from 1, and the ID of a check.
type lineCheck struct {
	line  int
	check string
}

// mention is where a comment names a check.
type mention struct {
	*comment
	index int
}

// comment is one comment.
type comment struct {
	where  source.Location
	checks []string
	reason string
	// used is parallel to checks. by is its number once it was used.
	used []bool
	by   int
}

// judge returns the number of the comment that suppresses signal i of a finding, or isTold. A comment counts for words that begin on its line,
// or on the next one when nothing else stands on its own, and for all words of a definition that begins there, as far as they stand in
// the file of the comment. That a definition has changed is for those to judge who did not write the change.
func (c *comments) judge(f *Finding, i int) int {
	id, p := f.Signals[i].CheckID, &f.Places[i]
	file := p.Where.File
	if comparesLock(id) || file == nil || !p.files(func(other *source.File) bool { return other == file }) {
		return isTold
	}
	in := c.of(file)
	if len(in.at) == 0 {
		return isTold
	}
	if by := c.at(in, file, p.Where.Span.Start, id); by != isTold {
		return by
	}
	if f.Definition.File == file && isDefinition(f.Kind) {
		return c.at(in, file, f.Definition.Span.Start, id)
	}
	return isTold
}

// at returns the number of the comment that counts for a check on the line of an offset, or isTold.
func (c *comments) at(in *fileComments, file *source.File, offset int, check string) int {
	m, ok := in.at[lineCheck{file.Position(offset, source.Bytes).Line, check}]
	if !ok {
		return isTold
	}
	m.used[m.index] = true
	if m.by == isTold {
		m.by = c.suppressor.enter(Suppression{Kind: SuppressedByComment, Reason: m.reason, Where: m.where})
	}
	return m.by
}

// of reads the comments of a file.
func (c *comments) of(file *source.File) *fileComments {
	if in, ok := c.files[file]; ok {
		return in
	}
	in := &fileComments{at: map[lineCheck]mention{}}
	c.files[file] = in
	if !bytes.Contains(file.Data, []byte(commentMarker)) {
		return in
	}
	found := discover.Comments(file, commentMarker)
	if len(found) > maxComments {
		in.note(found[maxComments], "the file holds more such comments than are followed; this and what follows suppress nothing")
		found = found[:maxComments]
	}
	lines, alone := make([]int, len(found)), map[int]bool{}
	for i, m := range found {
		lines[i] = file.Position(m.Span.Start, source.Bytes).Line
		if standsAlone(file, m.Span.Start) {
			alone[lines[i]] = true
		}
	}
	// From the last one on: comments that stand one below the other count for the line below all of them.
	next := map[int]int{}
	for _, line := range slices.Backward(lines) {
		if alone[line] && next[line] == 0 {
			next[line] = line + 1
			if below, ok := next[line+1]; ok {
				next[line] = below
			}
		}
	}
	for i, m := range found {
		checks, reason := in.parse(m)
		if len(checks) == 0 {
			continue
		}
		one := &comment{where: commentAt(file, m), checks: checks, reason: reason, used: make([]bool, len(checks)), by: isTold}
		in.list = append(in.list, one)
		in.count(one, lines[i])
		if below := next[lines[i]]; below > 0 {
			in.count(one, below)
		}
	}
	for i := range in.notes {
		in.notes[i].Where.File = file
	}
	return in
}

// count has a comment count for what begins on a line, unless another one does already.
func (in *fileComments) count(m *comment, line int) {
	for k, id := range m.checks {
		if _, known := in.at[lineCheck{line, id}]; !known {
			in.at[lineCheck{line, id}] = mention{m, k}
		}
	}
}

func commentAt(file *source.File, m discover.Comment) source.Location {
	return source.Location{File: file, Span: m.Span, Exact: true}
}

func (in *fileComments) note(m discover.Comment, words string) {
	in.notes = append(in.notes, Remark{Text: words, Where: commentAt(nil, m)})
}

// standsAlone reports whether nothing but brackets and marks of comments stands before an offset on its line.
func standsAlone(file *source.File, offset int) bool {
	_, begin := file.Line(file.Position(offset, source.Bytes).Line)
	return len(bytes.Trim(file.Data[min(begin, offset):offset], " \t#/*-;%!<{[(,")) == 0
}

// parse reads a comment. It returns no checks for one that suppresses nothing, and notes what is wrong.
func (in *fileComments) parse(m discover.Comment) (checks []string, reason string) {
	names, reason, problem := parseComment(m.Text)
	if problem != "" {
		in.note(m, problem)
		return nil, ""
	}
	known := checkIDs()
	for _, id := range names {
		switch {
		case comparesLock(id):
			in.note(m, "a comment cannot suppress "+id+": approve the definition, or ignore it in the configuration")
		case !slices.Contains(known, id):
			in.note(m, "there is no check "+quotedName(id)+", which the comment names")
		case !slices.Contains(checks, id):
			checks = append(checks, id)
		}
	}
	return checks, reason
}

// parseComment reads what follows the marker, which begins the text: CHECK[, CHECK] -- REASON. problem says what is wrong.
func parseComment(text string) (checks []string, reason, problem string) {
	const form = "; it must be mcp-lint:ignore CHECK -- REASON"
	rest, ok := strings.CutPrefix(text, commentMarker)
	switch {
	case !ok, rest != "" && !isBlank(rest[0]):
		return nil, "", "the comment suppresses nothing" + form
	case len(rest) > maxCommentBytes:
		return nil, "", "the comment is too long and suppresses nothing"
	}
	names, reason, ok := cutReason(rest)
	if !ok || !strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil, "", "the comment gives no reason and suppresses nothing" + form
	}
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, "", "the comment names no check and suppresses nothing" + form
		}
		checks = append(checks, name)
	}
	if len(checks) > maxCommentChecks {
		return nil, "", "the comment names too many checks and suppresses nothing"
	}
	return checks, reason, ""
}

// cutReason parts the checks from the reason at two hyphens between blanks.
func cutReason(s string) (checks, reason string, ok bool) {
	for i := 1; i+2 < len(s); i++ {
		if s[i] == '-' && s[i+1] == '-' && isBlank(s[i-1]) && isBlank(s[i+2]) {
			reason = strings.TrimSpace(s[i+2:])
			for _, end := range []string{"*/", "-->"} {
				reason = strings.TrimSpace(strings.TrimSuffix(reason, end))
			}
			return s[:i], reason, true
		}
	}
	return "", "", false
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
