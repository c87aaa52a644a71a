package code

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

// languageOf returns the language of a file, or 0.
func languageOf(path string) lex.Language {
	lang, _ := lex.OfExtension(filepath.Ext(path))
	return lang
}

func scan(f *source.File, lang lex.Language) *link.Module { return Scan(f, lang, nil, nil) }

func linkAll(modules []*link.Module) []link.Found { return link.Files(modules, nil, nil) }

// TestGolden lists what is defined in the files of each folder of testdata, which are one package.
func TestGolden(t *testing.T) {
	folders, err := filepath.Glob("testdata/*/*")
	require.NoError(t, err)
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil {
			continue
		} else if !info.IsDir() && (strings.HasSuffix(folder, ".golden") || languageOf(folder) == 0) {
			continue
		}
		t.Run(strings.TrimPrefix(folder, "testdata/"), func(t *testing.T) {
			found := scanFolder(t, folder)
			got := listing(t, found, true)
			golden.Equal(t, strings.TrimSuffix(folder, filepath.Ext(folder))+".golden", got)
		})
	}
}

// TestLinked lists what is defined in the folders of testdata/linked, of which each is a case, and the gaps: the command is "read FOLDER", or
// "skim FOLDER" where a text is put together of what does not stand there.
func TestLinked(t *testing.T) {
	golden.Each(t, "testdata/linked/*.txtar", func(t *testing.T, file string) {
		golden.Script(t, file, func(dir string, words []string) []string {
			var files []string
			folder := filepath.Join(dir, words[1])
			require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				data, err := os.ReadFile(path)
				rel, _ := filepath.Rel(folder, path)
				files = append(files, filepath.ToSlash(rel), string(data))
				return err
			}))
			found := linked(files...)
			said := listing(t, found, words[0] == "read")
			for _, f := range found {
				for _, g := range f.Gaps {
					said += fmt.Sprintf("gap %s:%d %s\n", f.Module.File.Rel, f.Module.File.Position(g.Span.Start, source.UTF16).Line, g.Text)
				}
			}
			return strings.Split(strings.TrimSuffix(said, "\n"), "\n")
		})
	})
}

// scanFolder reads one file, or all files of a folder.
func scanFolder(t testing.TB, folder string) []link.Found {
	var modules []*link.Module
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		lang := languageOf(path)
		if err != nil || d.IsDir() || lang == 0 {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(filepath.Dir(folder), path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		modules = append(modules, scan(source.NewFile(rel, rel, data), lang))
		return nil
	}))
	return link.Files(modules, func(from *source.File, name string) *source.File {
		path := filepath.Join(filepath.Dir(folder), filepath.Dir(from.Rel), name)
		data, err := os.ReadFile(filepath.Clean(path))
		if err != nil {
			return nil
		}
		return source.NewFile(name, name, data)
	}, parsed)
}

// parsed is a DocumentParser.
func parsed(f *source.File) *source.Node {
	docs, _ := manifest.Parse(f)
	if len(docs) == 0 {
		return nil
	}
	return docs[0]
}

// listing writes what was found, and asserts that every text stands where it says.
func listing(t testing.TB, found []link.Found, strict bool) string {
	var b strings.Builder
	for _, f := range found {
		for _, e := range f.Entries {
			at := f.Module.File.Position(e.Def.Span.Start, source.UTF16)
			fmt.Fprintf(&b, "%s %s %q %s:%d", e.Kind, e.Shape, e.Def.StringAt("name"), f.Module.File.Rel, at.Line)
			if e.Server != "" {
				fmt.Fprintf(&b, " server=%s", e.Server)
			}
			if e.Test {
				b.WriteString(" test")
			}
			if e.Static != link.Full {
				p := f.Module.File.Position(e.At.Start, source.UTF16)
				fmt.Fprintf(&b, " %s: %s (%d:%d)", [...]string{"", "partly", "unresolved"}[e.Static], e.Why, p.Line, p.Column)
			}
			b.WriteString("\n")
			fields(t, &b, "", e.Def, strict)
		}
		for _, n := range f.Notes {
			fmt.Fprintf(&b, "note %s:%d %s\n", f.Module.File.Rel, f.Module.File.Position(n.Span.Start, source.UTF16).Line, n.Text)
		}
		if f.Patterns {
			fmt.Fprintf(&b, "patterns %s\n", f.Module.File.Rel)
		}
		for _, s := range f.Strings {
			located(t, s.Text, strict)
			if !ident.Sentence(s.Text.Value) {
				continue
			}
			kind := "string"
			switch {
			case s.Doc:
				kind = "doc"
			case s.Pattern:
				kind = "pattern"
			case s.Assert:
				kind = "assert"
			}
			fmt.Fprintf(&b, "%s %q %s\n", kind, cut(s.Text.Value), places(s.Text))
		}
	}
	return b.String()
}

func fields(t testing.TB, b *strings.Builder, at string, n *source.Node, strict bool) {
	switch n.Kind {
	case source.String:
		located(t, n.Text, strict)
		fmt.Fprintf(b, "  %s %q %s\n", at, cut(n.Text.Value), places(n.Text))
	case source.Scalar:
		fmt.Fprintf(b, "  %s %s\n", at, n.Text.Value)
	case source.Array:
		for i, item := range n.Items {
			fields(t, b, fmt.Sprintf("%s/%d", at, i), item, strict)
		}
	case source.Object:
		for _, m := range n.Members {
			located(t, m.Name.Text, strict)
			if m.Name.Text.Value == schema.CodeMember {
				continue
			}
			if m.Value.Kind == source.Object && empty(m.Value) {
				fmt.Fprintf(b, "  %s/%s {}\n", at, m.Name.Text.Value)
				continue
			}
			fields(t, b, at+"/"+m.Name.Text.Value, m.Value, strict)
		}
	}
}

func cut(s string) string {
	if len(s) > 300 {
		return s[:140] + " ... " + s[len(s)-140:]
	}
	return s
}

// places lists where a text stands.
func places(text source.Text) string {
	var out []string
	for _, l := range text.Locate(0, len(text.Value)) {
		from, to := l.File.Position(l.Span.Start, source.UTF16), l.File.Position(l.Span.End, source.UTF16)
		out = append(out, fmt.Sprintf("%s:%d:%d-%d:%d", l.File.Rel, from.Line, from.Column, to.Line, to.Column))
	}
	if out == nil {
		return "(nowhere)"
	}
	return strings.Join(out, " ")
}

// located asserts that each byte of a text that says to stand somewhere as it is does so. Without strict only that it says
// places of the file: what is put in between two pieces stands for anything.
func located(t testing.TB, text source.Text, strict bool) {
	for i := 0; i < len(text.Value); i++ {
		for _, l := range text.Locate(i, i+1) {
			require.True(t, l.Span.Start >= 0 && l.Span.End <= len(l.File.Data) && l.Span.Start <= l.Span.End)
			if strict && l.Exact && !l.Escaped && l.Span.End == l.Span.Start+1 && text.Value[i] >= 0x20 && text.Value[i] < 0x7F {
				raw := l.File.Data[l.Span.Start]
				// A separator that is put in between two pieces stands for what is there.
				if raw != text.Value[i] && raw > ' ' && raw != ',' && raw != '"' {
					require.Equal(t, string(text.Value[i]), string(raw), "%q at %d", cut(text.Value), i)
				}
			}
		}
	}
}

// empty reports whether an object has members of which none says anything.
func empty(n *source.Node) bool {
	return !slices.ContainsFunc(n.Members, func(m source.Member) bool { return m.Name.Text.Value != schema.CodeMember })
}
