package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

const hidden = "[secret]"

// conceal writes every secret as [secret], and of the address of the server what may hold one.
func (o Options) conceal(s string) string {
	words := o.secrets()
	if u, err := url.Parse(o.URL); err == nil && len(u.Path) > 8 {
		words = append(words, u.Path)
	}
	for _, secret := range words {
		s = strings.ReplaceAll(s, secret, hidden)
	}
	return s
}

// secrets are the words to conceal, the longest first: those given, of "Bearer abc" also the last part, and what a URL asks with.
func (o Options) secrets() []string {
	words := slices.Clone(o.Secrets)
	for _, s := range o.Secrets {
		if _, token, ok := strings.Cut(s, " "); ok && len(token) >= 8 {
			words = append(words, token)
		}
	}
	if u, err := url.Parse(o.URL); err == nil {
		words = append(words, u.RawQuery)
		for _, values := range u.Query() {
			words = append(words, values...)
		}
	}
	words = slices.DeleteFunc(words, func(s string) bool { return len(s) < 4 })
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return words
}

// Leaks reports whether a fixture holds one of the secrets, which a server may have repeated.
func (o Options) Leaks(fixture []byte) bool {
	secrets := slices.DeleteFunc(o.secrets(), func(s string) bool { return len(s) < 8 })
	holds := func(text string) bool {
		return slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(text, s) })
	}
	if len(secrets) == 0 || holds(string(fixture)) {
		return len(secrets) > 0
	}
	// In strings it may stand in another spelling.
	for dec := json.NewDecoder(bytes.NewReader(fixture)); ; {
		token, err := dec.Token()
		if s, ok := token.(string); ok && holds(s) || err != nil {
			return err == nil
		}
	}
}

func (o Options) veil(err error) error {
	text := o.conceal(err.Error())
	var failed *ServerError
	if errors.As(err, &failed) {
		veiled := *failed
		veiled.text = text
		return &veiled
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

// inherited are the variables that every server gets: those that SDKs pass on, and those for text and temporary files. None is a secret.
func inherited() []string {
	return []string{
		"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
		"APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES", "SYSTEMDRIVE",
		"SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
	}
}

// Environ makes the environment of a server: what every program needs, and what is given as NAME, which is passed on, or NAME=VALUE. lookup
// finds a variable. The values of what is given are the secrets.
func Environ(lookup func(string) string, given []string) (env, secrets []string, err error) {
	for _, name := range inherited() {
		// Functions of shells travel as variables.
		if v := lookup(name); v != "" && !strings.HasPrefix(v, "()") {
			env = append(env, name+"="+v)
		}
	}
	for _, g := range given {
		name, value, ok := strings.Cut(g, "=")
		switch {
		case name == "" || strings.ContainsRune(g, 0):
			return nil, nil, fmt.Errorf("an environment variable takes NAME or NAME=VALUE")
		case !ok:
			if value = lookup(name); value == "" {
				return nil, nil, fmt.Errorf("the environment variable %s is not set", name)
			}
		}
		env, secrets = append(env, name+"="+value), append(secrets, value)
	}
	return env, secrets, nil
}
