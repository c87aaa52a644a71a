package sweep

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/org/mcp-lint/detect/text"
)

// Item is something to scan, or an input that cannot be scanned. An item without a source only creates its shard.
type Item struct {
	// Source is the archive, or the list with the line, which counts from 1, and its place in the file.
	Source       string
	Line         int
	Offset, Size int64
	// Name is the ID of a definition or the reference of a package.
	Name string
	// Registry and Server are those of a definition, and Entry is its line.
	Registry, Server string
	Entry            []byte
	// Reason, if not "", is why the item cannot be scanned, and Why explains it.
	Reason, Why string
}

// The reasons to set an item apart.
const (
	// Unreadable is a malformed line, archive or package.
	Unreadable = "unreadable"
	// TooLarge exceeds a size limit, as archive bombs do.
	TooLarge = "size"
	// TooLong exceeds the time limit. Its shard is scanned again, as for NotFetched.
	TooLong = "time"
	// Panicked made the scan or a check panic.
	Panicked = "panic"
	// NotFetched is a package that could not be fetched.
	NotFetched = "fetch"
	// Crashed ended the process twice; see suspects.
	Crashed = "crash"
	// Incomplete was scanned only in part.
	Incomplete = "incomplete"
)

// Apart is an item that was set apart, as a line in the file of its shard.
type Apart struct {
	Reason string `json:"reason"`
	Source string `json:"source"`
	Line   int    `json:"line,omitempty"`
	Item   string `json:"item,omitempty"`
	// Registry is set for definitions.
	Registry string `json:"registry,omitempty"`
	// Why explains the reason.
	Why string `json:"why"`
	// Scanned is set if the results have findings of it, which may be incomplete.
	Scanned bool `json:"scanned"`
}

func (it *Item) apart(reason, why string) Apart {
	return Apart{Reason: reason, Source: it.Source, Line: it.Line, Item: it.Name, Registry: it.Registry, Why: text.Safe(why, messageRunes+stackRunes)}
}

// shardOf names the shard of an item. Items that must be scanned together have the same shard.
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

// compareItems sorts by registry and server, so that tools of a server stay together, then by everything else, so that the order is stable.
func compareItems(a, b Item) int {
	return cmp.Or(
		cmp.Compare(a.Registry, b.Registry), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Source, b.Source),
		cmp.Compare(a.Line, b.Line),
	)
}

func compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
}
