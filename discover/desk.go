package discover

import (
	"bytes"
	"io"
	"io/fs"
	"slices"
)

// desk is what one goroutine needs to read one file after another: the folders that it holds open and the memory that files are read
// into. Most files turn out to be of no interest; only of the others is a copy kept.
type desk struct {
	stair stair
	buf   []byte
	// file is the one that lies on the desk, or nil.
	file *opened
	// overlay is that of the walker.
	overlay map[string][]byte
	// large, when set, has room for those who read a large file; held is set while this desk does.
	large chan struct{}
	held  bool
}

// maxDeskBytes is how much memory a desk keeps for the next file.
const maxDeskBytes = 4 << 20

// handle is what is needed of a file that is open.
type handle interface {
	io.ReadSeekCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// opened is a file that is being read.
type opened struct {
	file handle
	err  error
	info fs.FileInfo
	head []byte
	seen bool
}

// open opens a file, once.
func (d *desk) open(c *candidate) *opened {
	if d.file == nil {
		o := &opened{}
		f, err := d.stair.open(c.tree, c.rel)
		if o.err = err; err == nil {
			o.file = f
			if len(d.overlay) > 0 {
				o.file = overlaid(f, d.overlay, c.tree.key(c.rel))
			}
			if o.info, o.err = o.file.Stat(); o.err != nil {
				_ = o.file.Close()
				o.file = nil
			}
		}
		d.file = o
	}
	return d.file
}

// rewind has the file on the desk read once more from its beginning.
func (d *desk) rewind() {
	if d.file != nil && d.file.err == nil {
		_, d.file.err = d.file.file.Seek(0, io.SeekStart)
	}
}

// clear closes the file.
func (d *desk) clear() {
	if d.file != nil && d.file.file != nil {
		_ = d.file.file.Close()
	}
	d.file = nil
	if d.held {
		<-d.large
		d.held = false
	}
	if cap(d.buf) > maxDeskBytes {
		d.buf = nil
	}
}

// close ends the work.
func (d *desk) close() {
	d.clear()
	d.stair.close()
}

// isRegular reports whether it is an ordinary file.
func (o *opened) isRegular() bool { return o.err == nil && o.info.Mode().IsRegular() }

// beginning returns the first bytes of an ordinary file, as many as decide what it is.
func (o *opened) beginning() []byte {
	if !o.seen && o.isRegular() {
		o.seen = true
		head := make([]byte, min(headBytes, max(o.info.Size(), 1)))
		n, _ := o.file.ReadAt(head, 0)
		o.head = head[:n]
	}
	return o.head
}

// load reads the file into the memory of the desk, up to a limit, or says why not. What it returns is overwritten by the next file.
func (d *desk) load(o *opened, limit int64) ([]byte, *Skip) {
	if d.large != nil && !d.held && o.info.Size() >= largeParse {
		d.large <- struct{}{}
		d.held = true
	}
	data, err := readInto(o.file, o.info, limit, d.buf)
	if cap(data) > cap(d.buf) {
		d.buf = data[:0]
	}
	return data, skipOf(err, limit)
}

// keep returns data, which load returned, in memory that no other file is read into.
func (d *desk) keep(data []byte) []byte {
	if cap(d.buf) > maxDeskBytes && len(data) >= cap(d.buf)/2 && &data[0] == &d.buf[:1][0] {
		// The desk would not keep it for the next file.
		d.buf = nil
		return slices.Clip(data)
	}
	return bytes.Clone(data)
}

// readInto reads a file, having made sure that it is a regular one, which reading cannot block on, into the memory of buf when there is
// enough of it. The file may grow or shrink meanwhile; what is read of it is read once.
func readInto(f io.Reader, info fs.FileInfo, limit int64, buf []byte) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	size := info.Size()
	if size > limit {
		return nil, errTooLarge
	}
	// Some room more, so that the end is found without growing.
	if buf = buf[:0]; int64(cap(buf)) <= size {
		buf = make([]byte, 0, int(size)+bytes.MinRead)
	}
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.Read(buf[len(buf):min(int64(cap(buf)), limit+1)])
		buf = buf[:len(buf)+n]
		switch {
		case int64(len(buf)) > limit:
			return nil, errTooLarge
		case err == io.EOF || err == nil && int64(len(buf)) == size && n > 0:
			// A read that ends where the file did when it was opened, with room left, has met the end.
			return buf, nil
		case err != nil:
			return nil, err
		}
	}
}
