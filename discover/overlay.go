package discover

import (
	"bytes"
	"io/fs"
	"path/filepath"
)

// memory is a file whose content is in memory. All else is that of the stored file, which is held open.
type memory struct {
	handle
	content *bytes.Reader
}

// memoryInfo is that of a stored file with the size of what counts as its content.
type memoryInfo struct {
	fs.FileInfo
	size int64
}

// overlaid returns a stored file, or what stands in its place.
func overlaid(f handle, overlay map[string][]byte, key string) handle {
	data, ok := overlay[key]
	if !ok {
		return f
	}
	return &memory{f, bytes.NewReader(data)}
}

// resolved returns an overlay by the paths that links lead to, as those of a tree are.
func resolved(overlay map[string][]byte) map[string][]byte {
	if len(overlay) == 0 {
		return nil
	}
	real := make(map[string][]byte, len(overlay))
	for name, data := range overlay {
		if target, err := filepath.EvalSymlinks(name); err == nil {
			name = target
		}
		real[filepath.Clean(name)] = data
	}
	return real
}

func (m *memory) Read(p []byte) (int, error)                   { return m.content.Read(p) }
func (m *memory) ReadAt(p []byte, off int64) (int, error)      { return m.content.ReadAt(p, off) }
func (m *memory) Seek(offset int64, whence int) (int64, error) { return m.content.Seek(offset, whence) }

func (m *memory) Stat() (fs.FileInfo, error) {
	info, err := m.handle.Stat()
	if err != nil {
		return nil, err
	}
	return memoryInfo{info, m.content.Size()}, nil
}

func (i memoryInfo) Size() int64 { return i.size }
