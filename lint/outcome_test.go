package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/lint"
)

func TestOutcome(t *testing.T) {
	finding := lint.Finding{}
	finding.Severity = detect.SeverityMedium
	medium := []lint.Finding{finding}
	const none = "no finding at medium or above"
	for _, x := range []struct {
		name   string
		report lint.Report
		want   string
	}{
		{"all was read", lint.Report{Summary: lint.Summary{Definitions: 1}}, "passes: " + none},
		{"launches alone", lint.Report{Summary: lint.Summary{Servers: 1}}, "passes: " + none},
		{"nothing was read", lint.Report{}, "not judged: nothing that reaches a model was found"},
		{"a commit holds nothing", lint.Report{InContext: true}, "passes: " + none},
		{"a check failed", lint.Report{Summary: lint.Summary{Definitions: 1, Degraded: true}}, "not judged in full: " + none + ", but a check failed or reached a limit"},
		{"a file is broken", lint.Report{Summary: lint.Summary{Incomplete: true}, Skips: []lint.Skip{{Path: "a.json", Reason: discover.SkipUnreadable, Detail: "it is cut off", Missed: true}}}, "not judged: a.json could not be read: it is cut off"},
		{"text is unknown", lint.Report{Summary: lint.Summary{Definitions: 4, Unresolved: 1}}, "not judged in full: " + none + ", but the text of 1 of 4 definitions is only known by running code"},
		{"findings win", lint.Report{Findings: medium, Summary: lint.Summary{Incomplete: true}}, "fails: 1 finding at medium or above"},
		{"hidden findings count", lint.Report{Summary: lint.Summary{Definitions: 1, WorstBelow: detect.SeverityHigh}}, "fails: hidden findings at medium or above"},
	} {
		assert.Equal(t, x.want, x.report.Outcome(detect.SeverityMedium, nil).String(), x.name)
	}
	found := lint.Report{Findings: medium, Summary: lint.Summary{Definitions: 1}}
	assert.Equal(t, "passes: no finding at critical", found.Outcome(detect.SeverityCritical, nil).String())
	assert.Equal(t, "passes: none fails with --fail-on never", found.Outcome(detect.SeverityNone, nil).String())
}
