package launch

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
)

// maxShownName bounds the name of a variable, header or flag in a detail.
const maxShownName = 48

// detail says what a credential is and what to write in its place.
func (f *finder) detail(c credential) string {
	var b strings.Builder
	b.WriteString("a credential (" + strings.ReplaceAll(c.rule, "-", " "))
	if c.checked {
		b.WriteString(" whose checksum holds, so that it was really issued")
	}
	b.WriteString(") is written out")
	if name := shownName(c.name); name != "" {
		b.WriteString(" as the value of " + name)
	}
	return b.String() + "; revoke it and " + f.instead(c)
}

// shownName is a name that is fit to be shown: one that is no credential itself.
func shownName(name string) string {
	if name == "" || len(name) > maxShownName || len(secret.Find(name)) > 0 {
		return ""
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; !isAlnum(c) && c != '_' && c != '-' && c != '.' {
			return ""
		}
	}
	return name
}

// variableFor is the name of a variable for what has another name: ACCESS_TOKEN for --access-token.
func variableFor(c credential) string {
	name := shownName(c.name)
	switch strings.ToLower(name) {
	case "", "authorization", "key", "code", "u", "user", "token", "auth", "cookie":
		return "API_TOKEN"
	}
	return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
}

// instead is what to write in place of a credential, in the words of the client that reads the file.
func (f *finder) instead(c credential) string {
	if f.t.Kind == detect.KindSettings {
		return "set it in the environment that the client is started from"
	}
	client, file := f.t.Context.StringAt("client"), "/"+f.t.Context.StringAt("file")
	name := variableFor(c)
	in := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(file, p) {
				return true
			}
		}
		return false
	}
	switch {
	case client == "server.json":
		return "declare it with \"isSecret\": true and no value, so that clients ask for it"
	case client == "codex" || in("/.codex/"):
		switch c.at {
		case inHeader:
			return "name a variable in bearer_token_env_var or env_http_headers"
		case inEnv:
			return "list its name in env_vars = [\"" + name + "\"]"
		}
	case client == "opencode":
		return "write {env:" + name + "}"
	case client == "mcpb":
		return "write ${user_config." + strings.ToLower(name) + "} with \"sensitive\": true"
	case client == "smithery":
		return "take it from the configuration that people are asked for"
	case client == "docker" || client == "toolhive":
		return "declare it under the secrets of the server"
	case client == "goose":
		return "list its name in env_keys"
	case client == "vscode" || in("/.vscode/"):
		return "write ${input:" + strings.ToLower(strings.ReplaceAll(name, "_", "-")) + "} with an input of \"password\": true"
	case client == "continue":
		return "write ${{ secrets." + name + " }}"
	case in("/.cursor/", "/.roo/", "/.windsurf/", "/.codeium/", "/.amazonq/"):
		return "write ${env:" + name + "}"
	case in("/.gemini/") || path.Base(file) == "gemini-extension.json":
		return "write $" + name
	case in("/.claude", "/.kiro/") || path.Base(file) == ".mcp.json" || client == "plugin":
		return "write ${" + name + "}"
	}
	return "let the server read it from the environment (" + name + ")"
}
