package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/wordset"
)

// sends reports credentials, the environment and files that go to another machine.
func (l chain) sends(i int, c *command) {
	sent := l.sentBy(c)
	if sent == nil || staysHere(c) {
		return
	}
	sources := l.feeding(c)
	sources = append(sources, l.within(i, c, maxFollowing, func(s *command) bool { return carries(c, s.slot-c.at-1, sent) })...)
	sources = append(sources, l.named(i, c, sent)...)
	for _, s := range sources {
		if what, file := takes(s); what != "" {
			part := slices.ContainsFunc(sources, picks)
			v := l.sending(c, map[bool]string{true: "part of "}[part]+what, file)
			if part {
				v.grade = suspicious
			}
			l.q.see(l.across(s, c, 120), v)
			return
		}
	}
	input := slices.ContainsFunc(sources, func(s *command) bool { return !s.piped && s.is("cat", "jq", "tee") })
	for _, w := range sent {
		if (strings.HasPrefix(w.text, "@") || strings.Contains(w.text, "=@") || !c.is("curl")) && secret.IsFile(w.text) {
			l.q.see(w.signal(l.q.t), l.sending(c, credentialsFile, w.text))
			return
		}
		input = input || w.text == "@-" || w.text == "-"
	}
	if l.q.given && input && reaches(c) {
		l.q.see(l.across(c, c, 120), observation{
			grade: noted, confidence: 0.5, threat: detect.ThreatExfiltration, detail: "sends what its hook receives (prompts, tool input, paths) " +
				"to another machine; send only what that machine needs",
		})
	}
}

// within are the commands whose output is substituted into words of a command, as far as holds is so of them.
func (l chain) within(i int, c *command, most int, holds func(*command) bool) []*command {
	var out []*command
	for k := i + 1; k < len(l.r.commands) && k < i+most; k++ {
		if s := &l.r.commands[k]; s.inside == c.group && holds(s) {
			out = append(out, s)
		}
	}
	return out
}

const credentialsFile = "a credentials file"

// sending is what a command sends away. Helpers send credentials to those who issue them, and people to their own machines.
func (l chain) sending(c *command, what, file string) observation {
	v := observation{
		grade: malicious, confidence: 0.95, threat: detect.ThreatExfiltration, detail: "sends " + what + " to another machine; remove the command",
	}
	copied := c.in(launcher.Copiers) && secret.IsEnvFile(baseName(file))
	if !slices.ContainsFunc(destinations(c), ipaddr.OfInternet) || copied || l.q.hook && !l.q.given || file != "" && belongs(c, file) {
		v.grade, v.confidence = suspicious, 0.7
	}
	return v
}

// carries reports whether argument k is among what a command sends, or its address. Headers, in which credentials belong, are not.
func carries(c *command, k int, sent []word) bool {
	a := c.arg(k)
	return strings.Contains(a.text, "://") && !strings.Contains(a.text, ": ") || slices.ContainsFunc(sent, func(w word) bool {
		return w.field == a.field && w.start == a.start && strings.Contains(a.text, w.text)
	})
}

// picks reports whether a command passes on a part of what it reads.
func picks(c *command) bool {
	return c.piped && c.is("grep", "rg", "egrep", "awk", "cut", "jq", "sed", "wc")
}

// sentBy are the words that say what a command sends to another machine, or nil when it sends nothing.
func (l chain) sentBy(c *command) []word {
	var out []word
	value := func(a word, text string) {
		a.text = text
		out = append(out, a)
	}
	switch {
	case !isFetcher(c) && !c.in(launcher.Copiers):
	case c.is("curl"):
		for i, a := range c.args {
			option, rest, glued := strings.Cut(a.text, "=")
			file := wordset.Has(option, "-T", "--upload-file")
			body := file || wordset.Has(option, "-d", "-F", "--form", "--json") || strings.HasPrefix(option, "--data")
			switch {
			case body && glued && strings.HasPrefix(option, "--"):
				value(a, rest)
			case body && !glued && i+1 < len(c.args):
				next := c.args[i+1]
				if file && next.text != "-" {
					next.text = "@" + next.text
				}
				out = append(out, next)
			case len(a.text) > 2 && wordset.HasPrefix(a.text, "-d", "-F"):
				value(a, a.text[2:])
			}
		}
		// An address may carry what is substituted into it, also by xargs.
		filled := l.byXargs(c)
		if len(out) == 0 && slices.ContainsFunc(c.args, func(w word) bool { return (w.open || filled) && strings.Contains(w.text, "://") }) {
			return []word{}
		}
	case c.is("wget"):
		for _, a := range c.args {
			option, rest, _ := strings.Cut(a.text, "=")
			switch {
			case wordset.Has(option, "--post-file", "--body-file"):
				value(a, rest)
			case wordset.Has(option, "--post-data", "--body-data"):
				// What is given in words is not a file.
				value(a, "data:"+rest)
			}
		}
	case c.is("scp", "rsync"):
		words := append([]word{{}}, operands(c)...)
		host, _, remote := strings.Cut(words[len(words)-1].text, ":")
		if len(words) < 3 || !remote || strings.ContainsAny(host, `/\`) || len(host) < 2 {
			return nil
		}
		out = []word{}
		for _, w := range words[1 : len(words)-1] {
			if file, _, far := strings.Cut(w.text, ":"); !far || strings.Contains(file, "/") {
				out = append(out, w)
			}
		}
	case c.is("ssh") || c.in(launcher.Netcats):
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
	switch name := c.plainName(); name {
	case "env", "printenv", "set", "export":
		if len(c.args) == 0 || name != "set" && len(c.args) == 1 && c.has("-p", "-0") {
			return "the environment and its credentials", ""
		}
	case "cat", "tar", "zip", "base64", "gzip", "head", "tail", "less", "grep", "xxd", "cp", "find", "awk", "sed", "tee", "gpg", "openssl",
		"<":
		words := operands(c)
		if at := slices.IndexFunc(words, func(w word) bool { return secret.IsFile(w.text) }); at >= 0 && name != "tee" {
			return credentialsFile, words[at].text
		}
	case "security":
		if c.any(func(s string) bool { return strings.HasPrefix(s, "dump-") }) {
			return "the keychain", ""
		}
	}
	for _, r := range c.redirects {
		if r.op == "<" && secret.IsFile(r.file.text) {
			return credentialsFile, r.file.text
		}
	}
	return "", ""
}

func reaches(c *command) bool {
	return c.any(func(s string) bool {
		h := ipaddr.HostIn(s)
		return strings.Contains(s, "://") && h != "" && !ipaddr.IsThisMachine(h) && !strings.HasPrefix(h, "$")
	})
}

func operands(c *command) []word {
	if c.is("find") {
		return searched(c)
	}
	opts, out, behind := split(detect.ToolView{}, launcher.Options(c.plainName()), c.args, true)
	out = append(out, behind...)
	// The first one is a pattern or a program of its own, unless an option gives it.
	if c.is("grep", "sed", "awk") && len(out) > 0 && !flagged(opts, "-e", "-f", "--expression", "--regexp", "--file") {
		out = out[1:]
	}
	return out
}

// searched are the folders that find walks, and the names that it hands on.
func searched(c *command) []word {
	end := slices.IndexFunc(c.args, func(w word) bool { return wordset.HasPrefix(w.text, "-", "(", "!") })
	if end < 0 {
		end = len(c.args)
	}
	out := slices.Clip(c.args[:end])
	if c.has("-exec", "-execdir") && !c.has("-prune", "-not", "!") {
		for i, a := range c.args {
			if wordset.Has(a.text, "-name", "-iname") {
				out = append(out, c.arg(i+1))
			}
		}
	}
	return out
}

// issuers are the places of credentials and the hosts that issue them, where they belong.
var issuers = map[string][]string{
	"gcloud": {"googleapis.com", "google.com"}, ".aws": {"amazonaws.com", "amazon.com", "awsapps.com", "api.aws"},
	"/gh/": {"github.com", "ghe.com"}, ".npmrc": {"npmjs.org", "npmjs.com"},
	".pypirc": {"pypi.org"}, ".docker": {"docker.io", "docker.com"}, ".git-credentials": {"github.com", "gitlab.com", "bitbucket.org"},
}

// belongs reports whether a command asks a service that issues or checks credentials, or the one that those of a path are for.
func belongs(c *command, path string) bool {
	for _, a := range c.args {
		if m := codeAddress().FindStringSubmatchIndex(a.text); m != nil {
			low := strings.ToLower(a.text[m[1]:])
			low, _, _ = strings.Cut(low, "?")
			if wordset.HasSuffix(low, "/token", "/tokens") || strings.Contains(low, "oauth") {
				return true
			}
		}
	}
	for place, ends := range issuers {
		if strings.Contains(strings.ToLower(path), place) && slices.ContainsFunc(destinations(c),
			func(h string) bool { return ipaddr.IsBelow(strings.ToLower(h), ends...) }) {
			return true
		}
	}
	return false
}
