package report

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// pathStyle says how a file is named: as it was named to mcp-lint, or from the root of the repository, which is the same on
// every machine.
type pathStyle bool

const (
	namedPaths    pathStyle = false
	relativePaths pathStyle = true
)

// file returns a printable path.
func (s pathStyle) file(f *source.File) string { return s.name(f.Path, f.Rel) }

// name returns a printable path of what was named so; rel is its path from the root, or "".
func (s pathStyle) name(named, rel string) string {
	if s == relativePaths {
		slashed := strings.ReplaceAll(named, `\`, "/")
		switch {
		case rel != "":
			named = rel
		case strings.HasPrefix(slashed, "/") || strings.HasPrefix(slashed, "../") || strings.Contains(slashed, ":/"):
			// The folders outside of the repository are those of the machine.
			named = path.Base(slashed)
		}
	}
	return text.Safe(named, pathRunes)
}

// place writes file:line, or only the file when the whole of it is meant. It is empty where there is none.
func (s pathStyle) place(l source.Location) string {
	if l.File == nil {
		return ""
	}
	if l.Span.Start == 0 && (l.Span.End <= 0 || l.Span.End >= len(l.File.Data)) {
		return s.file(l.File)
	}
	return fmt.Sprintf("%s:%d", s.file(l.File), l.File.Position(l.Span.Start, source.Bytes).Line)
}

// position is position in this style.
func (s pathStyle) position(l source.Location) string {
	if l.File == nil {
		return "(no place)"
	}
	p := l.File.Position(l.Span.Start, source.Runes)
	return fmt.Sprintf("%s:%d:%d", s.file(l.File), p.Line, p.Column)
}

// suppressorWords say what kind of thing suppresses.
func suppressorWords(k lint.SuppressionKind) string {
	switch k {
	case lint.SuppressedByConfig:
		return "an ignore"
	case lint.SuppressedByComment:
		return "a comment"
	case lint.SuppressedByPlaceholder:
		return "a placeholder"
	case lint.SuppressedByTrust:
		return "trusted servers"
	case lint.SuppressedByBaseline:
		return "the baseline"
	}
	return text.Safe(string(k), nameRunes)
}

// suppressorLine says what suppresses, where it stands and why.
func suppressorLine(s lint.Suppression, style pathStyle) string {
	words := suppressorWords(s.Kind)
	if at := style.place(s.Where); at != "" {
		words += " in " + at
	}
	if s.Reason != "" {
		// A reason may quote what it is about, and that can be a credential.
		words += ": \u201c" + detect.Evidence(s.Reason) + "\u201d"
	}
	return words
}

// suppressionLines say, a line each, how much was suppressed by what and why: the first few, and how many are left out.
func suppressionLines(r *lint.Report, style pathStyle, few int) (lines []string, left int) {
	for _, s := range r.Suppressions {
		switch {
		case s.Count <= 0:
		case len(lines) == few:
			left++
		default:
			lines = append(lines, fmt.Sprintf("%d by %s", s.Count, suppressorLine(s, style)))
		}
	}
	return lines, left
}

// suppressedHead says how much was suppressed and how severe that is; it is empty when that is nothing.
func suppressedHead(r *lint.Report) string {
	if r.Summary.Suppressed == 0 {
		return ""
	}
	words := Count(r.Summary.Suppressed, "finding") + " suppressed"
	severities := map[detect.Severity]int{}
	for i := range r.Suppressed {
		severities[r.Suppressed[i].Severity]++
	}
	if parts := severityWords(severities); parts != "" {
		words += " (" + parts + ")"
	}
	return words
}

// suppressedLine says what was found and what suppresses it.
func suppressedLine(r *lint.Report, s *lint.Suppressed, style pathStyle) string {
	signal, place := s.PrimarySignal()
	return fmt.Sprintf("%s  %s  %s  %s", s.Severity, text.Safe(signal.CheckID, nameRunes), style.position(place.Where), suppressedWords(r, s, style))
}

// suppressedWords are those of suppressedLine that follow the place.
func suppressedWords(r *lint.Report, s *lint.Suppressed, style pathStyle) string {
	signal, _ := s.PrimarySignal()
	words := fmt.Sprintf("%s: \u201c%s\u201d", owner(&s.Finding), text.Safe(signal.Evidence, evidenceRunes))
	if more := len(s.Signals) - 1; more > 0 {
		words += " and " + Count(more, "more signal")
	}
	if n := len(s.SharedBy); n > 0 {
		words += fmt.Sprintf(", and in %d more: %s", n, sharers(s.SharedBy))
	}
	if s.By >= 0 && s.By < len(r.Suppressions) {
		by := r.Suppressions[s.By]
		by.Reason = ""
		words += ", by " + suppressorLine(by, style)
	}
	return words
}

// whySuppressed joins suppressionLines to one line of at most about limit runes, which counts what it leaves out.
func whySuppressed(r *lint.Report, style pathStyle, limit int) string {
	const sep = "; "
	lines, left := suppressionLines(r, style, shownSkips)
	var b strings.Builder
	n := 0
	for i, line := range lines {
		n += utf8.RuneCountInString(line) + len(sep)
		if i > 0 && n > limit {
			left += len(lines) - i
			break
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(line)
	}
	if left > 0 {
		fmt.Fprintf(&b, "%sand %d more", sep, left)
	}
	return b.String()
}
