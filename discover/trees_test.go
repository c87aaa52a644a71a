package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/golden"
)

// treeFlags are what a walk of a tree may set beside its paths.
var treeFlags = map[string]func(o *Options, value string){
	"agents":     func(o *Options, _ string) { o.AgentsFiles = true },
	"exclude":    func(o *Options, value string) { o.Exclude = append(o.Exclude, value) },
	"include":    func(o *Options, value string) { o.Include = append(o.Include, value) },
	"in-context": func(o *Options, _ string) { o.InContext = true },
	"needed":     func(o *Options, _ string) { o.OnlyNeeded = true },
}

// TestTrees walks the trees in testdata/trees. A line "walk FOLDER [--flag[=value]] [path]" walks a folder, and A+B what lies in A with what lies
// in B added, and TREE is its path; --cwd is where it starts, --root the folder that bounds it, and --fields lists the fields of what is found. The command fake reads
// code with fakeLink.
func TestTrees(t *testing.T) {
	golden.Each(t, "testdata/trees/*.txtar", func(t *testing.T, file string) {
		t.Parallel()
		golden.Script(t, file, func(dir string, words []string) []string {
			tree, opts, fields := treeOf(t, dir, words[1:])
			if words[0] == "fake" {
				opts.link = fakeLink
			} else {
				require.Equal(t, "walk", words[0])
			}
			said := []string{}
			if inv, err := Walk(opts); err != nil {
				said = append(said, "error: "+err.Error())
			} else {
				said = saidOf(t, inv, fields)
			}
			for i := range said {
				said[i] = strings.ReplaceAll(said[i], tree, "TREE")
			}
			return said
		})
	})
}

// TestDocuments walks documents. A line of testdata/documents is the path and the content of the only file of a folder, in which ⏎ ends a line.
func TestDocuments(t *testing.T) {
	golden.Each(t, "testdata/documents/*.txt", func(t *testing.T, file string) {
		t.Parallel()
		golden.Lines(t, file, func(line string) []string {
			name, text, _ := strings.Cut(line, " ")
			dir := t.TempDir()
			write(t, dir, name, golden.Text(text))
			return saidOf(t, walk(t, Options{Cwd: dir, AgentsFiles: true}), true)
		})
	})
}

// treeOf reads the words of a walk.
func treeOf(t *testing.T, dir string, words []string) (tree string, opts Options, fields bool) {
	t.Helper()
	tree = filepath.Join(dir, words[0])
	if parts := strings.Split(words[0], "+"); len(parts) > 1 {
		tree = filepath.Join(t.TempDir(), parts[len(parts)-1])
		for _, part := range parts {
			copyTree(t, filepath.Join(dir, part), tree)
		}
	}
	opts.Cwd = tree
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		switch set := treeFlags[key]; {
		case !strings.HasPrefix(word, "--"):
			opts.Paths = append(opts.Paths, strings.ReplaceAll(word, "TREE", tree))
		case key == "fields":
			fields = true
		case key == "cwd":
			opts.Cwd = filepath.Join(tree, value)
		case key == "root":
			opts.Root = filepath.Join(tree, value)
		default:
			require.NotNil(t, set, word)
			set(&opts, value)
		}
	}
	return tree, opts, fields
}

// copyTree adds what lies in a folder to another one, with its links.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(from, name)
		if err != nil || d.IsDir() {
			return err
		}
		if target, err := os.Readlink(name); err == nil {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755))
			return os.Symlink(target, filepath.Join(to, rel))
		}
		data, err := os.ReadFile(name)
		write(t, to, filepath.ToSlash(rel), string(data))
		return err
	}))
}

// saidOf renders an inventory: what is found and where, then what is not read. Skips that are only counted say no more than their reason.
func saidOf(t *testing.T, inv *Inventory, fields bool) (out []string) {
	t.Helper()
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	found := func(list []Tool, fields bool) {
		for i := range list {
			tool := &list[i]
			line := fmt.Sprintf("%s %s/%s@%s", tool.View.Kind, tool.View.Server, tool.View.Name, tool.File.Path)
			if tool.File.Rel != tool.File.Path {
				line += " (" + tool.File.Rel + ")"
			}
			switch tool.View.Kind {
			case detect.KindLaunch, detect.KindAgents:
				line += " of " + tool.Shape
			case detect.KindSettings:
				line += " of"
				for _, m := range tool.View.Definition.Members {
					line += " " + m.Name.Text
				}
			}
			if tool.View.Scope == detect.ScopeSweep {
				line += ", swept"
			}
			if tool.Class != ClassNone {
				line += ", " + string(tool.Class)
			}
			if tool.Static != 0 {
				at := tool.File.Position(tool.At.Start, source.UTF16)
				line += fmt.Sprintf(", %s at %d:%d: %s", []string{"", "partly", "unresolved"}[tool.Static], at.Line, at.Column, tool.Why)
			}
			for _, also := range tool.Also {
				line += ", also " + also.File.Path
				require.Len(t, also.Texts, len(tool.View.Fields))
			}
			say("%s", line)
			require.Len(t, tool.Texts, len(tool.View.Fields))
			for k, f := range tool.View.Fields {
				require.Equal(t, f.Text, tool.Texts[k].Value, f.Pointer)
				for _, also := range tool.Also {
					require.Contains(t, []string{"", f.Text}, also.Texts[k].Value, f.Pointer)
				}
				if fields {
					out = append(out, fmt.Sprintf("  %s %s", f.Pointer, placedText(f.Text, tool.Texts[k])))
				}
			}
		}
	}
	found(inv.Tools, fields)
	found(inv.Launches, fields)
	found(inv.Agents, fields)
	found(inv.LooseStrings, true)
	for _, n := range inv.Notes {
		say("note %s:%d %s", n.File.Path, n.File.Position(n.Span.Start, source.UTF16).Line, n.Text)
	}
	for _, n := range inv.Gaps {
		say("gap %s:%d %s", n.File.Path, n.File.Position(n.Span.Start, source.UTF16).Line, n.Text)
	}
	for _, s := range inv.Skips {
		if s.Quiet() {
			say("quietly skipped %s: %s", s.Path, s.Reason)
		} else {
			say("skipped %s:%d: %s: %s", s.Path, s.Line, s.Reason, s.Detail)
		}
	}
	if fields && len(inv.Files) > 1 {
		var names []string
		for _, f := range inv.Files {
			names = append(names, f.Path)
		}
		say("found in %s", strings.Join(names, ", "))
	}
	say("%d files seen, %d read", inv.FilesSeen, inv.FilesRead)
	return out
}

// placedText renders a text and where it stands.
func placedText(text string, at source.Text) string {
	out := strconv.QuoteToGraphic(text)
	for f, span := range at.Pieces() {
		p := f.Position(span.Start, source.UTF16)
		return fmt.Sprintf("%s %s:%d:%d", out, f.Path, p.Line, p.Column)
	}
	return out
}
