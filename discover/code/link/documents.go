package link

import (
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

// Code may load its definitions from a document: json.load(open("tools.json")), import defs from "./tools.json". It is then read again with
// the values of the document in the place of the call; their texts keep their positions.

// DocumentParser returns what a file holds as JSON, YAML or TOML, or nil.
type DocumentParser func(f *source.File) *source.Node

// maxLoaded bounds the bytes of all documents that the code of a run loads, each counted as often as it is loaded.
const maxLoaded = 16 << 20

// addDocuments reads those modules again that load documents, with these.
func (l *linker) addDocuments(parse DocumentParser) {
	if l.read == nil || parse == nil {
		return
	}
	parsed := map[*source.File]*source.Node{}
	left := maxLoaded
	for _, m := range l.modules {
		var loads []string
		given := map[string]*source.Node{}
		for _, name := range m.Wants {
			f := l.read(m.File, name)
			if f == nil || len(f.Data) > left {
				continue
			}
			left -= len(f.Data)
			n, ok := parsed[f]
			if !ok {
				if n = parse(f); n != nil && static.CountNodes(n, 0) > static.MaxDocumentNodes {
					n = nil
				}
				parsed[f] = n
			}
			if n != nil {
				given[name] = n
				loads = append(loads, f.Rel)
			}
		}
		if len(given) > 0 {
			m.how.Documents, m.Loads = given, loads
			m.readAgain()
		}
	}
}
