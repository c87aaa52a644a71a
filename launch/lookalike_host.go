package launch

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

const minBrand = 5

// everydayBrands are vendors' names that are words of others as well.
var everydayBrands = wordset.Of("close short square harness customer render pulse")

func (k *wellKnown) hostLike(host string) (likeness, bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if len(host) > maxNameLength {
		return likeness{}, false
	}
	plain := host
	if strings.Contains(host, "xn--") {
		if decoded, err := idna.Punycode.ToUnicode(host); err == nil {
			plain = decoded
		}
	}
	domain, suffix, ok := registered(plain)
	if !ok || k.domains.has(domain) {
		return likeness{}, false
	}
	if f, ok := k.within(plain, suffix); ok {
		l := likeness{of: f, how: looksSame, confidence: 0.9, plain: plain, detail: "stands in the domain " + domain + " and not in that of " + f.says()}
		if strings.HasPrefix(plain, f.name+".") && !shared(domain) && isASCII(plain) {
			// A proxy of one's own may be named so, and so is what an attacker registers.
			l.confidence = 0.6
		}
		return l, true
	}
	if shared(domain) {
		return likeness{}, false
	}
	if l, ok := k.domainLike(plain, domain, suffix); ok {
		l.plain = plain
		if !isASCII(plain) {
			l.confidence, l.note = 0.95, false
		}
		return l, true
	}
	return k.brandLike(strings.TrimSuffix(domain, "."+suffix), domain)
}

// registered returns the domain of a host that somebody registered, and the suffix below which they did. Hosts of private networks have
// none.
func registered(host string) (domain, suffix string, ok bool) {
	suffix, icann := publicsuffix.PublicSuffix(host)
	if !icann && !strings.Contains(suffix, ".") {
		return "", "", false
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	return domain, suffix, err == nil
}

// shared reports whether a domain is one below which a service gives names to all: x.vercel.app.
func shared(domain string) bool {
	_, icann := publicsuffix.PublicSuffix(domain)
	return !icann
}

// within finds a host or domain on the list that stands in front of another domain: mcp.notion.com.evil.example.
func (k *wellKnown) within(host, suffix string) (famous, bool) {
	labels := strings.Split(strings.TrimSuffix(host, "."+suffix), ".")
	for from := range labels {
		for to := from + 2; to <= len(labels) && to-from < 6; to++ {
			part := strings.Join(labels[from:to], ".")
			for _, x := range [...]*nameIndex{&k.hosts, &k.domains} {
				if i, ok := x.exact[part]; ok && len(part) > minAlike {
					return x.names[i], true
				}
			}
		}
	}
	return famous{}, false
}

// domainLike compares the domain, and the host with it, with those on the list.
func (k *wellKnown) domainLike(host, domain, suffix string) (likeness, bool) {
	key := looksOf(host)
	if i := slices.Index(k.hosts.looks, key); i >= 0 && len(key) >= minAlike {
		f := k.hosts.names[i]
		l := likeness{of: f, how: looksSame, confidence: 0.85, detail: "looks like " + f.says()}
		if detect.NameKey(host) == detect.NameKey(f.name) {
			l.how, l.confidence, l.detail = separated, 0.7, "nothing but what separates the words tells it from "+f.says()
		}
		return l, true
	}
	brand := strings.TrimSuffix(domain, "."+suffix)
	if i := slices.Index(k.domains.looks, looksOf(domain)); i >= 0 && (len(brand) >= minBrand || !isASCII(host)) {
		f := k.domains.names[i]
		return likeness{of: f, how: looksSame, confidence: 0.85, detail: "looks like the domain of " + f.says()}, true
	}
	confidence := 0.7
	i := k.domains.oneEdit(domain, func(own string) bool {
		name, _, _ := strings.Cut(own, ".")
		if name == brand {
			confidence = 0.6
			return len(brand) >= minBrand && !everydayBrands[brand]
		}
		confidence = 0.7
		return len(name) > minBrand && !everydayBrands[name] && strings.TrimRight(name, "s"+digits) != strings.TrimRight(brand, "s"+digits)
	})
	if i >= 0 {
		f := k.domains.names[i]
		return likeness{of: f, how: oneLetter, confidence: confidence, detail: "one letter away from the domain of " + f.says()}, true
	}
	if f, ok := k.brands[brand]; ok && strings.TrimSuffix(host, "."+suffix) == f.name[:strings.LastIndexByte(f.name, '.')] {
		return likeness{of: f, how: oneLetter, confidence: 0.35, note: true, detail: "the name of " + f.says() + " below another top-level domain"}, true
	}
	return likeness{}, false
}

// brandLike finds a vendor's name joined with what speaks of MCP in the name of a domain: mcp-notion.com, notionmcp.com.
func (k *wellKnown) brandLike(name, domain string) (likeness, bool) {
	bare := strings.Trim(strings.Replace(detect.NameKey(name), "mcp", "", 1), "-")
	if bare == detect.NameKey(name) {
		return likeness{}, false
	}
	bare = strings.TrimSuffix(strings.TrimPrefix(bare, "server"), "server")
	f, ok := k.brands[bare]
	if !ok {
		return likeness{}, false
	}
	return likeness{of: f, how: separated, confidence: 0.5, detail: domain + " is not the domain of " + f.says()}, true
}

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
