package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/lint"
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
scorecard to standard output. Without --verdicts the verdicts go to standard output, and no scorecard is printed. A
verdict on an entry with "payload" also has "located": whether a signal points at those words.`,
		Example: "  mcp-lint corpus eval entries.jsonl --verdicts verdicts.jsonl",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("eval takes one file, not %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if done, err := evalLines(s, args[0], verdicts); done {
				return err
			}
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
	verdicts := corpus.Evaluate(c, lint.Checks())
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
