package gitread

import (
	"bufio"
	"context"
	"crypto/sha1" //nolint:gosec // Git names objects by it
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
)

// Commit is a commit by its ID and the time of its committer in seconds since 1970. The time is untrusted, and 0 if it is not known.
type Commit struct {
	ID   string
	Time int64
}

// maxCommit bounds a commit with its message.
const maxCommit = 1 << 20

// Head returns the commit that is checked out.
func (git Git) Head(ctx context.Context) (c Commit, err error) {
	err = git.read(ctx, strings.NewReader("HEAD^{commit}\n"), func(from *bufio.Reader) error {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		var kind string
		var size int64
		if _, err := fmt.Sscanf(string(line), "%s %s %d", &c.ID, &kind, &size); err != nil || kind != "commit" || size < 0 {
			return &MissingError{"HEAD"}
		}
		if size > maxCommit {
			return errors.New("the commit is too large")
		}
		content, err := io.ReadAll(io.LimitReader(from, size+1)) // a line feed follows it
		c.Time = committed(string(content))
		return err
	}, "cat-file", "--batch")
	return c, err
}

// committed returns the time in the line of the committer, which comes before the message.
func committed(commit string) int64 {
	for line := range strings.Lines(commit) {
		if by, ok := strings.CutPrefix(line, "committer "); ok {
			fields := strings.Fields(by[strings.LastIndex(by, ">")+1:])
			if len(fields) == 2 {
				seconds, _ := strconv.ParseInt(fields[0], 10, 64)
				return seconds
			}
		}
		if line == "\n" {
			break
		}
	}
	return 0
}

// Remote returns the address of the remote named origin in the configuration of the repository itself, or "" without one. It is untrusted
// and may contain a password.
func (git Git) Remote(ctx context.Context) (address string, err error) {
	err = git.read(ctx, nil, func(from *bufio.Reader) error {
		line, err := from.ReadSlice(0) // the buffer bounds it
		address = strings.TrimSuffix(string(line), "\x00")
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}, "config", "--local", "--no-includes", "-z", "--get", "remote.origin.url")
	return address, err
}

// BlobID returns the ID that Git gives to a file with this content. like is another ID of the repository, which shows its hash function.
func BlobID(content []byte, like string) string {
	var h hash.Hash = sha1.New() //nolint:gosec // as above
	if len(like) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	_, _ = fmt.Fprintf(h, "blob %d\x00", len(content))
	_, _ = h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}
