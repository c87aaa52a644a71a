package ipaddr

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/wordset"
)

// HostOf is the host of an authority without user, with or without a port, also of one that a variable fills in.
func HostOf(authority string) string {
	if u, err := url.Parse("http://" + authority); err == nil && u.Host == authority && u.User == nil {
		return u.Hostname()
	}
	// A port or host that is filled in later is none that a parser takes.
	if i := strings.LastIndexByte(authority, ':'); i >= 0 && !strings.HasSuffix(authority, "]") && !strings.ContainsAny(authority[i:], "}>") {
		return authority[:i]
	}
	for _, variable := range [...]string{":$", ":{", ":<"} {
		if i := strings.Index(authority, variable); i > 0 {
			return authority[:i]
		}
	}
	return authority
}

// HostIn returns the host of an address, also of one without scheme, or "" when a word is none.
func HostIn(s string) string {
	s = strings.Trim(s, `'"()`)
	if strings.HasPrefix(s, "file:") {
		return "localhost"
	}
	if !strings.Contains(s, "://") {
		if wordset.HasPrefix(s, "-", ".", "/") || !strings.ContainsAny(s, ".:") && s != "localhost" {
			return ""
		}
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// HostName is the host of an authority in lower case, without user and port.
func HostName(authority string) string { return strings.ToLower(HostOf(AfterUser(authority))) }

// AfterUser is what follows the user in an authority.
func AfterUser(s string) string { return s[strings.LastIndexByte(s, '@')+1:] }

// Reach is how far away a host is, nearest first.
type Reach uint8

// How far away a host is.
const (
	UnknownHost Reach = iota // UnknownHost is one that a variable or a reader fills in.
	ThisMachine
	PrivateHost // a host that only those on the same network reach.
	PublicHost
	MetadataService // the service of a cloud that hands its machines their credentials.
	DisguisedHost   // a host elsewhere that looks like the machine itself.
)

// maxHost bounds what is taken for a host: RFC 1035 ends at 253, escapes take three each.
const maxHost = 1024

// localHosts are names of the machine itself, and of the one that a container runs on.
var localHosts = []string{
	"localhost", "localhost.localdomain", "localhost6", "localhost6.localdomain6", "ip6-localhost", "ip6-loopback", "host.docker.internal",
	"gateway.docker.internal", "docker.for.mac.localhost", "docker.for.win.localhost", "docker.for.mac.host.internal",
	"host.containers.internal", "host.lima.internal", "host.orb.internal", "host.minikube.internal", "kubernetes.docker.internal",
}

// insideEndings are the endings of names that no public server answers to: of RFC 2606, RFC 6762 with its appendix G, RFC 8375, the ICANN's
// "internal", and those that clusters, VPNs and home routers give out.
var insideEndings = []string{
	"local", "internal", "lan", "home", "home.arpa", "intranet", "corp", "private", "localdomain", "test", "example", "invalid", "example.com",
	"example.net", "example.org", "svc", "consul", "fritz.box", "ts.net", "onion", "mshome.net",
}

var metadataHosts = []string{
	"169.254.169.254", "169.254.170.2", "fd00:ec2::254", "100.100.100.200", "metadata.google.internal", "metadata.goog", "instance-data",
}

// ReachOf says where the host of an address is, as those who parse addresses like browsers read it: Node and what is built on it.
func ReachOf(host string) Reach {
	if host == "" || len(host) > maxHost || strings.Count(host, "%") > 1 || strings.ContainsAny(host, "<>{}$*`\"' ") || isFillIn(host) {
		return UnknownHost
	}
	if decoded, err := url.PathUnescape(host); err == nil {
		host = decoded
	}
	plain := strings.ToLower(norm.NFKC.String(host))
	plain = strings.TrimSuffix(strings.ReplaceAll(plain, "。", "."), ".")
	if plain == "" {
		return UnknownHost
	}
	if ip, ok := Parse(plain); ok {
		return reachOfIP(ip)
	}
	switch {
	case slices.Contains(metadataHosts, plain):
		return MetadataService
	case isLocal(plain):
		return ThisMachine
	case looksLocal(plain):
		return DisguisedHost
	case !strings.Contains(plain, "."), wordset.HasAny(plain, ".internal.", ".intranet.", ".corp."), IsBelow(plain, insideEndings...):
		return PrivateHost
	}
	return PublicHost
}

// IsThisMachine reports whether a host is the machine itself, or the one that a container runs on.
func IsThisMachine(host string) bool { return ReachOf(host) == ThisMachine }

func isLocal(name string) bool {
	return slices.Contains(localHosts, name) || strings.HasSuffix(name, ".localhost")
}

// looksLocal reports whether a name is made to look like this machine: localhost.evil.com, 127.0.0.1.nip.io, or with a foreign letter.
func looksLocal(name string) bool {
	first, _, more := strings.Cut(name, ".")
	folded := text.Fold(name)
	return more && (first == "localhost" || wordset.HasPrefix(name, "127.0.0.1.", "0.0.0.0.", "127-0-0-1.")) || folded != name && isLocal(folded)
}

// IsBelow reports whether a name is one of ends or below it.
func IsBelow(name string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return name == end || strings.HasSuffix(name, "."+end) })
}

// isFillIn reports whether a host only stands for the one that the reader has.
func isFillIn(host string) bool {
	low := strings.ToLower(host)
	// IPADDRESS, MY_HOST
	shouted := !strings.Contains(host, ".") && host == strings.ToUpper(host) && host != low
	return shouted && host != "LOCALHOST" && !strings.ContainsAny(host, ":[") || wordset.HasPrefix(low, "your-", "your_", "my-server-", "xxx",
		"todo") ||
		wordset.Has(low, "host", "hostname", "server", "ip", "domain", "your.server", "your.domain", "yourserver", "yourdomain.com")
}

func reachOfIP(ip netip.Addr) Reach {
	ip = ip.WithZone("").Unmap()
	switch {
	case slices.Contains(metadataHosts, ip.String()):
		return MetadataService
	case ip.IsLoopback(), ip.IsUnspecified():
		return ThisMachine
	case !Public(ip):
		return PrivateHost
	}
	return PublicHost
}

// exampleEndings are names that stand for those of the internet in examples (RFC 2606).
var exampleEndings = []string{"example", "example.com", "example.net", "example.org", "invalid"}

// OfInternet reports whether a host is for certain one of the internet: only what goes there is never innocent.
func OfInternet(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	r := ReachOf(host)
	return IsBelow(host, exampleEndings...) && strings.Contains(host, ".") || r == PublicHost || r == DisguisedHost
}

// Documented reports whether a name is one that documents use for a public host.
func Documented(host string) bool {
	return IsBelow(host, exampleEndings[:4]...)
}
