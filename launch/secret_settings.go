package launch

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
)

// other looks at what clients write in their own words: permissions, hooks, programs that make headers, and settings of servers.
func (f *finder) other(w word, pointer string) {
	if strings.HasPrefix(pointer, "/enabledMcpjsonServers") {
		return
	}
	name := f.memberName(pointer)
	if strings.HasPrefix(pointer, "/inputs/") && !f.generous {
		// What has a form of its own secret.embedded tells, in the text of the file.
		if len(sure(secret.Find(w.text))) == 0 && detect.LastPointerName(pointer) == "default" {
			f.named(name, w, inText)
		}
		return
	}
	f.named(name, w, inText)
	if !strings.Contains(w.text, " ") {
		return
	}
	if open := strings.IndexByte(w.text, '('); open > 0 && strings.HasSuffix(w.text, ")") && !strings.Contains(w.text[:open], " ") {
		w = word{text: w.text[open+1 : len(w.text)-1], field: w.field, start: w.start + open + 1, end: w.end - 1}
	}
	p := splitter{t: f.t, dialect: posix}
	p.add(w)
	for _, c := range p.commands() {
		f.words(c.words, inText)
	}
}

// memberName is the name of what stands at a JSON pointer: of an item of a list that of the list, of the value or default of a named item
// the name of the item.
func (f *finder) memberName(pointer string) string {
	for {
		name := detect.LastPointerName(pointer)
		i := strings.LastIndexByte(pointer, '/')
		switch {
		case i < 0:
			return name
		case name == "value" || name == "default":
			if item := f.t.Definition.At(pointer[:i]); item != nil {
				for _, key := range [...]string{"name", "id", "key"} {
					if n := item.Get(key); n != nil && n.Kind == detect.NodeString {
						return n.Text
					}
				}
			}
			return name
		case strings.Trim(name, "0123456789") != "":
			return name
		}
		pointer = pointer[:i]
	}
}
