package sarif

import (
	gosarif "github.com/owenrumney/go-sarif/v2/sarif"
)

// This file is the only one that knows go-sarif. It sets exactly what is meant and steps around what the library leaves
// to its caller: help needs text beside Markdown, a result needs the index of a rule that exists, fingerprints are
// strings, and a region without a source has no byte offset.

const (
	srcRoot = "%SRCROOT%"
	// schemaURI is the final schema of the standard, errata included.
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	toolName  = "mcp-lint"
	toolURI   = "https://github.com/org/mcp-lint"
)

type document struct {
	version, automationID string
	rules, noticeKinds    []descriptor
	results               []result
	notices               []notice
	// inContext is true when the results are only those of the paths that were named.
	inContext bool
	// withSuppressions is true when the results say whether they are suppressed.
	withSuppressions bool
}

// build returns what is to be encoded as JSON.
func (d document) build() any {
	driver := gosarif.NewDriver(toolName).WithInformationURI(toolURI)
	driver.FullName = ptr("mcp-lint, a linter for the text that AI agents obey")
	driver = driver.WithVersion(d.version)
	if semantic.MatchString(d.version) {
		driver.SemanticVersion = ptr(d.version)
	}
	for _, r := range d.rules {
		driver.Rules = append(driver.Rules, buildDescriptor(r))
	}
	kinds := map[string]int{}
	for i, k := range d.noticeKinds {
		kinds[k.id] = i
		driver.Notifications = append(driver.Notifications, buildDescriptor(k))
	}
	run := gosarif.NewRun(*gosarif.NewTool(driver)).
		WithColumnKind("utf16CodeUnits").
		WithNewlineSequences(newlines).
		WithAutomationDetails(gosarif.NewRunAutomationDetails().WithID(d.automationID)).
		WithOriginalUriBaseIds(map[string]*gosarif.ArtifactLocation{
			srcRoot: gosarif.NewArtifactLocation().WithDescriptionText("The root of the scanned repository."),
		})
	if d.inContext {
		run.Properties = gosarif.Properties{"inContext": true}
	}
	// A check that failed is an error among the notifications, and the run still succeeded: else whoever can make a
	// check fail could have all findings discarded.
	invocation := gosarif.NewInvocation().WithExecutionSuccess(true)
	for _, n := range d.notices {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, buildNotice(n, kinds[n.kind]))
	}
	run.AddInvocations(invocation)
	for _, r := range d.results {
		run.Results = append(run.Results, buildResult(r))
	}
	if d.withSuppressions {
		return d.suppressed(run)
	}
	return &gosarif.Report{Version: string(gosarif.Version210), Schema: schemaURI, Runs: []*gosarif.Run{run}}
}

func buildDescriptor(d descriptor) *gosarif.ReportingDescriptor {
	return gosarif.NewRule(d.id).WithName(d.name).WithHelpURI(d.helpURI).
		WithShortDescription(gosarif.NewMultiformatMessageString(d.short)).
		WithFullDescription(gosarif.NewMultiformatMessageString(d.full)).
		WithHelp(gosarif.NewMultiformatMessageString(d.help).WithMarkdown(d.markdown)).
		WithDefaultConfiguration(gosarif.NewReportingConfiguration().WithLevel(d.level)).
		WithProperties(d.properties)
}

func buildResult(r result) *gosarif.Result {
	out := gosarif.NewRuleResult(r.ruleID).WithRuleIndex(r.ruleIndex).WithLevel(r.level).
		WithMessage(gosarif.NewTextMessage(r.message)).
		WithLocations([]*gosarif.Location{gosarif.NewLocationWithPhysicalLocation(buildPlace(r.place))})
	out.PartialFingerprints = map[string]any{}
	if r.lineHash != "" {
		out.PartialFingerprints["primaryLocationLineHash"] = r.lineHash
	}
	if r.identity != "" {
		out.PartialFingerprints["mcpLintIdentity/v1"] = r.identity
	}
	for _, rel := range r.related {
		out.RelatedLocations = append(out.RelatedLocations, gosarif.NewLocationWithPhysicalLocation(buildPlace(rel.place)).
			WithId(rel.id).WithMessage(gosarif.NewTextMessage(rel.note)))
	}
	out.Properties = r.properties
	return out
}

func buildPlace(p place) *gosarif.PhysicalLocation {
	region := buildRegion(p.region)
	if p.rendered != "" {
		// The text of a snippet has to equal the region, hidden characters included; its rendering need not.
		snippet := gosarif.NewArtifactContent()
		if p.verbatim {
			snippet = snippet.WithText(p.rendered)
		} else {
			snippet = snippet.WithRendered(gosarif.NewMultiformatMessageString(p.rendered))
		}
		region = region.WithSnippet(snippet)
	}
	artifact := gosarif.NewSimpleArtifactLocation(p.uri)
	if p.inRoot {
		artifact = artifact.WithUriBaseId(srcRoot)
	}
	out := gosarif.NewPhysicalLocation().WithArtifactLocation(artifact).WithRegion(region)
	if p.line != nil {
		out = out.WithContextRegion(buildRegion(*p.line).WithSnippet(gosarif.NewArtifactContent().WithText(p.lineText)))
	}
	return out
}

func buildRegion(g region) *gosarif.Region {
	out := gosarif.NewRegion().
		WithStartLine(g.startLine).WithStartColumn(g.startColumn).WithEndLine(g.endLine).WithEndColumn(g.endColumn)
	if g.hasBytes {
		out = out.WithByteOffset(g.byteOffset).WithByteLength(g.byteLength)
	}
	return out
}

func buildNotice(n notice, kind int) *gosarif.Notification {
	out := gosarif.NewNotification().WithLevel(n.level).WithTextMessage(n.message).
		WithDescriptor(gosarif.NewReportingDescriptorReference().WithId(n.kind).WithIndex(kind))
	if n.at != nil {
		out.AddLocation(gosarif.NewLocationWithPhysicalLocation(buildPlace(*n.at)))
	}
	return out
}

func ptr(s string) *string { return &s }

// go-sarif leaves an empty list of suppressions out of a result and writes what one does not say as null. SARIF has both the other
// way: null is no value of these members, and when one result of a run says what suppresses it, all of them have to, if only with an
// empty list (3.27.23). So these types take the place of the library's.

type suppressedLog struct {
	Version string          `json:"version"`
	Schema  string          `json:"$schema"`
	Runs    []suppressedRun `json:"runs"`
}

type suppressedRun struct {
	*gosarif.Run
	Results []suppressedResult `json:"results"`
}

type suppressedResult struct {
	*gosarif.Result
	Suppressions []suppressionObject `json:"suppressions"`
}

type suppressionObject struct {
	Kind          string            `json:"kind"`
	Status        string            `json:"status"`
	Justification string            `json:"justification,omitempty"`
	Location      *gosarif.Location `json:"location,omitempty"`
}

// suppressed returns the log of a run whose results are those of the document.
func (d document) suppressed(run *gosarif.Run) suppressedLog {
	out := suppressedRun{Run: run, Results: []suppressedResult{}}
	for i, r := range d.results {
		res := suppressedResult{run.Results[i], []suppressionObject{}}
		for _, s := range r.suppressions {
			res.Suppressions = append(res.Suppressions, buildSuppression(s))
		}
		out.Results = append(out.Results, res)
	}
	return suppressedLog{string(gosarif.Version210), schemaURI, []suppressedRun{out}}
}

func buildSuppression(s suppression) suppressionObject {
	out := suppressionObject{Kind: "external", Status: "accepted", Justification: s.justification}
	if s.inSource {
		out.Kind = "inSource"
	}
	if s.at != nil {
		out.Location = gosarif.NewLocationWithPhysicalLocation(buildPlace(*s.at))
	}
	return out
}
