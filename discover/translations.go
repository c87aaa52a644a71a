package discover

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
)

// languageTag is the name of a file with the words of one language: de, pt-BR, zh_Hans.
var languageTag = lazy.Regexp(`^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$`)

// translations takes out of the definitions the titles and descriptions that a page shows of tools in other languages: maps without
// parameters, in files called by a language in a folder of translations, of tools that code defines. They are no tools, but their texts are
// looked at like those of source files.
func (w *walker) translations(all []derived) []derived {
	defined := map[string]bool{}
	for i := range all {
		if all[i].Code {
			defined[all[i].View.Name] = true
		}
	}
	of := map[*source.File]*Tool{}
	var files []*source.File
	kept := slices.DeleteFunc(all, func(d derived) bool {
		if d.Code || d.Shape != "map" || !defined[d.View.Name] || !isTranslation(d.File.Rel) ||
			slices.ContainsFunc(d.View.Fields, func(f detect.Field) bool { return strings.HasPrefix(f.Pointer, "/inputSchema") }) {
			return false
		}
		t := of[d.File]
		if t == nil {
			t = &Tool{
				View: detect.ToolView{Kind: detect.KindSource, Scope: detect.ScopeSweep, Name: path.Base(d.File.Rel), Server: d.View.Server},
				File: d.File, Span: source.Span{End: len(d.File.Data)}, Shape: "strings", Code: true, Class: d.Class,
			}
			of[d.File] = t
			files = append(files, d.File)
		}
		for i, f := range d.View.Fields {
			if f.Role == detect.RoleName || !worthSweeping(f.Text) {
				continue
			}
			pointer := "/strings/" + strconv.Itoa(len(t.View.Fields)+1)
			t.View.Fields = append(t.View.Fields, detect.Field{Pointer: pointer, Text: f.Text, Role: detect.RoleOther})
			t.Texts = append(t.Texts, d.Texts[i])
		}
		return true
	})
	for _, f := range files {
		t := of[f]
		for from := 0; from < len(t.View.Fields); from += sweptStrings {
			part := *t
			to := min(from+sweptStrings, len(t.View.Fields))
			part.View.Fields, part.Texts = t.View.Fields[from:to], t.Texts[from:to]
			w.inv.Swept = append(w.inv.Swept, part)
		}
	}
	return kept
}

func isTranslation(rel string) bool {
	return inFolder(parent(rel)+"/-", func(name string) bool { return classOfFolder(name) == ClassTranslation }) &&
		languageTag().MatchString(stemOf(path.Base(rel)))
}
