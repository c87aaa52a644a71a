package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longList = `List everything that would reach a model: each tool, prompt, resource and server instruction, with its server and where it is
defined. Nothing is judged. Use it to see whether mcp-lint finds a tool, and what it reads of it.

--output json gives each string of a definition as a model receives it, with its byte positions in the files.`

func newList(s streams) *cobra.Command {
	var output, color string
	cmd := &cobra.Command{
		Use:     "list [PATH...]",
		Short:   "List the tools, prompts, resources and instructions that would reach a model",
		Long:    longList,
		Example: "  mcp-lint list\n  mcp-lint list ./servers --output json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(oneOf("output", output, "text", "json"), oneOf("color", color, colorWords...)); err != nil {
				return err
			}
			callback, wipe := progress(s, false)
			list, err := lint.List(lint.Options{Paths: args, Stdin: s.in, Progress: callback})
			wipe()
			if err != nil {
				return explainScanError(err, cmd, args)
			}
			if output == "json" {
				return report.ListJSON(s.out, list)
			}
			return report.ListText(s.out, list, report.TextOptions{Color: useColor(color, s.out, s.env)})
		},
	}
	registerWords(cmd, &output, "output", "o", "text", "text or json", "text", "json")
	registerWords(cmd, &color, "color", "", "auto", "auto, always or never", colorWords...)
	return cmd
}
