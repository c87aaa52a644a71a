package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/measure"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/rules"
)

// registerRules adds the flag that names files of rules.
func registerRules(cmd *cobra.Command, files *[]string) {
	cmd.Flags().StringArrayVar(files, "rules", nil, "also run your own rules in `FILE`; repeatable")
}

func newRules(s streams) *cobra.Command {
	var asJSON bool
	var files []string
	list := func(*cobra.Command, []string) error {
		own, err := settings.ReadRules(files)
		if err != nil {
			return err
		}
		all := lint.Rules(own.Checks()...)
		if asJSON {
			enc := json.NewEncoder(s.out)
			enc.SetIndent("", "  ")
			return enc.Encode(all)
		}
		w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "CHECK\tSEVERITY\tCATCHES")
		for _, d := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\n", d.ID, d.UsualSeverity(), d.Title)
		}
		return w.Flush()
	}
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "List the checks, or test your own rules",
		Example: "  mcp-lint rules\n  mcp-lint rules --json\n  mcp-lint rules test company.yaml",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return needsCommand(cmd, args)
			}
			return nil
		},
		RunE: list,
	}
	alias := &cobra.Command{Use: "list", Short: "List the checks, as rules does without a command", Args: noArgs, RunE: list}
	for _, c := range []*cobra.Command{cmd, alias} {
		c.Flags().BoolVar(&asJSON, "json", false, "print the whole documentation as JSON")
		registerRules(c, &files)
	}
	cmd.AddCommand(alias, newRulesTest(s), newSchema(s, "files of rules", "  mcp-lint rules schema > rules.schema.json", config.RulesSchema))
	return cmd
}

const longRulesTest = `test reads files of rules and scans the examples of each rule: a bad example must have a finding of the rule, and a good one must not.

Exit codes: 0 all examples are right, 1 some are not, 2 a file cannot be used. Then every mistake is listed with its line.`

func newRulesTest(s streams) *cobra.Command {
	return &cobra.Command{
		Use:     "test FILE...",
		Short:   "Test your own rules by their examples",
		Long:    longRulesTest,
		Example: "  mcp-lint rules test company.yaml",
		RunE:    func(_ *cobra.Command, args []string) error { return testRules(s, args) },
	}
}

func testRules(s streams, files []string) error {
	if len(files) == 0 {
		return hint.Errorf("See mcp-lint rules test --help.", "rules test takes one file of rules or more")
	}
	var own settings.Rules
	for _, name := range files {
		read, shown := userfile.Read, name
		if name == "-" {
			shown = "<stdin>"
			read = func(_ string, limit int64) ([]byte, error) { return io.ReadAll(io.LimitReader(s.in, limit)) }
		}
		data, err := read(name, config.MaxRulesBytes+1)
		if err != nil {
			return err
		}
		more, err := rules.Parse(shown, data, lint.CheckIDs())
		var wrong config.Problems
		if errors.As(err, &wrong) {
			return listMistakes(s, shown, wrong)
		}
		if err := cmp.Or(err, own.Add(more)); err != nil {
			return err
		}
	}
	failed := 0
	for _, r := range own.All {
		doc := r.Documentation()
		wrong, err := prove(r)
		if err != nil {
			return err
		}
		word := "ok  "
		if len(wrong) > 0 {
			failed++
			word = "FAIL"
		}
		fmt.Fprintf(s.out, "%s  %s  %d bad, %d good\n", word, r.ID(), len(doc.Bad), len(doc.Good))
		for _, line := range wrong {
			fmt.Fprintf(s.out, "      %s\n", safe.Line(line))
		}
	}
	fmt.Fprintf(s.out, "%s, %d failed\n", report.Count(len(own.All), "rule"), failed)
	if failed > 0 {
		return &exitError{code: exitFindings}
	}
	return nil
}

// prove scans the examples of a rule and returns what is wrong, one line each.
func prove(r *rules.Rule) (wrong []string, err error) {
	doc, written := r.Documentation(), r.Written().Examples
	for i, e := range slices.Concat(doc.Bad, doc.Good) {
		bad, n := i < len(doc.Bad), i+1
		if !bad {
			n -= len(doc.Bad)
		}
		found, problem, err := scanExample(r, e)
		if err != nil {
			return nil, err
		}
		at := settings.AtLine(r.File(), slices.Concat(written.Bad, written.Good)[i].Line)
		switch {
		case problem != "":
			wrong = append(wrong, fmt.Sprintf("%s: %s", at, problem))
		case bad && found == "":
			wrong = append(wrong, fmt.Sprintf("%s: bad example %d has no finding", at, n))
		case !bad && found != "":
			wrong = append(wrong, fmt.Sprintf("%s: good example %d has a finding: %s", at, n, found))
		}
	}
	return wrong, nil
}

// scanExample scans an example as a file with one rule. It returns what the rule says of it, and why the example shows nothing.
func scanExample(r *rules.Rule, e detect.Example) (found, problem string, err error) {
	name, data := e.File, []byte(e.Text)
	if name == "" {
		name = rules.DefaultFile
		type server struct {
			Tools []json.RawMessage `json:"tools"`
		}
		list := map[string]any{"servers": map[string]server{e.Server: {[]json.RawMessage{json.RawMessage(e.Tool)}}}}
		if data, err = json.Marshal(list); err != nil {
			return "", "", err
		}
	}
	dir, err := os.MkdirTemp("", "mcp-lint-rules-")
	if err != nil {
		return "", "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
		return "", "", err
	}
	rep, err := lint.Run(lint.Options{
		Paths: []string{name}, Cwd: dir, CustomChecks: []detect.DocumentedCheck{r}, Only: []string{r.ID()}, AgentsFiles: true, NoIgnores: true,
	})
	if err != nil {
		return "", "", err
	}
	for _, s := range rep.Skips {
		problem = "the example cannot be read: " + cmp.Or(s.Detail, string(s.Reason))
	}
	if problem == "" && rep.Summary.Definitions == 0 && rep.Summary.Servers == 0 {
		problem = "the example holds nothing that is scanned: no tool, prompt, resource or server"
	}
	for _, f := range rep.Findings {
		s := f.PrimarySignal()
		found = fmt.Sprintf("%s (%s)", s.Detail, s.Field)
	}
	return found, problem, nil
}

const longExplain = `explain says what a check catches, why it matters and how to fix it.
Without a check it lists which change clears the findings of which checks.`

func newExplain(s streams) *cobra.Command {
	var files []string
	cmd := &cobra.Command{
		Use:               "explain [CHECK]",
		Short:             "Explain what a check catches, why it matters and how to fix it",
		Long:              longExplain,
		Example:           "  mcp-lint explain payload.decoded\n  mcp-lint explain",
		Args:              takes("one check, or none", 0, "See mcp-lint rules for their names."),
		ValidArgsFunction: completeChecks,
		RunE: func(_ *cobra.Command, args []string) error {
			own, err := settings.ReadRules(files)
			if err != nil {
				return err
			}
			all := lint.Rules(own.Checks()...)
			if len(args) == 0 {
				explainChanges(s.out, all)
				return nil
			}
			i := slices.IndexFunc(all, func(d detect.Documentation) bool { return d.ID == args[0] })
			if i < 0 {
				return settings.UnknownCheck(&lint.UnknownCheckError{ID: args[0], Known: lint.CheckIDs(own.Checks()...)})
			}
			explain(s.out, all[i])
			return nil
		},
	}
	registerRules(cmd, &files)
	return cmd
}

// changeColumns is the width of a change, which leaves room for the name of a check in 80 columns.
const changeColumns = 52

// explainChanges lists the changes that the checks ask for, each with all checks that ask for it.
func explainChanges(w io.Writer, all []detect.Documentation) {
	var changes []string
	clears := map[string][]string{}
	for _, d := range all {
		change := firstSentence(d.Fix)
		if clears[change] == nil {
			changes = append(changes, change)
		}
		clears[change] = append(clears[change], d.ID)
	}
	fmt.Fprintf(w, "%-*s  %s\n", changeColumns, "CHANGE", "CLEARS")
	for _, change := range changes {
		left, right := measure.Wrap(change, changeColumns), clears[change]
		for i := range max(len(left), len(right)) {
			var words, check string
			if i < len(left) {
				words = left[i]
			}
			if i < len(right) {
				check = right[i]
			}
			gap := strings.Repeat(" ", max(0, changeColumns-measure.Width(words)))
			fmt.Fprintln(w, strings.TrimRight(words+gap+"  "+check, " "))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "To read more about a check, run mcp-lint explain CHECK.")
}

// firstSentence returns the first sentence of a paragraph; full stops inside a name, a version or an address end none.
func firstSentence(words string) string {
	words, _, _ = strings.Cut(words, "\n")
	if first, _, more := strings.Cut(words, ". "); more {
		return first + "."
	}
	return words
}

func explain(w io.Writer, d detect.Documentation) {
	fmt.Fprintf(w, "%s: %s\n", d.ID, d.Title)
	fmt.Fprintf(w, "threat: %s\nseverity: %s\n", strings.ReplaceAll(string(d.ThreatType), "_", " "), d.Severities)
	for _, part := range [][2]string{{"What it catches", d.Catches}, {"Why it matters", d.Why}, {"How to fix it", d.Fix}} {
		fmt.Fprintf(w, "\n%s\n", part[0])
		for paragraph := range strings.SplitSeq(part[1], "\n") {
			fmt.Fprintln(w, strings.TrimRight("  "+strings.Join(measure.Wrap(paragraph, 94), "\n  "), " "))
		}
	}
	fmt.Fprintln(w, "\nExamples that are reported")
	explainExamples(w, d.Bad)
	fmt.Fprintln(w, "\nExamples that are not")
	explainExamples(w, d.Good)
	fmt.Fprintf(w, "\nOn the web\n  %s\n", lint.CheckURL(d.ID))
}

func explainExamples(w io.Writer, examples []detect.Example) {
	for _, e := range examples {
		of := "server " + e.Server
		if e.File != "" {
			of, e.Tool = e.File, strings.TrimRight(e.Text, "\n")
		}
		fmt.Fprintf(w, "  %s (%s)\n    ", e.Note, of)
		switch e.Approved {
		case "":
		case "none":
			fmt.Fprint(w, "approved: nothing of that name\n    now:      ")
		default:
			fmt.Fprintf(w, "approved: %s\n    now:      ", e.Approved)
		}
		// Examples hold what no terminal should get.
		lines := strings.Split(e.Tool, "\n")
		for i, line := range lines {
			lines[i] = text.Safe(line, 0)
		}
		fmt.Fprintln(w, strings.Join(lines, "\n    "))
	}
}
