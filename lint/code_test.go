package lint

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

const hiddenTool = `{"tools":[{"name":"t","description":"ab\u200b\u202e\u2063cd"}]}`

func TestFindingsInTestsAreDemoted(t *testing.T) {
	r := lintTree(t, map[string]string{"tests/a.json": hiddenTool, "src/b.json": strings.Replace(hiddenTool, `"t"`, `"u"`, 1)})
	require.Len(t, r.Findings, 2)
	src, test := r.Findings[0], r.Findings[1]
	assert.Equal(t, detect.SeverityCritical, src.Severity)
	assert.Empty(t, src.Demoted)
	assert.Equal(t, "critical", src.Grade())
	assert.Equal(t, detect.SeverityLow, test.Severity)
	assert.Equal(t, detect.SeverityCritical, test.Was)
	assert.Equal(t, discover.ClassTest, test.Demoted)
	assert.Equal(t, "low (critical, but in a test file)", test.Grade())
	assert.Equal(t, src.Signals[0].Confidence, test.Signals[0].Confidence, "the signals stay as they are")
	assert.Equal(t, 1, r.Summary.Demoted)
	assert.Equal(t, map[detect.Severity]int{detect.SeverityCritical: 1, detect.SeverityLow: 1}, r.Summary.Severities)

	named := mustRun(t, Options{Cwd: tree(t, map[string]string{"tests/a.json": hiddenTool}), Paths: []string{"tests"}})
	require.Len(t, named.Findings, 1)
	assert.Empty(t, named.Findings[0].Demoted)
}

func scanTools(tools []discover.Tool) *Report {
	j := &job{
		opts: &Options{NoIgnores: true}, chosen: choice{checks: check.All()}, inv: &discover.Inventory{Tools: tools}, quoter: NewQuoter(0),
	}
	j.suppressor = &suppressor{job: j}
	found, coverage := j.find(context.Background(), false)
	return j.report(found, coverage).report
}

func swept(words string, class discover.Class) discover.Tool {
	f := source.NewFile("server.py", "server.py", []byte(words))
	text := source.VerbatimText(f, source.Span{End: len(words)})
	return discover.Tool{
		View: detect.ToolView{
			Kind: detect.KindSource, Scope: detect.ScopeSweep, Name: "server.py",
			Fields: []detect.Field{{Pointer: "/strings/1", Text: text.Value, Role: detect.RoleOther}},
		},
		File: f, Span: source.Span{End: len(words)}, Texts: []source.Text{text}, Code: true, Class: class,
	}
}

func TestSoftFindingsOfTheSweepAreLow(t *testing.T) {
	soft := scanTools([]discover.Tool{swept("the key is "+token+" and no other", discover.ClassNone)})
	for _, f := range soft.Findings {
		assert.Equal(t, detect.SeverityLow, f.Severity)
		assert.Empty(t, f.Demoted)
	}
	hidden := "words with\u200b\u202e\u2063 something in them"
	hard := scanTools([]discover.Tool{swept(hidden, discover.ClassNone)})
	require.Len(t, hard.Findings, 1)
	assert.GreaterOrEqual(t, hard.Findings[0].Severity, detect.SeverityHigh)
	test := scanTools([]discover.Tool{swept(hidden, discover.ClassScanner)})
	require.Len(t, test.Findings, 1)
	assert.Equal(t, detect.SeverityLow, test.Findings[0].Severity)
	assert.Contains(t, test.Findings[0].Grade(), "but in the texts of a scanner)")
}

func TestIdentityOfSweptStringsSurvivesLineMoves(t *testing.T) {
	const hidden = "words with\u200b\u202e\u2063 something in them"
	a := scanTools([]discover.Tool{swept(hidden, discover.ClassNone)})
	moved := swept(hidden, discover.ClassNone)
	moved.View.Fields[0].Pointer = "/strings/7"
	b := scanTools([]discover.Tool{moved})
	require.Len(t, a.Findings, 1)
	require.Len(t, b.Findings, 1)
	assert.Equal(t, a.Findings[0].ID, b.Findings[0].ID)
}

// TestCopiesReportWhatTheyHold is about a tool whose snapshot in a test lacks one field and has another of its own.
func TestCopiesReportWhatTheyHold(t *testing.T) {
	code := source.NewFile("server.py", "server.py", []byte("Gets\u200b\u202e\u2063 it."))
	snap := source.NewFile("tests/snap.json", "tests/snap.json", []byte(`"Only here\u200b."`))
	own := source.VerbatimText(code, source.Span{End: len(code.Data)})
	var b source.Builder
	b.Verbatim(snap, source.Span{Start: 1, End: 10})
	b.Escape(snap, source.Span{Start: 10, End: 16}, "\u200b")
	b.Verbatim(snap, source.Span{Start: 16, End: 17})
	other := b.Text()
	tool := discover.Tool{
		View: detect.ToolView{Kind: detect.KindTool, Name: "get", Server: "s", Description: own.Value, Fields: []detect.Field{
			{Pointer: "/description", Text: own.Value, Role: detect.RoleDescription},
			{Pointer: "/title", Text: other.Value, Role: detect.RoleTitle},
		}},
		File: code, Texts: []source.Text{own, other},
		Also: []discover.Copy{
			{File: snap, Texts: []source.Text{{}, other}, Class: discover.ClassTest},
			{File: source.NewFile("c.json", "c.json", []byte("x")), Texts: make([]source.Text, 2)},
		},
	}
	r := scanTools([]discover.Tool{tool})
	require.Len(t, r.Findings, 2, "the snapshot holds nothing that is not said of the original already")
	assert.Equal(t, []string{"server.py:1:5 \"\\u200b\\u202e\\u2063\"", "tests/snap.json:1:11 \"\\\\u200b\""}, positions(r, "unicode.hidden"))

	// The same words in both: each place is reported, and the copy weighs what its own file does.
	again := source.NewFile("tests/snap.json", "tests/snap.json", []byte("  Gets\u200b\u202e\u2063 it."))
	tool.Also = []discover.Copy{{File: again, Texts: []source.Text{
		source.VerbatimText(again, source.Span{Start: 2, End: len(again.Data)}),
		{},
	}, Class: discover.ClassTest}}
	r = scanTools([]discover.Tool{tool})
	require.Len(t, r.Findings, 3)
	assert.Equal(t, detect.SeverityCritical, r.Findings[0].Severity)
	assert.Equal(t, detect.SeverityLow, r.Findings[1].Severity)
	assert.Equal(t, "tests/snap.json", r.Findings[1].PrimarySignal().Where.Path)
}

func TestRemarks(t *testing.T) {
	f := source.NewFile("a.py", "a.py", []byte("\nx = "+key+"\n"))
	inv := &discover.Inventory{
		Tools: []discover.Tool{
			{View: detect.ToolView{Kind: detect.KindTool, Name: "a"}, File: f, Code: true},
			{View: detect.ToolView{Kind: detect.KindTool, Name: "b"}, File: f, Code: true, Static: discover.Partly, Why: "a name"},
			{
				View: detect.ToolView{Kind: detect.KindTool, Name: "c"}, File: f, Code: true, Static: discover.Unresolved, Why: "read from " + key,
				At: source.Span{Start: 5, End: 6},
			},
			{View: detect.ToolView{Kind: detect.KindPrompt, Name: "d"}, File: f, Code: true, Static: discover.Unresolved},
		},
		Notes: []discover.Note{{File: f, Span: source.Span{Start: 1, End: 2}, Text: "rewritten"}},
	}
	r := &Report{}
	r.Summary = summarize(r, inv)
	r.remark(inv, NewQuoter(0), nil, nil)
	s := r.Summary
	assert.Equal(t, []int{3, 1, 1, 1, 2, 1, 3}, []int{s.Tools, s.Static, s.Partly, s.Open, s.Unresolved, s.Notes, s.InCode})
	require.Len(t, r.Unresolved, 2)
	assert.Equal(t, "c", r.Unresolved[0].Name)
	assert.Equal(t, 2, r.Unresolved[0].Where.Start.Line)
	assert.NotContains(t, r.Unresolved[0].Text, key)
	require.Len(t, r.Notes, 1)
	assert.Equal(t, "rewritten", r.Notes[0].Text)

	for range 2 * KeptRemarks {
		inv.Notes = append(inv.Notes, inv.Notes[0])
	}
	r = &Report{}
	r.remark(inv, NewQuoter(0), nil, nil)
	assert.Len(t, r.Notes, KeptRemarks)
}
