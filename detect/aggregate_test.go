package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestAggregation(t *testing.T) {
	soft := func(id string, c float64) detect.Check { return word(id, detect.TierSoft, c, "bad") }
	hard := func(id string, c float64) detect.Check { return word(id, detect.TierHard, c, "bad") }
	critical := stub{"critical", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		s := v.Signal(0, 0, 1)
		s.Tier, s.Confidence, s.Severity = detect.TierHard, 0.5, detect.SeverityCritical
		return []detect.Signal{s}
	}}
	fact := func(id string, severity detect.Severity, tier detect.Tier) detect.Check {
		return stub{id, func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
			s := v.Signal(0, 0, 1)
			s.Tier, s.Confidence, s.Severity = tier, 0.3, severity
			return []detect.Signal{s}
		}}
	}
	note := stub{"note", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		s := v.Signal(0, 0, 1)
		s.Tier, s.Confidence, s.Severity, s.Note = detect.TierSoft, 1, detect.SeverityHigh, true
		return []detect.Signal{s}
	}}
	cases := []struct {
		name       string
		checks     []detect.Check
		severity   detect.Severity
		level      detect.ThreatLevel
		action     detect.Action
		confidence float64
		primary    string
	}{
		{"one soft", []detect.Check{soft("a", 0.4)}, detect.SeverityLow, detect.LevelWarning, detect.ActionReview, 0.4, "a"},
		{"two soft", []detect.Check{soft("a", 0.4), soft("b", 0.5)}, detect.SeverityMedium, detect.LevelWarning, detect.ActionReview, 0.9, "b"},
		{"three soft", []detect.Check{soft("a", 0.4), soft("b", 0.5), soft("c", 0.5)}, detect.SeverityHigh, detect.LevelWarning, detect.ActionReview, 1, "b"},
		{"five soft", []detect.Check{soft("a", 1), soft("b", 1), soft("c", 1), soft("d", 1), soft("e", 1)}, detect.SeverityHigh, detect.LevelWarning, detect.ActionReview, 1, "a"},
		{"one hard", []detect.Check{hard("a", 0.6)}, detect.SeverityHigh, detect.LevelDangerous, detect.ActionQuarantine, 0.6, "a"},
		{"hard and sure soft", []detect.Check{soft("a", 1), hard("b", 0.3)}, detect.SeverityHigh, detect.LevelDangerous, detect.ActionQuarantine, 1, "b"},
		{"a fact has its own severity", []detect.Check{fact("f", detect.SeverityHigh, detect.TierSoft)}, detect.SeverityHigh, detect.LevelWarning, detect.ActionReview, 0.3, "f"},
		{"low facts do not add up", []detect.Check{fact("f", detect.SeverityLow, detect.TierSoft), fact("g", detect.SeverityLow, detect.TierSoft), soft("a", 0.2)}, detect.SeverityLow, detect.LevelWarning, detect.ActionReview, 0.8, "f"},
		{"wording agrees beside a fact", []detect.Check{fact("f", detect.SeverityLow, detect.TierSoft), soft("a", 0.2), soft("b", 0.1)}, detect.SeverityMedium, detect.LevelWarning, detect.ActionReview, 0.6, "f"},
		{"a hard fact below high", []detect.Check{fact("f", detect.SeverityMedium, detect.TierHard)}, detect.SeverityMedium, detect.LevelDangerous, detect.ActionQuarantine, 0.3, "f"},
		{"a note has no severity of its own", []detect.Check{note}, detect.SeverityLow, detect.LevelWarning, detect.ActionReview, 1, "note"},
		{"critical", []detect.Check{hard("a", 0.9), critical}, detect.SeverityCritical, detect.LevelDangerous, detect.ActionQuarantine, 1, "critical"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := scan(t, `{"name":"bad"}`, c.checks...)
			require.Len(t, res.Findings, 1)
			f := res.Findings[0]
			assert.Equal(t, c.severity, f.Severity)
			assert.Equal(t, c.level, f.Level)
			assert.Equal(t, c.action, f.Action)
			assert.Equal(t, c.confidence, f.Confidence)
			assert.Equal(t, c.primary, f.CheckIDs[0])
			assert.Equal(t, c.primary, f.Signals[f.Primary].CheckID)
			assert.Len(t, f.Signals, len(c.checks), "no signal is dropped")
		})
	}
}

// TestManyHitsOfOneCheck are one voice for the severity but are all kept.
func TestManyHitsOfOneCheck(t *testing.T) {
	res := scan(t, `{"name":"bad","description":"bad bad bad"}`, word("a", detect.TierSoft, 0.5, "bad"))
	f := res.Findings[0]
	assert.Equal(t, detect.SeverityLow, f.Severity)
	assert.Equal(t, 0.5, f.Confidence)
	assert.Len(t, f.Signals, 4)
}

func TestRiskScore(t *testing.T) {
	risk := func(checks ...detect.Check) int {
		res := scan(t, `{"name":"bad","description":"bad worse"}`, checks...)
		return res.Findings[0].RiskScore
	}
	s := func(id string, c float64) detect.Check { return word(id, detect.TierSoft, c, "worse") }
	h := func(id string, c float64) detect.Check { return word(id, detect.TierHard, c, "worse") }
	many := word("m", detect.TierSoft, 1, "bad")
	assert.Less(t, risk(s("a", 0.3)), risk(s("a", 0.9)), "the surer, the higher")
	assert.Less(t, risk(s("a", 0.9)), risk(s("a", 0.9), s("b", 0.9)), "agreement raises it")
	assert.Less(t, risk(s("a", 1), s("b", 1), s("c", 1), many), risk(h("a", 0.1)), "hard dominates")
	assert.Less(t, risk(h("a", 0.9)), risk(h("a", 0.9), s("b", 0.5)))
	for _, r := range []int{risk(s("a", 0.01)), risk(h("a", 1), h("b", 1), h("c", 1), h("d", 1), many)} {
		assert.GreaterOrEqual(t, r, 0)
		assert.LessOrEqual(t, r, 100)
	}
}

func TestFloor(t *testing.T) {
	engine := detect.NewEngine([]detect.Check{word("weak", detect.TierSoft, 0.2, "bad"), word("sure", detect.TierSoft, 0.8, "bad")}).WithFloor(0.5)
	res := engine.Scan([]detect.ToolView{view(t, "s", `{"name":"bad bad"}`)})
	require.Len(t, res.Findings, 1)
	assert.Equal(t, []string{"sure"}, res.Findings[0].CheckIDs)
	assert.Equal(t, 2, res.Coverage.BelowConfidence)
	assert.False(t, res.Coverage.Degraded())
}

func TestCaps(t *testing.T) {
	find := func(res detect.Result, c detect.Cap) *detect.CapHit {
		for i := range res.Coverage.Caps {
			if res.Coverage.Caps[i].Cap == c {
				return &res.Coverage.Caps[i]
			}
		}
		return nil
	}
	check := word("a", detect.TierSoft, 0.5, "bad")

	long := strings.Repeat("\u00e9", detect.MaxTextBytes/2) + "bad"
	res := scan(t, `{"name":"n","description":"`+long+`"}`, check)
	hit := find(res, detect.CapText)
	require.NotNil(t, hit)
	assert.Equal(t, detect.CapHit{Cap: detect.CapText, Server: "s", Tool: "n", Field: "/description", Limit: detect.MaxTextBytes, Seen: len(long)}, *hit)
	assert.Empty(t, res.Findings, "what is beyond the bound is not looked at, which is why it is reported")
	assert.True(t, res.Coverage.Degraded())

	res = scan(t, `{"name":"n","description":"`+strings.Repeat("bad ", detect.MaxSignals+5)+`"}`, check)
	hit = find(res, detect.CapSignals)
	require.NotNil(t, hit)
	assert.Equal(t, detect.MaxSignals+5, hit.Seen)
	assert.Equal(t, "a", hit.Check)
	require.Len(t, res.Findings[0].Signals, detect.MaxSignals)
	assert.Equal(t, 0, res.Findings[0].Signals[0].Start, "the first ones are kept")

	many := detect.ToolView{Name: "n", Fields: make([]detect.Field, detect.MaxFields+1)}
	many.Fields[detect.MaxFields].Text = "bad"
	res = detect.NewEngine([]detect.Check{check}).Scan([]detect.ToolView{many})
	require.NotNil(t, find(res, detect.CapFields))
	assert.Empty(t, res.Findings)
	assert.Len(t, many.Fields, detect.MaxFields+1, "the caller's view is left alone")

	deep := `{"name":"n","x":` + strings.Repeat(`[`, 400) + `"bad"` + strings.Repeat(`]`, 400) + `}`
	res = scan(t, deep, check)
	require.NotNil(t, find(res, detect.CapDepth))

	tools := make([]detect.ToolView, detect.MaxTools+1)
	res = detect.NewEngine(nil).Scan(tools)
	hit = find(res, detect.CapTools)
	require.NotNil(t, hit)
	assert.Equal(t, detect.MaxTools+1, hit.Seen)
	assert.Equal(t, detect.MaxTools, res.Coverage.Tools)
}

// capped stops at a bound of its own.
type capped struct{ stub }

func (c capped) InspectCapped(t detect.ToolView, r detect.RegistryView) ([]detect.Signal, []detect.CapHit) {
	return c.Inspect(t, r), []detect.CapHit{{Cap: "candidates", Field: "/\u200b", Limit: 1, Seen: 2}}
}

func TestCappedCheck(t *testing.T) {
	res := scan(t, `{"name":"n"}`, capped{stub{"c", func(detect.ToolView, detect.RegistryView) []detect.Signal { return nil }}})
	assert.Equal(t, []detect.CapHit{{Cap: "candidates", Check: "c", Server: "s", Tool: "n", Field: "/U+200B", Limit: 1, Seen: 2}}, res.Coverage.Caps)
}

func TestRelatedPlacesExist(t *testing.T) {
	shared := []detect.Related{
		{ToolIndex: 1, FieldIndex: 7, Start: -3, End: 99, Note: "see\u200b"}, {ToolIndex: 9}, {ToolIndex: -1},
	}
	c := stub{"c", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		s := v.Signal(0, 0, 1)
		s.Tier, s.Confidence, s.Related = detect.TierHard, 1, shared
		return []detect.Signal{s}
	}}
	res := detect.NewEngine([]detect.Check{c}).Scan([]detect.ToolView{view(t, "a", `{"name":"x"}`), view(t, "b", `{"name":"yy"}`)})
	require.Len(t, res.Findings, 2)
	assert.Equal(t, []detect.Related{{ToolIndex: 1, Server: "b", Tool: "yy", Field: "/name", End: 2, Note: "seeU+200B"}}, res.Findings[0].Signals[0].Related)
	assert.Equal(t, "see\u200b", shared[0].Note, "the check's own slice is left alone")
	assert.Equal(t, fmt.Sprint(detect.SeverityHigh), res.Findings[0].Severity.String())
}

func TestMessage(t *testing.T) {
	f := detect.Finding{Kind: detect.KindTool, Server: "a\x1b[2J", Tool: "b\nc", Severity: detect.SeverityLow, Signals: []detect.Signal{{}, {CheckID: "x.y", Detail: "says too much"}}, Primary: 1}
	assert.Equal(t, "low[x.y]: tool “b\\nc” of server “aU+001B[2J” says too much", f.String())
	f.Server = f.Tool
	assert.Equal(t, "tool “b\\nc” of server “b\\nc” says too much", f.Message())
	assert.Equal(t, detect.Signal{}, (&detect.Finding{}).PrimarySignal())
}
