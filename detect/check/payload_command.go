package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

// commandRule matches one kind of command in lower-cased decoded text.
type commandRule struct {
	// what completes the sentence "hides code that ...".
	what string
	// words are literals; the pattern is only tried if the text has one.
	words []string
	re    func() *regexp.Regexp
	// code marks constructs of honest program code, which count in short texts only: a bundled script may call eval.
	code bool
}

const (
	// maxCodeText bounds texts, in bytes, in which code rules apply.
	maxCodeText = 2 << 10
	// interpreterPattern is an interpreter with its path and wrappers.
	interpreterPattern = `(?:(?:sudo|env|exec|nohup|xargs)\s+(?:-\S+\s+)*)?(?:/\S*/)?(?:ba|z|da|k|c|tc|fi|a)?sh\b|(?:sudo\s+)?(?:/\S*/)?(?:python[0-9.]*|perl|ruby|node|php|osascript|pwsh|powershell)(?:\.exe)?\b`
	// sensitivePathPattern is a file or folder with credentials.
	sensitivePathPattern = `(?:\.ssh\b|id_(?:rsa|dsa|ecdsa|ed25519)|\.aws/|\.gnupg|\.kube/|\.docker/config|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.env\b|\.pgpass|/etc/(?:passwd|shadow|sudoers)|_history\b|mcp\.json|\.cursor/|claude_desktop_config|wallet\.dat|login data|cookies\.sqlite|keychain|gcloud/|/proc/self/environ|\.config/gh)`
	// hostPattern is the name or address of another machine.
	hostPattern = `(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})`
)

func shellRule(what, words, pattern string) commandRule {
	return commandRule{what: what, words: strings.Split(words, "|"), re: lazy.Regexp(pattern)}
}

func codeRule(what, words, pattern string) commandRule {
	r := shellRule(what, words, pattern)
	r.code = true
	return r
}

// commandRules are tried in order; the first match wins.
var commandRules = []commandRule{
	shellRule(pipesDownload, "curl|wget|fetch|lwp-|aria2c|iwr|irm|http",
		`\b(?:curl|wget|fetch|lwp-request|aria2c|iwr|irm)\b[^\n]{0,400}?\|\s*(?:`+interpreterPattern+`)`),
	shellRule("downloads and runs a file", "curl|wget",
		`(?:<\(|\$\(|`+"`"+`)\s*(?:curl|wget)\b|\b(?:curl|wget)\b[^\n]{0,300}?(?:&&|;)\s*(?:`+interpreterPattern+`|chmod\b|\./)`),
	shellRule("decodes and runs other data", "base64|xxd|openssl|atob|frombase64|b64decode",
		`\b(?:base64\s+(?:-\S*d\S*|--decode)|xxd\s+-r|openssl\s+(?:enc|base64))\b?[^\n|]{0,100}\|\s*(?:`+interpreterPattern+`)|\b(?:eval|exec|iex|new function)\b[^\n]{0,80}?(?:atob|b64decode|base64_decode|frombase64string)`),
	shellRule("opens a reverse shell", "/dev/|nc|socat|mkfifo|bash -i|sh -i|socket|tcpclient|fsockopen|telnet",
		`/dev/(?:tcp|udp)/|\b(?:nc|ncat|netcat)(?:\.exe|\.traditional)?\b[^\n]{0,120}?\s(?:-\w*e\w*|-c|--exec|--sh-exec)\s|\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|netcat|telnet|openssl)\b|\bsocat\b[^\n]{0,200}\bexec\b|\b(?:ba|z|k|da)?sh\s+-i\b|\bsocket\b[\s\S]{0,400}?\b(?:dup2|subprocess|pty\.spawn|/bin/sh|cmd\.exe)|\bsockets\.tcpclient\b|\bfsockopen\s*\(`),
	shellRule("connects to an IP address", "nc|netcat|telnet|ssh|curl|wget",
		`\b(?:nc|ncat|netcat|telnet|ssh|curl|wget)\b[^\n"{}]{0,120}?[^0-9.](?:`+rawAddressPattern+`)(?:[:\s,]+['"]?[0-9]{2,5}\b|/)`),
	shellRule(uploadsData, "curl|wget|scp|rsync|nc|ftp|invoke-restmethod|irm",
		`\bcurl\b[^\n]{0,200}?\s(?:-d|-f|-t|--data\S*|--form|--upload-file|--json)\s*['"]?[@$<`+"`"+`(~/\w]|\bwget\b[^\n]{0,200}?--(?:post|body)-(?:data|file)|\b(?:scp|rsync)\s[^\n]{0,200}?\S+@\S+:|\b(?:nc|ncat)\s[^\n]{0,100}?\d\s*<|\|\s*(?:curl|nc|ncat|wget|ssh)\b`),
	shellRule("reads credentials", "ssh|id_|.aws|.gnupg|.kube|.docker|rc|.git-credentials|.env|.pgpass|/etc/|history|mcp|.cursor|claude|wallet|login data|cookies|keychain|gcloud|/proc/|.config",
		`\b(?:cat|type|less|more|head|tail|cp|mv|scp|tar|zip|gzip|base64|xxd|od|grep|strings|gpg|find|copy|get-content|gc|open|read|readfile|readfilesync|file_get_contents|source)\b(?:[^\n:{}]|[a-z]:\\){0,100}?`+sensitivePathPattern),
	shellRule("adds an SSH key, a scheduled job or a startup entry", "authorized_keys|crontab|/etc/cron|rc|profile|launchctl|launchagents|systemctl|schtasks|reg add|currentversion",
		`authorized_keys|\bcrontab\s+(?:-\S|\S*/|<)|\|\s*crontab\b|/etc/cron|>>?\s*\S*(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|/etc/(?:profile|rc\.local|hosts))|\blaunchctl\s+(?:load|bootstrap|submit)|\bsystemctl\s+(?:enable|start|stop|disable)|\bschtasks\b[^\n]{0,60}/create|\breg(?:\.exe)?\s+add\b|currentversion\\+run`),
	shellRule("makes a file executable", "chmod|icacls|takeown",
		`\bchmod\s+(?:-\w+\s+)*(?:[ugoa]*[+=][rwxst]+|0?[0-7]{3,4})\s+\S|\b(?:icacls|takeown)\s`),
	shellRule("destroys data", "rm|del|rd|mkfs|dd|shred|format|/dev/sd|/dev/nvme|remove-item|unlink|rmtree|find|truncate",
		`\brm\s+(?:-\w+\s+|--\S+\s+)*-\w*[rf]\w*\s+\S|\b(?:del|erase|rd|rmdir)\s+(?:/[a-z]\s+)+\S|\bmkfs(?:\.\w+)?\s|\bdd\s+[^\n]{0,80}\bof=/|\bshred\s+-|(?:^|[\n&;|])\s*format(?:\.com)?\s+[a-z]:|>\s*/dev/(?:sd|nvme|hd)|\bremove-item\b[^\n]{0,80}-(?:recurse|force)|\brmtree\s*\(|\bfind\s[^\n]{0,120}-delete\b|:\(\)\s*\{`),
	shellRule("runs PowerShell", "powershell|pwsh|iex|invoke-|download|bitstransfer|webclient|executionpolicy|set-mppreference",
		`\b(?:powershell|pwsh)(?:\.exe)?\s+(?:[-/]\w|["'&{(.])|\biex\b\s*[(\s$&'"]|\binvoke-(?:expression|webrequest|restmethod|command)\b|\bdownload(?:string|file|data)\s*\(|\bstart-bitstransfer\b|\bnet\.webclient\b|\bset-mppreference\b|executionpolicy\s+bypass`),
	shellRule("runs untrusted code through a Windows system program", "certutil|mshta|rundll32|regsvr32|bitsadmin|wmic|msiexec|cmd|wscript|cscript",
		`\bcertutil(?:\.exe)?\b[^\n]{0,80}-(?:urlcache|decode|split)|\bmshta(?:\.exe)?\s+\S|\b(?:rundll32|regsvr32)(?:\.exe)?\s+\S|\bbitsadmin\b[^\n]{0,60}/transfer|\bwmic\b[^\n]{0,60}\bcall\b|\bmsiexec\b[^\n]{0,60}https?:|\bcmd(?:\.exe)?\s+/[ck]\b|\b[wc]script(?:\.exe)?\s+\S`),
	shellRule("passes code to an interpreter", "python|perl|ruby|node|php|osascript|lua|deno|sh|bun",
		`\b(?:python[0-9.]*|perl|ruby|node|nodejs|php|osascript|lua|deno|bun)\s+(?:-\w+\s+)*(?:-\w*[cer]|--eval)\s*['"(]?\S|\b(?:ba|z|da|k)?sh\s+-\w*c\s+\S|\b(?:deno|bun)\s+eval\s|\bosascript\b[^\n]{0,80}\S|\btell application\b`),
	shellRule("destroys or steals data in a database", "drop|delete|truncate|xp_cmdshell|outfile|union|grant|load_file|copy",
		`\bdrop\s+(?:table|database|schema|user|role|view)\s+(?:if\s+exists\s+)?[\w."`+"`"+`\[]+|\bdelete\s+from\s+[\w."`+"`"+`\[]+\s*(?:;|$|where\b)|\btruncate\s+table\s+\w|\bxp_cmdshell\b|\binto\s+(?:out|dump)file\b|\bunion\s+(?:all\s+)?select\b|\bgrant\s+all\b[^\n]{0,60}\bto\b|\bload_file\s*\(|\bcopy\s+\S+\s+(?:to|from)\s+program\b`),
	codeRule("runs a command or decoded text", "eval|exec|system|popen|subprocess|child_process|spawn|fromcharcode|unescape|function",
		`\beval\s*\(\s*(?:atob|unescape|decodeuricomponent|string\.fromcharcode|await|request|gzinflate|base64_decode|compile|require|fetch)|\b__import__\s*\(|\bos\.(?:system|popen|exec\w*)\s*\(|\bsubprocess\.\w+|\bchild_process\b|\b(?:shell_exec|passthru|proc_open|execsync|spawnsync)\s*\(|\bruntime\.getruntime\(\)\.exec|\bexec\s*\(\s*(?:compile|requests|urllib|base64|open)|(?:^|[^.\w])(?:system|exec|eval)\s*\(\s*['"]\s*(?:\w+\s+\S|/)`),
	codeRule("sends data to another machine", "document.cookie|sendbeacon|onerror|javascript:|requests|urlopen|fetch",
		`document\.cookie[\s\S]{0,200}?(?:https?:)?//\w|(?:fetch|sendbeacon|\.src|location)\b[\s\S]{0,200}?document\.cookie|\bonerror\s*=\s*["']?\s*(?:eval|fetch|alert|javascript|document\.)|\bjavascript:\s*[a-z.]+\(|\b(?:requests\.post|urlopen|fetch)\s*\([\s\S]{0,200}?(?:environ|process\.env|readfile|open\(|`+sensitivePathPattern+`)`),
	shellRule(downloads, "curl|wget|iwr|aria2c|git clone|pip|npm|npx",
		`\b(?:curl|wget|iwr|aria2c)\s+(?:-\S+\s+(?:\d+\s+)?)*['"]?(?:(?:https?|ftp)://)?['"]?(?:`+hostPattern+`)(?:[:/\s'"]|$)|\b(?:pip[0-9.]*|npm|gem)\s+install\s[^\n]{0,80}(?:git\+|https?:|--(?:extra-)?index-url)|\bgit\s+clone\b[^\n]{0,120}(?:&&|;)`),
	shellRule("reads the environment or the machine's secrets", "env|printenv|whoami|history|security|dscl|secret",
		`\b(?:env|printenv|set|history|whoami|id|uname -a|hostname)\s*(?:\|\s*(?:curl|nc|ncat|wget|base64|xxd|tee|ssh|sh|bash|grep|mail)\b|&&\s*(?:curl|nc|cat|uname|ls|id)\b|>\s*[/~])|\bsecurity\s+(?:find|dump)-\S*(?:password|keychain)|\bprintenv\b|\bget-childitem\s+env:|\bkubectl\s+get\s+secrets?\b|\baws\s+\S+\s+get-secret|\$\((?:whoami|id|hostname|cat\b|env\b)`),
}

// shellArgument starts an option, a path, a variable, a redirection or an address.
const shellArgument = `(?:-{1,2}[a-z0-9]|/[a-z]|~|\./|\.\./|\$[\w({]|>\s*\S|\|\s*\w|&&|https?://)`

// rawAddressPattern is an IPv4 address other than loopback.
const rawAddressPattern = `(?:[1-9]|[1-9][0-9]|1[01][0-9]|12[0-689]|1[3-9][0-9]|2[0-9]{2})(?:\.[0-9]{1,3}){3}`

var (
	// localAddress is loopback, as in examples and tests.
	localAddress = lazy.Regexp(`\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])`)
	// shellLine is a system program with an option, a path or a variable, which must follow directly after names that are also English
	// words.
	shellLine = lazy.Regexp(`^\s*(?:[$#>]\s+)?(?:sudo\s+)?(?:` +
		`(?:cp|mv|ln|ls|printf|pkill|killall|chown|useradd|usermod|scp|sftp|ssh|nslookup|dig|nohup|sed|awk|tar|xdg-open|iptables|ufw|setenforce|docker|kubectl|gh|git|aws|gcloud|bash|sh|zsh|python3?|node|npx|uvx|dscl|launchctl|systemctl|tmux|strace|gdb|insmod|modprobe)\s+(?:\S+\s+){0,3}?` + shellArgument +
		`|(?:cat|touch|echo|tee|kill|mount|passwd|ping|export|unset|open|start|net|sc|attrib|shutdown|reboot|halt|init|at|defaults|screen|history)\s+` + shellArgument +
		`|(?:whoami|printenv|uname -a|ifconfig|ipconfig(?: /all)?|shutdown now|reboot)\s*$)`)
	shellOperator = lazy.Regexp(`(?:\|\s*(?:sh|bash|zsh|curl|nc|tee|sudo|xargs|python3?)\b|&&\s*(?:\./|(?:sudo|sh|bash|curl|wget|rm|chmod|cat|echo|cd|make|python3?|node|npm|touch|kill)\s)|;\s*(?:rm|curl|wget|sh|bash|chmod|echo|exit|sudo|cat|touch)\b|>\s*/(?:dev|tmp|etc|var)/|2>&1)`)
)

// payloadMatch is a command or an order found in decoded text. It is weak if honest text may have it too.
type payloadMatch struct {
	what       string
	start, end int
	confidence float64
	weak       bool
}

const uploadsData, downloads, pipesDownload = "uploads data to another machine", "downloads from another machine", "pipes a download into an interpreter"

// commandIn finds a command in decoded text.
func commandIn(text string) (payloadMatch, bool) { return commandAmong(text, anyMatch) }

// commandAmong finds a command that is accepted in decoded text.
func commandAmong(text string, accept func(payloadMatch) bool) (payloadMatch, bool) {
	low := lowerBytes(text)
	for _, r := range commandRules {
		if r.code && len(text) > maxCodeText || !containsAny(low, r.words) {
			continue
		}
		for _, m := range r.re().FindAllStringIndex(low, 8) {
			if localAddress().MatchString(low[m[0]:min(len(low), m[1]+24)]) && r.what == downloads {
				continue
			}
			if found := (payloadMatch{r.what, m[0], m[1], 0.95, false}); accept(found) {
				return found, true
			}
		}
	}
	return shellLineAmong(low, accept)
}

// shellLineAmong finds a shell command line in a short text, whatever it does.
func shellLineAmong(low string, accept func(payloadMatch) bool) (payloadMatch, bool) {
	const maxLines, maxBytes = 12, 1 << 10
	if len(low) > maxBytes || strings.Count(low, "\n") > maxLines {
		return payloadMatch{}, false
	}
	at := 0
	for _, line := range strings.SplitAfter(low, "\n") {
		if shellLine().MatchString(line) || strings.ContainsAny(line, "|&;>") && shellOperator().MatchString(line) {
			if found := (payloadMatch{"runs a shell command", at, at + len(strings.TrimRight(line, "\n")), 0.85, true}); accept(found) {
				return found, true
			}
		}
		at += len(line)
	}
	return payloadMatch{}, false
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// lowerBytes lower-cases ASCII, which keeps offsets.
func lowerBytes(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// decoderPattern is a program that decodes.
const decoderPattern = `(?:(?:g?base64|base32|gzip)\s+-\S*d\S*|openssl\s+(?:enc|base64)|xxd\s+-\w+|rev|tr|gunzip|zcat)`

// wrapperMargin is how many bytes around encoded text are searched for code that decodes and runs it.
const wrapperMargin = 120

var (
	// runsBefore precedes data that is decoded and run.
	runsBefore = lazy.Regexp(`(?:\b(?:eval|exec|iex|invoke-expression|function|compile|loads)\b[^\n]{0,60}?(?:atob|b64decode|base64_decode|frombase64string|fromhex|unhexlify|base64\.decode64|buffer\.from|decompress)\s*\(?[^\n]{0,12}|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}?\s[-/]e(?:c|nc|ncodedcommand|ncoded)?\s+['"]?|\beval\b[^\n]{0,40}?\$\(\s*(?:echo|printf|base64)\b[^\n]{0,40}|\b(?:ba|z)?sh\b\s*(?:<<<|<\(|-c)[^\n]{0,60}?(?:base64|xxd|openssl)[^\n]{0,60}?)$`)
	// runsAfter follows data that is piped through a decoder into an interpreter; the decoder may precede the data.
	runsAfter = lazy.Regexp(`^=*['"` + "`" + `]?[)\s]*(?:\|\s*)?(?:(` + decoderPattern + `|(?:python[0-9.]*|perl)\s+-\w+)\b)?[^\n]{0,80}?\|\s*(?:` + interpreterPattern + `)`)
	decoder   = lazy.Regexp(`\b(?:` + decoderPattern + `|printf|echo\s+-\w*e\w*)\b[^|\n]*$`)
)

// runWords are literals of runsBefore; one must be present.
var runWords = []string{"eval", "exec", "iex", "invoke-", "function", "compile", "loads", "powershell", "pwsh", "sh"}

// decodeWrapper returns the span of the code around the encoded run at [start, end) of s that decodes and runs it. What the run decodes
// to does not matter then. A cell of a table is not piped: the decoder must be there.
func decodeWrapper(s string, start, end int) (from, to int, ok bool) {
	before := lowerBytes(s[max(0, start-wrapperMargin):start])
	after := lowerBytes(s[end:min(len(s), end+wrapperMargin)])
	if containsAny(before, runWords) {
		if m := runsBefore().FindStringIndex(before); m != nil {
			return start - len(before) + m[0], end, true
		}
	}
	if strings.Contains(after, "|") {
		if m := runsAfter().FindStringSubmatchIndex(after); m != nil && (m[2] >= 0 || decoder().MatchString(before)) {
			return start, end + m[1], true
		}
	}
	return 0, 0, false
}
