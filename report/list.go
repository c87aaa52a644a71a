package report

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
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
	// Unresolved are the places where code registers or rewrites definitions that the files do not say.
	Unresolved []RemarkInfo `json:"unresolved"`
	Skips      []lint.Skip  `json:"skips"`
}

// DefinitionInfo is one tool, prompt, resource or text of a server; see lint.Definition.
type DefinitionInfo struct {
	Server   string          `json:"server"`
	Kind     detect.Kind     `json:"kind"`
	Name     string          `json:"name"`
	Label    string          `json:"label,omitempty"`
	Shape    string          `json:"shape"`
	Static   string          `json:"static"`
	Reason   string          `json:"reason,omitempty"`
	Class    lint.Class      `json:"class,omitempty"`
	Digest   lock.Digest     `json:"digest,omitempty"`
	Location *LocationInfo   `json:"location"`
	Copies   []*LocationInfo `json:"copies,omitempty"`
	Fields   []FieldInfo     `json:"fields"`
}

// FieldInfo is one string of a definition as a model receives it, and the places it is written at, in its order.
type FieldInfo struct {
	Pointer string          `json:"pointer"`
	Role    detect.Role     `json:"role"`
	Text    string          `json:"text"`
	Places  []*LocationInfo `json:"places"`
}

// ListJSON writes everything that would reach a model, in pure ASCII.
func ListJSON(w io.Writer, list *lint.Listing) error {
	d := ListDocument{
		SchemaVersion: ListVersion, Definitions: []DefinitionInfo{}, Unresolved: newRemarks(list.Unresolved),
		Skips: append([]lint.Skip{}, list.Skips...),
	}
	for _, def := range list.Definitions {
		info := DefinitionInfo{
			Server: def.Server, Kind: def.Kind, Name: def.Name, Label: def.Label, Shape: def.Shape, Static: def.Static, Reason: def.Reason, Class: def.Class,
			Digest:   def.Digest,
			Location: newLocation(def.Where), Fields: []FieldInfo{},
		}
		for _, p := range def.Copies {
			info.Copies = append(info.Copies, newLocation(p))
		}
		for _, f := range def.Fields {
			field := FieldInfo{f.Pointer, f.Role, f.Text, []*LocationInfo{}}
			for _, p := range f.Places {
				field.Places = append(field.Places, newLocation(p))
			}
			info.Fields = append(info.Fields, field)
		}
		d.Definitions = append(d.Definitions, info)
	}
	return asciijson.Write(w, d, "the list")
}

// listRunes bounds the beginning of a description that the list shows.
const listRunes = 100

// ListText writes one line or two for each definition: what it is, whose, where, and how its description begins.
func ListText(w io.Writer, list *lint.Listing, opts TextOptions) error {
	t := &textWriter{w: bufio.NewWriter(w), style: style{on: opts.Color}}
	degrees := map[string]int{"unresolved": len(list.Unresolved)}
	for i := range list.Definitions {
		d := &list.Definitions[i]
		degrees[d.Static]++
		t.line("%s %s  %s", kindWords(d.Kind), t.bold(text.Safe(cmp.Or(d.Label, d.Name), nameRunes)), listNotes(d))
		said := d.Description
		if said == "" && len(d.Fields) > 0 && d.Kind == detect.KindInstructions {
			said = d.Fields[0].Text
		}
		if said != "" {
			t.line("    \u201c%s\u201d", t.dim(text.Safe(said, listRunes)))
		}
		if d.Static != "full" {
			t.line("    %s: %s", d.Static, text.Safe(d.Reason, pathRunes))
		}
	}
	for _, m := range list.Unresolved {
		t.line("unresolved %s", remarkLine(m))
	}
	if len(list.Definitions)+len(list.Unresolved) == 0 {
		t.line("Nothing found that would reach a model, in %s.", Count(list.FilesSeen, "file"))
	} else {
		t.line("%s: %d fully static, %d partly, %d unresolved.", Count(len(list.Definitions), "definition"), degrees["full"], degrees["partly"],
			degrees["unresolved"])
	}
	return t.w.Flush()
}

// listNotes says where a definition stands, how it is written, and what its file is.
func listNotes(d *lint.Definition) string {
	notes := position(d.Where)
	if d.Shape != "" {
		notes += " (" + text.Safe(d.Shape, nameRunes)
		if d.Class != "" {
			notes += ", " + d.Class.Words()
		}
		notes += ")"
	}
	if n := len(d.Copies); n > 0 {
		notes += " and " + Count(n, "copy")
		if n > 1 {
			notes = strings.TrimSuffix(notes, "copys") + "copies"
		}
	}
	return notes
}
