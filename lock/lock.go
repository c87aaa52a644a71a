// Package lock holds approvals: what every definition said when somebody looked at it and approved it. A definition that says
// anything else now is a rug pull until somebody approves that as well.
package lock

import "github.com/org/mcp-lint/detect"

// Name is the lock file that is read from and written to the working directory.
const Name = "mcp-lint.lock"

// Digest identifies what a definition says: "sha256:" and 64 hexadecimal digits. See DigestOf.
type Digest string

// Key is what makes two definitions the same one at different times.
type Key struct {
	Kind         detect.Kind
	Server, Name string
}

// Label is what people call a definition: SERVER/TOOL, or SERVER/KIND:NAME for what is no tool, without the name when that is the
// server's, as that of instructions is. Servers and names may hold slashes, so that a label is compared as a whole and never taken
// apart. It is not made printable.
func (k Key) Label() string {
	switch {
	case k.Kind == detect.KindTool:
		return k.Server + "/" + k.Name
	case k.Name == "" || k.Name == k.Server && (k.Kind == detect.KindInstructions || k.Kind.OfServer()):
		return k.Server + "/" + string(k.Kind)
	}
	return k.Server + "/" + string(k.Kind) + ":" + k.Name
}

// KeyOf returns the key of a view.
func KeyOf(v detect.ToolView) Key { return Key{v.Kind, v.Server, v.Name} }

// State is where a definition stands.
type State string

// The states.
const (
	// Pending was seen and not approved yet.
	Pending State = "pending"
	// Approved may be used as it is.
	Approved State = "approved"
	// Changed was approved and says something else now.
	Changed State = "changed"
)

// Entry is one line of a lock file: one definition.
type Entry struct {
	Key
	State State
	// Digest is that of Definition: of what was approved when the state is Approved or Changed, of what was seen when it is Pending.
	Digest Digest
	// Now is the digest of what the definition says instead when the state is Changed, else "".
	Now Digest
	// Definition is what Digest is the digest of, or nil when it was too large to be kept or holds a credential.
	Definition *detect.Node
	// File is where it is defined: a slash-separated path, as people are shown it.
	File string
	// Seen is the day on which it was first seen, as 2026-11-22, and Version the version of mcp-lint that saw it.
	Seen, Version string
	// Forced are the checks against whose advice it was approved, and Reason says why.
	Forced []string
	Reason string
	// Line is where the entry stands in the file it was read from, from 1, and Start and End the bytes of that line; 0 when it is new.
	Line, Start, End int
}

// File is a lock file.
type File struct {
	// Entries are sorted by server, kind, name and digest.
	Entries []Entry
}
