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
	// markdownBytes bounds the summary. GitHub drops step summaries above 1 MiB entirely.
	markdownBytes = 1_000_000
	// sectionRows is the maximum number of rows in each list after the table of findings.
	sectionRows = 50
	// sectionBytes is reserved for these lists. A row takes at most about 6 kB, at six bytes per entity.
	sectionBytes = 300_000
	// evidenceRunes bounds the evidence in the table.
	evidenceRunes = 160
)

// Markdown writes a summary of the report for a GitHub job: counts, a table of findings, most severe first, and what was not scanned.
// Untrusted text stands in code elements, with every character special to Markdown, HTML or GitHub written as an entity, so that it cannot
// leave its cell, become a link or mention anybody.
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
	m.list("Degraded: not everything was scanned, so no findings do not mean no problems", each(coverageLines(r.Coverage), codeLine))
	m.list("Suppressed", leftOut(r.Summary))
	return m.b.String()
}

// markdownWriter writes blocks while there is room.
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
	for _, words := range []string{staticWords(s), demoted(s)} {
		if words != "" {
			m.add("%s.\n\n", words)
		}
	}
	if l := r.Lock; l != nil {
		m.add("Lock %s: %s.\n\n", codeElement(l.Path, pathRunes), l.Counts())
	}
	m.settings(r)
}

func (m *markdownWriter) findings(r *lint.Report) {
	if len(r.Findings) == 0 {
		return
	}
	// The summary page is narrow, so message, evidence and check share a column.
	m.add("| Severity | Finding | Place |\n| --- | --- | --- |\n")
	documented := map[string]bool{}
	for _, d := range r.Rules {
		documented[d.ID] = true
	}
	for n, f := range r.BySeverity() {
		s := f.PrimarySignal()
		checks := codeElement(s.CheckID, nameRunes)
		if documented[s.CheckID] {
			checks = fmt.Sprintf("[%s](%s)", checks, lint.CheckURL(s.CheckID))
		}
		if more := len(f.CheckIDs) - 1; more > 0 {
			checks += fmt.Sprintf(" and %d more", more)
		}
		words := codeElement(capital(f.Message), 2*evidenceRunes) + "<br>"
		if evidence := codeElement(s.Evidence, evidenceRunes); evidence != "" {
			words += evidence + "<br>"
		}
		if field, approved := s.ApprovedText(); approved != "" {
			was := "approved was " + codeElement(approved, evidenceRunes)
			if field != "" {
				was = "approved in " + codeElement(field, nameRunes) + " was " + codeElement(approved, evidenceRunes)
			}
			words += was + "<br>"
		}
		if !m.add("| %s | %s | %s |\n", severityOf(f), words+checks, codeElement(position(s.Where), pathRunes+2*nameRunes)) {
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

// remarks writes a section of remarks. all is their total number, which may exceed the list.
func (m *markdownWriter) remarks(title string, list []lint.Remark, all int) {
	rows := each(list, func(m lint.Remark) string { return codeLine(remarkLine(m)) })
	if more := all - len(list); more > 0 {
		rows = append(rows, fmt.Sprintf("and %d more", more))
	}
	m.list(title, rows)
}

func (m *markdownWriter) skipped(r *lint.Report) {
	var rows []string
	for _, skip := range r.Missed() {
		row := fmt.Sprintf("%s: %s", codeElement(fileLine(skip.Path, skip.Line), 0), reasonWords(skip.Reason))
		if skip.Detail != "" {
			row += ", " + codeElement(skip.Detail, pathRunes)
		}
		rows = append(rows, row)
	}
	m.list("Not scanned", rows)
	if words, _ := byReason(r.Summary); words != "" {
		m.add("Skipped in all: %s.\n\n", words)
	}
}

// codeLine is codeElement for one line of a section.
func codeLine(line string) string { return codeElement(line, 4*pathRunes) }

// codeElement returns untrusted text as an HTML code element in which nothing is active: printable, on one line, cut to limit
// runes, and written with entities.
//
// Markdown resolves entities after it has parsed its markup, so an entity is never markup. GitHub looks for mentions and
// issue numbers in the rendered text, but not in code. It also links mail addresses there, which the break before each
// at sign prevents. A dot after a w is an entity because "www." starts a link. Long paths may break after a slash.
func codeElement(s string, limit int) string {
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
		case isSpecial(r) || r == '.' && (last == 'w' || last == 'W'):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	b.WriteString("</code>")
	return b.String()
}

// isSpecial reports whether a character may be special to Markdown, HTML or GitHub anywhere in a line: all punctuation except what is
// common in paths and sentences and harmless there.
func isSpecial(r rune) bool {
	switch {
	case r >= utf8.RuneSelf:
		return false
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		return false
	}
	return !strings.ContainsRune(" ./-,;()+=?%'", r)
}

// suppressed writes a folded section of the suppressions and what they suppress, most severe first, in at most room bytes, because its text
// comes from whoever wrote the suppressions.
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
		m.rows(each(lines, codeLine), more)
		shown := r.SuppressedBySeverity()[:min(len(r.Suppressed), sectionRows)]
		m.rows(each(shown, func(s *lint.Suppressed) string { return codeLine(suppressedLine(r, s, namedPaths)) }), len(r.Suppressed)-len(shown))
		m.limit = whole
		m.add(end)
	}
	m.limit = whole
}

// rows writes a list; more counts the rows not in it.
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

// minMarkdown is the size in bytes below which a summary says nothing useful.
const minMarkdown = 1000

// MarkdownWithin is Markdown in at most limit bytes, for a summary that others write to as well. It writes nothing when limit is too small
// for a useful summary.
func MarkdownWithin(w io.Writer, r *lint.Report, limit int) error {
	total := min(limit, markdownBytes)
	if total < minMarkdown {
		return nil
	}
	// Scale the reserve to the limit.
	reserve := int(int64(total) * sectionBytes / markdownBytes)
	_, err := io.WriteString(w, markdown(r, total, reserve))
	return err
}
