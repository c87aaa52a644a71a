package report

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// The elements of the report. Text and values of attributes are escaped where they are written; addresses and names of attributes are our own.

func wordNodes(list []htmlWord) g.Node {
	return g.Map(list, func(w htmlWord) g.Node {
		if w.Name == "" {
			return g.Text(w.Text)
		}
		return h.B(h.Class("u"), h.Role("img"), h.Aria("label", w.Name), h.Title(w.Name), g.Text(w.Text))
	})
}

// foreign is an element around foreign words, which may break anywhere.
func foreign(element func(...g.Node) g.Node, list []htmlWord) g.Node {
	return element(h.Class("x"), wordNodes(list))
}

func bdi(children ...g.Node) g.Node { return g.El("bdi", children...) }

func dim(children ...g.Node) g.Node { return h.Span(h.Class("dim"), g.Group(children)) }

// placeNodes is a path that may break after each of its folders.
func placeNodes(parts [][]htmlWord) g.Node {
	var out g.Group
	for i, p := range parts {
		if i > 0 {
			out = append(out, h.Wbr())
		}
		out = append(out, wordNodes(p))
	}
	return out
}

func paragraphNodes(list [][]htmlInline) g.Node {
	return g.Map(list, func(p []htmlInline) g.Node {
		return h.P(g.Map(p, func(i htmlInline) g.Node {
			switch text := g.Text(i.Text); i.Kind {
			case "code":
				return h.Code(text)
			case "strong":
				return h.Strong(text)
			case "link":
				return link(i.URL, i.Text)
			default:
				return text
			}
		}))
	})
}

// link leads out of the page.
func link(url, text string) g.Node {
	return h.A(h.Href(url), h.Rel("noopener noreferrer"), g.Text(text))
}

func severityNode(severity, label string) g.Node {
	return h.Span(h.Class("sev "+severity), h.I(h.Aria("hidden", "true")), g.Text(label))
}

func excerptNode(e htmlExcerpt) g.Node {
	return h.Figure(
		h.Class("src"),
		g.If(e.Named, h.FigCaption(wordNodes(e.File))),
		g.Map(e.Lines, func(l htmlLine) g.Node {
			return g.Group{
				g.If(l.Gap, h.Div(h.Class("gap"), h.Aria("hidden", "true"), g.Text("⋯"))),
				h.Div(h.Class("ln"), h.Span(h.Class("no"), g.Text(strconv.Itoa(l.Number))), h.Code(g.Map(l.Runs, runNode))),
			}
		}),
		g.If(e.Cut, h.Div(h.Class("gap"), g.Text("More lines are not shown."))),
	)
}

func runNode(r htmlRun) g.Node {
	words := wordNodes(r.Words)
	if r.Redacted {
		words = h.B(h.Class("red"), words)
	}
	if r.Mark != "" {
		words = h.Mark(h.Class(r.Mark), words)
	}
	return g.Group{
		g.Map(r.Signals, func(n int) g.Node { return h.Sup(h.Class("n"), h.Data("n", strconv.Itoa(n))) }),
		words,
	}
}

// pair is two terms side by side, of which the second is what the finding is about.
func pair(first string, a []htmlWord, second string, b []htmlWord) g.Node {
	return h.Dl(h.Class("pair"), h.Div(h.Dt(g.Text(first)), foreign(h.Dd, a)),
		g.If(b != nil, h.Div(h.Dt(g.Text(second)), h.Dd(h.Class("x"), h.Mark(h.Class("main"), wordNodes(b))))))
}

func signalNode(s htmlSignal) g.Node {
	grade := s.Tier + ", confidence " + s.Confidence
	if s.Note {
		grade = "note"
	}
	return h.Li(
		h.P(
			g.If(s.Numbered, h.Span(h.Class("n"), g.Text(strconv.Itoa(s.N)))),
			h.B(g.Text(s.Check)), g.Text(" "), dim(g.Text(grade+", in")), g.Text(" "), foreign(h.Code, s.Field),
			g.If(s.Place != nil, g.Group{g.Text(" "), dim(g.Text("at")), g.Text(" "), bdi(h.Class("x"), placeNodes(s.Place))}),
			h.Br(), wordNodes(s.Detail),
			g.If(s.Inexact, g.Group{g.Text(" "), dim(g.Text("(the exact place in the value is not known)"))}),
		),
		g.Iff(s.Encoded != nil, func() g.Node { return pair("Encoded", s.Encoded, "Decodes to", s.Evidence) }),
		g.Iff(s.Encoded == nil && s.N > 1 && !s.Paired, func() g.Node { return h.P(h.Class("q"), foreign(h.Q, s.Evidence)) }),
		g.Map(s.Related, func(r htmlRelation) g.Node { return relationNode(r, s.Evidence) }),
		more(s.RelatedLeft, "more place"),
	)
}

// relationNode is a place that belongs to a signal with this evidence.
func relationNode(r htmlRelation, evidence []htmlWord) g.Node {
	place := g.If(r.Place != nil, g.Group{g.Text(" "), h.Span(h.Class("dim x"), placeNodes(r.Place))})
	if !r.Approved {
		return h.Div(
			h.Class("rel"),
			h.P(wordNodes(r.Note), g.Text(": "), bdi(wordNodes(r.Tool)), g.Text(" of server "), bdi(wordNodes(r.Server)), place),
			g.Iff(len(r.Excerpt.Lines) > 0, func() g.Node { return excerptNode(r.Excerpt) }),
		)
	}
	if !r.Same {
		evidence = nil
	}
	return h.Div(
		h.Class("rel"),
		h.P(wordNodes(r.Note), g.If(r.Field != nil, g.Group{g.Text(" "), foreign(h.Code, r.Field)}), place),
		g.Iff(r.Text != nil, func() g.Node { return pair("Approved", r.Text, "Now", evidence) }),
	)
}

// more counts what is left out, if anything is.
func more(n int, what string) g.Node {
	return g.If(n > 0, h.P(h.Class("dim"), g.Text("and "+Count(n, what))))
}

func findingNode(f htmlFinding) g.Node {
	cell := func(class string, children ...g.Node) g.Node {
		return h.Td(h.Role("cell"), g.If(class != "", h.Class(class)), g.Group(children))
	}
	return g.Group{
		h.Tr(
			h.Class("f "+f.Severity), h.Role("row"), h.ID("f"+strconv.Itoa(f.N)),
			h.Data("s", f.Severity), h.Data("c", f.AllChecks()), h.Data("v", strconv.Itoa(f.Server)), h.Data("p", strconv.Itoa(f.File)),
			cell("", severityNode(f.Severity, f.Severity), g.If(f.Demoted != "", h.Span(h.Class("dim dem"), g.Text(f.Demoted)))),
			cell("chk", g.Text(f.Primary()), g.If(f.More() > 0, g.Group{g.Text(" "), dim(g.Textf("+%d", f.More()))})),
			cell("tool", foreign(bdi, f.Tool)), cell("srv", foreign(bdi, f.Owner)), cell("at", bdi(h.Class("x"), placeNodes(f.Place))),
			cell("ev", h.Details(h.Summary(foreign(h.Q, f.Evidence)), h.Div(h.Class("body"), seenNode(f), helpNode(f)))),
		),
		g.Raw("\n"),
	}
}

// seenNode is what was found.
func seenNode(f htmlFinding) g.Node {
	grade := "a note, no alarm"
	if !f.Note {
		grade = fmt.Sprintf("%s (%s) · confidence %s · risk %d of 100", f.Level, f.Action, f.Confidence, f.Risk)
	}
	shared := g.Group{g.Text("The same words are part of ")}
	for i, w := range f.Shared {
		shared = append(shared, g.If(i > 0, g.Text(", ")), foreign(bdi, w))
	}
	return h.Div(
		h.Class("seen"), g.If(f.Title != "", h.H3(g.Text(f.Title))),
		h.P(
			h.Class("meta"), g.Text(f.Kind+" "), h.B(foreign(bdi, f.Tool)),
			g.If(!f.Alone, g.Group{g.Text(" of server "), h.B(foreign(bdi, f.Owner))}), g.Text(" · "+grade),
			g.If(f.Demoted != "", g.Text(" · severity "+f.Severity+": "+f.Demoted)),
			g.If(f.Digest != "", g.Group{g.Text(" · digest "), h.Code(h.Class("x"), g.Text(f.Digest))}),
		),
		g.If(f.Shared != nil, h.P(shared, g.If(f.SharedLeft > 0, g.Textf(" and %d more", f.SharedLeft)), g.Text("."))),
		g.Map(f.Excerpts, excerptNode),
		h.Ol(h.Class("sig"), g.Map(f.Signals, signalNode)), more(f.SignalsLeft, "more signal"),
	)
}

// helpNode is why that matters and what to do.
func helpNode(f htmlFinding) g.Node {
	if f.Fix == nil {
		return nil
	}
	return h.Div(
		h.Class("help"), h.Div(h.H4(g.Text("Why it matters")), paragraphNodes(f.Why)), h.Div(h.H4(g.Text("How to fix it")), paragraphNodes(f.Fix)),
		h.P(h.A(h.Href("#"+f.DocRef), g.Text("What "+f.Primary()+" catches")), g.Text(" · "), link(f.DocURL, "its page, with examples"),
			g.Text(" · "), h.A(h.Href("#f"+strconv.Itoa(f.N)), g.Text("link to this finding"))),
	)
}
