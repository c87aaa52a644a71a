// Command learn trains the model on the corpus, the grammar, and tools of real servers as benign examples. See docs/detection.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/org/mcp-lint/detect/model"
)

func main() {
	o := options{}
	var realFiles, testFiles string
	flag.StringVar(&o.corpus, "corpus", "corpus", "folder of the corpus")
	flag.StringVar(&realFiles, "real", "", "files of public definitions in corpus form, separated by commas")
	flag.StringVar(&testFiles, "test", "", "files in corpus form to measure only, separated by commas")
	flag.IntVar(&o.english, "english", 40000, "definitions of the English grammar")
	flag.IntVar(&o.others, "others", 2500, "definitions of each other grammar")
	flag.Float64Var(&o.strength[model.RelationView], "strength", 40, "strength of the prior of relations")
	flag.Float64Var(&o.strength[model.WordView], "strength-words", 2, "strength of the prior of words")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the grammar")
	flag.StringVar(&o.out, "out", "", "file to write the weights to")
	flag.StringVar(&o.report, "report", "", "file to write a report to, in Markdown")
	flag.Float64Var(&o.twinWeight, "twin-weight", 16, "how many times an innocent sentence of the corpus counts")
	flag.Float64Var(&o.poisonWeight, "poison-weight", 16, "how many times a poisonous sentence of the corpus counts")
	flag.Float64Var(&o.grammarWeight, "grammar-weight", 1, "how many times an innocent sentence of the grammar counts")
	flag.Float64Var(&o.realWeight, "real-weight", 8, "how many times a sentence of a real tool counts")
	flag.Parse()
	comma := func(r rune) bool { return r == ',' }
	o.real, o.test = strings.FieldsFunc(realFiles, comma), strings.FieldsFunc(testFiles, comma)
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

type options struct {
	corpus, out, report string
	real, test          []string
	english, others     int
	// strength of the prior, by view
	strength [2]float64
	// sample weights
	twinWeight, poisonWeight, grammarWeight, realWeight float64
	seed                                                uint64
}
