package ipaddr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReach(t *testing.T) {
	for host, want := range map[string]Reach{
		"localhost": ThisMachine, "LOCALHOST.": ThisMachine, "api.localhost": ThisMachine, "127.0.0.1": ThisMachine, "127.1": ThisMachine,
		"127.255.0.9": ThisMachine, "2130706433": ThisMachine, "0x7f000001": ThisMachine, "0177.0.0.1": ThisMachine, "0": ThisMachine,
		"0.0.0.0": ThisMachine, "::1": ThisMachine, "::": ThisMachine, "::ffff:127.0.0.1": ThisMachine, "[::1]": ThisMachine,
		"host.docker.internal": ThisMachine, "host.containers.internal": ThisMachine, "localhost.localdomain": ThisMachine,
		"\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54": ThisMachine, "%6cocalhost": ThisMachine,

		"10.1.2.3": PrivateHost, "172.31.0.1": PrivateHost, "192.168.0.1": PrivateHost, "169.254.3.4": PrivateHost, "100.101.1.1": PrivateHost,
		"fe80::1%25eth0": PrivateHost, "fd12::1": PrivateHost, "db": PrivateHost, "mcp-server": PrivateHost, "nas.local": PrivateHost,
		"x.svc.cluster.local": PrivateHost, "api.internal": PrivateHost, "x.lan": PrivateHost, "app.test": PrivateHost,
		"api.example.com": PrivateHost, "box.tail1.ts.net": PrivateHost, "nas.internal.acme.io": PrivateHost, "0300.0250.1": PrivateHost,

		"169.254.169.254": MetadataService, "2852039166": MetadataService, "::ffff:169.254.169.254": MetadataService,
		"metadata.google.internal.": MetadataService,

		"8.8.8.8": PublicHost, "134744072": PublicHost, "172.32.0.1": PublicHost, "172.15.0.1": PublicHost, "2606:4700::1111": PublicHost,
		"::ffff:8.8.8.8": PublicHost, "mcp.acme.io": PublicHost, "mylocalhost.com": PublicHost, "m\u00fcnchen.de": PublicHost,
		"256.1.1.1": PublicHost, "1.2.3.4.5": PublicHost, "localhost-relay.io": PublicHost, "xn--lcalhost-54g.com": PublicHost,
		"testing.io": PublicHost,

		"localhost.evil.com": DisguisedHost, "127.0.0.1.nip.io": DisguisedHost, "l\u043ecalhost": DisguisedHost,
		"loca\u217chost.evil.com": DisguisedHost, "127-0-0-1.sslip.io": DisguisedHost,

		"": UnknownHost, "${HOST}": UnknownHost, "<host>": UnknownHost, "YOUR_HOST": UnknownHost, "your-server.com": UnknownHost,
		"{host}": UnknownHost, "IPADDRESS": UnknownHost,
		"$HOST": UnknownHost, "%HOST%": UnknownHost, "{{host}}": UnknownHost, strings.Repeat("a", maxHost+1): UnknownHost,
	} {
		assert.Equal(t, want, ReachOf(host), host)
	}
}
