package launch

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// isVariable reports whether a part of a version or name is filled in later: ${X}, $X, %X%, `…`, {{x}}.
func isVariable(s string) bool { return expands(s) || strings.ContainsAny(s, "$`") }

// undecided reports whether a name holds a variable or is a gap in a template: <package>, {name}.
func undecided(s string) bool { return isVariable(s) || strings.ContainsAny(s, "<>{}%") }

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func isPath(s string) bool {
	switch {
	case isOneOf(s, ".", "..", "~"), hasPrefix(s, "./", "../", "/", "~/", "file:", "git+file:"),
		strings.Contains(s, `\`) && !strings.Contains(s, "://"),
		len(s) > 2 && isLetter(s) && s[1] == ':' && s[2] == '/':
		return true
	case remote(s) || isGit(s):
		return false
	}
	// ${workspaceFolder}/server, $HOME/x.
	return hasPrefix(s, "$", "%") && strings.Contains(s, "/") || hasSuffix(strings.ToLower(s), ".tgz", ".tar.gz", ".tar", ".zip", ".whl")
}

func isScript(s string) bool {
	return isOneOf(strings.ToLower(path.Ext(s)), ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".jsx", ".py", ".java", ".jsh", ".kt", ".go",
		".json") && !remote(s)
}

func remote(s string) bool {
	return len(s) > 8 && (strings.EqualFold(s[:7], "http://") || strings.EqualFold(s[:8], "https://"))
}

func isGit(s string) bool {
	low := strings.ToLower(s[:min(len(s), 16)])
	return hasPrefix(low, "git+", "git://", "ssh://", "git@", "hg+", "svn+", "bzr+", "github:", "gitlab:", "bitbucket:", "gist:",
		"sourcehut:") && !strings.HasPrefix(low, "git+file:") ||
		forge().MatchString(s)
}

// forge is the address of a repository and not of a file in it: https://github.com/owner/repo, and whatever ends in .git.
var forge = lazy.Regexp(`^(?i:https?)://(?:[^#?]*\.git(?:@[^#?]*)?|(?i:(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org` +
	`|codeberg\.org))/[^/#?]*/[^/#?]*/?)(?:[#?]|$)`)

// gitSpec reads a repository. What follows mark behind the host is the branch, tag or commit: "#" in npm, "@" in Python.
func gitSpec(s, mark string) artifact {
	name, fragment, _ := strings.Cut(s, "#")
	version := strings.TrimPrefix(fragment, "semver:")
	if mark == "@" {
		version = ""
		if m := pythonRef().FindStringSubmatch(name); m != nil {
			name, version = m[1], m[2]
		}
	}
	return fromGit.artifact(name, version)
}

// pythonRef is an address with the text behind "@" in its path.
var pythonRef = lazy.Regexp(`^([^:]*(?::[^/:]*)*?://[^/]*/[^@]*)@(.*)$`)

// moduleHosts serve modules by their version, and do not change them.
var moduleHosts = wordset.Of("deno.land esm.sh jsr.io unpkg.com cdn.jsdelivr.net cdn.skypack.dev esm.run")

// addressSpec reads the address of an archive or script. Those of the machine itself are not fetched from elsewhere.
func addressSpec(s string) (artifact, bool) {
	if !remote(s) {
		return artifact{}, false
	}
	a := artifact{kind: fromURL, name: s}
	scheme, rest, _ := strings.Cut(s, "://")
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	host, at, _ := strings.Cut(rest, "/")
	host = hostName(host)
	switch {
	case host == "" || reachOf(host) == thisMachine:
		return artifact{}, false
	case isVariable(host):
		a.pin = unknown
	case strings.HasPrefix(fragment, "sha256=") || strings.HasPrefix(fragment, "sha512="):
		a.version, a.pin = fragment, digested
	case strings.EqualFold(scheme, "http"):
		// Whoever is on the way decides.
	case host == "registry.npmjs.org" || host == "registry.yarnpkg.com" || host == "files.pythonhosted.org":
		a.pin = exact
	case moduleHosts[host] && !strings.HasPrefix(at, "gh/") && !strings.HasPrefix(at, "gist/"):
		a = fromModules.artifact(s, first(moduleRef, at))
	case refPlaces[host] != nil:
		a.version = archiveEnd().ReplaceAllString(first(refPlaces[host], at), "")
		a.pin = fromGit.pin(a.version)
	}
	return a, true
}

func first(pattern func() *regexp.Regexp, s string) string {
	if m := pattern().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// hostName is the host of an address in lower case, without user and port.
func hostName(authority string) string { return strings.ToLower(hostname(afterUser(authority))) }

// moduleRef is a version in the path of a module.
var moduleRef = lazy.Regexp(`(?:^|/)[^/]+@([^/@]*)(?:/|$)`)

var (
	forgeRef = lazy.Regexp(`(?:^|/)(?:archive|tarball|zipball|raw|get|releases/download)/(?:refs/[^/]*/)?([^/]*)`)
	thirdRef = lazy.Regexp(`^(?:[^/]*/){3}(?:refs/[^/]*/)?([^/]*)`)
	// refPlaces are where the branch, tag or commit stands in the path of a file or archive of a repository, by host.
	refPlaces = map[string]func() *regexp.Regexp{
		"github.com": forgeRef, "gitlab.com": forgeRef, "codeberg.org": forgeRef, "bitbucket.org": forgeRef,
		"gist.githubusercontent.com": thirdRef, "codeload.github.com": thirdRef,
		"raw.githubusercontent.com": lazy.Regexp(`^(?:[^/]*/){2}(?:refs/[^/]*/)?([^/]*)`),
		"cdn.jsdelivr.net":          lazy.Regexp(`^(?:[^/]*/){2}[^/@]*@([^/]*)`),
	}
)

var archiveEnd = lazy.Regexp(`(?:\.tar\.gz|\.zip|\.tgz)$`)

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
