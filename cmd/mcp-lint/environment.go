package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// environmentPrefix begins the names of variables that set flags: MCP_LINT_FAIL_ON is --fail-on.
const environmentPrefix = "MCP_LINT_"

// notByEnvironment are flags that write, run or approve something. Whoever wants that says so each time.
var notByEnvironment = map[string]bool{
	"help": true, "version": true, "fix": true, "write-baseline": true, "force": true, "approve": true, "approve-new": true, "yes": true, "all": true, "reason": true, "record": true,
	"save": true, "write": true, "token-file": true, "env": true,
}

func variableOf(flag string) string {
	return environmentPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags of a command that have a variable and are not on the command line, and says which old spellings were used.
func fromEnvironment(s streams, cmd *cobra.Command) (err error) {
	if s.env != nil && cmd.Name() != "action" { // The inputs of the action are variables of the same form.
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			unused := f.Hidden && (slices.Contains(ofFiles, f.Name) || slices.Contains(ofOwnFiles, f.Name))
			if err != nil || f.Changed || notByEnvironment[f.Name] || unused {
				return
			}
			name := variableOf(f.Name)
			value := s.env(name)
			if value == "" {
				return
			}
			if wrong := cmd.Flags().Set(f.Name, value); wrong != nil {
				err = &hintError{fmt.Errorf("%s cannot be %q: it sets --%s", name, value, f.Name), "See " + cmd.CommandPath() + " --help."}
				return
			}
			if f.Annotations == nil {
				f.Annotations = map[string][]string{}
			}
			f.Annotations[setBy] = []string{name}
		})
	}
	if now, old := renamedCommands[cmd.CommandPath()]; old {
		fmt.Fprintf(s.err, "mcp-lint: %s is now %s\n", cmd.CommandPath(), now)
	}
	return err
}

// setBy is the annotation of a flag with the variable that set it.
const setBy = "mcp-lint-variable"

// renamedFlags are the old names of flags, which still work.
var renamedFlags = map[string]string{"diff": "dry-run", "all": "all-findings", "changed": "patch"}

// acceptOldFlags has all commands take the old names of their flags, and say so.
func acceptOldFlags(s streams, root *cobra.Command) {
	said := map[string]bool{}
	root.SetGlobalNormalizationFunc(func(f *pflag.FlagSet, name string) pflag.NormalizedName {
		now, old := renamedFlags[name]
		if !old || f.Lookup(now) == nil {
			return pflag.NormalizedName(name)
		}
		if !said[name] {
			said[name] = true
			fmt.Fprintf(s.err, "mcp-lint: --%s is now --%s\n", name, now)
		}
		return pflag.NormalizedName(now)
	})
}

// renamedCommands are the old names of commands, which still work.
var renamedCommands = map[string]string{
	"mcp-lint diff": "mcp-lint lock diff", "mcp-lint approve": "mcp-lint lock approve", "mcp-lint record": "mcp-lint live --save FILE",
}
