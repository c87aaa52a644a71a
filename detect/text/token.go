package text

import (
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/internal/wordset"
)

// longestToken bounds the look-ahead for paths and names, in bytes, so that no text takes quadratic time. Longer ones are split.
const longestToken = 512

// special returns the length and kind of a token other than a word at folded byte i: a URL, an e-mail address, a path.
func special(s string, i int) (int, Kind) {
	c := s[i]
	switch {
	case c == '~' || c == '/' || c == '.':
		if n := pathLength(s, i); n > 0 {
			return n, KindPath
		}
	case c >= 'a' && c <= 'z':
		if i > 0 && alnum(s, i-1) {
			return 0, 0
		}
		if n := urlLength(s, i); n > 0 {
			return n, KindURL
		}
		if i+2 < len(s) && s[i+1] == ':' && (s[i+2] == '\\' || s[i+2] == '/' && (i+3 >= len(s) || s[i+3] != '/')) {
			return tokenLength(s, i), KindPath
		}
		if n, kind := nameLength(s, i); n > 0 {
			return n, kind
		}
	case c == '+' && i+8 < len(s) && strings.Trim(s[i+1:i+8], "0123456789") == "":
		return tokenLength(s, i), KindNumber
	}
	return 0, 0
}

// runEnd returns the end of the visible ASCII from byte i up to one of the stops, without closing punctuation.
func runEnd(s string, i int, stops, closing string) int {
	j := i
	for j < len(s) && s[j] > ' ' && s[j] < utf8.RuneSelf && strings.IndexByte(stops, s[j]) < 0 {
		j++
	}
	return i + len(strings.TrimRight(s[i:j], closing))
}

// tokenLength is the length up to white space, a quote or a bracket, without closing punctuation.
func tokenLength(s string, i int) int {
	return runEnd(s[:min(len(s), i+longestToken)], i, "\"'`<>()[]{},;", ".:!?*_") - i
}

// urlLength reads scheme://rest.
func urlLength(s string, i int) int {
	const longestScheme = 24
	j := i
	for j < len(s) && j-i <= longestScheme && (alnum(s, j) || s[j] == '+' || s[j] == '-' || s[j] == '.') {
		j++
	}
	if !strings.HasPrefix(s[j:], "://") {
		return 0
	}
	j += len("://")
	if end := runEnd(s, j, "\"'`<>),;]", ".:!?*"); end > j {
		return end - i
	}
	return 0
}

// pathLength reads ~/x, /a/b or /a, ./a, ../a and dot files such as .env. A slash between two words is not a path.
func pathLength(s string, i int) int {
	if i > 0 && (alnum(s, i-1) || s[i-1] >= utf8.RuneSelf || strings.IndexByte(")]}_*>/.", s[i-1]) >= 0) {
		return 0
	}
	n := tokenLength(s, i)
	if n < 2 {
		return 0
	}
	t := s[i : i+n]
	switch {
	case strings.HasPrefix(t, "~/"), strings.HasPrefix(t, "./"), strings.HasPrefix(t, "../"):
		return n
	case t[0] == '/' && t[1] != '/' && (alnum(t, 1) || t[1] == '.' || t[1] == '_'):
		return n
	case t[0] == '.' && n >= 4 && t[1] >= 'a' && t[1] <= 'z' && dotFile[strings.SplitN(t[1:], "/", 2)[0]]:
		return n
	}
	return 0
}

// dotFile has hidden files and folders that are written without a path, but not file endings (.json, .txt).
var dotFile = wordset.Of(`env ssh aws kube netrc npmrc pypirc gnupg docker git-credentials gitconfig bash_history zsh_history cursor config bashrc zshrc
	profile claude vscode htpasswd env.local env.production pgpass my.cnf`)

// nameLength reads e-mail addresses and host names, whose dots do not end a sentence.
func nameLength(s string, i int) (int, Kind) {
	j, end := i, min(len(s), i+longestToken)
	for j < end && (alnum(s, j) || strings.IndexByte("._%+-@", s[j]) >= 0) {
		j++
	}
	name := strings.TrimRight(s[i:j], "._%+-")
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return 0, 0
	}
	at, last := strings.IndexByte(name, '@'), name[dot+1:]
	if at != strings.LastIndexByte(name, '@') {
		return 0, 0
	}
	switch {
	case at > 0 && dot > at && len(last) >= 2:
		return len(name), KindEmail
	case at < 0 && hostEnding[last]:
		// A path after the host belongs to it.
		if strings.HasPrefix(s[i+len(name):], "/") {
			return max(tokenLength(s, i), len(name)), KindHost
		}
		return len(name), KindHost
	case at < 0 && fileEnding[last]:
		return len(name), KindPath
	}
	return 0, 0
}

// hostEnding has the top-level domains that prose uses without a scheme and that are not file endings, with those reserved for examples
// (RFC 2606).
var hostEnding = wordset.Of(`com net org io dev app ai co xyz biz cloud site online tech ru cn de uk eu example test invalid evil tld`)

// fileEnding has endings of file names, whose dots do not end a sentence.
var fileEnding = wordset.Of(`txt md json yaml yml toml csv log conf cfg ini pem key pub py sh ps1 bat js ts db sqlite sql xml pdf docx xlsx zip env kdbx
	html`)

// classify distinguishes identifiers and numbers from words. w is the folded and raw the original form.
func classify(w, raw string) Kind {
	if w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.-") == "" {
		return KindNumber
	}
	if strings.IndexByte(w, '_') >= 0 {
		if inner := strings.Trim(w, "_"); len(inner) > 2 && strings.Contains(inner, "_") || w[0] == '_' && inner != "" {
			return KindIdent
		}
	}
	if humped(raw) {
		return KindIdent
	}
	if k := strings.IndexByte(w, '.'); k > 1 && k < len(w)-2 && strings.Count(w, ".") <= 3 && !strings.Contains(w, "..") {
		return KindIdent
	}
	return KindWord
}

// humped reports whether a word has inner capitals, as identifiers do: sendMessage.
func humped(raw string) bool {
	lower := false
	for i := range len(raw) {
		c := raw[i]
		if c >= 'a' && c <= 'z' {
			lower = true
		} else if c >= 'A' && c <= 'Z' && lower && (raw[i-1] >= 'a' && raw[i-1] <= 'z' || raw[i-1] >= '0' && raw[i-1] <= '9') {
			return true
		}
	}
	return false
}
