package corpus

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

type fake struct {
	id      string
	inspect func(detect.ToolView, detect.RegistryView) []detect.Signal
}

func (f fake) ID() string { return f.id }

func (f fake) Inspect(t detect.ToolView, r detect.RegistryView) []detect.Signal {
	return f.inspect(t, r)
}

// crowd fires on every tool; its confidence is the number of tools in the scan, in hundredths.
var crowd = fake{"test.crowd", func(t detect.ToolView, r detect.RegistryView) []detect.Signal {
	s := t.Signal(0, 0, 1)
	s.Tier, s.Confidence = detect.TierSoft, float64(r.Len())/100
	return []detect.Signal{s}
}}

func word(id, w string, tier detect.Tier) fake {
	return fake{id, func(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
		i := t.FieldAt("/description")
		at := strings.Index(t.Description, w)
		if i < 0 || at < 0 {
			return nil
		}
		s := t.Signal(i, at, at+len(w))
		s.Tier, s.Confidence = tier, 0.5
		return []detect.Signal{s}
	}}
}

func entry(id string, label Label, registry, description string, peers ...Peer) Entry {
	tool, _ := json.Marshal(map[string]string{"name": "tool-" + id, "description": description})
	return Entry{ID: id, Label: label, Category: "test", Registry: registry, Server: "server-" + id, Tool: tool, Peers: peers}
}

func TestEvaluateScansRegistriesSideBySide(t *testing.T) {
	peer := Peer{Server: "p", Tool: json.RawMessage(`{"name":"peer"}`)}
	c := &Corpus{Entries: []Entry{
		entry("alone", Benign, "", "x"),
		entry("r1", Malicious, "r", "x"),
		entry("q1", Malicious, "q", "x"),
		entry("neighbour", Context, "r", "x"),
		entry("r2", Contested, "r", "x"),
		entry("with-peers", Benign, "", "x", peer, peer),
		entry("both", Benign, "r", "x", peer),
		entry("neighbour-of-nobody", Context, "", "x"),
	}}
	want := map[string]float64{
		"alone": 0.01,
		// r1, neighbour, r2 and both, without the peer of both.
		"r1": 0.04, "r2": 0.04,
		"q1":         0.01,
		"with-peers": 0.03,
		"both":       0.05,
	}
	verdicts := Evaluate(c, []detect.Check{crowd})
	var ids []string
	for _, v := range verdicts {
		ids = append(ids, v.ID)
		assert.InDelta(t, want[v.ID], v.Confidence, 1e-9, v.ID)
		assert.Equal(t, []string{"test.crowd"}, v.Signals)
	}
	assert.Equal(t, []string{"alone", "r1", "q1", "r2", "with-peers", "both"}, ids, "in the order of the corpus, without context")
}

func TestEvaluatePeersAreNotScored(t *testing.T) {
	c := &Corpus{Entries: []Entry{entry("a", Benign, "", "fine", Peer{Server: "p", Tool: json.RawMessage(`{"name":"x","description":"bad"}`)})}}
	verdicts := Evaluate(c, []detect.Check{word("test.bad", "bad", detect.TierHard)})
	require.Len(t, verdicts, 1)
	assert.False(t, verdicts[0].Any())
	assert.Equal(t, []string{}, verdicts[0].Signals)
}

func TestEvaluateVerdicts(t *testing.T) {
	c := &Corpus{Entries: []Entry{
		entry("none", Benign, "r", "fine"),
		entry("one", Malicious, "r", "bad"),
		entry("two", Malicious, "r", "bad ugly"),
		entry("hard", Malicious, "r", "bad evil"),
	}}
	verdicts := Evaluate(c, []detect.Check{
		word("test.bad", "bad", detect.TierSoft), word("test.ugly", "ugly", detect.TierSoft), word("test.evil", "evil", detect.TierHard), nil,
	})
	var out bytes.Buffer
	require.NoError(t, WriteVerdicts(&out, verdicts))
	assert.Equal(t, `{"id":"none","tier":"none","severity":"none","confidence":0,"signals":[]}
{"id":"one","tier":"soft","severity":"low","confidence":0.5,"signals":["test.bad"]}
{"id":"two","tier":"soft","severity":"medium","confidence":1,"signals":["test.bad","test.ugly"]}
{"id":"hard","tier":"hard","severity":"high","confidence":1,"signals":["test.evil","test.bad"]}
`, out.String())
	assert.True(t, verdicts[1].Any() && !verdicts[1].Fails())
	assert.True(t, verdicts[2].Fails() && !verdicts[2].Hard())
	assert.True(t, verdicts[3].Hard())
}

func TestEvaluateReportsFailedChecks(t *testing.T) {
	boom := fake{"test.boom", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		if strings.Contains(v.Description, "boom") {
			panic("out of cheese")
		}
		return nil
	}}
	c := &Corpus{Entries: []Entry{entry("a", Benign, "r", "boom"), entry("b", Benign, "r", "x"), entry("c", Benign, "", "x")}}
	verdicts := Evaluate(c, []detect.Check{boom, crowd})
	assert.Equal(t, []string{"test.boom"}, verdicts[0].Failed)
	assert.Equal(t, []string{"test.boom"}, verdicts[1].Failed, "its registry was not fully scanned")
	assert.Empty(t, verdicts[2].Failed)
	assert.True(t, verdicts[0].Any(), "the other checks went on")
}

func TestEvaluateUnreadableDefinition(t *testing.T) {
	c := &Corpus{Entries: []Entry{{ID: "a", Label: Malicious, Tool: json.RawMessage(`{`)}}}
	verdicts := Evaluate(c, nil)
	assert.Equal(t, []string{"unreadable definition"}, verdicts[0].Failed)
}

func TestEvaluateReadsTheKind(t *testing.T) {
	kind := fake{"test.kind", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		if v.Kind != detect.KindInstructions {
			return nil
		}
		s := v.Signal(0, 0, 1)
		s.Tier, s.Confidence = detect.TierSoft, 1
		return []detect.Signal{s}
	}}
	a, b := entry("a", Benign, "", "x"), entry("b", Benign, "", "x")
	b.Kind = detect.KindInstructions
	verdicts := Evaluate(&Corpus{Entries: []Entry{a, b}}, []detect.Check{kind})
	assert.False(t, verdicts[0].Any())
	assert.True(t, verdicts[1].Any())
}

func TestEvaluateIsDeterministic(t *testing.T) {
	c, err := Builtin()
	require.NoError(t, err)
	checks := []detect.Check{crowd, word("test.the", "the", detect.TierSoft), word("test.and", "and", detect.TierHard)}
	run := func(cores int) string {
		before := runtime.GOMAXPROCS(cores)
		defer runtime.GOMAXPROCS(before)
		verdicts := Evaluate(c, checks)
		s, err := NewScorecard(c, verdicts)
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, WriteVerdicts(&out, verdicts))
		require.NoError(t, s.WriteJSON(&out))
		require.NoError(t, s.WriteTable(&out))
		r, err := NewRecord(c, verdicts)
		require.NoError(t, err)
		require.NoError(t, r.Write(&out))
		report := Report{Scorecard: s, Compared: true, Changes: Record{Entries: r.Entries[:100]}.Changes(c, verdicts)}
		require.NoError(t, report.WriteText(&out))
		require.NoError(t, report.WriteMarkdown(&out))
		return out.String()
	}
	first := run(1)
	assert.Equal(t, first, run(1))
	assert.Equal(t, first, run(8))
}

func TestEvaluateNothing(t *testing.T) {
	assert.Empty(t, Evaluate(&Corpus{}, []detect.Check{crowd}))
}

func BenchmarkEvaluate(b *testing.B) {
	c, err := Builtin()
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(c, []detect.Check{crowd})
	}
}
