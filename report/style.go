// Package report writes a lint.Report for people and logs: text, JSON, GitHub annotations and a Markdown summary.
package report

import "github.com/org/mcp-lint/detect"

// style paints words for a terminal, or leaves them alone.
type style struct{ on bool }

func (s style) paint(code, words string) string {
	if !s.on || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (s style) bold(w string) string { return s.paint("1", w) }
func (s style) dim(w string) string  { return s.paint("2", w) }
func (s style) good(w string) string { return s.paint("32", w) }

// severity paints words in the colour of a severity.
func (s style) severity(sev detect.Severity, words string) string {
	switch sev {
	case detect.SeverityCritical:
		return s.paint("1;97;41", words)
	case detect.SeverityHigh:
		return s.paint("1;31", words)
	case detect.SeverityMedium:
		return s.paint("1;33", words)
	default:
		return s.paint("1;36", words)
	}
}
