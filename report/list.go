package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// ListVersion is the version of the JSON document of `mcp-lint list`; see JSONVersion.
const ListVersion = "1.2"

// ListDocument lists what would reach a model.
type ListDocument struct {
	SchemaVersion string            `json:"schemaVersion"`
	Definitions   []lint.Definition `json:"definitions"`
	// Unresolved are the places where code registers or rewrites definitions in a way that needs running it.
	Unresolved []RemarkInfo `json:"unresolved"`
	Skips      []lint.Skip  `json:"skips"`
}

// ListJSON writes the listing in pure ASCII.
func ListJSON(w io.Writer, list *lint.Listing) error {
	return asciijson.Write(w, ListDocument{
		ListVersion, append([]lint.Definition{}, list.Definitions...), newRemarks(list.Unresolved), append([]lint.Skip{}, list.Skips...),
	}, "the list")
}

const listRunes = 100

// ListText writes one or two lines per definition: kind, server, place, and the start of its description.
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
		words := Count(len(list.Definitions), "definition")
		if degrees["partly"]+degrees["unresolved"] > 0 {
			words += fmt.Sprintf(": %d fully static, %d partly, %d unresolved", degrees["full"], degrees["partly"], degrees["unresolved"])
		}
		t.line("%s.", words)
	}
	return t.w.Flush()
}

// listNotes describes the place of a definition, how it is written, and the class of its file.
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
