package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
)

// digestVersion is the first word that is hashed. A digest that is made in another way has another one.
const digestVersion = "mcp-lint definition 1"

// The words that say what follows in what is hashed.
const (
	formMembers = "members"
	formValue   = "value"
	formFields  = "fields"
)

// DigestOf returns the digest of everything that a model can see of a definition: of its kind, its name and every member of
// View.Definition, those included that no specification knows. It does not depend on the server, nor on the order of members, on
// white space or on how numbers and strings are spelled.
//
// It is the SHA-256 of a sequence of strings, each preceded by its length in bytes, as decimal digits, and a colon. So no two
// sequences are the same bytes. They are
//
//	"mcp-lint definition 1"
//	the kind, such as "tool"
//	the name
//	"members", and for each member of the definition's canonical form, in its order, the name and the value as canonical JSON
//
// The canonical form is that of RFC 8785 wherever that can carry the definition, see Canonical. The name of a member is hashed as
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
// When the definition is no object, "value" and its canonical form stand instead of "members" and what follows. A view without a
// definition, as a caller may make by hand, has "fields" there, its title, its description, and then the pointer and the text of
// each field, in their order.
func DigestOf(v detect.ToolView) Digest {
	if v.Definition != nil {
		d, _ := digestDefinition(v.Kind, v.Name, v.Definition)
		return d
	}
	h := newHasher(v.Kind, v.Name)
	h.put(formFields)
	h.put(v.Title)
	h.put(v.Description)
	for _, f := range v.Fields {
		h.put(f.Pointer)
		h.put(f.Text)
	}
	return h.digest()
}

// digestDefinition returns the digest of a definition, and its canonical form when that can be read back, else nil.
func digestDefinition(kind detect.Kind, name string, def *detect.Node) (Digest, []byte) {
	h, w := newHasher(kind, name), newWriter()
	if def.Kind != detect.NodeObject {
		w.value(def)
		h.put(formValue)
		h.put(string(w.out))
	} else {
		h.put(formMembers)
		w.left -= valueCost
		w.enter(1)
		w.out = append(w.out, '{')
		for i, m := range w.members(def) {
			if value := w.member(i, m); !isRelease(kind, m.name, value) {
				h.put(m.name)
				h.put(string(value))
			}
		}
		w.out = append(w.out, '}')
	}
	if !w.readable() {
		return h.digest(), nil
	}
	return h.digest(), w.out
}

// release is a version, in quotes. Anything that could be more than one is a text like the others.
var release = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^"[vV]?[0-9]{1,8}(\.[0-9]{1,8}){0,3}([-+][0-9A-Za-z.+-]{1,32})?"$`)
})

// isRelease reports whether a member is the version of a server, which no model is told and every release has another of.
func isRelease(kind detect.Kind, name string, value []byte) bool {
	return (kind == detect.KindInstructions || kind == detect.KindServer) && name == "version" && release().Match(value)
}

// hasher hashes strings, each with its length before it.
type hasher struct{ hash.Hash }

func newHasher(kind detect.Kind, name string) hasher {
	h := hasher{sha256.New()}
	h.put(digestVersion)
	h.put(string(kind))
	h.put(name)
	return h
}

// put hashes a string with its length before it. Hashes do not fail.
func (h hasher) put(s string) { _, _ = io.WriteString(h, strconv.Itoa(len(s))+":"+s) }

func (h hasher) digest() Digest {
	return Digest(digestPrefix + hex.EncodeToString(h.Sum(nil)))
}

const digestPrefix = "sha256:"

// valid reports whether d is written as a digest is.
func (d Digest) valid() bool {
	if len(d) != len(digestPrefix)+2*sha256.Size || d[:len(digestPrefix)] != digestPrefix {
		return false
	}
	return strings.Trim(string(d[len(digestPrefix):]), hexDigits) == ""
}
