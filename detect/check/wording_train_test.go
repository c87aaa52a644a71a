package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

var (
	trainLabelled = flag.String("train", "", "labelled entries to learn the weights of wording from: glob patterns separated by commas")
	trainReal     = flag.String("train.real", "", "definitions of public servers to take as innocent: files separated by commas")
	trainCross    = flag.Bool("train.cross", false, "print the scores that few sentences of servers not learned from reach; needs -train.real")
	trainWrite    = flag.Bool("train.write", false, "write what was learned to data/wording.bin and testdata/wording.tsv")
)

// TestLearnWording learns the table of weights anew: see docs/detection.md. Without -train it is skipped, and without -train.write
// nothing is written.
//
//	go test ./detect/check -run TestLearnWording -train '../../corpus/data/*.jsonl,../../corpus/learning/*.jsonl' -train.real FILE -train.write
func TestLearnWording(t *testing.T) {
	if *trainLabelled == "" {
		t.Skip("-train not given")
	}
	var set trainingSet
	for _, pattern := range strings.Split(*trainLabelled, ",") {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, f := range files {
			set.add(readEntries(t, f), false)
		}
	}
	for _, f := range strings.Split(*trainReal, ",") {
		if f != "" {
			before := set.public
			set.add(readLabelled(t, f, "benign"), true)
			require.Greater(t, set.public, before, "%s: nothing in it is innocent", f)
		}
	}
	t.Logf("%d sentences, %d attacks, %d definitions of public servers", len(set.units), set.attacks, set.public)
	require.NotZero(t, set.attacks, "nothing to learn from")
	if *trainCross {
		require.NotZero(t, set.public, "-train.cross deals public servers into parts; give their definitions by -train.real")
	}
	var tables [views]map[string]float64
	for v := range views {
		if *trainCross {
			set.crossValidate(t, v)
		}
		tables[v] = set.learn(v, -1)
	}
	table := formatTable(tables)
	packed := packTable(t, table)
	if !*trainWrite {
		t.Logf("%d weights learned; -train.write writes them", strings.Count(table, "\n"))
		return
	}
	require.NoError(t, os.WriteFile("testdata/wording.tsv", []byte(table), 0o600))
	require.NoError(t, os.WriteFile("data/wording.bin", packed, 0o600))
}

// labelledEntry is what learning needs of a corpus entry.
type labelledEntry struct {
	ID, Label, Category, Registry, Server, Payload string
	Kind                                           detect.Kind
	Tool                                           json.RawMessage
	Peers                                          []labelledPeer
	// Siblings are other tools of the server, in testdata.
	Siblings []json.RawMessage
}

type labelledPeer struct {
	Server string
	Tool   json.RawMessage
}

// readLines reads one description a line, behind the name of its language where there is one. Lines may be of any length.
func readLines(t testing.TB, data []byte, label string) []labelledEntry {
	var out []labelledEntry
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if lang, rest, ok := strings.Cut(line, " | "); ok && len(lang) <= 5 {
			line = rest
		}
		tool, err := json.Marshal(map[string]any{"name": "lookup_item", "description": strings.ReplaceAll(line, `\n`, "\n")})
		require.NoError(t, err)
		out = append(out, labelledEntry{ID: fmt.Sprint(label, line), Label: label, Server: "srv", Tool: tool})
	}
	return out
}

// readEntries reads a file whose name tells what the entries without a label are.
func readEntries(t testing.TB, file string) []labelledEntry {
	if strings.Contains(filepath.Base(file), "innocent") {
		return readLabelled(t, file, "benign")
	}
	return readLabelled(t, file, "malicious")
}

// readLabelled reads a file of JSON lines, or of descriptions when its name ends in .txt. Entries without a label get the given one.
func readLabelled(t testing.TB, file, label string) []labelledEntry {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	if strings.HasSuffix(file, ".txt") {
		return readLines(t, data, label)
	}
	var out []labelledEntry
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var e labelledEntry
		require.NoError(t, json.Unmarshal(line, &e), "%s: line %d", file, n)
		e.Label, e.Server = cmp.Or(e.Label, label), cmp.Or(e.Server, "server-under-test")
		e.ID = cmp.Or(e.ID, fmt.Sprint(file, len(out)))
		for _, s := range e.Siblings {
			e.Peers = append(e.Peers, labelledPeer{e.Server, s})
		}
		out = append(out, e)
	}
	return out
}

// TestTrainingFilesAreReadToTheEnd holds that neither a long line nor a missing line feed cuts a file short.
func TestTrainingFilesAreReadToTheEnd(t *testing.T) {
	dir, long := t.TempDir(), strings.Repeat("long ", 40_000)
	write := func(name, content string) []labelledEntry {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		return readEntries(t, file)
	}
	lines := write("innocent.txt", "# of no language\n\nde | Liest.\r\n"+long+"\nReads.")
	require.Len(t, lines, 3)
	require.Equal(t, "benign", lines[2].Label)
	require.JSONEq(t, `{"name": "lookup_item", "description": "Liest."}`, string(lines[0].Tool))
	require.JSONEq(t, `{"name": "lookup_item", "description": "Reads."}`, string(lines[2].Tool))
	entries := write("attacks.jsonl", `{"id":"a","tool":{"name":"a","description":"`+long+`"}}`+"\n\n"+`{"id":"b","tool":{"name":"b"}}`)
	require.Len(t, entries, 2)
	require.Equal(t, "b", entries[1].ID)
	require.Equal(t, "malicious", entries[1].Label)
}

// forEachView calls visit with every view of the entries that is to be judged, in the registry it belongs to.
func forEachView(entries []labelledEntry, visit func(e labelledEntry, tool detect.ToolView, reg detect.RegistryView)) {
	groups := map[string][]labelledEntry{}
	var order []string
	for _, e := range entries {
		key := cmp.Or(e.Registry, "\x00"+e.ID)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], e)
	}
	for _, key := range order {
		var tools []detect.ToolView
		var from []int
		for i, e := range groups[key] {
			if v, err := detect.ViewJSON(cmp.Or(e.Kind, detect.KindTool), e.Server, e.Tool); err == nil {
				tools, from = append(tools, v), append(from, i)
			}
			for _, p := range e.Peers {
				if v, err := detect.ViewJSON(detect.KindTool, p.Server, p.Tool); err == nil {
					tools, from = append(tools, v), append(from, -1)
				}
			}
		}
		reg := detect.NewRegistry(tools)
		for i, k := range from {
			if k >= 0 && groups[key][k].Label != "context" && groups[key][k].Label != "contested" {
				visit(groups[key][k], reg.Tool(i), reg)
			}
		}
	}
}

// wordless are classes in which no sentence is smuggled in plain sight.
var wordless = map[string]bool{"hidden_text": true, "encoded_payload": true, "obfuscated_wording": true, "embedded_secret": true}

// unit is one sentence to learn from.
type unit struct {
	features []string
	// attack is the number of the attack it belongs to, or -1.
	attack int
	// weight is how much it counts, and poisoned its label.
	weight   float64
	poisoned bool
	// fold is the part of the public servers it comes from, or -1 for the project's own texts.
	fold int
}

// folds is the number of parts that the public servers are dealt into for cross-validation.
const folds = 3

type trainingSet struct {
	units []unit
	// open are the attacks whose poisoned words are not marked: the sentence that looks worst is taken.
	open    map[int]bool
	attacks int
	// public counts the definitions of public servers, seen holds their sentences: one that is often repeated counts once.
	public int
	seen   map[string]bool
}

// Weights of the kinds of sentences. Those of public servers count most: what is said there must stay silent. The honest sentences
// around a poisoned one count less than innocent texts, since what is poisoned may spill over into them.
const (
	poisonedWeight = 3
	innocentWeight = 1
	aroundWeight   = 0.5
	publicWeight   = 8
)

func (s *trainingSet) add(entries []labelledEntry, public bool) {
	if s.seen == nil {
		s.seen, s.open = map[string]bool{}, map[int]bool{}
	}
	forEachView(entries, func(e labelledEntry, tool detect.ToolView, reg detect.RegistryView) {
		malicious := e.Label == "malicious"
		if malicious && (public || wordless[e.Category]) || public && e.Label != "benign" {
			return
		}
		attack, fold := -1, -1
		if public {
			s.public++
			fold = int(foldOf(e.Server) % folds)
		}
		if malicious {
			attack = s.attacks
			s.attacks++
			s.open[attack] = true
		}
		for i := range tool.Fields {
			if readable(tool.Fields[i]) {
				s.addField(newProse(tool, reg, i), e.Payload, attack, fold)
			}
		}
	})
}

// foldOf is FNV-1a over 64 bits: it deals servers into the same parts on every machine.
func foldOf(server string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(server) {
		h = (h ^ uint64(server[i])) * 1099511628211
	}
	return h
}

func (s *trainingSet) addField(p *prose, payload string, attack, fold int) {
	start := -1
	if payload != "" {
		start = strings.Index(p.doc.Raw, payload)
	}
	for _, r := range p.wordUnits() {
		from, to := p.doc.Span(r.Start, r.End)
		u := unit{attack: attack, weight: innocentWeight, fold: fold}
		switch {
		case fold >= 0:
			u.weight = publicWeight
			if words := p.doc.Raw[from:to]; s.seen[words] {
				continue
			} else {
				s.seen[words] = true
			}
		case attack >= 0 && payload != "":
			u.poisoned = start >= 0 && from < start+len(payload) && start < to
			u.weight = aroundWeight
			if u.poisoned {
				u.weight = poisonedWeight
				delete(s.open, attack)
			}
		}
		u.features = sentenceFeatures(p, r)
		s.units = append(s.units, u)
	}
}

// crossValidate prints the scores above which a view has few sentences of servers that it has not learned from, in per cent of
// their definitions: what the floors in wording.go are set by.
func (s *trainingSet) crossValidate(t *testing.T, v view) {
	var scores []float64
	for fold := range folds {
		w := s.learn(v, fold)
		for _, u := range s.units {
			if u.fold != fold {
				continue
			}
			z := w["="]
			for _, f := range u.features {
				z += w[f]
			}
			scores = append(scores, z)
		}
	}
	slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, share := range []float64{0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 1, 2, 3} {
		if k := int(share * float64(s.public) / 100); k < len(scores) {
			t.Logf("view %d: %.2f %% of %d above %.2f", v, share, s.public, scores[k])
		}
	}
}

// sentenceFeatures names the features of a sentence as the table does.
func sentenceFeatures(p *prose, r text.Range) []string {
	seen := map[string]bool{}
	var out []string
	f := features{p: p, closed: closedWords()}
	f.emit = func(kind featureKind, a, b, c token) {
		name := string(rune(kind)) + a.text
		for _, t := range []token{b, c} {
			if t.text != "" {
				name += " " + t.text
			}
		}
		if !seen[name] && !strings.ContainsAny(name, "\t\n") {
			seen[name] = true
			out = append(out, name)
		}
	}
	f.sentence(r)
	return out
}
