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

	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
)

// thresholds are the lowest scores of the grades.
type thresholds [3]float64

const (
	weak = iota
	likely
	certain
)

// rates are how many different sentences of real tools may exceed each threshold, for each 100 tools; longRates the same for tools with
// long docstrings. A sentence that one vendor repeats in a hundred tools counts once.
var rates, longRates = [3]float64{1.5, 0.4, 0.1}, [3]float64{3, 0.6, 0.1}

// thresholds sets each threshold on real tools that were not trained on: the stricter one of short and long tools.
func (st *study) thresholds(out []verdict) thresholds {
	var t thresholds
	for k := range t {
		t[k] = max(st.threshold(out, k, false), st.threshold(out, k, true))
	}
	return t
}

// perVendor is how many different sentences of one vendor count at most: one vendor's habit says little about others.
const perVendor = 3

func (st *study) threshold(out []verdict, grade int, long bool) float64 {
	best, tools := map[string]map[string]float64{}, 0
	for i, e := range st.entries {
		if e.from != fromReal || e.long() != long {
			continue
		}
		tools++
		x := out[i].score
		if grade == likely {
			x -= float64(model.Allowance(len(e.rows)))
		}
		of := best[e.origin()]
		if of == nil {
			of = map[string]float64{}
			best[e.origin()] = of
		}
		if old, ok := of[out[i].key]; !ok || x > old {
			of[out[i].key] = x
		}
	}
	highest := map[string]float64{}
	for _, of := range best {
		scores := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
		for _, key := range scores[:min(len(scores), perVendor)] {
			if old, ok := highest[key]; !ok || of[key] > old {
				highest[key] = of[key]
			}
		}
	}
	if len(highest) == 0 {
		return 0
	}
	rate := rates
	if long {
		rate = longRates
	}
	scores := slices.Sorted(maps.Values(highest))
	slices.Reverse(scores)
	return scores[min(int(float64(tools)*rate[grade]/100), len(scores)-1)]
}

// minWeight is the minimum weight that is kept; smaller ones change no verdict.
const minWeight = 0.05

// feature is a feature with its weight.
type feature struct {
	name   string
	weight float64
}

func (st *study) sorted(w []float64, from, to int) []feature {
	var all []feature
	names := make(map[uint32]gram, len(st.grams))
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
			name = st.words.nameOf(names[uint32(k)])
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
func (st *study) write(file string, w []float64, heads []head, t thresholds) error {
	var b strings.Builder
	b.WriteString("# Written by make learn; see docs/detection.md. bias VALUE, threshold VALUE GRADE, r WEIGHT RELATION, w WEIGHT WORD,\n")
	b.WriteString("# head BIAS ACTION, hr WEIGHT RELATION, hw WEIGHT WORDS. Relations are sorted by weight. Words are a tree: a ww or www follows the words before it.\n")
	fmt.Fprintf(&b, "bias %.3f\n", w[len(w)-1])
	for grade, name := range []string{"weak", "likely", "certain"} {
		fmt.Fprintf(&b, "threshold %.3f %s\n", t[grade], name)
	}
	for _, x := range st.sorted(w, 0, model.RelationCount) {
		fmt.Fprintf(&b, "r %.2f %s\n", x.weight, x.name)
	}
	st.writeWords(&b, w, heads)
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
			if e := st.entries[r.entry]; r.label == poison && e.Action != "" && e.from != fromTest {
				samples = append(samples, sample{r.features, r.scale, 1, e.Action == name})
			}
		}
		all = append(all, head{name, fit(samples, st.features, headStrength, nil)})
	}
	return all
}
