package manifest

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// FrontEnd returns where the front matter of a file ends: the offset of the second line of ---, of which the first begins the file. It is 0
// when there is none.
func FrontEnd(f *source.File) int {
	for at := f.BOM(); at < len(f.Data); {
		next := lineEnd(f.Data, at)
		first, mark := at == f.BOM(), string(bytes.TrimRight(f.Data[at:next], " \t\r\n")) == "---"
		if first && !mark {
			return 0
		}
		if mark && !first {
			return at
		}
		at = next
	}
	return 0
}

// parseFront reads front matter as YAML, and the messages that the text below holds.
func parseFront(f *source.File, log *problemLog) []*source.Node {
	docs := parseYAML(f, FrontEnd(f), log)
	if HoldsMessages(f.Data) {
		docs = append(docs, parseMessages(f, log)...)
	}
	return docs
}
