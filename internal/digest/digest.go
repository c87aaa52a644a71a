// Package digest hashes lists of strings, each with its length before it, so that different lists do not collide.
package digest

import (
	"crypto/sha256"
	"hash"
	"io"
	"strconv"
)

// Of returns the SHA-256 of a list.
func Of(parts ...string) [sha256.Size]byte {
	h := sha256.New()
	Put(h, parts...)
	return [sha256.Size]byte(h.Sum(nil))
}

// Put hashes further parts of a list. Hashes do not fail.
func Put(h hash.Hash, parts ...string) {
	for _, part := range parts {
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
}
