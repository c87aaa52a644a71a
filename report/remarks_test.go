package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

func remarked(words string) *lint.Report {
	r := sample(words)
	f := &r.Findings[0]
	f.Demoted, f.Was, f.Severity = discover.ClassTest, f.Severity, detect.SeverityLow
	r.Unresolved = []lint.Remark{{Kind: detect.KindTool, Name: words, Text: words, Where: f.Places[0].Where}}
	r.Notes = []lint.Remark{{Text: words, Where: f.Places[0].Where}}
	r.Summary.Demoted, r.Summary.InCode, r.Summary.Open, r.Summary.Unresolved, r.Summary.Notes = 1, 1, 1, 1, 1
	return r
}

func TestRemarksInEverySink(t *testing.T) {
	r := remarked("plain")
	got := render(t, r, TextOptions{})
	for _, want := range []string{
		"low (high, but in a test file)  unicode.hidden", "Demoted 1 finding in tests", "1 tool: 0 fully static, 0 partly, 1 unresolved.",
		"  unresolved dir/plain.json:2:25 tool \"plain\": plain\n", "  note dir/plain.json:2:25 plain\n",
	} {
		assert.Contains(t, got, want)
	}
	var md, gh, js strings.Builder
	require.NoError(t, Markdown(&md, r))
	assert.Contains(t, md.String(), "low (high, but in a test file)")
	assert.Contains(t, md.String(), "### Not known without running the code")
	assert.Contains(t, md.String(), "### Notes")
	require.NoError(t, GitHub(&gh, r))
	assert.Contains(t, gh.String(), "low (high, but in a test file)")
	assert.Equal(t, 4, strings.Count(gh.String(), "::notice "), "the settings, the finding and two remarks: %s", gh.String())
	require.NoError(t, JSON(&js, r))
	var d Document
	require.NoError(t, json.Unmarshal([]byte(js.String()), &d))
	require.Len(t, d.Unresolved, 1)
	assert.Equal(t, "dir/plain.json", d.Unresolved[0].Path)
	assert.Equal(t, 2, d.Unresolved[0].Line)
	require.Len(t, d.Notes, 1)
	assert.Equal(t, discover.ClassTest, d.Findings[0].Demoted)
	assert.Equal(t, detect.SeverityHigh, *d.Findings[0].FullSeverity)
	assert.Equal(t, 1, d.Summary.Demoted)
}

func TestRemarksAreSafe(t *testing.T) {
	for _, words := range hostileWords {
		r := remarked(words)
		for _, line := range strings.Split(render(t, r, TextOptions{Verbose: true})+listed(t, listing(words)), "\n") {
			assert.False(t, strings.HasPrefix(strings.TrimLeft(line, " "), "::"), "%q", line)
			assert.NotContains(t, line, "##[")
			for _, c := range line {
				assert.Truef(t, c >= 0x20 && (c < 0x7F || c > 0x9F) && !strings.ContainsRune("\u200b\u202e\u2028\u2066\ufeff", c), "%U in %q", c, line)
			}
		}
		var md strings.Builder
		require.NoError(t, Markdown(&md, r))
		assertInert(t, md.String())
	}
}

func TestManyRemarksAreCounted(t *testing.T) {
	r := remarked("plain")
	for range 30 {
		r.Notes = append(r.Notes, r.Notes[0])
	}
	r.Summary.Notes = 50
	assert.Contains(t, render(t, r, TextOptions{}), "and 40 more; -v shows them")
	assert.Contains(t, render(t, r, TextOptions{Verbose: true}), "  and 19 more\n")
}

func listing(words string) *discover.Inventory {
	f := source.NewFile("src/"+words+".py", "src/x.py", []byte("\n  '"+words+"'\n"))
	text := source.VerbatimText(f, source.Span{Start: 4, End: 4 + len(words)})
	return &discover.Inventory{
		FilesSeen: 1,
		Tools: []discover.Tool{{
			View: detect.ToolView{
				Kind: detect.KindTool, Server: words, Name: words, Description: text.Value,
				Fields: []detect.Field{{Pointer: "/description", Text: text.Value, Role: detect.RoleDescription}},
			},
			File: f, Span: source.Span{Start: 1, End: 8}, Texts: []source.Text{text}, Shape: "decorator", Code: true,
			Static: discover.Partly, Why: words, Class: discover.ClassTest,
			Also: []discover.Copy{{File: f, Span: source.Span{Start: 1, End: 8}, Texts: []source.Text{text}}},
		}},
	}
}

func listed(t *testing.T, inv *discover.Inventory) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, ListText(&b, inv, TextOptions{}))
	return b.String()
}

func TestListText(t *testing.T) {
	assert.Equal(t, "tool \"plain\" of server \"plain\"  src/plain.py:2:1 (decorator, a test file) and 1 copy\n"+
		"    \u201cplain\u201d\n    partly: plain\n1 definition: 0 fully static, 1 partly, 0 unresolved.\n", listed(t, listing("plain")))
	assert.Contains(t, listed(t, &discover.Inventory{FilesSeen: 2}), "Nothing found that would reach a model, in 2 files.")
}

func TestListJSON(t *testing.T) {
	const words = "z\u200bw"
	var b bytes.Buffer
	require.NoError(t, ListJSON(&b, listing(words)))
	for _, c := range b.Bytes() {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F, "not printable ASCII: %q", c)
	}
	var d ListDocument
	require.NoError(t, json.Unmarshal(b.Bytes(), &d))
	require.Len(t, d.Definitions, 1)
	def := d.Definitions[0]
	assert.Equal(t, "partly", def.Static)
	assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, string(def.Digest))
	assert.Len(t, def.Copies, 1)
	require.Len(t, def.Fields, 1)
	assert.Equal(t, words, def.Fields[0].Text)
	require.Len(t, def.Fields[0].Places, 1)
	at := def.Fields[0].Places[0]
	assert.Equal(t, []int{2, 4, 4, 5}, []int{at.StartLine, at.StartColumn, at.ByteOffset, at.ByteLength})
}
