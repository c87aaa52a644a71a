package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect/model"
)

// listed is the number of features listed per view and head.
const listed = 10

// writeReport describes the model and its results on data it was not trained on, for people.
func (st *study) writeReport(o options, rel, word []float64, heads []head, t [model.Both + 1][3]float64, out []verdict) error {
	var b strings.Builder
	b.WriteString("<!-- Written by `make learn`; changes here are lost. -->\n\n# What the model has learned\n\n")
	counts := map[source]int{}
	for _, e := range st.entries {
		counts[e.from]++
	}
	fmt.Fprintf(&b, "Learned from %d definitions of the corpus, %d of the grammar and %d of real servers: %d sentences in all. ", counts[fromCorpus], counts[fromGrammar], counts[fromReal], len(st.rows))
	fmt.Fprintf(&b, "The weights are those of %d relations and %d words and groups of words that stand in our own texts at least %d times.\n\n", model.RelationCount, len(st.grams), minOccurrences)
	b.WriteString("## Thresholds\n\nEach is exceeded by at most the given share of the tools of real servers, in %, each scored by weights that were not learned from its repository; ")
	fmt.Fprintf(&b, "of tools with long docstrings the share is %v, %v and %v times as much.\n\n| | weak | likely | certain |\n|---|--:|--:|--:|\n", longRates[0], longRates[1], longRates[2])
	for view, name := range []string{"relations", "words", "both"} {
		fmt.Fprintf(&b, "| %s |", name)
		for k := range t[view] {
			fmt.Fprintf(&b, " %.2f at %v %% |", t[view][k], rates[view][k])
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n## What was not learned from\n\nShares in % that the model alone, without the structural checks, would report (any), fail a run for, or hear. Real tools are scored by weights that were not ")
	b.WriteString("learned from their repository; the sets below are never learned from.\n\n```text\n")
	st.grades(&b, out, t)
	b.WriteString("```\n\n## Heaviest features\n\n")
	list := func(name string, w []float64, from, to int) {
		all := st.sorted(w, from, to)
		fmt.Fprintf(&b, "**%s**, for: %s\n\n**%s**, against: %s\n\n", name, heaviestNames(all, 1), name, heaviestNames(all, -1))
	}
	list("relations", rel, 0, model.RelationCount)
	list("words", word, model.RelationCount, st.features)
	for _, h := range heads {
		all := st.sorted(h.weights, 0, st.features)
		fmt.Fprintf(&b, "**%s**: %s\n\n", h.name, heaviestNames(all, 1))
	}
	return os.WriteFile(o.report, []byte(strings.TrimRight(b.String(), "\n")+"\n"), 0o644)
}

// heaviestNames lists the heaviest features with the given sign.
func heaviestNames(all []feature, sign float64) string {
	var out []string
	for _, x := range all {
		if x.weight*sign > 0 && len(out) < listed {
			out = append(out, fmt.Sprintf("`%s` %.2f", x.name, x.weight))
		}
	}
	return strings.Join(out, ", ")
}

// learnedActions returns the actions of the attacks in our own texts, in order.
func (st *study) learnedActions() []string {
	var names []string
	for _, e := range st.entries {
		if e.from != fromTest && e.from != fromReal && e.action != "" && e.Label == corpus.Malicious && !slices.Contains(names, e.action) {
			names = append(names, e.action)
		}
	}
	slices.Sort(names)
	return names
}
