// Package docs writes the pages of docs/checks from what the checks say of themselves.
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

// Index is the name of the page that lists the others.
const Index = "README.md"

// written begins every page.
const written = "<!-- Written from the check itself by `make docs`; changes here are lost. -->\n\n"

// Pages returns the page of every check and their index, by the name of the file.
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
	b.WriteString("Hard checks look at structure that honest tool text does not have: one of them makes a tool *dangerous*. Soft checks look at " +
		"wording: they ask for review, and how many different ones agree decides the severity. A note says where a tool stands, and adds nothing to what " +
		"else is found.\n\n")
	b.WriteString("| check | tier | catches | on GitHub |\n|---|---|---|---|\n")
	for _, d := range rules {
		kind := d.Tier.String()
		if d.Note {
			kind = "note"
		}
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", d.ID, d.ID, kind, d.Title, rank(sarif.GradeOf(d).Severity))
	}
	b.WriteString("\n`mcp-lint rules` lists them, `mcp-lint explain CHECK` shows a page without a network, and `mcp-lint rules --json` has all of it for programs. " +
		"How well they work is told in [detection](../detection.md).\n")
	return b.String()
}

// checkPage writes one page. Paragraphs are on one line each.
func checkPage(d detect.Documentation) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n%s.\n\n", written, d.ID, d.Title)
	grade := sarif.GradeOf(d)
	b.WriteString("| | |\n|---|---|\n")
	fmt.Fprintf(&b, "| Tier | %s |\n", tier(d))
	fmt.Fprintf(&b, "| Threat | %s |\n", strings.ReplaceAll(string(d.ThreatType), "_", " "))
	fmt.Fprintf(&b, "| On GitHub | %s%s |\n", rank(grade.Severity), weakness(grade.CWE))
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

// named says what the file of an example is called, where that is not what all are.
func named(e detect.Example) string {
	if e.File == "" {
		return ""
	}
	return "`" + e.File + "`:\n\n"
}

// language is the notation of the file of an example, as Markdown calls it.
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

// approval shows what was approved before the file of an example.
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
	switch {
	case d.Note:
		return "soft, and a note: alone it is of low severity and fails no run, and it adds nothing to what else is found"
	case d.Tier == detect.TierHard:
		return "hard: alone it makes a tool dangerous, of high severity at least, and fails a run"
	}
	return "soft: alone it is of low severity and fails no run; with a second soft check it is medium, with a third high"
}

// rank says what GitHub calls a security-severity.
func rank(score string) string {
	var f float64
	if _, err := fmt.Sscan(score, &f); err != nil {
		return score
	}
	word := "low"
	switch {
	case f > 9:
		word = "critical"
	case f >= 7:
		word = "high"
	case f >= 4:
		word = "medium"
	}
	return fmt.Sprintf("%s (%s)", word, score)
}

func weakness(cwe string) string {
	if cwe == "" {
		return ""
	}
	return fmt.Sprintf(", [CWE-%s](https://cwe.mitre.org/data/definitions/%s.html)", cwe, cwe)
}
