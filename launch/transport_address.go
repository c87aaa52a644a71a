package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
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
	if l.reach == ipaddr.PublicHost && ipaddr.ReachOf(account) == ipaddr.ThisMachine || l.reach == ipaddr.ThisMachine && strings.HasPrefix(path, `\`) &&
		strings.Contains(path, "@") {
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
