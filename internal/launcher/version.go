package launcher

import (
	"path"
	"regexp"
	"strings"

	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// Expands reports whether a client or a shell replaces a part of a word.
func Expands(s string) bool {
	return wordset.HasAny(s, "${", "{env:", "{{") || strings.Count(s, "%") > 1
}

// IsVariable reports whether a part of a version or name is filled in later: ${X}, $X, %X%, `…`, {{x}}.
func IsVariable(s string) bool { return Expands(s) || strings.ContainsAny(s, "$`") }

// Undecided reports whether a name holds a variable or is a gap in a template: <package>, {name}.
func Undecided(s string) bool { return IsVariable(s) || strings.ContainsAny(s, "<>{}%") }

func isPath(s string) bool {
	switch {
	case wordset.Has(s, ".", "..", "~"), wordset.HasPrefix(s, "./", "../", "/", "~/", "file:", "git+file:"),
		strings.Contains(s, `\`) && !strings.Contains(s, "://"),
		len(s) > 2 && wordset.IsLetter(s) && s[1] == ':' && s[2] == '/':
		return true
	case Remote(s) || isGit(s):
		return false
	}
	// ${workspaceFolder}/server, $HOME/x.
	return wordset.HasPrefix(s, "$", "%") && strings.Contains(s, "/") ||
		wordset.HasSuffix(strings.ToLower(s), ".tgz", ".tar.gz", ".tar", ".zip", ".whl")
}

// IsScript reports whether a word is a file of the project that an interpreter runs.
func IsScript(s string) bool {
	return wordset.Has(strings.ToLower(path.Ext(s)), ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".jsx", ".py", ".java", ".jsh", ".kt", ".go",
		".json") && !Remote(s)
}

// Remote reports whether a word is an address of the web.
func Remote(s string) bool {
	return len(s) > 8 && (strings.EqualFold(s[:7], "http://") || strings.EqualFold(s[:8], "https://"))
}

func isGit(s string) bool {
	low := strings.ToLower(s[:min(len(s), 16)])
	return wordset.HasPrefix(low, "git+", "git://", "ssh://", "git@", "hg+", "svn+", "bzr+", "github:", "gitlab:", "bitbucket:", "gist:",
		"sourcehut:") && !strings.HasPrefix(low, "git+file:") ||
		forge().MatchString(s)
}

// forge is the address of a repository and not of a file in it: https://github.com/owner/repo, and whatever ends in .git.
var forge = lazy.Regexp(`^(?i:https?)://(?:[^#?]*\.git(?:@[^#?]*)?|(?i:(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org` +
	`|codeberg\.org))/[^/#?]*/[^/#?]*/?)(?:[#?]|$)`)

// gitSpec reads a repository. What follows mark behind the host is the branch, tag or commit: "#" in npm, "@" in Python.
func gitSpec(s, mark string) Reference {
	name, fragment, _ := strings.Cut(s, "#")
	version := strings.TrimPrefix(fragment, "semver:")
	if mark == "@" {
		version = ""
		if m := pythonRef().FindStringSubmatch(name); m != nil {
			name, version = m[1], m[2]
		}
	}
	return Git.reference(name, version)
}

// pythonRef is an address with the text behind "@" in its path.
var pythonRef = lazy.Regexp(`^([^:]*(?::[^/:]*)*?://[^/]*/[^@]*)@(.*)$`)

// moduleHosts serve modules by their version, and do not change them.
var moduleHosts = wordset.Of("deno.land esm.sh jsr.io unpkg.com cdn.jsdelivr.net cdn.skypack.dev esm.run")

// addressSpec reads the address of an archive or script. Those of the machine itself are not fetched from elsewhere.
func addressSpec(s string) (Reference, bool) {
	if !Remote(s) {
		return Reference{}, false
	}
	a := Reference{Kind: URL, Name: s}
	scheme, rest, _ := strings.Cut(s, "://")
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	host, at, _ := strings.Cut(rest, "/")
	host = ipaddr.HostName(host)
	switch {
	case host == "" || ipaddr.ReachOf(host) == ipaddr.ThisMachine:
		return Reference{}, false
	case IsVariable(host):
		a.Pin = Unknown
	case strings.HasPrefix(fragment, "sha256=") || strings.HasPrefix(fragment, "sha512="):
		a.Version, a.Pin = fragment, Digested
	case strings.EqualFold(scheme, "http"):
		// Whoever is on the way decides.
	case host == "registry.npmjs.org" || host == "registry.yarnpkg.com" || host == "files.pythonhosted.org":
		a.Pin = Exact
	case moduleHosts[host] && !strings.HasPrefix(at, "gh/") && !strings.HasPrefix(at, "gist/"):
		a = Modules.reference(s, first(moduleRef, at))
	case refPlaces[host] != nil:
		a.Version = archiveEnd().ReplaceAllString(first(refPlaces[host], at), "")
		a.Pin = Git.PinOf(a.Version)
	}
	return a, true
}

func first(pattern func() *regexp.Regexp, s string) string {
	if m := pattern().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

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

// Pin says how exactly a version is named.
type Pin uint8

// How exactly versions are named.
const (
	Unversioned Pin = iota // nothing is said.
	Moving                 // a tag, branch or range that is another version tomorrow.
	Exact                  // one version, which a registry does not change.
	Digested               // the very bytes, or a commit.
	Unknown                // a variable decides.
)

// PinOf is how exact a version, tag, branch or commit of a kind of artifact is.
func (k Source) PinOf(v string) Pin {
	if v == "" && k != Maven {
		return Unversioned
	}
	open := IsVariable(v)
	switch k {
	case Git, PyPI, Gems, Maven:
	case Image:
		open = Undecided(v)
	default:
		open = open || Undecided(v) && strings.IndexByte("<>", v[0]) < 0 || strings.HasSuffix(v, ">")
	}
	switch {
	case open:
		return Unknown
	case k == Git && (wordset.IsHex(v, 40) || wordset.IsHex(v, 64)), k == Go && wordset.IsHex(v, max(len(v), 12)):
		return Digested
	case k.holds(v):
		return Exact
	}
	return Moving
}

// holds reports whether a version or tag stays the same, as far as its name goes. Where nothing else is said, it has three numbers (Semantic
// Versioning) or four (NuGet).
func (k Source) holds(v string) bool {
	switch k {
	case Git:
		return isRelease(v) || isShortCommit(v)
	case Image:
		// By custom 1 and 1.2 follow the latest release of that line; 1.2.3, dates and commits stay.
		bare := strings.TrimLeft(v, "vV")
		return isShortCommit(strings.TrimPrefix(strings.TrimPrefix(v, "sha-"), "sha256-")) || isVersion(bare) || isRelease(v) ||
			startsWithDate().MatchString(bare)
	case PyPI, Gems:
		return !strings.Contains(v, "*") && pythonExact().MatchString(v)
	case Maven:
		// A version need not be made of numbers.
		up := strings.ToUpper(v)
		return !wordset.Has(up, "", "LATEST", "RELEASE") && !strings.HasSuffix(up, "-SNAPSHOT") && !strings.ContainsAny(v, "[(+")
	case NuGet:
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
	return len(s) >= 7 && wordset.IsHex(s, len(s)) && strings.ContainsAny(s, wordset.Digits)
}

// isRelease reports whether the name of a tag holds a version of three numbers at its end: v1.2.3, server-1.2.3, pkg@1.2.3-rc.1.
func isRelease(ref string) bool {
	at := strings.IndexAny(ref, wordset.Digits)
	return at >= 0 && (at == 0 || strings.IndexByte("v-_@/", ref[at-1]) >= 0) && isVersion(ref[at:])
}

// isVersion reports whether s is three or four numbers with dots and what may follow them behind "-" or "+"; also 1.2.3rc1, as Python
// writes it.
func isVersion(s string) bool { return fullVersion().MatchString(s) }

var fullVersion = lazy.Regexp(`^\d+\.\d+\.(?:\d+\.)?\d+(?:[A-Za-z][^.+-]*)?(?:[+-][^ |<>=*,]*)?$`)
