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

// Models read the answers, and authors of definitions choose the names in them. A name is shown if it is an identifier and no check objects
// to it; otherwise, only its length.

const (
	// maxName bounds a name. The MCP specification allows 128 characters for tools, but most names have a third of that.
	maxName = 64
	// maxNameWords bounds the words in a name: more are a sentence with underscores.
	maxNameWords = 8
	// maxSegments bounds the segments of a pointer or path; the middle of a longer one is omitted.
	maxSegments   = 16
	maxQuotedName = 200
)

// namer withholds names that a check objects to.
type namer struct{ objects func(name string) bool }

func (n *namer) name(s string) string {
	if s == "" || isIdentifier(s) && !n.objects(s) {
		return s
	}
	return withheld(s)
}

func withheld(s string) string {
	return fmt.Sprintf("[withheld: %d characters]", utf8.RuneCountInString(s))
}

// server is name for servers, which may be named after a package or address: each part of that is a name.
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

func (n *namer) pointer(p string) string {
	if p == "" {
		return ""
	}
	// A final '#' means the name itself.
	body, end := strings.CutSuffix(p, "#")
	parts := strings.Split(strings.TrimPrefix(body, "/"), "/")
	out := "/" + n.reported(parts)
	if end {
		out += "#"
	}
	return out
}

// path returns false for a path outside of the root.
func (n *namer) path(p string) (string, bool) {
	p = filepath.ToSlash(p)
	if !filepath.IsLocal(filepath.FromSlash(p)) || path.IsAbs(p) {
		return "", false
	}
	parts := strings.Split(path.Clean(p), "/")
	return n.reported(parts), true
}

// reported joins the segments of a path or pointer. If they form a sentence together, it shows only the last one.
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
	const half = maxSegments / 2
	if len(out) > maxSegments {
		out = slices.Concat(out[:half], []string{fmt.Sprintf("[%d more]", len(out)-2*half)}, out[len(out)-half:])
	}
	return strings.Join(out, "/")
}

// isIdentifier reports whether a name is an identifier of few words: ASCII letters, digits and common separators.
func isIdentifier(s string) bool {
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
			// An upper-case letter after a lower-case one starts a word.
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

// quoted makes a name printable.
func quoted(s string) string { return text.Safe(s, maxQuotedName) }
