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
	// descriptionRunes is GitHub's bound on shortDescription and fullDescription.
	descriptionRunes = 1024
	// nameRunes is GitHub's bound on the name of a rule.
	nameRunes = 255
	// helpExamples is how many bad and how many good examples the help of a rule shows; exampleRunes bounds a line
	// of one.
	helpExamples = 2
	exampleRunes = 400
)

// Grade is how GitHub ranks the alerts of a rule.
type Grade struct {
	// Severity is the security-severity; CWE is the number of the weakness, or empty.
	Severity, CWE string
}

// GradeOf ranks rules by the severity that their findings usually have. GitHub reads security-severity as a CVSS score: critical above 9.0,
// high from 7.0, medium from 4.0. The weaknesses are of the Common Weakness Enumeration: 1427 is improper neutralization of input used for
// LLM prompting, 506 embedded malicious code, 200 exposure of sensitive information, 494 download of code without integrity check. A rug
// pull is the last one, and not its parent 345, insufficient verification of data authenticity: the server may well be who it says it is,
// but what it hands out for a model to follow is not compared with what was approved; and 345 is a class, to which the enumeration
// discourages mapping.
func GradeOf(d detect.Documentation) Grade {
	weakness := map[detect.ThreatType]string{
		detect.ThreatMaliciousCode: "506", detect.ThreatToolPoisoning: "1427", detect.ThreatPromptInjection: "1427",
		detect.ThreatExfiltration: "200", detect.ThreatRugPull: "494",
	}
	return Grade{gradeOf(d.Severity).score, cmp.Or(d.CWE, weakness[d.ThreatType])}
}

// grade is how SARIF and GitHub call a severity, for a level, a problem, a security-severity in the middle of its range and the precision of a
// soft check.
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

// rules describes every check, in the order of the report, and after them those that have findings and no documentation.
// index maps IDs to places in the list.
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
		// GitHub ranks alerts by their rule, so that a rule is as severe as the worst of what it found.
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
		// It has no page of its own.
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

// helpMarkdown is what GitHub shows beside an alert. Its paragraphs are on one line each, for line breaks would show.
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

// unwrap joins the lines of each paragraph; lists and code, whose lines begin with a mark or a blank, stay as they are.
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

// plain takes the marks of code and emphasis out of one of our own texts and puts it on one line.
func plain(markdown string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "**", "").Replace(markdown)), " ")
}

// sentence begins words, when they begin in ASCII, with a capital and ends them with a full stop.
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

// pascalCase makes UnicodeHidden of unicode.hidden: the name of a rule must differ from its ID.
func pascalCase(id string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(id, func(r rune) bool { return r == '.' || r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
