// Package sarif writes a lint.Report as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as GitHub code
// scanning reads it.
//
// The output is pure ASCII and deterministic, contains no absolute path, and describes every check whether or not it found
// something. Each finding is one result under the rule of its primary check; its message links the other signals as related
// locations. Notifications say what was not scanned.
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
	// maxResults is how many results per run GitHub shows; it accepts 25,000.
	maxResults = 5000
	// maxUpload is GitHub's limit after compression, 10 MB, less a margin for differences between compressors.
	maxUpload = 9_500_000
	// maxCategory bounds the category, which is part of every alert's identity.
	maxCategory = 200

	srcRoot = "%SRCROOT%"
	// schemaURI is the final schema of the standard, errata included.
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	toolName  = "mcp-lint"
	toolURI   = "https://github.com/org/mcp-lint"
)

// semantic matches semantic versions (https://semver.org) without a leading v.
var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`)

// Options are the options of Write.
type Options struct {
	// Category separates analyses of one commit: an upload replaces the results of the same category. The empty category is "mcp-lint",
	// category "x" is "mcp-lint/x".
	Category string
	// IncludeSuppressed adds suppressed findings with their suppressions. They are left out by default because GitHub shows suppressed
	// results as open alerts.
	IncludeSuppressed bool
}

// Write writes the report. It fails only if w does.
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
		chosen, owners := selectFindings(r, suppressed, keep)
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
		// A failed check is an error notification, but the run still succeeded: otherwise, whoever can make a check fail could have all
		// findings discarded.
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

// newRun returns the run without its results and notifications. index maps rule IDs to positions in the list.
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

// version returns the version without the v of Git tags. Anything else, such as a development build, becomes a pre-release of 0.0.0,
// because viewers compare versions by number.
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

// automationID returns the ID whose part before the last slash GitHub uses as the category.
func automationID(category string) string {
	id := toolName + "/"
	if category = strings.Trim(text.Safe(category, maxCategory), "/ "); category != "" && category != toolName {
		id += category + "/"
	}
	return id
}

// fits reports whether the data compresses to at most n bytes.
func fits(data []byte, n int) bool {
	if len(data) <= n {
		return true
	}
	var size counter
	z := gzip.NewWriter(&size)
	// Writing to the counter cannot fail.
	_, _ = z.Write(data)
	_ = z.Close()
	return int(size) <= n
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// go-sarif omits an empty list of suppressions and writes an empty justification as null. SARIF wants the opposite: null is not allowed in
// these members, and if one result of a run has suppressions, all results need the list, even an empty one (3.27.23). These types replace
// the library's.

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
