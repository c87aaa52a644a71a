// Package corpus holds labelled tool definitions and measures checks against them.
//
// A corpus is a list of [Entry] values: attacks, innocent tools (some of which resemble an attack on purpose),
// neighbours that are only there to be scanned beside others, and cases over which fair reviewers differ. [Evaluate]
// scans each entry in its registry and gives one [Verdict] per scored entry; [NewScorecard] counts them; [Scorecard.Gate]
// compares the counts with floors and says what is below, and [Record.Changes] compares a run with an earlier one, entry by
// entry. A [Report] says it all.
//
// The project's own corpus is in its repository, where [FindOwn] finds it. Every text in it was written for it.
package corpus
