package discover

import (
	"cmp"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

const (
	// sweptStrings and sweptBytes bound the strings of one file that are swept. Files written by people stay far below both.
	sweptStrings = detect.MaxFields
	sweptBytes   = 4 << 20
	// shortString is the length in bytes below which an ASCII string is too short to say anything to a model.
	shortString = 12
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

// languageTag is the name of a file with the words of one language: de, pt-BR, zh_Hans.
var languageTag = lazy.Regexp(`^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$`)

// sweepTranslations takes out of what manifests define the words of a program's pages that only look like tools: those in a file of one
// language in a folder of translations that have no parameters, and that no code makes tools of. They are looked at as the strings of code are.
func (w *walker) sweepTranslations(all []derived, importedDocs map[string]bool) []derived {
	type said struct{ name, description string }
	made := map[said]bool{}
	for i := range all {
		if d := &all[i]; d.Code {
			made[said{d.View.Name, d.View.Description}] = true
		}
	}
	kept := all[:0]
	for _, d := range all {
		def := d.View.Definition
		words := !d.Code && !d.chosen && isTranslation(d.File.Rel) && def.Get("inputSchema") == nil && def.Get("arguments") == nil
		if !words || made[said{d.View.Name, d.View.Description}] {
			kept = append(kept, d)
			continue
		}
		d.View.Kind, d.View.Scope, d.View.Name, d.Shape = detect.KindSource, detect.ScopeSweep, path.Base(d.File.Rel), "strings"
		d.View.Server = cmp.Or(d.View.Server, d.origin.name)
		if importedDocs[d.File.Rel] {
			d.Class = ClassNone
		}
		w.inv.LooseStrings = append(w.inv.LooseStrings, d.Tool)
	}
	return kept
}

func isTranslation(rel string) bool {
	return inFolder(parent(rel)+"/-", func(name string) bool { return classOfFolder(name) == ClassTranslation }) &&
		languageTag().MatchString(stemOf(path.Base(rel)))
}

func keepsLiteral(text string) bool { return len(text) >= shortString || !isASCII(text) }

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
