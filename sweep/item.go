package sweep

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/org/mcp-lint/detect/text"
)

// Item is one thing to scan, or one that cannot be, on its way to its shard. The item without a source only makes its shard exist.
type Item struct {
	// Source is the file: the archive, or the list with its line, which counts from 1 and has that place in the file.
	Source       string
	Line         int
	Offset, Size int64
	// Name is the ID of a definition or the reference of a package.
	Name string
	// Registry, Server and Kind are of a definition, Tool is the definition, and Peers are its neighbours, as JSON.
	Registry, Server, Kind string
	Tool, Peers            []byte
	// Reason, when not "", is why it cannot be scanned, and Why that in words.
	Reason, Why string
}

// The reasons why something is set apart.
const (
	// Unreadable is a line, an archive or a package that is not what it should be.
	Unreadable = "unreadable"
	// TooLarge is beyond a limit of size, archive bombs included.
	TooLarge = "size"
	// TooLong is beyond the limit of time. Its shard is scanned again, as that of NotFetched is.
	TooLong = "time"
	// Panicked made the scan, or a check, fail.
	Panicked = "panic"
	// NotFetched is a package that could not be fetched.
	NotFetched = "fetch"
	// Crashed ended the process twice. See suspects.
	Crashed = "crash"
	// Incomplete was scanned but for parts of it.
	Incomplete = "incomplete"
)

// Apart says why an item was set apart. It is a line of the file of its shard.
type Apart struct {
	Reason string `json:"reason"`
	Source string `json:"source"`
	Line   int    `json:"line,omitempty"`
	Item   string `json:"item,omitempty"`
	// Registry is that of a definition.
	Registry string `json:"registry,omitempty"`
	// Why is the reason in words, for people.
	Why string `json:"why"`
	// Scanned is true when its findings are among the results all the same, but may not be all.
	Scanned bool `json:"scanned"`
}

func (it *Item) apart(reason, why string) Apart {
	return Apart{Reason: reason, Source: it.Source, Line: it.Line, Item: it.Name, Registry: it.Registry, Why: text.Safe(why, messageRunes+stackRunes)}
}

// shardOf names the shard of an item: what must be scanned side by side comes into one.
func shardOf(kind string, it *Item, shards int) string {
	key := it.Source + "\x00" + fmt.Sprint(it.Line)
	switch {
	case it.Registry != "":
		key = "registry\x00" + it.Registry
	case kind == Packages:
		key = it.Name
	}
	sum := sha256.Sum256([]byte(key))
	return shardName(kind, int(binary.BigEndian.Uint64(sum[:])%uint64(shards)), shards) //nolint:gosec // It is less than shards.
}

func shardName(kind string, i, shards int) string {
	return fmt.Sprintf("%s-%05d-of-%05d", kind, i, shards)
}

// compareItems sorts by registry and server, so that tools of one server stay together, and else in a way that depends on the items alone.
func compareItems(a, b Item) int {
	return cmp.Or(
		cmp.Compare(a.Registry, b.Registry), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Source, b.Source),
		cmp.Compare(a.Line, b.Line),
	)
}

func compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
}
