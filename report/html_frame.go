package report

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// headNode is the page as far as the first finding. Its last elements are left open for them.
func headNode(p *htmlPage) g.Node {
	return g.Group{
		g.Raw("<!DOCTYPE html>\n<html lang=\"en\">\n"),
		h.Head(
			h.Meta(h.Charset("utf-8")), g.Raw("\n"), h.Meta(g.Attr("http-equiv", "Content-Security-Policy"), h.Content(p.Policy)), g.Raw("\n"),
			h.Meta(h.Name("referrer"), h.Content("no-referrer")), h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")), g.Raw("\n"),
			g.El("title", g.Text("mcp-lint: "+p.Headline)), h.StyleEl(g.Raw(p.Style)),
		),
		g.Raw("\n<body>\n"),
		g.If(p.All > 0, h.A(h.Class("skip"), h.Href("#findings"), g.Text("Skip to the findings"))),
		h.Header(
			h.P(h.Class("brand"), h.B(g.Text("mcp-lint")), g.Text(" report")), h.H1(g.Text(p.Headline)), lead(p.Lead), lead(p.Partial),
			g.If(p.Incomplete != "", h.P(h.Class("warn"), h.Role("note"), h.B(g.Text("Incomplete.")), g.Text(" "+p.Incomplete))),
		),
		g.Raw("\n<main>\n"), summaryNode(p), g.Raw("\n"),
		g.Iff(p.All > 0, func() g.Node { return filterNode(p) }),
	}
}

func lead(text string) g.Node { return g.If(text != "", h.P(h.Class("lead"), g.Text(text))) }

func summaryNode(p *htmlPage) g.Node {
	facts := "Scanned " + p.Scanned + " with mcp-lint " + p.Version + "."
	for _, f := range p.Facts {
		facts += " " + f + "."
	}
	return h.Section(
		h.Aria("labelledby", "summary"), h.H2(h.ID("summary"), h.Class("vh"), g.Text("Summary")), g.Raw("\n"),
		h.Dl(h.Class("tiles"), g.Map(p.Severities, func(t htmlTile) g.Node {
			class := "tile " + t.Mark
			if t.Value == "0" {
				class += " none"
			}
			return h.Div(h.Class(class), h.Dt(severityNode(t.Mark, t.Label)), h.Dd(g.Text(t.Value)))
		})), g.Raw("\n"),
		h.Dl(h.Class("tiles small"), g.Map(p.Tiles, func(t htmlTile) g.Node {
			return h.Div(h.Class("tile "+t.Mark), h.Dt(g.Text(t.Label)), h.Dd(g.Text(t.Value), g.If(t.Note != "", g.Group{g.Text(" "), h.Small(g.Text(t.Note))})))
		})), g.Raw("\n"),
		h.P(h.Class("dim"), g.Text(facts)),
		g.If(p.Settings != nil, h.Details(
			h.Class("settings"), g.Attr("open"), h.Summary(g.Text("Settings of the configuration file")),
			h.Ul(
				g.Map(p.Settings, func(s []htmlWord) g.Node { return foreign(h.Li, s) }),
				g.If(p.SettingsLeft > 0, h.Li(g.Textf("and %d more", p.SettingsLeft))),
			),
		)),
	)
}

// filterNode is what findings are filtered with, and the head of their table.
func filterNode(p *htmlPage) g.Node {
	choice := func(label, name string, o htmlOptions) g.Node {
		return h.Label(h.Class("field"), h.Span(g.Text(label)), h.Select(
			h.Name(name), h.Option(h.Value(""), g.Text("all")),
			g.Map(o.List, func(o htmlOption) g.Node { return h.Option(h.Value(o.Value), g.Textf("%s (%d)", o.Label, o.Count)) }),
			g.If(o.Left > 0, h.Option(h.Disabled(), g.Textf("and %d more: search for their words", o.Left))),
		))
	}
	button := func(id, text string) g.Node { return h.Button(h.Type("button"), h.ID(id), g.Text(text)) }
	verb := "are"
	if p.Left == 1 {
		verb = "is"
	}
	column := func(name string) g.Node {
		return h.Th(h.Role("columnheader"), h.Scope("col"), g.If(name == "Evidence", h.Class("vh")), g.Text(name))
	}
	return g.Group{
		g.Raw(`<section aria-labelledby="findings"><h2 id="findings" tabindex="-1">Findings</h2>` + "\n"),
		h.Div(
			h.ID("filter"), h.Class("filter"), h.Role("search"), h.Aria("label", "Filter the findings"), g.Attr("hidden"),
			h.FieldSet(h.Legend(h.Class("vh"), g.Text("Severity")), g.Map(p.Chips, func(c htmlTile) g.Node {
				return h.Label(h.Class("chip"), h.Input(h.Type("checkbox"), h.Name("s"), h.Value(c.Mark)), severityNode(c.Mark, c.Mark), g.Text(" "), h.Span(g.Text(c.Value)))
			})), g.Raw("\n"),
			choice("Check", "c", p.CheckOptions), choice("Server", "v", p.ServerOptions), choice("File", "p", p.FileOptions), g.Raw("\n"),
			h.Label(h.Class("field wide"), h.Span(g.Text("Words")), h.Input(h.Type("search"), h.Name("q"), h.AutoComplete("off"), g.Attr("spellcheck", "false"), h.Aria("keyshortcuts", "/"))),
			h.Div(h.Class("acts"), g.El("output", h.ID("shown"), h.Aria("live", "polite")),
				button("reset", "Reset"), g.Text(" "), button("open", "Expand all"), g.Text(" "), button("close", "Collapse all")),
		), g.Raw("\n"),
		g.If(p.Left > 0, h.P(h.Class("warn"), h.Role("note"), g.Textf("%s did not fit and %s not in this page: it shows the %d most severe of %d. The JSON and SARIF outputs have them all.",
			Count(p.Left, "further finding"), verb, p.Shown, p.All))),
		g.Raw(`<table class="fs" role="table" aria-labelledby="findings">`),
		h.THead(h.Role("rowgroup"), h.Tr(h.Role("row"), g.Map([]string{"Severity", "Check", "Tool", "Server", "Place", "Evidence"}, column))),
		g.Raw(`<tbody role="rowgroup">` + "\n"),
	}
}

// middleNode ends the table of the findings.
func middleNode(p *htmlPage) g.Node {
	return g.If(p.All > 0, g.Group{
		g.Raw("</tbody></table>\n"), h.P(h.ID("nothing"), g.Attr("hidden"), g.Text("No finding matches the filter.")), g.Raw("</section>\n"),
	})
}

// panelNode begins a panel: its rows follow, and endPanelNode.
func panelNode(p htmlPanel) g.Node {
	class, open := "panel", ""
	if p.Loud {
		class, open = "panel loud", " open"
	}
	return g.Group{
		g.Rawf(`<section class="panels"><details class="%s" id="%s"%s>`, class, p.ID, open),
		h.Summary(h.H2(g.Text(p.Title)), g.Text(" "), dim(g.Text(strconv.Itoa(p.Count)))), g.Raw(`<div class="body">`),
		g.If(p.Lead != "", h.P(g.Text(p.Lead))), g.Raw(`<ul class="rows">` + "\n"),
	}
}

func rowNode(r htmlRow) g.Node {
	return g.Group{
		h.Li(
			g.If(r.Label != "", g.Group{h.Span(h.Class("tag"), g.Text(r.Label)), g.Text(" ")}),
			g.If(r.Place != nil, g.Group{h.Code(h.Class("x"), placeNodes(r.Place)), g.Text(" ")}), foreign(h.Span, r.Text),
		),
		g.Raw("\n"),
	}
}

func endPanelNode(left int) g.Node {
	return g.Group{
		g.Raw("</ul>"), g.If(left > 0, h.P(h.Class("dim"), g.Textf("and %d more", left))), g.Raw("</div></details></section>\n"),
	}
}

// footNode explains the checks and ends the page.
func footNode(p *htmlPage) g.Node {
	title := "What is looked for"
	if p.All > 0 {
		title = "Checks"
	}
	return g.Group{
		g.Iff(p.Checks != nil, func() g.Node {
			return h.Section(
				h.Aria("labelledby", "checks"), h.H2(h.ID("checks"), g.Text(title)), g.Raw("\n"),
				h.P(h.Class("dim intro"), g.Text("A hard signal is a matter of structure that honest tool text does not have; a soft one is a matter of wording, and counts for more when several checks agree.")),
				g.Map(p.Checks, checkNode),
			)
		}),
		g.Raw("\n</main>\n"),
		h.Footer(h.Class("dim"), g.Text("Made by "), link("https://github.com/org/mcp-lint", "mcp-lint"),
			g.Text(" "+p.Version+". Foreign words are quoted as they are written; characters that cannot be seen are drawn as badges, credentials are redacted.")),
		g.Raw("\n"), h.Script(g.Raw(p.Script)), g.Raw("\n</body>\n</html>\n"),
	}
}

func checkNode(c htmlCheck) g.Node {
	state := c.Tier
	switch {
	case !c.Ran:
		state += ", did not run"
	case c.Findings > 0:
		state += ", " + Count(c.Findings, "finding")
	}
	return g.Group{
		g.Raw("\n"),
		h.Details(
			h.Class("panel"), h.ID("check-"+c.ID), h.Summary(h.H3(g.Text(c.ID)), g.Text(" "), h.Span(g.Text(c.Title)), g.Text(" "), dim(g.Text(state))),
			h.Div(
				h.Class("body"), h.H4(g.Text("What it catches")), paragraphNodes(c.Catches), h.H4(g.Text("Why it matters")), paragraphNodes(c.Why),
				h.H4(g.Text("How to fix it")), paragraphNodes(c.Fix), h.P(link(c.URL, "The page of "+c.ID+", with examples")),
			),
		),
	}
}
