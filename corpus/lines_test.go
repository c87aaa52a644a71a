package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// echoCheck finds what says "poison", and tells of how many tools it was scanned with.
type echoCheck struct{}

func (echoCheck) ID() string { return "echo" }

func (echoCheck) Inspect(t detect.ToolView, reg detect.RegistryView) []detect.Signal {
	for i := range t.Fields {
		if at := strings.Index(t.Fields[i].Text, "poison"); at >= 0 {
			s := t.Signal(i, at, at+6)
			s.Tier, s.Confidence, s.Detail = detect.TierSoft, 0.5+float64(min(reg.Len(), 40))/100, "poison"
			return []detect.Signal{s}
		}
	}
	return nil
}

// madeLines makes a corpus of JSON Lines: n entries, in registries of so many each that follow each other, or are mixed.
func madeLines(r *rand.Rand, n, perRegistry int, mixed bool) []byte {
	lines := make([]string, n)
	for i := range lines {
		e := Entry{
			ID: fmt.Sprintf("e%d", i), Label: []Label{Benign, Malicious, Contested, Context}[r.IntN(4)], Category: "tool", Server: fmt.Sprintf("s%d", r.IntN(9)),
			Field: "description", Wording: "plain", Payload: "poison",
		}
		if e.Label == Malicious {
			e.Category = string(classes[r.IntN(len(classes))])
			e.Twin = fmt.Sprintf("e%d", r.IntN(n))
		}
		e.Tool = json.RawMessage(fmt.Sprintf(`{"name":"tool_%d","description":"Reads %s of the page."}`, i, []string{"poison", "all"}[r.IntN(2)]))
		if perRegistry > 0 {
			e.Registry = fmt.Sprintf("r%d", i/perRegistry)
		}
		if r.IntN(10) == 0 {
			e.Peers = []Peer{{Server: "other", Tool: json.RawMessage(`{"name":"peer"}`)}}
		}
		raw, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		lines[i] = string(raw)
	}
	if mixed {
		r.Shuffle(n, func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// evaluateLines evaluates a corpus as Lines, and tells how many entries were held at most.
func evaluateLines(t *testing.T, data []byte) (verdicts []byte, card Scorecard, most int) {
	t.Helper()
	l, ok, err := OpenLines(bytes.NewReader(data))
	require.NoError(t, err)
	require.True(t, ok)
	var out bytes.Buffer
	w := NewVerdictWriter(&out)
	card, err = l.Evaluate([]detect.Check{echoCheck{}}, w.Write)
	require.NoError(t, err)
	require.NoError(t, w.Flush())
	return out.Bytes(), card, l.most
}

// TestLinesAreAsTheWhole: verdicts and scorecard are those of a corpus that is read as a whole.
func TestLinesAreAsTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10)) //nolint:gosec // The same corpora in each run.
	for _, n := range []int{1, 31, 32, 33, 700} {
		for _, per := range []int{0, 1, 7, 100} {
			for _, mixed := range []bool{false, true} {
				data := madeLines(r, n, per, mixed)
				c, err := Load(bytes.NewReader(data))
				require.NoError(t, err)
				want := Evaluate(c, []detect.Check{echoCheck{}})
				var lines bytes.Buffer
				require.NoError(t, WriteVerdicts(&lines, want))
				card, err := NewScorecard(c, want)
				require.NoError(t, err)
				got, gotCard, _ := evaluateLines(t, data)
				require.Equal(t, lines.String(), string(got))
				require.Equal(t, card, gotCard)
			}
		}
	}
}

// TestLinesHoldFewEntries: what is held does not grow with the corpus, as long as the entries of a registry stand together.
func TestLinesHoldFewEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12)) //nolint:gosec // The same corpora in each run.
	for _, per := range []int{0, 10} {
		for _, n := range []int{500, 5_000} {
			_, _, most := evaluateLines(t, madeLines(r, n, per, false))
			assert.LessOrEqual(t, most, batchEntries+per, "%d %d", per, n)
		}
	}
}

// TestLinesFailAsTheWhole: what is wrong is said in the same words.
func TestLinesFailAsTheWhole(t *testing.T) {
	entry := func(id string) string {
		return fmt.Sprintf(`{"id":%q,"label":"benign","server":"s","tool":{"name":"a"}}`, id)
	}
	for _, text := range []string{
		entry("a") + "\n" + entry("b") + "\n\n" + entry("a") + "\n" + entry("b"),
		entry("a") + "\n" + entry("a") + "\nnothing",
		entry("a") + "\n{}",
		entry("a") + "\n" + strings.Replace(entry("b"), "benign", "odd", 1),
		entry("a") + "\n" + strings.Replace(entry("b"), `{"name":"a"}`, `null`, 1),
		entry("a") + "\n" + strings.Replace(entry("b"), `{"name":"a"}`, `[]`, 1),
		strings.Repeat("\n", 100) + entry("a") + strings.Repeat("\n"+entry("c")+" ", 70),
	} {
		_, want := Load(strings.NewReader(text))
		require.Error(t, want)
		_, ok, err := OpenLines(strings.NewReader(text))
		require.True(t, ok)
		require.EqualError(t, err, want.Error())
	}
}

// TestOpenLinesLeavesOthersAlone: what is no JSON Lines is read as a whole, from the beginning on.
func TestOpenLinesLeavesOthersAlone(t *testing.T) {
	for _, text := range []string{"", "\n\n", `{"entries":[]}`, "{\n\"entries\":[]}", "[1]", "x", `{"entries":[]} {}`, "{}{}"} {
		r := strings.NewReader(text)
		_, ok, err := OpenLines(r)
		require.NoError(t, err)
		assert.False(t, ok, text)
		rest, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, text, string(rest))
	}
	_, ok, err := OpenLines(strings.NewReader("\xEF\xBB\xBF" + `{"id":"a","label":"benign","server":"s","tool":{"name":"a"}}`))
	require.NoError(t, err)
	assert.True(t, ok)
}

// TestLinesStopWhenNobodyTakesThem: an error of whoever writes ends the run.
func TestLinesStopWhenNobodyTakesThem(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // The same corpus in each run.
	l, _, err := OpenLines(bytes.NewReader(madeLines(r, 300, 0, false)))
	require.NoError(t, err)
	_, err = l.Evaluate([]detect.Check{echoCheck{}}, func(Verdict) error { return io.ErrShortWrite })
	require.ErrorIs(t, err, io.ErrShortWrite)
}

// TestLinesRefuseWhatIsTooFarApart: what would have to be kept is bounded, and what fits is not refused.
func TestLinesRefuseWhatIsTooFarApart(t *testing.T) {
	entry := func(i int, registry string) string {
		return fmt.Sprintf(`{"id":"e%d","label":"benign","registry":%q,"server":"s","tool":{"name":"a"}}`, i, registry)
	}
	evaluate := func(apart, held int, registries ...string) error {
		lines := make([]string, len(registries))
		for i, r := range registries {
			lines[i] = entry(i, r)
		}
		l, ok, err := OpenLines(strings.NewReader(strings.Join(lines, "\n")))
		require.NoError(t, err)
		require.True(t, ok)
		l.maxApart, l.maxHeld = apart, held
		_, err = l.Evaluate([]detect.Check{echoCheck{}}, func(Verdict) error { return nil })
		return err
	}
	const size = len(`{"name":"a"}`)
	require.NoError(t, evaluate(3, 2*size, "a", "b", "a", "c", "c", "", "d"))
	for _, err := range []error{
		evaluate(2, 1<<20, "a", "b", "a"), evaluate(3, 1<<20, "a", "", "", "a"), evaluate(2, 1<<20, "a", "a", "a"), evaluate(9, 2*size, "a", "b", "b", "a"),
	} {
		require.ErrorContains(t, err, "put the entries of each registry next to each other")
	}
}
