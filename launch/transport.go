package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// link is the address of a server as it stands in a text.
type link struct {
	in     word
	scheme string // scheme is in lower case: http, https, ws, wss.
	// start and end are the bytes of scheme, host and port; host is the host alone, as it is written.
	start, end int
	host       string
	pathEnd    int          // where the path ends.
	reach      ipaddr.Reach // where the host is.
	login      string       // the text before an "@".
}

func (l link) plain() bool { return l.scheme == "http" || l.scheme == "ws" }

// signal is a signal on the address, without what is given to log in.
func (l link) signal(t detect.ToolView) detect.Signal {
	s := l.in.part(t, l.start, l.end)
	if l.login != "" {
		s.Evidence, s.Sensitive = l.scheme+"://…@"+l.host, strings.Contains(l.login, ":")
	}
	return s
}

// linkParts are the scheme, authority and path of an address. Browsers and Node take any slashes for the two.
var linkParts = lazy.Regexp("^(?i:(https?|wss?)):[/\\\\]+([^/?#\\\\ \\t\\r\\n\"'`,;|)]*)([^?# \\t\\r\\n\"'`]*)")

func linkAt(w word, from int) (link, bool) {
	s := w.text
	m := linkParts().FindStringSubmatchIndex(s[from:])
	if m == nil {
		return link{}, false
	}
	part := func(k int) string { return s[from+m[2*k] : from+m[2*k+1]] }
	l := link{in: w, scheme: strings.ToLower(part(1)), start: from, end: from + m[5], pathEnd: from + m[7]}
	authority, path := part(2), part(3)
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		l.login, authority = authority[:i], authority[i+1:]
	}
	l.host = ipaddr.HostOf(authority)
	l.reach = ipaddr.ReachOf(l.host)
	account, _, _ := strings.Cut(l.login, ":")
	// The text before an "@" may be to be taken for the host. Half of the parsers take a backslash for a slash, for the others the host
	// comes behind the "@".
	if l.reach == ipaddr.PublicHost && ipaddr.IsThisMachine(account) ||
		l.reach == ipaddr.ThisMachine && strings.HasPrefix(path, `\`) && strings.Contains(path, "@") {
		l.reach = ipaddr.DisguisedHost
	}
	return l, true
}

// linkIn finds the address that a word is, or that is its value: http://h, --url=http://h, "--url http://h". Name is the text before
// it. What stands in the middle of a sentence or header is none.
func linkIn(w word) (l link, name string, ok bool) {
	s := w.text
	from := len(s) - len(strings.TrimLeft(s, " \t\r\n\"'"))
	if l, ok = linkAt(w, from); ok {
		return l, "", true
	}
	i := strings.IndexAny(s, "= ")
	if i <= 0 || s[i] == ' ' && s[0] != '-' {
		return l, "", false
	}
	l, ok = linkAt(w, len(s)-len(strings.TrimLeft(s[i+1:], " \"'")))
	return l, s[:i], ok
}

// envVar is an environment variable and its value: a member of env, or NAME=value among the words of a command.
type envVar struct {
	name  string
	value word
	whole detect.Signal // a signal on the value.
}

// variables are the environment variables that a launch, or the settings of a client, set.
func variables(t detect.ToolView) []envVar {
	var out []envVar
	for i, f := range t.Fields {
		if f.Role == detect.RoleEnv && i > 0 && t.Fields[i-1].Role == detect.RoleKey && t.Fields[i-1].Pointer == f.Pointer+"#" {
			out = append(out, envVar{t.Fields[i-1].Text, whole(f, i), t.Signal(i, 0, len(f.Text))})
		}
	}
	if env := t.Definition.Get("env"); env != nil {
		for _, v := range env.Members {
			if v.Name != nil && v.Value != nil && v.Value.Kind == detect.NodeScalar {
				out = append(out, envVar{v.Name.Text, word{text: v.Value.Text}, onValue(t, "/env/", v)})
			}
		}
	}
	if t.Kind != detect.KindLaunch {
		return out
	}
	eachWord(t, func(w word, _ string, _ *command) {
		set := strings.TrimPrefix(w.text, "--env=")
		if !isAssignment(set) {
			return
		}
		name, value, _ := strings.Cut(set, "=")
		w = w.slice(t, len(w.text)-len(value), len(w.text))
		out = append(out, envVar{name, w, w.signal(t)})
	})
	return out
}

// eachWord calls do for every word of every command once, with the word before it.
func eachWord(t detect.ToolView, do func(w word, before string, c *command)) {
	type place struct {
		field, start, end int
		text              string
	}
	seen := map[place]bool{}
	r := read(t)
	for i := range r.commands {
		c := &r.commands[i]
		before := ""
		for _, w := range slices.Concat(c.env, []word{c.program}, c.args) {
			if key := (place{w.field, w.start, w.end, w.text}); !seen[key] && w.text != "" {
				seen[key] = true
				do(w, before, c)
			}
			before = w.text
		}
	}
}

// onValue is a signal on a member that is a number, true, false or null.
func onValue(t detect.ToolView, under string, m detect.Member) detect.Signal {
	s := t.Signal(0, 0, 0)
	s.Value, s.Field = m.Value, under+detect.PointerToken(m.Name.Text)
	s.Evidence = m.Name.Text + ": " + m.Value.Text
	return s
}

const unchecked = "turns off certificate checks, so anyone on the network path can pose as the server"

// unverified reports what turns off the proof that a server is the one it says it is. It needs to know how far the launch reaches.
func (x *transport) unverified() {
	if x.t.Kind == detect.KindLaunch && x.widest == ipaddr.ThisMachine {
		return
	}
	note := x.widest == ipaddr.PrivateHost
	for _, v := range x.vars {
		if words := nameWords(v.name); turnsOff(words, v.value.text, "") {
			x.add(v.whole, note || isBrowser(words), unchecked)
		}
	}
	if x.t.Kind != detect.KindLaunch {
		return
	}
	var held word
	eachWord(x.t, func(w word, before string, c *command) {
		name, value, given := strings.Cut(w.text, "=")
		words := nameWords(name)
		if held.text != "" && before == held.text && turnsOff(nameWords(held.text), w.text, "") {
			x.add(held.signal(x.t), note, unchecked)
		}
		held = word{}
		switch {
		case isAssignment(w.text):
		case w.text == "--allow-http" && !x.known:
			x.add(w.signal(x.t), true, "accepts an address without encryption (--allow-http); remove the option and use an https:// address")
		case c.name() == "curl" && insecureCurl(w.text), strings.EqualFold(w.text, "http.sslVerify=false"):
			x.add(w.signal(x.t), note, unchecked)
		case !strings.HasPrefix(w.text, "-"):
		case given && turnsOff(words, value, "") || !given && turnsOff(words, "true", name):
			x.add(w.signal(x.t), note || isBrowser(words), unchecked)
		case !given:
			held = w
		}
	})
}

// insecureCurl reports whether a word is curl's -k, alone or among letters that take no value.
func insecureCurl(w string) bool {
	return strings.Contains(letters(w), "k") && wordset.OnlyOf(letters(w), "kfsSLgiIvNOJRqaj#46")
}

// isBrowser reports whether an option is of a browser that a server drives, which also opens pages on the own machine.
func isBrowser(words []string) bool {
	return slices.Contains(words, "errors") || slices.Contains(words, "certs") || slices.Contains(words, "insecure") &&
		slices.Contains(words, "accept")
}

// turnsOff reports whether a variable or option turns the check of certificates off. Option is one that stands without a value.
func turnsOff(words []string, value, option string) bool {
	value = strings.ToLower(strings.Trim(strings.TrimSpace(value), `"'`))
	yes, no := wordset.Has(value, "1", "true", "yes", "on"), wordset.Has(value, "0", "false", "no", "off")
	if !yes && !no {
		return false
	}
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(w string) bool { return slices.Contains(words, w) })
	}
	subject := has("ssl", "tls", "https", "cert", "certs", "certificate", "certificates", "unauthorized", "httpsverify", "ssl2", "secure")
	checks := has("verify", "verification", "validate", "validation", "check", "strict", "reject", "httpsverify", "verifyssl", "sslverify",
		"verifypeer")
	denies := has("no", "skip", "disable", "disabled", "ignore", "insecure", "without", "unsafely", "accept")
	if slices.Contains(words, "pythonhttpsverify") {
		return no
	}
	switch {
	case wordset.Has(option, "--insecure", "-insecure", "--trusted-host", "--allow-insecure-host"):
		return true
	case has("insecure") && (subject || checks):
		// TLS_INSECURE, --insecure-skip-verify
		return yes
	case option != "" && denies && checks && len(words) == 2 && words[0] == "no":
		// --no-verify is git's and many others' word for skipping hooks.
		return false
	case denies && (checks && subject || subject && has("errors", "unauthorized")) || has("accept") && has("insecure") && has("certs"):
		return yes
	case checks && subject && !denies:
		return no
	}
	return false
}

// deprecated reports the HTTP+SSE transport, which the specification gave up for Streamable HTTP: one note for a launch.
func (x *transport) deprecated() {
	const gone = "uses the HTTP+SSE transport, which the specification has deprecated; "
	done := false
	add := func(s detect.Signal, instead string) {
		if !done {
			x.add(s, true, gone+instead)
		}
		done = true
	}
	server := "use Streamable HTTP: " + clients.HTTP(x.t.Context.StringAt("client"), x.t.Context.StringAt("file"))
	if i := x.t.FieldAt("/transport"); i >= 0 && strings.EqualFold(x.t.Fields[i].Text, "sse") {
		add(x.t.Signal(i, 0, len("sse")), server)
	}
	named := strings.Contains(strings.ToLower(x.t.Definition.StringAt("transport")), "http")
	for i, f := range x.t.Fields {
		if l, _, ok := linkIn(whole(f, i)); ok && f.Role == detect.RoleURI && !named && ssePath(l) > 0 {
			add(x.t.Signal(i, ssePath(l), l.pathEnd), server)
		}
	}
	for _, v := range x.vars {
		if words := nameWords(v.name); len(words) > 0 && words[len(words)-1] == "transport" && isSSE(v.value.text) {
			add(v.whole, "set this to the server's name for Streamable HTTP if it supports it")
		}
	}
	eachWord(x.t, func(w word, before string, _ *command) {
		name, value, _ := strings.Cut(w.text, "=")
		l, _, ok := linkIn(w)
		switch {
		case isAssignment(w.text):
		case isTransport(name) && isSSE(value):
			add(w.part(x.t, len(name)+1, len(w.text)), byOption)
		case isTransport(before) && isSSE(w.text):
			add(w.signal(x.t), byOption)
		case ok && ssePath(l) > 0:
			// How the server is started stays: a bridge finds out by itself what is spoken there.
			add(w.part(x.t, ssePath(l), l.pathEnd), "write the server's Streamable HTTP address, often ending in /mcp, and keep the rest")
		}
	})
}

// byOption is how a program is made to use Streamable HTTP.
const byOption = "write http, http-only or streamable-http, whichever the program documents"

// ssePath returns where "/sse" begins at the end of the path of a remote address, or -1.
func ssePath(l link) int {
	path := strings.TrimRight(l.in.text[l.end:l.pathEnd], "/")
	if l.reach == ipaddr.ThisMachine || len(path) < 4 || !strings.EqualFold(path[len(path)-4:], "/sse") {
		return -1
	}
	return l.end + len(path) - 4
}

func isTransport(option string) bool {
	words := nameWords(option)
	return strings.HasPrefix(option, "-") && len(words) > 0 && (words[len(words)-1] == "transport" || len(words) == 2 &&
		words[0] == "transport" && words[1] == "type")
}

func isSSE(value string) bool {
	return wordset.Has(strings.ToLower(strings.TrimSpace(value)), "sse", "sse-only", "sse-first")
}
