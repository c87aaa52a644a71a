package launch

import (
	"slices"
	"strings"
)

// startupFiles are files that run by themselves later.
var startupFiles = []string{
	".bashrc", ".zshrc", ".profile", ".bash_profile", ".zprofile", ".zshenv", "authorized_keys", "/etc/profile", "/etc/rc.local", "/etc/cron", "launchagents/", "launchdaemons/", "start menu/programs/startup",
	"config.fish", ".config/autostart",
}

// changes tells of commands that outlive the server or destroy.
func (l chain) changes(c *command) {
	v := sight{grade: doubtful, confidence: 0.85, what: "the launch changes what runs on this machine later", remedy: "let people install that by hand; a server needs no start-up entries"}
	for _, r := range c.redirects {
		if strings.Contains(r.op, ">") && startup(r.file.text) {
			l.q.see(r.file.signal(l.q.t), v)
		}
	}
	has := func(options ...string) bool {
		return c.any(func(s string) bool { return isOneOf(strings.ToLower(s), options...) })
	}
	found := false
	switch c.plainName() {
	case "tee":
		for _, a := range c.args {
			if startup(a.text) {
				l.q.see(a.signal(l.q.t), v)
			}
		}
	case "crontab":
		found = c.piped || has("-") || len(c.args) == 1 && !strings.HasPrefix(c.args[0].text, "-")
	case "schtasks":
		found = has("/create")
	case "reg":
		found = has("add") && c.any(func(s string) bool { return strings.Contains(strings.ToLower(s), `currentversion\run`) })
	case "rm":
		found = c.any(func(s string) bool { return len(s) > 1 && s[0] == '-' && strings.ContainsAny(s, "rR") }) &&
			has("/", "/*", "~", "~/", "~/*", "$home", "${home}", "$home/", "$home/*", "${home}/*")
		v.what, v.remedy = "the launch deletes the home folder or the whole machine", "remove the command"
	}
	if found {
		l.q.see(l.across(c, c, 120), v)
	}
}

func startup(s string) bool { return hasAny(strings.ToLower(slashed(s)), startupFiles...) }

// windows tells of programs of Windows that run what an address names, and of PowerShell without its policy.
func (l chain) windows(c *command) {
	if c.isPowershell() {
		l.policy(c)
	}
	if !c.is("mshta", "regsvr32", "rundll32", "wscript", "cscript", "msiexec") {
		return
	}
	for _, a := range c.args {
		low := strings.ToLower(strings.Trim(a.text, `"'`))
		if hasAny(low, "http:", "https:", "javascript:", "vbscript:") || strings.HasPrefix(low, `\\`) {
			l.q.see(a.signal(l.q.t), sight{
				grade: doubtful, confidence: 0.9, remedy: installRemedy, what: c.plainName() + " fetches and runs code of another machine at each start",
			})
			return
		}
	}
}

// policy tells of PowerShell that is told to run scripts whoever wrote them. For a file that stands there already, which is how guides for
// Windows start a server, it changes little.
func (l chain) policy(c *command) {
	v := sight{
		grade: doubtful, confidence: 0.6, what: "the execution policy is switched off, so that scripts run whoever wrote them",
		remedy: `drop -ExecutionPolicy, or write RemoteSigned, and start a script of the repository: "pwsh -NoProfile -File server.ps1"`,
	}
	for i, a := range c.args {
		if n, _ := powershellOption(a.text); isOneOf(n, "file", "command") && i+1 < len(c.args) && plainStart(c.args[i+1:]) {
			v.grade, v.confidence = noted, 0.3
		}
	}
	for i, a := range c.args {
		name, _ := powershellOption(a.text)
		if isOneOf(name, "command", "file", "encodedcommand") {
			return
		}
		if name != "executionpolicy" {
			continue
		}
		value, end := "", a
		if _, glued, cut := strings.Cut(a.text, ":"); cut {
			value = glued
		} else if i+1 < len(c.args) {
			value, end = c.args[i+1].text, c.args[i+1]
		}
		if low := strings.ToLower(value); low == "bypass" || low == "unrestricted" {
			s := a.signal(l.q.t)
			v.shown = a.text
			if end != a {
				v.shown += " " + value
			}
			if end.field == a.field {
				s = l.q.t.Signal(a.field, a.start, end.end)
			}
			l.q.see(s, v)
			return
		}
	}
}

// plainStart reports whether what PowerShell is given to start is neither of another machine nor of a folder that anybody may write to.
func plainStart(words []word) bool {
	return !slices.ContainsFunc(words[:min(len(words), maxEmbedded)], func(w word) bool {
		return hasAny(lowered(w.text), "iex", "invoke-", "://") || strings.HasPrefix(w.text, `\\`) ||
			slices.ContainsFunc(strings.Fields(w.text), func(part string) bool { return foul(strings.Trim(part, `&'"()`)) })
	})
}
