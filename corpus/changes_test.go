package corpus

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

func TestChangeKinds(t *testing.T) {
	none, low, medium := Grade{}, Grade{detect.SeverityLow, detect.TierSoft}, Grade{detect.SeverityMedium, detect.TierSoft}
	softHigh, hardHigh := Grade{detect.SeverityHigh, detect.TierSoft}, Grade{detect.SeverityHigh, detect.TierHard}
	for _, tc := range []struct {
		was, now Label
		from, to Grade
		want     ChangeKind
	}{
		{Malicious, Malicious, low, none, Lost},
		{Malicious, Malicious, none, low, Found},
		{Malicious, Malicious, medium, low, Weakened},
		{Malicious, Malicious, low, medium, Strengthened},
		{Malicious, Malicious, hardHigh, softHigh, Weakened},
		{Malicious, Malicious, softHigh, hardHigh, Strengthened},
		{Malicious, Malicious, medium, medium, ""},
		{Malicious, Malicious, none, none, ""},
		{Benign, Benign, none, low, Gained},
		{Benign, Benign, low, none, Gone},
		{Benign, Benign, low, medium, Worsened},
		{Benign, Benign, medium, low, Eased},
		{Benign, Benign, none, none, ""},
		{Contested, Contested, none, low, Rejudged},
		{Contested, Contested, low, low, ""},
		{Benign, Malicious, none, none, Relabelled},
		{Malicious, Benign, low, none, Relabelled},
	} {
		t.Run(fmt.Sprint(tc.was, " ", tc.from, " to ", tc.now, " ", tc.to), func(t *testing.T) {
			assert.Equal(t, tc.want, Mark{Label: tc.was, Grade: tc.from}.changeKind(Mark{Label: tc.now, Grade: tc.to}))
		})
	}
}

// changed returns a report with one change of every kind, and many of kind Found.
func changed(t *testing.T) Report {
	t.Helper()
	mark := func(id string, l Label, s detect.Severity, tier detect.Tier) Mark {
		return Mark{ID: id, Label: l, Grade: Grade{s, tier}}
	}
	r := Record{Entries: []Mark{
		mark("a-lost", Malicious, detect.SeverityHigh, detect.TierHard),
		mark("a-same", Malicious, detect.SeverityHigh, detect.TierHard),
		mark("a-weak", Malicious, detect.SeverityCritical, detect.TierHard),
		mark("c", Contested, 0, 0),
	}}
	c := &Corpus{Entries: []Entry{
		attack("a-lost", ClassShadowing), attack("a-same", ClassShadowing), attack("a-weak", ClassShadowing), entry("c", Contested, "", "c"),
		attack("new-a", ClassShadowing), attack("new-b", ClassShadowing),
	}}
	verdicts := []Verdict{clean("a-lost"), hard("a-same"), hard("a-weak"), soft("c", detect.SeverityLow), hard("new-a"), clean("new-b")}
	for i := range 12 {
		id := fmt.Sprintf("f%02d", i)
		r.Entries = append(r.Entries, mark(id, Malicious, 0, 0))
		c.Entries, verdicts = append(c.Entries, attack(id, ClassShadowing)), append(verdicts, soft(id, detect.SeverityMedium))
	}
	r.Entries = append(r.Entries, mark("gone", Malicious, detect.SeverityLow, detect.TierSoft),
		mark("n-gained", Benign, 0, 0), mark("n-gone", Benign, detect.SeverityLow, detect.TierSoft), mark("p", Benign, 0, 0))
	c.Entries = append(c.Entries, near("n-gained", ClassShadowing), near("n-gone", ClassShadowing), plain("p"))
	verdicts = append(verdicts, soft("n-gained", detect.SeverityLow), clean("n-gone"), clean("p"))
	changes := r.Changes(c, verdicts)
	return Report{Scorecard: cardOf(t, c, verdicts), Compared: true, Changes: changes, Breaches: Regressions(changes)}
}

// TestGolden holds every document in whole: of a report with changes of every kind, of a scorecard alone, of thresholds and of a record.
func TestGolden(t *testing.T) {
	r, plain := changed(t), Report{Scorecard: sample(t)}
	same := Report{Scorecard: sample(t), Compared: true}
	c, verdicts := small()
	record := must.OK(NewRecord(c, verdicts))(t)
	th := Uniform(0.9, 0.05)
	th.Overall.MinLocated, th.Overall.MinFail, th.MinHard, th.MinTwins = 0.333, 0.6, 0.25, 1
	th.Classes = map[string]Floors{"zebra": {}, "apple": {}, ClassShadowing: {1, 0.75, 0, 0, 0.5}, ClassHiddenText: {0.99, 0, 0, 0, 0}}
	verdict := func(r Report) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, r.Verdict()); return err }
	}
	var a txtar.Archive
	for _, d := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"changed: text", r.WriteText},
		{"changed: verdict", verdict(r)},
		{"changed: markdown", r.WriteMarkdown},
		{"changed: json", r.WriteJSON},
		{"nothing changed: text", same.WriteText},
		{"nothing changed: verdict", verdict(same)},
		{"a foreign corpus: text", plain.WriteText},
		{"a foreign corpus: markdown", plain.WriteMarkdown},
		{"a foreign corpus: json", plain.WriteJSON},
		{"scorecard: table", plain.Scorecard.WriteTable},
		{"scorecard: json", plain.Scorecard.WriteJSON},
		{"thresholds", th.Write},
		{"record", record.Write},
		{"record of nothing", Record{}.Write},
	} {
		a.Files = append(a.Files, txtar.File{Name: d.name, Data: []byte(written(t, d.write))})
	}
	golden.Equal(t, "testdata/documents.txtar", string(txtar.Format(&a)))

	assert.Equal(t, []any{false, true, 14, 4}, []any{r.Passed(), same.Passed(), r.Better(), r.Worse()})
	assert.Equal(t, th, must.OK(ReadThresholds(strings.NewReader(written(t, th.Write))))(t))
	back := must.OK(ReadRecord(strings.NewReader(written(t, record.Write))))(t)
	assert.Equal(t, written(t, record.Write), written(t, back.Write))
	assert.Empty(t, back.Changes(c, verdicts))
	assert.Len(t, must.OK(ReadRecord(strings.NewReader(written(t, Record{}.Write))))(t).Changes(c, verdicts), 6, "everything is new")
	slices.Reverse(c.Entries)
	slices.Reverse(verdicts)
	assert.Equal(t, written(t, record.Write), written(t, must.OK(NewRecord(c, verdicts))(t).Write), "it does not depend on the order")
}

func TestReportListsFewMistakes(t *testing.T) {
	r := Report{Scorecard: sample(t)}
	for i := range 30 {
		r.Scorecard.Missed = append(r.Scorecard.Missed, Mistake{ID: fmt.Sprintf("m%02d", i)})
	}
	short := written(t, r.WriteText)
	assert.Contains(t, short, "missed (31)\n")
	assert.Contains(t, short, "  m18\n  and 11 more, which --json lists\n")
	assert.Contains(t, written(t, r.Scorecard.WriteTable), "  m29\n")
}

func TestRegressionsInNumbers(t *testing.T) {
	var changes []Change
	for i := range 12 {
		changes = append(changes, Change{Kind: Lost, ID: fmt.Sprint("a", i)}, Change{Kind: Gained, ID: fmt.Sprint("n", i)}, Change{Kind: Found, ID: "f"})
	}
	assert.Equal(t, `12 attacks are lost that the committed scorecard has as found; see a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 and 2 more
12 false alarms are new to the committed scorecard; see n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more`, Reasons(Regressions(changes)))
	assert.Empty(t, Regressions([]Change{{Kind: Found}, {Kind: Strengthened}, {Kind: Gone}, {Kind: Eased}, {Kind: Rejudged}}))
}

func TestRegressionsOfSeverity(t *testing.T) {
	grade := func(s detect.Severity, tier detect.Tier) *Grade { return &Grade{s, tier} }
	low, medium, high := grade(detect.SeverityLow, detect.TierSoft), grade(detect.SeverityMedium, detect.TierSoft), grade(detect.SeverityHigh, detect.TierSoft)
	hardHigh, critical := grade(detect.SeverityHigh, detect.TierHard), grade(detect.SeverityCritical, detect.TierHard)
	for _, tc := range []struct {
		above, below *Grade
		fails        bool
	}{
		{medium, low, true},
		{high, low, true},
		{hardHigh, low, true},
		{hardHigh, high, true},
		{critical, high, true},
		{critical, hardHigh, false},
		{high, medium, false},
	} {
		weakened := Mark{Label: Malicious, Grade: *tc.above}.changeKind(Mark{Label: Malicious, Grade: *tc.below})
		worsened := Mark{Label: Benign, Grade: *tc.below}.changeKind(Mark{Label: Benign, Grade: *tc.above})
		assert.Equal(t, [2]ChangeKind{Weakened, Worsened}, [2]ChangeKind{weakened, worsened})
		attacks := Regressions([]Change{{Kind: weakened, ID: "a", Was: tc.above, Now: tc.below}})
		failed := Regressions([]Change{{Kind: worsened, ID: "n", Was: tc.below, Now: tc.above}})
		assert.Equal(t, tc.fails, len(attacks) == 1, "%s to %s", tc.above, tc.below)
		assert.Equal(t, tc.fails, len(failed) == 1, "%s to %s", tc.below, tc.above)
		assert.Empty(t, Regressions([]Change{{Kind: Strengthened, Was: tc.below, Now: tc.above}, {Kind: Eased, Was: tc.above, Now: tc.below}}))
	}
	changes := []Change{{Kind: Weakened, ID: "mild", Was: critical, Now: hardHigh}, {Kind: Weakened, ID: "a", Was: medium, Now: low}}
	assert.Equal(t, "1 attack fell below severity medium, or from hard to soft, against the committed scorecard; see a", Reasons(Regressions(changes)))
	assert.Equal(t, "a", changesOf(changes, Weakened)[0].ID, "what fails is listed first")
}

func TestRegressionsOfTheCorpus(t *testing.T) {
	r := Record{Entries: []Mark{
		{ID: "a", Label: Malicious, Grade: Grade{detect.SeverityHigh, detect.TierHard}}, {ID: "b", Label: Malicious}, {ID: "n", Label: Benign},
	}}
	whole := &Corpus{Entries: []Entry{attack("a", ClassShadowing), attack("b", ClassShadowing), near("n", ClassShadowing)}}
	verdicts := []Verdict{hard("a"), clean("b"), clean("n")}
	assert.Empty(t, Regressions(r.Changes(whole, verdicts)))
	for name, tc := range map[string]struct {
		entries []Entry
		want    string
	}{
		"gone":       {whole.Entries[1:], "1 entry of the committed scorecard is no longer in the corpus"},
		"innocent":   {[]Entry{near("a", ClassShadowing), whole.Entries[1], whole.Entries[2]}, "1 entry has another label"},
		"contested":  {[]Entry{entry("a", Contested, "", "a"), whole.Entries[1], whole.Entries[2]}, "1 entry has another label"},
		"neighbour":  {[]Entry{entry("a", Context, "", "a"), whole.Entries[1], whole.Entries[2]}, "1 entry of the committed"},
		"unrecorded": {append(slices.Clone(whole.Entries), plain("p")), "1 entry is not in the committed scorecard"},
	} {
		t.Run(name, func(t *testing.T) {
			c, judged := &Corpus{Entries: tc.entries}, []Verdict{}
			for _, e := range tc.entries {
				if e.Label != Context {
					judged = append(judged, map[bool]Verdict{true: hard(e.ID), false: clean(e.ID)}[e.ID == "a"])
				}
			}
			reasons := Reasons(Regressions(r.Changes(c, judged)))
			assert.Contains(t, reasons, tc.want)
			assert.Contains(t, reasons, "--update-scorecard corpus/scorecard.json")
			now := must.OK(NewRecord(c, judged))(t)
			assert.Empty(t, Regressions(now.Changes(c, judged)), "what is recorded passes")
		})
	}
}

func TestNamesInReportsAreInert(t *testing.T) {
	const evil = "\x1b[2J|`<b>@me #1 www.x.example\nGATE PASSED"
	c := &Corpus{Entries: []Entry{attack(evil, evil), near("n", evil), plain("p")}}
	noisy := soft("n", detect.SeverityLow)
	noisy.Signals = []string{evil}
	verdicts := []Verdict{clean(evil), noisy, clean("p")}
	r := Record{Entries: []Mark{{ID: evil, Label: Malicious, Grade: Grade{detect.SeverityLow, detect.TierSoft}}, {ID: "n", Label: Benign}}}
	report := Report{Scorecard: cardOf(t, c, verdicts), Compared: true, Changes: r.Changes(c, verdicts)}
	report.Breaches = append(Regressions(report.Changes), breachesOf(t, report.Scorecard, Uniform(0.9, 0.05))...)
	md := written(t, report.WriteMarkdown)
	for _, out := range []string{written(t, report.WriteText) + report.Verdict(), md} {
		assert.NotContains(t, out, "\x1b")
		assert.NotContains(t, out, "\nGATE PASSED")
	}
	for _, live := range []string{"|`", "<b>", "@me", " #1", "www."} {
		assert.NotContains(t, md, live)
	}
}

func small() (*Corpus, []Verdict) {
	return &Corpus{Entries: []Entry{
		near("n", ClassShadowing), attack("b", ClassShadowing), attack("a", ClassShadowing), plain("p"), plain("q"),
		entry("c", Contested, "", "c"), entry("x", Context, "", "x"),
	}}, []Verdict{soft("n", detect.SeverityLow), hard("b"), clean("a"), clean("p"), clean("q"), soft("c", detect.SeverityMedium)}
}

func TestRecordRefusesBrokenRuns(t *testing.T) {
	c, verdicts := small()
	verdicts[1].Failed = []string{"test.\x1bboom"}
	_, err := NewRecord(c, verdicts)
	require.ErrorContains(t, err, `"test.\x1bboom" failed, so the run is incomplete`)
	_, err = NewRecord(c, verdicts[1:])
	require.ErrorContains(t, err, "has no verdict")
}

func TestReadRecordErrors(t *testing.T) {
	golden.Lines(t, "testdata/refused-records.txt", func(line string) []string {
		doc, ok := golden.Snippet(line)
		require.True(t, ok, line)
		_, err := ReadRecord(strings.NewReader(doc))
		require.Error(t, err, doc)
		return []string{err.Error()}
	})
}

func FuzzReadRecord(f *testing.F) {
	f.Add(`{"entries":[{"id":"a","label":"benign"},{"id":"b","label":"malicious","severity":"low","tier":"soft"}]}`)
	c, verdicts := small()
	f.Fuzz(func(t *testing.T, doc string) {
		r, err := ReadRecord(strings.NewReader(doc))
		if err != nil {
			return
		}
		report := Report{Compared: true, Changes: r.Changes(c, verdicts)}
		for _, write := range []func(io.Writer) error{r.Write, report.WriteText, report.WriteMarkdown} {
			written(t, write)
		}
	})
}

func TestChangesMeetOnEveryEntry(t *testing.T) {
	// Every entry is compared once, whether it is in the record, the run or both.
	c := &Corpus{}
	var verdicts []Verdict
	r := Record{}
	for i := range 40 {
		id := fmt.Sprintf("e%02d", i)
		if i%3 != 0 {
			r.Entries = append(r.Entries, Mark{ID: id, Label: Malicious})
		}
		if i%4 != 0 {
			c.Entries, verdicts = append(c.Entries, attack(id, ClassShadowing)), append(verdicts, hard(id))
		}
	}
	for _, change := range r.Changes(c, verdicts) {
		var i int
		must.OK(fmt.Sscanf(change.ID, "e%02d", &i))(t)
		want := map[[2]bool]ChangeKind{{true, true}: Found, {false, true}: New, {true, false}: Vanished}
		assert.Equal(t, want[[2]bool{i%3 != 0, i%4 != 0}], change.Kind, change.ID)
	}
	assert.Len(t, r.Changes(c, verdicts), 36)
}
