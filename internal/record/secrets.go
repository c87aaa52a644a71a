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

const redacted = "[secret]"

// redact replaces every secret with [secret], and the parts of the URL that may contain one.
func (o Options) redact(s string) string {
	words := o.secrets()
	if u, err := url.Parse(o.URL); err == nil && len(u.Path) > 8 {
		words = append(words, u.Path)
	}
	for _, secret := range words {
		s = strings.ReplaceAll(s, secret, redacted)
	}
	return s
}

// secrets are the words to redact, longest first: the given ones, the token of "Bearer TOKEN", and the query of the URL.
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

// Leaks reports whether a fixture contains a secret, which a server may have echoed.
func (o Options) Leaks(fixture []byte) bool {
	secrets := slices.DeleteFunc(o.secrets(), func(s string) bool { return len(s) < 8 })
	holds := func(text string) bool {
		return slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(text, s) })
	}
	if len(secrets) == 0 || holds(string(fixture)) {
		return len(secrets) > 0
	}
	// Strings may contain it in escaped form.
	for dec := json.NewDecoder(bytes.NewReader(fixture)); ; {
		token, err := dec.Token()
		if s, ok := token.(string); ok && holds(s) || err != nil {
			return err == nil
		}
	}
}

func (o Options) redactError(err error) error {
	text := o.redact(err.Error())
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

// inherited are the variables that every server gets: those that SDKs pass on, locale and temporary folders. None is a secret.
func inherited() []string {
	return []string{
		"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
		"APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES", "SYSTEMDRIVE",
		"SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
	}
}

// Environ returns the environment of a server: the variables that every program needs, and the given ones, as NAME to pass on or NAME=VALUE.
// The values of the given ones are the secrets.
func Environ(lookup func(string) string, given []string) (env, secrets []string, err error) {
	for _, name := range inherited() {
		// Shells export functions as variables.
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
