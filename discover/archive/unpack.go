package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

type unpacker struct {
	*Tree
	limits Limits
	wants  func(name string) bool
	// source is the size of the archive, read the bytes unpacked so far.
	source, read int64
	entries      int
	// names is the total bytes of entry names, more the number of unlisted skips.
	names, more int
}

func (u *unpacker) skip(name string, why Problem, detail string) {
	if len(u.Skips) >= maxSkips {
		u.more++
		return
	}
	u.Skips = append(u.Skips, Skip{name, why, detail})
}

func (u *unpacker) finish() {
	if u.more > 0 {
		u.Skips = append(u.Skips, Skip{"", Bounded, fmt.Sprintf("%d more entries were skipped", u.more)})
	}
}

// count counts an entry. Parent folders count as nodes.
func (u *unpacker) count(name string) error {
	u.entries++
	u.names += len(name)
	switch {
	case max(u.entries, len(u.nodes)) > u.limits.Entries:
		return bounded("it has more than %d entries", u.limits.Entries)
	case u.names > maxNames:
		return bounded("the names of its entries exceed %d bytes", maxNames)
	}
	return nil
}

// bound stops at the limits and at archive bombs.
func (u *unpacker) bound() error {
	if u.limits.Ended != nil {
		if err := u.limits.Ended(); err != nil {
			return &Error{Ended, err.Error()}
		}
	}
	switch {
	case u.read > bombBytes && u.read/bombRatio > u.source:
		return bounded("it is an archive bomb: it unpacks to more than %d times its size", bombRatio)
	case u.read > u.limits.Bytes:
		return bounded("it unpacks to more than %d bytes", u.limits.Bytes)
	}
	return nil
}

type countingReader struct {
	u *unpacker
	r io.Reader
}

func (c countingReader) Read(p []byte) (int, error) {
	// Check before reading: callers may ignore an error that comes with a full buffer.
	if err := c.u.bound(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.u.read += int64(n)
	return n, err
}

// file adds a file with as much of its content as should be kept.
func (u *unpacker) file(name string, size int64, r io.Reader) error {
	n, added, ok := u.add(name, false)
	if !ok {
		u.skip(name, Damaged, "the archive has both a file and a folder with this name")
		return nil
	}
	if !added {
		u.skip(name, Damaged, "the archive has several files with this name; the last one was read")
		u.held -= int64(len(n.data))
	}
	n.size, n.data = size, nil
	var data bytes.Buffer
	_, err := io.CopyN(&data, r, headBytes)
	most := min(u.limits.File, u.limits.Held-u.held)
	if err == nil && size <= most && (size <= smallBytes || u.wants(n.name) || isText(data.Bytes())) {
		_, err = io.CopyN(&data, r, most+1-headBytes)
		if int64(data.Len()) > most {
			data.Truncate(headBytes)
		}
	}
	if errors.Is(err, io.EOF) {
		// The size in the archive may be wrong.
		n.size, err = int64(data.Len()), nil
	}
	n.data = bytes.Clone(data.Bytes())
	n.size = max(n.size, int64(len(n.data)))
	u.held += int64(len(n.data))
	return err
}

// isText reports whether the first bytes may be text, UTF-16 included.
func isText(head []byte) bool {
	return bytes.IndexByte(head, 0) < 0 || bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
}

func (u *unpacker) folder(name string) {
	if _, _, ok := u.add(name, true); !ok {
		u.skip(name, Damaged, "the archive has both a file and a folder with this name")
	}
}

// tar calls each for the entries of a tar archive.
func (u *unpacker) tar(stream io.Reader, each func(h *tar.Header, r io.Reader) error) error {
	headers := &headerReader{Reader: countingReader{u, stream}}
	r := tar.NewReader(headers)
	for first := true; ; first = false {
		if !first {
			_, _ = io.Copy(io.Discard, r) // The rest of the last entry is not a header; Next reports its errors.
		}
		headers.recording, headers.data = true, headers.data[:0]
		h, err := r.Next()
		headers.recording = false
		var whole *Error
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &whole):
			return err
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			if first {
				return errDamaged
			}
			u.skip("", Damaged, fmt.Sprintf("the archive is damaged; nothing after entry %d was read", u.entries))
			return nil
		}
		if err := u.count(h.Name); err != nil {
			return err
		}
		if err := ambiguous(h); err != nil || headers.stacked() {
			return errDamaged
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		if err := each(h, r); errors.As(err, &whole) {
			return err
		} else if err != nil {
			u.skip(printable(h.Name), Damaged, "it is damaged, and nothing after it in the archive was read")
			return nil
		}
	}
}

// ambiguous returns an error for a header after which programs disagree on what the archive holds: one for all entries that gives them more
// than the comment of git archive, and one with a content that some programs pass over and others read as headers.
func ambiguous(h *tar.Header) error {
	_, comment := h.PAXRecords["comment"]
	switch {
	case h.Typeflag == tar.TypeXGlobalHeader && (len(h.PAXRecords) > 1 || len(h.PAXRecords) == 1 && !comment),
		h.Typeflag == tar.TypeReg && h.Size > 0 && strings.HasSuffix(h.Name, "/"),
		h.Typeflag == tar.TypeSymlink && h.Size > 0, h.Typeflag == tar.TypeLink && h.Size > 0, isSpecial(h) && h.Size > 0:
		return errDamaged
	}
	return nil
}

func isSpecial(h *tar.Header) bool {
	return h.Typeflag == tar.TypeChar || h.Typeflag == tar.TypeBlock || h.Typeflag == tar.TypeFifo
}

func (u *unpacker) entry(h *tar.Header, r io.Reader) error {
	name, wrong := cleanPath(h.Name)
	switch {
	case name == "" && wrong == "":
	case wrong != "":
		u.skip(printable(h.Name), Damaged, wrong)
	case h.Typeflag == tar.TypeDir:
		u.folder(name)
	case h.Typeflag == tar.TypeSymlink || h.Typeflag == tar.TypeLink:
		u.skip(name, Link, "links in archives are not followed")
	case isSpecial(h):
		u.skip(name, Special, "")
	default:
		u.noteTop(h.Name, name)
		// Installers write files of types that they do not know as well.
		return u.content(name, h, r)
	}
	return nil
}

// noteTop notes the first folder of a name as it is written, which is what npm drops, and that of the clean one if it is another.
func (u *unpacker) noteTop(written, clean string) {
	top, rest, ok := strings.Cut(written, "/")
	if !ok {
		return
	}
	u.tops[top] = true
	u.npm = u.npm || path.Clean("/"+rest) == "/package.json"
	if first, _, _ := strings.Cut(clean, "/"); top != "." {
		u.tops[first] = true
	}
}

// content reads a file of a tar archive.
func (u *unpacker) content(name string, h *tar.Header, r io.Reader) error {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			u.skip(name, Damaged, "it is stored as a file with holes, to which some programs give another name and content")
			break
		}
	}
	return u.file(name, h.Size, r)
}

// printable makes an invalid entry name printable.
func printable(name string) string {
	const most = 200
	return fmt.Sprintf("%.*q", most, name)
}

// compression detects the compression of a stream, or returns "".
func compression(head []byte) string {
	for _, c := range [...]struct{ magic, name string }{
		{"\x1f\x8b", "gzip"}, {"BZh", "bzip2"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"\xfd7zXZ", "xz"},
	} {
		if bytes.HasPrefix(head, []byte(c.magic)) {
			return c.name
		}
	}
	return ""
}

func decompress(r io.Reader) (io.Reader, error) {
	const buffered = 64 << 10
	b := bufio.NewReaderSize(r, buffered)
	head, _ := b.Peek(headBytes)
	switch c := compression(head); c {
	case "":
		return b, nil
	case "gzip":
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, errDamaged
		}
		return z, nil
	case "bzip2":
		return bzip2.NewReader(b), nil
	default:
		return nil, &Error{Unsupported, "it is compressed with " + c + ", which is not supported; unpack it and scan the folder"}
	}
}
