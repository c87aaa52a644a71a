package discover

import (
	"io"
	"path"

	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxLooked is the size up to which a file that is too large to be read is looked at all the same, to see whether it is worth a
	// word: most large files are data, and none of MCP's business. lookedBytes bounds all such files of one run.
	maxLooked   = 32 << 20
	lookedBytes = 512 << 20
)

// looker looks at files that are too large to be read. Only candidates whose turn it is are looked at, one after the other, so that which of
// them come within the bounds does not depend on what is read at the same time.
type looker struct{ used int64 }

// look returns all of a file that is too large to be read, or false where that cannot be had.
func (l *looker) look(f handle, c candidate) ([]byte, bool) {
	if !c.looking {
		return nil, false
	}
	info, err := f.Stat()
	if err != nil || info.Size() > min(maxLooked, lookedBytes-l.used) {
		return nil, false
	}
	l.used += info.Size()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, false
	}
	data, err := readOpen(f, maxLooked)
	return data, err == nil
}

// mayDefine reports whether a data file that is too large to be read may define something. It says so where that is not known.
func (l *looker) mayDefine(f handle, c candidate) bool {
	if isClientFile(path.Base(c.rel)) {
		return true
	}
	data, ok := l.look(f, c)
	if _, _, wide := utf16Order(data); !ok || wide {
		return true
	}
	return manifest.Candidate(source.NewFile(c.path, c.rel, data))
}
