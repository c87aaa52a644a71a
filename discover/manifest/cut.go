package manifest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"

	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

// What is not kept of a document still makes it another one when it changes: a hash of it stands in its place, see source.CutMark.

func cutText(h hash.Hash) source.Text {
	return source.Text{Value: source.CutMark + hex.EncodeToString(h.Sum(nil))}
}

func put(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	_, _ = h.Write(n[:])
	_, _ = io.WriteString(h, s)
}

// yamlSums hashes nodes of the YAML library, each of them once however many aliases lead to it.
type yamlSums map[*yaml.Node]*[sha256.Size]byte

// of returns the hash of n. The depth of the recursion is that of the library's own.
func (s yamlSums) of(n *yaml.Node) *[sha256.Size]byte {
	if sum, ok := s[n]; ok {
		return sum
	}
	sum := new([sha256.Size]byte)
	s[n] = sum // what stands inside its own anchor counts as nothing there
	h := sha256.New()
	put(h, n.Tag)
	put(h, n.Value)
	for _, c := range n.Content {
		_, _ = h.Write(s.of(c)[:])
	}
	if n.Alias != nil {
		_, _ = h.Write(s.of(n.Alias)[:])
	}
	h.Sum(sum[:0])
	return sum
}

func hashTOML(h hash.Hash, v *unstable.Node) {
	put(h, v.Kind.String())
	put(h, string(v.Data))
	for it := v.Children(); it.Next(); {
		hashTOML(h, it.Node())
	}
	put(h, "end")
}
