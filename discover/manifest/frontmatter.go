package manifest

import (
	"bytes"
	"path"

	"github.com/org/mcp-lint/discover/source"
)

// maxFront bounds front matter, which people write.
const maxFront = 64 << 10

// FrontMatter returns the YAML between two lines of --- at the beginning of a text, with the first of these, when it configures servers; else nil.
// It is a beginning of data, so that offsets are the same.
func FrontMatter(data []byte) []byte {
	text := bytes.TrimPrefix(data[:min(len(data), maxFront)], []byte("\xEF\xBB\xBF"))
	if !bytes.HasPrefix(text, []byte("---\n")) && !bytes.HasPrefix(text, []byte("---\r\n")) {
		return nil
	}
	end := bytes.Index(text, []byte("\n---"))
	if end < 0 || !bytes.Contains(text[:end], []byte("\nmcpServers:")) {
		return nil
	}
	return data[:len(data)-len(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))+end+1]
}

// isFrontMatter reports whether a file is what FrontMatter has left of one.
func isFrontMatter(f *source.File) bool {
	return path.Ext(f.Path) == ".md" && bytes.Equal(FrontMatter(append(bytes.Clone(f.Data[:min(len(f.Data), maxFront)]), "---\n"...)), f.Data)
}
