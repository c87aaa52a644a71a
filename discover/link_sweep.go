package discover

import (
	"path"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// sweptStrings and sweptBytes bound the strings of one file that are swept. Files written by people stay far below both.
	sweptStrings = detect.MaxFields
	sweptBytes   = 4 << 20
)

// swept are the strings of a file as one view; cut is set when it has too many.
type swept struct {
	Tool
	cut bool
}

// sweep makes one view of the strings of a file that are part of no definition, but for patterns and what is asserted about.
func sweep(f link.Found) (out swept) {
	file := f.Module.File
	out.Tool = Tool{
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
			out.cut = true
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
	return out
}
