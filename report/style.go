package report

import "github.com/org/mcp-lint/detect"

type style struct{ on, links bool }

func (s style) paint(code, words string) string {
	if !s.on || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (s style) bold(w string) string { return s.paint("1", w) }
func (s style) dim(w string) string  { return s.paint("2", w) }
func (s style) good(w string) string { return s.paint("32", w) }

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

// link links words to an address, for terminals that know OSC 8.
func (s style) link(words, address string) string {
	if !s.links {
		return words
	}
	return "\x1b]8;;" + address + "\x1b\\" + words + "\x1b]8;;\x1b\\"
}
