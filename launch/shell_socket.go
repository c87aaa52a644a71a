package launch

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// sockets are the descriptors that are sockets to another machine, and its name.
type sockets map[string]string

// follow does what redirections do to descriptors. Those of the groups around a command, which are done first, stand last.
func (s sockets) follow(redirects []redirect) sockets {
	for range 2 {
		for _, r := range redirects {
			fd := "1"
			if strings.HasPrefix(r.op, "<") {
				fd = "0"
			}
			host, socket := socketHost(r.file.text)
			if strings.HasSuffix(r.op, "&") && !socket {
				host = s[r.file.text] // A copy: 0>&1.
			}
			switch {
			case host == "":
			case r.op == "&>" || r.op == "&>>" || r.op == ">&" && r.fd == "" && strings.HasPrefix(r.file.text, "/dev/"):
				s["1"], s["2"] = host, host
			default:
				s[cmp.Or(r.fd, fd)] = host
			}
		}
	}
	return s
}

const reverseShell = "opens a reverse shell to another machine; remove it, and treat this machine as compromised if it ever ran"

func remoteShell(host string) observation {
	if !ipaddr.OfInternet(host) {
		return observation{
			grade: suspicious, confidence: 0.7, detail: "gives a shell to whoever is at the other end of a socket; start the program itself",
		}
	}
	return observation{grade: malicious, confidence: 0.95, detail: reverseShell}
}

func (l chain) reverseShell(i int, c *command) {
	variable := c.program.open && strings.HasPrefix(c.program.text, "$") && !strings.HasPrefix(c.program.text, "$(")
	switch {
	case c.isShell() && runsInput(c), variable:
		l.socketShell(i, c, variable)
	case c.in(launcher.Netcats), c.is("telnet"):
		l.netcatShell(c)
	case c.is("socat"):
		far := slices.DeleteFunc(destinations(c), ipaddr.IsThisMachine)
		for _, a := range c.args {
			kind, program, _ := strings.Cut(a.text, ":")
			if len(far) > 0 && wordset.Has(strings.ToLower(kind), "exec", "system") && namesShell(strings.Trim(program, `'"`)) {
				l.q.see(a.signal(l.q.t), remoteShell(far[len(far)-1]))
			}
		}
	}
}

// socketShell reports a shell, or whatever a variable names, that reads from a socket and writes to it.
func (l chain) socketShell(i int, c *command, variable bool) {
	// What commands of the script have opened for good: exec 3<>/dev/tcp/….
	before, opened := sockets{}, c.redirects
	for k := max(0, i-maxFollowing); k < i; k++ {
		if o := &l.r.commands[k]; o.name() == "exec" && o.script == c.script {
			before.follow(o.redirects)
			opened = slices.Concat(o.redirects, opened)
		}
	}
	own := maps.Clone(before).follow(c.redirects)
	in, out := own["0"], cmp.Or(own["1"], own["2"])
	if c.piped {
		in = ""
		for _, s := range l.feeding(c) {
			if host := maps.Clone(before).follow(s.redirects)["0"]; !s.piped {
				in = cmp.Or(host, in)
			}
		}
	}
	if out == "" || in == "" || ipaddr.IsThisMachine(in) {
		return
	}
	s := l.across(c, c, 4)
	for _, r := range opened {
		if host, _ := socketHost(r.file.text); host == in {
			s = r.file.signal(l.q.t)
		}
	}
	v := remoteShell(in)
	if variable {
		v.grade = suspicious
	}
	l.q.see(s, v)
}

// netcatShell reports a shell that netcat starts for the other end, or whose output it carries there.
func (l chain) netcatShell(c *command) {
	host := strings.Join(destinations(c), "")
	for i, a := range c.args {
		if wordset.Has(a.text, "-e", "-c", "--exec", "--sh-exec", "-ne", "-lvpe", "-lve") && namesShell(c.arg(i+1).text) {
			l.q.see(c.args[i+1].signal(l.q.t), remoteShell(host))
		}
	}
	for _, s := range l.feeding(c) {
		if s.piped && s.isShell() && runsInput(s) && !staysHere(c) {
			l.q.see(l.across(s, c, 120), remoteShell(host))
		}
	}
}

func namesShell(s string) bool {
	s, _, _ = strings.Cut(s, ",")
	words := strings.Fields(s)
	runs := func(option string) bool {
		return !strings.HasPrefix(option, "-") || strings.Contains(letters(option), "c")
	}
	return len(words) > 0 && (launcher.Shells.Has(programName(words[0])) || wordset.Has(programName(words[0]), "cmd", "powershell", "pwsh")) &&
		!slices.ContainsFunc(words[1:], runs)
}

func socketHost(s string) (host string, ok bool) {
	if !wordset.HasPrefix(s, "/dev/tcp/", "/dev/udp/") {
		return "", false
	}
	host, _, _ = strings.Cut(s[len("/dev/tcp/"):], "/")
	return host, true
}

// destinations are the hosts that a command talks to, as far as they are written out; of a socket of this machine there are none.
func destinations(c *command) []string {
	words := operands(c)
	var out []string
	switch {
	case c.in(launcher.Netcats), c.is("telnet"):
		if !hasOption(c, 'U', "--unixsock") && !hasOption(c, 'l', "--listen") && len(words) > 0 {
			return []string{words[0].text}
		}
	case len(words) == 0 && c.in(launcher.Copiers):
	case c.is("ssh", "sftp"):
		return []string{ipaddr.AfterUser(words[0].text)}
	case c.is("scp", "rsync"):
		if host, _, ok := strings.Cut(words[len(words)-1].text, ":"); ok {
			return []string{ipaddr.AfterUser(host)}
		}
	case c.is("socat"):
		for _, a := range c.args {
			kind, rest, _ := strings.Cut(strings.ToLower(a.text), ":")
			if wordset.HasPrefix(kind, "tcp", "openssl", "ssl", "udp") && !strings.Contains(kind, "listen") {
				host, _, _ := strings.Cut(rest, ",")
				if at := strings.LastIndexByte(host, ':'); at > 0 {
					host = host[:at]
				}
				out = append(out, host)
			}
		}
	case c.has("--unix-socket", "--abstract-unix-socket"):
	default:
		for _, a := range c.args {
			if m := codeAddress().FindStringSubmatch(a.text); m != nil {
				out = append(out, m[1])
			} else if h := ipaddr.HostIn(a.text); h != "" && !strings.Contains(a.text, "@") {
				out = append(out, h)
			}
		}
	}
	return out
}

// staysHere reports whether all that a command talks to is this machine.
func staysHere(c *command) bool {
	hosts := destinations(c)
	if len(hosts) == 0 {
		return hasOption(c, 'U', "--unixsock") && c.in(launcher.Netcats) || c.has("--unix-socket", "--abstract-unix-socket")
	}
	return !slices.ContainsFunc(hosts, func(h string) bool { return !ipaddr.IsThisMachine(h) })
}

// hasOption reports whether a command has an option of one letter, also among others, or a long one.
func hasOption(c *command, letter byte, long string) bool {
	return c.any(func(s string) bool { return strings.IndexByte(letters(s), letter) >= 0 || s == long })
}
