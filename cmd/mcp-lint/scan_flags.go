package main

import (
	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// defaultFailOn is the lowest severity that fails a run when nobody says otherwise.
const defaultFailOn = "medium"

// register adds the flags of scan.
func (o *scanOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "`FORMAT[=FILE]`: text, json, sarif, github, markdown, html or gitlab, to a file or standard output; repeatable (default text)")
	f.StringVar(&o.failOn, "fail-on", defaultFailOn, "lowest severity that fails the run: low, medium, high, critical or never")
	f.StringSliceVar(&o.only, "only", nil, "run only these `CHECKS`")
	f.StringSliceVar(&o.skip, "skip", nil, "do not run these `CHECKS`")
	f.Float64Var(&o.minConfidence, "min-confidence", 0, "leave out signals of lower confidence, from 0 to 1")
	o.registerSettings(cmd)
	f.BoolVar(&o.strict, "strict", false, "exit 3 when something could not be looked at, or is not known without running code")
	f.BoolVar(&o.inContext, "in-context", false, "judge the named files as part of the repository around them, and report only what concerns them")
	f.BoolVar(&o.agentsFiles, "agents-files", false, "look at files of instructions for agents too: AGENTS.md, SKILL.md, CLAUDE.md, rules of editors")
	o.registerColor(cmd)
	f.BoolVarP(&o.quiet, "quiet", "q", false, "findings only, no summary")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "every signal and every skipped file")
	f.StringVar(&o.changed, "changed", "", "a unified `DIFF` (git diff -U0): github annotates only what its lines touch")
	f.StringVar(&o.sarifCategory, "sarif-category", "", "`CATEGORY` of the SARIF run, which tells analyses of one commit apart (default mcp-lint)")
	f.BoolVar(&o.includeSuppressed, "include-suppressed", false, "have SARIF hold what is suppressed too, marked as such; GitHub shows it as open")
	f.BoolVar(&o.noLock, "no-lock", false, "compare with no lock file")
	f.BoolVar(&o.requireLock, "require-lock", false, "exit 2 when there is no lock file")
	f.StringVar(&o.baselineName, "baseline", "", "tell nothing that baseline `FILE` holds")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write what is found to baseline `FILE`, which fails no run then; what differs from the lock file is not in it")
	_ = cmd.RegisterFlagCompletionFunc("output", fixedWords(formatNames()...))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", fixedWords(failOnWords...))
	_ = cmd.RegisterFlagCompletionFunc("only", completeChecks)
	_ = cmd.RegisterFlagCompletionFunc("skip", completeChecks)
}

// registerSettings adds the flags that decide what a scan takes into account; the commands around the lock file have them too, to see
// what a scan sees.
func (o *scanOptions) registerSettings(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.config, "config", "", "read settings from `FILE` (default "+config.Name+" in the working directory)")
	f.BoolVar(&o.noConfig, "no-config", false, "read no configuration file")
	f.StringVar(&o.lockName, "lock", "", "`FILE` with what was approved (default "+lock.Name+" in the working directory)")
	f.BoolVar(&o.noIgnores, "no-ignores", false, "suppress nothing: no ignores, comments, placeholders, trusted servers, baseline")
	f.StringVar(&o.today, "today", "", "the `DAY` by which ignores expire, as 2026-12-31 (default today, in UTC)")
	_ = cmd.RegisterFlagCompletionFunc("today", cobra.NoFileCompletions)
}

func (o *scanOptions) registerColor(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.color, "color", "auto", "auto, always or never")
	_ = cmd.RegisterFlagCompletionFunc("color", fixedWords("auto", "always", "never"))
}

// completeChecks lists the checks; it is not asked before somebody completes.
func completeChecks(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return lint.CheckIDs(), cobra.ShellCompDirectiveNoFileComp
}

func fixedWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}
