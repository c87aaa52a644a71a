package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

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
