package launch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

func (f *finder) detail(c credential) string {
	var b strings.Builder
	b.WriteString("contains a credential (" + strings.ReplaceAll(c.rule, "-", " "))
	if c.checked {
		b.WriteString(" with a valid checksum")
	}
	b.WriteString(")")
	if name := shownName(c.name); name != "" {
		b.WriteString(" in " + name)
	}
	return b.String() + "; revoke it and " + f.instead(c)
}

// shownName is a name that is fit to be shown: one that is not a credential itself.
func shownName(name string) string {
	if len(name) > maxShownName || len(secret.Find(name)) > 0 ||
		strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !wordset.IsAlnum(byte(r)) && !strings.ContainsRune("_-.", r) }) {
		return ""
	}
	return name
}

// vague are names that do not say whose credential it is.
var vague = wordset.Of("authorization proxy-authorization key code u user token auth cookie config header headers password pass pwd pw p " +
	"a e env secret value default session sid api-key apikey x-api-key api_key access-token access_token bearer bearer_token data json")

// variableFor is the name of a variable for a credential: ACCESS_TOKEN for --access-token, ACME_TOKEN for the --token of a server acme.
func (f *finder) variableFor(c credential) string {
	name := shownName(c.name)
	whole := f.whole(c)
	if whole && c.at == inEnv && name != "" {
		return name
	}
	if name != "" && !vague[strings.ToLower(name)] && !(c.at == inEnv && strings.HasSuffix(c.rule, "-url")) {
		own := upperSnake(name)
		if c.at == inEnv && c.name == f.variable(c) {
			own += "_" + kindOf(c)
		}
		return own
	}
	server := upperSnake(shownName(f.t.Name))
	if server == "" || f.t.Kind == detect.KindSettings || server[0] >= '0' && server[0] <= '9' {
		server = "API"
	}
	return server + "_" + kindOf(c)
}

// upperSnake is a name as those of variables are written: EXA_API_KEY for exaApiKey and exa-api-key.
func upperSnake(name string) string {
	name = hump().ReplaceAllString(name, "${1}_${2}")
	return strings.ToUpper(strings.Trim(strings.NewReplacer("-", "_", ".", "_").Replace(name), "_"))
}

var hump = lazy.Regexp(`([a-z0-9])([A-Z])`)

func kindOf(c credential) string {
	switch low := strings.ToLower(c.name); {
	case strings.HasSuffix(c.rule, "-url"), c.rule == "password", c.rule == "app-password", strings.HasSuffix(low, "password"):
		return "PASSWORD"
	case strings.HasSuffix(low, "key"):
		return "KEY"
	}
	return "TOKEN"
}

func (f *finder) variable(c credential) string { return entryName(f.t.Fields[c.field].Pointer) }

// whole reports whether a credential is all of what stands in its field, but for blanks, quotes and the scheme of a header.
func (f *finder) whole(c credential) bool {
	text := f.t.Fields[c.field].Text
	from, to := bareValue(text)
	if start, end, _ := fallback(text[from:to]); end > start {
		from, to = from+start, from+end
	}
	return c.start <= from && c.end >= to
}

// instead is what to write in place of a credential, in the words of the client that reads the file.
func (f *finder) instead(c credential) string {
	if f.t.Kind == detect.KindSettings {
		if strings.HasPrefix(f.t.Fields[c.field].Pointer, "/inputs/") {
			return "remove the default, so the client asks for it"
		}
		return "set it in the environment the client starts from"
	}
	shape := f.t.Context.StringAt("client")
	reader := clients.Reader(shape, f.t.Context.StringAt("file"))
	if reader == nil {
		reader = &clients.Client{}
	}
	name := f.variableFor(c)
	if own := shownName(f.variable(c)); c.at == inEnv && !f.whole(c) && shape != registryClient {
		// A variable cannot be put into itself.
		all := "set all of " + cmp.Or(own, "the variable") + " outside this file"
		if reader.Variable != "" {
			return all + ", or write " + clients.Called(name, reader.Variable) + " in place of the marked part"
		}
		return all
	}
	advice := c.at.advice(reader)
	if advice == "" && reader.Variable == "" {
		return "let the server read it from the environment (" + name + ")"
	}
	return clients.Called(name, cmp.Or(advice, "write "+reader.Variable))
}

// advice is what a client has one write at a place instead of a credential, when that is more than a variable.
func (p place) advice(reader *clients.Client) string {
	return [...]string{anywhere: reader.Secret.Other, inEnv: reader.Secret.Env, inHeader: reader.Secret.Header}[p]
}

// reference is a variable in place of a credential, where the client that reads the file surely puts in what the variable holds and the
// credential is all that stands there.
func (f *finder) reference(c credential) *detect.Fix {
	reader := clients.Reader(f.t.Context.StringAt("client"), f.t.Context.StringAt("file"))
	switch {
	case f.t.Kind == detect.KindSettings, reader == nil, !f.whole(c), c.at.advice(reader) != "":
		return nil
	case !strings.Contains(reader.Variable, "NAME"), strings.Contains(reader.Variable, "secrets."):
		// It takes more than the reference: an input, a declaration, a stored secret.
		return nil
	}
	name := f.variableFor(c)
	if !isAssignment(name+"=") || hasOwnMeaning(name) {
		return nil
	}
	return &detect.Fix{Start: c.start, End: c.end, Text: clients.Called(name, reader.Variable), Variable: name}
}

// ownVariables are those that systems, shells and languages set or read for themselves.
var ownVariables = wordset.Of("path home user username logname shell pwd oldpwd lang language tz term tmp temp tmpdir mail display hostname host " +
	"uid euid ifs ps1 env bash_env shlvl pathext comspec systemroot windir appdata localappdata programfiles programdata userprofile userdomain " +
	"computername homepath homedrive os java_home goroot gopath gobin virtual_env http_proxy https_proxy all_proxy no_proxy")

// hasOwnMeaning reports whether a variable has a meaning of its own, so that it is no place for a credential.
func hasOwnMeaning(name string) bool {
	upper := strings.ToUpper(name)
	_, loads := loaders[upper]
	return ownVariables[strings.ToLower(name)] || loads || optionVariables[upper] != nil || slices.Contains(commandVariables, upper) ||
		slices.ContainsFunc([]string{"LD_", "DYLD_", "XDG_", "LC_"}, func(p string) bool { return strings.HasPrefix(upper, p) })
}

func (f *finder) options(c *command) {
	name := c.name()
	how := launcher.Passwords.Of(name)
	if how == nil && f.redacting {
		// Servers of databases follow the programs that come with them.
		about := name
		if len(c.args) > 1 {
			about += " " + c.args[0].text + c.args[1].text
		}
		if wordset.HasAny(about, "mysql", "mariadb", "mongo", "postgres", "mssql", "neo4j", "redis") {
			how = []string{"-p", "glued", "alone"}
		}
	}
	if how == nil {
		return
	}
	for i, w := range c.args {
		v, ok := strings.CutPrefix(w.text, how[0])
		next := ok && v == "" && slices.Contains(how, "alone") && i+1 < len(c.args)
		switch {
		case next:
			f.password(name, c.args[i+1])
		case ok && v != "" && slices.Contains(how, "glued"):
			f.password(name, f.from(w, len(how[0])))
		}
		if name == "sshpass" && (next || !ok && !strings.HasPrefix(w.text, "-")) {
			return
		}
	}
}

// password looks at what a program is given as a password.
func (f *finder) password(program string, w word) {
	confidence := chosen
	if secret.Drawn(w.text) {
		confidence = secret.Named
	}
	if !open(w.text) && !plainWord(w.text) && len(w.text) >= minHidden && (confidence != chosen || f.redacting ||
		f.around.isPassword(program+"_password", w.text)) {
		f.mark(w, program+"-password", anywhere, "password", confidence)
	}
}

// factoryLogin reports whether a user and password are those of a fresh installation, which on a public host everybody tries first.
func factoryLogin(user, password string) bool {
	return wordset.Has(user, "root", "admin", "postgres", "sa", "mysql", "neo4j", "guest", "elastic", "mongo") &&
		(password == user || wordset.Has(password, "root", "admin", "postgres", "123456"))
}

// reservedHosts are parts of hosts that stand for another one.
var reservedHosts = []string{
	"example", "your", "myhost", "mydomain", "domain.", "company.", "acme.", "test", "invalid", "placeholder", "foo.", "bar.", "local",
	"internal", ".lan", ".svc", ".home", "docker", "1.2.3.4",
	// These are kept for manuals (RFC 5737, RFC 3849).
	"192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:",
}

func openHost(host string) bool {
	host = strings.ToLower(ipaddr.HostOf(host))
	return ipaddr.ReachOf(host) == ipaddr.PublicHost && !wordset.HasAny(host, reservedHosts...) &&
		(strings.Contains(host, ":") || wordset.OnlyOf(host, wordset.Lower+wordset.Digits+"-."))
}

// member is a name and a text in a JSON object, escapedMember one in an object that is a text itself.
var (
	member        = lazy.Regexp(`"((?:[^"\\]|\\.)*)"[ :]*:[ :]*"((?:[^"\\]|\\.)*)"`)
	escapedMember = lazy.Regexp(`\\"([^"\\]*)\\"[ :]*:[ :]*\\"([^"\\]*)\\"`)
)

// members looks at the names and values of JSON objects in a word, also those that are escaped once.
func (f *finder) members(w word, at place) {
	if len(w.text) > maxHidden || !strings.Contains(w.text, "{") {
		return
	}
	found := append(member().FindAllStringSubmatchIndex(w.text, -1), escapedMember().FindAllStringSubmatchIndex(w.text, -1)...)
	for _, m := range found {
		if key := w.text[m[2]:m[3]]; len(key) <= maxName {
			f.judged(w.slice(f.t, m[4], m[5]), key, at)
		}
	}
}
