package launch

import (
	"slices"
	"strings"
)

// exampleEndings are names that stand for those of the internet in examples (RFC 2606).
var exampleEndings = []string{"example", "example.com", "example.net", "example.org", "invalid"}

// elsewhere reports whether a host is for certain a machine of the internet, and none of the own network: only what goes there is never
// innocent.
func elsewhere(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if slices.ContainsFunc(exampleEndings, func(end string) bool {
		return endsIn(host, end) && host != end || host == end && strings.Contains(end, ".")
	}) {
		return true
	}
	r := reachOf(host)
	return r == publicHost || r == pretender
}

// isLoopback reports whether a host is the machine itself, or the one that a container runs on.
func isLoopback(host string) bool { return reachOf(host) == thisMachine }

func socketHost(s string) (host string, ok bool) {
	for _, p := range [...]string{"/dev/tcp/", "/dev/udp/"} {
		if rest, cut := strings.CutPrefix(s, p); cut {
			host, _, _ = strings.Cut(rest, "/")
			return host, true
		}
	}
	return "", false
}

func remoteSocket(s string) bool {
	host, ok := socketHost(s)
	return ok && !isLoopback(host)
}

// destinations are the hosts that a command talks to, as far as they are written out. Of one that talks to a socket of this machine there
// are none.
func destinations(c *command) []string {
	words := operands(c)
	var out []string
	switch {
	case c.is(netcats...), c.is("telnet"):
		if hasOption(c, 'U', "--unixsock") || hasOption(c, 'l', "--listen") || len(words) == 0 {
			return nil
		}
		return []string{words[0].text}
	case len(words) == 0 && c.is(copiers...):
	case c.is("ssh", "sftp"):
		return []string{afterUser(words[0].text)}
	case c.is("scp", "rsync"):
		if host, _, ok := strings.Cut(words[len(words)-1].text, ":"); ok {
			return []string{afterUser(host)}
		}
	case c.is("socat"):
		for _, a := range c.args {
			kind, rest, _ := strings.Cut(strings.ToLower(a.text), ":")
			if hasPrefix(kind, "tcp", "openssl", "ssl", "udp") && !strings.Contains(kind, "listen") {
				host, _, _ := strings.Cut(rest, ",")
				if at := strings.LastIndexByte(host, ':'); at > 0 {
					host = host[:at]
				}
				out = append(out, host)
			}
		}
	default:
		for _, a := range c.args {
			if isOneOf(a.text, "--unix-socket", "--abstract-unix-socket") {
				return nil
			}
			if m := codeAddress().FindStringSubmatch(a.text); m != nil {
				out = append(out, m[1])
			} else if h := hostIn(a.text); h != "" && !strings.Contains(a.text, "@") {
				out = append(out, h)
			}
		}
	}
	return out
}

// leaves reports whether a command talks to a machine of the internet for certain.
func leaves(c *command) bool { return slices.ContainsFunc(destinations(c), elsewhere) }

// staysHere reports whether all that a command talks to is this machine.
func staysHere(c *command) bool {
	hosts := destinations(c)
	if len(hosts) == 0 {
		return hasOption(c, 'U', "--unixsock") && c.is(netcats...) || hasOption(c, 0, "--unix-socket") || hasOption(c, 0, "--abstract-unix-socket")
	}
	return !slices.ContainsFunc(hosts, func(h string) bool { return !isLoopback(h) })
}

// hasOption reports whether a command has an option of one letter, also among others, or a long one.
func hasOption(c *command, letter byte, long string) bool {
	return c.any(func(s string) bool { return letter != 0 && strings.IndexByte(letters(s), letter) >= 0 || s == long })
}

func afterUser(s string) string { return s[strings.LastIndexByte(s, '@')+1:] }
