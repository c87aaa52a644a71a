package mcpserver

import "encoding/json"

// object is a JSON object whose members are not read yet.
type object map[string]json.RawMessage

// has reports whether an object has one of some members.
func (o object) has(names ...string) bool {
	for _, name := range names {
		if _, ok := o[name]; ok {
			return true
		}
	}
	return false
}

// definition reports whether an object is a definition and nothing that holds some, or that installs a server.
func (o object) definition() bool {
	return o.has("name", "uri", "uriTemplate") && !o.has("tools", "prompts", "resources", "resourceTemplates", "instructions", "server", "servers",
		"mcpServers", "packages", "remotes", "command", "manifest_version", "dxt_version", "method", "result", "function")
}

// kindOf returns the name of the list that some definitions belong in.
func kindOf(list []object) string {
	all := func(is func(o object) bool) bool {
		for _, o := range list {
			if !is(o) {
				return false
			}
		}
		return len(list) > 0
	}
	switch {
	case all(func(o object) bool { return o.has("uriTemplate") }):
		return "resourceTemplates"
	case all(func(o object) bool { return o.has("uri") }):
		return "resources"
	case all(func(o object) bool {
		return len(o["arguments"]) > 0 && o["arguments"][0] == '[' && !o.has("inputSchema")
	}):
		return "prompts"
	}
	return "tools"
}
