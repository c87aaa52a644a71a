package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect/secret"
)

type passwordOption struct {
	// flag is the option; glued is set when the password stands in the same word, alone when it may stand in the next one.
	flag         string
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
		switch {
		case !ok || w.field < 0:
			if name == "sshpass" && !strings.HasPrefix(w.text, "-") {
				return
			}
		case v == "" && o.alone && i+1 < len(c.args) && c.args[i+1].field >= 0:
			f.password(name, c.args[i+1], 0)
			if name == "sshpass" {
				return
			}
		case v != "" && o.glued:
			f.password(name, w, len(o.flag))
		}
	}
}

// password looks at what a program is given as a password from byte from of a word on.
func (f *finder) password(program string, w word, from int) {
	v := w.text[from:]
	if open(v) || plainWord(v) || len(v) < minHidden {
		return
	}
	switch {
	case random(v):
		f.mark(w, program+"-password", anywhere, "password", from, len(w.text), secret.Named)
	case f.generous || f.around.isPassword(program+"_password", v):
		f.mark(w, program+"-password", anywhere, "password", from, len(w.text), chosen)
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

// members looks at the names and values of JSON objects in a word, also those that are escaped once.
func (f *finder) members(w word, at place) {
	s := w.text
	if len(s) > maxHidden || strings.IndexByte(s, '{') < 0 || strings.IndexByte(s, '"') < 0 {
		return
	}
	for i := 0; i < len(s); {
		name, next, ok := quoted(s, i)
		if !ok {
			return
		}
		i = next
		rest := strings.TrimLeft(s[next:], " :")
		colon := len(s) - len(rest)
		if !strings.Contains(s[next:colon], ":") || !strings.HasPrefix(strings.TrimPrefix(rest, `\`), `"`) {
			continue
		}
		value, end, ok := quoted(s, colon)
		if !ok {
			return
		}
		i = end
		if name.to-name.from <= maxName {
			key := s[name.from:name.to]
			f.add(w, key, at, moved(f.judge(key, s[value.from:value.to]), value.from))
		}
	}
}

// stretch is the bytes [from, to) of a text.
type stretch struct{ from, to int }

// quoted finds the next text between double quotes, which may be escaped, from byte i on, and what follows it.
func quoted(s string, i int) (inner stretch, next int, ok bool) {
	at := strings.IndexByte(s[i:], '"')
	if at < 0 {
		return stretch{}, 0, false
	}
	at += i
	escaped := at > 0 && s[at-1] == '\\'
	for end := at + 1; end < len(s); end++ {
		switch {
		case s[end] == '"':
			return stretch{at + 1, end}, end + 1, true
		case s[end] != '\\':
		case escaped && end+1 < len(s) && s[end+1] == '"':
			return stretch{at + 1, end}, end + 2, true
		default:
			end++
		}
	}
	return stretch{}, 0, false
}
