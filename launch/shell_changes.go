package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

var startupFiles = []string{
	".bashrc", ".zshrc", ".profile", ".bash_profile", ".zprofile", ".zshenv", "authorized_keys", "/etc/profile", "/etc/rc.local", "/etc/cron",
	"launchagents/", "launchdaemons/", "start menu/programs/startup", "config.fish", ".config/autostart",
}

// changes reports commands that outlive the server or destroy.
func (l chain) changes(c *command) {
	v := observation{
		grade: suspicious, confidence: 0.85, detail: "changes start-up files, login files or scheduled tasks of this machine; remove the command",
	}
	var files []word
	for _, r := range c.redirects {
		if strings.Contains(r.op, ">") {
			files = append(files, r.file)
		}
	}
	if c.is("tee") {
		files = append(files, c.args...)
	}
	for _, w := range files {
		if wordset.HasAny(strings.ToLower(slashed(w.text)), startupFiles...) {
			l.q.see(w.signal(l.q.t), v)
		}
	}
	line := ""
	for _, a := range c.args {
		line += " " + strings.ToLower(a.text)
	}
	found := false
	switch c.plainName() {
	case "crontab":
		found = c.piped || c.has("-") || len(c.args) == 1 && !strings.HasPrefix(c.args[0].text, "-")
	case "schtasks":
		found = strings.Contains(line, " /create")
	case "reg":
		found = strings.Contains(line, " add") && strings.Contains(line, `currentversion\run`)
	case "rm":
		found = deletesAll().MatchString(line)
		v.detail = "deletes the home folder or the whole disk; remove the command"
	}
	if found {
		l.q.see(l.across(c, c, 120), v)
	}
}

// deletesAll are the arguments with which rm deletes the home folder or the whole machine.
var deletesAll = lazy.Regexp(`(?: -[^ ]*r.*)(?: /\*?| ~(?:/\*?)?| \$(?:home|\{home\})(?:/\*?)?)(?: |$)`)

// windows reports programs of Windows that run what an address names, and of PowerShell without its policy.
func (l chain) windows(c *command) {
	if c.isPowershell() {
		l.policy(c)
	}
	if !c.is("mshta", "regsvr32", "rundll32", "wscript", "cscript", "msiexec") {
		return
	}
	for _, a := range c.args {
		low := strings.ToLower(strings.Trim(a.text, `"'`))
		if wordset.HasAny(low, "http:", "https:", "javascript:", "vbscript:") || strings.HasPrefix(low, `\\`) {
			l.q.suspect(a.signal(l.q.t), 0.9, "downloads code and runs it with "+c.plainName())
			return
		}
	}
}

// policy reports PowerShell without its execution policy. For a file that is there already, as guides have it, that changes little.
func (l chain) policy(c *command) {
	v := observation{
		grade: suspicious, confidence: 0.6, detail: "turns off PowerShell's execution policy, so any script runs; remove the option, or " +
			"write RemoteSigned",
	}
	for i, a := range c.args {
		if n, _ := powershellOption(a.text); wordset.Has(n, "file", "command") && i+1 < len(c.args) && plainStart(c.args[i+1:]) {
			v.grade, v.confidence = noted, 0.3
		}
	}
	for i, a := range c.args {
		name, _ := powershellOption(a.text)
		_, value, glued := strings.Cut(a.text, ":")
		s := a.signal(l.q.t)
		v.shown = a.text
		if end := c.arg(i + 1); !glued {
			value = end.text
			v.shown += " " + value
			if end.field == a.field {
				s = l.q.t.Signal(a.field, a.start, end.end)
			}
		}
		switch {
		case wordset.Has(name, "command", "file", "encodedcommand"):
			return
		case name == "executionpolicy" && wordset.Has(strings.ToLower(value), "bypass", "unrestricted"):
			l.q.see(s, v)
			return
		}
	}
}

// plainStart reports whether what PowerShell is given to start is neither of another machine nor of a folder that anybody may write to.
func plainStart(words []word) bool {
	return !slices.ContainsFunc(words[:min(len(words), maxEmbedded)], func(w word) bool {
		return wordset.HasAny(lowered(w.text), "iex", "invoke-", "://") || strings.HasPrefix(w.text, `\\`) ||
			slices.ContainsFunc(strings.Fields(w.text), func(part string) bool { return worldWritable(strings.Trim(part, `&'"()`)) })
	})
}

// elsewhereRun looks at the command lines that a command hands to a shell of its own: on another machine, in a terminal, in a container.
func (l chain) elsewhereRun(c *command) {
	if l.q.lines > 0 && l.q.decoding {
		return
	}
	switch c.plainName() {
	case "ssh":
		if words := operands(c); len(words) > 1 && strings.ContainsAny(words[1].text, " |;&") {
			l.q.line(words[1], false)
		}
	case "watch", "tmux", "screen", "parallel", "at", "batch":
		for _, a := range c.args[:min(len(c.args), maxEmbedded)] {
			if strings.ContainsAny(a.text, "|;&$") && strings.Contains(a.text, " ") {
				l.q.line(a, false)
			}
		}
	case "script":
		for i, a := range c.args {
			if cluster := letters(a.text); len(cluster) > 1 && strings.HasSuffix(cluster, "c") && i+1 < len(c.args) {
				l.q.line(c.args[i+1], false)
			}
		}
	case "docker", "podman", "nerdctl":
		l.entrypoint(c)
	}
}

func (l chain) entrypoint(c *command) {
	shell := false
	for i, a := range c.args {
		program, glued := strings.CutPrefix(a.text, "--entrypoint=")
		if next := c.arg(i + 1); glued || a.text == "--entrypoint" {
			shell = launcher.Shells.Has(programName(map[bool]string{true: program, false: next.text}[glued]))
		} else if shell && strings.HasSuffix(letters(a.text), "c") && strings.Contains(next.text, " ") {
			l.q.line(next, false)
			return
		}
	}
}

// onlyFetches reports a launch that is nothing but a request to another machine. One to the address of a server is a mistake.
func (q *inspection) onlyFetches(r *reading) {
	var fetch *command
	for i := range r.commands {
		c := &r.commands[i]
		switch {
		case c.is("curl", "wget") && fetch == nil:
			fetch = c
		case c.is("cmd", "env", "exec", "sudo") || c.isShell():
		default:
			return
		}
	}
	if fetch == nil || staysHere(fetch) {
		return
	}
	server := fetch.any(func(s string) bool {
		address, _, _ := strings.Cut(strings.TrimRight(s, "/"), "?")
		return wordset.HasSuffix(address, "/mcp", "/sse")
	})
	if !server && len(destinations(fetch)) > 0 {
		q.suspect(chain{q: q, r: r}.across(fetch, fetch, 120), 0.6, "starts no server but sends a request to another machine, which learns who "+
			`opened the folder; remove it, or write the address of a server as "url"`)
	}
}

// operators reports words that a shell would read as the end of a command, where none reads them: but on Windows, one may.
func (q *inspection) operators(r *reading) {
	if len(r.commands) == 0 || slices.ContainsFunc(r.commands, func(c command) bool { return len(c.args) > 0 && c.script >= 0 }) {
		return
	}
	c := &r.commands[0]
	for i, a := range c.args {
		operator := wordset.Has(a.text, "&&", "||") || c.in(launcher.Shims) && wordset.Has(a.text, ";", "|", "&") && i > 0 &&
			!strings.HasPrefix(c.args[i-1].text, "-")
		if !operator || i+1 == len(c.args) {
			continue
		}
		from, to := a, c.args[i+1]
		q.see(from.signal(q.t), observation{
			grade: noted, confidence: 0.5, shown: from.text + " " + clippedLine(to.text),
			detail: "passes a shell operator as an argument, which on Windows may run what follows; remove both",
		})
		return
	}
}

func clippedLine(s string) string {
	const most = 60
	if r := []rune(s[:min(len(s), 4*most)]); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// headers reports a helper that decides the headers of a server at each request.
func (q *inspection) headers(i int, r *reading) {
	if len(r.commands) == 0 {
		return
	}
	const instead = "; write the headers with an input or a variable"
	v := observation{grade: noted, confidence: 0.4, detail: "runs a command of the repository that sets the headers of each request" + instead}
	first := r.commands[0].program.text
	network := slices.ContainsFunc(r.commands, func(c command) bool { return (isFetcher(&c) || c.is("ssh")) && !staysHere(&c) })
	switch {
	case network:
		v.grade, v.confidence, v.detail = suspicious, 0.6, "runs a command that asks another machine for the headers of each request"+instead
	case ofSystem(first) && len(r.commands) == 1:
		// What an administrator has installed.
		return
	}
	q.see(whole(q.t.Fields[i], i).signal(q.t), v)
}

// notify looks at the program that Codex starts at each event, which is a list of words.
func (q *inspection) notify() {
	if q.t.Kind != detect.KindSettings {
		return
	}
	var words []word
	for i, f := range q.t.Fields {
		if strings.HasPrefix(f.Pointer, "/notify/") && !strings.HasSuffix(f.Pointer, "#") && len(words) < maxEmbedded {
			words = append(words, whole(f, i))
		}
	}
	if len(words) == 0 {
		return
	}
	r := &reading{}
	r.command(q.t, words, command{script: -1, group: -1, inside: -1}, 0)
	q.runsByItself(r, true)
}
