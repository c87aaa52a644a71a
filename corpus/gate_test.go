package corpus

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestGateBreaches(t *testing.T) {
	breaches, err := sample(t).Gate(Uniform(0.9, 0.05))
	require.NoError(t, err)
	assert.Equal(t, `recall is 0.750, below 0.900: 3 of 4; see a3
false alarms on hard negatives is 0.333, above 0.050: 1 of 3; see m1
false alarms on plain benign tools is 0.500, above 0.050: 1 of 2; see p2
recall (hidden_text) is 0.667, below 0.900: 2 of 3; see a3
false alarms on hard negatives (shadowing) is 1.000, above 0.050: 1 of 1; see m1`, Reasons(breaches))
}

func TestGatePasses(t *testing.T) {
	th := Uniform(0.66, 1)
	breaches, err := sample(t).Gate(th)
	require.NoError(t, err)
	assert.Empty(t, breaches)
	th.Overall.MinRecall = 0.75
	breaches, err = sample(t).Gate(th)
	require.NoError(t, err)
	assert.Empty(t, breaches, "a floor that is just reached is reached")
	th.MinTwins = 0.51
	breaches, err = sample(t).Gate(th)
	require.NoError(t, err)
	require.Len(t, breaches, 1)
	assert.Contains(t, breaches[0].String(), "twins that are both right is 0.500, below 0.510")
}

func TestGateSeverityFloor(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("a", ClassShadowing), near("low", ClassShadowing), near("medium", ClassShadowing), plain("p")}}
	s, err := NewScorecard(c, []Verdict{clean("p"), hard("a"), soft("low", detect.SeverityLow), soft("medium", detect.SeverityMedium)})
	require.NoError(t, err)
	th := Uniform(0.9, 1)
	th.Overall.MaxFPFail = 0
	breaches, err := s.Gate(th)
	require.NoError(t, err)
	require.Len(t, breaches, 1)
	assert.Equal(t, []string{"medium"}, breaches[0].Entries)
}

func TestGateClassFloors(t *testing.T) {
	th := Uniform(0, 1)
	th.Classes = map[string]Floors{ClassHiddenText: {MinRecall: 0.7, MaxFP: 1, MaxFPFail: 1}}
	breaches, err := sample(t).Gate(th)
	require.NoError(t, err)
	require.Len(t, breaches, 1)
	assert.Equal(t, ClassHiddenText, breaches[0].Class)
}

func TestGateOnNothingIsAnError(t *testing.T) {
	card := func(entries ...Entry) Scorecard {
		var verdicts []Verdict
		for _, e := range entries {
			verdicts = append(verdicts, clean(e.ID))
		}
		s, err := NewScorecard(&Corpus{Entries: entries}, verdicts)
		require.NoError(t, err)
		return s
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

// TestGateAsksForeignCorporaForTheirOwnClasses only, and the project's own for all of them.
func TestGateAsksForeignCorporaForTheirOwnClasses(t *testing.T) {
	s, err := NewScorecard(&Corpus{Entries: []Entry{attack("a", "mine"), near("n", "mine"), plain("p")}}, []Verdict{hard("a"), clean("n"), clean("p")})
	require.NoError(t, err)
	breaches, err := s.Gate(Uniform(0.9, 0.05))
	require.NoError(t, err)
	assert.Empty(t, breaches)
	checkout, err := FindOwn(".")
	require.NoError(t, err)
	own, err := checkout.Thresholds()
	require.NoError(t, err)
	for _, class := range Classes() {
		assert.Contains(t, own.Classes, class)
	}
	own.MinTwins, own.Overall.MinLocated = 0, 0
	_, err = s.Gate(Uniform(0.9, 0.05).Stricter(own))
	require.ErrorContains(t, err, "has no entries")
	bare := Thresholds{Class: Floors{MinRecall: 0.5}}.demanding([]string{"x"})
	assert.Equal(t, map[string]Floors{"x": {MinRecall: 0.5}}, bare.Classes)
}

func TestGateFailsWhenACheckFailed(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("a", ClassShadowing), near("n", ClassShadowing), plain("p")}}
	broken := hard("a")
	broken.Failed = []string{"test.boom"}
	s, err := NewScorecard(c, []Verdict{broken, clean("n"), clean("p")})
	require.NoError(t, err)
	breaches, err := s.Gate(Uniform(0, 1))
	require.NoError(t, err)
	assert.Equal(t, "test.boom failed while the corpus was measured", Reasons(breaches))
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
	breaches, err := s.Gate(loose)
	require.NoError(t, err)
	assert.Empty(t, breaches, "what was reached passes")
	tight := Uniform(0.99, 0)
	tight.Overall.MinFail, tight.MinHard, tight.MinTwins = 0.97, 0.96, 0.95
	again := tight.Ratchet(s)
	assert.InDelta(t, 0.99, again.Overall.MinRecall, 1e-9)
	assert.InDelta(t, 0.99, again.Classes[ClassHiddenText].MinRecall, 1e-9)
	assert.Equal(t, []float64{0.97, 0.96, 0.95, 0}, []float64{again.Overall.MinFail, again.MinHard, again.MinTwins, again.Overall.MaxFP})
}

func TestRatchetLeavesOneEntryToChange(t *testing.T) {
	// Every count of every size: what was reached passes, and so does one entry less, down to the bar.
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

func TestGateSeverityOfAttacks(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("low", ClassShadowing), attack("medium", ClassShadowing), attack("hard", ClassShadowing), near("n", ClassShadowing), plain("p")}}
	verdicts := []Verdict{soft("low", detect.SeverityLow), soft("medium", detect.SeverityMedium), hard("hard"), clean("n"), clean("p")}
	s, err := NewScorecard(c, verdicts)
	require.NoError(t, err)
	reached := Uniform(0.9, 0.05)
	reached.Overall.MinFail, reached.Class.MinFail, reached.MinHard = 0.66, 0.66, 0.33
	breaches, err := s.Gate(reached)
	require.NoError(t, err)
	assert.Empty(t, breaches)
	reached.Overall.MinFail, reached.Class.MinFail, reached.MinHard = 0.67, 0.7, 0.34
	breaches, err = s.Gate(reached)
	require.NoError(t, err)
	assert.Equal(t, `recall of severity medium or above is 0.667, below 0.670: 2 of 3
recall of hard findings is 0.333, below 0.340: 1 of 3
recall of severity medium or above (shadowing) is 0.667, below 0.700: 2 of 3`, Reasons(breaches))
}
