// Package ipaddr reads the hosts of URLs, and tells the machine itself, hosts of the own network and those of the internet apart.
package ipaddr

import (
	"math"
	"net/netip"
	"strconv"
	"strings"
)

// Parse reads the host of a URL that is an IP address, as the URL standard and inet_aton do: also 127.1, 2130706433, 0x7f.1 and 0177.0.0.1.
func Parse(host string) (netip.Addr, bool) {
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
		if err != nil || n > limit || len(parts) > 4 || strings.Contains(part, "_") || strings.HasPrefix(part, "0b") || strings.HasPrefix(part, "0o") {
			return netip.Addr{}, false
		}
		if i < len(parts)-1 {
			n <<= 8 * (3 - i)
		}
		sum |= n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}

// Public reports whether an address may be one of the internet: it belongs neither to one machine or network alone, nor to a test.
func Public(ip netip.Addr) bool {
	ip = ip.WithZone("").Unmap()
	if nat64.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !carriers.Contains(ip) && !benchmarks.Contains(ip)
}

var (
	// carriers is the space of carriers and of overlay networks (RFC 6598), benchmarks that of tests between networks (RFC 2544).
	carriers, benchmarks = netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("198.18.0.0/15")
	// nat64 holds every IPv4 address, which a gateway translates to (RFC 6052).
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)
