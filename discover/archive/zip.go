package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"strings"
)

func (u *unpacker) zip(r io.ReaderAt, size int64) error {
	directory, ok := directorySize(r, size)
	if !ok {
		return errDamaged
	}
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return errDamaged
	}
	for _, f := range z.File {
		directory -= int64(headerSize + len(f.Name) + len(f.Extra) + len(f.Comment))
	}
	if directory != 0 {
		// The reader stopped at a record that others read past.
		return errDamaged
	}
	for _, f := range z.File {
		if err := u.count(f.Name); err != nil {
			return err
		}
		name, wrong := cleanPath(f.Name)
		if other := unicodePath(f.Extra, f.Name); wrong == "" && other != f.Name {
			u.skip(name, Damaged, "it also has the name "+printable(other)+", which some programs use; it was read under the first name")
		}
		switch {
		case wrong != "":
			u.skip(printable(f.Name), Damaged, wrong)
		case name == "":
		case f.Flags&1 != 0:
			u.skip(name, Encrypted, "it is encrypted")
		case strings.HasSuffix(f.Name, "/"), strings.HasSuffix(f.Name, `\`) && f.UncompressedSize64 == 0:
			u.folder(name)
		case f.UncompressedSize64 > 1<<62:
			u.skip(name, Damaged, "its size is invalid")
		default:
			// Many programs ignore the type that its attributes give, and write a file.
			if f.Mode()&fs.ModeSymlink != 0 {
				u.skip(name, Link, "links in archives are not followed")
			}
			if err := u.zipped(f, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// zipped reads one file of a zip archive. Its errors do not affect other files.
func (u *unpacker) zipped(f *zip.File, name string) error {
	r, err := f.Open()
	if err == nil {
		err = u.file(name, int64(f.UncompressedSize64), countingReader{u, r}) //nolint:gosec // it was compared with 1<<62
		_ = r.Close()
	}
	var whole *Error
	switch {
	case errors.As(err, &whole):
		return err
	case errors.Is(err, zip.ErrAlgorithm):
		u.skip(name, Unsupported, "its compression method is not supported")
	case err != nil:
		u.skip(name, Damaged, "it is damaged")
	}
	return nil
}

// The sizes of the record of a file in the directory, of the record at the end, and of the two before it in a large archive.
const headerSize, endSize, end64Size, locatorSize = 46, 22, 56, 20

// directorySize returns the size of the directory at the end of a zip archive. ok is false unless the directory lies where its offset
// says and ends where the record of it begins: programs that go by the one or the other would read different directories.
func directorySize(r io.ReaderAt, size int64) (length int64, ok bool) {
	tail, at := zipEnd(r, size)
	if at < 0 {
		return 0, false
	}
	le := binary.LittleEndian
	end := tail[at:]
	stated := [...]uint64{uint64(le.Uint16(end[10:])), uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:]))}
	if large := at - end64Size - locatorSize; large >= 0 && bytes.HasPrefix(tail[large+end64Size:], []byte("PK\x06\x07")) {
		at, end = large, tail[large:]
		if !bytes.HasPrefix(end, []byte("PK\x06\x06")) || le.Uint64(end[end64Size+8:]) != uint64(size)-uint64(len(tail)-at) {
			return 0, false
		}
		for i, unknown := range [...]uint64{1<<16 - 1, 1<<32 - 1, 1<<32 - 1} {
			exact := le.Uint64(end[32+8*i:])
			if stated[i] != unknown && stated[i] != exact {
				return 0, false
			}
			stated[i] = exact
		}
	}
	length, offset := int64(stated[1]), int64(stated[2]) //nolint:gosec // negative values are refused
	return length, length >= 0 && offset >= 0 && length <= size && offset == size-int64(len(tail)-at)-length
}

// zipEnd returns the end of a file and where in it the record at the end of a zip archive begins, or -1.
func zipEnd(r io.ReaderAt, size int64) (tail []byte, at int) {
	const longest = endSize + 1<<16 - 1
	tail = make([]byte, min(size, longest+end64Size+locatorSize))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) || size < endSize {
		return nil, -1
	}
	return tail, bytes.LastIndex(tail[:len(tail)-endSize+4], []byte("PK\x05\x06"))
}

// endsAsZip reports whether a file is a zip archive for programs that look only at its end.
func endsAsZip(r io.ReaderAt, size int64) bool {
	tail, at := zipEnd(r, size)
	if at < 0 {
		return false
	}
	var mark [4]byte
	length := int64(binary.LittleEndian.Uint32(tail[at+12:]))
	_, err := r.ReadAt(mark[:], max(size-int64(len(tail)-at)-length, 0))
	large := at >= locatorSize && bytes.HasPrefix(tail[at-locatorSize:], []byte("PK\x06\x07"))
	return err == nil && string(mark[:]) == "PK\x01\x02" || large
}

// unicodePath returns the name that an extra field gives a file in place of its own, or its own.
func unicodePath(extra []byte, name string) string {
	const tag, before = 0x7075, 5
	for len(extra) >= 4 {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			break
		}
		if kind == tag && size > before && string(extra[before:size]) != name {
			return string(extra[before:size])
		}
		extra = extra[size:]
	}
	return name
}
