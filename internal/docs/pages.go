// Package docs generates the pages of docs/checks from the documentation in the checks.
package docs

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/sarif"
)

// Index is the file name of the index page.
const Index = "README.md"

// written begins every page.
const written = "<!-- Written from the check itself by `make docs`; changes here are lost. -->\n\n"

// Pages returns the index and the page of every check, by file name.
func Pages() (map[string]string, error) {
	pages := map[string]string{}
	rules := lint.Rules()
	for _, d := range rules {
		page, err := checkPage(d)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", d.ID, err)
		}
		pages[d.ID+".md"] = page
	}
	pages[Index] = index(rules)
	return pages, nil
}

func index(rules []detect.Documentation) string {
	var b strings.Builder
	b.WriteString(written + "# Checks\n\n")
	b.WriteString("Checks that state facts give a finding the severity of what the fact allows. Checks that judge wording are sure together: how many " +
		"different sentences and checks agree decides. What is informational adds nothing to what else is found. [Severity](../severity.md) has the whole table.\n\n")
	b.WriteString("| check | usual severity | catches |\n|---|---|---|\n")
	for _, d := range rules {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", d.ID, d.ID, d.UsualSeverity(), d.Title)
	}
	b.WriteString("\n`mcp-lint rules` lists them, `mcp-lint explain CHECK` shows a page without a network, `mcp-lint explain` which change clears which findings, and `mcp-lint rules --json` has all of it for programs. " +
		"[Detection](../detection.md) says how well they work.\n")
	return b.String()
}

// checkPage returns the page of a check, with one line per paragraph.
func checkPage(d detect.Documentation) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n%s.\n\n", written, d.ID, d.Title)
	grade := sarif.GradeOf(d)
	b.WriteString("| | |\n|---|---|\n")
	fmt.Fprintf(&b, "| Severity | %s |\n", d.Severities)
	fmt.Fprintf(&b, "| Evidence | %s |\n", tier(d))
	fmt.Fprintf(&b, "| Threat | %s |\n", strings.ReplaceAll(string(d.ThreatType), "_", " "))
	fmt.Fprintf(&b, "| On GitHub | %s (%s)%s |\n", cmp.Or(d.Severity, detect.SeverityLow), grade.Severity, weakness(grade.CWE))
	for _, part := range []struct{ head, body string }{
		{"What it catches", d.Catches}, {"Why it matters", d.Why}, {"How to fix it", d.Fix},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.head, strings.TrimSpace(part.body))
	}
	b.WriteString("\n## What is reported\n")
	for _, e := range d.Bad {
		shown, err := show(e)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n%s\n\n%s", e.Note, approval(e, shown))
		if shown.veiled {
			b.WriteString("One character of the credential is an escape, so that scanners for secrets leave this page alone.\n\n")
		}
		fmt.Fprintf(&b, "%s```%s\n%s```\n\n```console\n$ %s\n%s\n```\n", named(e), language(e), shown.file, session+cmp.Or(e.File, File), shown.printed)
	}
	b.WriteString("\n## What is not\n")
	for _, e := range d.Good {
		shown, err := show(e)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n%s\n\n%s%s```%s\n%s```\n", e.Note, approval(e, shown), named(e), language(e), shown.file)
	}
	fmt.Fprintf(&b, "\n## Leaving it out\n\n`--skip %s` on the command line, or `skip: [%s]` in `.mcp-lint.yaml`; a false alarm is worth an "+
		"[issue](https://github.com/org/mcp-lint/issues). `mcp-lint explain %s` shows this page without a network. [All checks](%s)\n", d.ID, d.ID, d.ID, Index)
	return b.String(), nil
}

// named returns the file name of an example, if it is not the default.
func named(e detect.Example) string {
	if e.File == "" {
		return ""
	}
	return "`" + e.File + "`:\n\n"
}

// language returns the Markdown language of an example.
func language(e detect.Example) string {
	switch ext := path.Ext(e.File); ext {
	case "", ".json":
		return "json"
	case ".md", ".mdc":
		return "markdown"
	case ".jsonc", ".toml", ".yaml":
		return ext[1:]
	}
	return "text"
}

// approval shows what was approved before the example.
func approval(e detect.Example, shown example) string {
	switch {
	case e.Approved == "":
		return ""
	case shown.approved == "":
		return fmt.Sprintf("`%s` does not hold the tool.\n\n", lock.Name)
	}
	if e.File != "" {
		return fmt.Sprintf("`%s` when it was approved:\n\n```%s\n%s```\n\nNow:\n\n", e.File, language(e), shown.approved)
	}
	return fmt.Sprintf("`%s` when it was approved:\n\n```json\n%s```\n\n`%s` now:\n\n", File, shown.approved, File)
}

func tier(d detect.Documentation) string {
	if d.Tier == detect.TierHard {
		return "hard: honest tools do not have this, and a gateway should quarantine the tool"
	}
	return "soft: a person should review it; a gateway should not quarantine the tool for it alone"
}

func weakness(cwe string) string {
	if cwe == "" {
		return ""
	}
	return fmt.Sprintf(", [CWE-%s](https://cwe.mitre.org/data/definitions/%s.html)", cwe, cwe)
}
