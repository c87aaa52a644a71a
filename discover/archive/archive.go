// Package archive holds the files of archives in memory, as a file system without links that nothing leads out of: packages, bundles
// that clients install, images of containers. Every byte of an archive is an attacker's, so that all of it is bounded, and what is left
// out is recorded.
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

// zips and tars are the extensions of archives, in lower case.
var (
	zips = wordset.Of(".zip .whl .mcpb .dxt .vsix .nupkg .jar")
	tars = wordset.Of(".tgz .tar .gem .crate .tbz .tbz2 .txz")
)

// IsBundle reports whether clients install a server from a file of that name.
func IsBundle(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".mcpb" || ext == ".dxt"
}

// HasName reports whether a file of that name should be an archive.
func HasName(name string) bool {
	low := strings.ToLower(name)
	ext := path.Ext(low)
	return zips[ext] || tars[ext] || strings.HasSuffix(strings.TrimSuffix(low, ext), ".tar")
}

const (
	// headBytes is how much of a file is held in any case: what it is shows there.
	headBytes = 8 << 10
	// smallBytes is the size up to which every file is held; above that, files that are no text and have no name that is read are not.
	smallBytes = 1 << 20
	// bombBytes and bombRatio bound what an archive may unpack to: more than both together is a bomb. Text seldom shrinks to a 50th.
	bombBytes, bombRatio = 64 << 20, 200
	// maxNames bounds the bytes of all names, maxSkips the skips that are listed.
	maxNames, maxSkips = 256 << 20, 10_000
)

// Limits bounds what is unpacked.
type Limits struct {
	// File bounds the size of one file that is held, Held that of all of them, Bytes what is unpacked, and Entries the number of entries.
	File, Held, Bytes int64
	Entries           int
	// Ended, when set, says why reading is to be given up. It is asked often.
	Ended func() error
}

// DefaultLimits are bounds for a machine of 4 GB.
func DefaultLimits() Limits {
	return Limits{File: 32 << 20, Held: 512 << 20, Bytes: 4 << 30, Entries: 1_000_000}
}

// Problem is why an entry was left out.
type Problem uint8

// The problems.
const (
	// Damaged is an entry whose name or content is not what an archive may hold.
	Damaged Problem = iota
	// Link is a link, which is not followed.
	Link
	// Special is neither a file, nor a folder, nor a link.
	Special
	// Encrypted cannot be read without a password.
	Encrypted
	// Unsupported is compressed in a way that is not read.
	Unsupported
	// Bounded is beyond Limits.
	Bounded
	// Ended is an archive that the time was over for.
	Ended
	// Foreign is a part of an image in which no server lives.
	Foreign
)

// Skip is an entry, or the archive when Path is "", that was left out.
type Skip struct {
	Path    string
	Problem Problem
	Detail  string
}

// Error is why an archive cannot be read as a whole.
type Error struct {
	Problem Problem
	words   string
}

func (e *Error) Error() string { return e.words }

func bounded(format string, args ...any) error { return &Error{Bounded, fmt.Sprintf(format, args...)} }

var errDamaged = &Error{Damaged, "the archive is damaged, or is not what its name says"}

// Read unpacks the archive r of so many bytes. wants reports whether a file of that name is read in any case.
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
	if isZip(head[:n]) {
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

// Is reports whether a file begins as an archive does that its name says it is.
func Is(name string, head []byte) bool {
	return HasName(name) && (isZip(head) || isTar(head) || compression(head) != "")
}

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

func isTar(head []byte) bool {
	const magic = 257
	return len(head) >= magic+5 && string(head[magic:magic+5]) == "ustar"
}
