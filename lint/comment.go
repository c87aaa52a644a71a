package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/discover/marked"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/lock"
)

const (
	// commentMarker starts a suppression comment: mcp-lint:ignore CHECK[, CHECK] -- REASON.
	commentMarker = "mcp-lint:ignore"
	commentForm   = commentMarker + " CHECK -- REASON"
	// maxComments bounds the comments per file, maxCommentBytes the size of each and maxCommentChecks the checks it names.
	maxComments, maxCommentBytes, maxCommentChecks = 1_000, 4 << 10, 50
)

// comments holds the suppression comments by file path. The key is the path and not the source.File, because a file can be both scanned
// itself and read by code.
type comments struct {
	*suppressor
	files map[string]*fileComments
	// layouts are those of all files; nil until needed.
	layouts map[string]*fileLayout
}

type fileComments struct {
	*suppressor
	file *source.File
	// list is in file order. at finds the comments that apply to a line and a check.
	list []*comment
	at   map[lineCheck][]commentCheck
	// notes describe invalid comments.
	notes []Remark
}

// lineCheck is a line, from 1, and a check ID.
type lineCheck struct {
	line  int
	check string
}

type commentCheck struct {
	*comment
	index int
	scope commentScope
}

type comment struct {
	where  source.Location
	checks []string
	reason string
	// used is parallel to checks. by is the number of the suppression, or isReported while unused.
	used []bool
	by   int
}

// match returns the number of the comment that suppresses signal i, or isReported. A comment applies to words that begin on its line, or on
// the next line if it stands alone, and to all words in its file of a definition that begins there. It never suppresses lock checks: the
// author of a change must not approve it.
func (c *comments) match(f *finding, i int) int {
	id, p := f.Signals[i].CheckID, &f.places[i]
	file := p.Where.File
	if c == nil || lock.Compares(id) || file == nil || !p.in(func(other *source.File) bool { return other != nil && other.Path == file.Path }) {
		return isReported
	}
	in := c.of(file)
	if len(in.at) == 0 {
		return isReported
	}
	if by := c.at(in, f, p.Where.Span.Start, id); by != isReported {
		return by
	}
	if f.definedIn(file) {
		by := c.at(in, f, f.definition.Span.Start, id)
		if head := f.subject.Head; by == isReported && head.Start < head.End {
			by = c.at(in, f, head.Start, id)
		}
		return by
	}
	return isReported
}

func (f *finding) definedIn(file *source.File) bool {
	return lock.Locks(f.Kind) && f.definition.File != nil && f.definition.File.Path == file.Path
}

// at returns the number of the first comment for the check on the line of an offset, or isReported.
func (c *comments) at(in *fileComments, f *finding, offset int, check string) int {
	for _, m := range in.at[lineCheck{in.file.Position(offset, source.Bytes).Line, check}] {
		if !m.scope.covers(f, in.file, offset) {
			continue
		}
		m.used[m.index] = true
		if m.by == isReported {
			m.by = c.addSuppression(SuppressedByComment, m.reason, m.where)
		}
		return m.by
	}
	return isReported
}

func (c *comments) of(file *source.File) *fileComments {
	if in, ok := c.files[file.Path]; ok {
		return in
	}
	in := &fileComments{suppressor: c.suppressor, file: file, at: map[lineCheck][]commentCheck{}}
	c.files[file.Path] = in
	defer in.misspelt()
	if !bytes.Contains(file.Data, []byte(commentMarker)) {
		return in
	}
	found := marked.Comments(file, commentMarker)
	if len(found) > maxComments {
		in.note(found[maxComments], "the file has too many such comments; this one and those after it suppress nothing")
		found = found[:maxComments]
	}
	around := c.layout(file)
	found = slices.DeleteFunc(found, func(m marked.Comment) bool {
		// An attacker who controls only what a model reads must not be able to suppress findings.
		if around.read(m.Span) {
			in.note(m, "the comment is part of a text that a model reads, so it suppresses nothing")
			return true
		}
		return false
	})
	commentLines := commentLinesOf(file, found)
	for i, m := range found {
		checks, reason := in.parse(m)
		if len(checks) == 0 {
			continue
		}
		one := &comment{where: in.place(m), checks: checks, reason: reason, used: make([]bool, len(checks)), by: isReported}
		in.list = append(in.list, one)
		in.add(one, commentLines[i].line, around.scopeOf(file, m.Span.Start, commentLines[i].line))
		if below := commentLines[i].below; below > 0 {
			in.add(one, below, commentScope{})
		}
	}
	return in
}

// add makes a comment apply to a line within a scope. Earlier comments come first.
func (in *fileComments) add(m *comment, line int, scope commentScope) {
	for k, id := range m.checks {
		key := lineCheck{line, id}
		in.at[key] = append(in.at[key], commentCheck{m, k, scope})
	}
}

func (in *fileComments) place(m marked.Comment) source.Location {
	return source.Location{File: in.file, Span: m.Span, Exact: true}
}

func (in *fileComments) note(m marked.Comment, words string) {
	in.notes = append(in.notes, Remark{Text: words, Where: in.quoter.Place(in.place(m))})
}

// parse reads a comment. For an invalid one it adds a note and returns no checks.
func (in *fileComments) parse(m marked.Comment) (checks []string, reason string) {
	names, reason, problem := parseComment(m.Text)
	if problem != "" {
		in.note(m, problem)
		return nil, ""
	}
	for _, id := range names {
		switch {
		case lock.Compares(id):
			in.note(m, "a comment cannot suppress "+id+": approve the definition or ignore it in .mcp-lint.yaml")
		case !slices.Contains(in.chosen.known, id):
			words := "unknown check " + quotedName(id) + " in the comment"
			if nearest := didyoumean.Word(id, in.chosen.known); nearest != "" {
				words += "; did you mean " + nearest + "?"
			}
			in.note(m, words)
		case !slices.Contains(checks, id):
			checks = append(checks, id)
		}
	}
	return checks, reason
}

// parseComment parses mcp-lint:ignore CHECK[, CHECK] -- REASON. problem says what is invalid.
func parseComment(words string) (checks []string, reason, problem string) {
	const form = "; write " + commentForm
	rest, ok := strings.CutPrefix(words, commentMarker)
	switch {
	case !ok, rest != "" && !isBlank(rest[0]):
		return nil, "", "the comment suppresses nothing" + form
	case len(rest) > maxCommentBytes:
		return nil, "", "the comment is too long, so it suppresses nothing"
	}
	names, reason, ok := cutReason(rest)
	if !ok || !strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil, "", "the comment has no reason, so it suppresses nothing" + form
	}
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, "", "the comment names no check, so it suppresses nothing" + form
		}
		checks = append(checks, name)
	}
	if len(checks) > maxCommentChecks {
		return nil, "", "the comment names too many checks, so it suppresses nothing"
	}
	return checks, reason, ""
}

// cutReason splits at two hyphens between blanks.
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

const (
	// keptCommentNotes bounds the notes per file.
	keptCommentNotes = 20
	// maxMisspelt bounds the misspellings of the marker looked for per file.
	maxMisspelt = 3
)

func (c *comments) remarks(inContext bool) []Remark {
	if c == nil {
		return nil
	}
	asked := map[string]*source.File{}
	for _, f := range c.inv.Files {
		asked[f.Path] = f
	}
	for _, in := range c.files {
		asked[in.file.Path] = in.file
	}
	files := make([]*source.File, 0, len(asked))
	for _, f := range asked {
		if c.inv.ConcernsFile(f) {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	// shadowing.cross_server needs all servers, so in a partial scan its comments may look unused.
	others := inContext || c.inv.Covers(".")
	var notes []Remark
	for _, f := range files {
		in := c.of(f)
		of := slices.Concat(in.notes, c.unused(in, others))
		kept := of[:min(len(of), keptCommentNotes)]
		slices.SortStableFunc(kept, func(a, b Remark) int { return cmp.Compare(a.Where.Start.Offset, b.Where.Start.Offset) })
		notes = append(notes, kept...)
		if left := len(of) - len(kept); left > 0 {
			notes = append(notes, Remark{
				Text: fmt.Sprintf("the file has %d more problems with comments", left), Where: kept[len(kept)-1].Where,
			})
		}
	}
	return notes
}

// unused notes the comments in a file that suppress nothing.
func (c *comments) unused(in *fileComments, others bool) []Remark {
	var notes []Remark
	for _, m := range in.list {
		for k, used := range m.used {
			if id := m.checks[k]; !used && c.chosen.ran[id] && (others || id != shadowingCheck) {
				notes = append(notes, Remark{Text: id + " finds nothing beside the comment, so it suppresses nothing", Where: in.quoter.Place(m.where)})
			}
		}
	}
	if len(notes) > 0 && !c.inv.Covers(in.file.Path) {
		return nil
	}
	return notes
}

// misspelling matches the marker in wrong case or with blanks.
var misspelling = regexp.MustCompile(`^(?i:mcp-lint)[ \t]{0,2}:[ \t]{0,2}(?i:ignore)`)

func (in *fileComments) misspelt() {
	var ways []string
	for _, word := range []string{"mcp-lint", "MCP-LINT", "Mcp-Lint"} {
		for rest := in.file.Data; len(ways) < maxMisspelt; {
			k := bytes.Index(rest, []byte(word))
			if k < 0 {
				break
			}
			if way := string(misspelling.Find(rest[k:])); way != "" && way != commentMarker && !slices.Contains(ways, way) {
				ways = append(ways, way)
			}
			rest = rest[k+len(word):]
		}
	}
	for _, way := range ways {
		found := marked.Comments(in.file, way)
		for _, m := range found[:min(len(found), keptCommentNotes+1)] {
			in.note(m, "the comment suppresses nothing; write "+commentForm)
		}
	}
}
