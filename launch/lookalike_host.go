package launch

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/detect"
)

const minBrand = 5

// everydayBrands are vendors' names that are words of others as well.
var everydayBrands = wordSet("close short square harness customer render pulse")

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
