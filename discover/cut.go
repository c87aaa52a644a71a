package discover

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"

	"github.com/org/mcp-lint/discover/source"
)

// maxHashed bounds the values that are hashed of one file for what was cut off of its definitions: as many as a parser reads, with
// their names. From there on the bytes of the file stand for them.
const maxHashed = 4 * maxNodes

// cutter makes the texts of what stands for values that are not converted, so that a definition is another one when only they change.
type cutter struct {
	file   *source.File
	hashed int
	sum    [sha256.Size]byte
	summed bool
	// known are the texts by value: aliases lead to one from several places.
	known map[*source.Node]string
}

// mark returns the text for a value: source.CutMark and a hash of all that is in it.
func (c *cutter) mark(n *source.Node) string {
	if text, ok := c.known[n]; ok {
		return text
	}
	h := sha256.New()
	c.write(h, n, 0)
	text := source.CutMark + hex.EncodeToString(h.Sum(nil))
	if c.known == nil {
		c.known = map[*source.Node]string{}
	}
	c.known[n] = text
	return text
}

// write hashes a value, each part with its length. Where a bound ends it all of the file counts.
func (c *cutter) write(h hash.Hash, n *source.Node, depth int) {
	const deep = 2_000 // more than any parser reads
	if n == nil {
		number(h, 0)
		return
	}
	c.hashed++
	if c.hashed > maxHashed || depth > deep {
		if !c.summed {
			c.sum, c.summed = sha256.Sum256(c.file.Data), true
		}
		_, _ = h.Write(c.sum[:])
		return
	}
	number(h, 1+int(n.Kind))
	number(h, len(n.Text.Value))
	_, _ = io.WriteString(h, n.Text.Value)
	number(h, len(n.Items))
	number(h, len(n.Members))
	if s := n.Span; len(n.Items)+len(n.Members) == 0 && (n.Kind == source.Array || n.Kind == source.Object) &&
		n.File != nil && s.Start >= 0 && s.Start <= s.End && s.End <= len(n.File.Data) {
		// Either it is empty or the parser has left out what is in it.
		number(h, s.End-s.Start)
		_, _ = h.Write(n.File.Data[s.Start:s.End])
	}
	for _, item := range n.Items {
		c.write(h, item, depth+1)
	}
	for _, m := range n.Members {
		c.write(h, m.Name, depth+1)
		c.write(h, m.Value, depth+1)
	}
}

func number(h hash.Hash, n int) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	_, _ = h.Write(b[:])
}
