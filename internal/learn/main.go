// Command learn trains the model on the corpus, the grammar, tools of real servers and attacks by others. See docs/detection.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	o := options{}
	var realFiles, testFiles, without string
	flag.StringVar(&o.corpus, "corpus", "corpus", "folder of the corpus")
	flag.StringVar(&realFiles, "real", "", "files of public definitions in corpus form, separated by commas; their attacks are learned too")
	flag.StringVar(&testFiles, "test", "", "files in corpus form to measure only, separated by commas")
	flag.StringVar(&without, "without", "", "sets to measure only, separated by commas: for the ablations")
	flag.IntVar(&o.english, "english", 10000, "definitions of each English grammar, half of them attacks")
	flag.IntVar(&o.others, "others", 600, "definitions of each other grammar")
	flag.Float64Var(&o.strength, "strength", 3, "strength of the prior")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the grammar")
	flag.StringVar(&o.out, "out", "", "file to write the weights to")
	flag.StringVar(&o.report, "report", "", "file to write a report to, in Markdown")
	flag.Float64Var(&o.foreignWeight, "foreign-weight", 6, "how many times a sentence of an attack by others counts")
	flag.Float64Var(&o.realWeight, "real-weight", 6, "how many times a sentence of a real tool counts")
	flag.Float64Var(&o.twinWeight, "twin-weight", 10, "how many times an innocent sentence of the corpus counts")
	flag.Float64Var(&o.poisonWeight, "poison-weight", 3, "how many times a poisonous sentence of the corpus counts")
	flag.BoolVar(&o.list, "list", false, "list the sentences of real tools that would be reported")
	flag.Parse()
	comma := func(r rune) bool { return r == ',' }
	o.real, o.test, o.without = strings.FieldsFunc(realFiles, comma), strings.FieldsFunc(testFiles, comma), strings.FieldsFunc(without, comma)
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

type options struct {
	corpus, out, report string
	real, test, without []string
	english, others     int
	// strength of the prior
	strength float64
	// list prints false positives.
	list bool
	// sample weights
	foreignWeight, realWeight, twinWeight, poisonWeight float64
	seed                                                uint64
}
