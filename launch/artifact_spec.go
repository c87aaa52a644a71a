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

// isGit reports whether s names a repository in so many words.
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
	a := artifact{kind: fromGit}
	name, fragment, _ := strings.Cut(s, "#")
	a.name, a.version = name, strings.TrimPrefix(fragment, "semver:")
	if mark == "@" {
		a.version = ""
		if m := pythonRef().FindStringSubmatch(name); m != nil {
			a.name, a.version = m[1], m[2]
		}
	}
	a.pin = refPin(a.version)
	return a
}

// pythonRef is an address with what stands behind "@" in its path.
var pythonRef = lazy.Regexp(`^([^:]*(?::[^/:]*)*?://[^/]*/[^@]*)@(.*)$`)

// refPin is how exact a branch, tag or commit is. A tag is exact as far as its name goes.
func refPin(ref string) pin {
	switch {
	case ref == "":
		return unversioned
	case isVariable(ref):
		return unknown
	case isHex(ref, 40) || isHex(ref, 64):
		return digested
	case isRelease(ref) || len(ref) >= 7 && isHex(ref, len(ref)) && strings.ContainsAny(ref, "0123456789"):
		return exact
	}
	return moving
}

// isRelease reports whether the name of a tag holds a version of three numbers at its end: v1.2.3, server-1.2.3, pkg@1.2.3-rc.1.
func isRelease(ref string) bool {
	at := strings.IndexAny(ref, "0123456789")
	return at >= 0 && (at == 0 || strings.IndexByte("v-_@/", ref[at-1]) >= 0) && isVersion(ref[at:])
}

// versionPin is how exact a version is where one has three numbers (Semantic Versioning) or four (NuGet).
func versionPin(v string) pin {
	switch {
	case v == "":
		return unversioned
	case undecided(v) && !strings.ContainsAny(v[:1], "<>") || isVariable(v) || strings.HasSuffix(v, ">"):
		return unknown
	case isVersion(strings.TrimLeft(strings.TrimSpace(v), "=v")):
		return exact
	}
	return moving
}

// isVersion reports whether s is three or four numbers with dots and what may follow them behind "-" or "+"; also 1.2.3rc1, as Python
// writes it.
func isVersion(s string) bool { return fullVersion().MatchString(s) }

var fullVersion = lazy.Regexp(`^\d+\.\d+\.(?:\d+\.)?\d+(?:[A-Za-z][^.+-]*)?(?:[+-][^ |<>=*,]*)?$`)

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
		a.kind = fromModules
		a.version, a.pin = moduleVersion(at)
	default:
		a.version, a.pin = fileRef(host, at)
	}
	return a, true
}

// hostName is the host of an address in lower case, without user and port.
func hostName(s string) string {
	s = strings.ToLower(s[strings.LastIndexByte(s, '@')+1:])
	if strings.HasPrefix(s, "[") {
		in, _, _ := strings.Cut(s[1:], "]")
		return in
	}
	host, _, _ := strings.Cut(s, ":")
	return host
}

// moduleRef is a version in the path of a module.
var moduleRef = lazy.Regexp(`(?:^|/)[^/]+@([^/@]*)(?:/|$)`)

func moduleVersion(at string) (string, pin) {
	version := ""
	if m := moduleRef().FindStringSubmatch(at); m != nil {
		version = m[1]
	}
	return version, versionPin(version)
}

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

// fileRef finds the branch, tag or commit in the path of a file or archive of a repository.
func fileRef(host, at string) (string, pin) {
	if place := refPlaces[host]; place != nil {
		if m := place().FindStringSubmatch(at); m != nil {
			ref := archiveEnd().ReplaceAllString(m[1], "")
			return ref, refPin(ref)
		}
	}
	return "", unversioned
}

var archiveEnd = lazy.Regexp(`(?:\.tar\.gz|\.zip|\.tgz)$`)
