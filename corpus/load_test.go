package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

// line returns an entry as JSON with further members before the tool.
func line(id, label, more string) string {
	return fmt.Sprintf(`{"id":%q,"label":%q,"category":"hidden_text",%s"server":"s","tool":{"name":"t-%s"},"provenance":{"source":"a","license":"b"}}`, id, label, more, id)
}

func TestLoadForms(t *testing.T) {
	a, b := line("a", "malicious", ""), line("b", "benign", `"resembles":"hidden_text",`)
	for name, doc := range map[string]string{
		"json lines":              a + "\n" + b + "\n",
		"no final line feed":      a + "\n" + b,
		"crlf and blank lines":    "\r\n" + a + "\r\n\r\n" + b + "\r\n",
		"byte order mark":         "\xEF\xBB\xBF" + a + "\n" + b,
		"document":                `{"entries":[` + a + "," + b + `]}`,
		"document on many lines":  "{\n \"version\": 1,\n \"entries\": [\n" + a + ",\n" + b + "\n]\n}\n",
		"entries after a long id": `{"name":"` + strings.Repeat("x", 100_000) + `","entries":[` + a + "," + b + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := must.OK(Load(strings.NewReader(doc)))(t)
			require.Len(t, c.Entries, 2)
			assert.Equal(t, "a", c.Entries[0].ID)
			assert.Equal(t, "hidden_text", c.Entries[0].Class())
			assert.True(t, c.Entries[1].HardNegative())
			assert.JSONEq(t, `{"name":"t-b"}`, string(c.Entries[1].Tool))
		})
	}
}

func TestLoadErrors(t *testing.T) {
	golden.Lines(t, "testdata/refused.txt", func(line string) []string {
		doc, ok := golden.Snippet(line)
		require.True(t, ok, line)
		c, err := Load(strings.NewReader(doc))
		require.Error(t, err, doc)
		assert.Nil(t, c)
		return []string{err.Error()}
	})
}

func TestLoadReadError(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := Load(iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
	_, err = Load(strings.NewReader(""))
	require.ErrorIs(t, err, ErrEmpty)
}

func TestLoadIgnoresUnknownMembers(t *testing.T) {
	must.OK(Load(strings.NewReader(line("a", "benign", `"set":"x","cluster":"y",`))))(t)
}

func TestValidateLetsShortDescriptionsMeet(t *testing.T) {
	const short, long = "Rolls dice.", "Rolls as many dice as you ask it to, and adds them up."
	two := func(description, field string) error {
		c := &Corpus{}
		for _, id := range []string{"a", "b"} {
			e := attack(id, ClassShadowing)
			e.Field, e.Wording, e.Server, e.Provenance = field, "plain", "s", Provenance{"test", "Apache-2.0"}
			e.Tool = json.RawMessage(`{"name":"` + id + `","description":"` + description + `"}`)
			c.Entries = append(c.Entries, e)
		}
		return c.Validate()
	}
	require.NoError(t, two(short, "parameter_name"))
	require.ErrorContains(t, two(short, "description"), `entries "a" and "b" have the same description`)
	require.ErrorContains(t, two(long, "parameter_name"), `entries "a" and "b" have the same description`)
}

func TestLoadKeepsRepeatedMembers(t *testing.T) {
	c, err := Load(strings.NewReader(`{"id":"a","label":"benign","server":"s","tool":{"name":"t","description":"one","description":"two"}}`))
	require.NoError(t, err)
	assert.Contains(t, string(c.Entries[0].Tool), `"one","description":"two"`)
}

func TestLoadFS(t *testing.T) {
	files := fstest.MapFS{
		"data/b.jsonl":     {Data: []byte(line("b1", "benign", "") + "\n" + line("b2", "benign", ""))},
		"data/a/one.json":  {Data: []byte(`{"entries":[` + line("a1", "malicious", "") + `]}`)},
		"data/README.md":   {Data: []byte("# not data")},
		"other/c.jsonl":    {Data: []byte("broken")},
		"twice/x.jsonl":    {Data: []byte(line("x", "benign", ""))},
		"twice/y.jsonl":    {Data: []byte(line("x", "benign", ""))},
		"nothing/notes.md": {Data: []byte("")},
	}
	c := must.OK(LoadFS(files, "data"))(t)
	var ids []string
	for _, e := range c.Entries {
		ids = append(ids, e.ID)
	}
	assert.Equal(t, []string{"a1", "b1", "b2"}, ids)
	_, err := LoadFS(files, "other")
	require.ErrorContains(t, err, "other/c.jsonl: line 1")
	_, err = LoadFS(files, "twice")
	require.ErrorContains(t, err, "same id")
	_, err = LoadFS(files, "nothing")
	require.ErrorIs(t, err, ErrEmpty)
	_, err = LoadFS(files, "missing")
	require.Error(t, err)
}

// FuzzDecodeEntry compares decodeEntry with encoding/json.
func FuzzDecodeEntry(f *testing.F) {
	for _, s := range []string{
		line("a", "benign", ""), line("b", "malicious", `"peers":[{"server":"p","tool":{"name":"q"}}],"ID":"c","\u0069d":"d",`), line("e", "context", `"provenance":{"source":"s","x":[1,-2.5e+3]},`),
		"{\"id\":\"\xff\\ud83d\\n\\/\"}", `{"id":null,"tool":null}`, `{"id":1}`, `{"id":"a"} x`, `{"id":"a",}`, `{"id":"\x"}`, "{\"id\":\"\n\"}", `{"tool":{"a":01}}`, `{"tool":{"a":"\u12g4"}}`, `{"tool":tru}`, `{"\u212Aind":"tool"}`, "[]", "", "null",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want Entry
		got, err := decodeEntry([]byte(s))
		if wantErr := json.Unmarshal([]byte(s), &want); wantErr != nil {
			require.EqualError(t, err, wantErr.Error(), "%q", s)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", s)
	})
}

func TestDecodeEntryNested(t *testing.T) {
	for _, deep := range []int{maxJSONDepth - 1, maxJSONDepth, 6_000_000} {
		for _, s := range []string{strings.Repeat("[", deep), strings.Repeat("[", deep) + strings.Repeat("]", deep), strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep)} {
			for _, name := range []string{"tool", "unknown"} {
				raw := []byte(`{"id":"a","` + name + `":` + s + `}`)
				var want Entry
				wantErr := json.Unmarshal(raw, &want)
				got, err := decodeEntry(raw)
				assert.Equal(t, wantErr, err)
				if wantErr == nil {
					assert.True(t, got.ID == want.ID && bytes.Equal(got.Tool, want.Tool))
				}
			}
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(line("a", "benign", "") + "\n" + line("b", "malicious", `"peers":[{"server":"p","tool":{"name":"q"}}],`))
	f.Add(`{"entries":[` + line("a", "context", `"registry":"r",`) + `]}`)
	f.Add("\xEF\xBB\xBF{}\n{\"id\":1}")
	f.Fuzz(func(t *testing.T, doc string) {
		c, err := Load(strings.NewReader(doc))
		if err != nil {
			assert.Nil(t, c)
			return
		}
		require.NotEmpty(t, c.Entries)
		// Every corpus that loads can be evaluated and validated.
		_ = c.Validate()
		for _, v := range Evaluate(c, nil) {
			assert.Empty(t, v.Failed)
		}
	})
}

// echoCheck reports tools with the word "poison", with the number of tools in the scan.
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

// madeLines returns a JSON Lines corpus of n entries, in registries of a given size that are adjacent or mixed.
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

// evaluateLines evaluates a corpus as Lines, and returns the maximum number of entries held.
func evaluateLines(t *testing.T, data []byte) (verdicts []byte, card Scorecard, most int) {
	t.Helper()
	l, ok, err := OpenLines(bytes.NewReader(data))
	require.NoError(t, err)
	require.True(t, ok)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	card = must.OK(l.Evaluate([]detect.Check{echoCheck{}}, func(v Verdict) error { return enc.Encode(v) }))(t)
	return out.Bytes(), card, l.peak
}

// TestLinesAreAsTheWhole compares verdicts and scorecard with those of a loaded corpus.
func TestLinesAreAsTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10)) //nolint:gosec // The same corpora in each run.
	for _, n := range []int{1, 31, 32, 33, 700} {
		for _, per := range []int{0, 1, 7, 100} {
			for _, mixed := range []bool{false, true} {
				data := madeLines(r, n, per, mixed)
				c := must.OK(Load(bytes.NewReader(data)))(t)
				want := Evaluate(c, []detect.Check{echoCheck{}})
				card := must.OK(NewScorecard(c, want))(t)
				got, gotCard, _ := evaluateLines(t, data)
				require.Equal(t, lines(t, want), string(got))
				require.Equal(t, card, gotCard)
			}
		}
	}
}

// TestOpen checks that both formats are evaluated alike, and rejected when opened.
func TestOpen(t *testing.T) {
	open := func(data []byte) (func([]detect.Check, func(Verdict) error) (Scorecard, error), error) {
		name := filepath.Join(t.TempDir(), "corpus")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		f := must.OK(os.Open(name))(t)
		t.Cleanup(func() { _ = f.Close() })
		return Open(f)
	}
	data := madeLines(rand.New(rand.NewPCG(3, 4)), 40, 7, false) //nolint:gosec // The same corpus in each run.
	c := must.OK(Load(bytes.NewReader(data)))(t)
	checks := []detect.Check{echoCheck{}}
	want := Evaluate(c, checks)
	for _, data := range [][]byte{data, must.OK(json.Marshal(map[string]any{"entries": c.Entries}))(t)} {
		var got []Verdict
		card := must.OK(must.OK(open(data))(t)(checks, func(v Verdict) error { got = append(got, v); return nil }))(t)
		assert.Equal(t, lines(t, want), lines(t, got))
		assert.Equal(t, cardOf(t, c, want), card)
		_, err := must.OK(open(data))(t)(checks, func(Verdict) error { return io.ErrShortWrite })
		require.ErrorIs(t, err, io.ErrShortWrite)
	}
	for _, data := range []string{"", `{"id":"a"}`} {
		_, err := open([]byte(data))
		require.Error(t, err)
	}
}

// TestLinesHoldFewEntries checks that memory does not grow with the corpus if the entries of a registry are adjacent.
func TestLinesHoldFewEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12)) //nolint:gosec // The same corpora in each run.
	for _, per := range []int{0, 10} {
		for _, n := range []int{500, 5_000} {
			_, _, most := evaluateLines(t, madeLines(r, n, per, false))
			assert.LessOrEqual(t, most, batchEntries+per, "%d %d", per, n)
		}
	}
}

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

// TestOpenLinesLeavesOthersAlone checks that other formats are rewound.
func TestOpenLinesLeavesOthersAlone(t *testing.T) {
	for _, text := range []string{"", "\n\n", `{"entries":[]}`, "{\n\"entries\":[]}", "[1]", "x", `{"entries":[]} {}`, "{}{}"} {
		r := strings.NewReader(text)
		_, ok, err := OpenLines(r)
		require.NoError(t, err)
		assert.False(t, ok, text)
		rest := must.OK(io.ReadAll(r))(t)
		assert.Equal(t, text, string(rest))
	}
	_, ok, err := OpenLines(strings.NewReader("\xEF\xBB\xBF" + `{"id":"a","label":"benign","server":"s","tool":{"name":"a"}}`))
	require.NoError(t, err)
	assert.True(t, ok)
}

// TestLinesStopWhenNobodyTakesThem checks that an error of put ends the run.
func TestLinesStopWhenNobodyTakesThem(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // The same corpus in each run.
	l, _, err := OpenLines(bytes.NewReader(madeLines(r, 300, 0, false)))
	require.NoError(t, err)
	_, err = l.Evaluate([]detect.Check{echoCheck{}}, func(Verdict) error { return io.ErrShortWrite })
	require.ErrorIs(t, err, io.ErrShortWrite)
}

// TestLinesRefuseWhatIsTooFarApart checks the bounds on incomplete registries.
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
