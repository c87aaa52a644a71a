package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

// neighbourhood is what a launch says beside a password: people write passwords that guard nothing for databases on their own machine.
type neighbourhood struct {
	// local holds the first words of variables that say that a server is on this machine: MYSQL of MYSQL_HOST, "" of an argument.
	local map[string]bool
	// remote holds those that say that it is on another machine, and reaches is set when anything says so.
	remote  map[string]bool
	reaches bool
	// known are names that passwords are made of in examples, in lower case: of the server, of users and of databases.
	known []string
}

func surroundings(t detect.ToolView) neighbourhood {
	a := neighbourhood{local: map[string]bool{}, remote: map[string]bool{}}
	a.know(t.Name)
	for _, f := range t.Fields {
		name := entryName(f.Pointer)
		switch {
		case f.Role == detect.RoleEnv && loopback(f.Text):
			a.local[subject(name)] = true
		case f.Role == detect.RoleEnv && namesRemote(name, f.Text):
			a.remote[subject(name)], a.reaches = true, true
		case f.Role == detect.RoleArgument && !listening().MatchString(f.Text) &&
			loopback(strings.TrimLeft(f.Text[strings.IndexByte(f.Text, '=')+1:], `"'`)):
			a.local[""] = true
		}
		if f.Role == detect.RoleEnv && promised(name) == secret.Nothing {
			a.know(f.Text)
		}
	}
	return a
}

// listening is an argument that says where the server itself is reached.
var listening = lazy.Regexp(`(?i)^[^=]*(?:listen|bind)[^=]*=`)

// namesRemote reports whether a variable names another machine, by name or address.
func namesRemote(name, v string) bool {
	if len(v) > 2048 || open(strings.ReplaceAll(v, "://", "")) {
		return false
	}
	host := hostIn(v)
	if !strings.Contains(v, "://") {
		words := append([]string{""}, nameWords(name)...)
		if last := words[len(words)-1]; !strings.HasSuffix(last, "host") && !wordset.Has(last, "hostname", "server", "address", "endpoint", "domain",
			"url", "ip") {
			return false
		}
		host, _, _ = strings.Cut(v, ":")
		host, _, _ = strings.Cut(host, "/")
	}
	return strings.Contains(host, ".") && !strings.Contains(host, " ") && !onThisMachine(host) && !secret.Placeholder(host)
}

// here reports whether what a name speaks of is on this machine.
func (a *neighbourhood) here(name string) bool {
	s := subject(name)
	return a.local[s] || a.local[""] && !a.remote[s]
}

func (a *neighbourhood) know(name string) {
	if len(name) >= 3 && len(name) <= 32 && len(a.known) < maxKnown {
		a.known = append(a.known, strings.ToLower(name))
	}
}

// subject is the first word of the name of a variable, without what it promises: mysql of MYSQL_PASSWORD, pg of PGHOST.
func subject(name string) string {
	words := append(nameWords(name), "")
	return kindEnd().ReplaceAllString(words[0], "")
}

var kindEnd = lazy.Regexp(`(?:password|passwd|passphrase|pass|pwd|hostname|host|server|address|url|uri)$`)

func loopback(v string) bool {
	return len(v) <= 2048 && (onThisMachine(v) || onThisMachine(hostIn(v)) || onThisMachine(ipaddr.HostOf(v)))
}

func onThisMachine(host string) bool {
	if wordset.OnlyOf(host, wordset.Digits+".") && strings.Count(host, ".") < 3 {
		// 0 is this machine as well, and nearly always a number.
		return false
	}
	// Beside containers of a project, databases have no other names.
	return ipaddr.IsThisMachine(host) || wordset.Has(strings.ToLower(host), "db", "database", "postgres", "mysql", "mariadb", "redis", "mongo", "mongodb",
		"neo4j")
}

// isPassword reports whether the value of a variable that promises a password is one that somebody thought of and that guards something.
func (a *neighbourhood) isPassword(name, v string) bool {
	letters, low := len(asciiLetters().FindAllString(v, -1)), strings.ToLower(v)
	return len(v) >= minPassword && len(v) <= maxPassword && !a.here(name) && letters >= 3 && letters < len(v) &&
		!strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r >= 0x7f }) && (!strings.Contains(v, "_") || v != strings.ToUpper(v)) &&
		!secret.Placeholder(v) && !a.madeOf(strings.ToLower(name), low) && !a.madeOf(strings.ToLower(name), leet.Replace(low))
}

var asciiLetters = lazy.Regexp(`[A-Za-z]`)

// isKey reports whether a value is a password though its name promises a key: of letters, digits and a sign, for a server elsewhere.
func (a *neighbourhood) isKey(name, v string) bool {
	mixed := strings.ContainsAny(v, "!@#$%^&*?") && strings.ContainsAny(v, wordset.Digits) && v != strings.ToLower(v) && v != strings.ToUpper(v)
	return a.reaches && len(v) <= 24 && mixed && a.isPassword(name, v)
}

const affixes = "0123456789!#.-_*+?@$%&"

// madeOf reports whether what is left of a password without digits and signs at its ends is a filler, or a word that stands beside it.
func (a *neighbourhood) madeOf(name, low string) bool {
	base := strings.Trim(low, affixes)
	return len(base) < 3 || secret.Placeholder(base) || strings.Contains(name, base) || slices.ContainsFunc(a.known, func(k string) bool {
		return strings.Contains(k, base) || strings.Contains(base, k) && !ownPart(strings.Replace(low, k, "", 1))
	})
}

// ownPart reports whether what is left of a password without a word beside it would do as one: signs, or a number that is not a year.
func ownPart(rest string) bool {
	base := strings.Trim(rest, affixes)
	if len(base) < 4 || secret.Placeholder(base) {
		return false
	}
	return !wordset.OnlyOf(base, wordset.Lower) && strings.IndexAny(base, "0123456789!#+?@$%&*") > 0 || fourDigits().MatchString(rest) &&
		!wordset.HasAny(rest, "19", "20", "1234")
}

var fourDigits = lazy.Regexp(`(?s:\d.*){4}`)

// leet undoes the digits and signs that people write for letters.
var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")
