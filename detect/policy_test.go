package detect_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// says is a check that reports the whole of field 0, as set.
func says(id string, s detect.Signal) detect.Check {
	return stub{id, func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		out := v.Signal(0, 0, 3)
		out.Tier, out.Confidence, out.Severity, out.Note, out.Certain = s.Tier, s.Confidence, s.Severity, s.Note, s.Certain
		return []detect.Signal{out}
	}}
}

func only(t *testing.T, res detect.Result) detect.Finding {
	t.Helper()
	require.Len(t, res.Findings, 1)
	return res.Findings[0]
}

func TestNotes(t *testing.T) {
	note := func(id string, c float64) detect.Check {
		return says(id, detect.Signal{Tier: detect.TierSoft, Confidence: c, Note: true})
	}
	soft := func(id string, c float64) detect.Check { return word(id, detect.TierSoft, c, "bad") }
	hard := word("h", detect.TierHard, 0.4, "bad")
	const tool = `{"name":"bad"}`

	for name, checks := range map[string][]detect.Check{
		"a soft one": {soft("a", 0.4)}, "two soft ones": {soft("a", 0.4), soft("b", 0.3)}, "a hard one": {hard},
		"hard and soft": {hard, soft("a", 0.2)}, "a certain one": {says("f", detect.Signal{Tier: detect.TierSoft, Confidence: 0.1, Certain: true})},
	} {
		without := only(t, scan(t, tool, checks...))
		with := only(t, scan(t, tool, append([]detect.Check{note("n", 1), note("m", 0.9)}, checks...)...))
		assert.Len(t, with.Signals, len(without.Signals)+2, "%s: notes are listed", name)
		assert.ElementsMatch(t, append([]string{"n", "m"}, without.CheckIDs...), with.CheckIDs, name)
		assert.Equal(t, without.CheckIDs[0], with.CheckIDs[0], "%s: a note never decides", name)
		assert.False(t, with.Signals[with.Primary].Note, name)
		assert.Equal(t, []any{without.Tier, without.Severity, without.Level, without.Action, without.Confidence, without.RiskScore},
			[]any{with.Tier, with.Severity, with.Level, with.Action, with.Confidence, with.RiskScore}, name)
	}

	alone := only(t, scan(t, tool, note("n", 1), note("m", 1), note("o", 1), note("p", 1)))
	assert.Equal(t, detect.TierSoft, alone.Tier)
	assert.Equal(t, detect.SeverityLow, alone.Severity, "however many there are")
	assert.Equal(t, detect.ActionReview, alone.Action)
	assert.Equal(t, detect.LevelWarning, alone.Level)
	assert.Equal(t, 1.0, alone.Confidence)
	assert.Equal(t, 10, alone.RiskScore)

	f := only(t, scan(t, tool, says("x", detect.Signal{Tier: detect.TierHard, Confidence: 0.5, Note: true})))
	assert.False(t, f.Signals[0].Note, "a hard signal is no note")
	assert.Equal(t, detect.SeverityHigh, f.Severity)

	both := stub{"both", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		a, b := v.Signal(0, 0, 3), v.Signal(0, 0, 3)
		a.Tier, a.Confidence, a.Note = detect.TierSoft, 1, true
		b.Tier, b.Confidence = detect.TierSoft, 0.3
		return []detect.Signal{a, b}
	}}
	f = only(t, scan(t, tool, both))
	require.Len(t, f.Signals, 1)
	assert.False(t, f.Signals[0].Note, "of two at one place the one that weighs stays")
	assert.Equal(t, 0.3, f.Confidence)
}

func TestPolicies(t *testing.T) {
	soft := detect.Signal{Tier: detect.TierSoft, Confidence: 0.6}
	critical := detect.Signal{Tier: detect.TierHard, Confidence: 0.6, Severity: detect.SeverityCritical}
	for name, c := range map[string]struct {
		signal   detect.Signal
		policy   detect.Policy
		tier     detect.Tier
		severity detect.Severity
		note     bool
	}{
		"soft, nothing set":      {soft, detect.Policy{}, detect.TierSoft, detect.SeverityLow, false},
		"soft, no such level":    {soft, detect.Policy{Level: "loud"}, detect.TierSoft, detect.SeverityLow, false},
		"soft to note":           {soft, detect.Policy{Level: detect.LevelNote}, detect.TierSoft, detect.SeverityLow, true},
		"soft to soft":           {soft, detect.Policy{Level: detect.LevelSoft}, detect.TierSoft, detect.SeverityLow, false},
		"soft to hard":           {soft, detect.Policy{Level: detect.LevelHard}, detect.TierHard, detect.SeverityHigh, false},
		"soft is never critical": {detect.Signal{Tier: detect.TierSoft, Confidence: 1, Severity: detect.SeverityCritical}, detect.Policy{Level: detect.LevelHard}, detect.TierHard, detect.SeverityHigh, false},
		"note to soft":           {detect.Signal{Tier: detect.TierSoft, Confidence: 1, Note: true}, detect.Policy{Level: detect.LevelSoft}, detect.TierSoft, detect.SeverityLow, false},
		"note to hard":           {detect.Signal{Tier: detect.TierSoft, Confidence: 1, Note: true}, detect.Policy{Level: detect.LevelHard}, detect.TierHard, detect.SeverityHigh, false},
		"certain":                {detect.Signal{Tier: detect.TierSoft, Confidence: 1, Certain: true}, detect.Policy{}, detect.TierSoft, detect.SeverityMedium, false},
		"certain to note":        {detect.Signal{Tier: detect.TierSoft, Confidence: 1, Certain: true}, detect.Policy{Level: detect.LevelNote}, detect.TierSoft, detect.SeverityLow, true},
		"critical to hard":       {critical, detect.Policy{Level: detect.LevelHard}, detect.TierHard, detect.SeverityCritical, false},
		"critical to soft":       {critical, detect.Policy{Level: detect.LevelSoft}, detect.TierSoft, detect.SeverityLow, false},
		"critical to note":       {critical, detect.Policy{Level: detect.LevelNote}, detect.TierSoft, detect.SeverityLow, true},
		"at the floor":           {soft, detect.Policy{Floor: 0.6}, detect.TierSoft, detect.SeverityLow, false},
	} {
		t.Run(name, func(t *testing.T) {
			engine := detect.NewEngine([]detect.Check{says("a", c.signal)}).WithPolicies(map[string]detect.Policy{"a": c.policy, "unknown": {Level: detect.LevelOff}})
			f := only(t, engine.Scan([]detect.ToolView{view(t, "s", `{"name":"abc"}`)}))
			assert.Equal(t, c.tier, f.Tier)
			assert.Equal(t, c.severity, f.Severity)
			assert.Equal(t, c.note, f.Signals[0].Note)
			assert.Equal(t, c.severity == detect.SeverityCritical, f.Signals[0].Severity == detect.SeverityCritical)
		})
	}
}

func TestPoliciesTogether(t *testing.T) {
	base := detect.NewEngine([]detect.Check{word("a", detect.TierSoft, 0.5, "bad"), word("b", detect.TierSoft, 0.5, "bad"), word("c", detect.TierHard, 0.5, "bad")})
	tools := []detect.ToolView{view(t, "s", `{"name":"bad"}`)}
	engine := base.WithPolicies(map[string]detect.Policy{"a": {Level: detect.LevelNote}, "b": {Floor: 0.7}, "c": {Level: detect.LevelOff}})
	res := engine.WithFloor(0.2).Scan(tools)
	assert.Equal(t, []string{"a", "b"}, res.Coverage.Checks, "what is off does not run")
	assert.Equal(t, 1, res.Coverage.BelowConfidence)
	assert.Equal(t, []string{"a"}, only(t, res).CheckIDs)
	res = engine.WithFloor(0.6).Scan(tools)
	assert.Empty(t, res.Findings, "the higher floor counts")
	assert.Equal(t, 2, res.Coverage.BelowConfidence)
	assert.Len(t, only(t, base.Scan(tools)).CheckIDs, 3, "the engine that it was made of is as it was")

	res = base.WithPolicies(map[string]detect.Policy{"a": {Level: detect.LevelOff}, "b": {Level: detect.LevelOff}, "c": {Level: detect.LevelOff}}).Scan(tools)
	assert.True(t, res.Coverage.Degraded(), "an engine without checks looks at nothing, and says so")
	assert.Equal(t, []string{}, (*detect.Engine)(nil).WithPolicies(nil).Scan(tools).Coverage.Checks)
	assert.Len(t, only(t, base.WithPolicies(map[string]detect.Policy{"a": {Floor: math.NaN()}}).Scan(tools)).CheckIDs, 3, "no number is no floor")
	again := engine.WithPolicies(map[string]detect.Policy{"a": {Level: detect.LevelHard}})
	assert.Equal(t, []string{"a"}, only(t, again.Scan(tools)).CheckIDs, "b keeps what was set, c stays off")
	assert.Equal(t, detect.TierHard, only(t, again.Scan(tools)).Tier)
}

func TestOnly(t *testing.T) {
	res := scan(t, `{"name":"bad worse worst"}`, word("h", detect.TierHard, 0.9, "worst"), word("a", detect.TierSoft, 0.5, "bad"), word("b", detect.TierSoft, 0.4, "worse"))
	f := only(t, res)
	same, ok := f.Only(func(int) bool { return true })
	require.True(t, ok)
	assert.Equal(t, f, same)

	soft, ok := f.Only(func(i int) bool { return f.Signals[i].Tier == detect.TierSoft })
	require.True(t, ok)
	want := only(t, scan(t, `{"name":"bad worse worst"}`, word("a", detect.TierSoft, 0.5, "bad"), word("b", detect.TierSoft, 0.4, "worse")))
	assert.Equal(t, want, soft, "as if the others had never been seen")

	one, ok := f.Only(func(i int) bool { return f.Signals[i].CheckID == "b" })
	require.True(t, ok)
	assert.Equal(t, detect.SeverityLow, one.Severity)
	assert.Equal(t, []string{"b"}, one.CheckIDs)
	assert.Equal(t, 0, one.Primary)
	assert.Len(t, f.Signals, 3, "the finding itself stays as it is")

	_, ok = f.Only(func(int) bool { return false })
	assert.False(t, ok)
	_, ok = f.Only(nil)
	assert.True(t, ok, "nobody to ask keeps all")
	_, ok = (detect.Finding{}).Only(nil)
	assert.False(t, ok)
}

// TestValues has signals on numbers and booleans, which share the nearest string.
func TestValues(t *testing.T) {
	c := stub{"v", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		hints := v.Definition.Get("annotations")
		at := func(name string, value *detect.Node, confidence float64) detect.Signal {
			s := v.Signal(0, 0, 1)
			s.Tier, s.Confidence, s.Field, s.Value = detect.TierHard, confidence, "/annotations/"+name, value
			return s
		}
		plain := v.Signal(0, 0, 1)
		plain.Tier, plain.Confidence, plain.Field = detect.TierHard, 0.5, "/a/lie"
		return []detect.Signal{
			at("destructiveHint", hints.Get("destructiveHint"), 0.5), at("readOnlyHint", hints.Get("readOnlyHint"), 0.5), plain,
			at("readOnlyHint", hints.Get("readOnlyHint"), 0.9), at(github, &detect.Node{Text: "1"}, 0.5),
		}
	}}
	f := only(t, scan(t, `{"name":"n","annotations":{"destructiveHint":false,"readOnlyHint":true}}`, c))
	var fields []string
	for _, s := range f.Signals {
		fields = append(fields, s.Field)
	}
	assert.Equal(t, []string{"/annotations/destructiveHint", "/annotations/readOnlyHint", "/name", "/annotations/ghp_[REDACTED]"}, fields)
	assert.Equal(t, 0.9, f.Signals[1].Confidence, "of one value the weightier one stays")

	bare := detect.NewView(detect.KindTool, "s", object("x", &detect.Node{Text: "1"}))
	bare.Fields = nil
	value := stub{"v", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		return []detect.Signal{{Tier: detect.TierHard, Confidence: 1, Field: "/x", Value: v.Definition.Get("x"), Start: 4, End: 9}, {Tier: detect.TierHard, Confidence: 1}}
	}}
	res := detect.NewEngine([]detect.Check{value}).Scan([]detect.ToolView{bare})
	f = only(t, res)
	require.Len(t, f.Signals, 1, "a definition without strings can be spoken of by its values")
	assert.Equal(t, []any{"/x", 0, 0}, []any{f.Signals[0].Field, f.Signals[0].Start, f.Signals[0].End})
	assert.Len(t, res.Coverage.Failures, 1, "and by nothing else")
}

func TestRelatedOutside(t *testing.T) {
	place := detect.Related{
		ToolIndex: detect.Outside, Server: "ser\u200bver", Tool: "t " + github, FieldIndex: 9, Field: "/a\n", Start: 3, End: 9, Note: "appro\u202eved",
		Text: "say\u200b nothing, token " + gitlab,
	}
	long := detect.Related{ToolIndex: detect.Outside, Text: string(make([]byte, 1<<20))}
	inside := detect.Related{ToolIndex: 0, Text: "lies"}
	c := stub{"c", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		s := v.Signal(0, 0, 1)
		s.Tier, s.Confidence, s.Related = detect.TierHard, 1, []detect.Related{place, {ToolIndex: detect.Outside}, long, inside, {ToolIndex: -2, Text: "x"}}
		return []detect.Signal{s}
	}}
	got := only(t, scan(t, `{"name":"n"}`, c)).Signals[0].Related
	require.Len(t, got, 3)
	assert.Equal(t, detect.Related{
		ToolIndex: detect.Outside, Server: "serU+200Bver", Tool: "t ghp_[REDACTED]", Field: `/a\n`, Note: "approU+202Eved",
		Text: "sayU+200B nothing, token " + "glpa[REDACTED]",
	}, got[0])
	assert.LessOrEqual(t, len([]rune(got[1].Text)), detect.EvidenceRunes)
	assert.Empty(t, got[2].Text, "what is in the scan speaks for itself")
}
