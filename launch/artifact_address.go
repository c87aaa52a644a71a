package launch

import (
	"regexp"
	"strings"
)

// moduleHosts serve modules by their version, and do not change them.
var moduleHosts = wordSet("deno.land esm.sh jsr.io unpkg.com cdn.jsdelivr.net cdn.skypack.dev esm.run")

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

func moduleVersion(at string) (string, pin) {
	for part := range strings.SplitSeq(at, "/") {
		if i := strings.LastIndexByte(part, '@'); i > 0 {
			return part[i+1:], versionPin(part[i+1:])
		}
	}
	return "", unversioned
}

var (
	forgeRef = compiled(`(?:^|/)(?:archive|tarball|zipball|raw|get|releases/download)/(?:refs/[^/]*/)?([^/]*)`)
	thirdRef = compiled(`^(?:[^/]*/){3}(?:refs/[^/]*/)?([^/]*)`)
	// refPlaces are where the branch, tag or commit stands in the path of a file or archive of a repository, by host.
	refPlaces = map[string]func() *regexp.Regexp{
		"github.com": forgeRef, "gitlab.com": forgeRef, "codeberg.org": forgeRef, "bitbucket.org": forgeRef, "gist.githubusercontent.com": thirdRef, "codeload.github.com": thirdRef,
		"raw.githubusercontent.com": compiled(`^(?:[^/]*/){2}(?:refs/[^/]*/)?([^/]*)`), "cdn.jsdelivr.net": compiled(`^(?:[^/]*/){2}[^/@]*@([^/]*)`),
	}
)

// fileRef finds the branch, tag or commit in the path of a file or archive of a repository.
func fileRef(host, at string) (string, pin) {
	place := refPlaces[host]
	if place == nil {
		return "", unversioned
	}
	m := place().FindStringSubmatch(at)
	if m == nil {
		return "", unversioned
	}
	ref := m[1]
	for _, ext := range [...]string{".tar.gz", ".zip", ".tgz"} {
		ref = strings.TrimSuffix(ref, ext)
	}
	return ref, refPin(ref)
}
