package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lock"
)

// Listing is everything that would reach a model, redacted and without findings.
type Listing struct {
	Definitions []Definition
	// Unresolved are the places where code registers or rewrites definitions in a way that needs running it.
	Unresolved []Remark
	Skips      []Skip
	FilesSeen  int
}

// Definition is one tool, prompt, resource or text of a server.
type Definition struct {
	Server string      `json:"server"`
	Kind   detect.Kind `json:"kind"`
	Name   string      `json:"name"`
	// Label is its name for mcp-lint lock approve, such as SERVER/TOOL or SERVER/launch; "" for what a lock file does not hold.
	Label       string `json:"label,omitempty"`
	Description string `json:"-"`
	Shape       string `json:"shape"`
	// Static is "full", "partly" or "unresolved"; Reason says why it is not full.
	Static string `json:"static"`
	Reason string `json:"reason,omitempty"`
	Class  Class  `json:"class,omitempty"`
	// Digest identifies the definition in a lock file and in ignores; "" for strings outside of any definition.
	Digest lock.Digest `json:"digest,omitempty"`
	Where  Place       `json:"location"`
	// Copies are the other places of the same definition.
	Copies []Place `json:"copies,omitempty"`
	Fields []Field `json:"fields"`
}

// Field is one string of a definition as a model receives it, with its places in order.
type Field struct {
	Pointer string      `json:"pointer"`
	Role    detect.Role `json:"role"`
	Text    string      `json:"text"`
	Places  []Place     `json:"places"`
}

// List discovers the definitions that the options select.
func List(opts Options) (*Listing, error) {
	inv, err := discover.Walk(discoverOptions(&opts))
	if err != nil {
		return nil, err
	}
	return listing(inv), nil
}

func listing(inv *discover.Inventory) *Listing {
	q := NewQuoter(0)
	out := &Listing{FilesSeen: inv.FilesSeen, Skips: redactSkips(inv.Skips)}
	for _, n := range inv.Gaps {
		out.Unresolved = append(out.Unresolved, q.remark("", "", n.Text, n.File, n.Span))
	}
	for i := range inv.Tools {
		// Unreadable files and launch entries do not reach a model.
		if t := &inv.Tools[i]; t.View.Kind != detect.KindFile && t.View.Kind != detect.KindServer {
			out.Definitions = append(out.Definitions, newDefinition(t, q))
		}
	}
	for i := range inv.Launches {
		if t := &inv.Launches[i]; lock.Locks(t.View.Kind) {
			out.Definitions = append(out.Definitions, newDefinition(t, q))
		}
	}
	return out
}

func newDefinition(t *discover.Tool, q *Quoter) Definition {
	d := Definition{
		Server: secret.Redact(t.View.Server), Name: secret.Redact(t.View.Name), Description: secret.Redact(t.View.Description), Kind: t.View.Kind,
		Shape: t.Shape, Static: "unresolved", Reason: secret.Redact(t.Why), Class: t.Class, Where: q.whole(t.File, t.Span),
		Fields: []Field{},
	}
	switch t.Static {
	case discover.Full:
		d.Static = "full"
	case discover.Partly:
		d.Static = "partly"
	}
	if t.View.Kind != detect.KindSource {
		d.Digest = lock.DigestOf(t.View)
	}
	if lock.Locks(t.View.Kind) {
		d.Label = secret.Redact(lock.KeyOf(t.View).Label())
	}
	for _, c := range t.Also {
		d.Copies = append(d.Copies, q.whole(c.File, c.Span))
	}
	for i, f := range t.View.Fields {
		field := Field{Pointer: secret.Redact(f.Pointer), Role: f.Role, Text: secret.Redact(f.Text), Places: []Place{}}
		for _, l := range t.Texts[i].Locate(0, len(f.Text)) {
			field.Places = append(field.Places, q.Place(l))
		}
		d.Fields = append(d.Fields, field)
	}
	return d
}

func redactSkips(skips []Skip) []Skip {
	out := slices.Clone(skips)
	for i := range out {
		out[i].Detail = secret.Redact(out[i].Detail)
	}
	return out
}
