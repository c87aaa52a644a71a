package discover

import (
	"path"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// sweptStrings and sweptBytes bound the strings of one file that are swept. Files written by people stay far below both.
	sweptStrings = detect.MaxFields
	sweptBytes   = 4 << 20
)

// viewed are the definitions of a file of source code, index by index, and its other strings, as views; cut and looseCut are set when these
// are too many.
type viewed struct {
	tools         []Tool
	loose         Tool
	cut, looseCut bool
}

// define makes the views of the definitions.
func (v *viewed) define(f *link.Found) {
	c := converter{file: f.Module.File, left: maxNodes}
	v.tools = make([]Tool, len(f.Entries))
	for i, e := range f.Entries {
		if e.Def != nil {
			v.tools[i] = c.tool(manifest.Entry{Kind: e.Kind, Server: e.Server, Def: e.Def, Shape: e.Shape}, nil)
		}
	}
	v.cut = c.left < 0
}

// sweep makes one view of the strings of a file that are part of no definition, but for patterns and what is asserted about.
func (v *viewed) sweep(f *link.Found) {
	file, out := f.Module.File, &v.loose
	*out = Tool{
		View: detect.ToolView{Kind: detect.KindSource, Scope: detect.ScopeSweep, Name: path.Base(file.Rel)},
		File: file, Span: source.Span{End: len(file.Data)}, Shape: "strings", Code: true,
	}
	size := 0
	wanted := func(s *sdk.LooseString) bool { return !s.Pattern && !s.Assert && keepsLiteral(s.Text.Value) }
	n := 0
	for i := range f.Strings {
		if n < sweptStrings && wanted(&f.Strings[i]) {
			n++
		}
	}
	out.View.Fields, out.Texts = make([]detect.Field, 0, n), make([]source.Text, 0, n)
	count := map[int]int{} // the strings of each line
	for i := range f.Strings {
		s := &f.Strings[i]
		if !wanted(s) {
			continue
		}
		if size += len(s.Text.Value); len(out.View.Fields) == sweptStrings || size > sweptBytes {
			v.looseCut = true
			break
		}
		line := 0
		if at, ok := s.Text.Start(); ok {
			line = at.File.Position(at.Span.Start, source.Bytes).Line
		}
		// The second string of a line has a number behind it.
		pointer := "/strings/" + strconv.Itoa(line)
		if count[line]++; count[line] > 1 {
			pointer += "-" + strconv.Itoa(count[line])
		}
		role := detect.RoleOther
		if s.Doc {
			role = detect.RoleComment
		}
		out.View.Fields = append(out.View.Fields, detect.Field{Pointer: pointer, Text: s.Text.Value, Role: role})
		out.Texts = append(out.Texts, s.Text)
	}
}
