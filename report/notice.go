package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// cautionItems is the maximum number of items listed per caution.
	cautionItems = 20
	// cautionTitle heads all cautions.
	cautionTitle = "mcp-lint: the change decides about itself"
)

// Caution is a part of a change that affects what is reported about that change: settings, approvals, suppression comments. The author of
// the change wrote it too, so reviewers have to look at it.
type Caution struct {
	// File is slash-separated and relative to the repository; it may be empty. Line counts from 1; 0 means the whole file.
	File string
	Line int
	// Text is a clause that describes the caution. It holds no untrusted text.
	Text string
	// Items are untrusted strings that the text is about. They need not be printable; the first few are shown.
	Items []string
}

// SuppressedByChange returns a caution about findings suppressed on lines that the change wrote, or by comments on such lines, and false if
// there are none.
func SuppressedByChange(r *lint.Report, changed Changed) (Caution, bool) {
	c := Caution{}
	n := 0
	for i := range r.Suppressed {
		s := &r.Suppressed[i]
		by := lint.Place{}
		if s.By >= 0 && s.By < len(r.Suppressions) && r.Suppressions[s.By].Kind == lint.SuppressedByComment {
			by = r.Suppressions[s.By].Where
		}
		comment := inFile(by) && changed.touches(by)
		if !comment && !changed.finding(&s.Finding) {
			continue
		}
		n++
		if len(c.Items) > cautionItems {
			continue
		}
		c.Items = append(c.Items, suppressedLine(r, s, relativePaths))
		if c.File == "" {
			where := by
			if !comment {
				where = s.PrimarySignal().Where
			}
			if inFile(where) {
				c.File, c.Line = where.Rel, where.Start.Line
			}
		}
	}
	c.Text = fmt.Sprintf("%s in what the change writes, or by a comment that it writes", suppressedClause(n))
	return c, n > 0
}

func suppressedClause(n int) string {
	if n == 1 {
		return "1 finding is suppressed"
	}
	return fmt.Sprintf("%d findings are suppressed", n)
}

// MarkdownCautions writes cautions as the start of a summary, in at most limit bytes. Untrusted text is escaped as in Markdown.
func MarkdownCautions(w io.Writer, list []Caution, limit int) error {
	if len(list) == 0 {
		return nil
	}
	m := &markdownWriter{limit: limit}
	if !m.add("## %s\n\nWhat stands here has a say in what is reported below, and comes with the very change. Look at it first.\n\n",
		cautionTitle) {
		return nil
	}
	for _, c := range list {
		line := "- "
		if c.File != "" {
			line += codeElement(fileLine(c.File, c.Line), pathRunes+nameRunes) + ": "
		}
		line += c.Text
		for i, item := range c.shown() {
			line += []string{": ", "; "}[min(i, 1)] + codeElement(item, 2*pathRunes)
		}
		m.add("%s.\n", line+c.rest())
	}
	m.add("\n")
	_, err := io.WriteString(w, m.b.String())
	return err
}

// TextCautions writes cautions for a log. Lines are indented, so that none starts a workflow command.
func TextCautions(w io.Writer, list []Caution) error {
	if len(list) == 0 {
		return nil
	}
	_, err := io.WriteString(w, "\n"+cautionTitle+":\n")
	for _, c := range list {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", c.line(0))
		}
	}
	return err
}

// annotateCautions combines all cautions in one warning at the first known place: GitHub shows few annotations per level, and findings need
// theirs.
func annotateCautions(list []Caution) []annotation {
	if len(list) == 0 {
		return nil
	}
	a := titled(LevelWarning, cautionTitle, "")
	var parts []string
	for _, c := range list {
		parts = append(parts, c.line(messageRunes/len(list)))
		if _, ok := a.Properties["file"]; !ok && c.File != "" {
			a.Properties["file"], a.Properties["line"] = defuse(text.Safe(c.File, 0)), strconv.Itoa(max(c.Line, 1))
		}
	}
	a.Message = text.Safe(defuse(strings.Join(parts, " ")), messageRunes)
	return []annotation{a}
}

func (c Caution) shown() []string { return c.Items[:min(len(c.Items), cautionItems)] }

// rest says that items are left out, or "".
func (c Caution) rest() string {
	if len(c.Items) > cautionItems {
		return " and more"
	}
	return ""
}

// line returns the caution as one printable line. With a limit, in runes, items that do not fit are left out.
func (c Caution) line(limit int) string {
	var b strings.Builder
	if c.File != "" {
		b.WriteString(fileLine(c.File, c.Line) + ": ")
	}
	b.WriteString(c.Text)
	n := utf8.RuneCountInString(b.String())
	rest := c.rest()
	for i, item := range c.shown() {
		item = text.Safe(item, 2*pathRunes)
		if n += utf8.RuneCountInString(item) + 2; limit > 0 && n > limit {
			rest = " and more"
			break
		}
		b.WriteString([]string{": ", "; "}[min(i, 1)] + item)
	}
	return b.String() + rest + "."
}
