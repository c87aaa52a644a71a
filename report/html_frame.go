package report

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// htmlSettings is the maximum number of settings shown; htmlSetting bounds each and is more than a configuration file can produce.
const htmlSettings, htmlSetting = 50, 2_000

// head renders the page up to the first finding and leaves its last elements open.
func (p *htmlPage) head(checks map[string]int, options int) g.Node {
	headline, why := p.headline()
	style := asset("style.css")
	some := len(p.report.Findings) > 0
	partly := ""
	if p.report.InContext {
		partly = partial
	}
	return g.Group{
		g.Raw("<!DOCTYPE html>\n<html lang=\"en\">\n"),
		h.Head(
			h.Meta(h.Charset("utf-8")), g.Raw("\n"), h.Meta(g.Attr("http-equiv", "Content-Security-Policy"),
				h.Content(policy(style, asset("script.js")))), g.Raw("\n"),
			h.Meta(h.Name("referrer"), h.Content("no-referrer")), h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")), g.Raw("\n"),
			g.El("title", g.Text("mcp-lint: "+headline)), h.StyleEl(g.Raw(style)),
		),
		g.Raw("\n<body>\n"),
		g.If(some, h.A(h.Class("skip"), h.Href("#findings"), g.Text("Skip to the findings"))),
		h.Header(
			h.P(h.Class("brand"), h.B(g.Text("mcp-lint")), g.Text(" report")), h.H1(g.Text(headline)), p.verdict(), p.origin(), lead(why), lead(partly),
			g.If(p.incomplete != "", h.P(h.Class("warn"), h.Role("note"), h.B(g.Text("Incomplete.")), g.Text(" "+p.incomplete))),
		),
		g.Raw("\n<main>\n"), p.summary(), g.Raw("\n"),
		g.Iff(some, func() g.Node { return p.filter(checks, options) }),
	}
}

// verdict says in the words of the text format whether the scan fails.
func (p *htmlPage) verdict() g.Node {
	if p.Outcome.Verdict == "" {
		return nil
	}
	class := "verdict"
	if p.Outcome.Verdict != lint.Passes {
		class += " bad"
	}
	return h.P(h.Class(class), g.Text("Verdict: "), h.B(wordNodes(words(p.Outcome.String(), messageRunes))))
}

// origin names the commit. Its date stands for that of the report, which is the same for the same commit.
func (p *htmlPage) origin() g.Node {
	o := p.Origin
	if o == nil {
		return nil
	}
	var terms g.Group
	term := func(name string, value g.Node) {
		terms = append(terms, h.Div(h.Dt(g.Text(name)), h.Dd(h.Class("x"), value)))
	}
	if o.Repository != "" {
		term("Repository", g.Text(o.Repository))
	}
	if url := o.CommitURL(); url != "" {
		term("Commit", link(url, o.Commit))
	} else if o.Commit != "" {
		term("Commit", g.Text(o.Commit))
	}
	if o.Date != "" {
		term("Date of the commit", g.Text(o.Date))
	}
	return g.If(len(terms) > 0, h.Dl(h.Class("origin"), terms))
}

func lead(text string) g.Node { return g.If(text != "", h.P(h.Class("lead"), g.Text(text))) }

func (p *htmlPage) headline() (headline, why string) {
	s := p.report.Summary
	nothing := s.Definitions == 0 && s.Servers == 0
	switch n := len(p.report.Findings); {
	case n > 0:
		return Count(n, "finding"), ""
	case nothing && p.report.InContext:
		return "No findings", "The files that were named define nothing that reaches a model."
	case nothing:
		return "Nothing to scan", "No MCP manifest, tool list, client configuration or source code that defines tools was found in " +
			Count(s.FilesSeen, "file") + "."
	case p.incomplete != "":
		return "No findings in what was scanned", ""
	case s.Suppressed > 0:
		return "No findings", suppressedHead(p.report) + "; they are listed below."
	}
	return "No findings", "Nothing in these definitions looks like an order to the model, hidden text, or a tool that stands in for another."
}

func (p *htmlPage) summary() g.Node {
	s := p.report.Summary
	facts := fmt.Sprintf("Scanned %s (%s) of %s in %s with mcp-lint %s.",
		Count(s.Tools, "tool"), Count(s.Definitions, "definition"), Count(s.Servers, "server"), Count(s.Files, "file"), p.version)
	less := demoted(s)
	if less != "" {
		less = "Demoted " + less
	}
	for _, f := range []string{staticWords(s), less, lockLine(p.report, relativePaths)} {
		if f != "" {
			facts += " " + f + "."
		}
	}
	_, skipped := byReason(s)
	coverage, mark, note := "full", "", ""
	switch {
	case s.Degraded || p.report.Coverage.Degraded():
		coverage, mark = "degraded", "warn"
	case p.incomplete != "":
		coverage, mark = "incomplete", "warn"
	case s.Definitions == 0 && s.Servers == 0 && !p.report.InContext:
		coverage, mark, note = "none", "warn", "nothing to scan"
	}
	tile := func(mark, label, value, note string) g.Node {
		return h.Div(h.Class("tile "+mark), h.Dt(g.Text(label)),
			h.Dd(g.Text(value), g.If(note != "", g.Group{g.Text(" "), h.Small(g.Text(note))})))
	}
	count := func(label string, n int, note string) g.Node { return tile("", label, strconv.Itoa(n), note) }
	settings := p.report.Settings[:min(len(p.report.Settings), htmlSettings)]
	left := len(p.report.Settings) - len(settings)
	return h.Section(
		h.Aria("labelledby", "summary"), h.H2(h.ID("summary"), h.Class("vh"), g.Text("Summary")), g.Raw("\n"),
		h.Dl(h.Class("tiles"), g.Map(severitiesDown, func(v detect.Severity) g.Node {
			class := "tile " + v.String()
			if s.Severities[v] == 0 {
				class += " none"
			}
			return h.Div(h.Class(class), h.Dt(severityNode(v.String())), h.Dd(g.Text(strconv.Itoa(s.Severities[v]))))
		})), g.Raw("\n"),
		h.Dl(
			h.Class("tiles small"), count("Tools", s.Tools, Count(s.Definitions, "definition")), count("Servers", s.Servers, ""),
			count("Files read", s.Files, fmt.Sprintf("of %d seen", max(s.FilesSeen, s.Files))), count("Suppressed", s.Suppressed, ""),
			count("Skipped", skipped, ""),
			tile(mark, "Coverage", coverage, note),
		), g.Raw("\n"),
		h.P(h.Class("dim"), g.Text(facts)),
		g.If(len(settings) > 0, h.Details(
			h.Class("settings"), g.Attr("open"), h.Summary(g.Text("Settings of the configuration file")),
			h.Ul(
				g.Map(settings, func(s string) g.Node { return untrusted(h.Li, words(s, htmlSetting)) }),
				g.If(left > 0, h.Li(g.Textf("and %d more", left))),
			),
		)),
	)
}

var severitiesDown = []detect.Severity{detect.SeverityCritical, detect.SeverityHigh, detect.SeverityMedium, detect.SeverityLow}

// filter renders the filters and the table head. The choices are those of the shown findings.
func (p *htmlPage) filter(checks map[string]int, options int) g.Node {
	choice := func(label, name string, list []htmlOption, left int) g.Node {
		return h.Label(h.Class("field"), h.Span(g.Text(label)), h.Select(
			h.Name(name), h.Option(h.Value(""), g.Text("all")),
			g.Map(list, func(o htmlOption) g.Node { return h.Option(h.Value(o.value), g.Textf("%s (%d)", o.label, o.count)) }),
			g.If(left > 0, h.Option(h.Disabled(), g.Textf("and %d more: search for their words", left))),
		))
	}
	var ids []htmlOption
	for id, n := range checks {
		ids = append(ids, htmlOption{id, id, n})
	}
	ids, idsLeft := limited(ids, options)
	servers, serversLeft := p.servers.choices(p.shown, func(f *lint.Finding) string { return f.Server }, options)
	files, filesLeft := p.files.choices(p.shown, func(f *lint.Finding) string { return f.PrimarySignal().Where.Rel }, options)
	chip := func(v detect.Severity) g.Node {
		n := 0
		for _, f := range p.shown {
			if f.Severity == v {
				n++
			}
		}
		return g.If(n > 0, h.Label(h.Class("chip"), h.Input(h.Type("checkbox"), h.Name("s"), h.Value(v.String())), severityNode(v.String()),
			g.Text(" "), h.Span(g.Text(strconv.Itoa(n)))))
	}
	button := func(id, text string) g.Node { return h.Button(h.Type("button"), h.ID(id), g.Text(text)) }
	left, verb := len(p.report.Findings)-len(p.shown), "are"
	if left == 1 {
		verb = "is"
	}
	column := func(name string) g.Node {
		return h.Th(h.Role("columnheader"), h.Scope("col"), g.If(name == "Evidence", h.Class("vh")), g.Text(name))
	}
	return g.Group{
		g.Raw(`<section aria-labelledby="findings"><h2 id="findings" tabindex="-1">Findings</h2>` + "\n"),
		h.Div(
			h.ID("filter"), h.Class("filter"), h.Role("search"), h.Aria("label", "Filter the findings"), g.Attr("hidden"),
			h.FieldSet(h.Legend(h.Class("vh"), g.Text("Severity")), g.Map(severitiesDown, chip)), g.Raw("\n"),
			choice("Check", "c", ids, idsLeft), choice("Server", "v", servers, serversLeft), choice("File", "p", files, filesLeft), g.Raw("\n"),
			h.Label(h.Class("field wide"), h.Span(g.Text("Words")),
				h.Input(h.Type("search"), h.Name("q"), h.AutoComplete("off"), g.Attr("spellcheck", "false"), h.Aria("keyshortcuts", "/"))),
			h.Div(h.Class("acts"), g.El("output", h.ID("shown"), h.Aria("live", "polite")),
				button("reset", "Reset"), g.Text(" "), button("open", "Expand all"), g.Text(" "), button("close", "Collapse all")),
		), g.Raw("\n"),
		g.If(left > 0, h.P(h.Class("warn"), h.Role("note"),
			g.Textf("%s did not fit and %s not in this page: it shows the %d most severe of %d. The JSON and SARIF outputs have them all.",
				Count(left, "further finding"), verb, len(p.shown), len(p.report.Findings)))),
		g.Raw(`<table class="fs" role="table" aria-labelledby="findings">`),
		h.THead(h.Role("rowgroup"), h.Tr(h.Role("row"), g.Map([]string{"Severity", "Check", "Tool", "Server", "Place", "Evidence"}, column))),
		g.Raw(`<tbody role="rowgroup">` + "\n"),
	}
}

func (p *htmlPage) foot(checks map[string]int) g.Node {
	ran := len(p.report.Coverage.Checks)
	return g.Group{
		g.If(ran > 0, h.Section(
			h.Aria("labelledby", "checks"), h.H2(h.ID("checks"), g.Text("Checks")), g.Raw("\n"),
			h.P(h.Class("dim intro"), g.Text(Count(ran, "check")+" ran; the documentation says "), link(lint.DocsURL("checks/README.md"), "what each looks for"),
				g.Text("."), g.If(len(checks) > 0, g.Text(" These found something. A hard signal is a matter of structure that honest tool text does not have; "+
					"a soft one is a matter of wording, and counts for more when several checks agree."))),
			g.Map(p.report.Rules, func(d detect.Documentation) g.Node {
				return g.Iff(checks[d.ID] > 0, func() g.Node { return checkNode(d, checks[d.ID]) })
			}),
		)),
		g.Raw("\n</main>\n"),
		h.Footer(h.Class("dim"), g.Text("Made by "), link("https://github.com/org/mcp-lint", "mcp-lint"),
			g.Text(" "+p.version+". Foreign words are quoted as they are written; characters that cannot be seen are drawn as badges, "+
				"credentials are redacted.")),
		g.Raw("\n"), h.Script(g.Raw(asset("script.js"))), g.Raw("\n</body>\n</html>\n"),
	}
}

func checkNode(d detect.Documentation, findings int) g.Node {
	return g.Group{
		g.Raw("\n"),
		h.Details(
			h.Class("panel"), h.ID("check-"+d.ID), h.Summary(h.H3(g.Text(d.ID)), g.Text(" "), h.Span(g.Text(d.Title)), g.Text(" "),
				dim(g.Text(d.Tier.String()+", "+Count(findings, "finding")))),
			h.Div(
				h.Class("body"), h.H4(g.Text("What it catches")), paragraphNodes(d.Catches), h.H4(g.Text("Why it matters")), paragraphNodes(d.Why),
				h.H4(g.Text("How to fix it")), paragraphNodes(d.Fix), h.P(link(lint.CheckURL(d.ID), "The page of "+d.ID+", with examples")),
			),
		),
	}
}
