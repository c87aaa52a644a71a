package didyoumean

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// commonBrands are vendors' names that are words of others as well.
var commonBrands = wordset.Of("close short square harness customer render pulse")

// Host finds what on the list the host of an address is like and is not, or nil. The text in front of an "@" may be to be taken for the host.
func Host(user, host string) *Match {
	k := knownServers()
	user, _, _ = strings.Cut(strings.ToLower(user), ":")
	if i, ok := k.hosts.exact[user]; ok {
		f := k.hosts.names[i]
		if domain, _, ok := registered(strings.ToLower(host)); !ok || !k.domains.has(domain) {
			return f.like(looksSame, 0.9, "does not connect to "+f.described()+", which is only the user name in front of the @")
		}
	}
	if !PlainHost(host) || len(host) > maxNameLength {
		return nil
	}
	return k.hostLike(host)
}

// PlainHost reports whether a host is the name of one in a network that all reach, and no number or variable.
func PlainHost(host string) bool {
	return strings.Contains(host, ".") && !strings.ContainsAny(host, "${}<>%[]") && !wordset.OnlyOf(host, wordset.Digits+".") &&
		!wordset.HasSuffix(host, ".localhost", ".local", ".internal")
}

func (k *wellKnown) hostLike(host string) *Match {
	plain := strings.TrimSuffix(strings.ToLower(host), ".")
	if strings.Contains(plain, "xn--") {
		if decoded, err := idna.Punycode.ToUnicode(plain); err == nil {
			plain = decoded
		}
	}
	domain, suffix, ok := registered(plain)
	if !ok || k.domains.has(domain) {
		return nil
	}
	l := k.within(plain, domain, suffix)
	if l == nil && !shared(domain) {
		if l = k.domainLike(plain, domain, suffix); l == nil {
			return k.brandLike(strings.TrimSuffix(domain, "."+suffix), domain)
		}
		if !wordset.IsASCII(plain) {
			l.Confidence, l.Note = 0.95, false
		}
	}
	if l != nil {
		l.plain = plain
	}
	return l
}

// registered returns the domain that somebody registered, and its suffix. Hosts of private networks have none.
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
func (k *wellKnown) within(host, domain, suffix string) *Match {
	labels := strings.Split(strings.TrimSuffix(host, "."+suffix), ".")
	for from := range labels {
		for to := from + 2; to <= min(len(labels), from+5); to++ {
			part := strings.Join(labels[from:to], ".")
			for _, x := range [...]*nameIndex{&k.hosts, &k.domains} {
				i, ok := x.exact[part]
				if !ok || len(part) <= minAlike {
					continue
				}
				f := x.names[i]
				l := f.like(looksSame, 0.9, "connects to "+domain+" under a host name that imitates "+f.described())
				if strings.HasPrefix(host, f.name+".") && !shared(domain) && wordset.IsASCII(host) {
					// A proxy of one's own may be named so, and so is what an attacker registers.
					l.Confidence = 0.6
				}
				return l
			}
		}
	}
	return nil
}

// domainLike compares the domain, and the host with it, with those on the list.
func (k *wellKnown) domainLike(host, domain, suffix string) *Match {
	key := looksOf(host)
	if i := slices.Index(k.hosts.looks, key); i >= 0 && len(key) >= minAlike {
		f, how, confidence := k.hosts.names[i], looksSame, 0.85
		if detect.NameKey(host) == detect.NameKey(f.name) {
			how, confidence = separated, 0.7
		}
		return f.near(how, confidence, "connects to a host", "")
	}
	brand := strings.TrimSuffix(domain, "."+suffix)
	if i := slices.Index(k.domains.looks, looksOf(domain)); i >= 0 && (len(brand) >= minBrand || !wordset.IsASCII(host)) {
		return k.domains.names[i].near(looksSame, 0.85, "connects to a domain", "that of ")
	}
	confidence := 0.7
	i := k.domains.oneEdit(domain, func(own string) bool {
		name, _, _ := strings.Cut(own, ".")
		if name == brand {
			confidence = 0.6
			return len(brand) >= minBrand && !commonBrands[brand]
		}
		confidence = 0.7
		return len(name) > minBrand && !commonBrands[name] &&
			strings.TrimRight(name, "s"+wordset.Digits) != strings.TrimRight(brand, "s"+wordset.Digits)
	})
	if i >= 0 {
		return k.domains.names[i].near(oneLetter, confidence, "connects to a domain", "that of ")
	}
	if f, ok := k.brands[brand]; ok && strings.TrimSuffix(host, "."+suffix) == f.name[:strings.LastIndexByte(f.name, '.')] {
		return f.noted(oneLetter, "connects to a host with the name of "+f.described()+" in another top-level domain")
	}
	return nil
}

// brandLike finds a vendor's name joined with what speaks of MCP in the name of a domain: mcp-notion.com, notionmcp.com.
func (k *wellKnown) brandLike(name, domain string) *Match {
	key := detect.NameKey(name)
	bare := strings.Trim(strings.Replace(key, "mcp", "", 1), "-")
	f, ok := k.brands[strings.TrimSuffix(strings.TrimPrefix(bare, "server"), "server")]
	if bare == key || !ok {
		return nil
	}
	return f.like(separated, 0.5, "connects to "+domain+", which is not the domain of "+f.described())
}

// typos are what fingers make of mcp.
var typos = []string{"mpc", "mcpp", "mccp", "mmcp", "cmp"}

func (k *wellKnown) imageLike(name string) *Match {
	form := imageName(name)
	space, image := path.Split(form)
	if space = strings.TrimSuffix(space, "/"); !strings.Contains(form, "/") || k.images.has(form) || k.spaces.has(space) {
		return nil
	}
	if first, _, _ := strings.Cut(space, "/"); strings.Contains(first, ".") {
		if l := k.imageHostLike(ipaddr.HostName(first)); l != nil {
			return l
		}
	}
	if slices.Contains(typos, space) {
		// The namespace of Docker's own images of servers.
		return knownPackage{"mcp/" + image, official}.near(oneLetter, 0.7, "runs an image from a namespace", "that of ")
	}
	return k.images.like(form)
}

// imageHostLike finds the registry of images that a host is one letter away from: ghrc.io for ghcr.io.
func (k *wellKnown) imageHostLike(host string) *Match {
	for _, f := range k.imageHosts.names {
		same := looksOf(host) == looksOf(f.name)
		if !k.imageHosts.has(host) && (same || len(f.name) > len("gcr.io") && detect.OneEditApart(host, f.name)) {
			return f.like(oneLetter, 0.8, "runs an image from a registry one letter away from "+f.name)
		}
	}
	return nil
}

func (k *wellKnown) gitLike(name string) *Match {
	host, at, bare := launcher.Repository(name)
	if host != "github.com" || at == "" {
		return nil
	}
	if i, ok := k.npm.exact["@"+at]; ok && bare {
		f := k.npm.names[i]
		return f.like(unscoped, 0.5, "runs code from a repository on GitHub, since the @ of "+f.described()+" is missing")
	}
	if owner, _, _ := strings.Cut(at, "/"); k.owners.has(owner) || k.repositories.has(at) {
		return nil
	}
	return k.repositories.like(at)
}
