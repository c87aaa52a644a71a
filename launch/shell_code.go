package launch

import (
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// Words of code, in lower case, in the languages of interpreters.
var (
	codeReaches = anyOf(
		"fetch(", "urlopen(", "requests.", "httpx.", "http.get(", "https.get(", "http.request(", "https.request(", "urllib", "axios",
		"net.connect(", "net.createconnection(", "xmlhttprequest", "lwp::", "net/http", "open-uri", "file_get_contents('http",
		`file_get_contents("http`, "curl_init", "http::tiny", "new websocket(", "socket.socket(", "io::socket", "tcpsocket", "fsockopen(",
		"createsocket(",
	)
	codeSockets = anyOf(
		"socket.socket(", "net.connect(", "net.socket(", "net.createconnection(", "\"net\").connect(", "'net').connect(", "io::socket",
		"use socket", "tcpsocket", "fsockopen(", "tcpclient", "require('net')", `require("net")`,
	)
	codeShells = []string{"pty.spawn", "/bin/sh", "/bin/bash", "cmd.exe", "'sh'", `"sh"`, "'bash'", `"bash"`, "powershell"}
)

const (
	// runPattern is what runs a text: as code, or as a command. Methods of that name are others: /x/.exec(s).
	runPattern = `(?:(?:^|[^\w.])(?:eval|exec)\s*[( ]|\bnew function\s*\(|\bvm\.runin\w*\s*\(|\binstance_eval\b|\b_compile\s*\(` +
		`|\.then\(\s*eval\b|\bimport\s*\(\s*['"` + "`" + `]data:)`
	// spawnPattern is what starts another program.
	spawnPattern = `(?:\bchild_process\b|\bexec(?:file)?sync\s*\(|\bspawn(?:sync)?\s*\(|\bos\.(?:system|popen|exec\w*)\s*\(` +
		`|\bsubprocess\.\w+|\bpopen\s*\(|(?:^|[^\w.])system\s*[( ]['"` + "`" +
		`]|\bshell_exec\s*\(|\bpassthru\s*\(|\bproc_open\s*\(|\bpty\.spawn|\bdo shell script\b|\bdeno\.command\b)`
	// secretPattern is a file of credentials in code.
	secretPattern = `(?:\.ssh\b|id_rsa|id_ed25519|\.aws\b|\.gnupg|\.kube\b|\.netrc|\.npmrc|\.pypirc|\.git-credentials|/etc/(?:passwd|shadow)` +
		`|(?:bash|zsh)_history|login data|wallet\.dat|\.config/g|claude_desktop_config|\.claude\.json|\.pgpass|['"/]\.env['"])`
)

var (
	codeRuns   = lazy.Regexp(runPattern)
	codeSpawns = lazy.Regexp(spawnPattern)
	// codeWired is what makes a socket the input of a program: its descriptors, pipes or streams.
	codeWired = lazy.Regexp(`\bdup2\s*\(|\bstdio\s*:\s*\[\s*[a-z_]|\.pipe\([\w.]*stdin\b|\bstdin\s*=\s*(?:s|so|sock|sk|conn|client|c)\w{0,` +
		`8}(?:\.fileno\(\))?\s*[,)]|[<>]&(?:\d|%d|#\{|\$)|\bstdin\s*,\s*["'][<>+]*&|\$stdin\.reopen`)
	// codeHost is a host in quotes.
	codeHost = lazy.Regexp("['\"`]([a-z0-9][a-z0-9.\\-]*\\.[a-z0-9\\-]+|[0-9a-f:]*::?[0-9a-f:]+)(?::\\d+)?['\"`]")
	// codeImports is a module of another machine.
	codeImports = lazy.Regexp("\\b(?:import|from|require)\\s*\\(?\\s*['\"`]https?://[^'\"`\\s]*['\"`]?")
	// codeEnvironment is the whole environment made into a text; codeSecret is a file of credentials that is read.
	codeEnvironment = lazy.Regexp(`json\.stringify\(\s*process\.env\s*[,)]|\b(?:dict|str|repr)\(os\.environ\)` +
		`|\bdumps\(\s*(?:dict\(\s*)?os\.environ\s*[,)]|\benv\.to_(?:h|json)\b|json_encode\(\s*(?:\$_(?:env|server)|getenv\(\))`)
	codeSecret = lazy.Regexp(`\b(?:readfilesync|readfile|open|read|file_get_contents|createreadstream|read_text|expanduser)\s*\([^;\n]{0,` +
		`160}?` + secretPattern + `|` + secretPattern + `[^;\n]{0,80}?\.(?:read_text|read_bytes|read)\(`)
	// codeAddress is an address in code or a script.
	codeAddress = lazy.Regexp(`(?i)\b(?:https?|ftp|wss?)://([a-z0-9.\-]+|\[[0-9a-f:]+\])`)
	// codePipe is a download that is piped into a shell, in the words of code.
	codePipe = lazy.Regexp(`\b(?:curl|wget)\b[^\n|]{1,400}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b`)
)

// anyOf is an expression for one of some texts.
func anyOf(texts ...string) func() *regexp.Regexp {
	for i, s := range texts {
		texts[i] = regexp.QuoteMeta(s)
	}
	return lazy.Regexp(strings.Join(texts, "|"))
}

func (q *inspection) code(w word) {
	if len(w.text) > maxCode {
		q.hit(capCode, w.field, maxCode, len(w.text))
	}
	v, at, ok := codeObservation(w.text)
	if !ok || q.hook && v.grade == noted {
		// Hooks start programs by nature.
		return
	}
	q.see(w.part(q.t, at[0], at[1]), v)
}

// codeObservation is what code does that deserves a look, and where.
func codeObservation(text string) (v observation, at []int, ok bool) {
	text = text[:min(len(text), maxCode)]
	low := lowered(text)
	v = observation{grade: suspicious}
	reach, sockets := codeReaches().FindStringIndex(low), codeSockets().FindStringIndex(low)
	runs, spawns := codeRuns().FindStringIndex(low), codeSpawns().FindStringIndex(low)
	opened, literal := decodedAndRun(low)
	imports := codeImports().FindStringIndex(low)
	host, hostFrom, hostTo := remoteHost(text)
	if host != "" && reach != nil {
		reach = []int{min(reach[0], hostFrom), max(reach[1], hostTo)}
	}
	fetched := "downloads code" + fromHost(host) + " and runs it"
	switch pipe := codePipe().FindStringIndex(low); {
	case sockets != nil && (spawns != nil || runs != nil) && wordset.HasAny(low, codeShells...) && codeWired().MatchString(low) && farHost(low):
		at, v.grade, v.confidence, v.detail = sockets, malicious, 0.95, reverseShell
	case opened != nil && literal:
		at, v.grade, v.confidence, v.detail = opened, malicious, 0.95, "hides code in encoded text and runs it"
	case pipe != nil:
		at, v.confidence, v.detail = pipe, 0.9, "downloads a script and runs it with a shell"
	case imports != nil && host != "":
		at, v.confidence, v.detail = imports, 0.8, fetched
	case reach != nil && ipaddr.OfInternet(host) && (codeEnvironment().MatchString(low) || codeSecret().MatchString(low)):
		at, v.grade, v.confidence, v.detail = reach, malicious, 0.9, "sends the environment or a credentials file to another machine"
	case reach != nil && runs != nil && host != "":
		at, v.confidence, v.detail = []int{min(reach[0], runs[0]), max(reach[1], runs[1])}, 0.9, fetched
	case opened != nil:
		at, v.confidence, v.detail, v.unpacks = opened, 0.7, "decodes text and runs it as code", true
	case reach != nil && host != "":
		at, v.confidence, v.detail = reach, 0.6, "connects to "+host+" from code on the command line"
	case spawns != nil:
		at, v.grade, v.confidence, v.detail = spawns, noted, 0.4, "starts other programs from code on the command line"
	}
	return v, at, at != nil
}

func farHost(low string) bool {
	host, _, _ := remoteHost(low)
	return ipaddr.OfInternet(host) || slices.ContainsFunc(codeHost().FindAllStringSubmatch(low, maxNames), func(m []string) bool {
		return !slices.Contains(fileEndings, m[1][strings.LastIndexByte(m[1], '.')+1:]) && ipaddr.OfInternet(m[1])
	})
}

var fileEndings = []string{
	"js", "mjs", "cjs", "ts", "tsx", "py", "rb", "pl", "php", "sh", "exe", "json", "txt", "log", "sock", "so", "dll", "md", "cmd", "bat",
	"jar", "toml", "yaml", "yml",
}

func remoteHost(text string) (host string, from, to int) {
	const most = 60
	for _, m := range codeAddress().FindAllStringSubmatchIndex(text, 8) {
		if h := text[m[2]:m[3]]; !ipaddr.IsThisMachine(h) {
			return h[:min(len(h), most)], m[0], m[1]
		}
	}
	return "", 0, 0
}

const (
	// callPattern is a call that runs its argument, up to the parenthesis.
	callPattern = `(?:(?:^|[^\w.])(?:eval|exec|instance_eval)\s*[( ]|\bnew function\s*\(|\bvm\.runin\w*\s*\(|\b_compile\s*\(` +
		`|\b(?:child_process['")]*|cp)\.exec\s*\(|\bexec(?:file)?sync\s*\(|\bspawn(?:sync)?\s*\(|\bos['")]*\.(?:system|popen|exec\w*)\s*\(` +
		`|\bsubprocess['")]*\.\w+\s*\(|\bpopen\s*\(|\bsystem\s*[( ]|\bshell_exec\s*\(|\bpassthru\s*\()`
	// shellWords are the words of a shell and its -c before the script.
	shellWords = `(?:\[?\s*['"](?:/bin/)?(?:ba|z|da)?sh['"]\s*,\s*\[?\s*['"]-l?c['"]\s*,\s*)?`
	// openings are what may come between a call and what decodes its argument: further calls, and modules that are loaded in place.
	openings = `(?:[\w.(\s]|__import__\(['"]\w+['"]\)|require\(['"][\w:]+['"]\))*`
	// payloads are literals that may be a command: base64, hexadecimal and escapes, or numbers.
	payloads = `(?:[bru]{0,2}['"` + "`" + `]{1,3}[\w+/=\-\\%@|.\s]{12,}['"` + "`" + `]|(?:\d{2,3}\s*,\s*){7,}\d)`
)

var (
	// openNested is a call whose argument begins with a decoder; openRuby is one whose literal stands before it.
	openNested = lazy.Regexp(callPattern + shellWords + openings + `\b(` + openPattern + `)`)
	openRuby   = lazy.Regexp(callPattern + `\s*` + payloads + `\s*\.\s*(?:unpack1?\s*\(?\s*['"][^'"]*|unhex\b|decode64\b)`)
	// openAssigned is a decoder whose result gets a name, and openCalled the name of what is run.
	openAssigned = lazy.Regexp(`\b([a-z_]\w*)\s*=\s*` + openings + `\b(` + openPattern + `)`)
	openCalled   = lazy.Regexp(callPattern + shellWords + `\(*(?:compile\s*\()?\s*\$?([a-z_]\w*)`)
	// openLiteral is a literal where an argument begins; openNamed is a name there; openGiven is a name that is a literal.
	openLiteral = lazy.Regexp(`^\s*` + payloads)
	openNamed   = lazy.Regexp(`^\s*\$?([a-z_]\w*)\s*[,).]`)
	openGiven   = lazy.Regexp(`\b([a-z_]\w*)\s*=\s*` + payloads)
	openBuffer  = lazy.Regexp(`\bbuffer\.from\s*\(([^)]*)`)
)

// openPattern is what opens an encoded text, up to the parenthesis where it has one.
const openPattern = `(?:atob\s*\(|[ab](?:16|32|64|85)decode\s*\(|decodebytes\s*\(|unhexlify\s*\(|fromhex\s*\(|fromcharcode\s*\(` +
	`|buffer\.from\s*\([^)]*['"](?:base64|hex)|base64_decode\s*\(|decode_base64\s*\(?|decode64\s*\(|gzinflate\s*\(|rot_?13\s*\(` +
	`|(?:decodeuricomponent|unescape)\s*\(|marshal\.loads\s*\(|zlib\.decompress\s*\()`

// decodedAndRun returns where code runs what it decodes, and whether that stands in the code. Arguments and variables are data.
func decodedAndRun(low string) (at []int, literal bool) {
	given := map[string]bool{}
	for _, m := range openGiven().FindAllStringSubmatch(low, maxNames) {
		given[m[1]] = true
	}
	isLiteral := func(from, to int) (end int, ok bool) {
		if b := openBuffer().FindStringSubmatchIndex(low[from:to]); b != nil {
			to = from + b[2]
		}
		rest := low[to:]
		if m := openLiteral().FindStringIndex(rest); m != nil {
			return to + len(strings.TrimRight(rest[:m[1]], "'\"`")), true
		}
		m := openNamed().FindStringSubmatch(rest)
		return to, m != nil && given[m[1]]
	}
	if m := openRuby().FindStringIndex(low); m != nil {
		return trimmed(low, m), true
	}
	for _, m := range openNested().FindAllStringSubmatchIndex(low, maxNames) {
		end, ok := isLiteral(m[2], m[3])
		if at == nil || ok {
			at, literal = trimmed(low, []int{m[0], max(m[1], end)}), ok
		}
		if ok {
			return at, true
		}
	}
	type named struct {
		from    int
		literal bool
	}
	names := map[string]named{}
	for _, m := range openAssigned().FindAllStringSubmatchIndex(low, maxNames) {
		_, ok := isLiteral(m[4], m[5])
		names[low[m[2]:m[3]]] = named{from: m[0], literal: ok}
	}
	if len(names) == 0 {
		return at, literal
	}
	for _, m := range openCalled().FindAllStringSubmatchIndex(low, maxNames) {
		if n, ok := names[low[m[2]:m[3]]]; ok && n.from < m[1] && (at == nil || n.literal) {
			at, literal = []int{n.from, m[1]}, n.literal
		}
	}
	return at, literal
}

// trimmed leaves out the character before a word that a pattern begins with.
func trimmed(s string, at []int) []int {
	for at[0] < at[1] && strings.IndexByte("; \n\t({,=", s[at[0]]) >= 0 {
		at[0]++
	}
	return at
}
