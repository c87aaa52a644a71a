package ipaddr

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPublic(t *testing.T) {
	for host, want := range map[string]bool{
		"1.1.1.1": true, "2606:4700::1": true, "[2606:4700::1]": true, "16843009": true, "64:ff9b::1.1.1.1": true, "10.0.0.1": false, "192.168.1.1": false,
		"127.0.0.1": false, "127.1": false, "0x7f.1": false, "0177.0.0.1": false, "2130706433": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "::1": false, "fd00::1": false, "fe80::1%eth0": false, "::ffff:10.0.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"198.18.0.1": false, "64:ff9b::10.0.0.1": false,
	} {
		ip, ok := Parse(host)
		assert.True(t, ok, host)
		assert.Equal(t, want, Public(ip), host)
	}
	for _, host := range []string{"", "example.com", "1.2.3.4.5", "256.1.1.1", "1.2.3.", "0b1", "1_0"} {
		_, ok := Parse(host)
		assert.False(t, ok, host)
	}
}
