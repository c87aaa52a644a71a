package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

func newRules(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "List the checks",
		Example: "  mcp-lint rules\n  mcp-lint rules --json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				enc := json.NewEncoder(s.out)
				enc.SetIndent("", "  ")
				return enc.Encode(lint.Rules())
			}
			w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "CHECK\tTIER\tCATCHES")
			for _, d := range lint.Rules() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", d.ID, tierOf(d), d.Title)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the whole documentation as JSON")
	return cmd
}

func newExplain(s streams) *cobra.Command {
	return &cobra.Command{
		Use:     "explain CHECK",
		Short:   "Say what a check catches, why it matters and how to fix it",
		Example: "  mcp-lint explain payload.decoded",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &hintError{fmt.Errorf("explain takes one check, not %d", len(args)), "See mcp-lint rules for their names."}
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return lint.CheckIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for _, d := range lint.Rules() {
				if d.ID != args[0] {
					continue
				}
				fmt.Fprintf(s.out, "%s: %s\n", d.ID, d.Title)
				fmt.Fprintf(s.out, "tier %s, threat %s\n", tierOf(d), d.ThreatType)
				for _, part := range []struct{ head, body string }{
					{"What it catches", d.Catches}, {"Why it matters", d.Why}, {"How to fix it", d.Fix},
				} {
					fmt.Fprintf(s.out, "\n%s\n%s\n", part.head, wrap(part.body, 96))
				}
				fmt.Fprintf(s.out, "\nExamples that are reported\n")
				for _, e := range d.Bad {
					fmt.Fprint(s.out, explained(e))
				}
				fmt.Fprintf(s.out, "\nExamples that are not\n")
				for _, e := range d.Good {
					fmt.Fprint(s.out, explained(e))
				}
				fmt.Fprintf(s.out, "\nOn the web\n  %s\n", lint.CheckURL(d.ID))
				return nil
			}
			return &hintError{
				&lint.UnknownCheckError{ID: args[0], Known: lint.CheckIDs()},
				joinHints(didYouMean(args[0], lint.CheckIDs()), "See mcp-lint rules."),
			}
		},
	}
}

// tierOf is what people are told of the weight of a check.
func tierOf(d detect.Documentation) string {
	if d.Note {
		return "note"
	}
	return d.Tier.String()
}

// explained writes an example, and before the definition what was approved in its place.
func explained(e detect.Example) string {
	head := fmt.Sprintf("  %s (server %s)\n", e.Note, e.Server)
	if e.File != "" {
		head, e.Tool = fmt.Sprintf("  %s (%s)\n", e.Note, e.File), strings.ReplaceAll(strings.TrimRight(e.Text, "\n"), "\n", "\n    ")
	}
	switch e.Approved {
	case "":
		return head + "    " + e.Tool + "\n"
	case "none":
		return head + "    approved: nothing of that name\n    now:      " + e.Tool + "\n"
	}
	return head + "    approved: " + e.Approved + "\n    now:      " + e.Tool + "\n"
}

// wrap breaks paragraphs at blanks so that lines hold at most columns characters, indented by two.
func wrap(paragraphs string, columns int) string {
	var b strings.Builder
	for i, p := range strings.Split(paragraphs, "\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		used := 0
		for _, word := range strings.Fields(p) {
			switch {
			case used == 0:
				b.WriteString("  ")
				used = 2
			case used+1+len(word) > columns:
				b.WriteString("\n  ")
				used = 2
			default:
				b.WriteString(" ")
				used++
			}
			b.WriteString(word)
			used += len(word)
		}
	}
	return b.String()
}
