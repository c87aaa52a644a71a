// Package archive unpacks packages, bundles and container images into memory, as a file system without links that cannot be left. Archives
// are untrusted, so everything is bounded, and what is left out is recorded.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

// zips and tars are file extensions in lower case.
var (
	zips = wordset.Of(".zip .whl .mcpb .dxt .vsix .nupkg .jar")
	tars = wordset.Of(".tgz .tar .gem .crate .tbz .tbz2 .txz")
)

// IsBundle reports whether clients install servers from files with that name.
func IsBundle(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".mcpb" || ext == ".dxt"
}

// HasName reports whether a file name is that of an archive.
func HasName(name string) bool {
	low := strings.ToLower(name)
	ext := path.Ext(low)
	return zips[ext] || tars[ext] || strings.HasSuffix(strings.TrimSuffix(low, ext), ".tar")
}

const (
	// headBytes is how much of every file is kept, to recognise its content.
	headBytes = 8 << 10
	// smallBytes is the size up to which every file is kept whole; larger ones are kept if they are text or have a wanted name.
	smallBytes = 1 << 20
	// An archive is a bomb if it unpacks to more than bombBytes and to more than bombRatio times its size. Text seldom compresses to a
	// 50th.
	bombBytes, bombRatio = 64 << 20, 200
	// maxNames bounds the total bytes of all names, maxSkips the skips listed.
	maxNames, maxSkips = 256 << 20, 10_000
)

// Limits bounds what is unpacked.
type Limits struct {
	// File is the maximum size of a file that is kept, Held of all of them, Bytes of everything unpacked; Entries is the maximum number of
	// entries.
	File, Held, Bytes int64
	Entries           int
	// Ended, if set, is called often and returns an error when unpacking should stop.
	Ended func() error
}

// DefaultLimits suit a machine with 4 GB of memory.
func DefaultLimits() Limits {
	return Limits{File: 32 << 20, Held: 512 << 20, Bytes: 4 << 30, Entries: 1_000_000}
}

// Problem is why an entry was left out.
type Problem uint8

// The problems.
const (
	// Damaged is an entry with an invalid name or content.
	Damaged Problem = iota
	// Link is a link, which is not followed.
	Link
	// Special is neither a file, a folder nor a link.
	Special
	// Encrypted needs a password.
	Encrypted
	// Unsupported uses an unknown compression.
	Unsupported
	// Bounded exceeds Limits.
	Bounded
	// Ended was stopped by Limits.Ended.
	Ended
	// Foreign is a part of an image that holds no server.
	Foreign
)

// Skip is an entry that was left out, or the whole archive when Path is "".
type Skip struct {
	Path    string
	Problem Problem
	Detail  string
}

// Error is why an archive cannot be read at all.
type Error struct {
	Problem Problem
	words   string
}

func (e *Error) Error() string { return e.words }

func bounded(format string, args ...any) error { return &Error{Bounded, fmt.Sprintf(format, args...)} }

var errDamaged = &Error{Damaged, "the archive is damaged, or is not what its name says"}

// Read unpacks the archive r of size bytes. wants reports whether a file name is kept whatever its content.
func Read(r io.ReaderAt, size int64, limits Limits, wants func(name string) bool) (*Tree, error) {
	u := &unpacker{Tree: newTree(), limits: limits, wants: wants, source: size}
	err := u.unpack(r, size)
	u.finish()
	return u.Tree, err
}

func (u *unpacker) unpack(r io.ReaderAt, size int64) error {
	head := make([]byte, min(size, headBytes))
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case isZip(head[:n]) && isTar(head[:n]), compression(head[:n]) != "" && endsAsZip(r, size):
		// It is archives of two kinds, and the programs that install it choose.
		return errDamaged
	case isZip(head[:n]):
		return u.zip(r, size)
	}
	in := io.NewSectionReader(r, 0, size)
	if isTar(head[:n]) {
		if image, err := openImage(in); image != nil || err != nil {
			if err == nil {
				err = u.image(image)
			}
			return err
		}
	}
	stream, err := decompress(in)
	if err != nil {
		return err
	}
	return u.tar(stream, u.entry)
}

// Is reports whether the first bytes of a file match the archive type of its name. Programs look for a zip archive at the end of the file,
// so other files of such a name may hold one, too.
func Is(name string, head []byte) bool {
	return HasName(name) && (isZip(head) || !zips[strings.ToLower(path.Ext(name))] && (isTar(head) || compression(head) != ""))
}

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

func isTar(head []byte) bool {
	const magic = 257
	return len(head) >= magic+5 && string(head[magic:magic+5]) == "ustar"
}
