package record

import (
	"fmt"
	"strings"
)

// inherited are the variables that a server gets without being asked: those that the SDKs' clients pass on, and those that programs need to
// write text and temporary files. None holds a secret.
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
