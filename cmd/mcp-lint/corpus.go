package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
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
	f, err := userfile.Open(file)
	if err != nil {
		return nil, err
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
	var files []string
	cmd := &cobra.Command{
		Use:   "eval FILE",
		Short: "Scan every entry of a labelled file and write one verdict per line",
		Long: `eval scans the entries of a labelled file (a JSON document with "entries", or JSON Lines); entries of one registry are scanned
side by side. It writes one verdict per line, {"id","tier","severity","confidence","signals"}, to --verdicts, and the
scorecard to standard output. Without --verdicts the verdicts go to standard output, and no scorecard is printed. A
verdict on an entry with "payload" also has "located": whether a signal points at those words.`,
		Example: "  mcp-lint corpus eval entries.jsonl --verdicts verdicts.jsonl",
		Args:    takes("one file", 1, ""),
		RunE:    func(_ *cobra.Command, args []string) error { return eval(s, args[0], verdicts, files) },
	}
	registerRules(cmd, &files)
	cmd.Flags().StringVar(&verdicts, "verdicts", "", "write the verdicts to `FILE`")
	return cmd
}

// eval writes the verdicts of a file, and the scorecard when they do not go to standard output.
func eval(s streams, name, file string, ruleFiles []string) error {
	own, err := settings.ReadRules(ruleFiles)
	if err != nil {
		return err
	}
	f, err := userfile.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	evaluate, err := corpus.Open(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var score corpus.Scorecard
	write := func(w io.Writer) error {
		out := bufio.NewWriter(w)
		enc := json.NewEncoder(out)
		if score, err = evaluate(lint.Checks(own.Checks()...), func(v corpus.Verdict) error { return enc.Encode(v) }); err != nil {
			return err
		}
		return out.Flush()
	}
	if file == "" || file == "-" {
		return write(s.out)
	}
	if err := userfile.Write(file, nil, write); err != nil {
		return err
	}
	return score.WriteTable(s.out)
}

type gateOptions struct {
	minRecall, maxFP float64
	// file is the foreign corpus to measure on, or "".
	file     string
	asJSON   bool
	markdown string
	// scorecard and thresholds are the files to write what was reached to.
	scorecard, thresholds string
}

func newGate(s streams) *cobra.Command {
	o := &gateOptions{}
	cmd := &cobra.Command{
		Use:   "gate",
		Short: "Fail when the checks miss too many attacks or raise too many false alarms",
		Long: `gate scans every entry of the labelled corpus and prints a scorecard. It fails with exit code 6 when recall or false alarms,
overall or of any class of attack, pass their floors: those given here and, for the project's own corpus, the committed ones.

The project's own corpus is in the repository of mcp-lint: without --corpus, the gate runs in a clone of it.
It is also compared, entry by entry, with the committed scorecard. The gate fails for an attack that
is missed now and was found, fell below severity medium (the default of --fail-on), or is soft and was hard; for a false alarm
that is new, rose to severity medium, or is hard and was soft; and for an entry that is new, gone or labelled otherwise, since
the scorecard does not know its verdict. What became better is listed.
--update-scorecard records this run, losses included; the verdict is still that of the comparison with the scorecard before.
--update-thresholds writes the committed thresholds, raised to what was reached less one entry; they are never lowered.`,
		Example: "  mcp-lint corpus gate --min-recall 0.90 --max-fp 0.05\n  mcp-lint corpus gate --corpus mine.jsonl --json\n" +
			"  mcp-lint corpus gate --markdown summary.md\n  mcp-lint corpus gate --update-scorecard corpus/scorecard.json",
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if o.file != "" {
				return gateForeign(s, o)
			}
			return gateOwn(s, o)
		},
	}
	f := cmd.Flags()
	f.Float64Var(&o.minRecall, "min-recall", 0.90, "minimum share of attacks that must have a finding, overall and per class")
	f.Float64Var(&o.maxFP, "max-fp", 0.05, "maximum share of hard negatives that may have a finding, overall and per class")
	f.StringVar(&o.file, "corpus", "", "use the corpus in `FILE` instead of the project's own")
	f.BoolVar(&o.asJSON, "json", false, "print the scorecard, the changes and the verdict as JSON")
	f.StringVar(&o.markdown, "markdown", "", "write a Markdown summary to `FILE`; - prints it instead of the scorecard")
	f.StringVar(&o.scorecard, "update-scorecard", "", "record this run in `FILE`, for later runs to compare with")
	f.StringVar(&o.thresholds, "update-thresholds", "", "write the thresholds to `FILE`, raised to this result less one entry")
	return cmd
}

func (o *gateOptions) check() error {
	if err := errors.Join(share("min-recall", o.minRecall), share("max-fp", o.maxFP)); err != nil {
		return err
	}
	if o.asJSON && o.markdown == "-" {
		return hint.Errorf("Give --markdown a file.", "--json and --markdown - both write to standard output")
	}
	for _, update := range []struct{ flag, file string }{{"update-scorecard", o.scorecard}, {"update-thresholds", o.thresholds}} {
		switch {
		case update.file == "-":
			return hint.Errorf("Name the file.", "--%s needs a file: the scorecard goes to standard output", update.flag)
		case update.file != "" && o.file != "":
			return hint.Errorf("Remove one of the two. Your own corpus is measured but not compared.", "--%s only works with the project's own corpus, not with --corpus", update.flag)
		}
	}
	return nil
}

// gateForeign measures on a corpus that is not the project's own. It has no record, so nothing is compared.
func gateForeign(s streams, o *gateOptions) error {
	c, err := loadCorpus(o.file)
	if err != nil {
		return err
	}
	return judge(s, o, c, corpus.Evaluate(c, lint.Checks()), corpus.Uniform(o.minRecall, o.maxFP), nil)
}

// gateOwn measures on the project's own corpus, compares with its record, and writes what is asked for.
func gateOwn(s streams, o *gateOptions) error {
	own, err := corpus.FindOwn(".")
	if errors.Is(err, corpus.ErrNoCheckout) {
		return hint.Add(err, "Run it in a clone of github.com/org/mcp-lint, or name your own file with --corpus.")
	}
	if err != nil {
		return err
	}
	committed, err := own.Thresholds()
	if err != nil {
		return err
	}
	record, err := own.Record()
	if err != nil {
		return err
	}
	c, err := own.Corpus()
	if err != nil {
		return err
	}
	verdicts := corpus.Evaluate(c, lint.Checks())
	if o.scorecard != "" {
		now, err := corpus.NewRecord(c, verdicts)
		if err != nil {
			return err
		}
		if err := userfile.Write(o.scorecard, nil, now.Write); err != nil {
			return err
		}
	}
	if o.thresholds != "" {
		score, err := corpus.NewScorecard(c, verdicts)
		if err != nil {
			return err
		}
		if err := userfile.Write(o.thresholds, nil, committed.Ratchet(score).Write); err != nil {
			return err
		}
	}
	return judge(s, o, c, verdicts, corpus.Uniform(o.minRecall, o.maxFP).Stricter(committed), &record)
}

// judge prints what was measured and changed, and ends with exit code 6 when that is not enough.
func judge(s streams, o *gateOptions, c *corpus.Corpus, verdicts []corpus.Verdict, floors corpus.Thresholds, record *corpus.Record) error {
	score, err := corpus.NewScorecard(c, verdicts)
	if err != nil {
		return err
	}
	breaches, err := score.Gate(floors)
	if err != nil {
		// What cannot be judged has no verdict, but what was measured may say why.
		if o.asJSON {
			return errors.Join(score.WriteJSON(s.out), err)
		}
		return errors.Join(score.WriteTable(s.out), err)
	}
	r := corpus.Report{Scorecard: score, Breaches: breaches}
	if record != nil {
		r.Compared, r.Changes = true, record.Changes(c, verdicts)
		r.Breaches = append(corpus.Regressions(r.Changes), breaches...)
	}
	if err := o.write(s, r); err != nil {
		return err
	}
	// The verdict goes beside the scorecard, or to standard error where that is for machines.
	say := s.out
	if o.asJSON || o.markdown == "-" {
		say = s.err
	}
	switch n := r.Better(); {
	case o.scorecard != "" && r.Worse() > 0:
		fmt.Fprintf(say, "recorded in %q, losses included; compared with the previous scorecard\n", o.scorecard)
	case o.scorecard != "":
		fmt.Fprintf(say, "recorded in %q; compared with the previous scorecard\n", o.scorecard)
	case n > 0 && r.Passed():
		fmt.Fprintf(say, "changes that are not for the worse: %d; record them with --update-scorecard corpus/scorecard.json\n", n)
	}
	fmt.Fprint(say, r.Verdict())
	if !r.Passed() {
		return &exitError{code: exitGate}
	}
	return nil
}

func (o *gateOptions) write(s streams, r corpus.Report) error {
	write := r.WriteText
	switch {
	case o.asJSON:
		write = r.WriteJSON
	case o.markdown == "-":
		write = r.WriteMarkdown
	}
	if err := write(s.out); err != nil {
		return err
	}
	if o.markdown != "" && o.markdown != "-" {
		return userfile.Write(o.markdown, nil, r.WriteMarkdown)
	}
	return nil
}
