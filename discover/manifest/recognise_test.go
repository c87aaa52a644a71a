package manifest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

var update = flag.Bool("update", false, "write the golden files of testdata/shapes")

func load(t testing.TB, name string) *source.File {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return source.NewFile(name, filepath.ToSlash(name), data)
}

func read(f *source.File) Document {
	docs, _ := Parse(f)
	return Recognise(f, docs)
}

func inline(name, text string) *source.File { return source.NewFile(name, name, []byte(text)) }

func inputs(t testing.TB, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join("testdata", folder, "*"))
	require.NoError(t, err)
	var out []string
	for _, name := range all {
		if !strings.HasSuffix(name, ".golden") {
			out = append(out, name)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// listing writes a document out: every string with the place where it stands.
func listing(d Document) string {
	var b strings.Builder
	for _, e := range d.Entries {
		fmt.Fprintf(&b, "%s server=%q name=%q shape=%s\n", e.Kind, e.Server, scalar(e.Def.Get("name")), e.Shape)
		leaves(&b, "", e.Def)
	}
	for _, s := range d.Servers {
		fmt.Fprintf(&b, "SERVER %q client=%s transport=%s\n", s.Name, s.Client, s.Transport)
		single(&b, "command", s.Command)
		single(&b, "url", s.URL)
		single(&b, "cwd", s.Cwd)
		single(&b, "package", s.Package)
		for i, a := range s.Args {
			single(&b, fmt.Sprint("args/", i), a)
		}
		for _, m := range s.Env {
			single(&b, "env/"+m.Name.Text.Value, m.Value)
		}
		for _, m := range s.Headers {
			single(&b, "headers/"+m.Name.Text.Value, m.Value)
		}
	}
	for _, m := range d.Settings {
		fmt.Fprintf(&b, "SETTING %s\n", m.Name.Text.Value)
	}
	for _, p := range d.Problems {
		fmt.Fprintf(&b, "PROBLEM %d %s\n", p.Line, p.Reason)
	}
	return b.String()
}

func scalar(n *source.Node) string {
	if n == nil {
		return ""
	}
	return n.Text.Value
}

func single(b *strings.Builder, label string, n *source.Node) {
	if n != nil {
		leaves(b, " "+label, n)
	}
}

func leaves(b *strings.Builder, pointer string, n *source.Node) {
	switch n.Kind {
	case source.String:
		place := "nowhere"
		if at := n.Text.Locate(0, len(n.Text.Value)); len(at) > 0 {
			p := at[0].File.Position(at[0].Span.Start, source.UTF16)
			place = fmt.Sprintf("%d:%d", p.Line, p.Column)
		}
		fmt.Fprintf(b, "  %s %s %q\n", pointer, place, n.Text.Value)
	case source.Array:
		for i, item := range n.Items {
			leaves(b, fmt.Sprint(pointer, "/", i), item)
		}
	case source.Object:
		for _, m := range n.Members {
			leaves(b, pointer+"/"+m.Name.Text.Value, m.Value)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, name := range inputs(t, "shapes") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f := load(t, name)
			docs, problems := Parse(f)
			require.Empty(t, problems)
			got := listing(Recognise(f, docs))
			require.NotEmpty(t, got)
			assert.True(t, Candidate(f), "Candidate would keep this file from being read")
			if *update {
				require.NoError(t, os.WriteFile(name+".golden", []byte(got), 0o600))
			}
			want, err := os.ReadFile(name + ".golden")
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func TestNone(t *testing.T) {
	for _, name := range inputs(t, "none") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f := load(t, name)
			docs, problems := Parse(f)
			require.Empty(t, problems)
			require.NotEmpty(t, docs)
			assert.Empty(t, listing(Recognise(f, docs)))
		})
	}
	assert.False(t, Candidate(load(t, "testdata/none/package-lock.json")))
}

func BenchmarkRecognise(b *testing.B) {
	tool := `{"name":"t","description":"Does a thing.","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`
	f := inline("tools.json", `{"tools":[`+strings.Repeat(tool+",", 5000)+tool+`]}`)
	docs, _ := Parse(f)
	b.SetBytes(int64(len(f.Data)))
	for b.Loop() {
		Recognise(f, docs)
	}
}
