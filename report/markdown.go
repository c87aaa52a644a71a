package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// markdownBytes bounds the summary. GitHub drops a step summary above 1 MiB as a whole.
	markdownBytes = 1_000_000
	// sectionRows bounds the lists after the table of findings, which come out of what the table leaves.
	sectionRows = 50
	// sectionBytes is kept free for them: a row of a section is at most some 6 kB, an entity being six bytes.
	sectionBytes = 300_000
	// evidenceRunes bounds the evidence in the table.
	evidenceRunes = 160
)

// Markdown writes a summary of the report for a GitHub job: counts, a table of findings, the most severe first, and what was not
// looked at. Foreign words stand in code elements, with every character that means something to Markdown, to HTML or
// to GitHub written as an entity, so that none can leave its cell, become a link or mention anybody.
func Markdown(w io.Writer, r *lint.Report) error {
	return MarkdownWithin(w, r, markdownBytes)
}

func markdown(r *lint.Report, total, reserve int) string {
	m := &markdownWriter{limit: total}
	m.headline(r)
	m.limit = total - reserve
	m.installed(r.Installed)
	m.findings(r)
	m.limit = total
	m.suppressed(r, reserve/3)
	m.remarks("Not known without running the code", r.Unresolved, r.Summary.Unresolved)
	m.remarks("Notes", r.Notes, r.Summary.Notes)
	m.skipped(r)
	m.list("Degraded: not everything was scanned, so no findings do not mean no problems", each(coverageLines(r.Coverage), inertLine))
	m.list("Suppressed", leftOut(r.Summary))
	return m.b.String()
}

// markdownWriter writes blocks as long as there is room.
type markdownWriter struct {
	b     strings.Builder
	limit int
}

func (m *markdownWriter) add(format string, args ...any) bool {
	words := fmt.Sprintf(format, args...)
	if m.b.Len()+len(words) > m.limit {
		return false
	}
	m.b.WriteString(words)
	return true
}

func (m *markdownWriter) headline(r *lint.Report) {
	s := r.Summary
	switch {
	case len(r.Findings) > 0:
		m.add("## mcp-lint: %s\n\n", Count(len(r.Findings), "finding"))
		if words := severities(r); words != "" {
			m.add("By severity: %s.\n\n", words)
		}
	case s.Definitions == 0 && s.Servers == 0:
		m.add("## mcp-lint: nothing to scan\n\n")
	default:
		m.add("## mcp-lint: no findings\n\n")
	}
	m.add("Scanned %s (%s) of %s in %s.\n\n", Count(s.Tools, "tool"), Count(s.Definitions, "definition"), Count(s.Servers, "server"),
		Count(s.Files, "file"))
	if r.InContext {
		m.add("%s\n\n", partial)
	}
	for _, words := range []string{knowledge(s), demoted(s)} {
		if words != "" {
			m.add("%s.\n\n", words)
		}
	}
	if l := r.Lock; l != nil {
		m.add("Lock %s: %s.\n\n", inert(l.Path, pathRunes), l.Counts())
	}
	m.settings(r)
}

func (m *markdownWriter) findings(r *lint.Report) {
	if len(r.Findings) == 0 {
		return
	}
	// The page of a job is narrow, so that what was found, the words and the check share a column.
	m.add("| Severity | Finding | Place |\n| --- | --- | --- |\n")
	documented := map[string]bool{}
	for _, d := range r.Rules {
		documented[d.ID] = true
	}
	for n, f := range r.BySeverity() {
		s := f.PrimarySignal()
		checks := inert(s.CheckID, nameRunes)
		if documented[s.CheckID] {
			checks = fmt.Sprintf("[%s](%s)", checks, lint.CheckURL(s.CheckID))
		}
		if more := len(f.CheckIDs) - 1; more > 0 {
			checks += fmt.Sprintf(" and %d more", more)
		}
		words := inert(capital(f.Message), 2*evidenceRunes) + "<br>"
		if evidence := inert(s.Evidence, evidenceRunes); evidence != "" {
			words += evidence + "<br>"
		}
		if field, approved := s.ApprovedText(); approved != "" {
			was := "approved was " + inert(approved, evidenceRunes)
			if field != "" {
				was = "approved in " + inert(field, nameRunes) + " was " + inert(approved, evidenceRunes)
			}
			words += was + "<br>"
		}
		if !m.add("| %s | %s | %s |\n", severityOf(f), words+checks, inert(position(s.Where), pathRunes+2*nameRunes)) {
			m.limit += sectionRows
			m.add("\n%d more are not shown.\n", len(r.Findings)-n)
			break
		}
	}
	m.add("\n")
}

func (m *markdownWriter) list(title string, rows []string) {
	if len(rows) == 0 || !m.add("### %s\n\n", title) {
		return
	}
	m.rows(rows[:min(len(rows), sectionRows)], max(len(rows)-sectionRows, 0))
}

// remarks writes a section of remarks; there are all of them, of which some may not be listed.
func (m *markdownWriter) remarks(title string, list []lint.Remark, all int) {
	rows := each(list, func(m lint.Remark) string { return inertLine(remarkLine(m)) })
	if more := all - len(list); more > 0 {
		rows = append(rows, fmt.Sprintf("and %d more", more))
	}
	m.list(title, rows)
}

func (m *markdownWriter) skipped(r *lint.Report) {
	var rows []string
	for _, skip := range r.Missed() {
		row := fmt.Sprintf("%s: %s", inert(fileLine(skip.Path, skip.Line), 0), reasonWords(skip.Reason))
		if skip.Detail != "" {
			row += ", " + inert(skip.Detail, pathRunes)
		}
		rows = append(rows, row)
	}
	m.list("Not scanned", rows)
	if words, _ := byReason(r.Summary); words != "" {
		m.add("Skipped in all: %s.\n\n", words)
	}
}

// inertLine is inert for a line of a section.
func inertLine(line string) string { return inert(line, 4*pathRunes) }

// inert returns foreign words as an HTML code element in which nothing is live: printable, on one line, cut to limit
// runes, and written with entities.
//
// Entities are resolved after Markdown has found its marks, so an entity is never one. GitHub looks for mentions and
// issue numbers in the finished text, though not in code; and it makes links of mail addresses there too, which the break
// before each at sign prevents. A dot after a w is an entity because "www." begins a link by itself. Long paths may break
// after a slash.
func inert(s string, limit int) string {
	s = text.Safe(s, limit)
	if s == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("<code>")
	var last rune
	for _, r := range s {
		switch {
		case r == '@':
			b.WriteString("<wbr>&#64;")
		case r == '/':
			b.WriteString("/<wbr>")
		case live(r) || r == '.' && (last == 'w' || last == 'W'):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	b.WriteString("</code>")
	return b.String()
}

// live reports whether a character can mean something to Markdown, HTML or GitHub wherever it stands in a line. All
// punctuation is taken to, but for what is common in paths and sentences and means nothing there.
func live(r rune) bool {
	switch {
	case r >= utf8.RuneSelf:
		return false
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		return false
	}
	return !strings.ContainsRune(" ./-,;()+=?%'", r)
}

// suppressed writes a section that has to be unfolded: what suppresses and why, and what was suppressed, the most severe first. It takes
// at most so many bytes, for its words are those of whoever suppresses.
func (m *markdownWriter) suppressed(r *lint.Report, room int) {
	head := suppressedHead(r)
	lines, more := suppressionLines(r, namedPaths, sectionRows)
	if head == "" || len(lines)+len(r.Suppressed) == 0 {
		return
	}
	const end = "</details>\n\n"
	whole := m.limit
	m.limit = min(whole, m.b.Len()+room) - len(end)
	if m.add("<details><summary>%s</summary>\n\n", head) {
		m.rows(each(lines, inertLine), more)
		shown := r.SuppressedBySeverity()[:min(len(r.Suppressed), sectionRows)]
		m.rows(each(shown, func(s *lint.Suppressed) string { return inertLine(suppressedLine(r, s, namedPaths)) }), len(r.Suppressed)-len(shown))
		m.limit = whole
		m.add(end)
	}
	m.limit = whole
}

// rows writes a list; there are more beside.
func (m *markdownWriter) rows(rows []string, more int) {
	if len(rows) == 0 {
		return
	}
	for i, row := range rows {
		if !m.add("- %s\n", row) {
			more += len(rows) - i
			break
		}
	}
	if more > 0 {
		m.add("- and %d more\n", more)
	}
	m.add("\n")
}

// minMarkdown is how many bytes a summary takes that says anything.
const minMarkdown = 1000

// MarkdownWithin is Markdown in at most limit bytes, for a summary that others write to as well. Where there is no room for the least,
// it writes nothing.
func MarkdownWithin(w io.Writer, r *lint.Report, limit int) error {
	total := min(limit, markdownBytes)
	if total < minMarkdown {
		return nil
	}
	// The sections after the table get the same part of less room.
	reserve := int(int64(total) * sectionBytes / markdownBytes)
	_, err := io.WriteString(w, markdown(r, total, reserve))
	return err
}
