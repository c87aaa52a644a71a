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
func (st *study) writeReport(o options, w []float64, heads []head, t thresholds, out []verdict) error {
	var b strings.Builder
	b.WriteString("<!-- Written by `make learn`; changes here are lost. -->\n\n# What the model has learned\n\n")
	counts := map[source]int{}
	for _, e := range st.entries {
		counts[e.from]++
	}
	fmt.Fprintf(&b, "Learned from %d definitions of the corpus, %d of the grammar, %d of real servers and %d attacks by others: %d sentences in all. ", counts[fromCorpus], counts[fromGrammar], counts[fromReal], counts[fromForeign], len(st.rows))
	fmt.Fprintf(&b, "The weights are those of %d relations, words and groups of words that at least %d different sentences of at least %d authors have.\n\n", st.count(), minSentences, minAuthors)
	b.WriteString("## Thresholds\n\nSet so that at most the given number of different sentences exceeds each, for 100 tools of real servers, which are scored by weights that were not learned from their repository. ")
	b.WriteString("\n\n| | weak | likely | certain |\n|---|--:|--:|--:|\n")
	fmt.Fprintf(&b, "| score | %.2f | %.2f | %.2f |\n| for 100 tools | %v | %v | %v |\n| for 100 tools with long docstrings | %v | %v | %v |\n", t[weak], t[likely], t[certain], rates[weak], rates[likely], rates[certain], longRates[weak], longRates[likely], longRates[certain])
	b.WriteString("\n## What was not learned from\n\nShares in % that the model alone, without proofs and structural checks, would report (any), fail a run for, or count as weak. Real tools and attacks by others are scored by weights that were not ")
	b.WriteString("learned from their repository or set; the sets of authors are never learned from.\n\n```text\n")
	st.grades(&b, out, t)
	b.WriteString("```\n\n## Heaviest features\n\n")
	list := func(name string, from, to int) {
		all := st.sorted(w, from, to)
		fmt.Fprintf(&b, "**%s**, for: %s\n\n**%s**, against: %s\n\n", name, heaviestNames(all, 1), name, heaviestNames(all, -1))
	}
	list("relations", 0, model.RelationCount)
	list("words", model.RelationCount, st.features)
	for _, h := range heads {
		fmt.Fprintf(&b, "**%s**: %s\n\n", h.name, heaviestNames(st.sorted(h.weights, 0, st.features), 1))
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
		if e.from != fromTest && e.from != fromReal && e.Action != "" && e.Label == corpus.Malicious && !slices.Contains(names, e.Action) {
			names = append(names, e.Action)
		}
	}
	slices.Sort(names)
	return names
}
