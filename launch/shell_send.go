package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// sends tells of credentials, the environment and files that go to another machine.
func (l chain) sends(i int, c *command) {
	sent := sentBy(l.r, c)
	if sent == nil || staysHere(c) {
		return
	}
	sources := l.feeding(c)
	for k := i + 1; k < len(l.r.commands) && k < i+maxFollowing; k++ {
		if s := &l.r.commands[k]; s.inside == c.group && carries(c, s.slot-c.at-1, sent) {
			sources = append(sources, s)
		}
	}
	sources = append(sources, l.named(i, c, sent)...)
	for _, s := range sources {
		what, file := takes(s)
		if what == "" {
			continue
		}
		v := l.sending(c, what, file)
		if slices.ContainsFunc(sources, picks) {
			v.grade, v.what = doubtful, "a part of "+v.what
		}
		l.q.see(l.across(s, c, 120), v)
		return
	}
	stdin := false
	for _, w := range sent {
		file := strings.HasPrefix(w.text, "@") || strings.Contains(w.text, "=@") || !c.is("curl")
		switch {
		case file && secretFile(w.text):
			l.q.see(w.signal(l.q.t), l.sending(c, "a file of credentials", w.text))
			return
		case w.text == "@-" || w.text == "-":
			stdin = true
		}
	}
	input := stdin || slices.ContainsFunc(sources, func(s *command) bool { return !s.piped && s.is("cat", "jq", "tee") })
	if l.q.given && input && reaches(c) {
		l.q.see(l.across(c, c, 120), sight{
			grade: noted, confidence: 0.5, threat: detect.ThreatExfiltration, what: "what the hook is given (prompts, tool input, paths) is sent to another machine",
			remedy: "send only what that machine needs, by a script of the repository",
		})
	}
}

// sending is the sight of what a command sends away. That helpers hand credentials to those who issue them, and people their variables to
// machines of their own, is what these are for.
func (l chain) sending(c *command, what, file string) sight {
	v := sight{
		grade: never, confidence: 0.95, threat: detect.ThreatExfiltration, what: what + " is sent to another machine",
		remedy: "send nothing, or literal text only, and keep credentials out of it",
	}
	copied := c.is(copiers...) && isEnvFile(baseName(file))
	if !leaves(c) || copied || l.q.hook && !l.q.given || file != "" && belongs(c, file) {
		v.grade, v.confidence = doubtful, 0.7
	}
	return v
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
	return c.piped && c.is("grep", "rg", "egrep", "awk", "cut", "jq", "sed", "wc")
}

// copiers copy files to other machines, or run commands there.
var copiers = []string{"scp", "rsync", "sftp", "ssh"}

// sentBy are the words that say what a command sends to another machine, or nil when it sends nothing.
func sentBy(r *reading, c *command) []word {
	var out []word
	value := func(a word, text string) {
		out = append(out, word{text: text, field: a.field, start: a.start, end: a.end})
	}
	switch {
	case !isFetcher(c) && !c.is(copiers...):
	case c.is("curl"):
		for i, a := range c.args {
			option, rest, glued := strings.Cut(a.text, "=")
			file := isOneOf(option, "-T", "--upload-file")
			body := file || isOneOf(option, "-d", "-F", "--form", "--json") || strings.HasPrefix(option, "--data")
			switch {
			case body && glued && strings.HasPrefix(option, "--"):
				value(a, rest)
			case body && !glued && i+1 < len(c.args):
				w := c.args[i+1]
				if file && w.text != "-" {
					w.text = "@" + w.text
				}
				out = append(out, w)
			case len(a.text) > 2 && hasPrefix(a.text, "-d", "-F"):
				w := a
				w.text = a.text[2:]
				out = append(out, w)
			}
		}
		// An address may carry what is substituted into it, also by xargs.
		filled := r.commands[c.group].name() == "xargs"
		if len(out) == 0 && slices.ContainsFunc(c.args, func(w word) bool { return (w.open || filled) && strings.Contains(w.text, "://") }) {
			return []word{}
		}
	case c.is("wget"):
		for _, a := range c.args {
			if option, rest, ok := strings.Cut(a.text, "="); ok && hasPrefix(option, "--post-", "--body-") {
				if strings.HasSuffix(option, "-data") {
					// What is given in words is no file.
					rest = "data:" + rest
				}
				value(a, rest)
			}
		}
	case c.is("scp", "rsync"):
		words := operands(c)
		if len(words) < 2 {
			return nil
		}
		host, _, remote := strings.Cut(words[len(words)-1].text, ":")
		if !remote || strings.ContainsAny(host, `/\`) || len(host) < 2 {
			return nil
		}
		out = []word{}
		for _, w := range words[:len(words)-1] {
			if file, _, far := strings.Cut(w.text, ":"); !far || strings.Contains(file, "/") {
				out = append(out, w)
			}
		}
	case c.is("ssh") || c.is(netcats...):
		if !c.piped && len(c.redirects) == 0 {
			return nil
		}
		out = []word{}
		for _, r := range c.redirects {
			if r.op == "<" {
				out = append(out, r.file)
			}
		}
	}
	return out
}

// takes says what a command reads that must not leave the machine, or "", and which file that is.
func takes(c *command) (what, file string) {
	const credentials = "a file of credentials"
	switch name := c.plainName(); name {
	case "env", "printenv", "set", "export":
		if len(c.args) == 0 || name != "set" && len(c.args) == 1 && c.has("-p", "-0") {
			return "the whole environment, with its credentials,", ""
		}
	case "cat", "tar", "zip", "base64", "gzip", "head", "tail", "less", "grep", "xxd", "cp", "find", "awk", "sed", "tee", "gpg", "openssl", "<":
		words := operands(c)
		if at := slices.IndexFunc(words, func(w word) bool { return secretFile(w.text) }); at >= 0 && name != "tee" {
			return credentials, words[at].text
		}
	case "security":
		if c.any(func(s string) bool { return strings.HasPrefix(s, "dump-") }) {
			return "what the keychain holds", ""
		}
	}
	for _, r := range c.redirects {
		if r.op == "<" && secretFile(r.file.text) {
			return credentials, r.file.text
		}
	}
	return "", ""
}

func reaches(c *command) bool {
	return c.any(func(s string) bool {
		if !strings.Contains(s, "://") {
			return false
		}
		h := hostIn(s)
		return h != "" && !isLoopback(h) && !strings.HasPrefix(h, "$")
	})
}
