package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// orderedLine matches command lines that fetch, send, delete, or open access; RE2, so linear.
var orderedLine = lineExpression(0, `(?i)\b(?:curl|wget)\s+(?:-[\w-]+\s+|--[\w-]+(?:[= ]\S+)?\s+)*['"]?(?:https?://|\$|[\w.-]+\.[a-z]{2,}/)|`+
	`\|\s*(?:ba|z|da)?sh\b|\bbash\s+-[ic]\b|\brm\s+-[rf]{1,2}\b|\bchmod\s+(?:-R\s+)?[0-7+]|\bnc\s+-|/dev/tcp/|\bpython3?\s+-c\b|`+
	`\bcrontab\b|\bsudo\s+\w|\bpowershell(?:\.exe)?\s+-|\bInvoke-WebRequest\b|\bscp\s+\S+\s+\S+@|\bmkfifo\b|\bbase64\s+-d\b|\beval\s+["$(]|`+
	`\b(?:cat|head|tail|less|type|cp|tar|zip)\s+[~/]\S*(?:\.ssh|\.aws|\.env|/etc/(?:passwd|shadow)|id_rsa|history|mcp\.json)|`+
	`\bsubprocess\.(?:Popen|run|call)|\bos\.system\(|\bdocument\.cookie|\bkill\s+-9|\bgit\s+(?:push|remote\s+add|config\s+--global)|`+
	`\b(?:npm|pip3?|npx)\s+(?:install|i)\s+\S+|\biptables\b|\bsystemctl\s+\w+|\buseradd\b|\bexport\s+[A-Z_]+=|\bssh-keygen\b|\bauthorized_keys\b`)

// orderedSQL matches statements that change data or read accounts.
var orderedSQL = lineExpression(3, `(?i)\b(?:INSERT\s+INTO|DROP\s+(?:TABLE|DATABASE)|DELETE\s+FROM|UPDATE\s+\w+\s+SET|GRANT\s+ALL|ALTER\s+TABLE|SELECT\s+[\w*, ]+\s+FROM\s+\w+)\b`)

// actionLine matches the start of a command that changes a system or takes an account out of it, by program and subcommand.
var actionLine = lineExpression(1, `\b(?:(?:terraform|tofu|pulumi) (?:destroy|apply|up|import)|kubectl (?:delete|apply|create|exec|patch|scale|drain|edit|config set)|`+
	`(?:docker|podman) (?:run|exec|login|push|rm|system prune|compose up)|helm (?:install|uninstall|upgrade)|`+
	`git (?:push|config|remote|credential|reset --hard|clean|commit|filter-branch)|gh (?:auth|secret|repo delete|pr merge|api|gist)|`+
	`aws (?:iam|sts|s3 (?:cp|sync|rm|mb)|secretsmanager|configure|ec2 (?:terminate|authorize))|gcloud (?:auth|iam|projects)|az (?:login|role|account|ad)|`+
	`security (?:dump|find|export|add)|npx (?:-y|--yes)|npm (?:publish|token|config set|login)|(?:pip3?|pipx|brew|apt|apt-get|yum|cargo|gem) install|`+
	`printenv|ssh-add|ssh -[A-Z]|launchctl|osascript|schtasks|reg add|defaults write|ufw (?:disable|allow)|setx|mkfs|dd if=|killall|pkill|shutdown -|`+
	`netsh|net (?:user|localgroup)|gpg --export|pass show|op (?:read|item)|vault (?:read|kv)|mysqldump|pg_dump|redis-cli (?:flush|config)|`+
	`history -c|unset HISTFILE|setenforce|visudo|chown|chattr|passwd|rsync \S+ \S+:|ngrok|socat|telnet|tcpdump|screencapture|pbpaste|xclip)\b`)

// hotLine matches command lines that have no business in any definition outside of a security tool: what is downloaded is run, a
// shell is handed out, a disk is emptied, protection is taken away.
var hotLine = lineExpression(2, `(?i)\b(?:curl|wget|iwr|irm)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:curl|wget|iwr|irm)\b[^|\n]{0,200}\|\s*(?:iex|python3?|node|perl)\b|`+
	`/dev/tcp/|\bnc\s+[^\n]{0,60}-e\b|\brm\s+-(?:rf|fr)\s+[~/$]|\bchmod\s+(?:-R\s+)?[0-7]?777\b|\bbase64\s+(?:-d|--decode)\s*\|\s*(?:ba|z)?sh\b|`+
	`\bpowershell(?:\.exe)?\s[^\n]{0,80}(?:-enc\b|-encodedcommand|\bbypass\b|\bhidden\b|\biex\b|\biwr\b|DownloadString)|__import__\(|`+
	`\b--privileged\s+-v\s+/:|\bexec\(\s*(?:__import__|requests|urllib|base64)|:\(\)\s*\{|\bmkfs\.|\bdd\s+if=/dev/|\bauto-approve\b`)

// findCommand finds command lines, statements and requests that the model is asked to run in passing.
func findCommand(p *prose) []hit {
	if p.tool.Kind == detect.KindServer || !commandGate(p) {
		return nil
	}
	var hits []hit
	add := func(re *lazyRegexp, base, less float64) {
		for _, m := range p.linesOf(re) {
			if h, ok := p.ordersLine(m[0], m[1], base, less); ok {
				hits = append(hits, h)
			}
		}
	}
	add(&orderedLine, 0.3, 0)
	add(&actionLine, 0.3, 0.05)
	add(&hotLine, 0.3, 0)
	add(&orderedSQL, 0.15, 0.1)
	// most bounds the lines that are carried and not ordered.
	const most = 8
	hot := p.linesOf(&hotLine)
	for _, m := range hot[:min(len(hot), most)] {
		if h, ok := p.carriesLine(m[0], m[1]); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// carriesLine judges a hot line that nobody is told to run: in a value that is passed on as it stands it needs no order.
func (p *prose) carriesLine(start, end int) (hit, bool) {
	at := p.wordAt(start)
	if at < 0 {
		return hit{}, false
	}
	switch p.field.Role {
	case detect.RoleDefault, detect.RoleEnum, detect.RoleConst, detect.RoleTitle, detect.RoleParameterTitle, detect.RoleExample, detect.RoleMeta, detect.RoleAnnotation:
	default:
		return hit{}, false
	}
	if p.doc.Negated(at) || p.runsCommands() && p.field.Role != detect.RoleTitle {
		return hit{}, false
	}
	c := 0.6
	if p.field.Role == detect.RoleExample {
		c = 0.8
	}
	return hit{at, max(at, p.wordAt(end-1)) + 1, c, "carries a command line where a value belongs", detect.ThreatMaliciousCode}, true
}

// runsCommands reports whether the name or the title says that the tool runs commands or looks for them.
func (p *prose) runsCommands() bool {
	for _, w := range strings.Fields(strings.ToLower(splitName(p.tool.Name) + " " + splitName(p.tool.Title))) {
		switch w {
		case "shell", "command", "commands", "terminal", "bash", "exec", "execute", "powershell", "script", "cron", "crontab", "ssh", "scan", "detect", "security", "payload":
			return true
		}
	}
	return false
}

// lineVerbs bring a command to a shell, a statement to a database, a file to a place where it is run; stems.
var lineVerbs = stems(`issue enter start type fire submit drop commit create place append schedule install evaluate paste perform launch run execute
	invoke call use go send import add apply put feed hand write do finish save`)

// ordersLine judges a command at bytes [start, end) of the raw text.
func (p *prose) ordersLine(start, end int, base, less float64) (hit, bool) {
	at := p.wordAt(start)
	if at < 0 || p.doc.Words[at].Sentence() == 0 && p.field.Role == detect.RoleParameterDescription && at < 4 {
		return hit{}, false
	}
	s := p.around(at, 1, 0)
	sent := p.sentence(at)
	last := max(at, p.wordAt(end-1))
	score := base
	verb := p.lineVerb(s.Start, at, last, sent.End)
	if verb < 0 {
		return hit{}, false
	}
	add := func(on bool, v float64) {
		if on {
			score += v
		}
	}
	add(p.triggered(sent, verb) || p.triggered(p.sentence(verb), verb), 0.2)
	add(p.find(cFirst, max(s.Start, verb-6), at) >= 0 || p.find(cMust, max(s.Start, verb-6), at) >= 0 || p.findWord(last, sent.End, "first", "beforehand") > 0 || p.findWord(verb, at, "has", "have") > 0, 0.1)
	add(p.pretext(s) > 0 || p.find(cFail, s.Start, s.End) >= 0, 0.1)
	add(p.scope(s) || p.find(cAlso, s.Start, at) >= 0 || p.findWord(max(s.Start, verb-8), min(sent.End, last+12), "while", "finish", "finally", "afterwards", "beforehand", "until") >= 0, 0.15)
	add(p.foreignIn(s) || p.throughTool(s), 0.15)
	add(p.modelActs(verb) || p.byModel(verb) || p.findWord(last, min(sent.End, last+12), "yourself", "own") > 0, 0.2)
	add(p.find(cCovert, sent.Start, sent.End) >= 0, 0.2)
	add(p.causative(verb), 0.15)
	add(hotLine.MatchString(p.doc.Raw[start:min(len(p.doc.Raw), p.doc.Words[min(last+12, sent.End-1)].End())]), 0.1)
	score -= less
	if newPurpose(*p.tool).stated&(inShell|inCode) != 0 && !p.modelActs(verb) && !p.byModel(verb) {
		score -= 0.1
	}
	if p.findWord(sent.Start, at, "user", "example", "users", "equivalent", "similar", "like", "rejected", "returned") >= 0 && !p.modelActs(verb) {
		score -= 0.2
	}
	if score < 0.2 {
		return hit{}, false
	}
	return hit{min(verb, at), max(last, verb) + 1, min(score, 0.9), "orders the model to run a command", detect.ThreatMaliciousCode}, true
}

// lineVerb finds the verb that has words [at, last] run: an order before them in [from, at), or an order or a participle owed after
// them, before end.
func (p *prose) lineVerb(from, at, last, end int) int {
	// before and after are how far the verb may stand from the line, in words.
	const before, after = 18, 12
	verb := -1
	for k := max(from, at-before); k < at; k++ {
		if !p.has(k, cUse) && !p.has(k, cPut) && !p.has(k, cChange) && !lineVerbs[p.doc.Words[k].Stem()] || p.doc.Negated(k) {
			continue
		}
		if p.ordered(k) || k >= at-2 && p.has(k, cUse) && p.carriedOn(k, from) || p.causative(k) {
			verb = k
		}
	}
	if k := at - 1; verb < 0 && k >= from && p.has(k, cUse) && !thirdPerson(p.fold(k)) && !strings.HasSuffix(p.fold(k), "ing") && !p.doc.Negated(k) {
		verb = k
	}
	for k := last + 1; verb < 0 && k < min(end, last+after); k++ {
		if (p.has(k, cUse) || lineVerbs[p.doc.Words[k].Stem()]) && !p.doc.Negated(k) && (p.mood(k) == moodOrders || p.byModel(k) || p.findWord(max(last+1, k-3), k, "to") > 0 && p.findWord(max(last+1, k-4), k, "has", "have", "is", "are", "needs") > 0) {
			verb = k
		}
	}
	return verb
}

// carriedOn reports whether the gerund at word k carries on an order: "finish by running".
func (p *prose) carriedOn(k, from int) bool {
	if !strings.HasSuffix(p.fold(k), "ing") || p.fold(k-1) != "by" && p.fold(k-1) != "with" {
		return false
	}
	n := k - 2
	return n >= from && p.mood(n) == moodOrders && !thirdPerson(p.fold(n))
}

// causative reports whether the bare verb at word k is what somebody else is made to do: "have the terminal run", "let the shell start".
func (p *prose) causative(k int) bool {
	s := p.sentence(k)
	h := p.findWord(max(s.Start, k-6), k, "have", "let", "make", "get", "ask", "tell")
	return h >= 0 && p.findWord(h+1, k, "terminal", "shell", "tool", "agent", "browser", "execute_command", "database", "client", "ide", "interpreter", "console") > 0 && p.mood(h) == moodOrders
}

// throughTool reports whether the range names the means to run something: "through the database tool", "in the terminal".
func (p *prose) throughTool(s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		switch p.fold(k) {
		case "through", "via", "with", "in", "by", "using", "into":
			if n := p.findWord(k+1, min(s.End, k+5), "terminal", "shell", "console", "interpreter", "browser", "crontab"); n > 0 || p.findWord(k+1, min(s.End, k+5), "tool") > 0 && p.findWord(k+1, min(s.End, k+5), "this") < 0 {
				return true
			}
		}
	}
	return false
}

// wordAt returns the index of the word that covers or follows byte off of the raw text, or -1.
func (p *prose) wordAt(off int) int {
	lo, hi := 0, len(p.doc.Words)
	for lo < hi {
		if mid := (lo + hi) / 2; p.doc.Words[mid].End() <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(p.doc.Words) {
		return lo - 1
	}
	return lo
}
