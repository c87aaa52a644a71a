package corpus_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lint"
)

var own = sync.OnceValue(func() corpus.Own {
	o, err := corpus.FindOwn(".")
	if err != nil {
		panic(err)
	}
	return o
})

func entries(t *testing.T) *corpus.Corpus {
	t.Helper()
	return must.OK(own().Corpus())(t)
}

// verdicts are those of every check on the project's own corpus.
var verdicts = sync.OnceValue(func() []corpus.Verdict {
	c, err := own().Corpus()
	if err != nil {
		// Tests that need the corpus fail by themselves.
		return nil
	}
	return corpus.Evaluate(c, lint.Checks())
})

func TestOwnIsValid(t *testing.T) { require.NoError(t, entries(t).Validate()) }

// TestMembersAreKnown finds misspelled members, which Load ignores.
func TestMembersAreKnown(t *testing.T) {
	for _, folder := range []string{"data", "heldout", "learning"} {
		eachFile(t, folder, func(name, data string) {
			for line := range strings.Lines(data) {
				assert.True(t, json.Valid([]byte(line)), name)
				strict := json.NewDecoder(strings.NewReader(line))
				strict.DisallowUnknownFields()
				require.NoError(t, strict.Decode(&corpus.Entry{}), name)
			}
		})
	}
}

func TestOwnCoversEveryClass(t *testing.T) {
	attacks, negatives, twins := map[string]int{}, map[string]int{}, map[string]int{}
	fields, wordings := map[string]map[string]bool{}, map[string]map[string]bool{}
	note := func(m map[string]map[string]bool, class, tag string) {
		if m[class] == nil {
			m[class] = map[string]bool{}
		}
		m[class][tag] = true
	}
	for _, e := range entries(t).Entries {
		switch {
		case e.Label == corpus.Malicious:
			attacks[e.Category]++
			note(fields, e.Category, e.Field)
			note(wordings, e.Category, e.Wording)
			if e.Twin != "" {
				twins[e.Category]++
			}
		case e.HardNegative():
			negatives[e.Resembles]++
		}
	}
	for _, class := range corpus.Classes() {
		assert.GreaterOrEqual(t, attacks[class], 12, "attacks of %s", class)
		assert.GreaterOrEqual(t, negatives[class], 8, "hard negatives of %s", class)
		assert.GreaterOrEqual(t, twins[class], 5, "twins of %s", class)
		switch class {
		case corpus.ClassAgentsFile:
			// A file is one text.
			assert.GreaterOrEqual(t, len(wordings[class]), 8, "wordings of %s", class)
		case corpus.ClassLaunchSecret, corpus.ClassApproval:
			// Credentials and approvals have no wording.
			assert.GreaterOrEqual(t, len(fields[class]), 3, "fields of %s", class)
		default:
			assert.GreaterOrEqual(t, len(fields[class]), 3, "fields of %s", class)
			assert.GreaterOrEqual(t, len(wordings[class]), 2, "wordings of %s", class)
		}
	}
}

func TestOwnSize(t *testing.T) {
	c := entries(t)
	schemas, benign, peers, kinds := 0, 0, 0, map[detect.Kind]int{}
	for _, e := range c.Entries {
		if strings.Contains(string(e.Tool), `"inputSchema"`) {
			schemas++
		}
		if e.Label == corpus.Benign && !e.HardNegative() {
			benign++
		}
		if len(e.Peers) > 0 || e.Registry != "" {
			peers++
		}
		kinds[e.Kind]++
	}
	assert.GreaterOrEqual(t, len(c.Entries), 400)
	assert.GreaterOrEqual(t, schemas*2, len(c.Entries), "half of the entries have an input schema")
	assert.GreaterOrEqual(t, benign, 60)
	assert.GreaterOrEqual(t, peers, 30)
	assert.NotZero(t, kinds[detect.KindInstructions])
	assert.NotZero(t, kinds[detect.KindPrompt])
}

// TestOwnWritesInvisibleCharactersAsEscapes keeps the files reviewable.
func TestOwnWritesInvisibleCharactersAsEscapes(t *testing.T) {
	eachFile(t, "data", func(name, data string) {
		for i, r := range data {
			hidden := r != '\n' && (unicode.Is(unicode.C, r) || unicode.Is(unicode.Z, r) && r != ' ' || unicode.Is(unicode.Variation_Selector, r) ||
				r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r == 0x2800 || r == 0x034F || r == unicode.ReplacementChar)
			if hidden {
				assert.Fail(t, "raw invisible character", "%s: byte %d: U+%04X", name, i, r)
			}
		}
	})
}

// TestOwnSecretsAreNotRaw keeps secret scanners quiet: credentials appear only after decoding.
func TestOwnSecretsAreNotRaw(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	shapes := regexp.MustCompile(`gh[pousr]_[0-9A-Za-z]{36}|AKIA[0-9A-Z]{16}|sk_live_[0-9A-Za-z]{20}|xox[bp]-\d|sk-proj-\w{20}|AIza[\w-]{35}|` +
		`npm_\w{36}|glpat-[\w-]{20}|SG\.[\w-]{22}\.|-----BEGIN RSA PRIVATE|eyJ[\w-]+\.eyJ[\w-]+\.`)
	documented := regexp.MustCompile(`EXAMPLE$|x{20}`)
	decoded := 0
	eachFile(t, "data", func(name, data string) {
		for _, hit := range shapes.FindAllString(data, -1) {
			assert.Regexp(t, documented, hit, name)
		}
	})
	for _, e := range entries(t).Entries {
		v := must.OK(detect.ViewJSON(detect.KindTool, e.Server, e.Tool))(t)
		for _, f := range v.Fields {
			if e.Category == corpus.ClassEmbeddedSecret && shapes.MatchString(f.Text) {
				decoded++
			}
		}
	}
	assert.GreaterOrEqual(t, decoded, 10, "the credentials are whole once decoded")
}

// TestOwnDoesNotRepeatItself fails if two entries share a longer passage and are neither twins nor neighbours: entries made from one template
// measure only one thing.
func TestOwnDoesNotRepeatItself(t *testing.T) {
	const window = 9
	first := map[string]corpus.Entry{}
	for _, e := range entries(t).Entries {
		v := must.OK(detect.ViewJSON(detect.KindTool, e.Server, e.Tool))(t)
		seen := map[string]bool{}
		for _, f := range v.Fields {
			words := strings.Fields(strings.ToLower(f.Text))
			for i := 0; i+window <= len(words); i++ {
				passage := strings.Join(words[i:i+window], " ")
				other, used := first[passage]
				if used && other.ID != e.ID && other.ID != e.Twin && !seen[other.ID] {
					seen[other.ID] = true
					assert.Fail(t, "repeated passage", "%s and %s: %q", other.ID, e.ID, passage)
				}
				if !used {
					first[passage] = e
				}
			}
		}
	}
}

// TestThresholdsAreNotLowered checks that the committed floors are at least the project's first bar, and name every class.
func TestThresholdsAreNotLowered(t *testing.T) {
	th := must.OK(own().Thresholds())(t)
	bar := corpus.Uniform(0.90, 0.05)
	bar.Classes = map[string]corpus.Floors{}
	for _, class := range corpus.Classes() {
		bar.Classes[class] = bar.Class
	}
	assert.Equal(t, th, th.Stricter(bar), "a floor is below recall 0.90 or above 0.05 false alarms, or a class is not named")
}

// TestGate is the gate itself. Its message also names entries that are not recorded: an attack that is not in the scorecard could be lost
// unnoticed.
func TestGate(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	c, verdicts := entries(t), verdicts()
	card := must.OK(corpus.NewScorecard(c, verdicts))(t)
	th := must.OK(own().Thresholds())(t)
	record := must.OK(own().Record())(t)
	breaches := must.OK(card.Gate(th))(t)
	breaches = append(corpus.Regressions(record.Changes(c, verdicts)), breaches...)
	if len(breaches) == 0 {
		return
	}
	var table strings.Builder
	require.NoError(t, card.WriteTable(&table))
	t.Errorf("GATE FAILED\n%s\n%s", corpus.Reasons(breaches), table.String())
}

// TestGateSeesSeverities checks that soft findings of severity low on everything pass neither the comparison nor ratcheted floors.
func TestGateSeesSeverities(t *testing.T) {
	c, verdicts := entries(t), slices.Clone(verdicts())
	record := must.OK(corpus.NewRecord(c, verdicts))(t)
	card := must.OK(corpus.NewScorecard(c, verdicts))(t)
	floors := corpus.Uniform(0, 1).Ratchet(card)
	breaches := must.OK(card.Gate(floors))(t)
	assert.Empty(t, append(corpus.Regressions(record.Changes(c, verdicts)), breaches...), "what was reached passes")

	for i, v := range verdicts {
		if v.Any() {
			verdicts[i].Tier, verdicts[i].Severity = detect.TierSoft, detect.SeverityLow
		}
	}
	assert.Contains(t, corpus.Reasons(corpus.Regressions(record.Changes(c, verdicts))), "fell below severity medium, or from hard to soft")
	card = must.OK(corpus.NewScorecard(c, verdicts))(t)
	breaches = must.OK(card.Gate(floors))(t)
	assert.Contains(t, corpus.Reasons(breaches), "recall of severity medium or above is 0.000")
	assert.Contains(t, corpus.Reasons(breaches), "recall of hard findings is 0.000")
}

func TestOwnCommittedFilesAreAsWritten(t *testing.T) {
	th := must.OK(own().Thresholds())(t)
	record := must.OK(own().Record())(t)
	for name, write := range map[string]func(io.Writer) error{"thresholds.json": th.Write, "scorecard.json": record.Write} {
		data := must.OK(os.ReadFile(name))(t)
		var out strings.Builder
		require.NoError(t, write(&out))
		assert.Equal(t, string(data), out.String(), "%s is not in the form that corpus gate --update-* writes", name)
	}
}

// TestOwnIsEvaluatedInLinearTime bounds the scans of each definition. Entries with peers in large registries would exceed that.
func TestOwnIsEvaluatedInLinearTime(t *testing.T) {
	c := entries(t)
	definitions := len(c.Entries)
	for _, e := range c.Entries {
		definitions += len(e.Peers)
	}
	looks := &counter{}
	corpus.Evaluate(c, []detect.Check{looks})
	assert.LessOrEqual(t, int(looks.n.Load()), 2*definitions)
}

type counter struct{ n atomic.Int64 }

func (c *counter) ID() string { return "test.counter" }

func (c *counter) Inspect(detect.ToolView, detect.RegistryView) []detect.Signal {
	c.n.Add(1)
	return nil
}

// eachFile calls f with every file of a folder.
func eachFile(t *testing.T, folder string, f func(name, data string)) {
	t.Helper()
	files := 0
	for _, e := range must.OK(os.ReadDir(folder))(t) {
		require.False(t, e.IsDir(), e.Name())
		if name := filepath.Join(folder, e.Name()); strings.HasSuffix(name, ".jsonl") {
			files++
			f(name, string(must.OK(os.ReadFile(name))(t)))
		}
	}
	require.NotZero(t, files)
	if folder == "data" {
		assert.GreaterOrEqual(t, files, len(corpus.Classes()))
	}
}

func TestHeldOutEntriesAreValid(t *testing.T) {
	c := must.OK(corpus.LoadFS(os.DirFS("heldout"), "."))(t)
	assert.GreaterOrEqual(t, len(c.Entries), 600)
	assert.NoError(t, c.Validate())
}

// TestLearningEntriesAreValid validates the learning entries together with the project's own corpus, so that neither repeats the other.
func TestLearningEntriesAreValid(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	learning := must.OK(corpus.LoadFS(os.DirFS("learning"), "."))(t)
	ids := map[string]bool{}
	both := entries(t)
	for _, e := range both.Entries {
		ids[e.ID] = true
	}
	for _, e := range learning.Entries {
		assert.False(t, ids[e.ID], "%s is the id of an entry of corpus/data", e.ID)
	}
	both.Entries = append(both.Entries, learning.Entries...)
	assert.NoError(t, both.Validate())
}

// fewWords is the length up to which texts may coincide, such as "Rolls dice."
const fewWords = 8

// TestHeldOutTextsAreHeldOut fails if a text of corpus/heldout occurs in one that the checks were developed or trained on.
func TestHeldOutTextsAreHeldOut(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	heldout := must.OK(corpus.LoadFS(os.DirFS("heldout"), "."))(t)
	learning := must.OK(corpus.LoadFS(os.DirFS("learning"), "."))(t)

	// Index the known texts by their first words, to avoid comparing every pair.
	type text struct{ id, words string }
	known := map[string][]text{}
	for _, e := range slices.Concat(entries(t).Entries, learning.Entries) {
		for _, words := range texts(t, e) {
			for i := range max(len(words)-fewWords+1, 0) {
				key := strings.Join(words[i:i+fewWords], " ")
				known[key] = append(known[key], text{e.ID, strings.Join(words[i:], " ")})
			}
		}
	}
	seen := 0
	for _, e := range heldout.Entries {
		for _, words := range texts(t, e) {
			if len(words) < fewWords {
				continue
			}
			seen++
			whole := strings.Join(words, " ") + " "
			for _, k := range known[strings.Join(words[:fewWords], " ")] {
				assert.False(t, strings.HasPrefix(k.words+" ", whole), "%s of corpus/heldout is in %s: %s", e.ID, k.id, whole)
			}
		}
	}
	assert.GreaterOrEqual(t, seen, len(heldout.Entries), "nothing was compared")
}

// texts are the description, the payload and the other strings of an entry that a model reads, in lower case.
func texts(t *testing.T, e corpus.Entry) [][]string {
	t.Helper()
	v := must.OK(detect.ViewJSON(cmp.Or(e.Kind, detect.KindTool), e.Server, e.Tool))(t)
	out := [][]string{strings.Fields(strings.ToLower(e.Payload))}
	for _, f := range v.Fields {
		out = append(out, strings.Fields(strings.ToLower(f.Text)))
	}
	return out
}

type shouting struct{}

func (shouting) ID() string { return "example.shouting" }

func (shouting) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := t.FieldAt("/description")
	at := strings.Index(t.Description, "!!")
	if i < 0 || at < 0 {
		return nil
	}
	s := t.Signal(i, at, at+2)
	s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, detect.ThreatToolPoisoning, 0.5
	return []detect.Signal{s}
}

func Example() {
	c, err := corpus.Load(strings.NewReader(`
{"id":"loud","label":"malicious","category":"direct_directive","server":"a","tool":{"name":"t","description":"Obey!!"}}
{"id":"calm","label":"benign","category":"text","resembles":"direct_directive","server":"b","tool":{"name":"u","description":"Counts obedient users."}}
{"id":"plain","label":"benign","category":"text","server":"c","tool":{"name":"w","description":"Counts words."}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	card, err := corpus.NewScorecard(c, corpus.Evaluate(c, []detect.Check{shouting{}}))
	if err != nil {
		fmt.Println(err)
		return
	}
	breaches, err := card.Gate(corpus.Uniform(0.90, 0.05))
	fmt.Println(card.Overall.Malicious.Any, card.Overall.HardNegatives.Any, len(breaches), err)
	// Output: 1 0 0 <nil>
}
