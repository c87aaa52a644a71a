package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
)

// rates are the shares of real tools, in %, that may exceed the thresholds, for each view and for both: weak, likely, certain.
var rates = [][3]float64{model.RelationView: {2, 0.06, 0.015}, model.WordView: {2, 0.06, 0.015}, model.Both: {2, 0.30, 0.16}}

// thresholds sets each threshold to a quantile of real tools that were not trained on: the stricter one of short and long tools, see
// longRates.
func (st *study) thresholds(out []verdict) [model.Both + 1][3]float64 {
	var t [model.Both + 1][3]float64
	for view := range t {
		var short, long []float64
		for i, e := range st.entries {
			if e.from != fromReal || e.Label != corpus.Benign {
				continue
			}
			v := out[i][view]
			if isLong(e) {
				long = append(long, v)
			} else {
				short = append(short, v)
			}
		}
		slices.Sort(short)
		slices.Sort(long)
		for k, rate := range rates[view] {
			t[view][k] = quantile(short, 1-rate/100)
			if len(long) > 0 {
				t[view][k] = max(t[view][k], quantile(long, 1-longRates[k]*rate/100))
			}
		}
	}
	return t
}

// longRates are the higher rates for tools with long docstrings, as factors.
var longRates = [3]float64{2.5, 3.5, 2}

func isLong(e *entry) bool { return e.Set == "harvest2026" || e.Set == "fetched" }

// minWeight is the minimum weight that is kept; smaller ones change no verdict.
const minWeight = 0.05

// feature is a feature with its weight.
type feature struct {
	name   string
	weight float64
}

func (st *study) sorted(w []float64, from, to int) []feature {
	var all []feature
	names := make(map[uint32]model.Gram, len(st.grams))
	for g, k := range st.grams {
		names[k] = g
	}
	for k := from; k < to; k++ {
		if math.Abs(w[k]) < minWeight {
			continue
		}
		name := ""
		if k < model.RelationCount {
			name = model.RelationName(reading.Default(), uint32(k))
		} else {
			name = st.words.GramName(names[uint32(k)])
		}
		if name != "" {
			all = append(all, feature{name, w[k]})
		}
	}
	slices.SortFunc(all, func(a, b feature) int {
		return cmp.Or(cmp.Compare(math.Abs(b.weight), math.Abs(a.weight)), strings.Compare(a.name, b.name))
	})
	return all
}

// write writes the weights in the format of model.Parse.
func (st *study) write(file string, rel, word []float64, heads []head, t [model.Both + 1][3]float64) error {
	var b strings.Builder
	b.WriteString("# Written by make learn; see docs/detection.md. bias VALUE VIEW, threshold VIEW WEAK LIKELY CERTAIN, r WEIGHT RELATION, w WEIGHT WORD,\n")
	b.WriteString("# head BIAS ACTION, hr WEIGHT RELATION, hw WEIGHT WORDS. Relations stand by weight. Words are a tree: a ww or www follows the words before it.\n")
	views := []string{"relations", "words", "both"}
	for view, name := range views {
		fmt.Fprintf(&b, "threshold %s %.3f %.3f %.3f\n", name, t[view][0], t[view][1], t[view][2])
	}
	fmt.Fprintf(&b, "bias %.3f relations\nbias %.3f words\n", rel[len(rel)-1], word[len(word)-1])
	for _, x := range st.sorted(rel, 0, model.RelationCount) {
		fmt.Fprintf(&b, "r %.2f %s\n", x.weight, x.name)
	}
	st.writeWords(&b, word, heads)
	for _, h := range heads {
		fmt.Fprintf(&b, "head %.3f %s\n", h.weights[len(h.weights)-1], h.name)
		for _, x := range st.heaviest(h.weights, 0, model.RelationCount) {
			fmt.Fprintf(&b, "hr %.2f %s\n", x.weight, x.name)
		}
		for _, x := range st.heaviest(h.weights, model.RelationCount, st.features) {
			fmt.Fprintf(&b, "hw %.2f %s\n", x.weight, x.name)
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// writeWords writes the grams of the word view and of the heads, each after the gram that is its prefix.
func (st *study) writeWords(b *strings.Builder, word []float64, heads []head) {
	weights := map[string]float64{}
	add := func(name string, weight float64) {
		weights[name] += weight
		for k := range len(name) {
			if name[k] == ' ' {
				weights[name[:k]] += 0
			}
		}
	}
	for _, x := range st.sorted(word, model.RelationCount, st.features) {
		add(x.name, x.weight)
	}
	for _, h := range heads {
		for _, x := range st.heaviest(h.weights, model.RelationCount, st.features) {
			add(x.name, 0)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		kind := strings.Repeat("w", 1+strings.Count(name, " "))
		fmt.Fprintf(b, "%s %s %s\n", kind, strconv.FormatFloat(math.Round(100*weights[name])/100, 'f', -1, 64), name[strings.LastIndex(name, " ")+1:])
	}
}

// heaviest returns the weights of a head that are kept. Few suffice, because a head only names what is known to be an order.
func (st *study) heaviest(w []float64, from, to int) []feature {
	const most = 400
	all := st.sorted(w, from, to)
	return all[:min(len(all), most)]
}

// headStrength is the strength of the prior for heads.
const headStrength = 2

// head separates sentences about one action from those about others.
type head struct {
	name    string
	weights []float64
}

// heads trains the heads on sentences that are orders.
func (st *study) heads() []head {
	var all []head
	for _, name := range st.learnedActions() {
		var samples []sample
		for i := range st.rows {
			r := &st.rows[i]
			if e := st.entries[r.entry]; r.label == poison && e.action != "" && e.from != fromTest {
				features := slices.Concat(r.relations, r.words)
				samples = append(samples, sample{features, float64(model.Scale(len(features))), 1, e.action == name})
			}
		}
		all = append(all, head{name, fit(samples, st.features, headStrength, nil)})
	}
	return all
}
