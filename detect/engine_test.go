package detect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
)

// stub is a check made of a function.
type stub struct {
	id string
	fn func(detect.ToolView, detect.RegistryView) []detect.Signal
}

func (s stub) ID() string { return s.id }

func (s stub) Inspect(t detect.ToolView, r detect.RegistryView) []detect.Signal { return s.fn(t, r) }

// word signals every occurrence of a word in any field.
func word(id string, tier detect.Tier, confidence float64, w string) detect.Check {
	return stub{id, func(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
		var out []detect.Signal
		for i, f := range t.Fields {
			for at := 0; ; {
				k := strings.Index(f.Text[at:], w)
				if k < 0 {
					break
				}
				s := t.Signal(i, at+k, at+k+len(w))
				s.Tier, s.Confidence, s.ThreatType, s.Detail = tier, confidence, detect.ThreatToolPoisoning, "it says "+w
				out = append(out, s)
				at += k + len(w)
			}
		}
		return out
	}}
}

func view(t testing.TB, server, definition string) detect.ToolView {
	t.Helper()
	v, err := detect.ViewJSON(detect.KindTool, server, []byte(definition))
	require.NoError(t, err)
	return v
}

func scan(t testing.TB, definition string, checks ...detect.Check) detect.Result {
	t.Helper()
	return detect.NewEngine(checks).Scan([]detect.ToolView{view(t, "s", definition)})
}

func TestSignalsAreNormalized(t *testing.T) {
	odd := func(_ detect.ToolView, _ detect.RegistryView) []detect.Signal {
		return []detect.Signal{
			{FieldIndex: 1, Start: 5, End: 2, Tier: detect.TierSoft, Confidence: 7, Evidence: "a\u202eb\x00c"},
			{FieldIndex: 1, Start: -4, End: math.MaxInt, Tier: detect.TierSoft, Confidence: 0.5, Severity: detect.SeverityCritical},
			{FieldIndex: 99, Tier: detect.TierHard, Confidence: 1},
			{FieldIndex: -1, Tier: detect.TierHard, Confidence: 1},
			{FieldIndex: 0, Tier: detect.TierHard, Confidence: math.NaN()},
			{FieldIndex: 0, Tier: detect.TierHard, Confidence: 0},
			{FieldIndex: 0, Tier: detect.TierNone, Confidence: 1},
			{FieldIndex: 0, Start: 0, End: 3, Tier: detect.TierSoft, Confidence: 0.2, CheckID: "somebody.else", Field: "/lie"},
		}
	}
	res := scan(t, `{"name":"abc","description":"defghi"}`, stub{"odd.one", odd})
	require.Len(t, res.Findings, 1)
	f := res.Findings[0]
	require.Len(t, f.Signals, 3)
	assert.Equal(t, "/name", f.Signals[0].Field)
	assert.Equal(t, "odd.one", f.Signals[0].CheckID)
	assert.Equal(t, [2]int{0, 6}, [2]int{f.Signals[1].Start, f.Signals[1].End})
	assert.Equal(t, detect.SeverityHigh, f.Signals[1].Severity, "a soft signal is never critical")
	assert.Equal(t, [2]int{5, 5}, [2]int{f.Signals[2].Start, f.Signals[2].End})
	assert.Equal(t, 1.0, f.Signals[2].Confidence)
	assert.Equal(t, "aU+202EbU+0000c", f.Signals[2].Evidence)
	assert.Equal(t, []detect.CheckFailure{{Check: "odd.one", Server: "s", Tool: "abc", Reason: "reported an invalid signal: there is no field 99"}},
		res.Coverage.Failures, "what cannot be used is said, once")
}

func TestInvalidSignalsAreFailures(t *testing.T) {
	for want, bad := range map[string]detect.Signal{
		"there is no field -1":            {FieldIndex: -1, Tier: detect.TierHard, Confidence: 1},
		"there is no field 2":             {FieldIndex: 2, Tier: detect.TierHard, Confidence: 1},
		"tier 0 is neither soft nor hard": {Confidence: 1},
		"tier 9 is neither soft nor hard": {Tier: 9, Confidence: 1},
		"confidence 0 is not above 0":     {Tier: detect.TierSoft},
		"confidence NaN is not above 0":   {Tier: detect.TierSoft, Confidence: math.NaN()},
		"confidence -Inf is not above 0":  {Tier: detect.TierSoft, Confidence: math.Inf(-1)},
	} {
		c := stub{"odd", func(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
			good := t.Signal(1, 0, 1)
			good.Tier, good.Confidence = detect.TierSoft, 0.5
			return []detect.Signal{bad, good, bad}
		}}
		res := scan(t, `{"name":"abc","description":"d"}`, c)
		require.Len(t, res.Findings, 1, want)
		assert.Len(t, res.Findings[0].Signals, 1, "the good one stays")
		assert.Equal(t, detect.TierSoft, res.Findings[0].Tier)
		require.Len(t, res.Coverage.Failures, 1)
		assert.Equal(t, "reported an invalid signal: "+want, res.Coverage.Failures[0].Reason)
	}
}

// quitter is an error that ends the goroutine when it is asked what it says.
type quitter struct{}

func (quitter) Error() string { runtime.Goexit(); return "" }

// badName ends the goroutine when it is asked for its name or documentation.
type badName struct{ stub }

func (badName) ID() string { runtime.Goexit(); return "" }

func (badName) Documentation() detect.Documentation { runtime.Goexit(); return detect.Documentation{} }

// TestChecksThatDoNotReturn end their goroutine. Every tool is still looked at by every other check.
func TestChecksThatDoNotReturn(t *testing.T) {
	quit := stub{"quit", func(v detect.ToolView, r detect.RegistryView) []detect.Signal {
		if r.IndexOf(v)%3 == 0 {
			runtime.Goexit()
		}
		return nil
	}}
	worse := stub{"worse", func(detect.ToolView, detect.RegistryView) []detect.Signal { panic(quitter{}) }}
	var tools []detect.ToolView
	for i := range 100 {
		tools = append(tools, view(t, "s", fmt.Sprintf(`{"name":"t%d","description":"bad"}`, i)))
	}
	checks := []detect.Check{word("before", detect.TierSoft, 0.5, "bad"), quit, worse, badName{stub{"x", quit.fn}}, word("after", detect.TierSoft, 0.5, "bad")}
	var first string
	for _, workers := range []int{1, 2, 8} {
		res := detect.NewEngine(checks).WithWorkers(workers).Scan(tools)
		assert.Equal(t, []string{"before", "quit", "worse", "unnamed", "after"}, res.Coverage.Checks)
		require.Len(t, res.Findings, 100)
		for _, f := range res.Findings {
			assert.Equal(t, []string{"before", "after"}, f.CheckIDs)
		}
		require.Len(t, res.Coverage.Failures, 34+100+34)
		assert.Equal(t, detect.CheckFailure{Check: "quit", Server: "s", Tool: "t0", Reason: "the check ended its goroutine instead of returning"}, res.Coverage.Failures[0])
		assert.Equal(t, "panic: a value that cannot be printed", res.Coverage.Failures[1].Reason)
		encoded, err := json.Marshal(res)
		require.NoError(t, err)
		if first == "" {
			first = string(encoded)
		}
		assert.Equal(t, first, string(encoded), "%d workers", workers)
	}
}

// badContext panics when a worker asks whether it has ended.
type badContext struct{ context.Context }

func (badContext) Err() error { panic("outside of a check") }

// TestOnlyPanicsOfChecksAreCaught scans in a process of its own with a panic that no check causes: it must end the process.
func TestOnlyPanicsOfChecksAreCaught(t *testing.T) {
	const child = "MCP_LINT_TEST_PANIC"
	if os.Getenv(child) != "" {
		c := word("a", detect.TierSoft, 0.5, "bad")
		_, _ = detect.NewEngine([]detect.Check{c}).ScanContext(badContext{t.Context()}, []detect.ToolView{view(t, "s", `{"name":"bad"}`)}, nil)
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "panic: outside of a check")
	assert.NotContains(t, string(out), "--- FAIL", "the panic is of a goroutine of the engine")
}

// TestOneEngineManyScans shares an engine and its tools between goroutines; the race detector watches.
func TestOneEngineManyScans(t *testing.T) {
	var tools []detect.ToolView
	for i := range 40 {
		tools = append(tools, view(t, fmt.Sprint("s", i%3), fmt.Sprintf(`{"name":"send_%d","description":"bad bad"}`, i%20)))
	}
	alike := stub{"alike", func(v detect.ToolView, r detect.RegistryView) []detect.Signal {
		r.Alike(r.IndexOf(v))
		r.SameFamily("s0", "s1")
		v.Doc(1)
		return nil
	}}
	engine := detect.NewEngine([]detect.Check{word("a", detect.TierSoft, 0.5, "bad"), alike})
	results := make([]detect.Result, 8)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() { results[i] = engine.WithFloor(0.1).Scan(tools) })
	}
	wg.Wait()
	for _, r := range results {
		assert.Equal(t, results[0], r)
	}
	assert.Len(t, results[0].Findings, 40)
}

func TestOnePlaceOneSignal(t *testing.T) {
	twice := func(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
		weak, strong, other := t.Signal(0, 0, 2), t.Signal(0, 0, 2), t.Signal(0, 0, 3)
		weak.Tier, weak.Confidence = detect.TierSoft, 0.3
		strong.Tier, strong.Confidence = detect.TierSoft, 0.6
		other.Tier, other.Confidence = detect.TierSoft, 0.1
		return []detect.Signal{weak, strong, other}
	}
	res := scan(t, `{"name":"abc"}`, stub{"a", twice}, stub{"b", twice})
	require.Len(t, res.Findings, 1)
	var got []string
	for _, s := range res.Findings[0].Signals {
		got = append(got, fmt.Sprintf("%s %d-%d %.1f", s.CheckID, s.Start, s.End, s.Confidence))
	}
	assert.Equal(t, []string{"a 0-2 0.6", "b 0-2 0.6", "a 0-3 0.1", "b 0-3 0.1"}, got, "checks do not hide each other's signals")
}

func TestPanickingChecksAreIsolated(t *testing.T) {
	boom := func(v any) detect.Check {
		return stub{"boom", func(detect.ToolView, detect.RegistryView) []detect.Signal { panic(v) }}
	}
	var nilMap map[string]int
	crash := stub{"crash", func(detect.ToolView, detect.RegistryView) []detect.Signal { nilMap["x"]++; return nil }}
	res := scan(t, `{"name":"abc","description":"bad"}`,
		boom("text\u200b"), boom(fmt.Errorf("an error")), boom(42), crash, badID{}, nil, word("good", detect.TierSoft, 0.5, "bad"))
	require.Len(t, res.Findings, 1)
	assert.Equal(t, []string{"good"}, res.Findings[0].CheckIDs)
	require.Len(t, res.Coverage.Failures, 5)
	assert.Equal(t, "panic: textU+200B", res.Coverage.Failures[0].Reason)
	assert.Equal(t, "unnamed", res.Coverage.Failures[4].Check)
	assert.Equal(t, []string{"boom", "boom", "boom", "crash", "unnamed", "good"}, res.Coverage.Checks)
	assert.True(t, res.Coverage.Degraded())
}

type badID struct{}

func (badID) ID() string { panic("no name") }

func (badID) Inspect(detect.ToolView, detect.RegistryView) []detect.Signal { panic("no result") }

type scoped struct {
	stub
	scope detect.Scope
}

func (s scoped) Documentation() detect.Documentation { return detect.Documentation{Scope: s.scope} }

func TestScope(t *testing.T) {
	hit := func(id string) stub {
		return stub{id, func(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
			s := t.Signal(0, 0, 1)
			s.Tier, s.Confidence = detect.TierSoft, 0.5
			return []detect.Signal{s}
		}}
	}
	engine := detect.NewEngine([]detect.Check{
		hit("undocumented"), scoped{hit("full"), detect.ScopeFull}, scoped{hit("sweep"), detect.ScopeSweep}, scoped{hit("raw"), detect.ScopeRaw},
	})
	want := map[detect.Scope][]string{
		detect.ScopeFull: {"undocumented", "full", "sweep", "raw"}, detect.ScopeSweep: {"sweep", "raw"}, detect.ScopeRaw: {"raw"},
	}
	for scope, ids := range want {
		v := view(t, "s", `{"name":"abc"}`)
		v.Scope = scope
		res := engine.Scan([]detect.ToolView{v})
		require.Len(t, res.Findings, 1)
		assert.Equal(t, ids, res.Findings[0].CheckIDs)
	}
}

func TestNothingIn(t *testing.T) {
	engine := detect.NewEngine([]detect.Check{word("a", detect.TierSoft, 1, "x")})
	res := engine.Scan(nil)
	assert.Empty(t, res.Findings)
	assert.False(t, res.Coverage.Degraded())
	for _, def := range []string{`{}`, `{"name":""}`, `{"name":null,"description":3,"inputSchema":[]}`} {
		assert.Empty(t, scan(t, def, word("a", detect.TierSoft, 1, "x")).Findings)
	}
	res = detect.NewEngine(nil).Scan([]detect.ToolView{{}, detect.NewView(detect.KindTool, "", nil)})
	assert.Equal(t, 2, res.Coverage.Tools)
	assert.True(t, res.Coverage.Degraded(), "no check ran, so silence means nothing")
	encoded, err := json.Marshal(res.Coverage)
	require.NoError(t, err)
	assert.JSONEq(t, `{"checks":[],"tools":2,"failures":[],"caps":[],"belowConfidence":0}`, string(encoded))
}

func TestScanLeavesTheToolsAlone(t *testing.T) {
	tools := []detect.ToolView{view(t, "s", `{"name":"abc","description":"`+strings.Repeat("\u00e9", detect.MaxTextBytes)+`"}`)}
	before := tools[0].Fields[1].Text
	detect.NewEngine([]detect.Check{word("a", detect.TierSoft, 1, "abc")}).Scan(tools)
	assert.Equal(t, len(before), len(tools[0].Fields[1].Text))
}

// TestDeterministic scans the same tools on one core and on many.
func TestDeterministic(t *testing.T) {
	var tools []detect.ToolView
	for i := range 300 {
		tools = append(tools, view(t, fmt.Sprintf("s%d", i%7), fmt.Sprintf(`{"name":"t%d","description":"bad %s worse","inputSchema":{"properties":{"p":{"description":"bad"}}}}`, i, strings.Repeat("bad ", i%5))))
	}
	flaky := stub{"odd", func(v detect.ToolView, r detect.RegistryView) []detect.Signal {
		if r.IndexOf(v)%11 == 0 {
			panic("eleventh")
		}
		return nil
	}}
	checks := []detect.Check{word("soft", detect.TierSoft, 0.4, "bad"), word("hard", detect.TierHard, 0.9, "worse"), flaky}
	var first string
	for _, workers := range []int{1, 2, 3, 16} {
		encoded, err := json.Marshal(detect.NewEngine(checks).WithWorkers(workers).Scan(tools))
		require.NoError(t, err)
		if first == "" {
			first = string(encoded)
		}
		assert.Equal(t, first, string(encoded), "%d workers", workers)
	}
	assert.Contains(t, first, "eleventh")
}

// TestScanAmong looks at every third tool: of these it says what a scan of all says, comparisons with the others included.
func TestScanAmong(t *testing.T) {
	var tools []detect.ToolView
	for i := range 30 {
		tools = append(tools, view(t, "s", fmt.Sprintf(`{"name":"t%d","description":"bad %s"}`, i, strings.Repeat("bad ", i%5))))
	}
	asked := make([]bool, len(tools))
	beside := stub{"beside", func(v detect.ToolView, r detect.RegistryView) []detect.Signal {
		i := r.IndexOf(v)
		asked[i] = true
		s := v.Signal(1, 0, 3)
		s.Tier, s.Confidence, s.ThreatType, s.Detail = detect.TierSoft, 0.5, detect.ThreatToolPoisoning, fmt.Sprintf("one of %d", r.Len())
		return []detect.Signal{s}
	}}
	engine := detect.NewEngine([]detect.Check{word("soft", detect.TierSoft, 0.4, "bad"), beside}).WithWorkers(1)
	all := engine.Scan(tools)
	clear(asked)
	third := func(i int) bool { return i%3 == 0 }
	some := engine.ScanAmong(tools, third)
	assert.Equal(t, 10, some.Coverage.Tools)
	require.Len(t, some.Findings, 10)
	for k, f := range some.Findings {
		assert.Equal(t, all.Findings[3*k], f)
	}
	for i, was := range asked {
		assert.Equal(t, third(i), was, "tool %d", i)
	}
}

func TestEvidenceIsPrintable(t *testing.T) {
	for _, s := range []string{
		"", "plain", "a\u200bb\u202ec\U000e0041\ufe0f\u2800", "\x1b[31mred", "line\nline\ttab\r", "bad \xff\xfe bytes", "\ue000\ufdd0\u0085",
		strings.Repeat("\u00e9", 500), strings.Repeat("\u200b", 500), strings.Repeat("x", 1<<20) + "\u200b",
	} {
		e := detect.Evidence(s)
		assert.LessOrEqual(t, len([]rune(e)), detect.EvidenceRunes)
		for _, r := range e {
			assert.True(t, unicode.IsGraphic(r) && r != unicode.ReplacementChar, "%q in %q", r, e)
		}
	}
	assert.True(t, strings.HasSuffix(detect.Evidence(strings.Repeat("\u00e9", 500)), "\u00e9\u2026"), "cut between characters")
}

// ender ends a context when it has looked at so many tools.
type ender struct {
	end  context.CancelFunc
	left int
	seen int
}

func (*ender) ID() string { return "test.ender" }

func (e *ender) Inspect(detect.ToolView, detect.RegistryView) []detect.Signal {
	if e.seen++; e.seen == e.left {
		e.end()
	}
	return []detect.Signal{{CheckID: "test.ender", Tier: detect.TierHard, Confidence: 1, Detail: "seen"}}
}

func TestScanContext(t *testing.T) {
	tools := make([]detect.ToolView, 1000)
	for i := range tools {
		def, err := detect.ParseJSON(fmt.Appendf(nil, `{"name":"t%d"}`, i))
		require.NoError(t, err)
		tools[i] = detect.NewView(detect.KindTool, "s", def)
	}
	ctx, cancel := context.WithCancel(t.Context())
	e := &ender{end: cancel, left: 3}
	res, err := detect.NewEngine([]detect.Check{e}).WithWorkers(1).ScanContext(ctx, tools, nil)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, res.Findings, "half a result would look like a whole one")
	assert.Equal(t, 3, e.seen)

	res, err = detect.NewEngine([]detect.Check{&ender{end: func() {}}}).WithWorkers(1).ScanContext(t.Context(), tools, nil)
	require.NoError(t, err)
	assert.Len(t, res.Findings, len(tools))
}

// TestDeadline: what was not begun with in time is counted, never left out in silence.
func TestDeadline(t *testing.T) {
	tools := []detect.ToolView{{Server: "s", Name: "a"}, {Server: "s", Name: "b"}}
	engine := detect.NewEngine(check.All())
	res := engine.WithDeadline(time.Now().Add(-time.Second)).Scan(tools)
	assert.True(t, res.Coverage.Degraded())
	assert.Equal(t, []detect.CapHit{{Cap: detect.CapTime, Limit: 0, Seen: 2}}, res.Coverage.Caps)
	assert.False(t, engine.WithDeadline(time.Now().Add(time.Hour)).Scan(tools).Coverage.Degraded())
	assert.False(t, engine.Scan(tools).Coverage.Degraded())
}
