package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
)

// environmentPrefix begins the names of variables that set flags: MCP_LINT_FAIL_ON is --fail-on.
const environmentPrefix = "MCP_LINT_"

// byEnvironment are the flags that a variable can set: those that say what a scan reads, how it judges and what it shows. Whoever wants to
// write, run or approve something says so each time.
var byEnvironment = strings.Fields(`agents-files baseline color config exclude fail-on lock min-confidence min-severity no-config no-ignores no-lock
	only output quiet require-lock rules sarif-category skip statistics strict timeout verbose all-findings include-suppressed name ` + limitsOfServers)

// limitsOfServers bound what a server is asked. live hides their flags, and docs/record.md names their variables.
const limitsOfServers = "start-timeout answer-timeout settle oauth-timeout max-items"

// opposites are flags of which only one can be used. One on the command line wins over a variable for another.
var opposites = [][]string{{"config", "no-config"}, {"lock", "no-lock"}, {"require-lock", "no-lock"}, {"quiet", "verbose"}}

// otherVariables set no flag, and are read elsewhere: by serve, by the action and its scripts, by what installs a release, and by tests.
var otherVariables = strings.Fields(`TOKEN VERSION BINARY RELEASES ACTION_REF ACTION_REPOSITORY PATHS CHANGED_ONLY EVENT PR_BASE PR_HEAD QUEUE_BASE
	BEFORE FORCED SINCE SARIF_FILE UPLOAD_SARIF CATEGORY ANNOTATIONS DIFF DIFF_UNKNOWN SUMMARY ARGS EXIT_CODE LOAD ORACLE_FILES`)

func variableOf(flag string) string {
	return environmentPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags of a command that have a variable and are not on the command line.
func fromEnvironment(s streams, cmd *cobra.Command) error {
	if s.env == nil || cmd.Name() == "action" { // The inputs of the action are variables of the same form.
		return nil
	}
	warnOfVariables(s)
	flags := cmd.Flags()
	var ruledOut []string
	for _, pair := range opposites {
		for i, name := range pair {
			if flags.Changed(name) {
				ruledOut = append(ruledOut, pair[1-i])
			}
		}
	}
	for _, name := range byEnvironment {
		variable := variableOf(name)
		value, f := s.env(variable), flags.Lookup(name)
		switch {
		case value == "" || f == nil || f.Changed || slices.Contains(ruledOut, name):
			continue
		case f.Hidden && !slices.Contains(strings.Fields(limitsOfServers), name): // The command refuses it.
			continue
		case name == "output" && flags.Lookup("fail-on") == nil: // Elsewhere it is a file, or another list of formats.
			continue
		}
		if err := flags.Set(name, value); err != nil {
			takes := cmp.Or(valueWords[f.Value.Type()], "something else")
			return hint.Errorf("See "+cmd.CommandPath()+" --help.", "%s cannot be %q: it sets --%s, which takes %s", variable, value, name, takes)
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[setBy] = []string{variable}
	}
	return nil
}

// warnOfVariables names the variables that set nothing, such as those whose names are misspelled.
func warnOfVariables(s streams) {
	var names []string
	for _, flag := range byEnvironment {
		names = append(names, strings.TrimPrefix(variableOf(flag), environmentPrefix))
	}
	for _, v := range s.environ {
		variable, _, _ := strings.Cut(v, "=")
		name, ours := strings.CutPrefix(variable, environmentPrefix)
		if !ours || slices.Contains(names, name) || slices.Contains(otherVariables, name) || strings.HasPrefix(name, "TEST_") {
			continue
		}
		advice := "mcp-lint config show lists those that do."
		if meant := didyoumean.Word(name, names); meant != "" { // Without the prefix, which makes all of them alike.
			advice = "Did you mean " + environmentPrefix + meant + "?"
		}
		fmt.Fprintf(s.err, "mcp-lint: warning: the variable %s sets nothing. %s\n", safe.Line(variable), advice)
	}
}

// blameVariable adds to an error that names a flag which variable set it.
func blameVariable(cmd *cobra.Command, err error) error {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if by := f.Annotations[setBy]; len(by) > 0 && strings.Contains(err.Error(), "--"+f.Name) {
			err = hint.Add(err, hint.Join("The variable "+by[0]+" sets --"+f.Name+".", hint.Of(err)))
		}
	})
	return err
}

// setBy is the annotation of a flag with the variable that set it.
const setBy = "mcp-lint-variable"

// renamedFlags are the old names of flags, which still work.
var renamedFlags = map[string]string{"diff": "dry-run", "all": "all-findings", "changed": "patch"}

// acceptOldFlags has all commands take the old names of their flags. The function it returns says which of them a command was given.
func acceptOldFlags(s streams, root *cobra.Command) (say func(cmd *cobra.Command)) {
	used := map[*pflag.FlagSet][]string{}
	root.SetGlobalNormalizationFunc(func(f *pflag.FlagSet, name string) pflag.NormalizedName {
		now, old := renamedFlags[name]
		if !old || f.Lookup(now) == nil {
			return pflag.NormalizedName(name)
		}
		if !slices.Contains(used[f], name) {
			used[f] = append(used[f], name)
		}
		return pflag.NormalizedName(now)
	})
	return func(cmd *cobra.Command) {
		for _, name := range used[cmd.Flags()] {
			fmt.Fprintf(s.err, "mcp-lint: --%s is now --%s\n", name, renamedFlags[name])
		}
		if now, old := renamedCommands[cmd.CommandPath()]; old {
			fmt.Fprintf(s.err, "mcp-lint: %s is now %s\n", cmd.CommandPath(), now)
		}
	}
}

// renamedCommands are the old names of commands, which still work.
var renamedCommands = map[string]string{
	"mcp-lint diff": "mcp-lint lock diff", "mcp-lint approve": "mcp-lint lock approve", "mcp-lint record": "mcp-lint live --save FILE",
}
