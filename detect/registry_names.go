package detect

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
)

// serverIndex holds what the tools of one server are called and what their parameters are called, as keys of NameKey.
type serverIndex struct {
	name string
	// tools are the indexes of its tools.
	tools []int32

	toolsOnce, wordsOnce, parametersOnce sync.Once

	names      map[string]bool
	parameters map[string]bool
	// tails are what is left of the tools' names without their first words; families count the words names share.
	tails    map[string]bool
	families map[string]int
}

// NameKey is the form in which names are compared: lower case, without separators, so that getDocs, get-docs and get_docs
// are one name.
func NameKey(name string) string {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			var room keyRoom
			return string(appendKey(room[:0], name))
		}
	}
	return name
}

// keyRoom is room for the keys of most names: one that is only looked up is not made a string.
type keyRoom [64]byte

// appendKey appends NameKey of a name.
func appendKey(key []byte, name string) []byte {
	start := len(key)
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			key = append(key, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			key = append(key, c)
		case c >= 0x80:
			return append(key[:start], strings.Map(keyRune, name)...)
		}
	}
	return key
}

func keyRune(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		return r
	case r > 127 && nameRune(r):
		return unicode.ToLower(r)
	}
	return -1
}

// indexTools reads the names of the server's tools.
func (s *serverIndex) indexTools(tools []ToolView) {
	s.toolsOnce.Do(func() {
		s.names = make(map[string]bool, len(s.tools))
		for _, i := range s.tools {
			t := &tools[i]
			s.names[NameKey(t.Name)] = true
			if t.Title != "" {
				s.names[NameKey(t.Title)] = true
			}
		}
	})
}

// indexWords reads the words of the names.
func (s *serverIndex) indexWords(tools []ToolView) {
	s.wordsOnce.Do(func() {
		s.tails, s.families = map[string]bool{}, map[string]int{}
		for _, i := range s.tools {
			s.addWords(tools[i].Name)
		}
	})
}

// indexParameters reads the names and the allowed values of the parameters.
func (s *serverIndex) indexParameters(tools []ToolView) {
	s.parametersOnce.Do(func() {
		s.parameters = map[string]bool{}
		for _, i := range s.tools {
			fields := tools[i].Fields
			for k := range fields {
				switch f := &fields[k]; f.Role {
				case RoleParameterName, RoleEnum, RoleKey, RoleConst:
					var room keyRoom
					if key := appendKey(room[:0], f.Text); !s.parameters[string(key)] {
						s.parameters[string(key)] = true
					}
				}
			}
		}
	})
}

// addWords notes the words of a tool's name.
func (s *serverIndex) addWords(name string) {
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
	s := r.server(server)
	if s == nil {
		return false
	}
	s.indexWords(r.tools)
	var room keyRoom
	if s.tails[string(appendKey(room[:0], name))] {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	if len(words) < 2 {
		return false
	}
	for _, w := range words[:min(len(words), 8)] {
		if key := strings.TrimSuffix(NameKey(w), "s"); len(key) > 2 && s.families[key] >= 2 && !commonWord(key) {
			return true
		}
	}
	return false
}

// commonWord reports whether names of tools share the word by chance.
func commonWord(key string) bool {
	switch key {
	case "get", "list", "set", "add", "create", "delete", "update", "remove", "search", "find", "fetch", "read", "write", "send", "run",
		"execute", "query", "check", "open", "file", "acces", "statu", "message", "email", "data", "tool", "info", "status", "all", "user",
		"name", "text", "make", "call", "move", "copy":
		return true
	}
	return false
}

// Owns reports whether a tool of the server has that name or title, whatever its case and separators. A name that the
// server's own tools carry with a prefix in front, as clients show them (mcp_server_name, server__name), counts too.
func (r RegistryView) Owns(server, name string) bool {
	s := r.server(server)
	if s == nil {
		return false
	}
	s.indexTools(r.tools)
	const tool = "tool"
	var room keyRoom
	key := appendKey(room[:0], name)
	if s.names[string(key)] {
		return true
	}
	if cut, ok := bytes.CutSuffix(key, []byte(tool)); ok && s.names[string(cut)] {
		return true
	}
	return s.names[string(append(key, tool...))]
}

// HasParameter reports whether a tool of the server has a parameter, or an allowed value, of that name.
func (r RegistryView) HasParameter(server, name string) bool {
	s := r.server(server)
	if s == nil {
		return false
	}
	s.indexParameters(r.tools)
	var room keyRoom
	return s.parameters[string(appendKey(room[:0], name))]
}
