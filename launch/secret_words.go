package launch

import (
	"net/url"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// plain looks at a text without a name, and at the addresses in it.
func (f *finder) plain(w word) {
	f.add(w, "", anywhere, f.sure(secret.Find(w.text)))
	f.members(w, anywhere)
	f.links(w)
}

// named looks at a value that has a name.
func (f *finder) named(name string, w word, at place) {
	f.judged(w, name, at)
	f.members(w, at)
	f.links(w)
}

// judged adds the credentials in a value that has a name.
func (f *finder) judged(w word, name string, at place) { f.add(w, name, at, f.judge(name, w.text)) }

// from is the end of a word, from a byte on.
func (f *finder) from(w word, at int) word { return w.slice(f.t, at, len(w.text)) }

func (f *finder) header(name string, w word) {
	switch low := strings.ToLower(name); {
	case low == "cookie":
		f.pairs(w, ";", inHeader)
		f.add(w, name, inHeader, f.sure(secret.Find(w.text)))
	case strings.HasSuffix(low, "authorization") && isBasic(w.text):
		f.add(w, name, inHeader, f.sure(secret.Find(w.text)))
	default:
		f.named(name, w, inHeader)
	}
}

// pairs looks at the name=value pairs between separators in a word, also percent-encoded ones.
func (f *finder) pairs(w word, separators string, at place) {
	for pair := range w.pieces(f.t, separators) {
		name, value, ok := strings.Cut(pair.text, "=")
		name = strings.TrimSpace(name)
		if !ok || value == "" || len(value) > 8<<10 {
			continue
		}
		v, means := f.from(pair, len(pair.text)-len(value)), name
		if low := strings.ToLower(name); at == inHeader && (strings.HasSuffix(low, "sid") || strings.Contains(low, "sess")) {
			means = "session_token"
		}
		decoded, err := url.QueryUnescape(value)
		switch {
		case err != nil || at == inHeader || decoded == value:
			f.add(v, name, at, f.judge(means, value))
		case len(f.judge(name, decoded)) > 0:
			f.mark(v, name, at, "generic-key", secret.Named)
		}
		if secret.Packed(decoded) {
			f.mark(v, name, at, "encoded-configuration", secret.Likely)
		}
	}
}

// addressParts are the authority, path and query of an address.
var addressParts = lazy.Regexp(
	"://([^/?\\x00-\\x20\"'`<>|\\\\]*)([^?\\x00-\\x20\"'`<>|\\\\]*)(?:[?]([^#\\x00-\\x20\"'`<>|\\\\]*))?[^\\x00-\\x20\"'`<>|\\\\]*")

// links looks at the addresses in a word. Passwords of users are found without their help.
func (f *finder) links(w word) {
	for _, m := range addressParts().FindAllStringSubmatchIndex(w.text, -1) {
		host := f.login(w.slice(f.t, m[2], m[3]))
		name, _, _ := strings.Cut(strings.ToLower(host), ":")
		// The servers of these are known by a secret part of their address alone.
		personal := ipaddr.IsBelow(name, "zapier.com", "make.com", "activepieces.com", "pipedream.net")
		for part := range w.slice(f.t, m[4], m[5]).pieces(f.t, "/") {
			if secret.Packed(part.text) {
				f.mark(part, "", anywhere, "encoded-credential", secret.Likely)
			} else if personal && len(part.text) >= minPath && secret.DrawnOrUUID(part.text) {
				f.mark(part, "", anywhere, "personal-address", secret.Named)
			}
		}
		if m[6] < 0 {
			continue
		}
		query := w.slice(f.t, m[6], m[7])
		f.pairs(query, "&", anywhere)
		for p := range query.pieces(f.t, "&") {
			// The keys of Azure Functions stand in a parameter that is an OAuth code elsewhere.
			if v, ok := strings.CutPrefix(p.text, "code="); ok && strings.Contains(host, ".azurewebsites.net") && secret.Drawn(v) {
				f.mark(f.from(p, len("code=")), "code", anywhere, "azure-function-key", secret.Likely)
			}
		}
	}
}

// login looks at the user and password in the authority of an address, and returns its host.
func (f *finder) login(authority word) (host string) {
	host = ipaddr.AfterUser(authority.text)
	if len(host) == len(authority.text) {
		return host
	}
	login := authority.slice(f.t, 0, len(authority.text)-len(host)-1)
	account, password, pair := strings.Cut(login.text, ":")
	switch {
	case pair && (f.redacting && password != "" && !open(password) || factoryLogin(account, password) && openHost(host)):
		f.mark(f.from(login, len(account)+1), "", anywhere, "password", chosen)
	case !pair && !wordset.HasAny(host, "sentry", "ingest") && secret.Drawn(login.text):
		// The key in the address of an error collector is public.
		f.mark(login, "", anywhere, "generic-key", secret.Named)
	}
	return host
}

// commands looks at the words of all commands of a launch.
func (f *finder) commands() {
	if f.t.Kind != detect.KindLaunch {
		return
	}
	r := read(f.t)
	for i := range r.commands {
		c := &r.commands[i]
		f.options(c)
		f.words(slices.Concat(c.env, c.words()))
	}
	for i := range r.scripts {
		for _, w := range r.scripts[i].body {
			f.assignments(w)
		}
	}
}

func (f *finder) words(words []word) {
	for i, w := range words {
		if w.field < 0 || w.field >= len(f.t.Fields) || len(w.text) > 16<<10 {
			continue
		}
		if w.start != 0 || w.end != len(f.t.Fields[w.field].Text) {
			// A word of a script. Whole arguments have been read.
			f.plain(w)
		}
		if strings.ContainsAny(w.text, " \t\n") && !strings.HasPrefix(w.text, "-") && !isAssignment(w.text) {
			continue
		}
		name, value, ok := strings.Cut(w.text, "=")
		flag := strings.TrimLeft(name, "-")
		dashed := len(flag) < len(name)
		if dashed && strings.HasPrefix(flag, "D") && strings.Contains(flag, ".") {
			// A property of Java.
			flag = flag[1:]
		}
		switch {
		case ok && (dashed || isAssignment(w.text)):
			f.value(flag, f.from(w, len(w.text)-len(value)))
		case dashed && strings.HasPrefix(flag, "e") && len(flag) > 1 && isAssignment(flag[1:]):
			f.value(flag[1:], f.from(w, len(w.text)-len(value)))
		case dashed && !ok && i+1 < len(words) && !strings.HasPrefix(words[i+1].text, "-") && words[i+1].field >= 0:
			f.follows(flag, words[i+1])
		}
	}
}

// value looks at what an option or a variable is set to.
func (f *finder) value(name string, w word) {
	if isHeaderFlag(name) {
		f.headerWord(w)
		return
	}
	if isAssignment(w.text) && promised(name) == secret.Nothing {
		name, _, _ = strings.Cut(w.text, "=")
		w = f.from(w, len(name)+1)
	}
	f.judged(w, name, anywhere)
}

// follows looks at the word behind an option.
func (f *finder) follows(flag string, w word) {
	switch user, password, pair := strings.Cut(w.text, ":"); {
	case isHeaderFlag(flag):
		f.headerWord(w)
	case wordset.Has(flag, "u", "user", "auth", "a") && pair && !open(password) &&
		(f.redacting || secret.Drawn(password) || f.around.isPassword(flag+"_password", password)):
		f.mark(f.from(w, len(user)+1), flag, anywhere, "password", secret.Named)
	case promised(flag) != secret.Nothing:
		f.judged(w, flag, anywhere)
	}
}

func isHeaderFlag(name string) bool {
	return name == "H" || wordset.Has(strings.ToLower(name), "header", "headers", "http-header")
}

// headerWord looks at "Name: value".
func (f *finder) headerWord(w word) {
	if i := strings.IndexAny(w.text, ":="); i > 0 && !isBasic(w.text[i+1:]) {
		f.judged(f.from(w, i+1), strings.Trim(w.text[:i], " \"'"), anywhere)
	}
}

// isBasic reports whether the value of a header is a user and a password. What is not a pair of these there is a placeholder.
func isBasic(value string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(value)), "basic ")
}

// assigning is NAME=value in a script, in quotes or not.
var assigning = lazy.Regexp("(\\w+) {0,2}=(?: {0,2}\"([^\"]+)| {0,2}'([^']+)|([^ \\t\\n;&|)<>\"'`]+))")

// assignments looks at NAME=value in a script, whatever its language, for what no command of it says: export, $env:NAME.
func (f *finder) assignments(w word) {
	for _, m := range assigning().FindAllStringSubmatchIndex(w.text, -1) {
		name := w.text[max(m[2], m[3]-maxName):m[3]]
		for k := 4; k < len(m) && promised(name) != secret.Nothing; k += 2 {
			if m[k] >= 0 {
				f.judged(w.slice(f.t, m[k], min(m[k+1], m[k]+maxName*4)), name, anywhere)
			}
		}
	}
}

// other looks at what clients write in their own words: permissions, hooks, programs that make headers, and settings of servers.
func (f *finder) other(w word, pointer string) {
	if strings.HasPrefix(pointer, "/enabledMcpjsonServers") {
		return
	}
	name := f.memberName(pointer)
	if strings.HasPrefix(pointer, "/inputs/") && !f.redacting {
		// secret.embedded reports what has a form of its own, in the text of the file.
		if len(secret.Sure(secret.Find(w.text))) == 0 && detect.LastPointerName(pointer) == "default" {
			f.named(name, w, anywhere)
		}
		return
	}
	f.named(name, w, anywhere)
	if !strings.Contains(w.text, " ") {
		return
	}
	if open := strings.IndexByte(w.text, '('); open > 0 && strings.HasSuffix(w.text, ")") && !strings.Contains(w.text[:open], " ") {
		w = w.slice(f.t, open+1, len(w.text)-1)
	}
	for _, c := range scriptReading(f.t, script{body: []word{w}}, maxNested).commands {
		f.words(append(c.env, c.words()...))
	}
	f.assignments(w)
}

// memberName is the name at a JSON pointer: of an item that of its list, of the value or default of a named item the name of the item.
func (f *finder) memberName(pointer string) string {
	name := detect.LastPointerName(pointer)
	i := strings.LastIndexByte(pointer, '/')
	if i > 0 && wordset.OnlyOf(name, wordset.Digits) {
		return f.memberName(pointer[:i])
	}
	if item := f.t.Definition.At(pointer[:max(i, 0)]); item != nil && (name == "value" || name == "default") {
		for _, key := range [...]string{"name", "id", "key"} {
			if s := item.StringAt(key); s != "" {
				return s
			}
		}
	}
	return name
}
