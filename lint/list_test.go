package lint

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

func TestList(t *testing.T) {
	list, err := List(Options{Cwd: tree(t, map[string]string{
		"a.json": shopTools("till", `{"name":"pay","description":"Pays with `+key+`."}`),
		"b.json": shopTools("till", `{"name":"pay","description":"Pays with `+key+`."}`), "c.json": "{",
		"s.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP(\"s\")\nD = load()\n\n@mcp.tool(description=D)\ndef f(a: str) -> " +
			"str:\n    return a\n",
	})})
	require.NoError(t, err)
	require.Len(t, list.Definitions, 2)
	one, two := list.Definitions[0], list.Definitions[1]
	assert.Equal(t, []string{"pay", "full", "a.json"}, []string{one.Name, one.Static, one.Where.Path})
	assert.Len(t, one.Copies, 1)
	assert.NotEmpty(t, one.Digest)
	require.NotEmpty(t, one.Fields)
	assert.NotContains(t, fmt.Sprintf("%+v", list), key)
	assert.Equal(t, "unresolved", two.Static)
	assert.Positive(t, list.FilesSeen)
	_, err = List(Options{Cwd: t.TempDir(), Paths: []string{"missing.json"}})
	assert.Error(t, err)
}

// TestQuoterMakesPlainFindings is about a finding that is located by hand.
func TestQuoterMakesPlainFindings(t *testing.T) {
	f := source.NewFile("a.json", "a.json", []byte("{\"a\": \"do it\"}\n"))
	at := source.Location{File: f, Span: source.Span{Start: 7, End: 12}, Exact: true}
	got := NewQuoter(0).Finding(detect.Finding{Tool: "t", Signals: []detect.Signal{{
		CheckID: "a.b", Related: []detect.Related{{Tool: "u"}, {ToolIndex: detect.Outside, Field: "/description", Text: "did it"}},
	}}}, []Located{{Where: at, More: []source.Location{at}, Related: []source.Location{at}}})
	s := got.PrimarySignal()
	assert.Equal(t, "do it", s.written())
	assert.Equal(t, [2]int{1, 8}, [2]int{s.More[0].Start.Line, s.Related[0].Where.Start.Column})
	assert.Equal(t, []Region{{Text: "do it", Verbatim: true, Line: got.Region.Line, LineText: `{"a": "do it"}`, Hash: got.Region.Hash}},
		[]Region{got.Region})
	assert.NotNil(t, s.Related[0].Excerpt)
	field, words := s.ApprovedText()
	assert.Equal(t, []string{"/description", "did it"}, []string{field, words})
	assert.False(t, got.Note())
	rest, ok := got.Only(nil)
	assert.True(t, ok)
	assert.Len(t, rest.Signals, 1)
	assert.Equal(t, got.Message, got.String()[len(got.String())-len(got.Message):])
	assert.Equal(t, &Signal{}, (&Finding{}).PrimarySignal())
}

func TestSummaryUnknown(t *testing.T) {
	for want, s := range map[string]Summary{
		"": {Definitions: 5},
		"the tools that code registers in one place are only known by running it": {Definitions: 5, Unresolved: 1, Gaps: 1},
		"the tools that code registers in 2 places are only known by running it":  {Definitions: 5, Unresolved: 2, Gaps: 2},
		"the text of 3 of 5 definitions is only known by running code":            {Definitions: 5, Unresolved: 3},
		"the text of 1 of 5 definitions and the tools that code registers in 2 places are only known by running it": {
			Definitions: 5, Unresolved: 3, Gaps: 2,
		},
	} {
		assert.Equal(t, want, s.Unknown())
	}
}

func TestMostSevere(t *testing.T) {
	list := make([]Finding, 4)
	for i, f := range []struct{ severity, risk int }{{1, 9}, {3, 5}, {2, 1}, {3, 7}} {
		list[i].Severity, list[i].RiskScore = detect.Severity(f.severity), f.risk
	}
	for limit, want := range [][]int{{}, {3}, {1, 3}, {1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}} {
		assert.Equal(t, want, MostSevere(len(list), limit, func(i int) *Finding { return &list[i] }))
	}
}
