package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/lazy"
)

type passwordOption struct {
	flag string
	// glued is set when the password stands in the same word, alone when it may stand in the next one.
	glued, alone bool
}

// passwordOptions are the short options of programs by which they take passwords. In others the same letters are ports and paths.
var passwordOptions = map[string]passwordOption{
	"sshpass": {"-p", true, true},
	"mysql":   {"-p", true, false}, "mysqldump": {"-p", true, false}, "mysqladmin": {"-p", true, false}, "mariadb": {"-p", true, false},
	"mongo": {"-p", false, true}, "mongosh": {"-p", false, true}, "mongodump": {"-p", false, true},
	"redis-cli": {"-a", false, true}, "sqlcmd": {"-P", true, true}, "cypher-shell": {"-p", false, true},
}

func (f *finder) options(c *command) {
	name := c.name()
	o, known := passwordOptions[name]
	if !known && f.generous {
		// Servers of databases follow the programs that come with them.
		about := name
		if len(c.args) > 1 {
			about += " " + c.args[0].text + c.args[1].text
		}
		o, known = passwordOption{"-p", true, true}, hasAny(about, "mysql", "mariadb", "mongo", "postgres", "mssql", "neo4j", "redis")
	}
	if !known {
		return
	}
	for i, w := range c.args {
		v, ok := strings.CutPrefix(w.text, o.flag)
		next := ok && v == "" && o.alone && i+1 < len(c.args)
		switch {
		case next:
			f.password(name, c.args[i+1], 0)
		case ok && v != "" && o.glued:
			f.password(name, w, len(o.flag))
		}
		if name == "sshpass" && (next || !ok && !strings.HasPrefix(w.text, "-")) {
			return
		}
	}
}

// password looks at what a program is given as a password from byte from of a word on.
func (f *finder) password(program string, w word, from int) {
	v, confidence := w.text[from:], chosen
	if random(v) {
		confidence = secret.Named
	}
	if !open(v) && !plainWord(v) && len(v) >= minHidden && (confidence != chosen || f.generous || f.around.isPassword(program+"_password", v)) {
		f.mark(w, program+"-password", anywhere, "password", from, len(w.text), confidence)
	}
}

// factoryLogin reports whether a user and password are those of a fresh installation, which on a public host everybody tries first.
func factoryLogin(user, password string) bool {
	return isOneOf(user, "root", "admin", "postgres", "sa", "mysql", "neo4j", "guest", "elastic", "mongo") &&
		(password == user || isOneOf(password, "root", "admin", "postgres", "123456"))
}

// reservedHosts are parts of hosts that stand for another one.
var reservedHosts = []string{
	"example", "your", "myhost", "mydomain", "domain.", "company.", "acme.", "test", "invalid", "placeholder", "foo.", "bar.", "local", "internal", ".lan", ".svc", ".home", "docker", "1.2.3.4",
	// These are kept for manuals (RFC 5737, RFC 3849).
	"192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:",
}

func openHost(host string) bool {
	host = strings.ToLower(hostname(host))
	return reachOf(host) == publicHost && !hasAny(host, reservedHosts...) && (strings.Contains(host, ":") || onlyOf(host, lowerAlpha+digits+"-."))
}

// givenOut reports whether the servers of a host are known by a secret part of their address alone.
func givenOut(host string) bool {
	name, _, _ := strings.Cut(strings.ToLower(host), ":")
	return isBelow(name, "zapier.com", "make.com", "activepieces.com", "pipedream.net")
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
			f.add(w, key, at, moved(f.judge(key, w.text[m[4]:m[5]]), m[4]))
		}
	}
}
