package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect/model"
)

// study is the data set with its features.
type study struct {
	entries []*entry
	rows    []row
	words   *model.Features
	// features is the number of features: relations first, then grams.
	features int
	grams    map[model.Gram]uint32
}

func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

func prepare(o options) (*study, error) {
	st := &study{words: model.NewFeatures()}
	for _, part := range []struct {
		from     source
		patterns []string
	}{
		{fromCorpus, []string{o.corpus + "/data/*.jsonl", o.corpus + "/learning/*.jsonl"}},
		{fromTest, []string{o.corpus + "/heldout/*.jsonl"}},
		{from: fromGrammar},
		{fromReal, o.real},
		{fromTest, o.test},
	} {
		entries, err := load(part.from, part.patterns)
		if part.from == fromGrammar {
			entries, err = generated(o.seed, o.english, o.others)
		}
		if err != nil {
			return nil, err
		}
		st.entries = append(st.entries, entries...)
	}
	logf("%d entries", len(st.entries))
	rows, err := read(st.entries, st.words)
	if err != nil {
		return nil, err
	}
	st.rows = rows
	renumber := st.words.Sort()
	for _, r := range rows {
		for i, g := range r.grams {
			r.grams[i] = renumber(g)
		}
		slices.Sort(r.grams)
	}
	logf("%d sentences", len(rows))
	st.numberGrams()
	logf("%d features of relations and %d grams", model.RelationCount, len(st.grams))
	runtime.GC()
	return st, nil
}

// english reports whether words are learned from the entry. Other languages have too few texts and rely on concepts.
func (e *entry) english() bool {
	return e.from != fromGrammar && len(e.Wording) != len("de") || e.Set == "grammar-en"
}

// minOccurrences is the minimum number of occurrences of a gram in our own texts.
const minOccurrences = 4

// numberGrams assigns numbers to the grams in our own texts.
func (st *study) numberGrams() {
	counts := map[model.Gram]int{}
	for i := range st.rows {
		if e := st.entries[st.rows[i].entry]; e.english() && (e.from == fromCorpus || e.from == fromGrammar) {
			for _, g := range st.rows[i].grams {
				counts[g]++
			}
		}
	}
	var kept []model.Gram
	for g, c := range counts {
		if c >= minOccurrences {
			kept = append(kept, g)
		}
	}
	unknown := st.words.Word(model.Unknown)
	kept = append(kept, unknown)
	slices.Sort(kept)
	st.grams = make(map[model.Gram]uint32, len(kept))
	for i, g := range kept {
		st.grams[g] = uint32(model.RelationCount + i)
	}
	st.features = model.RelationCount + len(kept)
	for i := range st.rows {
		r := &st.rows[i]
		strange, all := 0, 0
		for _, g := range r.grams {
			k, ok := st.grams[g]
			if ok {
				r.words = append(r.words, k)
			}
			if st.words.Single(g) {
				if all++; !ok {
					strange++
				}
			}
		}
		if model.MostlyUnknown(strange, all) {
			r.words, r.strange = append(r.words, st.grams[unknown]), true
		}
		r.grams = nil
	}
}

// sample returns the features of the sentence in a view.
func (r *row) sample(v model.View) sample {
	if v == model.RelationView {
		return sample{r.relations, float64(model.Scale(len(r.relations))), 1, r.label == poison}
	}
	return sample{r.words, float64(model.Scale(3 * r.tokens)), 1, r.label == poison}
}

func (r *row) score(v model.View, w []float64) float64 {
	return r.sample(v).score(w)
}

// learn trains a view without one fold of the real tools; -1 leaves out none.
func (st *study) learn(o options, v model.View, without int) []float64 {
	var w []float64
	var base []sample
	var unmarkedRows []int
	for i := range st.rows {
		r := &st.rows[i]
		e := st.entries[r.entry]
		if e.from == fromTest || e.from == fromReal && e.fold == without || r.label == masked {
			continue
		}
		if v == model.WordView && !e.english() {
			continue
		}
		if r.label == unmarked {
			unmarkedRows = append(unmarkedRows, i)
			continue
		}
		x := r.sample(v)
		x.weight = o.weightOf(e, x.poison)
		base = append(base, x)
	}
	const rounds = 2
	for round := range rounds {
		samples := base
		if round > 0 {
			samples = append(slices.Clone(base), st.worst(unmarkedRows, v, w)...)
		}
		w = fit(samples, st.features, o.strength[v], w)
	}
	return w
}

// weightOf returns the sample weight: benign corpus entries were written to resemble attacks, and each stands for many.
func (o *options) weightOf(e *entry, poison bool) float64 {
	switch {
	case e.from == fromCorpus && poison:
		return o.poisonWeight
	case e.from == fromCorpus && e.Label == corpus.Benign:
		return o.twinWeight
	case e.from == fromGrammar && !poison:
		return o.grammarWeight
	case e.from == fromReal && strings.HasPrefix(e.Set, "i18n"):
		return naturalWeight * o.realWeight
	case e.from == fromReal:
		return o.realWeight
	}
	return 1
}

// naturalWeight is the weight of sentences in natural text relative to tools: there are few per language.
const naturalWeight = 8

// worst returns the likely poison of attacks without a marked payload: the highest-scoring sentence of each, and all that score as orders.
func (st *study) worst(rows []int, v model.View, w []float64) []sample {
	best := map[int]int{}
	for _, i := range rows {
		k, ok := best[st.rows[i].entry]
		if !ok || st.rows[i].score(v, w) > st.rows[k].score(v, w) {
			best[st.rows[i].entry] = i
		}
	}
	var samples []sample
	for _, i := range rows {
		if best[st.rows[i].entry] == i || st.rows[i].score(v, w) > 0 {
			s := st.rows[i].sample(v)
			s.poison = true
			samples = append(samples, s)
		}
	}
	return samples
}

// verdict is the highest score of an entry's sentences, for each view and for both.
type verdict [model.Both + 1]float64

func (st *study) verdicts(rel, word []float64, keep func(*entry) bool, out []verdict) {
	for i, e := range st.entries {
		if !keep(e) || e.Label == corpus.Context {
			continue
		}
		v := verdict{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
		for _, k := range e.rows {
			r := &st.rows[k]
			a, b := r.score(model.RelationView, rel), r.score(model.WordView, word)
			if r.strange {
				b = model.Abstain(a, b)
			}
			for view, x := range []float64{a, b, float64(model.Combined(float32(a), float32(b)))} {
				v[view] = max(v[view], x)
			}
		}
		for view, less := range model.Allowance(len(e.rows)) {
			v[view] -= float64(less)
		}
		out[i] = v
	}
}

func run(o options) error {
	st, err := prepare(o)
	if err != nil {
		return err
	}
	out := make([]verdict, len(st.entries))
	for k := range folds {
		rel, word := st.learn(o, model.RelationView, k), st.learn(o, model.WordView, k)
		st.verdicts(rel, word, func(e *entry) bool { return e.from == fromReal && e.fold == k }, out)
		if k == 0 {
			st.verdicts(rel, word, func(e *entry) bool { return e.from != fromReal }, out)
		}
		logf("fold %d", k)
	}
	t := st.thresholds(out)
	st.grades(os.Stdout, out, t)
	if o.out == "" {
		return nil
	}
	heads := st.heads()
	logf("%d heads", len(heads))
	rel, word := st.learn(o, model.RelationView, -1), st.learn(o, model.WordView, -1)
	if err := st.write(o.out, rel, word, heads, t); err != nil || o.report == "" {
		return err
	}
	return st.writeReport(o, rel, word, heads, t, out)
}

// grades prints the results on data that was not trained on: the shares, in %, with a finding, with one that fails a run, and with any
// grade by the model.
func (st *study) grades(w io.Writer, out []verdict, t [model.Both + 1][3]float64) {
	type tally struct{ any, fail, weak, n float64 }
	groups, repositories := map[string]*tally{}, map[string]*tally{}
	for i, e := range st.entries {
		if e.from == fromGrammar || e.Label != corpus.Malicious && e.Label != corpus.Benign {
			continue
		}
		name := e.Set + " " + string(e.Label)
		switch {
		case e.from == fromCorpus:
			name = "learned from: corpus " + string(e.Label)
		case e.from == fromReal && isLong(e):
			name = "real tools, long"
		case e.from == fromReal && strings.HasPrefix(e.Set, "i18n"):
			name = "natural text"
		case e.from == fromReal:
			name = "real tools"
		}
		v := &out[i]
		over := func(k int) bool { return v[0] >= t[0][k] || v[1] >= t[1][k] || v[2] >= t[2][k] }
		both := v[0] >= t[0][1] && v[1] >= t[1][1]
		add := func(to map[string]*tally, name string) *tally {
			if to[name] == nil {
				to[name] = &tally{}
			}
			return to[name]
		}
		anyFound, fails, weak := toFloat(over(1)), toFloat(over(2) || both), toFloat(over(0))
		g := add(groups, name)
		g.n, g.any, g.fail, g.weak = g.n+1, g.any+anyFound, g.fail+fails, g.weak+weak
		if e.from == fromReal && isLong(e) {
			repository, _, _ := strings.Cut(e.Provenance.Source, " ")
			r := add(repositories, repository)
			r.any, r.fail, r.weak = max(r.any, anyFound), max(r.fail, fails), max(r.weak, weak)
		}
	}
	all := &tally{n: float64(len(repositories))}
	for _, r := range repositories {
		all.any, all.fail, all.weak = all.any+r.any, all.fail+r.fail, all.weak+r.weak
	}
	groups["repositories of real tools"] = all
	fmt.Fprintf(w, "%-44s%8s%8s%8s%8s\n", "", "any", "fail", "weak", "n")
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		g := groups[name]
		fmt.Fprintf(w, "%-44s%8.2f%8.2f%8.2f%8.0f\n", name, 100*g.any/g.n, 100*g.fail/g.n, 100*g.weak/g.n, g.n)
	}
}

func toFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
