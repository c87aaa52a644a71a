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
	host := ipaddr.HostIn(v)
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
	return len(v) <= 2048 && (onThisMachine(v) || onThisMachine(ipaddr.HostIn(v)) || onThisMachine(ipaddr.HostOf(v)))
}

func onThisMachine(host string) bool {
	if wordset.OnlyOf(host, wordset.Digits+".") && strings.Count(host, ".") < 3 {
		// 0 is this machine as well, and nearly always a number.
		return false
	}
	// Beside containers of a project, databases have no other names.
	return ipaddr.IsThisMachine(host) ||
		wordset.Has(strings.ToLower(host), "db", "database", "postgres", "mysql", "mariadb", "redis", "mongo", "mongodb", "neo4j")
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

const (
	// chosen is the confidence of a password that a person thought of.
	chosen = 0.45
)

// judge returns the credentials in a value, which has a name.
func (f *finder) judge(name, value string) []secret.Match {
	from, to := bareValue(value)
	if start, end, inner := fallback(value[from:to]); end > start {
		// The variable that it stands for says as much as the one that is set.
		if promised(name) == secret.Nothing {
			name = inner
		}
		return shifted(f.judge(name, value[from+start:from+end]), from+start)
	}
	found := f.formed(name, value)
	p, v := promised(name), value[from:to]
	if p == secret.Nothing || len(found) > 0 && !f.redacting || open(v) {
		return found
	}
	return append(found, shifted(f.hidden(p, v, f.look(p, name, v)), from)...)
}

// formed returns the credentials in a value that have a form of their own, or the length of a service in the name.
func (f *finder) formed(name, value string) []secret.Match {
	public := secret.Published(name, nameWords(name))
	found := secret.Find(value)
	if !public {
		found = secret.FindNamed(name, value)
	}
	return slices.DeleteFunc(f.sure(found), func(m secret.Match) bool {
		// What has nothing but its name is judged by look, where more is known of names and of the text around.
		return m.Start == 0 && m.End == len(value) && (m.Rule == "generic-key" || m.Rule == "password") ||
			public && m.Rule == "google-api-key" || secret.Public(value[m.Start:m.End])
	})
}

// look judges a value by its look, for the name promises a credential, and by the text around.
func (f *finder) look(p secret.Kind, name, v string) []secret.Match {
	all, ok := secret.Look(p, v)
	outright := secret.Outright(nameWords(name))
	switch {
	case ok:
	case p == secret.Mnemonic || secret.Public(v):
		return nil
	case secret.MixedLetters(v) && !f.around.here(name) && (p == secret.Password || outright):
	case p == secret.Password && f.around.isPassword(name, v), p == secret.Key && outright && f.around.isKey(name, v):
		all.Rule, all.Confidence = "password", chosen
	default:
		return nil
	}
	return []secret.Match{all}
}

// sure is what the check sees in a text, or what must be hidden of it.
func (f *finder) sure(found []secret.Match) []secret.Match {
	if f.redacting {
		return found
	}
	return secret.Sure(found)
}

func shifted(found []secret.Match, by int) []secret.Match {
	for i := range found {
		found[i].Start, found[i].End = found[i].Start+by, found[i].End+by
	}
	return found
}

// bareValue is the value without blanks, quotes and the authentication scheme around it.
func bareValue(v string) (from, to int) {
	const around = " \t\r\n\"'"
	from = len(v) - len(strings.TrimLeft(v, around))
	to = from + len(strings.Trim(v, around))
	if m := schemeOf().FindStringSubmatchIndex(v[from:to]); m != nil {
		from += m[2]
	}
	return from, to
}

// schemeOf is the authentication scheme in front of one word.
var schemeOf = lazy.Regexp(`^(?i:bearer|token|bot|apikey|api-key|key|apitoken|personal|genie-key|ssws|pve) ([^ ]+)$`)

// open reports whether a value stands for something that is filled in elsewhere, or names the place where it is kept.
func open(v string) bool {
	return filledIn().MatchString(v) || len(v) == len("0x")+40 && strings.HasPrefix(v, "0x") // The address of an account or contract.
}

var filledIn = lazy.Regexp("[<>\\[\\]{}\u2026\u2022]|\\$\\(|\\*\\*\\*|\\.\\.\\.|://|^\\$\\w|^(?s:%.*%)$|^%$|^(?s:!.* )|^(?s:@.*[ " +
	".])|^(?:\\.{0,2}/|~[/\\\\]|ENC\\(|projects/)|" +
	"^(?:env|file|vault|secrets?|keychain|ssm|arn|kms|keyring|pass|sops|op|bw):|^(?s:.:[/\\\\])")

// fallback finds the value that is taken when a variable is not set, and the name of the variable: ${NAME:-value}.
func fallback(v string) (from, to int, name string) {
	if !strings.HasPrefix(v, "${") || strings.IndexByte(v, '}') != len(v)-1 {
		return 0, 0, ""
	}
	if i := strings.IndexByte(v, '-'); i > 0 && (v[i-1] == ':' || wordset.IsAlnum(v[i-1])) && len(nameWords(v[2:i])) > 0 {
		return i + 1, len(v) - 1, strings.TrimPrefix(strings.TrimRight(v[2:i], ":"), "env:")
	}
	return 0, 0, ""
}
