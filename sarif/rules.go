package sarif

import (
	"cmp"
	"fmt"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// descriptionRunes is GitHub's limit for shortDescription and fullDescription.
	descriptionRunes = 1024
	// nameRunes is GitHub's limit for the name of a rule.
	nameRunes = 255
	// helpExamples is the maximum number of bad and of good examples in the help of a rule; exampleRunes bounds each line.
	helpExamples = 2
	exampleRunes = 400
)

// Grade is how GitHub ranks the alerts of a rule.
type Grade struct {
	// Severity is the security-severity. CWE is the number of the weakness, or "".
	Severity, CWE string
}

// GradeOf ranks rules by the usual severity of their findings. GitHub reads security-severity as a CVSS score: critical above 9.0, high
// from 7.0, medium from 4.0. The CWE entries: 1427 is improper neutralization of input used for LLM prompting, 506 embedded malicious code,
// 200 exposure of sensitive information, 494 download of code without integrity check. A rug pull is 494 and not its parent 345,
// insufficient verification of data authenticity: the server may be authentic, but its definitions are not compared with what was approved;
// and CWE discourages mapping to 345, which is a class.
func GradeOf(d detect.Documentation) Grade {
	weakness := map[detect.ThreatType]string{
		detect.ThreatMaliciousCode: "506", detect.ThreatToolPoisoning: "1427", detect.ThreatPromptInjection: "1427",
		detect.ThreatExfiltration: "200", detect.ThreatRugPull: "494",
	}
	return Grade{gradeOf(d.Severity).score, cmp.Or(d.CWE, weakness[d.ThreatType])}
}

// grade is a severity in the terms of SARIF and GitHub: level, problem severity, security-severity in the middle of its range, precision of
// a soft check.
type grade struct{ level, problem, score, precision string }

func gradeOf(s detect.Severity) grade {
	return [...]grade{
		{"note", "recommendation", "1.0", "very-high"},
		{"note", "recommendation", "3.0", "medium"},
		{"warning", "warning", "5.5", "medium"},
		{"error", "error", "8.0", "high"},
		{"error", "error", "9.5", "high"},
	}[min(s, detect.SeverityCritical)]
}

// rules describes every check in the order of the report, then those with findings but no documentation. index maps rule IDs to positions
// in the list.
func rules(r *lint.Report, suppressed []lint.Suppressed) (list []*gosarif.ReportingDescriptor, index map[string]int) {
	list, index = []*gosarif.ReportingDescriptor{}, map[string]int{}
	add := func(d detect.Documentation) {
		if _, known := index[d.ID]; known {
			return
		}
		index[d.ID] = len(list)
		list = append(list, newRule(d))
	}
	worst := map[string]detect.Severity{}
	for i := range r.Findings {
		id := r.Findings[i].PrimarySignal().CheckID
		worst[id] = max(worst[id], r.Findings[i].Weight())
	}
	for _, d := range r.Rules {
		// GitHub ranks alerts by rule, so the rule gets the severity of its worst finding.
		d.Severity = cmp.Or(worst[d.ID], d.Severity)
		add(d)
	}
	found := func(f *lint.Finding) {
		s := f.PrimarySignal()
		add(detect.Documentation{
			ID: s.CheckID, Title: "Finding of " + s.CheckID, Tier: s.Tier, Severity: f.Severity, ThreatType: s.ThreatType,
		})
	}
	for i := range r.Findings {
		found(&r.Findings[i])
	}
	for i := range suppressed {
		found(&suppressed[i].Finding)
	}
	return list, index
}

func describe(id, short, full, help, markdown, level string) *gosarif.ReportingDescriptor {
	return gosarif.NewRule(id).WithShortDescription(gosarif.NewMultiformatMessageString(short)).
		WithFullDescription(gosarif.NewMultiformatMessageString(full)).
		WithHelp(gosarif.NewMultiformatMessageString(help).WithMarkdown(markdown)).
		WithDefaultConfiguration(gosarif.NewReportingConfiguration().WithLevel(level))
}

func newRule(d detect.Documentation) *gosarif.ReportingDescriptor {
	g, cwe := gradeOf(d.Severity), GradeOf(d).CWE
	if d.Tier == detect.TierHard {
		g.precision = "very-high"
	}
	page := lint.CheckURL(d.ID)
	if d.Catches == "" {
		// The check has no page of its own.
		page = lint.DocsURL("checks/README.md")
	}
	tags := []string{"security", "mcp", "ai-agents", d.Tier.String()}
	if d.ThreatType != "" {
		tags = append(tags, strings.ReplaceAll(string(d.ThreatType), "_", "-"))
	}
	if cwe != "" {
		tags = append(tags, "external/cwe/cwe-"+cwe)
	}
	short := sentence(text.Safe(plain(d.Title), descriptionRunes))
	full := cmp.Or(text.Safe(strings.TrimSpace(plain(d.Catches)+" "+plain(d.Why)), descriptionRunes), short)
	return describe(d.ID, short, full, helpText(d, short), helpMarkdown(d), g.level).
		WithName(text.Safe(pascalCase(d.ID), nameRunes)).WithHelpURI(page).WithProperties(gosarif.Properties{
		"tags": tags, "precision": g.precision, "problem.severity": g.problem, "security-severity": g.score,
	})
}

func helpText(d detect.Documentation, short string) string {
	parts := []string{short}
	for _, p := range []string{d.Catches, d.Why, d.Fix} {
		if p = plain(p); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("Run 'mcp-lint explain %s' for examples.", d.ID)), "\n\n")
}

// helpMarkdown is the help that GitHub shows beside an alert. Paragraphs are on one line, because GitHub keeps line breaks.
func helpMarkdown(d detect.Documentation) string {
	var b strings.Builder
	section := func(title, body string) {
		if body = strings.TrimSpace(body); body != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n\n", title, unwrap(body))
		}
	}
	section("What it catches", d.Catches)
	section("Why it matters", d.Why)
	section("How to fix it", d.Fix)
	examples(&b, "Examples that fire", d.Bad)
	examples(&b, "Examples that do not", d.Good)
	fmt.Fprintf(&b, "Run `mcp-lint explain %s` to read this offline.\n", d.ID)
	return b.String()
}

func examples(b *strings.Builder, title string, list []detect.Example) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n", title)
	for _, e := range list[:min(len(list), helpExamples)] {
		if e.Note != "" {
			fmt.Fprintf(b, "%s\n\n", unwrap(e.Note))
		}
		fence, shown := "```", cmp.Or(e.Tool, e.Text)
		for strings.Contains(shown, fence) {
			fence += "`"
		}
		fmt.Fprintf(b, "%sjson\n", fence)
		for _, line := range strings.Split(strings.TrimSpace(shown), "\n") {
			fmt.Fprintf(b, "%s\n", text.Safe(line, exampleRunes))
		}
		fmt.Fprintf(b, "%s\n\n", fence)
	}
}

// unwrap joins the lines of each paragraph, but not those of lists and code, which begin with a mark or a blank.
func unwrap(markdown string) string {
	lines := strings.Split(markdown, "\n")
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			if prose(lines[i-1]) && prose(line) {
				b.WriteByte(' ')
			} else {
				b.WriteByte('\n')
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

func prose(line string) bool {
	return line != "" && !strings.ContainsAny(line[:1], " \t-*+#>|`0123456789")
}

// plain removes the code and emphasis marks from one of our own texts and puts it on one line.
func plain(markdown string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "**", "").Replace(markdown)), " ")
}

// sentence capitalises the first ASCII letter and adds a full stop.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	words = strings.ToUpper(words[:1]) + words[1:]
	if strings.ContainsAny(words[len(words)-1:], ".!?") {
		return words
	}
	return words + "."
}

// pascalCase turns unicode.hidden into UnicodeHidden: the name of a rule must differ from its ID.
func pascalCase(id string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(id, func(r rune) bool { return r == '.' || r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
