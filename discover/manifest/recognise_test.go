package manifest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

func load(t testing.TB, name string) *source.File {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return source.NewFile(name, filepath.ToSlash(name), data)
}

func read(f *source.File) Document {
	docs, _ := Parse(f)
	return Recognise(f, docs, false)
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

// TestDocuments recognises documents. A line of testdata/documents is the name of a file and its content, as golden.OneLine writes it.
func TestDocuments(t *testing.T) {
	golden.Each(t, "testdata/documents/*.txt", func(t *testing.T, file string) {
		golden.Lines(t, file, func(line string) []string {
			f := lineFile(line)
			said := listing(read(f))
			if said == "" {
				return nil
			}
			assert.True(t, Candidate(f), "Candidate would keep this file from being read: %s", line)
			return strings.Split(strings.TrimSuffix(said, "\n"), "\n")
		})
	})
}

// lineFile is the file of a line with its name and content.
func lineFile(line string) *source.File {
	name, text, _ := strings.Cut(line, " ")
	return inline(name, golden.Text(text))
}

func TestSniff(t *testing.T) {
	golden.Lines(t, "testdata/sniff.txt", func(line string) []string {
		return []string{[]string{"unknown", "JSON", "YAML", "TOML"}[Sniff(lineFile(line))]}
	})
}

// TestPlaces parses documents and writes their strings with the places of all parts, in UTF-16 units and, where that differs, in runes; the part of
// a text that stands otherwise than it is read has what is written beside it. A file of testdata/parse has the notation in its name.
func TestPlaces(t *testing.T) {
	golden.Each(t, "testdata/parse/*.txt", func(t *testing.T, file string) {
		notation := strings.TrimSuffix(filepath.Base(file), ".txt")
		golden.Lines(t, file, func(line string) (out []string) {
			data, ok := golden.Snippet(line)
			require.True(t, ok, line)
			f := inline("x."+notation, data)
			docs, problems := Parse(f)
			checkTree(t, f, docs, strings.Contains(data, "*x"), notation == "toml")
			for i, n := range docs {
				out = append(out, placesOf(strings.Repeat("#", i+1), n)...)
			}
			for _, p := range problems {
				out = append(out, fmt.Sprintf("line %d: %s", p.Line, p.Reason))
			}
			return out
		})
	})
}

// placesOf lists the strings in a node.
func placesOf(pointer string, n *source.Node) (out []string) {
	for i, item := range n.Items {
		out = append(out, placesOf(fmt.Sprint(pointer, "/", i), item)...)
	}
	for _, m := range n.Members {
		out = append(out, placesOf(pointer+"/"+m.Name.Text.Value, m.Value)...)
	}
	if n.Kind != source.String {
		return out
	}
	line := pointer
	for from := 0; from < len(n.Text.Value); {
		// A part is as long as what is read stands there as it is, or is what one escape stands for.
		to := from
		var at source.Location
		for i, r := range n.Text.Value[from:] {
			l := n.Text.Locate(from+i, from+i+utf8.RuneLen(r))
			if len(l) == 0 || i > 0 && (l[0].Escaped || at.Escaped || l[0].Span.Start != at.Span.End) {
				break
			}
			if i == 0 {
				at = l[0]
			}
			at.Span.End, to = l[0].Span.End, from+i+utf8.RuneLen(r)
		}
		if to == from {
			return append(out, line+" nowhere")
		}
		part := n.Text.Value[from:to]
		from = to
		p, runes := at.File.Position(at.Span.Start, source.UTF16), at.File.Position(at.Span.Start, source.Runes)
		line += fmt.Sprintf(" %d:%d", p.Line, p.Column)
		if runes.Column != p.Column {
			line += fmt.Sprintf("(%d)", runes.Column)
		}
		line += fmt.Sprintf(" %q", part)
		if raw := string(at.File.Data[at.Span.Start:at.Span.End]); raw != part || at.Escaped || !at.Exact {
			line += fmt.Sprintf("<-%q", raw)
		}
	}
	return append(out, line)
}

func TestShapes(t *testing.T) {
	for _, name := range inputs(t, "shapes") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f := load(t, name)
			docs, problems := Parse(f)
			require.Empty(t, problems)
			got := listing(Recognise(f, docs, false))
			require.NotEmpty(t, got)
			assert.True(t, Candidate(f), "Candidate would keep this file from being read")
			golden.Equal(t, name+".golden", got)
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
			assert.Empty(t, listing(Recognise(f, docs, false)))
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
		Recognise(f, docs, false)
	}
}

// TestCandidateFindsEachWord holds the one pass against a look for each word.
func TestCandidateFindsEachWord(t *testing.T) {
	pieces := []string{" ", "x", "\n", "KIND", "Mcp", "INSTRUCTIONS"}
	for _, way := range keywords {
		for _, group := range way {
			pieces = append(pieces, group...)
			for _, w := range group {
				pieces = append(pieces, w[:len(w)-1])
			}
		}
	}
	pieces = append(pieces, escapes...)
	rnd := rand.New(rand.NewPCG(7, 8))
	yes := 0
	for range 20_000 {
		data := ""
		for range rnd.IntN(5) {
			data += pieces[rnd.IntN(len(pieces))]
		}
		want := containsAny([]byte(data), escapes)
		for _, way := range keywords {
			all := true
			for _, group := range way {
				all = all && containsAny([]byte(data), group)
			}
			want = want || all
		}
		if want {
			yes++
		}
		require.Equal(t, want, Candidate(file("rows.json", data)), "%q", data)
	}
	require.Greater(t, yes, 1000)
	require.Less(t, yes, 19_000)
}

// file makes a source file for a test.
func file(name, data string) *source.File { return source.NewFile(name, name, []byte(data)) }

// find returns the node at a path of names and indexes ("tools.0.description"); a leading number picks the document.
func find(t *testing.T, docs []*source.Node, path string) *source.Node {
	t.Helper()
	parts := strings.Split(path, ".")
	n := docs[len(parts[0])-1] // "#" is the first document, "##" the second
	for _, p := range parts[1:] {
		if i := strings.IndexByte("0123456789", p[0]); i >= 0 && len(p) == 1 && n.Kind == source.Array {
			require.Less(t, i, len(n.Items), path)
			n = n.Items[i]
			continue
		}
		n = n.Get(p)
		require.NotNil(t, n, "%s at %s", path, p)
	}
	return n
}

// where returns the line, the column in a unit, and the raw bytes of the first place of phrase in the node's text.
func where(t *testing.T, n *source.Node, phrase string, unit source.Unit) (pos source.Position, raw string, loc source.Location) {
	t.Helper()
	i := strings.Index(n.Text.Value, phrase)
	require.GreaterOrEqual(t, i, 0, "%q in %q", phrase, n.Text.Value)
	locs := n.Text.Locate(i, i+len(phrase))
	require.Len(t, locs, 1)
	loc = locs[0]
	return loc.File.Position(loc.Span.Start, unit), string(loc.File.Data[loc.Span.Start:loc.Span.End]), loc
}

// checkTree fails when a span leaves the file or its parent, when neighbours overlap, or when a Text is mapped outside of its
// value. shared says that values may stand elsewhere (aliases), scattered that tables may (TOML).
func checkTree(t *testing.T, f *source.File, docs []*source.Node, shared, scattered bool) {
	t.Helper()
	var walk func(n *source.Node, depth int)
	inside := func(n *source.Node, outer source.Span) {
		if !shared && (n.Span.Start < outer.Start || n.Span.End > outer.End) {
			t.Fatalf("span %v of %q leaves %v in %q", n.Span, n.Text.Value, outer, f.Data)
		}
	}
	walk = func(n *source.Node, depth int) {
		if depth > maxDepth+2 {
			t.Fatalf("depth %d", depth)
		}
		if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > len(f.Data) {
			t.Fatalf("span %v of %d bytes", n.Span, len(f.Data))
		}
		checkText(t, f, n)
		last := n.Span.Start
		order := func(c *source.Node) {
			inside(c, n.Span)
			if !shared && !scattered && c.Span.Start < last {
				t.Fatalf("span %v of %q begins before %d in %q", c.Span, c.Text.Value, last, f.Data)
			}
			last = c.Span.End
			walk(c, depth+1)
		}
		for _, m := range n.Members {
			order(m.Name)
			order(m.Value)
		}
		for _, c := range n.Items {
			order(c)
		}
	}
	for _, d := range docs {
		walk(d, 0)
	}
}

// checkText fails when a part of a node's text is mapped outside of the node.
func checkText(t *testing.T, f *source.File, n *source.Node) {
	t.Helper()
	v := n.Text.Value
	step := max(len(v)/50, 1)
	for i := 0; i <= len(v); i += step {
		for _, l := range n.Text.Locate(i, min(i+step, len(v))) {
			if l.Span.Start < n.Span.Start || l.Span.End > n.Span.End || l.Span.End < l.Span.Start {
				t.Fatalf("bytes %d of %q are located at %v outside of %v in %q", i, v, l.Span, n.Span, f.Data)
			}
		}
	}
}

// TestHooksPassCopies asks the pre-commit hooks about the names of copies and recordings.
func TestHooksPassCopies(t *testing.T) {
	data, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct{ Entry, Files string }
	require.NoError(t, yaml.Unmarshal(data, &hooks))
	require.NotEmpty(t, hooks)
	for _, h := range hooks {
		// The hook for files of agents passes Markdown; see TestAgentsHookPassesWhatIsRead.
		if strings.HasSuffix(h.Entry, " config verify") || strings.Contains(h.Entry, " --agents-files ") {
			continue
		}
		files := regexp.MustCompile("(?i)" + strings.TrimPrefix(strings.Join(strings.Fields(h.Files), ""), "(?xi)"))
		for ext := range wrappers {
			assert.True(t, files.MatchString("tools.json"+ext), ext)
		}
	}
}
