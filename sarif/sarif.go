// Package sarif writes a lint.Report as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as GitHub code
// scanning reads it.
//
// The file is pure ASCII and deterministic, holds no folder of the machine, and describes every check whether it found
// something or not. Each finding is one result, of the rule of its primary check; the other signals are related locations
// that its message links. What was not looked at is in the notifications.
package sarif

import (
	"compress/gzip"
	"fmt"
	"io"
	"regexp"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

const (
	// maxResults is how many results of a run GitHub shows; it takes 25,000 and drops the rest.
	maxResults = 5000
	// maxUpload is how large a file may be for GitHub after compression: 10 MB, less a margin for its own gzip.
	maxUpload = 9_500_000
	// maxCategory bounds the category, which becomes part of every alert's identity.
	maxCategory = 200

	srcRoot = "%SRCROOT%"
	// schemaURI is the final schema of the standard, errata included.
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	toolName  = "mcp-lint"
	toolURI   = "https://github.com/org/mcp-lint"
)

// semantic matches semantic versions (https://semver.org), without a leading v.
var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`)

// Options says how Write writes.
type Options struct {
	// Category distinguishes analyses of one commit: the results of an upload replace those of the same category. The
	// empty category is "mcp-lint", category "x" is "mcp-lint/x".
	Category string
	// IncludeSuppressed puts in what was suppressed, with what suppresses it. GitHub shows suppressed results as open
	// alerts, which is why they stay out unless asked for.
	IncludeSuppressed bool
}

// Write writes the report. It fails only when w does.
func Write(w io.Writer, r *lint.Report, opts Options) error {
	return write(w, r, opts, limits{maxResults, maxUpload})
}

type limits struct{ results, upload int }

func write(w io.Writer, r *lint.Report, opts Options, max limits) error {
	var suppressed []lint.Suppressed
	if opts.IncludeSuppressed {
		suppressed = r.Suppressed
	}
	kinds := map[string]int{}
	for i, k := range noticeKinds() {
		kinds[k.ID] = i
	}
	run, index := newRun(r, suppressed, opts.Category)
	for keep := min(len(r.Findings)+len(suppressed), max.results); ; keep = keep * 3 / 4 {
		run.Results = []*gosarif.Result{}
		withSuppressions := []suppressedResult{}
		chosen, owners := chosenFindings(r, suppressed, keep)
		shown := len(chosen) - len(owners)
		for i, f := range chosen {
			res := newResult(f, index[f.PrimarySignal().CheckID])
			by := []suppression{}
			if i >= shown {
				*res.Message.Text += sharedSentence(f.SharedBy)
				by = append(by, newSuppression(r, owners[i-shown]))
			}
			run.Results = append(run.Results, res)
			withSuppressions = append(withSuppressions, suppressedResult{res, by})
		}
		list := notices(r, shown)
		if left := len(suppressed) - len(owners); left > 0 {
			list = append(list, newNotice(noticeCut, "note", nil,
				fmt.Sprintf("%d of %d suppressed findings are not in this file.", left, len(suppressed))))
		}
		for _, n := range list {
			n.Descriptor.WithIndex(kinds[*n.Descriptor.Id])
		}
		// A check that failed is an error among the notifications, and the run still succeeded: else whoever can make a
		// check fail could have all findings discarded.
		run.Invocations = []*gosarif.Invocation{{ExecutionSuccessful: new(true), ToolExecutionNotifications: list}}
		log := &gosarif.Report{Version: string(gosarif.Version210), Schema: schemaURI, Runs: []*gosarif.Run{run}}
		var document any = log
		if opts.IncludeSuppressed {
			document = suppressedLog{log, []suppressedRun{{run, withSuppressions}}}
		}
		data, err := asciijson.Encode(document)
		if err != nil {
			return fmt.Errorf("could not encode the SARIF report: %w", err)
		}
		if keep > 0 && !fits(data, max.upload) {
			continue
		}
		if _, err := w.Write(data); err != nil {
			return fmt.Errorf("could not write the SARIF report: %w", err)
		}
		return nil
	}
}

// newRun is all of a run but its results and notifications. index maps IDs of rules to their places in the list.
func newRun(r *lint.Report, suppressed []lint.Suppressed, category string) (run *gosarif.Run, index map[string]int) {
	driver := gosarif.NewDriver(toolName).WithInformationURI(toolURI).WithVersion(version(r.Version))
	driver.FullName, driver.Notifications = new("mcp-lint, a linter for the text that AI agents obey"), noticeKinds()
	if semantic.MatchString(*driver.Version) {
		driver.SemanticVersion = driver.Version
	}
	driver.Rules, index = rules(r, suppressed)
	run = &gosarif.Run{
		Tool: gosarif.Tool{Driver: driver}, ColumnKind: "utf16CodeUnits", NewlineSequences: newlines,
		AutomationDetails: gosarif.NewRunAutomationDetails().WithID(automationID(category)),
		OriginalUriBaseIDs: map[string]*gosarif.ArtifactLocation{
			srcRoot: gosarif.NewArtifactLocation().WithDescriptionText("The root of the scanned repository."),
		},
	}
	if r.InContext {
		run.Properties = gosarif.Properties{"inContext": true}
	}
	return run, index
}

// version is the version of mcp-lint without the v of Git tags. What is none, as in a build outside of a release, becomes a
// pre-release of 0.0.0, for viewers compare versions by number.
func version(v string) string {
	v = strings.TrimPrefix(text.Safe(v, maxCategory), "v")
	if v != "" && v[0] >= '0' && v[0] <= '9' {
		return v
	}
	if pre := "0.0.0-" + strings.Trim(v, "()"); semantic.MatchString(pre) {
		return pre
	}
	return "0.0.0-devel"
}

// automationID returns the id whose part before the last slash GitHub takes for the category.
func automationID(category string) string {
	id := toolName + "/"
	if category = strings.Trim(text.Safe(category, maxCategory), "/ "); category != "" && category != toolName {
		id += category + "/"
	}
	return id
}

// fits reports whether the data, compressed, is at most n bytes.
func fits(data []byte, n int) bool {
	if len(data) <= n {
		return true
	}
	var size counter
	z := gzip.NewWriter(&size)
	// A counter takes everything.
	_, _ = z.Write(data)
	_ = z.Close()
	return int(size) <= n
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// go-sarif leaves an empty list of suppressions out of a result and writes what one does not say as null. SARIF has both the other
// way: null is no value of these members, and when one result of a run says what suppresses it, all of them have to, if only with an
// empty list (3.27.23). So these types take the place of the library's.

type suppressedLog struct {
	*gosarif.Report
	Runs []suppressedRun `json:"runs"`
}

type suppressedRun struct {
	*gosarif.Run
	Results []suppressedResult `json:"results"`
}

type suppressedResult struct {
	*gosarif.Result
	Suppressions []suppression `json:"suppressions"`
}

type suppression struct {
	Kind          string            `json:"kind"`
	Status        string            `json:"status"`
	Justification string            `json:"justification,omitempty"`
	Location      *gosarif.Location `json:"location,omitempty"`
}
