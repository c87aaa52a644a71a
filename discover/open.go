package discover

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// opened is a file of a tree that is read when it is first asked for something, or what Options.Overlay has in its place.
type opened struct {
	*job
	place
	file file
	info fs.FileInfo
	err  error
	// content is what the file holds, and size how much of it there was when it was opened.
	content io.ReaderAt
	size    int64
	head    []byte
	// large is set while the file holds a place among the large ones.
	large bool
}

func (o *opened) open() error {
	if o.file != nil || o.err != nil {
		return o.err
	}
	if o.file, o.err = o.tree.Open(o.rel); o.err != nil {
		return o.err
	}
	if o.info, o.err = o.file.Stat(); o.err != nil {
		return o.err
	}
	o.content, o.size = o.file, o.info.Size()
	if data, ok := o.overlay[o.tree.key(o.rel)]; ok {
		o.content, o.size = bytes.NewReader(data), int64(len(data))
	}
	return nil
}

func (o *opened) close() {
	if o.file != nil {
		_ = o.file.Close()
	}
	if o.large {
		<-o.parsing
	}
}

func (o *opened) isRegular() bool { return o.open() == nil && o.info.Mode().IsRegular() }

// beginning returns the first bytes of an ordinary file, as many as decide what it is.
func (o *opened) beginning() []byte {
	if o.head == nil && o.isRegular() {
		o.head = make([]byte, min(headBytes, max(o.size, 1)))
		n, _ := o.content.ReadAt(o.head, 0)
		o.head = o.head[:n]
	}
	return o.head
}

// maxPreamble is how much of a log is looked at for the first message of a session.
const maxPreamble = 1 << 20

// first returns so many of the first bytes of an ordinary file that is longer than its beginning, else nothing.
func (o *opened) first(limit int64) []byte {
	if !o.isRegular() || o.size <= headBytes {
		return nil
	}
	data := make([]byte, min(limit, o.size))
	n, _ := o.content.ReadAt(data, 0)
	return data[:n]
}

func (o *opened) read(limit int64) ([]byte, *Skip) {
	if o.open() != nil {
		return nil, skipOf(o.err, limit)
	}
	if !o.large && o.size >= largeParse {
		o.parsing <- struct{}{}
		o.large = true
	}
	data, err := readContent(o.content, o.info, o.size, limit)
	return data, skipOf(err, limit)
}

const (
	// maxLooked is the size up to which a file that is too large to be read is looked at all the same, to see whether it is worth a
	// word: most large files are data, and none of MCP's business. lookedBytes bounds all such files of one run.
	maxLooked   = 32 << 20
	lookedBytes = 512 << 20
)

// look returns a file that is too large to be read, or false. now is set when it is the turn of the file, so that the bounds hold in
// order.
func (o *opened) look(now bool) ([]byte, bool) {
	if !now || o.size > min(maxLooked, lookedBytes-o.looked) {
		return nil, false
	}
	o.looked += o.size
	data, err := readContent(o.content, o.info, o.size, maxLooked)
	return data, err == nil
}

var (
	errNotRegular = errors.New("it is not a regular file")
	errTooLarge   = errors.New("it is too large")
)

// readOpen reads an open file, having made sure that it is a regular one, which reading cannot block on.
func readOpen(f file, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readContent(f, info, info.Size(), limit)
}

// readContent reads what was so long when it was opened; it may grow or shrink meanwhile.
func readContent(r io.ReaderAt, info fs.FileInfo, size, limit int64) ([]byte, error) {
	switch {
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case size > limit:
		return nil, errTooLarge
	}
	var buf bytes.Buffer
	buf.Grow(int(size) + bytes.MinRead)
	_, err := buf.ReadFrom(io.NewSectionReader(r, 0, limit+1))
	if err == nil && int64(buf.Len()) > limit {
		err = errTooLarge
	}
	if err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// resolved returns an overlay by the paths that links lead to, as those of a tree are.
func resolved(overlay map[string][]byte) map[string][]byte {
	real := make(map[string][]byte, len(overlay))
	for name, data := range overlay {
		if target, err := filepath.EvalSymlinks(name); err == nil {
			name = target
		}
		real[filepath.Clean(name)] = data
	}
	return real
}

// skipOf says why a file was not read up to a limit, nil when it was.
func skipOf(err error, limit int64) *Skip {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errTooLarge):
		return &Skip{Reason: SkipTooLarge, Detail: fmt.Sprintf("the file is larger than %d bytes", limit)}
	case errors.Is(err, errNotRegular):
		return &Skip{Reason: SkipSpecial, Detail: "it is not a regular file"}
	}
	return &Skip{Reason: SkipUnreadable, Detail: "the file cannot be read: " + plainError(err)}
}

// firstLine is how many bytes of a script its interpreter is looked for in.
const firstLine = 256
