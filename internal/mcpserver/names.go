package mcpserver

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
)

// Whoever reads an answer is a model, and the names in what was scanned are words of whoever wrote that. A name is shown when it is of the
// form that names have and none of our checks objects to it. In place of another one stands how long it is.

const (
	// maxName bounds what is reported of one name, as the specification of MCP bounds names of tools to 128 and most have a third of that.
	maxName = 64
	// maxNameWords bounds the words in a name: more are a sentence that is written with underscores.
	maxNameWords = 8
	// maxSegments bounds the segments of a pointer or path that are reported; those in the middle of a longer one are left out.
	maxSegments   = 16
	maxQuotedName = 200
)

// namer writes names, but those that something is said against.
type namer struct{ objects func(name string) bool }

// name returns what is reported of a name, "" for none.
func (n *namer) name(s string) string {
	if s == "" || plain(s) && !n.objects(s) {
		return s
	}
	return withheld(s)
}

func withheld(s string) string {
	return fmt.Sprintf("[withheld: %d characters]", utf8.RuneCountInString(s))
}

// server is name for servers, of which some are called by the package or the address that they come from: each part of that is a name.
func (n *namer) server(s string) string {
	if len(s) > 2*maxName || strings.HasPrefix(s, "/") {
		return n.name(s)
	}
	parts := strings.Split(s, "/")
	for i, p := range parts {
		if parts[i] = n.name(p); p == "" || parts[i] != p {
			return withheld(s)
		}
	}
	return strings.Join(parts, "/")
}

// pointer returns what is reported of a JSON pointer.
func (n *namer) pointer(p string) string {
	if p == "" {
		return ""
	}
	// A '#' at the end stands for the name itself.
	body, end := strings.CutSuffix(p, "#")
	parts := strings.Split(strings.TrimPrefix(body, "/"), "/")
	out := "/" + n.reported(parts)
	if end {
		out += "#"
	}
	return out
}

// path returns what is reported of a path below the root, and false for one that is not below it.
func (n *namer) path(p string) (string, bool) {
	p = filepath.ToSlash(p)
	if !filepath.IsLocal(filepath.FromSlash(p)) || path.IsAbs(p) {
		return "", false
	}
	parts := strings.Split(path.Clean(p), "/")
	return n.reported(parts), true
}

// reported returns the segments of a path or pointer; where they make a sentence together, only the last one.
func (n *namer) reported(parts []string) string {
	if len(parts) > 1 && n.objects(strings.Join(parts, "_")) {
		return fmt.Sprintf("[withheld: %d segments]/%s", len(parts)-1, n.name(parts[len(parts)-1]))
	}
	out := make([]string, len(parts))
	for i, s := range parts {
		if out[i] = s; s != "." {
			out[i] = n.name(s)
		}
	}
	return strings.Join(shorten(out), "/")
}

func shorten(parts []string) []string {
	if len(parts) <= maxSegments {
		return parts
	}
	const half = maxSegments / 2
	return slices.Concat(parts[:half], []string{fmt.Sprintf("[%d more]", len(parts)-2*half)}, parts[len(parts)-half:])
}

// plain reports whether a name is one as programs have them: letters and digits of ASCII, parted by little.
func plain(s string) bool {
	if len(s) > maxName {
		return false
	}
	words, inWord := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			if !inWord {
				words++
			}
			inWord = true
		case c >= 'A' && c <= 'Z':
			// A capital behind a small letter begins a word.
			if !inWord || s[i-1] >= 'a' && s[i-1] <= 'z' {
				words++
			}
			inWord = true
		case strings.IndexByte("._-$@:+", c) >= 0:
			inWord = false
		default:
			return false
		}
	}
	return words <= maxNameWords
}

// quoted returns a name as it is written, fit to be printed.
func quoted(s string) string { return text.Safe(s, maxQuotedName) }
