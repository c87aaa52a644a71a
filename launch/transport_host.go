package launch

import (
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect/text"
)

// reach is how far away a host is, nearest first.
type reach uint8

const (
	unknownHost reach = iota // unknownHost is one that a variable or a reader fills in.
	thisMachine
	privateHost // a host that only those on the same network reach.
	publicHost
	metadataService // the service of a cloud that hands its machines their credentials.
	pretender       // a host elsewhere that looks like the machine itself.
)

// localHosts are names of the machine itself, and of the one that a container runs on.
var localHosts = []string{
	"localhost", "localhost.localdomain", "localhost6", "localhost6.localdomain6", "ip6-localhost", "ip6-loopback", "host.docker.internal",
	"gateway.docker.internal", "docker.for.mac.localhost", "docker.for.win.localhost", "docker.for.mac.host.internal", "host.containers.internal",
	"host.lima.internal", "host.orb.internal", "host.minikube.internal", "kubernetes.docker.internal",
}

// insideEndings are the endings of names that no public server answers to: of RFC 2606, RFC 6762 with its appendix G, RFC 8375, the ICANN's
// "internal", and those that clusters, VPNs and home routers give out.
var insideEndings = []string{
	"local", "internal", "lan", "home", "home.arpa", "intranet", "corp", "private", "localdomain", "test", "example", "invalid", "example.com",
	"example.net", "example.org", "svc", "consul", "fritz.box", "ts.net", "onion", "mshome.net",
}

var metadataHosts = []string{"169.254.169.254", "169.254.170.2", "fd00:ec2::254", "100.100.100.200", "metadata.google.internal", "metadata.goog", "instance-data"}

// reachOf says where the host of an address is, as those who parse addresses like browsers read it: Node and what is built on it.
func reachOf(host string) reach {
	if host == "" || len(host) > maxHost || expands(host) || strings.ContainsAny(host, "<>{}$*`\"' ") || isFillIn(host) {
		return unknownHost
	}
	if decoded, err := url.PathUnescape(host); err == nil {
		host = decoded
	}
	plain := strings.ToLower(norm.NFKC.String(host))
	plain = strings.TrimSuffix(strings.ReplaceAll(plain, "。", "."), ".")
	if plain == "" {
		return unknownHost
	}
	if ip, ok := ipAddress(plain); ok {
		return reachOfIP(ip)
	}
	switch {
	case slices.Contains(metadataHosts, plain):
		return metadataService
	case isLocal(plain):
		return thisMachine
	case looksLocal(plain):
		return pretender
	case !strings.Contains(plain, "."), hasAny(plain, ".internal.", ".intranet.", ".corp."), isBelow(plain, insideEndings...):
		return privateHost
	}
	return publicHost
}

func isLocal(name string) bool {
	return slices.Contains(localHosts, name) || strings.HasSuffix(name, ".localhost")
}

// looksLocal reports whether a name is made to look like this machine: localhost.evil.com, 127.0.0.1.nip.io, or with a foreign letter.
func looksLocal(name string) bool {
	first, _, more := strings.Cut(name, ".")
	folded := text.Fold(name)
	return more && (first == "localhost" || hasPrefix(name, "127.0.0.1.", "0.0.0.0.", "127-0-0-1.")) || folded != name && isLocal(folded)
}

func endsIn(name, end string) bool {
	return strings.HasSuffix(name, end) && (len(name) == len(end) || name[len(name)-len(end)-1] == '.')
}

// isBelow reports whether a name is one of ends or below it.
func isBelow(name string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return endsIn(name, end) })
}

// isFillIn reports whether a host only stands for the one that the reader has.
func isFillIn(host string) bool {
	low := strings.ToLower(host)
	// IPADDRESS, MY_HOST
	shouted := !strings.Contains(host, ".") && host == strings.ToUpper(host) && host != low
	return shouted && host != "LOCALHOST" && !strings.ContainsAny(host, ":[") || hasPrefix(low, "your-", "your_", "my-server-", "xxx", "todo") ||
		isOneOf(low, "host", "hostname", "server", "ip", "domain", "your.server", "your.domain", "yourserver", "yourdomain.com")
}

func reachOfIP(ip netip.Addr) reach {
	ip = ip.WithZone("").Unmap()
	switch {
	case slices.Contains(metadataHosts, ip.String()):
		return metadataService
	case ip.IsLoopback(), ip.IsUnspecified():
		return thisMachine
	case ip.IsPrivate(), ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast(), ip.IsMulticast(), carrierSpace.Contains(ip):
		return privateHost
	}
	return publicHost
}

// carrierSpace is the space of carriers and of overlay networks (RFC 6598).
var carrierSpace = netip.MustParsePrefix("100.64.0.0/10")

// ipAddress reads an IP address as the URL standard and inet_aton do: also 127.1, 2130706433, 0x7f.1 and 0177.0.0.1.
func ipAddress(host string) (netip.Addr, bool) {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip, true
	}
	parts := strings.Split(host, ".")
	var sum uint64
	for i, part := range parts {
		// As in C, 0 begins an octal and 0x a hexadecimal number.
		n, err := strconv.ParseUint(part, 0, 32)
		limit := uint64(math.MaxUint8)
		if i == len(parts)-1 {
			// The last part fills what is left.
			limit = uint64(1)<<(8*(5-min(len(parts), 4))) - 1
		}
		if err != nil || n > limit || len(parts) > 4 || strings.Contains(part, "_") || hasPrefix(part, "0b", "0o") {
			return netip.Addr{}, false
		}
		if i < len(parts)-1 {
			n <<= 8 * (3 - i)
		}
		sum |= n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}
