package detect

import (
	"strings"
	"unicode"
)

// serverNames holds what the tools of one server are called and what their parameters are called, as keys of NameKey.
type serverNames struct {
	tools      map[string]bool
	parameters map[string]bool
	// tails are what is left of the tools' names without their first words; families count the words names share.
	tails    map[string]bool
	families map[string]int
	count    int
}

// NameKey is the form in which names are compared: lower case, without separators, so that getDocs, get-docs and get_docs
// are one name.
func NameKey(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r > 127 && nameRune(r):
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

func indexServers(tools []ToolView) map[string]*serverNames {
	servers := map[string]*serverNames{}
	for i := range tools {
		t := &tools[i]
		s := servers[t.Server]
		if s == nil {
			s = &serverNames{tools: map[string]bool{}, parameters: map[string]bool{}, tails: map[string]bool{}, families: map[string]int{}}
			servers[t.Server] = s
		}
		s.count++
		s.tools[NameKey(t.Name)] = true
		s.addWords(t.Name)
		if t.Title != "" {
			s.tools[NameKey(t.Title)] = true
		}
		for k := range t.Fields {
			switch f := &t.Fields[k]; f.Role {
			case RoleParameterName, RoleEnum, RoleKey, RoleConst:
				s.parameters[NameKey(f.Text)] = true
			}
		}
	}
	return servers
}

// addWords notes the words of a tool's name.
func (s *serverNames) addWords(name string) {
	// Names have few words; more are an attack on the index.
	const most = 8
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == '/' || r == ':' })
	if len(words) > most {
		words = words[:most]
	}
	for i, w := range words {
		if i > 0 {
			s.tails[NameKey(strings.Join(words[i:], ""))] = true
		}
		s.families[strings.TrimSuffix(NameKey(w), "s")]++
	}
}

// Kin reports whether a name looks like that of a tool of the server that was not scanned: it is the rest of one of the
// server's names, or shares a word, not a common one, with at least two of them.
func (r RegistryView) Kin(server, name string) bool {
	s := r.servers[server]
	if s == nil {
		return false
	}
	if s.tails[NameKey(name)] {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	if len(words) < 2 {
		return false
	}
	for _, w := range words[:min(len(words), 8)] {
		if key := strings.TrimSuffix(NameKey(w), "s"); len(key) > 2 && s.families[key] >= 2 && !commonWord[key] {
			return true
		}
	}
	return false
}

// commonWord holds words that names of tools share by chance.
var commonWord = map[string]bool{
	"get": true, "list": true, "set": true, "add": true, "create": true, "delete": true, "update": true, "remove": true, "search": true,
	"find": true, "fetch": true, "read": true, "write": true, "send": true, "run": true, "execute": true, "query": true, "check": true,
	"open": true, "file": true, "acces": true, "statu": true, "message": true, "email": true, "data": true, "tool": true, "info": true, "status": true,
	"all": true, "user": true, "name": true, "text": true, "make": true, "call": true, "move": true, "copy": true,
}

// Owns reports whether a tool of the server has that name or title, whatever its case and separators. A name that the
// server's own tools carry with a prefix in front, as clients show them (mcp_server_name, server__name), counts too.
func (r RegistryView) Owns(server, name string) bool {
	s := r.servers[server]
	if s == nil {
		return false
	}
	key := NameKey(name)
	if s.tools[key] {
		return true
	}
	if cut, ok := strings.CutSuffix(key, "tool"); ok && s.tools[cut] {
		return true
	}
	return s.tools[key+"tool"]
}

// HasParameter reports whether a tool of the server has a parameter, or an allowed value, of that name.
func (r RegistryView) HasParameter(server, name string) bool {
	s := r.servers[server]
	return s != nil && s.parameters[NameKey(name)]
}

// ToolsOn returns the number of tools of the server.
func (r RegistryView) ToolsOn(server string) int {
	if s := r.servers[server]; s != nil {
		return s.count
	}
	return 0
}
