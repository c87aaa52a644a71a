package discover

import (
	"bytes"
	"path"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// sweptStrings and sweptBytes bound the strings of one file that are swept. Files written by people stay far below both.
	sweptStrings = detect.MaxFields
	sweptBytes   = 4 << 20
	// shortString is the length in bytes below which an ASCII string is too short to say anything to a model.
	shortString = 12
)

// sweep makes one view of the strings of a file that are part of no definition, and reports whether a bound cut it. Patterns
// and what is asserted about are left out: they say what others may not.
func sweep(f code.Found) (swept Tool, cut bool) {
	file := f.Module.File
	swept = Tool{
		View: detect.ToolView{Kind: detect.KindSource, Scope: detect.ScopeSweep, Name: path.Base(file.Rel)},
		File: file, Span: source.Span{End: len(file.Data)}, Shape: "strings", Code: true,
	}
	size, n := 0, 0
	for i := range f.Strings {
		if isSwept(&f.Strings[i]) {
			n++
		}
	}
	if n = min(n, sweptStrings); n == 0 {
		return swept, false
	}
	swept.View.Fields, swept.Texts = make([]detect.Field, 0, n), make([]source.Text, 0, n)
	lines := lineCounter{line: 1}
	names := lineNames{}
	for i := range f.Strings {
		s := &f.Strings[i]
		if !isSwept(s) {
			continue
		}
		if size += len(s.Text.Value); len(swept.View.Fields) == sweptStrings || size > sweptBytes {
			return swept, true
		}
		line := 0
		if at, ok := s.Text.Start(); ok {
			line = lines.at(at.File, at.Span.Start)
		}
		role := detect.RoleOther
		if s.Doc {
			role = detect.RoleComment
		}
		swept.View.Fields = append(swept.View.Fields, detect.Field{Pointer: names.next(line), Text: s.Text.Value, Role: role})
		swept.Texts = append(swept.Texts, s.Text)
	}
	return swept, false
}

// isSwept reports whether a string is worth a look.
func isSwept(s *code.Swept) bool {
	return !s.Pattern && !s.Assert && worthSweeping(s.Text.Value)
}

// worthSweeping reports whether a string says enough to be worth it.
func worthSweeping(text string) bool { return len(text) >= shortString || !isASCII(text) }

// lineCounter tells the lines of places in a file that mostly rise, without a list of all lines.
type lineCounter struct {
	file      *source.File
	off, line int
}

// at returns the line of a byte, as source.File.Position does.
func (c *lineCounter) at(f *source.File, off int) int {
	off = min(max(off, 0), len(f.Data))
	if c.file != f || off < c.off {
		*c = lineCounter{file: f, line: 1}
	}
	part := f.Data[c.off:off]
	if bytes.IndexByte(part, '\r') >= 0 {
		// Whether a line ends there depends on what stands behind it.
		c.off, c.line = off, f.Position(off, source.Bytes).Line
		return c.line
	}
	c.line += bytes.Count(part, []byte{'\n'})
	c.off = off
	return c.line
}

// lineNames makes the pointers of strings by their lines: the second one of a line has a number behind it.
type lineNames struct {
	line, count int
	// before holds the numbers of lines other than the last one.
	before map[int]int
}

func (n *lineNames) next(line int) string {
	if line != n.line || n.count == 0 {
		if n.count > 0 {
			if n.before == nil {
				n.before = map[int]int{}
			}
			n.before[n.line] = n.count
		}
		n.line, n.count = line, n.before[line]
	}
	n.count++
	b := strconv.AppendInt(append(make([]byte, 0, 32), "/strings/"...), int64(line), 10)
	if n.count > 1 {
		b = strconv.AppendInt(append(b, '-'), int64(n.count), 10)
	}
	return string(b)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
