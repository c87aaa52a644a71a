package launch

import (
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

// pin says how exactly a version is named.
type pin uint8

const (
	unversioned pin = iota // nothing is said.
	moving                 // a tag, branch or range that is another version tomorrow.
	exact                  // one version, which a registry does not change.
	digested               // the very bytes, or a commit.
	unknown                // a variable decides.
)

// pin is how exact a version, tag, branch or commit of a kind of artifact is.
func (k source) pin(v string) pin {
	if v == "" && k != fromMaven {
		return unversioned
	}
	open := isVariable(v)
	switch k {
	case fromGit, fromPyPI, fromGems, fromMaven:
	case fromImage:
		open = undecided(v)
	default:
		open = open || undecided(v) && strings.IndexByte("<>", v[0]) < 0 || strings.HasSuffix(v, ">")
	}
	switch {
	case open:
		return unknown
	case k == fromGit && (isHex(v, 40) || isHex(v, 64)), k == fromGo && isHex(v, max(len(v), 12)):
		return digested
	case k.holds(v):
		return exact
	}
	return moving
}

// holds reports whether a version or tag stays the same, as far as its name goes. Where nothing else is said, it has three numbers (Semantic
// Versioning) or four (NuGet).
func (k source) holds(v string) bool {
	switch k {
	case fromGit:
		return isRelease(v) || isShortCommit(v)
	case fromImage:
		// By custom 1 and 1.2 follow the latest release of that line; 1.2.3, dates and commits stay.
		bare := strings.TrimLeft(v, "vV")
		return isShortCommit(strings.TrimPrefix(strings.TrimPrefix(v, "sha-"), "sha256-")) || isVersion(bare) || isRelease(v) ||
			startsWithDate().MatchString(bare)
	case fromPyPI, fromGems:
		return !strings.Contains(v, "*") && pythonExact().MatchString(v)
	case fromMaven:
		// A version need not be made of numbers.
		up := strings.ToUpper(v)
		return !isOneOf(up, "", "LATEST", "RELEASE") && !strings.HasSuffix(up, "-SNAPSHOT") && !strings.ContainsAny(v, "[(+")
	case fromNuGet:
		// 1.2 is the same as 1.2.0 there, and 1.* and [1,2) are ranges.
		if v[0] >= '0' && v[0] <= '9' && !strings.ContainsAny(v, "*[(,") {
			return true
		}
	}
	return isVersion(strings.TrimLeft(strings.TrimSpace(v), "=v"))
}

// pythonExact is a version, or a list of bounds one of which is one. There 1 is the same as 1.0.0 (PEP 440), unlike in npm.
var pythonExact = lazy.Regexp(`(?:^|,)\s*[=v]*\s*[0-9]`)

var startsWithDate = lazy.Regexp(`^\d{4}-\d\d-\d\d`)

func isShortCommit(s string) bool {
	return len(s) >= 7 && isHex(s, len(s)) && strings.ContainsAny(s, digits)
}

// isRelease reports whether the name of a tag holds a version of three numbers at its end: v1.2.3, server-1.2.3, pkg@1.2.3-rc.1.
func isRelease(ref string) bool {
	at := strings.IndexAny(ref, digits)
	return at >= 0 && (at == 0 || strings.IndexByte("v-_@/", ref[at-1]) >= 0) && isVersion(ref[at:])
}

// isVersion reports whether s is three or four numbers with dots and what may follow them behind "-" or "+"; also 1.2.3rc1, as Python
// writes it.
func isVersion(s string) bool { return fullVersion().MatchString(s) }

var fullVersion = lazy.Regexp(`^\d+\.\d+\.(?:\d+\.)?\d+(?:[A-Za-z][^.+-]*)?(?:[+-][^ |<>=*,]*)?$`)
