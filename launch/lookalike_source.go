package launch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// slips are what fingers make of mcp.
var slips = []string{"mpc", "mcpp", "mccp", "mmcp", "cmp"}

// catalogue is the namespace of Docker's own images of servers.
const catalogue = "mcp"

func (k *wellKnown) imageLike(name string) (likeness, bool) {
	form := imageName(name)
	cut := strings.LastIndexByte(form, '/')
	if cut < 0 || len(form) > maxNameLength || k.images.has(form) {
		return likeness{}, false
	}
	space := form[:cut]
	if k.spaces.has(space) {
		return likeness{}, false
	}
	if first, _, _ := strings.Cut(space, "/"); strings.Contains(first, ".") {
		if l, ok := k.foundryLike(hostName(first)); ok {
			return l, true
		}
	}
	if slices.Contains(slips, space) {
		f := famous{catalogue + form[cut:], official}
		return likeness{of: f, how: oneLetter, confidence: 0.7, detail: "one letter away from the namespace of " + f.says()}, true
	}
	return k.images.like(form)
}

// foundryLike finds the registry of images that a host is one letter away from: ghrc.io for ghcr.io.
func (k *wellKnown) foundryLike(host string) (likeness, bool) {
	if k.foundries.has(host) {
		return likeness{}, false
	}
	for _, f := range k.foundries.names {
		same := looksOf(host) == looksOf(f.name)
		if same || len(f.name) > len("gcr.io") && detect.OneEditApart(host, f.name) {
			return likeness{of: f, how: oneLetter, confidence: 0.8, detail: "the registry is one letter away from " + f.name}, true
		}
	}
	return likeness{}, false
}

// repository is the host, owner and name of a repository in the ways in which launches name one. Bare is set for owner/name alone.
func repository(s string) (host, at string, bare bool) {
	s = strings.TrimPrefix(s, "git+")
	if prefix, rest, ok := strings.Cut(s, ":"); ok && !strings.Contains(prefix, "/") && !strings.HasPrefix(rest, "//") {
		// github:owner/name, or git@github.com:owner/name
		known := map[string]string{"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}
		host, s = cmp.Or(known[prefix], hostName(prefix)), rest
	} else if _, rest, ok := strings.Cut(s, "://"); ok {
		host, s, _ = strings.Cut(rest, "/")
		host = hostName(host)
	} else {
		host, bare = "github.com", true
	}
	parts := strings.Split(strings.ToLower(s[:min(len(s), maxNameLength)]), "/")
	if len(parts) < 2 {
		return host, "", bare
	}
	name, _, _ := strings.Cut(parts[1], "#")
	return host, parts[0] + "/" + strings.TrimSuffix(name, ".git"), bare
}

func (k *wellKnown) gitLike(name string) (likeness, bool) {
	host, at, bare := repository(name)
	if host != "github.com" || at == "" {
		return likeness{}, false
	}
	owner, _, _ := strings.Cut(at, "/")
	if bare {
		if i, ok := k.npm.exact["@"+at]; ok {
			f := k.npm.names[i]
			return likeness{of: f, how: unscoped, confidence: 0.5, detail: "without the @ of " + f.says() + " that is a repository of GitHub"}, true
		}
	}
	if k.owners.has(owner) || k.repositories.has(at) {
		return likeness{}, false
	}
	return k.repositories.like(at)
}
