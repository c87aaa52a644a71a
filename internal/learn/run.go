package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
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
	words   *features
	// features is the number of features: relations first, then grams.
	features int
	grams    map[gram]uint32
	// kept are the features that enough sentences of enough authors have.
	kept []bool
}

func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

func prepare(o options) (*study, error) {
	st := &study{words: newFeatures()}
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
	for _, e := range st.entries {
		if slices.Contains(o.without, e.Set) {
			e.from = fromTest
		}
	}
	logf("%d entries", len(st.entries))
	rows, err := read(st.entries, st.words)
	if err != nil {
		return nil, err
	}
	st.rows = rows
	st.words.word(model.Unknown)
	renumber := st.words.renumber()
	for _, r := range rows {
		for i, g := range r.grams {
			r.grams[i] = renumber(g)
		}
		slices.Sort(r.grams)
		for i, g := range r.single {
			r.single[i] = renumber(g)
		}
	}
	logf("%d sentences", len(rows))
	st.number()
	logf("%d features", st.count())
	return st, nil
}

// A feature is learned if at least this many different sentences have it, by at least two authors; all real servers count as one. A gram
// must be in our own texts: no word is kept that only others wrote.
const minSentences, minAuthors = 5, 2

// number assigns numbers to grams and decides which features are kept.
func (st *study) number() {
	st.grams = map[gram]uint32{}
	own := map[gram]bool{}
	for i := range st.rows {
		if from := st.entries[st.rows[i].entry].from; from == fromCorpus || from == fromGrammar {
			for _, g := range st.rows[i].grams {
				own[g] = true
			}
		}
	}
	unknown := st.words.word(model.Unknown)
	own[unknown] = true
	for i, g := range slices.Sorted(maps.Keys(own)) {
		st.grams[g] = uint32(model.RelationCount + i)
	}
	st.features = model.RelationCount + len(st.grams)
	counts, authors, authorNumbers := make([]int, st.features), make([]uint64, st.features), map[string]int{}
	seen := map[string]bool{}
	for i := range st.rows {
		r := &st.rows[i]
		for _, g := range r.grams {
			if k, ok := st.grams[g]; ok {
				r.features = append(r.features, k)
			}
		}
		r.grams = nil
		e := st.entries[r.entry]
		if e.from == fromTest || seen[r.key] {
			continue
		}
		seen[r.key] = true
		author := e.Set
		if e.from == fromReal {
			author = ""
		}
		if _, ok := authorNumbers[author]; !ok {
			authorNumbers[author] = len(authorNumbers) % 64
		}
		for _, k := range r.features {
			counts[k]++
			authors[k] |= 1 << authorNumbers[author]
		}
	}
	st.kept = make([]bool, st.features)
	for k := range st.kept {
		st.kept[k] = counts[k] >= minSentences && authors[k]&(authors[k]-1) != 0
	}
	st.kept[st.grams[unknown]] = true
	for i := range st.rows {
		r := &st.rows[i]
		strange := 0
		for _, g := range r.single {
			if k, ok := st.grams[g]; !ok || !st.kept[k] {
				strange++
			}
		}
		if model.MostlyUnknown(strange, len(r.single)) {
			r.features = append(r.features, st.grams[unknown])
		}
		r.single = nil
		r.features = slices.Clip(slices.DeleteFunc(r.features, func(k uint32) bool { return !st.kept[k] }))
	}
}

// count returns how many features are kept.
func (st *study) count() int {
	n := 0
	for _, ok := range st.kept {
		if ok {
			n++
		}
	}
	return n
}

func (r *row) sample() sample { return sample{r.features, r.scale, 1, r.label == poison} }

// learn trains without one fold of what others wrote; -1 leaves out none. Sentences that read the same count once.
func (st *study) learn(o options, without int) []float64 {
	var w []float64
	var base []sample
	var unmarkedRows []int
	seen := map[string]bool{}
	for i := range st.rows {
		r := &st.rows[i]
		e := st.entries[r.entry]
		if e.from == fromTest || (e.from == fromReal || e.from == fromForeign) && e.fold == without || r.label == masked {
			continue
		}
		if r.label == unmarked {
			unmarkedRows = append(unmarkedRows, i)
			continue
		}
		key := fmt.Sprint(r.label, r.key)
		if seen[key] {
			continue
		}
		seen[key] = true
		x := r.sample()
		x.weight = o.weightOf(e)
		base = append(base, x)
	}
	const rounds = 2
	for round := range rounds {
		samples := base
		if round > 0 {
			samples = append(slices.Clone(base), st.worst(o, unmarkedRows, w)...)
		}
		w = fit(samples, st.features, o.strength, w)
	}
	return w
}

// weightOf returns the sample weight.
func (o *options) weightOf(e *entry) float64 {
	// naturalWeight is the weight of natural text relative to tools: there is little for each language.
	const naturalWeight = 5
	switch {
	case e.from == fromReal && strings.HasPrefix(e.Set, "i18n"):
		return naturalWeight * o.realWeight
	case e.from == fromReal:
		return o.realWeight
	case e.from == fromForeign:
		return o.foreignWeight
	case e.from == fromCorpus && e.Label == corpus.Benign:
		return o.twinWeight
	case e.from == fromCorpus:
		return o.poisonWeight
	}
	return 1
}

// worst returns the likely poison of attacks without a marked payload: the highest-scoring sentence of each, and all that score as orders.
func (st *study) worst(o options, rows []int, w []float64) []sample {
	best := map[int]int{}
	for _, i := range rows {
		k, ok := best[st.rows[i].entry]
		if !ok || st.rows[i].sample().score(w) > st.rows[k].sample().score(w) {
			best[st.rows[i].entry] = i
		}
	}
	var samples []sample
	for _, i := range rows {
		if s := st.rows[i].sample(); best[st.rows[i].entry] == i || s.score(w) > 0 {
			s.poison, s.weight = true, o.weightOf(st.entries[st.rows[i].entry])
			samples = append(samples, s)
		}
	}
	return samples
}

// verdict is the highest score of an entry's sentences, and the key of that sentence.
type verdict struct {
	score float64
	key   string
}

func (st *study) verdicts(w []float64, keep func(*entry) bool, out []verdict) {
	for i, e := range st.entries {
		if !keep(e) || e.Label == corpus.Context {
			continue
		}
		v := verdict{score: math.Inf(-1)}
		for _, k := range e.rows {
			if x := st.rows[k].sample().score(w); x > v.score {
				v = verdict{x, st.rows[k].key}
			}
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
		w := st.learn(o, k)
		st.verdicts(w, func(e *entry) bool { return (e.from == fromReal || e.from == fromForeign) && e.fold == k }, out)
		if k == 0 {
			st.verdicts(w, func(e *entry) bool { return e.from != fromReal && e.from != fromForeign }, out)
		}
		logf("fold %d", k)
	}
	t := st.thresholds(out)
	st.grades(os.Stdout, out, t)
	if o.list {
		st.list(os.Stdout, out, t)
	}
	if o.out == "" {
		return nil
	}
	heads := st.heads()
	logf("%d heads", len(heads))
	w := st.learn(o, -1)
	if err := st.write(o.out, w, heads, t); err != nil || o.report == "" {
		return err
	}
	return st.writeReport(o, w, heads, t, out)
}

// grades prints the results on data that was not trained on: the shares, in %, with a finding, with one that fails a run, and with any
// grade by the model.
func (st *study) grades(w io.Writer, out []verdict, t thresholds) {
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
		case e.from == fromReal && e.long():
			name = "real tools, long"
		case e.from == fromReal && strings.HasPrefix(e.Set, "i18n"):
			name = "natural text"
		case e.from == fromReal:
			name = "real tools"
		}
		score := out[i].score
		add := func(to map[string]*tally, name string) *tally {
			if to[name] == nil {
				to[name] = &tally{}
			}
			return to[name]
		}
		fails, weak := toFloat(score >= t[certain]), toFloat(score >= t[weak])
		anyFound := max(fails, toFloat(score >= t[likely]+float64(model.Allowance(len(e.rows)))))
		g := add(groups, name)
		g.n, g.any, g.fail, g.weak = g.n+1, g.any+anyFound, g.fail+fails, g.weak+weak
		if e.from == fromReal && e.long() {
			r := add(repositories, e.origin())
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
