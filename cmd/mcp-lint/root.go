package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/measure"
)

// longHelp has the languages in lines of their own.
var longHelp = `mcp-lint reads the text that MCP servers give to models: tool names, descriptions,
every string of their schemas, prompts and instructions. It reports text that
gives the model orders: where it is and why it is suspicious.

It finds tools in source code
(` + strings.Join(measure.Wrap(strings.Join(codeLanguages(), ", "), 76), "\n") + `)
and in manifests, captures, snapshots and client configurations in JSON, JSONC,
YAML and TOML. A scan opens no connection and runs nothing that it reads.
Findings in tests, fixtures, examples, documentation and generated files count
as low, unless such a file or folder is named without --in-context.

With a lock file (see mcp-lint lock) it also reports definitions that changed
since they were approved. Suppressed findings are always counted; --no-ignores
shows them. The variable MCP_LINT_NAME sets the flag --name; mcp-lint config show lists which.

Exit codes:
  0  nothing at or above --fail-on        packages, archives or --strict:
  1  findings at or above --fail-on       3  not everything could be read
  2  could not run: usage, settings,      4  nothing was found to judge
     lock file, unreadable path         130  interrupted (Ctrl-C)`

const examples = `  mcp-lint                             scan this folder
  mcp-lint ./servers mcp.json          scan a folder and a file
  mcp-lint -o sarif=mcp-lint.sarif .   write a report to a file
  cat tools.json | mcp-lint -          scan one document from standard input
  mcp-lint pull npm:NAME               fetch a package and scan it
  mcp-lint live -- ./server            ask a running server and scan its answers
  mcp-lint list                        list what would reach a model
  mcp-lint explain unicode.hidden      explain a check
  mcp-lint lock                        record what is approved
  mcp-lint init                        set up this repository`

// codeLanguages names the languages in which tools are found.
func codeLanguages() []string {
	var names []string
	for _, lang := range lex.Languages() {
		names = append(names, lang.Names()...)
	}
	return names
}

func newRoot(s streams) *cobra.Command {
	opts := &scanOptions{}
	root := &cobra.Command{
		Use:           "mcp-lint [PATH...]",
		Short:         "A linter for the text that AI agents obey",
		Long:          longHelp,
		Example:       examples,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	// Cobra's own flag prints with a template, which keeps all methods of all types in the program.
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *version {
			_, err := fmt.Fprintln(s.out, "mcp-lint", versionNumber())
			return err
		}
		return runScan(s, cmd, opts, args)
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(root))
	scan := &cobra.Command{
		Use:     "scan [PATH...]",
		Short:   "Scan files and folders (the default command)",
		Long:    longHelp,
		Example: "  mcp-lint scan ./servers mcp.json",
		RunE:    func(cmd *cobra.Command, args []string) error { return runScan(s, cmd, opts, args) },
	}
	opts.register(root)
	opts.register(scan)
	inGroup(root, "Scan", scan, newPull(s), newLive(s), newInstalled(s), newList(s), newExplain(s))
	inGroup(root, "Approve and ignore", newLock(s), newIgnore(s))
	inGroup(root, "Set up", newInit(s), newConfig(s), newRules(s))
	inGroup(root, "Serve", newServe(s), newMCP(s), newLSP(s))
	for _, old := range []*cobra.Command{newApprove(s), newDiff(s), newRecord(s), newCorpus(s), newAction(s)} {
		old.Hidden = true
		root.AddCommand(old)
	}
	root.AddCommand(newVersion(s))
	root.InitDefaultCompletionCmd("completion")
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		c.Args, c.RunE = nil, needsCommand
	}
	sayOld := acceptOldFlags(s, root)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		sayOld(cmd)
		return fromEnvironment(s, cmd)
	}
	layOut(root)
	return root
}

// needsCommand is what a command does that only holds others: it says which there are.
func needsCommand(cmd *cobra.Command, args []string) error {
	names := commandNames(cmd)
	if len(args) == 0 {
		return hint.Errorf("See "+cmd.CommandPath()+" --help.", "%s needs a command: %s", cmd.Name(), strings.Join(names, ", "))
	}
	return hint.Errorf(didyoumean.Question(args[0], names), "%s has no command %q", cmd.Name(), args[0])
}

// newHelp is the help command; unlike cobra's own it fails for a command that does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show help for a command",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return commandNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) == 0 {
				return cmd.Help()
			}
			return hint.Errorf(didyoumean.Question(rest[0], commandNames(cmd)), "unknown command %q", rest[0])
		},
	}
}

var unknownFlag = regexp.MustCompile(`^unknown (?:shorthand )?flag: (?:'.' in )?(-[^ ]+)`)

func flagError(cmd *cobra.Command, err error) error {
	advice := "See " + cmd.CommandPath() + " --help."
	if m := unknownFlag.FindStringSubmatch(err.Error()); m != nil {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		given := strings.SplitN(m[1], "=", 2)[0]
		n := didyoumean.Word(given, names)
		if meant, ok := flagsElsewhere[given]; ok {
			n = meant
		}
		if n != "" {
			advice = "Did you mean " + n + "? " + advice
		}
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		if takes := valueWords[wrong.GetFlag().Value.Type()]; takes != "" {
			err = fmt.Errorf("--%s cannot be %q: it takes %s", wrong.GetFlag().Name, wrong.GetValue(), takes)
		}
	}
	return hint.Add(err, advice)
}

// flagsElsewhere are flags of other linters, with what does the same here.
var flagsElsewhere = map[string]string{
	"--format": "--output", "-f": "--output", "--json": "--output json", "--sarif": "--output sarif", "--ignore": "mcp-lint ignore", "--select": "--only", "--disable": "--skip",
	"--enable": "--only", "--severity": "--min-severity", "--level": "--min-severity", "--ci": "--output github", "--no-color": "--color never", "--recursive": "PATH, which is read with all folders in it",
}

// valueWords say what flags of a type take.
var valueWords = map[string]string{
	"duration": "a duration, such as 90s or 10m", "float64": "a number, such as 0.5", "int": "a whole number", "int64": "a whole number",
	"bool": "true or false",
}

// commandNames are the words that may follow a command.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return hint.Errorf(didyoumean.Question(value, words), "invalid --%s %q: use one of %s", flag, value, strings.Join(words, ", "))
}

// share checks that a flag's value is a number from 0 to 1, which NaN is not.
func share(flag string, value float64) error {
	if value >= 0 && value <= 1 {
		return nil
	}
	return fmt.Errorf("invalid --%s %v: use a number from 0 to 1", flag, value)
}

// takes is for a command that takes one argument at most, and at least so many; what says which in words.
func takes(what string, least int, advice string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > 1 {
			return hint.Errorf(advice, "%s takes %s, not %d", cmd.Name(), what, len(args))
		}
		return nil
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, but got %q", cmd.Name(), args[0])
	}
	return nil
}

// refuseFileNames returns an error when an argument is both an option and the name of a file, in a run over files that were listed by a
// program: whoever may name a file --fail-on=never must not set options. After a -- all arguments are paths, and nothing can be mistaken.
func refuseFileNames(args []string, exists func(string) bool) error {
	if !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--in-context") }) {
		return nil
	}
	suspect := ""
	for _, a := range args {
		isFile := strings.HasPrefix(a, "-") && a != "-" && exists(a)
		if a == "--" && !isFile {
			return nil
		}
		if isFile && suspect == "" {
			suspect = a
		}
	}
	if suspect == "" {
		return nil
	}
	return hint.Errorf("Put -- between the options and the paths, or rename the file.", "%q is an option, but there is also a file with that name", suspect)
}

// onlyFiles returns the paths of a list that a program has made, in which "-" is a file of that name and never standard input.
func onlyFiles(paths []string) []string {
	files := slices.Clone(paths)
	for i, p := range files {
		if p == "-" {
			files[i] = "./-"
		}
	}
	return files
}

// registerWords adds a flag that is one of a few words.
func registerWords(cmd *cobra.Command, value *string, name, short, otherwise, usage string, words ...string) {
	cmd.Flags().StringVarP(value, name, short, otherwise, usage)
	_ = cmd.RegisterFlagCompletionFunc(name, fixedWords(words...))
}
