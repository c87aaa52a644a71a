package launch

import (
	"maps"
	"slices"
	"strings"
)

var netcats = []string{"nc", "ncat", "netcat"}

// sockets are the descriptors that are sockets to another machine, and its name.
type sockets map[string]string

// follow does what redirections do to descriptors. Those of the groups around a command, which are done first, stand last.
func (s sockets) follow(redirects []redirect) {
	for range 2 {
		for _, r := range redirects {
			fd := r.fd
			if fd == "" {
				fd = "1"
				if strings.HasPrefix(r.op, "<") {
					fd = "0"
				}
			}
			host, socket := socketHost(r.file.text)
			if strings.HasSuffix(r.op, "&") && !socket {
				// A copy: 0>&1.
				host, socket = s[r.file.text], s[r.file.text] != ""
			}
			switch {
			case !socket:
			case r.op == "&>" || r.op == "&>>" || r.op == ">&" && r.fd == "" && strings.HasPrefix(r.file.text, "/dev/"):
				s["1"], s["2"] = host, host
			default:
				s[fd] = host
			}
		}
	}
}

func (s sockets) with(redirects []redirect) sockets {
	out := maps.Clone(s)
	out.follow(redirects)
	return out
}

// opened are the sockets that commands of the script before a command have opened for good: exec 3<>/dev/tcp/….
func (l chain) opened(i int) sockets {
	out := sockets{}
	for k := max(0, i-maxFollowing); k < i; k++ {
		if c := &l.r.commands[k]; c.name() == "exec" && c.script == l.r.commands[i].script {
			out.follow(c.redirects)
		}
	}
	return out
}

func handedTo(host string) observation {
	v := observation{
		grade: never, confidence: 0.95, what: "a shell is handed to another machine",
		remedy: "remove the server and treat the machine as broken into if it was ever started",
	}
	if !elsewhere(host) {
		v.grade, v.confidence, v.what, v.remedy = doubtful, 0.7, "a shell is handed to whoever is at the other end of a socket", "start the program itself in place of a shell"
	}
	return v
}

func (l chain) reverseShell(i int, c *command) {
	variable := c.program.open && strings.HasPrefix(c.program.text, "$") && !strings.HasPrefix(c.program.text, "$(")
	switch {
	case c.isShell() && runsInput(c), variable:
		l.socketShell(i, c, variable)
	case c.is(netcats...), c.is("telnet"):
		l.netcatShell(c)
	case c.is("socat"):
		host := ""
		for _, h := range destinations(c) {
			if !isLoopback(h) {
				host = h
			}
		}
		for _, a := range c.args {
			kind, program, _ := strings.Cut(a.text, ":")
			if host != "" && isOneOf(strings.ToLower(kind), "exec", "system") && namesShell(strings.Trim(program, `'"`)) {
				l.q.see(a.signal(l.q.t), handedTo(host))
			}
		}
	}
}

// socketShell tells of a shell, or of whatever a variable names, that reads from a socket and writes to it.
func (l chain) socketShell(i int, c *command, variable bool) {
	before := l.opened(i)
	own := before.with(c.redirects)
	in, out := own["0"], own["1"]
	if out == "" {
		out = own["2"]
	}
	if c.piped {
		in = ""
		for _, s := range l.feeding(c) {
			if host := before.with(s.redirects)["0"]; host != "" && !s.piped {
				in = host
			}
		}
	}
	if out == "" || in == "" || isLoopback(in) {
		return
	}
	s := l.across(c, c, 4)
	for k := max(0, i-maxFollowing); k <= i; k++ {
		o := &l.r.commands[k]
		if k < i && (o.name() != "exec" || o.script != c.script) {
			continue
		}
		for _, r := range o.redirects {
			if host, _ := socketHost(r.file.text); host == in {
				s = r.file.signal(l.q.t)
			}
		}
	}
	v := handedTo(in)
	if variable {
		v.grade = doubtful
	}
	l.q.see(s, v)
}

// netcatShell tells of a shell that netcat starts for the other end, or whose output it carries there.
func (l chain) netcatShell(c *command) {
	host := ""
	if hosts := destinations(c); len(hosts) > 0 {
		host = hosts[0]
	}
	for i, a := range c.args {
		if i+1 < len(c.args) && isOneOf(a.text, "-e", "-c", "--exec", "--sh-exec", "-ne", "-lvpe", "-lve") && namesShell(c.args[i+1].text) {
			l.q.see(c.args[i+1].signal(l.q.t), handedTo(host))
		}
	}
	for _, s := range l.feeding(c) {
		if c.piped && s.piped && s.isShell() && runsInput(s) && !staysHere(c) {
			l.q.see(l.across(s, c, 120), handedTo(host))
		}
	}
}

func namesShell(s string) bool {
	s, _, _ = strings.Cut(strings.TrimSpace(s), ",")
	words := strings.Fields(s)
	if len(words) == 0 {
		return false
	}
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") || strings.Contains(letters(w), "c") {
			return false
		}
	}
	name := programName(words[0])
	return isOneOf(name, shells...) || isOneOf(name, "cmd", "powershell", "pwsh")
}

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
