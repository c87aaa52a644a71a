package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect/check"
)

func newCorpus(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Measure the checks on a labelled corpus",
		RunE:  needsCommand,
	}
	cmd.AddCommand(newGate(s), newEval(s))
	return cmd
}

func newGate(s streams) *cobra.Command {
	var (
		minRecall, maxFP float64
		file             string
		asJSON           bool
	)
	cmd := &cobra.Command{
		Use:   "gate",
		Short: "Fail when the checks miss too many attacks or flag too much that is innocent",
		Long: `gate scans every entry of the labelled corpus and prints a scorecard. It fails with exit code 6 when recall or false alarms,
overall or of any class of attack, pass their floors: those given here and, for the project's own corpus, the committed ones.`,
		Example: "  mcp-lint corpus gate --min-recall 0.90 --max-fp 0.05\n  mcp-lint corpus gate --corpus mine.jsonl --json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			c, floors, err := gateInputs(file, minRecall, maxFP)
			if err != nil {
				return err
			}
			return gate(s, c, floors, asJSON)
		},
	}
	f := cmd.Flags()
	f.Float64Var(&minRecall, "min-recall", 0.90, "least share of attacks that must have a finding, overall and per class")
	f.Float64Var(&maxFP, "max-fp", 0.05, "greatest share of hard negatives that may have one, overall and per class")
	f.StringVar(&file, "corpus", "", "measure on `FILE` in place of the project's own corpus")
	f.BoolVar(&asJSON, "json", false, "print the scorecard as JSON")
	return cmd
}

// gateInputs loads what is measured and what it must reach.
func gateInputs(file string, minRecall, maxFP float64) (*corpus.Corpus, corpus.Thresholds, error) {
	if err := errors.Join(share("min-recall", minRecall), share("max-fp", maxFP)); err != nil {
		return nil, corpus.Thresholds{}, err
	}
	floors := corpus.Uniform(minRecall, maxFP)
	if file != "" {
		c, err := loadCorpus(file)
		return c, floors, err
	}
	committed, err := corpus.BuiltinThresholds()
	if err != nil {
		return nil, floors, err
	}
	c, err := corpus.Builtin()
	return c, floors.Stricter(committed), err
}

func gate(s streams, c *corpus.Corpus, floors corpus.Thresholds, asJSON bool) error {
	score, err := corpus.NewScorecard(c, corpus.Evaluate(c, check.All()))
	if err != nil {
		return err
	}
	write := score.WriteTable
	if asJSON {
		write = score.WriteJSON
	}
	if err := write(s.out); err != nil {
		return err
	}
	breaches, err := score.Gate(floors)
	if err != nil {
		return err
	}
	// The verdict goes beside the scorecard, or to standard error where that is JSON.
	say := s.out
	if asJSON {
		say = s.err
	}
	if len(breaches) > 0 {
		fmt.Fprintf(say, "GATE FAILED: %s\n", corpus.Reasons(breaches))
		return &exitError{code: exitGate}
	}
	fmt.Fprintf(say, "GATE PASSED: %d attacks, %d hard negatives, %d benign\n",
		score.Overall.Malicious.N, score.Overall.HardNegatives.N, score.Benign.N)
	return nil
}

func loadCorpus(file string) (*corpus.Corpus, error) {
	f, err := os.Open(file)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("could not read %q: %w", file, err)
	}
	defer f.Close()
	c, err := corpus.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

func newEval(s streams) *cobra.Command {
	var verdicts string
	cmd := &cobra.Command{
		Use:   "eval FILE",
		Short: "Scan every entry of a labelled file in its registry and write one verdict a line",
		Long: `eval scans the entries of a labelled file (a JSON document with "entries", or JSON Lines); entries of one registry are scanned
side by side. It writes one verdict a line, {"id","tier","severity","confidence","signals"}, to --verdicts, and the
scorecard to standard output. Without --verdicts the verdicts go to standard output, and no scorecard is printed.`,
		Example: "  mcp-lint corpus eval entries.jsonl --verdicts verdicts.jsonl",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("eval takes one file, not %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := loadCorpus(args[0])
			if err != nil {
				return err
			}
			return eval(s, c, verdicts)
		},
	}
	cmd.Flags().StringVar(&verdicts, "verdicts", "", "write the verdicts to `FILE`")
	return cmd
}

func eval(s streams, c *corpus.Corpus, file string) error {
	verdicts := corpus.Evaluate(c, check.All())
	if file == "" || file == "-" {
		return corpus.WriteVerdicts(s.out, verdicts)
	}
	if err := writeWith(file, func(w io.Writer) error { return corpus.WriteVerdicts(w, verdicts) }); err != nil {
		return err
	}
	score, err := corpus.NewScorecard(c, verdicts)
	if err != nil {
		return err
	}
	return score.WriteTable(s.out)
}
