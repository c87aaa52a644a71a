package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

type fake struct {
	id      string
	inspect func(detect.ToolView, detect.RegistryView) []detect.Signal
}

func (f fake) ID() string { return f.id }

func (f fake) Inspect(t detect.ToolView, r detect.RegistryView) []detect.Signal {
	return f.inspect(t, r)
}

// crowd reports every tool, with the number of tools in the scan as confidence, in hundredths.
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

// lines formats verdicts.
func lines(t *testing.T, verdicts []Verdict) string {
	t.Helper()
	var out strings.Builder
	enc := json.NewEncoder(&out)
	for _, v := range verdicts {
		require.NoError(t, enc.Encode(v))
	}
	return out.String()
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
		// The tools are r1, neighbour, r2 and both, without the peer of both.
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
	assert.Equal(t, `{"id":"none","tier":"none","severity":"none","confidence":0,"signals":[]}
{"id":"one","tier":"soft","severity":"low","confidence":0.5,"signals":["test.bad"]}
{"id":"two","tier":"soft","severity":"medium","confidence":1,"signals":["test.bad","test.ugly"]}
{"id":"hard","tier":"hard","severity":"high","confidence":1,"signals":["test.evil","test.bad"]}
`, lines(t, verdicts))
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
	own := must.OK(FindOwn("."))(t)
	c := must.OK(own.Corpus())(t)
	checks := []detect.Check{crowd, word("test.the", "the", detect.TierSoft), word("test.and", "and", detect.TierHard)}
	run := func(cores int) string {
		before := runtime.GOMAXPROCS(cores)
		defer runtime.GOMAXPROCS(before)
		verdicts := Evaluate(c, checks)
		s := cardOf(t, c, verdicts)
		r := must.OK(NewRecord(c, verdicts))(t)
		report := Report{Scorecard: s, Compared: true, Changes: Record{Entries: r.Entries[:100]}.Changes(c, verdicts)}
		out := lines(t, verdicts)
		for _, write := range []func(io.Writer) error{s.WriteJSON, s.WriteTable, r.Write, report.WriteText, report.WriteMarkdown} {
			out += written(t, write)
		}
		return out
	}
	first := run(1)
	assert.Equal(t, first, run(1))
	assert.Equal(t, first, run(8))
}

func TestEvaluateNothing(t *testing.T) {
	assert.Empty(t, Evaluate(&Corpus{}, []detect.Check{crowd}))
}

func at(pointer string, start, end int) fake {
	return fake{"test.at", func(v detect.ToolView, _ detect.RegistryView) []detect.Signal {
		i := v.FieldAt(pointer)
		if i < 0 {
			return nil
		}
		return []detect.Signal{{FieldIndex: i, Start: start, End: end, Tier: detect.TierSoft, Confidence: 0.5}}
	}}
}

// poisoned returns an attack with a payload.
func poisoned(id, payload, tool string) Entry {
	return Entry{
		ID: id, Label: Malicious, Category: ClassDirectDirective, Field: "description", Wording: "plain", Server: "s", Payload: payload,
		Tool: json.RawMessage(tool), Provenance: Provenance{"test", "Apache-2.0"},
	}
}

func TestLocated(t *testing.T) {
	const tool = `{"name":"obey_me","description":"Reads. Obey me. Obey me.","inputSchema":{"properties":{"obey":{"type":"string"}}}}`
	located := func(payload, pointer string, start, end int) *bool {
		c := &Corpus{Entries: []Entry{poisoned("a", payload, tool)}}
		v := Evaluate(c, []detect.Check{at(pointer, start, end)})
		require.Len(t, v, 1)
		return v[0].Located
	}
	golden.Lines(t, "testdata/located.txt", func(line string) []string {
		words := strings.SplitN(line+" ", " ", 3)
		var start, end int
		_, err := fmt.Sscanf(words[1], "%d-%d", &start, &end)
		require.NoError(t, err, line)
		if is := located(strings.TrimSuffix(words[2], " "), words[0], start, end); is != nil {
			return []string{fmt.Sprint(*is)}
		}
		return []string{"nothing"}
	})
	assert.Nil(t, located(strings.Repeat("Obey me. ", 9), "/description", 0, 24), "longer than any text")
}

func TestLocatedLooksAtTheEntryAndNotAtItsNeighbours(t *testing.T) {
	peer := Peer{Server: "p", Tool: json.RawMessage(`{"name":"x","description":"Obey me."}`)}
	a := poisoned("a", "Obey me.", `{"name":"a","description":"Reads. Obey me."}`)
	b := poisoned("b", "Obey me.", `{"name":"b","description":"Obey me. Reads."}`)
	a.Registry, b.Registry, a.Peers = "r", "r", []Peer{peer}
	v := Evaluate(&Corpus{Entries: []Entry{a, b}}, []detect.Check{at("/description", 0, 3)})
	assert.False(t, *v[0].Located)
	assert.True(t, *v[1].Located)
}

func TestLocatedInVerdicts(t *testing.T) {
	c := &Corpus{Entries: []Entry{
		poisoned("hit", "bad", `{"name":"t","description":"a bad word"}`),
		poisoned("miss", "worse", `{"name":"t","description":"a bad word, and worse"}`),
		poisoned("silent", "fine", `{"name":"t","description":"fine"}`),
		entry("unknown", Malicious, "", "bad"),
		{ID: "broken", Label: Malicious, Payload: "x", Tool: json.RawMessage(`{`)},
	}}
	verdicts := Evaluate(c, []detect.Check{word("test.bad", "bad", detect.TierSoft)})
	assert.Equal(t, `{"id":"hit","tier":"soft","severity":"low","confidence":0.5,"signals":["test.bad"],"located":true}
{"id":"miss","tier":"soft","severity":"low","confidence":0.5,"signals":["test.bad"],"located":false}
{"id":"silent","tier":"none","severity":"none","confidence":0,"signals":[],"located":false}
{"id":"unknown","tier":"soft","severity":"low","confidence":0.5,"signals":["test.bad"]}
{"id":"broken","tier":"none","severity":"none","confidence":0,"signals":[],"failed":["unreadable definition"]}
`, lines(t, verdicts))
}

func TestValidatePayload(t *testing.T) {
	const tool = `{"name":"mail\u200b","description":"Sends.","inputSchema":{"properties":{"to_whom":{"enum":["a\u200bb"]}}}}`
	for name, tc := range map[string]struct {
		label   Label
		payload string
		want    string
	}{
		"none":                {Malicious, "", ""},
		"in a description":    {Malicious, "Sends", ""},
		"in a name":           {Malicious, "\u200b", ""},
		"a key":               {Malicious, "to_whom", ""},
		"decoded":             {Malicious, "a\u200bb", ""},
		"as written":          {Malicious, `a\u200bb`, "its payload occurs in no string and no name of the tool"},
		"elsewhere":           {Malicious, "sends", "its payload occurs in no string"},
		"benign":              {Benign, "Sends", "only an attack has a payload"},
		"contested":           {Contested, "Sends", "only an attack has a payload"},
		"context, not there":  {Context, "nowhere", "only an attack has a payload"},
		"innocent without it": {Benign, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := poisoned("a", tc.payload, tool)
			e.Label = tc.label
			err := (&Corpus{Entries: []Entry{e}}).Validate()
			if tc.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tc.want)
		})
	}
}

func TestLoadReadsThePayload(t *testing.T) {
	c, err := Load(strings.NewReader(`{"id":"a","label":"malicious","category":"hidden_text","field":"description","wording":"plain","server":"s",` +
		`"payload":"\udb40\udc6f","tool":{"name":"t","description":"x\udb40\udc6f"},"provenance":{"source":"a","license":"b"}}`))
	require.NoError(t, err)
	assert.Equal(t, "\U000E006F", c.Entries[0].Payload)
	assert.NoError(t, c.Validate(), "a pair of surrogates is one character on both sides")
}

func spotted(v Verdict, located bool) Verdict {
	v.Located = &located
	return v
}

func TestScorecardLocated(t *testing.T) {
	c := &Corpus{Entries: []Entry{
		attack("a1", ClassShadowing), attack("a2", ClassShadowing), attack("a3", ClassShadowing), attack("a4", ClassShadowing),
		attack("b", ClassHiddenText), near("n", ClassShadowing), near("m", ClassHiddenText), plain("p"),
	}}
	s := cardOf(t, c, []Verdict{
		spotted(hard("a1"), true), spotted(hard("a2"), false), spotted(clean("a3"), false), hard("a4"), hard("b"), clean("n"), clean("m"), clean("p"),
	})
	assert.Equal(t, Located{N: 3, Found: 2, Hits: 1}, s.Overall.Located)
	assert.Zero(t, s.Classes[0].Located)
	assert.Equal(t, Located{3, 2, 1}, s.Classes[1].Located)
	out := written(t, s.WriteTable)
	assert.Contains(t, out, `              attacks flagged              hard negatives flagged       words of found
class             n    any   fail   hard       n    any   fail   hard       n  located
hidden_text       1  1.000  1.000  1.000       1  0.000  0.000  0.000       0        -
shadowing         4  0.750  0.750  0.750       1  0.000  0.000  0.000       2    0.500
all classes       5  0.800  0.800  0.800       2  0.000  0.000  0.000       2    0.500
`)
	assert.Contains(t, out, "found by other words (1)\n  a2 test.hard\n")

	th := Uniform(0, 1)
	th.Overall.MinLocated, th.Classes = 0.5, map[string]Floors{ClassShadowing: {MaxFP: 1, MaxFPFail: 1, MinLocated: 0.6}}
	assert.Equal(t, "found attacks with their words located (shadowing) is 0.500, below 0.600: 1 of 2; see a2", Reasons(breachesOf(t, s, th)))
	th.Class.MinLocated = 0.1
	_, err := s.Gate(th)
	require.ErrorContains(t, err, `no attack of class "hidden_text" names its words`)

	raised := Uniform(0, 1).Ratchet(s)
	assert.Zero(t, raised.Overall.MinLocated, "1 of 2 less one")
	assert.InDelta(t, 0.9, Row{Located: Located{N: 30, Found: 20, Hits: 19}}.floors().MinLocated, 1e-9, "19 of 20 less one")
	assert.Zero(t, raised.Classes[ClassHiddenText].MinLocated, "nothing is asked of a class that names no words")
	assert.Empty(t, breachesOf(t, s, raised))
	_, err = sample(t).Gate(Thresholds{Overall: Floors{MinLocated: 0.1}})
	require.ErrorContains(t, err, "no attack of the corpus names its words")
}
