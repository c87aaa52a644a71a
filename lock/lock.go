// Package lock holds approvals: what every definition said when somebody looked at it and approved it. A definition that says
// anything else now is a rug pull until somebody approves that as well.
package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"regexp"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/digest"
)

// Name is the lock file that is read from and written to the working directory.
const Name = "mcp-lint.lock"

// Digest identifies what a definition says: "sha256:" and 64 hexadecimal digits. See DigestOf.
type Digest string

// Key is what makes two definitions the same one at different times.
type Key struct {
	Kind         detect.Kind
	Server, Name string
}

// Label is what people call a definition: SERVER/TOOL, or SERVER/KIND:NAME for what is not a tool, without the name when that is the
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

// digestVersion is the first word that is hashed. A digest that is made in another way has another one.
const digestVersion = "mcp-lint definition 1"

// The words that say what follows in what is hashed.
const (
	formMembers = "members"
	formValue   = "value"
	formFields  = "fields"
)

// DigestOf returns the digest of everything that a model can see of a definition: of its kind, its name and every member of
// View.Definition, those included that no specification knows. It does not depend on the server, nor on the order of members or of
// lists in schemas that are sets, on white space or on how numbers and strings are spelled.
//
// It is the SHA-256 of a sequence of strings, each preceded by its length in bytes, as decimal digits, and a colon. So no two
// sequences are the same bytes. They are
//
//	"mcp-lint definition 1"
//	the kind, such as "tool"
//	the name
//	"members", and for each member of the definition's canonical form, in its order, the name and the value as canonical JSON
//
// The canonical form is that of RFC 8785 wherever that can carry the definition, see canonicalForm. The name of a member is hashed as
// the string that it is there, without quotes and escapes. For the tool
//
//	{"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}}
//
// what is hashed is, on one line and without a line break,
//
//	21:mcp-lint definition 14:tool3:add7:members11:description7:"Adds."11:inputSchema17:{"type":"object"}4:name5:"add"
//
// The version of a server, in what it says of itself, is left out as long as it looks like one: every release has another.
//
// When the definition is not an object, "value" and its canonical form stand instead of "members" and what follows. A view without a
// definition, as a caller may make by hand, has "fields" there, its title, its description, and then the pointer and the text of
// each field, in their order.
func DigestOf(v detect.ToolView) Digest {
	if v.Definition != nil {
		return digestIn(v, setsSorted)
	}
	h := newHasher(v.Kind, v.Name)
	h.put(formFields, v.Title, v.Description)
	for _, f := range v.Fields {
		h.put(f.Pointer, f.Text)
	}
	return h.digest()
}

// digestIn returns the digest of a view that has a definition, with its lists in that order. The digest of a definition whose sets
// are sorted is the same in the order of the canonical form and as it is written. So the entries of mcp-lint 1.0, which are as they
// were written, need no version of their own: they are known by the one digest or by the other, and no two meanings share one.
func digestIn(v detect.ToolView, o order) Digest {
	d, _ := digestDefinition(v.Kind, v.Name, v.Definition, o)
	return d
}

// digestDefinition returns the digest of a definition, and its canonical form when that can be read back, else nil.
func digestDefinition(kind detect.Kind, name string, def *detect.Node, o order) (Digest, []byte) {
	h, w := newHasher(kind, name), newWriter()
	w.at, w.order = inDefinition, o
	if def.Kind != detect.NodeObject {
		w.value(def)
		h.put(formValue, string(w.out))
		return h.digest(), w.readable()
	}
	h.put(formMembers)
	w.left -= valueCost
	w.object(def, func(name string, value []byte) {
		if !isRelease(kind, name, value) {
			h.put(name, string(value))
		}
	})
	return h.digest(), w.readable()
}

// release is a version, in quotes. Anything that could be more than one is a text like the others.
var release = regexp.MustCompile(`^"[vV]?[0-9]{1,8}(\.[0-9]{1,8}){0,3}([-+][0-9A-Za-z.+-]{1,32})?"$`)

// isRelease reports whether a member is the version of a server, which reaches no model and differs in every release.
func isRelease(kind detect.Kind, name string, value []byte) bool {
	return (kind == detect.KindInstructions || kind == detect.KindServer) && name == "version" && release.Match(value)
}

type hasher struct{ hash.Hash }

func newHasher(kind detect.Kind, name string) hasher {
	h := hasher{sha256.New()}
	h.put(digestVersion, string(kind), name)
	return h
}

func (h hasher) put(list ...string) { digest.Put(h, list...) }

func (h hasher) digest() Digest { return Digest("sha256:" + hex.EncodeToString(h.Sum(nil))) }

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// valid reports whether d is written as a digest is.
func (d Digest) valid() bool { return digestForm.MatchString(string(d)) }
