package corpus

import (
	"encoding/json"

	"github.com/org/mcp-lint/detect"
)

// Label says what an entry is known to be.
type Label string

// The labels.
const (
	// Malicious entries must be found.
	Malicious Label = "malicious"
	// Benign entries must not be found. Those with Resembles look like an attack: hard negatives.
	Benign Label = "benign"
	// Contested entries are those that a fair reviewer could decide either way. They are reported apart and never gated.
	Contested Label = "contested"
	// Context entries are neighbours of others in a registry. They get no verdict.
	Context Label = "context"
)

// known reports whether the label is one of the four.
func (l Label) known() bool {
	switch l {
	case Malicious, Benign, Contested, Context:
		return true
	}
	return false
}

// Entry is one labelled definition.
type Entry struct {
	// ID is unique in its corpus.
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Category is the class of attack of a malicious entry, and the kind of tool of any other.
	Category string `json:"category"`
	// Resembles is the class of attack that a benign entry looks like, which makes it a hard negative.
	Resembles string `json:"resembles,omitempty"`
	// Twin is the ID of the entry that differs in what it means and little in how it reads. Both name each other.
	Twin string `json:"twin,omitempty"`
	// Field says where the text in question is: description, title, parameter_name, enum and so on. For reports.
	Field string `json:"field,omitempty"`
	// Wording says how the text in question is put: shouted, plain, polite, obfuscated, or a language tag. For reports.
	Wording string `json:"wording,omitempty"`
	// Payload is the poison itself, to the letter: a part of a decoded string or name of the definition of an attack. Where
	// it is given, a verdict says whether a signal points at it.
	Payload string `json:"payload,omitempty"`
	// Registry names the set of tools that are scanned side by side. Entries without one are scanned without neighbours
	// except their own peers.
	Registry string `json:"registry,omitempty"`
	// Server is the name of the server that offers the definition.
	Server string `json:"server"`
	// Kind is what the definition is; none means a tool.
	Kind detect.Kind `json:"kind,omitempty"`
	// Tool is the definition as the server sends it. It is kept as written, since repeated members matter.
	Tool json.RawMessage `json:"tool"`
	// Peers are tools of other servers, or other launches beside a launch, that are scanned beside this entry and beside no other.
	Peers      []Peer     `json:"peers,omitempty"`
	Provenance Provenance `json:"provenance"`

	// unknown is the complaint about a member that this package does not know, or "". See Corpus.Validate.
	unknown string
}

// Peer is a neighbouring definition.
type Peer struct {
	Server string          `json:"server"`
	Tool   json.RawMessage `json:"tool"`
}

// Provenance says where an entry is from.
type Provenance struct {
	Source string `json:"source"`
	// License is an SPDX expression.
	License string `json:"license"`
}

// HardNegative reports whether the entry is innocent and looks like an attack.
func (e Entry) HardNegative() bool { return e.Label == Benign && e.Resembles != "" }

// Class is the attack class that the entry counts for: Category for a malicious entry, Resembles for a hard negative,
// and "" for any other.
func (e Entry) Class() string {
	switch {
	case e.Label == Malicious:
		return e.Category
	case e.HardNegative():
		return e.Resembles
	}
	return ""
}

// kind is the kind of the entry's view.
func (e Entry) kind() detect.Kind {
	if e.Kind == "" {
		return detect.KindTool
	}
	return e.Kind
}

// Corpus is a list of entries with distinct IDs.
type Corpus struct {
	Entries []Entry
}
