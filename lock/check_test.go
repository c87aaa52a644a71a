package lock_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lock"
)

// scan compares definitions with a lock file and scans them with the checks of the comparison alone.
func scan(t testing.TB, f *lock.File, defs ...lock.Definition) detect.Result {
	t.Helper()
	return scanWith(t, lock.Compare(f, defs, nil).Checks(), defs)
}

func scanWith(t testing.TB, checks []detect.Check, defs []lock.Definition) detect.Result {
	t.Helper()
	var views []detect.ToolView
	for _, d := range defs {
		views = append(views, d.View)
	}
	res := detect.NewEngine(checks).Scan(views)
	require.Empty(t, res.Coverage.Failures)
	return res
}

// said writes the signals of the one finding there is: field, the marked bytes, what is said and what was approved.
func said(t testing.TB, res detect.Result, d lock.Definition) []string {
	t.Helper()
	require.Len(t, res.Findings, 1)
	var out []string
	for _, s := range res.Findings[0].Signals {
		span := s.Evidence
		if s.Value == nil {
			span = d.View.Fields[s.FieldIndex].Text[s.Start:s.End]
		}
		line := fmt.Sprintf("%s [%s] %s", s.Field, span, s.Detail)
		for _, r := range s.Related {
			require.Equal(t, detect.Outside, r.ToolIndex)
			require.Equal(t, "approved", r.Note)
			line += fmt.Sprintf(" | %s/%s %s %q", r.Server, r.Tool, r.Field, r.Text)
		}
		out = append(out, line)
	}
	return out
}

// TestChangedSignals replaces parts of a definition by what testdata/changed.txt says.
func TestChangedSignals(t *testing.T) {
	var definition string
	golden.Lines(t, "testdata/changed.txt", func(line string) []string {
		if before, ok := strings.CutPrefix(line, "approved "); ok {
			definition = before
			return nil
		}
		before, after, ok := strings.Cut(line, " =>")
		require.True(t, ok && strings.Contains(definition, before), line)
		now := tool(t, "s", strings.Replace(definition, before, strings.TrimPrefix(after, " "), 1))
		res := scan(t, approved(t, tool(t, "s", definition)), now)
		finding := res.Findings[0]
		assert.Equal(t, []any{detect.TierSoft, detect.SeverityMedium, detect.ActionReview, detect.ThreatRugPull, 1.0},
			[]any{finding.Tier, finding.Severity, finding.Action, finding.ThreatType, finding.Confidence})
		assert.Equal(t, []string{"rugpull.changed"}, finding.CheckIDs)
		return said(t, res, now)
	})
}

func TestSeveralThingsGone(t *testing.T) {
	now := tool(t, "s", `{"name":"a"}`)
	res := scan(t, approved(t, tool(t, "s", `{"name":"a","title":"T","description":"D","x":[1]}`)), now)
	assert.Equal(t, []string{
		`/name [a] is not the definition that was approved: “/description” was removed, and “/title” was removed, and “/x” was removed` +
			` | s/a /description "D" | s/a /title "T" | s/a /x "[1]"`,
	}, said(t, res, now), "one place says all")
}

func TestHiddenCharactersAreShown(t *testing.T) {
	res := scan(t, approved(t, tool(t, "s", one)), tool(t, "s", strings.Replace(one, `"one"`, `"one\ud83d\ude00\udb40\udc41 \u202etwo"`, 1)))
	s := res.Findings[0].Signals[0]
	assert.Contains(t, s.Evidence, "U+E0041")
	assert.Contains(t, s.Evidence, "U+202E")
}

func TestManyChanges(t *testing.T) {
	params := func(word string) string {
		var parts []string
		for i := range 100 {
			parts = append(parts, fmt.Sprintf(`"p%02d":{"description":"%s"}`, i, word))
		}
		return `{"name":"a","inputSchema":{"properties":{` + strings.Join(parts, ",") + `}}}`
	}
	now := tool(t, "s", params("after"))
	res := scan(t, approved(t, tool(t, "s", params("before"))), now)
	got := said(t, res, now)
	require.Len(t, got, 21)
	assert.Equal(t, "/name [a] has 80 more values that were not approved; see mcp-lint lock diff", got[0])
	assert.Equal(t, `/inputSchema/properties/p19/description [after] is not the definition that was approved: the text differs | s/a /inputSchema/properties/p19/description "before"`, got[20])
}

func TestWhatWasApprovedIsNotKept(t *testing.T) {
	secret := "ghp_" + "k3Jd9QmZ2xLr7VbT5wNs" + "8HcYf4GpA1eRuT6o"
	for name, old := range map[string]string{
		"too large":    `{"name":"a","description":"` + strings.Repeat("word ", 20_000) + `"}`,
		"a credential": `{"name":"a","description":"d","default":"` + secret + `"}`,
	} {
		f := approved(t, tool(t, "s", old))
		require.Nil(t, f.Entries[0].Definition, name)
		assert.NotContains(t, string(f.Bytes()), secret[8:])
		now := tool(t, "s", `{"name":"a","description":"`+secret+` now"}`)
		res := scan(t, f, now)
		assert.Equal(t, []string{
			`/name [a] is not the definition that was approved: the lock file has only its digest, so the difference is not shown | s/a  "` + string(f.Entries[0].Digest) + `"`,
		}, said(t, res, now), name)
		assert.Empty(t, scan(t, f, tool(t, "s", old)).Findings)
	}
}

func TestCredentialsAreNotShown(t *testing.T) {
	secret := "ghp_" + "k3Jd9QmZ2xLr7VbT5wNs" + "8HcYf4GpA1eRuT6o"
	now := tool(t, "s", `{"name":"a","description":"d","inputSchema":{"default":"token `+secret+`","`+secret+`":1}}`)
	res := scan(t, approved(t, tool(t, "s", `{"name":"a","description":"d"}`)), now)
	for _, s := range res.Findings[0].Signals {
		assert.NotContains(t, fmt.Sprintf("%+v", s.Evidence+s.Detail+s.Field), secret[8:])
	}
}

// TestPartsOfCredentialsAreNotShown changes the end of what only looked like a credential: alone nobody would know it for one.
func TestPartsOfCredentialsAreNotShown(t *testing.T) {
	body := "k3Jd9QmZ2xLr7VbT5wNs" + "8HcYf4GpA1eRuT6o" + "Wd0KqXn4"
	def := func(key string) string {
		return `{"name":"a","description":"Call it with the key sk-ant-api03-` + key + ` in front of all else."}`
	}
	require.NotNil(t, approved(t, tool(t, "s", def("YOUR-KEY"))).Entries[0].Definition)
	res := scan(t, approved(t, tool(t, "s", def("YOUR-KEY"))), tool(t, "s", def(body+"-"+body+"AA")))
	s := res.Findings[0].Signals[0]
	assert.NotContains(t, s.Evidence+s.Detail, body[:8])
	assert.NotContains(t, s.Evidence+s.Detail, body[28:])
	assert.True(t, s.Sensitive)
}

func TestDefinitionsWithoutTexts(t *testing.T) {
	v := func(value string) lock.Definition {
		return lock.Definition{View: detect.NewView(detect.KindTool, "s", &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{{Text: value}}})}
	}
	res := scan(t, approved(t, v("1")), v("2"))
	require.Len(t, res.Findings, 1)
	assert.Equal(t, detect.SeverityMedium, res.Findings[0].Severity)
	assert.Equal(t, "2", res.Findings[0].Signals[0].Evidence)
	res = scan(t, &lock.File{}, v("2"))
	require.Len(t, res.Findings, 1)
	assert.True(t, res.Findings[0].Signals[0].Note)
}

func TestViewsMadeByHand(t *testing.T) {
	hand := func(description string) lock.Definition {
		return lock.Definition{View: detect.ToolView{
			Kind: detect.KindTool, Server: "s", Name: "a", Description: description,
			Fields: []detect.Field{{Pointer: "/name", Text: "a"}, {Pointer: "/description", Text: description}},
		}}
	}
	f := approved(t, hand("Reads one file."))
	assert.Empty(t, scan(t, f, hand("Reads one file.")).Findings)
	now := hand("Reads every file.")
	require.Len(t, scan(t, f, now).Findings, 1)

	whole := approved(t, tool(t, "s", `{"name":"a","description":"Reads one file."}`))
	assert.Equal(t, []string{`/description [every] is not the definition that was approved: the text differs | s/a /description "one"`}, said(t, scan(t, whole, now), now))
	c := lock.Compare(whole, []lock.Definition{now}, nil)
	require.Len(t, c.Differences(0), 1)
	assert.Equal(t, "/description", c.Differences(0)[0].Pointer)
	assert.Nil(t, c.Differences(-1))
	assert.Nil(t, c.Differences(1))

	// The engine hands checks less of it than was compared.
	long := hand(strings.Repeat("word ", detect.MaxTextBytes/5) + "end")
	f = approved(t, long)
	assert.Empty(t, scan(t, f, long).Findings)
	res := scan(t, f, hand(strings.Repeat("word ", detect.MaxTextBytes/5)+"END"))
	require.Len(t, res.Findings, 1)
	assert.Equal(t, []string{"rugpull.changed"}, res.Findings[0].CheckIDs)
}

func TestPendingSignals(t *testing.T) {
	res := scan(t, &lock.File{}, tool(t, "s", one))
	require.Len(t, res.Findings, 1)
	f := res.Findings[0]
	require.Len(t, f.Signals, 1)
	s := f.Signals[0]
	assert.Equal(t, []any{detect.SeverityLow, detect.TierSoft, detect.ActionReview, detect.ThreatRugPull}, []any{f.Severity, f.Tier, f.Action, f.ThreatType})
	assert.Equal(t, []any{"rugpull.pending", "/name", "a", true, 1.0}, []any{s.CheckID, s.Field, s.Evidence, s.Note, s.Confidence})
	assert.Equal(t, "is not in the lock file and has not been approved", s.Detail)
	p, _ := refreshed(t, &lock.File{}, []lock.Definition{tool(t, "s", one)}, nil)
	assert.Equal(t, "has been waiting for approval since 2026-11-22", scan(t, p, tool(t, "s", one)).Findings[0].Signals[0].Detail)
	assert.Empty(t, scan(t, &lock.File{}, quiet(tool(t, "s", one))).Findings)

	v := must.OK(detect.ViewJSON(detect.KindInstructions, "s", []byte(`{"instructions":"Use the tools with care."}`)))(t)
	s = scan(t, &lock.File{}, lock.Definition{View: v}).Findings[0].Signals[0]
	assert.Equal(t, []any{"/instructions", "Use"}, []any{s.Field, s.Evidence}, "what has no name is known by its first word")
}

func TestPendingAddsNothing(t *testing.T) {
	d := tool(t, "s", `{"name":"a","description":"Tells a joke.\u200b\u200bEnjoy."}`)
	c := lock.Compare(&lock.File{}, []lock.Definition{d}, nil)
	without := detect.NewEngine(check.All()).Scan([]detect.ToolView{d.View}).Findings[0]
	with := detect.NewEngine(append(check.All(), c.Checks()...)).Scan([]detect.ToolView{d.View}).Findings[0]
	assert.Len(t, with.Signals, len(without.Signals)+1)
	assert.Equal(t, []any{without.Severity, without.Confidence, without.RiskScore, without.ThreatType}, []any{with.Severity, with.Confidence, with.RiskScore, with.ThreatType})
	assert.Equal(t, "unicode.hidden", with.CheckIDs[0])
}

func TestCopiesThatDiffer(t *testing.T) {
	f := approved(t, tool(t, "s", one))
	a, b := tool(t, "s", one), in(tool(t, "s", two), "copy.json")
	c := lock.Compare(f, []lock.Definition{a, b, quiet(in(tool(t, "s", three), "test.json"))}, nil)
	engine := detect.NewEngine(c.Checks())
	assert.Empty(t, engine.Scan([]detect.ToolView{a.View}).Findings)
	assert.Len(t, engine.Scan([]detect.ToolView{b.View}).Findings, 1, "each is known by what it says")
	assert.Empty(t, engine.Scan([]detect.ToolView{c.Definitions[2].View}).Findings)
	same := lock.Compare(&lock.File{}, []lock.Definition{quiet(a), a, quiet(a)}, nil)
	assert.Len(t, detect.NewEngine(same.Checks()).Scan([]detect.ToolView{a.View}).Findings, 1, "one that is served counts")
	fixture := quiet(in(tool(t, "s", one), "test.json"))
	same = lock.Compare(&lock.File{}, []lock.Definition{a, fixture}, nil)
	assert.Empty(t, detect.NewEngine(same.Checks()).Scan([]detect.ToolView{fixture.View}).Findings, "the same words in a test are not served")
	assert.Len(t, detect.NewEngine(same.Checks()).Scan([]detect.ToolView{tool(t, "s", one).View}).Findings, 1, "what was read again is known by what it says")
	assert.Nil(t, (*lock.Comparison)(nil).Checks())
	assert.Empty(t, engine.Scan([]detect.ToolView{tool(t, "unknown", one).View}).Findings, "what was not compared is not judged")
}

// scanExample scans an example as the documentation has it, with all checks, and returns the IDs that fire on its tool.
func scanExample(t *testing.T, e detect.Example) []string {
	t.Helper()
	defs := []lock.Definition{tool(t, e.Server, e.Tool)}
	for _, p := range e.Peers {
		defs = append(defs, tool(t, p.Server, p.Tool))
	}
	checks := check.All()
	if e.Approved != "" {
		f := &lock.File{}
		if e.Approved != "none" {
			f = approved(t, tool(t, e.Server, e.Approved))
		}
		checks = append(checks, lock.Compare(f, defs, nil).Checks()...)
	}
	for _, f := range scanWith(t, checks, defs).Findings {
		if f.ToolIndex == 0 {
			return f.CheckIDs
		}
	}
	return nil
}

// TestExamples proves the documentation: bad examples fire their check, good ones fire none.
func TestExamples(t *testing.T) {
	checks := lock.Compare(nil, nil, nil).Checks()
	docs := lock.Documentation()
	require.Len(t, docs, len(checks))
	for i, c := range checks {
		documented, ok := c.(detect.DocumentedCheck)
		require.True(t, ok, "%s has no documentation", c.ID())
		d := documented.Documentation()
		assert.Equal(t, docs[i], d)
		assert.Equal(t, c.ID(), d.ID)
		for _, s := range []string{d.Title, d.Catches, d.Why, d.Fix} {
			assert.NotEmpty(t, s, "%s has a gap in its documentation", c.ID())
		}
		assert.GreaterOrEqual(t, len(d.Bad), 2, c.ID())
		assert.GreaterOrEqual(t, len(d.Good), 2, c.ID())
		for _, e := range d.Bad {
			assert.Equal(t, []string{c.ID()}, scanExample(t, e), "%s: %s", c.ID(), e.Note)
		}
		for _, e := range d.Good {
			assert.Empty(t, scanExample(t, e), "%s: %s", c.ID(), e.Note)
		}
	}
}

func TestChecksAreTotal(t *testing.T) {
	views := []detect.ToolView{
		{},
		{Kind: detect.KindTool},
		detect.NewView(detect.KindTool, "", nil), tool(t, "s", one).View,
		{Kind: detect.KindTool, Name: "a", Server: "s"},
		{Kind: detect.KindTool, Name: "a", Server: "s", Definition: tool(t, "s", two).View.Definition},
		{Kind: detect.KindTool, Name: "a", Server: "s", Fields: make([]detect.Field, 3), Definition: &detect.Node{Kind: 99}},
	}
	for _, f := range []*lock.File{nil, {}, approved(t, tool(t, "s", one)), {Entries: []lock.Entry{{}, {State: "odd"}, {Key: lock.Key{Kind: detect.KindTool, Server: "s", Name: "a"}, State: lock.Approved}}}} {
		var defs []lock.Definition
		for _, v := range views {
			defs = append(defs, lock.Definition{View: v})
		}
		c := lock.Compare(f, defs, nil)
		res := detect.NewEngine(c.Checks()).Scan(views)
		assert.Empty(t, res.Coverage.Failures)
		for i, v := range c.Verdicts {
			said := false
			for _, finding := range res.Findings {
				said = said || finding.ToolIndex == i
			}
			assert.Equal(t, v.State == lock.Changed || v.State == lock.Pending, said, "%d: %s", i, v.State)
			c.Differences(i)
		}
		c.Refreshed(dayOne)
		approveAll(c, dayOne)
	}
}

// TestTwoNames gives a definition a second name: readers differ in which of them counts.
func TestTwoNames(t *testing.T) {
	f := approved(t, tool(t, "s", one), tool(t, "s", other))
	for _, definition := range []string{
		`{"name":"a","name":"fresh","description":"worse"}`,
		`{"name":"fresh","name":"a","description":"worse"}`,
		`{"name":"x","name":"a","name":"fresh","description":"one","inputSchema":{"type":"object"}}`,
	} {
		for _, now := range [][]lock.Definition{
			{tool(t, "s", definition), tool(t, "s", other)},
			{tool(t, "s", definition), tool(t, "s", other), tool(t, "s", one)},
		} {
			assert.Equal(t, lock.Changed, states(lock.Compare(f, now, nil))[0], definition)
			out, _ := refreshed(t, f, now, nil)
			out, _ = lock.Compare(out, now, nil).Approve(dayTwo, []lock.Approval{{Definition: 0}})
			for _, s := range states(lock.Compare(out, now, nil)) {
				assert.Equal(t, lock.Approved, s, definition)
			}
		}
	}
	assert.Equal(t, []lock.State{lock.Pending}, states(lock.Compare(f, []lock.Definition{tool(t, "s", `{"name":"x","name":"fresh"}`)}, nil)))
	assert.Equal(t, []lock.State{lock.Pending}, states(lock.Compare(f, []lock.Definition{tool(t, "t", `{"name":"x","name":"fresh"}`)}, nil)))
}
