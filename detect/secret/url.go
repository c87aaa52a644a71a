package secret

import "strings"

const (
	// maxUserinfo bounds the user and password of a URL.
	maxUserinfo = 512
	// maxScheme bounds its scheme.
	maxScheme = 24
)

// databaseSchemes name the rule of a URL by its scheme.
var databaseSchemes = map[string]string{
	"postgres": "postgres-url", "postgresql": "postgres-url", "mysql": "mysql-url", "mysql2": "mysql-url", "mariadb": "mysql-url",
	"mongodb": "mongodb-url", "redis": "redis-url", "rediss": "redis-url", "amqp": "amqp-url", "amqps": "amqp-url", "mssql": "mssql-url", "sqlserver": "mssql-url",
	"clickhouse": "clickhouse-url", "cockroachdb": "postgres-url", "neo4j": "neo4j-url", "bolt": "neo4j-url", "cassandra": "cassandra-url", "couchdb": "couchdb-url", "mqtt": "mqtt-url", "mqtts": "mqtt-url", "nats": "nats-url", "kafka": "kafka-url", "snowflake": "snowflake-url",
	"ldap": "ldap-url", "ldaps": "ldap-url", "smtp": "smtp-url", "smtps": "smtp-url", "ftp": "ftp-url", "sftp": "ftp-url",
}

// weakPasswords are those of documentation and of fresh installations.
var weakPasswords = map[string]bool{
	"pass": true, "pwd": true, "pw": true, "root": true, "admin": true, "user": true, "username": true, "postgres": true, "mysql": true, "mongo": true,
	"redis": true, "guest": true, "minio": true, "minioadmin": true, "rabbitmq": true, "default": true, "hunter2": true, "letmein": true, "welcome": true,
	"p": true, "x": true, "x-oauth-basic": true, "x-access-token": true, "oauth2": true, "git": true, "anonymous": true, "bar": true, "foo": true, "baz": true, "abc": true,
	"s3cret": true, "s3cr3t": true, "p@ssw0rd": true, "passw0rd": true, "pa55word": true, "mypass": true, "key": true, "db": true, "dbpass": true,
}

// strongPassword is the length from which a mixed password looks generated.
const strongPassword = 14

// exampleHosts are names that cannot be somebody's server: the machine itself and RFC 2606.
var exampleHosts = []string{"localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal", "example.", ".example", "yourhost", "your-", "hostname", "myhost", "my-host", ".test", ".invalid", ".local"}

// findURLs looks for scheme://user:password@host.
func findURLs(all []Match, s string) []Match {
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return all
		}
		i += at
		at = i + 3
		start := i
		for start > 0 && i-start < maxScheme && (charset[s[start-1]]&alnum != 0 || s[start-1] == '+' || s[start-1] == '-') {
			start--
		}
		if m, ok := judgeURL(s, strings.ToLower(s[start:i]), at); ok {
			all = append(all, m)
		}
	}
}

// judgeURL decides on the user and password that start at from. An at sign may stand in the password, so the last one
// before the path counts.
func judgeURL(s, scheme string, from int) (Match, bool) {
	colon, sign := -1, -1
	end := from
	for ; end < len(s) && end-from < maxUserinfo; end++ {
		c := s[end]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("/\"'`<>(){},;\\|", c) >= 0 {
			break
		}
		if c == ':' && colon < 0 {
			colon = end
		}
		if c == '@' && colon >= 0 {
			sign = end
		}
	}
	if colon < 0 || sign < colon+2 {
		return Match{}, false
	}
	user, password, host := s[from:colon], s[colon+1:sign], strings.ToLower(s[sign+1:end])
	rule := databaseSchemes[strings.SplitN(scheme, "+", 2)[0]]
	if rule == "" {
		rule = "basic-auth-url"
	}
	low := strings.ToLower(password)
	if len(password) < 3 || weakPasswords[low] || low == strings.ToLower(user) || strings.ContainsAny(password, "$[]*%#") && !escaped(password) ||
		placeholderWord(low) || host == "" || host == "host" || strings.HasPrefix(host, "host:") {
		return Match{}, false
	}
	m := Match{Rule: rule, Start: colon + 1, End: sign, Confidence: Likely}
	switch {
	case strings.Count(host, ".") > 1 && strings.Contains(host, ".example") && len(password) >= strongPassword && entropy(password) >= 3.5 && kinds(password) >= 3:
		// The name of the host was changed for the reader; nobody makes up such a password to show the form.
		m.Confidence = 0.6
	case containsAny(host, exampleHosts):
		m.Confidence = Faint
	case !strings.ContainsAny(bareHost(host), ".[") && kinds(password) < 2 && databaseSchemes[strings.SplitN(scheme, "+", 2)[0]] != "":
		// A database of a network of containers, with a word as its password.
		m.Confidence = Faint
	case len(password) < minPassword && kinds(password) < 2:
		m.Confidence = Named - 0.1
	case entropy(password) >= 3 && kinds(password) >= 2:
		m.Confidence = 0.85
	}
	return m, true
}

// bareHost is a host without its port.
func bareHost(host string) string {
	name, _, _ := strings.Cut(host, ":")
	return name
}

// escaped reports whether the percent signs of a password are percent-encoding.
func escaped(p string) bool {
	for i := 0; i < len(p); i++ {
		if strings.IndexByte("$[]*#", p[i]) >= 0 {
			return false
		}
		if p[i] == '%' && (i+2 >= len(p) || charset[p[i+1]]&charset[p[i+2]]&anyHex == 0) {
			return false
		}
	}
	return true
}

// placeholderWord reports whether a lower-cased password is a filler or a typed sequence.
func placeholderWord(low string) bool {
	return containsAny(low, fillers) || sequence(low, 1) >= min(len(low), 4) && len(low) <= 8 || sequence(low, 1) >= maxSequence || entropy(low) < 1.5
}
