package didyoumean

import (
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// Origin says whose package, image, repository or host a name is.
type Origin struct {
	// Name is the package, image, repository or host as it is compared; Owner is who holds it, as far as the name says.
	Name, Owner string
	Known       bool // set when it is on the list.
	Loose       bool // set for what no registry holds: repositories and addresses of files.
}

// OriginOf is the origin of a package, image or repository.
func OriginOf(kind launcher.Source, name string) Origin {
	k, o := knownServers(), Origin{Name: strings.ToLower(name)}
	switch kind {
	case launcher.NPM:
		scope, _, scoped := strings.Cut(o.Name, "/")
		if scoped {
			o.Owner = strings.TrimPrefix(scope, "@")
		}
		o.Known = k.npm.has(o.Name) || scoped && k.scopes.has(scope)
	case launcher.PyPI:
		o.Name = pypiName(o.Name)
		o.Known = k.pypi.has(o.Name)
	case launcher.Image:
		o.Name = imageName(o.Name)
		if cut := strings.LastIndexByte(o.Name, '/'); cut > 0 {
			o.Owner, o.Known = o.Name[:cut], k.spaces.has(o.Name[:cut])
		}
	case launcher.Git:
		_, o.Name, _ = launcher.Repository(name)
		o.Owner, _, _ = strings.Cut(o.Name, "/")
		o.Loose, o.Known = true, k.owners.has(o.Owner)
	default:
		o.Loose = true
	}
	return o
}

// OriginOfHost is the origin of a server that is reached.
func OriginOfHost(host string) Origin {
	host = strings.ToLower(host)
	o := Origin{Name: host, Owner: host}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		o.Owner, o.Known = domain, knownServers().domains.has(domain)
	}
	return o
}

// SameOwner reports whether two origins are likely to be of one owner: the same name or owner, or names that share a word that is theirs. A
// vendor's server may be a package here, an image there and a host elsewhere.
func (o Origin) SameOwner(b Origin) bool {
	if o.Name == b.Name || o.Owner != "" && o.Owner == b.Owner || o.Known && b.Known {
		return true
	}
	if (o.Loose || b.Loose) && o.Owner != "" && b.Owner != "" && !strings.Contains(o.Owner, b.Owner) && !strings.Contains(b.Owner, o.Owner) {
		// What is fetched past the registries under a name that another owner has there.
		return false
	}
	mine, theirs := brandWords(o), brandWords(b)
	return len(mine) == 0 || len(theirs) == 0 || slices.ContainsFunc(mine, func(w string) bool {
		return slices.ContainsFunc(theirs, func(v string) bool {
			return w == v || len(w) > 3 && len(v) > 3 && (strings.Contains(w, v) || strings.Contains(v, w))
		})
	})
}

func brandWords(o Origin) []string {
	words := slices.DeleteFunc(nameTokens(o.Name), func(w string) bool { return len(w) < 2 || commonWords[w] || hostWords[w] })
	return words[:min(len(words), 16)]
}

var hostWords = wordset.Of("com org net io ai www ghcr docker mcr modelcontextprotocol hosting cloud http https run vercel workers " +
	"py js node")
