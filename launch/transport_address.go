package launch

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
)

// link is the address of a server as it stands in a text.
type link struct {
	scheme string // scheme is in lower case: http, https, ws, wss.
	// start and end are the bytes of scheme, host and port; host is the host alone, as it is written.
	start, end int
	host       string
	pathEnd    int    // where the path ends.
	reach      reach  // where the host is.
	login      string // the text before an "@".
}

func (l link) plain() bool { return l.scheme == "http" || l.scheme == "ws" }

// signal is a signal on the address, without what is given to log in.
func (l link) signal(at func(from, to int) detect.Signal) detect.Signal {
	s := at(l.start, l.end)
	if l.login != "" {
		s.Evidence, s.Sensitive = l.scheme+"://…@"+l.host, strings.Contains(l.login, ":")
	}
	return s
}

// linkParts are the scheme, authority and path of an address. Browsers and Node take any slashes for the two.
var linkParts = lazy.Regexp("^(?i:(https?|wss?)):[/\\\\]+([^/?#\\\\ \\t\\r\\n\"'`,;|)]*)([^?# \\t\\r\\n\"'`]*)")

func linkAt(s string, from int) (link, bool) {
	m := linkParts().FindStringSubmatchIndex(s[from:])
	if m == nil {
		return link{}, false
	}
	part := func(k int) string { return s[from+m[2*k] : from+m[2*k+1]] }
	l := link{scheme: strings.ToLower(part(1)), start: from, end: from + m[5], pathEnd: from + m[7]}
	authority, path := part(2), part(3)
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		l.login, authority = authority[:i], authority[i+1:]
	}
	l.host = hostname(authority)
	l.reach = reachOf(l.host)
	account, _, _ := strings.Cut(l.login, ":")
	// The text before an "@" may be to be taken for the host. Half of the parsers take a backslash for a slash, for the others the host
	// comes behind the "@".
	if l.reach == publicHost && reachOf(account) == thisMachine || l.reach == thisMachine && strings.HasPrefix(path, `\`) &&
		strings.Contains(path, "@") {
		l.reach = disguisedHost
	}
	return l, true
}

func hostname(authority string) string {
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

// linkIn finds the address that a word is, or that is its value: http://h, --url=http://h, "--url http://h". Name is the text before
// it. What stands in the middle of a sentence or header is none.
func linkIn(s string) (l link, name string, ok bool) {
	from := len(s) - len(strings.TrimLeft(s, " \t\r\n\"'"))
	if l, ok = linkAt(s, from); ok {
		return l, "", true
	}
	i := strings.IndexAny(s, "= ")
	if i <= 0 || s[i] == ' ' && s[0] != '-' {
		return l, "", false
	}
	l, ok = linkAt(s, len(s)-len(strings.TrimLeft(s[i+1:], " \"'")))
	return l, s[:i], ok
}

// envVar is an environment variable and its value: a member of env, or NAME=value among the words of a command.
type envVar struct {
	name  string
	value string                           // what it is set to.
	at    func(from, to int) detect.Signal // a signal on bytes [from, to) of the value.
}

// variables are the environment variables that a launch, or the settings of a client, set.
func variables(t detect.ToolView) []envVar {
	var out []envVar
	for i, f := range t.Fields {
		if f.Role == detect.RoleEnv && i > 0 && t.Fields[i-1].Role == detect.RoleKey && t.Fields[i-1].Pointer == f.Pointer+"#" {
			out = append(out, envVar{t.Fields[i-1].Text, f.Text, func(from, to int) detect.Signal { return t.Signal(i, from, to) }})
		}
	}
	if env := t.Definition.Get("env"); env != nil {
		for _, v := range env.Members {
			if v.Name != nil && v.Value != nil && v.Value.Kind == detect.NodeScalar {
				out = append(out, envVar{v.Name.Text, v.Value.Text, func(int, int) detect.Signal { return onValue(t, "/env/", v) }})
			}
		}
	}
	if t.Kind != detect.KindLaunch {
		return out
	}
	eachWord(t, func(w word, _ string, _ *command) {
		set := strings.TrimPrefix(w.text, "--env=")
		if !isAssignment(set) {
			return
		}
		name, value, _ := strings.Cut(set, "=")
		at := len(w.text) - len(value)
		out = append(out, envVar{name, value, func(from, to int) detect.Signal { return w.part(t, at+from, at+to) }})
	})
	return out
}

// eachWord calls do for every word of every command once, with the word before it.
func eachWord(t detect.ToolView, do func(w word, before string, c *command)) {
	type place struct {
		field, start, end int
		text              string
	}
	seen := map[place]bool{}
	r := read(t)
	for i := range r.commands {
		c := &r.commands[i]
		before := ""
		for _, w := range slices.Concat(c.env, []word{c.program}, c.args) {
			if key := (place{w.field, w.start, w.end, w.text}); !seen[key] && w.text != "" {
				seen[key] = true
				do(w, before, c)
			}
			before = w.text
		}
	}
}

// onValue is a signal on a member that is a number, true, false or null.
func onValue(t detect.ToolView, under string, m detect.Member) detect.Signal {
	s := t.Signal(0, 0, 0)
	s.Value, s.Field = m.Value, under+detect.PointerToken(m.Name.Text)
	s.Evidence = m.Name.Text + ": " + m.Value.Text
	return s
}

// reach is how far away a host is, nearest first.
type reach uint8

const (
	unknownHost reach = iota // unknownHost is one that a variable or a reader fills in.
	thisMachine
	privateHost // a host that only those on the same network reach.
	publicHost
	metadataService // the service of a cloud that hands its machines their credentials.
	disguisedHost   // a host elsewhere that looks like the machine itself.
)

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
	if ip, ok := ipaddr.Parse(plain); ok {
		return reachOfIP(ip)
	}
	switch {
	case slices.Contains(metadataHosts, plain):
		return metadataService
	case isLocal(plain):
		return thisMachine
	case looksLocal(plain):
		return disguisedHost
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

// isBelow reports whether a name is one of ends or below it.
func isBelow(name string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return name == end || strings.HasSuffix(name, "."+end) })
}

// isFillIn reports whether a host only stands for the one that the reader has.
func isFillIn(host string) bool {
	low := strings.ToLower(host)
	// IPADDRESS, MY_HOST
	shouted := !strings.Contains(host, ".") && host == strings.ToUpper(host) && host != low
	return shouted && host != "LOCALHOST" && !strings.ContainsAny(host, ":[") || hasPrefix(low, "your-", "your_", "my-server-", "xxx",
		"todo") ||
		isOneOf(low, "host", "hostname", "server", "ip", "domain", "your.server", "your.domain", "yourserver", "yourdomain.com")
}

func reachOfIP(ip netip.Addr) reach {
	ip = ip.WithZone("").Unmap()
	switch {
	case slices.Contains(metadataHosts, ip.String()):
		return metadataService
	case ip.IsLoopback(), ip.IsUnspecified():
		return thisMachine
	case !ipaddr.Public(ip):
		return privateHost
	}
	return publicHost
}
