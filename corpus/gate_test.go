package corpus

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
)

func cardOf(t *testing.T, c *Corpus, verdicts []Verdict) Scorecard {
	t.Helper()
	s := must.OK(NewScorecard(c, verdicts))(t)
	return s
}

// written returns the output of write.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, write(&out))
	return out.String()
}

func breachesOf(t *testing.T, s Scorecard, th Thresholds) []Breach {
	t.Helper()
	return must.OK(s.Gate(th))(t)
}

func TestGateFloors(t *testing.T) {
	a, n, p := attack("a", ClassShadowing), near("n", ClassShadowing), plain("p")
	card := func(low, medium Entry, of ...Verdict) Scorecard {
		return cardOf(t, &Corpus{Entries: []Entry{a, n, p, low, medium}}, append(of, soft("low", detect.SeverityLow), soft("medium", detect.SeverityMedium)))
	}
	severe := card(near("low", ClassShadowing), near("medium", ClassShadowing), clean("p"), hard("a"), clean("n"))
	attacks := card(attack("low", ClassShadowing), attack("medium", ClassShadowing), hard("a"), clean("n"), clean("p"))
	broken := hard("a")
	broken.Failed = []string{"test.boom"}
	failed := cardOf(t, &Corpus{Entries: []Entry{a, n, p}}, []Verdict{broken, clean("n"), clean("p")})
	severity := func(fail, class, hard float64) func(*Thresholds) {
		return func(th *Thresholds) { th.Overall.MinFail, th.Class.MinFail, th.MinHard = fail, class, hard }
	}
	class := func(th *Thresholds) {
		th.Classes = map[string]Floors{ClassHiddenText: {MinRecall: 0.7, MaxFP: 1, MaxFPFail: 1}}
	}
	for name, tc := range map[string]struct {
		card         Scorecard
		recall, most float64
		set          func(*Thresholds)
		want         string
	}{
		"breaches": {sample(t), 0.9, 0.05, nil, `recall is 0.750, below 0.900: 3 of 4; see a3
false alarms on hard negatives is 0.333, above 0.050: 1 of 3; see m1
false alarms on plain benign tools is 0.500, above 0.050: 1 of 2; see p2
recall (hidden_text) is 0.667, below 0.900: 2 of 3; see a3
false alarms on hard negatives (shadowing) is 1.000, above 0.050: 1 of 1; see m1`},
		"passes":                   {sample(t), 0.66, 1, nil, ""},
		"just reached":             {sample(t), 0.66, 1, func(th *Thresholds) { th.Overall.MinRecall = 0.75 }, ""},
		"twins":                    {sample(t), 0.66, 1, func(th *Thresholds) { th.MinTwins = 0.51 }, "twins that are both right is 0.500, below 0.510: 1 of 2"},
		"severity of false alarms": {severe, 0.9, 1, func(th *Thresholds) { th.Overall.MaxFPFail = 0 }, "false alarms of severity medium or above on hard negatives is 0.333, above 0.000: 1 of 3; see medium"},
		"a class":                  {sample(t), 0, 1, class, "recall (hidden_text) is 0.667, below 0.700: 2 of 3; see a3"},
		"a failed check":           {failed, 0, 1, nil, "test.boom failed while the corpus was measured"},
		"severity of attacks":      {attacks, 0.9, 0.05, severity(0.66, 0.66, 0.33), ""},
		"severity, not quite there": {attacks, 0.9, 0.05, severity(0.67, 0.7, 0.34), `recall of severity medium or above is 0.667, below 0.670: 2 of 3
recall of hard findings is 0.333, below 0.340: 1 of 3
recall of severity medium or above (shadowing) is 0.667, below 0.700: 2 of 3`},
		"a share close to a floor": {
			sample(t), 0, 1, func(th *Thresholds) { th.MinTwins = 0.5001 }, "twins that are both right is 0.5000, below 0.5001: 1 of 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			th := Uniform(tc.recall, tc.most)
			if tc.set != nil {
				tc.set(&th)
			}
			assert.Equal(t, tc.want, Reasons(breachesOf(t, tc.card, th)))
		})
	}
}

func TestGateOnNothingIsAnError(t *testing.T) {
	card := func(entries ...Entry) Scorecard {
		var verdicts []Verdict
		for _, e := range entries {
			verdicts = append(verdicts, clean(e.ID))
		}
		return cardOf(t, &Corpus{Entries: entries}, verdicts)
	}
	named := Uniform(0, 1)
	named.Classes = map[string]Floors{ClassEncodedPayload: {}}
	twins := Uniform(0, 1)
	twins.MinTwins = 0.1
	a, n, p := attack("a", ClassShadowing), near("n", ClassShadowing), plain("p")
	nameless, unknown := attack("u", ""), attack("v", "my_own_class")
	for name, tc := range map[string]struct {
		card Scorecard
		th   Thresholds
		want string
	}{
		"empty":                     {card(), Uniform(0, 1), "no entries"},
		"only contested":            {card(entry("c", Contested, "", "c")), Uniform(0, 1), "no entries"},
		"no attacks":                {card(n, p), Uniform(0, 1), "no malicious entries"},
		"no hard negatives":         {card(a, p), Uniform(0, 1), "no hard negatives"},
		"no plain benign":           {card(a, n), Uniform(0, 1), "no plain benign entries"},
		"class without attacks":     {card(a, n, p, near("m", ClassHiddenText)), Uniform(0, 1), `class "hidden_text" has hard negatives and no malicious`},
		"class without negatives":   {card(a, n, p, attack("e", ClassEncodedPayload)), Uniform(0, 1), `class "encoded_payload" has no hard negatives`},
		"unknown, no negatives":     {card(a, n, p, unknown), Uniform(0, 1), `class "my_own_class" has no hard negatives`},
		"unknown, no attacks":       {card(a, n, p, near("w", "my_own_class")), Uniform(0, 1), `class "my_own_class" has hard negatives and no malicious`},
		"attack without a class":    {card(a, n, p, nameless), Uniform(0, 1), "without a class"},
		"named class without any":   {card(a, n, p), named, `class "encoded_payload" has no entries`},
		"named class, no negatives": {card(a, n, p, attack("e", ClassEncodedPayload)), named, `class "encoded_payload" has no hard negatives`},
		"no twins":                  {card(a, n, p), twins, "no twins"},
	} {
		t.Run(name, func(t *testing.T) {
			breaches, err := tc.card.Gate(tc.th)
			require.ErrorContains(t, err, tc.want)
			assert.Nil(t, breaches)
		})
	}
}

func TestGateAsksForeignCorporaForTheirOwnClasses(t *testing.T) {
	s := cardOf(t, &Corpus{Entries: []Entry{attack("a", "mine"), near("n", "mine"), plain("p")}}, []Verdict{hard("a"), clean("n"), clean("p")})
	assert.Empty(t, breachesOf(t, s, Uniform(0.9, 0.05)))
	checkout := must.OK(FindOwn("."))(t)
	own := must.OK(checkout.Thresholds())(t)
	for _, class := range Classes() {
		assert.Contains(t, own.Classes, class)
	}
	own.MinTwins, own.Overall.MinLocated = 0, 0
	_, err := s.Gate(Uniform(0.9, 0.05).Stricter(own))
	require.ErrorContains(t, err, "has no entries")
	bare := Thresholds{Class: Floors{MinRecall: 0.5}}.withClasses([]string{"x"})
	assert.Equal(t, map[string]Floors{"x": {MinRecall: 0.5}}, bare.Classes)
}

func TestBreachNamesFewEntries(t *testing.T) {
	b := Breach{Measure: "recall", Hits: 1, N: 20, Limit: 0.9, AtLeast: true, Entries: strings.Split("a b c d e f g h i j k l", " ")}
	assert.Contains(t, b.String(), "see a, b, c, d, e, f, g, h, i, j and 2 more")
}

func TestReadThresholds(t *testing.T) {
	th, err := ReadThresholds(strings.NewReader(`{"overall":{"minRecall":0.9,"maxFP":0.05,"maxFPFail":0.01},"minTwins":0.5,
		"classes":{"shadowing":{"minRecall":1}}}`))
	require.NoError(t, err)
	assert.InDelta(t, 0.01, th.Overall.MaxFPFail, 1e-9)
	assert.InDelta(t, 1, th.floors(ClassShadowing).MinRecall, 1e-9)
	for _, bad := range []string{``, `{"overal":{}}`, `{"overall":{"minRecall":90}}`, `{"minTwins":-1}`, `{"minHard":2}`, `{"class":{"minFail":-0.1}}`, `{"classes":{"x":{"maxFP":2}}}`, `[]`} {
		_, err := ReadThresholds(strings.NewReader(bad))
		require.Error(t, err, bad)
	}
}

func TestStricter(t *testing.T) {
	a := Thresholds{
		Overall: Floors{0.9, 0.5, 0.05, 0.01, 0.3}, Class: Floors{0.8, 0.4, 0.1, 0.1, 0.2}, MaxBenignFP: 0.02, MinHard: 0.2,
		Classes: map[string]Floors{"x": {0.99, 0.6, 0, 0, 0}},
	}
	b := Thresholds{
		Overall: Floors{0.7, 0.6, 0.01, 0.2, 0.4}, Class: Floors{0.9, 0.3, 0.2, 0.05, 0.1}, MaxBenignFP: 0.5, MinTwins: 0.4,
		Classes: map[string]Floors{"y": {0.1, 0.1, 1, 1, 0.9}},
	}
	want := Thresholds{
		Overall: Floors{0.9, 0.6, 0.01, 0.01, 0.4}, Class: Floors{0.9, 0.4, 0.1, 0.05, 0.2}, MaxBenignFP: 0.02, MinHard: 0.2, MinTwins: 0.4,
		Classes: map[string]Floors{"x": {0.99, 0.6, 0, 0, 0.1}, "y": {0.8, 0.4, 0.1, 0.1, 0.9}},
	}
	assert.Equal(t, want, a.Stricter(b))
	assert.Equal(t, want, b.Stricter(a))
}

func TestRatchetNeverLoosens(t *testing.T) {
	s := sample(t)
	loose := Uniform(0.1, 1).Ratchet(s)
	assert.InDelta(t, 0.5, loose.Overall.MinRecall, 1e-9, "3 of 4 less one")
	assert.InDelta(t, 0.67, loose.Overall.MaxFP, 1e-9, "1 of 3 and one more")
	assert.InDelta(t, 0.33, loose.Classes[ClassHiddenText].MinRecall, 1e-9, "rounded to the lenient side")
	assert.Empty(t, breachesOf(t, s, loose), "what was reached passes")
	tight := Uniform(0.99, 0)
	tight.Overall.MinFail, tight.MinHard, tight.MinTwins = 0.97, 0.96, 0.95
	again := tight.Ratchet(s)
	assert.InDelta(t, 0.99, again.Overall.MinRecall, 1e-9)
	assert.InDelta(t, 0.99, again.Classes[ClassHiddenText].MinRecall, 1e-9)
	assert.Equal(t, []float64{0.97, 0.96, 0.95, 0}, []float64{again.Overall.MinFail, again.MinHard, again.MinTwins, again.Overall.MaxFP})
}

func TestRatchetLeavesOneEntryToChange(t *testing.T) {
	// For every count: the reached score passes, and so does one entry less, down to the bar.
	for n := 1; n <= 120; n++ {
		for k := range n + 1 {
			for _, bar := range []float64{noBar, barTwins, barRecall} {
				floor := atLeast(k, n, bar)
				assert.False(t, under(k, n, floor), "%d of %d", k, n)
				assert.False(t, k > 0 && under(k-1, n, floor) && floor != bar, "%d of %d: %v", k-1, n, floor)
				assert.False(t, !under(k, n, bar) && floor < bar, "%d of %d: %v", k, n, floor)
			}
			for _, bar := range []float64{barFPFail, barFP} {
				limit := atMost(k, n, bar)
				assert.False(t, over(k, n, limit), "%d of %d", k, n)
				assert.False(t, k < n && over(k+1, n, limit) && limit != bar, "%d of %d: %v", k+1, n, limit)
				assert.False(t, !over(k, n, bar) && limit > bar, "%d of %d: %v", k, n, limit)
			}
		}
	}
	assert.InDelta(t, 0.98, atLeast(25, 25, barRecall), 1e-9, "of few entries none may change")
	assert.InDelta(t, 0.99, atLeast(200, 200, barRecall), 1e-9)
	assert.InDelta(t, 0.96, atLeast(97, 100, barRecall), 1e-9, "the bar was not reached")
	assert.InDelta(t, 0.01, atMost(0, 200, barFP), 1e-9)
	assert.InDelta(t, 0.03, atMost(0, 20, barFP), 1e-9)
}

func attack(id, class string) Entry {
	e := entry(id, Malicious, "", id)
	e.Category, e.Field, e.Wording = class, "description", "plain"
	return e
}

func near(id, class string) Entry {
	e := entry(id, Benign, "", id)
	e.Resembles = class
	return e
}

func plain(id string) Entry { return entry(id, Benign, "", id) }

func soft(id string, severity detect.Severity) Verdict {
	return Verdict{ID: id, Tier: detect.TierSoft, Severity: severity, Signals: []string{"test.soft"}}
}

func hard(id string) Verdict {
	return Verdict{ID: id, Tier: detect.TierHard, Severity: detect.SeverityHigh, Signals: []string{"test.hard"}}
}

func clean(id string) Verdict { return Verdict{ID: id, Signals: []string{}} }

func sample(t *testing.T) Scorecard {
	t.Helper()
	a, n := attack("a1", ClassHiddenText), near("n1", ClassHiddenText)
	a.Twin, n.Twin = "n1", "a1"
	b, m := attack("b1", ClassShadowing), near("m1", ClassShadowing)
	b.Twin, m.Twin = "m1", "b1"
	c := &Corpus{Entries: []Entry{
		b, m, a, n, attack("a2", ClassHiddenText), attack("a3", ClassHiddenText), near("n2", ClassHiddenText),
		entry("p1", Benign, "", "p1"), entry("p2", Benign, "", "p2"), entry("c1", Contested, "", "c1"), entry("x", Context, "", "x"),
	}}
	return cardOf(t, c, []Verdict{
		hard("b1"), soft("m1", detect.SeverityLow), hard("a1"), clean("n1"), soft("a2", detect.SeverityMedium), clean("a3"), clean("n2"),
		clean("p1"), soft("p2", detect.SeverityMedium), soft("c1", detect.SeverityLow),
	})
}

func TestScorecardCounts(t *testing.T) {
	s := sample(t)
	assert.Equal(t, Row{Malicious: Counts{N: 4, Any: 3, Fail: 3, Hard: 2}, HardNegatives: Counts{N: 3, Any: 1, Fail: 0, Hard: 0}}, s.Overall)
	assert.Equal(t, Counts{N: 2, Any: 1, Fail: 1, Hard: 0}, s.Benign)
	assert.Equal(t, Counts{N: 1, Any: 1, Fail: 0, Hard: 0}, s.Contested)
	assert.Equal(t, Counts{N: 2, Any: 1, Fail: 2, Hard: 2}, s.Twins, "a pair with a false alarm is not right, at the point at which there is one")
	require.Len(t, s.Classes, 2)
	assert.Equal(t, Group{ClassHiddenText, Row{Malicious: Counts{N: 3, Any: 2, Fail: 2, Hard: 1}, HardNegatives: Counts{N: 2, Any: 0, Fail: 0, Hard: 0}}}, s.Classes[0], "in the order of Classes")
	assert.Equal(t, ClassShadowing, s.Classes[1].Name)
	require.Len(t, s.Missed, 1)
	assert.Equal(t, "a3", s.Missed[0].ID)
	require.Len(t, s.FalseAlarms, 2)
	assert.Equal(t, []string{"m1", "p2"}, []string{s.FalseAlarms[0].ID, s.FalseAlarms[1].ID})
	assert.Equal(t, 4, s.Fields[0].Malicious.N)
}

func TestScorecardMetrics(t *testing.T) {
	s := sample(t)
	m := s.Overall.metrics(s.Benign, "any")
	assert.InDelta(t, 0.75, *m.Recall, 1e-9)
	assert.InDelta(t, 0.3333, *m.HardNegativeRate, 1e-9)
	assert.InDelta(t, 0.5, *m.BenignRate, 1e-9)
	assert.InDelta(t, 0.6, *m.Precision, 1e-9)
	assert.InDelta(t, 0.6667, *m.F1, 1e-9)
	hardPoint := s.Overall.metrics(s.Benign, "hard")
	assert.InDelta(t, 0.5, *hardPoint.Recall, 1e-9)
	assert.InDelta(t, 1, *hardPoint.Precision, 1e-9)
	none := Row{}.metrics(Counts{}, "any")
	assert.Nil(t, none.Recall)
	assert.Nil(t, none.Precision, "a share of nothing is not 0 and not 1")
}

func TestScorecardNeedsEveryVerdict(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("a", ClassShadowing), near("b", ClassShadowing)}}
	_, err := NewScorecard(c, []Verdict{hard("a")})
	require.ErrorContains(t, err, `entry "b" has no verdict`)
	_, err = NewScorecard(c, []Verdict{hard("a"), clean("b"), clean("a")})
	require.ErrorContains(t, err, `entry "a" has two verdicts`)
}

func TestForeignNamesAreEscaped(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("\x1b[2Jx", "\x1b[1mclass"), near("n", "\x1b[1mclass"), plain("p")}}
	s := cardOf(t, c, []Verdict{clean("\x1b[2Jx"), clean("n"), clean("p")})
	out := written(t, s.WriteTable) + Reasons(breachesOf(t, s, Uniform(0.9, 0.05)))
	assert.NotContains(t, out, "\x1b")
	assert.Contains(t, out, `"\x1b[2Jx"`)
}
