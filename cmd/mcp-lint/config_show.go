package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/safe"
)

const longConfigShow = `show prints the settings that a scan of PATH with the same flags uses, each with its origin: a flag, a variable MCP_LINT_NAME, a
configuration file or the default. A flag wins over a variable, a variable over a file.`

func newConfigShow(s streams) *cobra.Command {
	o := &scanOptions{}
	cmd := &cobra.Command{
		Use: "show [PATH...]", Short: "Print the settings that a scan uses, and where each comes from", Long: longConfigShow,
		Example: "  mcp-lint config show\n  MCP_LINT_FAIL_ON=high mcp-lint config show ./servers",
		RunE:    func(cmd *cobra.Command, paths []string) error { return showConfig(s, cmd, o, paths) },
	}
	o.register(cmd)
	return cmd
}

func showConfig(s streams, cmd *cobra.Command, o *scanOptions, paths []string) error {
	before := map[string]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { before[f.Name] = f.Value.String() })
	if err := o.configure(cmd, paths); err != nil {
		return err
	}
	if err := o.validate(); err != nil {
		return err
	}
	file := "no " + config.Name
	if o.ConfigFile != nil {
		file = o.ConfigFile.Path
	}
	lines := []string{fmt.Sprintf("configuration file: %s", safe.Message(file))}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(byEnvironment, f.Name) || f.Hidden {
			return
		}
		value, origin := f.Value.String(), "default"
		switch {
		case len(f.Annotations[setBy]) > 0:
			origin = f.Annotations[setBy][0]
		case f.Changed:
			origin = "--" + f.Name
		case value != before[f.Name]:
			origin = file
		}
		if value == "" || value == "[]" {
			value = "-"
		}
		lines = append(lines, fmt.Sprintf("%-20s %-20s (%s)", f.Name, safe.Name(value), safe.Message(origin)))
	})
	if len(o.Settings) > 1 {
		lines = append(lines, "", "All that "+safe.Message(file)+" sets:")
		for _, setting := range o.Settings[1:] {
			lines = append(lines, "  "+safe.Message(setting))
		}
	}
	_, err := fmt.Fprintln(s.out, strings.Join(lines, "\n"))
	return err
}
