package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

var netcats = []string{"nc", "ncat", "netcat"}

// reverseShell tells of a shell whose input and output are another machine's.
func (l chain) reverseShell(c *command) {
	v := sight{grade: never, confidence: 0.95, what: "a shell is handed to another machine", remedy: "remove the server and treat the machine as broken into if it was ever started"}
	name := c.plainName()
	shell := slices.Contains(shells, name)
	for _, r := range c.redirects {
		if remoteSocket(r.file.text) && (shell || name == "exec" && strings.Contains(r.op, "<")) && !runsInputOnly(c, r) {
			l.q.see(r.file.signal(l.q.t), v)
		}
	}
	switch {
	case slices.Contains(netcats, name):
		for i, a := range c.args {
			if i+1 < len(c.args) && slices.Contains([]string{"-e", "-c", "--exec", "--sh-exec", "-ne", "-lvpe", "-lve"}, a.text) && namesShell(c.args[i+1].text) {
				l.q.see(c.args[i+1].signal(l.q.t), v)
			}
		}
		fallthrough
	case name == "telnet":
		for _, s := range l.feeding(c) {
			if c.piped && s.piped && slices.Contains(shells, s.plainName()) && runsInput(s) {
				l.q.see(l.across(s, c, 120), v)
			}
		}
	case name == "socat":
		remote := slices.ContainsFunc(c.args, func(w word) bool {
			low := strings.ToLower(w.text)
			return (strings.HasPrefix(low, "tcp") || strings.HasPrefix(low, "openssl") || strings.HasPrefix(low, "udp")) && !strings.Contains(low, "listen") && !strings.Contains(low, "localhost") && !strings.Contains(low, "127.0.0.1")
		})
		for _, a := range c.args {
			kind, program, _ := strings.Cut(a.text, ":")
			if k := strings.ToLower(kind); remote && (k == "exec" || k == "system") && namesShell(strings.Trim(program, `'"`)) {
				l.q.see(a.signal(l.q.t), v)
			}
		}
	}
}

// runsInputOnly reports whether a shell reads a script from the socket and writes nothing back.
func runsInputOnly(c *command, r redirect) bool {
	return r.op == "<" && len(c.redirects) == 1
}

// namesShell reports whether a command line starts a shell and nothing in it.
func namesShell(s string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	first, _, _ = strings.Cut(first, ",")
	name := programName(first)
	return (slices.Contains(shells, name) || name == "cmd" || name == "powershell" || name == "pwsh") && !strings.Contains(rest, "c ")
}

// secretPlaces are parts of the paths of files that hold credentials.
var secretPlaces = []string{
	".ssh", "id_rsa", "id_ed25519", ".aws", ".gnupg", ".kube", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".docker/config", "/etc/passwd", "/etc/shadow",
	"bash_history", "zsh_history", "login data", "cookies.sqlite", "keychain", "wallet.dat", ".config/gcloud", ".config/gh", "claude_desktop_config", ".claude.json", ".cursor/mcp.json",
	"/proc/self/environ", ".pgpass",
}

// secretFile reports whether a word names a file or folder that holds credentials.
func secretFile(s string) bool {
	low := strings.ToLower(strings.ReplaceAll(s, `\`, "/"))
	low = strings.TrimLeft(low, "@=<$(\"' ")
	if strings.HasSuffix(low, ".pub") || strings.HasSuffix(low, "known_hosts") {
		return false
	}
	if base := baseName(low); base == ".env" || strings.HasPrefix(base, ".env.") && base != ".env.example" {
		return true
	}
	return slices.ContainsFunc(secretPlaces, func(p string) bool { return strings.Contains(low, p) })
}

// sends tells of credentials, the environment and files that go to another machine.
func (l chain) sends(i int, c *command) {
	sent := sentBy(c)
	if sent == nil {
		return
	}
	v := sight{threat: detect.ThreatExfiltration, remedy: "send nothing, or literal text only, and keep credentials out of it"}
	sources := l.feeding(c)
	for k := i + 1; k < len(l.r.commands) && k < i+maxFollowing; k++ {
		if s := &l.r.commands[k]; s.inside == c.group && carries(c, s.slot-c.at-1, sent) {
			sources = append(sources, s)
		}
	}
	for _, s := range sources {
		if what := takes(s); what != "" {
			v.grade, v.confidence, v.what = never, 0.95, what+" is sent to another machine"
			if slices.ContainsFunc(sources, picks) {
				v.grade, v.what = doubtful, "a part of "+v.what
			}
			l.q.see(l.across(s, c, 120), v)
			return
		}
	}
	stdin := false
	for _, w := range sent {
		file := strings.HasPrefix(w.text, "@") || strings.Contains(w.text, "=@") || c.plainName() != "curl"
		switch {
		case file && secretFile(w.text):
			v.grade, v.confidence, v.what = never, 0.95, "a file of credentials is sent to another machine"
			l.q.see(w.signal(l.q.t), v)
			return
		case w.text == "@-" || w.text == "-":
			stdin = true
		}
	}
	input := stdin || slices.ContainsFunc(sources, func(s *command) bool { return !s.piped && slices.Contains([]string{"cat", "jq", "tee"}, s.plainName()) })
	if l.q.given && input && reaches(c) {
		v.grade, v.confidence = noted, 0.5
		v.what, v.remedy = "what the hook is given (prompts, tool input, paths) is sent to another machine", "send only what that machine needs, by a script of the repository"
		l.q.see(l.across(c, c, 120), v)
	}
}

// carries reports whether argument k of a command is among the words that it sends, or its address. Headers, in which credentials belong,
// are not.
func carries(c *command, k int, sent []word) bool {
	if k < 0 || k >= len(c.args) {
		return false
	}
	a := c.args[k]
	return strings.Contains(a.text, "://") && !strings.Contains(a.text, ": ") || slices.ContainsFunc(sent, func(w word) bool {
		return w.field == a.field && w.start == a.start && strings.Contains(a.text, w.text)
	})
}

// picks reports whether a command passes on a part of what it reads.
func picks(c *command) bool {
	return c.piped && slices.Contains([]string{"grep", "rg", "egrep", "awk", "cut", "jq", "sed", "wc"}, c.plainName())
}

// sentBy are the words that say what a command sends to another machine, or nil when it sends nothing.
func sentBy(c *command) []word {
	name := c.plainName()
	out := []word{}
	switch {
	case !isFetcher(c) && name != "scp" && name != "rsync" && name != "sftp" && name != "ssh":
		return nil
	case name == "curl":
		for i, a := range c.args {
			option, value, glued := strings.Cut(a.text, "=")
			body := slices.Contains([]string{"-d", "-F", "-T", "--form", "--upload-file", "--json"}, option) || strings.HasPrefix(option, "--data")
			switch {
			case body && glued && strings.HasPrefix(option, "--"):
				out = append(out, word{text: value, field: a.field, start: a.start, end: a.end})
			case body && !glued && i+1 < len(c.args):
				w := c.args[i+1]
				if (option == "-T" || option == "--upload-file") && w.text != "-" {
					w.text = "@" + w.text
				}
				out = append(out, w)
			case len(a.text) > 2 && strings.HasPrefix(a.text, "-d"), len(a.text) > 2 && strings.HasPrefix(a.text, "-F"):
				w := a
				w.text = a.text[2:]
				out = append(out, w)
			}
		}
		if len(out) == 0 {
			// An address may carry what is substituted into it.
			if slices.ContainsFunc(c.args, func(w word) bool { return w.open && strings.Contains(w.text, "://") }) {
				return out
			}
			return nil
		}
	case name == "wget":
		for _, a := range c.args {
			if option, value, ok := strings.Cut(a.text, "="); ok && (strings.HasPrefix(option, "--post-") || strings.HasPrefix(option, "--body-")) {
				out = append(out, word{text: value, field: a.field, start: a.start, end: a.end})
			}
		}
		if len(out) == 0 {
			return nil
		}
	case name == "scp" || name == "rsync":
		remote := false
		for i, a := range c.args {
			if strings.HasPrefix(a.text, "-") || i > 0 && slices.Contains([]string{"-i", "-e", "-o", "-F", "-P", "-S"}, c.args[i-1].text) {
				continue
			}
			if strings.Contains(a.text, "@") && strings.Contains(a.text, ":") {
				remote = i == len(c.args)-1
				continue
			}
			out = append(out, a)
		}
		if !remote {
			return nil
		}
	case name == "ssh" || slices.Contains(netcats, name):
		if !c.piped && len(c.redirects) == 0 {
			return nil
		}
		for _, r := range c.redirects {
			if r.op == "<" {
				out = append(out, r.file)
			}
		}
	default:
		return nil
	}
	return out
}

// takes says what a command reads that must not leave the machine, or "".
func takes(c *command) string {
	switch name := c.plainName(); name {
	case "env", "printenv", "set", "export":
		if len(c.args) == 0 || name != "set" && len(c.args) == 1 && slices.Contains([]string{"-p", "-0"}, c.args[0].text) {
			return "the whole environment, with its credentials,"
		}
	case "cat", "tar", "zip", "base64", "gzip", "head", "tail", "less", "grep", "xxd", "cp", "find", "awk", "sed", "tee", "gpg", "openssl", "<":
		if slices.ContainsFunc(c.args, func(w word) bool { return secretFile(w.text) }) {
			return "a file of credentials"
		}
	case "security":
		if slices.ContainsFunc(c.args, func(w word) bool { return strings.HasPrefix(w.text, "dump-") }) {
			return "what the keychain holds"
		}
	}
	if slices.ContainsFunc(c.redirects, func(r redirect) bool { return r.op == "<" && secretFile(r.file.text) }) {
		return "a file of credentials"
	}
	return ""
}

// reaches reports whether a command names another machine for certain.
func reaches(c *command) bool {
	return slices.ContainsFunc(c.args, func(w word) bool {
		h := ""
		if strings.Contains(w.text, "://") {
			h = hostIn(w.text)
		}
		return h != "" && !isLoopback(h) && !strings.HasPrefix(h, "$")
	})
}
