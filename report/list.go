package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// ListVersion is the version of the JSON document of `mcp-lint list`, as JSONVersion is of the report's.
const ListVersion = "1.2"

// ListDocument says what would reach a model.
type ListDocument struct {
	SchemaVersion string           `json:"schemaVersion"`
	Definitions   []DefinitionInfo `json:"definitions"`
	// Unresolved are the places where code registers or rewrites definitions that the files do not tell.
	Unresolved []RemarkInfo    `json:"unresolved"`
	Skips      []discover.Skip `json:"skips"`
}

// DefinitionInfo is one tool, prompt, resource or text of a server.
type DefinitionInfo struct {
	Server string      `json:"server"`
	Kind   detect.Kind `json:"kind"`
	Name   string      `json:"name"`
	Shape  string      `json:"shape"`
	// Static is "full", "partly" or "unresolved"; Reason says why it is not full.
	Static string         `json:"static"`
	Reason string         `json:"reason,omitempty"`
	Class  discover.Class `json:"class,omitempty"`
	// Digest is that of the definition, by which a lock file and an ignore know it; strings that are part of no definition have none.
	Digest   lock.Digest   `json:"digest,omitempty"`
	Location *LocationInfo `json:"location"`
	// Copies are the other places at which the same is defined.
	Copies []*LocationInfo `json:"copies,omitempty"`
	Fields []FieldInfo     `json:"fields"`
}

// FieldInfo is one string of a definition as a model receives it, and the places it is written at, in its order.
type FieldInfo struct {
	Pointer string          `json:"pointer"`
	Role    detect.Role     `json:"role"`
	Text    string          `json:"text"`
	Places  []*LocationInfo `json:"places"`
}

// ListJSON writes everything that would reach a model, in pure ASCII. Credentials are redacted; nothing else is left out.
func ListJSON(w io.Writer, inv *discover.Inventory) error {
	d := ListDocument{SchemaVersion: ListVersion, Definitions: []DefinitionInfo{}, Unresolved: newRemarks(gaps(inv)), Skips: append([]discover.Skip{}, inv.Skips...)}
	for i := range d.Skips {
		d.Skips[i].Detail = secret.Redact(d.Skips[i].Detail)
	}
	for i := range inv.Tools {
		if t := &inv.Tools[i]; reachesModel(t.View.Kind) {
			d.Definitions = append(d.Definitions, newDefinition(t))
		}
	}
	return asciijson.Write(w, d, "the list")
}

// gaps are the places where it is not known which definitions there are.
func gaps(inv *discover.Inventory) []lint.Remark {
	out := make([]lint.Remark, 0, len(inv.Gaps))
	for _, n := range inv.Gaps {
		out = append(out, lint.Remark{Text: secret.Redact(n.Text), Where: source.Location{File: n.File, Span: n.Span, Exact: true}})
	}
	return out
}

// reachesModel leaves out files that could not be read and servers as a client starts them.
func reachesModel(k detect.Kind) bool { return k != detect.KindFile && k != detect.KindServer }

func newDefinition(t *discover.Tool) DefinitionInfo {
	whole := func(f *source.File, s source.Span) *LocationInfo {
		return newLocation(source.Location{File: f, Span: s, Exact: true})
	}
	info := DefinitionInfo{
		Server: secret.Redact(t.View.Server), Kind: t.View.Kind, Name: secret.Redact(t.View.Name), Shape: t.Shape,
		Static: degree(t.Static), Reason: secret.Redact(t.Why), Class: t.Class, Location: whole(t.File, t.Span), Fields: []FieldInfo{},
	}
	if t.View.Kind != detect.KindSource {
		info.Digest = lock.DigestOf(t.View)
	}
	for _, c := range t.Also {
		info.Copies = append(info.Copies, whole(c.File, c.Span))
	}
	for i, f := range t.View.Fields {
		field := FieldInfo{Pointer: secret.Redact(f.Pointer), Role: f.Role, Text: secret.Redact(f.Text), Places: []*LocationInfo{}}
		for _, l := range t.Texts[i].Locate(0, len(f.Text)) {
			field.Places = append(field.Places, newLocation(l))
		}
		info.Fields = append(info.Fields, field)
	}
	return info
}

// degree names how much of a text is known without running code.
func degree(s discover.Static) string {
	switch s {
	case discover.Full:
		return "full"
	case discover.Partly:
		return "partly"
	}
	return "unresolved"
}

// listRunes bounds the beginning of a description that the list shows.
const listRunes = 100

// ListText writes one line or two for each definition: what it is, whose, where, and how its description begins.
func ListText(w io.Writer, inv *discover.Inventory, opts TextOptions) error {
	out := bufio.NewWriter(w)
	st := style{opts.Color}
	line := func(format string, args ...any) {
		// A bufio.Writer keeps its first error until Flush.
		_, _ = out.WriteString(text.BreakCommands(fmt.Sprintf(format, args...)) + "\n")
	}
	definitions, degrees := 0, map[discover.Static]int{}
	for i := range inv.Tools {
		t := &inv.Tools[i]
		if !reachesModel(t.View.Kind) {
			continue
		}
		definitions++
		degrees[t.Static]++
		words := kindWords(t.View.Kind)
		line("%s %s of server %s  %s", words, st.bold(quoted(secret.Redact(t.View.Name))), quoted(secret.Redact(t.View.Server)), listNotes(t))
		said := t.View.Description
		if said == "" && len(t.View.Fields) > 0 && t.View.Kind == detect.KindInstructions {
			said = t.View.Fields[0].Text
		}
		if said != "" {
			line("    \u201c%s\u201d", st.dim(text.Safe(secret.Redact(said), listRunes)))
		}
		if t.Static != discover.Full {
			line("    %s: %s", degree(t.Static), text.Safe(secret.Redact(t.Why), pathRunes))
		}
	}
	for _, m := range gaps(inv) {
		line("unresolved %s", remarkLine(m))
	}
	degrees[discover.Unresolved] += len(inv.Gaps)
	if definitions == 0 && len(inv.Gaps) == 0 {
		line("Nothing found that would reach a model, in %s.", Count(inv.FilesSeen, "file"))
	} else {
		line("%s: %d fully static, %d partly, %d unresolved.", Count(definitions, "definition"), degrees[discover.Full], degrees[discover.Partly], degrees[discover.Unresolved])
	}
	return out.Flush()
}

// listNotes says where a definition stands, how it is written, and what its file is.
func listNotes(t *discover.Tool) string {
	notes := position(source.Location{File: t.File, Span: t.Span})
	if t.Shape != "" {
		notes += " (" + text.Safe(t.Shape, nameRunes)
		if t.Class != discover.ClassNone {
			notes += ", " + t.Class.Words()
		}
		notes += ")"
	}
	if n := len(t.Also); n > 0 {
		notes += " and " + Count(n, "copy")
		if n > 1 {
			notes = strings.TrimSuffix(notes, "copys") + "copies"
		}
	}
	return notes
}
