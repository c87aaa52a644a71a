package corpus

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

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
	s, err := NewScorecard(c, []Verdict{
		hard("b1"), soft("m1", detect.SeverityLow), hard("a1"), clean("n1"), soft("a2", detect.SeverityMedium), clean("a3"), clean("n2"),
		clean("p1"), soft("p2", detect.SeverityMedium), soft("c1", detect.SeverityLow),
	})
	require.NoError(t, err)
	return s
}

func TestScorecardCounts(t *testing.T) {
	s := sample(t)
	assert.Equal(t, Row{Malicious: Counts{4, 3, 3, 2}, HardNegatives: Counts{3, 1, 0, 0}}, s.Overall)
	assert.Equal(t, Counts{2, 1, 1, 0}, s.Benign)
	assert.Equal(t, Counts{1, 1, 0, 0}, s.Contested)
	assert.Equal(t, Counts{2, 1, 2, 2}, s.Twins, "a pair with a false alarm is not right, at the point at which there is one")
	require.Len(t, s.Classes, 2)
	assert.Equal(t, Group{ClassHiddenText, Row{Malicious: Counts{3, 2, 2, 1}, HardNegatives: Counts{2, 0, 0, 0}}}, s.Classes[0], "in the order of Classes")
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

func TestScorecardTable(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, sample(t).WriteTable(&out))
	assert.Equal(t, `              attacks flagged              hard negatives flagged
class             n    any   fail   hard       n    any   fail   hard
hidden_text       3  0.667  0.667  0.333       2  0.000  0.000  0.000
shadowing         1  1.000  1.000  1.000       1  1.000  0.000  0.000
all classes       4  0.750  0.750  0.500       3  0.333  0.000  0.000

                  n    any   fail   hard
plain benign      2  0.500  0.500  0.000
twins right       2  0.500  1.000  1.000
contested         1  1.000  0.000  0.000
precision            0.600  0.750  1.000
F1                   0.667  0.750  0.667

missed (1)
  a3

false alarms (2)
  m1 test.soft
  p2 test.soft
`, out.String())
}

func TestScorecardJSON(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, sample(t).WriteJSON(&out))
	var doc struct {
		Metrics []struct {
			Point  string
			Recall float64
		}
		Classes []struct {
			Name      string
			Malicious Counts
			Metrics   []struct{ Recall, F1 *float64 }
		}
		Missed []Mistake
	}
	dec := json.NewDecoder(bytes.NewReader(out.Bytes()))
	// Verdicts marshal tiers as words and are not read back, so mistakes are compared by ID only.
	var raw map[string]json.RawMessage
	require.NoError(t, dec.Decode(&raw))
	require.NoError(t, json.Unmarshal(raw["metrics"], &doc.Metrics))
	require.NoError(t, json.Unmarshal(raw["classes"], &doc.Classes))
	assert.Equal(t, "any", doc.Metrics[0].Point)
	assert.InDelta(t, 0.75, doc.Metrics[0].Recall, 1e-9)
	assert.Equal(t, ClassHiddenText, doc.Classes[0].Name)
	assert.Equal(t, 3, doc.Classes[0].Malicious.N)
	assert.InDelta(t, 0.6667, *doc.Classes[0].Metrics[0].Recall, 1e-9)
	for _, member := range []string{"overall", "benign", "twins", "contested", "fields", "wordings", "missed", "falseAlarms", "failedChecks"} {
		assert.Contains(t, raw, member)
	}
}

func TestForeignNamesAreEscaped(t *testing.T) {
	c := &Corpus{Entries: []Entry{attack("\x1b[2Jx", "\x1b[1mclass"), near("n", "\x1b[1mclass"), plain("p")}}
	s, err := NewScorecard(c, []Verdict{clean("\x1b[2Jx"), clean("n"), clean("p")})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, s.WriteTable(&out))
	breaches, err := s.Gate(Uniform(0.9, 0.05))
	require.NoError(t, err)
	out.WriteString(Reasons(breaches))
	assert.NotContains(t, out.String(), "\x1b")
	assert.Contains(t, out.String(), `"\x1b[2Jx"`)
}
