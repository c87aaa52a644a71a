package launch

import "strings"

// moduleHosts serve modules by their version, and do not change them.
var moduleHosts = map[string]bool{
	"deno.land": true, "esm.sh": true, "jsr.io": true, "unpkg.com": true, "cdn.jsdelivr.net": true, "cdn.skypack.dev": true, "esm.run": true,
}

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
		a.version, a.pin = fileRef(host, strings.Split(at, "/"))
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

// moduleVersion finds name@version in the path of a module.
func moduleVersion(at string) (string, pin) {
	for part := range strings.SplitSeq(at, "/") {
		if i := strings.LastIndexByte(part, '@'); i > 0 {
			return part[i+1:], versionPin(part[i+1:])
		}
	}
	return "", unversioned
}

// fileRef finds the branch, tag or commit in the address of a file or archive of a repository.
func fileRef(host string, parts []string) (string, pin) {
	at := -1
	switch host {
	case "raw.githubusercontent.com":
		at = 2
	case "gist.githubusercontent.com":
		at = 3
	case "codeload.github.com":
		at = 3
	case "cdn.jsdelivr.net":
		if len(parts) > 2 {
			_, ref, _ := strings.Cut(parts[2], "@")
			return ref, refPin(ref)
		}
	case "github.com", "gitlab.com", "codeberg.org", "bitbucket.org":
		for i, p := range parts {
			if p == "archive" || p == "tarball" || p == "zipball" || p == "raw" || p == "get" || p == "download" && i > 0 && parts[i-1] == "releases" {
				at = i + 1
				break
			}
		}
	}
	if at < 0 || at >= len(parts) {
		return "", unversioned
	}
	ref := parts[at]
	if ref == "refs" && at+2 < len(parts) {
		ref = parts[at+2]
	}
	for _, ext := range [...]string{".tar.gz", ".zip", ".tgz"} {
		ref = strings.TrimSuffix(ref, ext)
	}
	return ref, refPin(ref)
}
