package main

import (
	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/report"
)

const longList = `List everything that would reach a model: each tool, prompt, resource and server instruction, whose it is and where it is
defined. Nothing is judged. It answers the question whether mcp-lint sees a tool, and as what.

With --output json each string of a definition is given as a model receives it, with the bytes of the files it is written at.`

func newList(s streams) *cobra.Command {
	var output, color string
	cmd := &cobra.Command{
		Use:     "list [PATH...]",
		Short:   "List the tools, prompts, resources and instructions that would reach a model",
		Long:    longList,
		Example: "  mcp-lint list\n  mcp-lint list ./servers --output json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("output", output, "text", "json"); err != nil {
				return err
			}
			if err := oneOf("color", color, "auto", "always", "never"); err != nil {
				return err
			}
			callback, wipe := progress(s, false)
			inv, err := discover.Walk(discover.Options{Paths: args, Stdin: s.in, Progress: callback})
			wipe()
			if err != nil {
				return explainScanError(err, cmd, args)
			}
			if output == "json" {
				return report.ListJSON(s.out, inv)
			}
			return report.ListText(s.out, inv, report.TextOptions{Color: useColor(color, s.out, s.env)})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	cmd.Flags().StringVar(&color, "color", "auto", "auto, always or never")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
