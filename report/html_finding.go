package report

import (
	"fmt"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// Per row: htmlSignals is the maximum number of signals, htmlRepeats of places with the same finding, htmlRelated of related places per
	// signal, htmlShared of tools with the same words.
	htmlSignals, htmlRepeats, htmlRelated, htmlShared = 100, 1_000, 5, 20
	// htmlDetail bounds the message of a check, which may quote names.
	htmlDetail = 400
	// encodedRunes bounds an encoded run shown beside its decoded text.
	encodedRunes = 400
)

type findingSize struct {
	signals, repeats int
	related          bool
}

// finding renders the nth row: a finding, and the others that are the same in other places.
func (p *htmlPage) finding(same []*lint.Finding, n int, size findingSize) g.Node {
	f, others := same[0], same[1:]
	s, severity, number, checks := f.PrimarySignal(), f.Severity.String(), strconv.Itoa(n), checksOf(f)
	less := ""
	if f.Demoted != "" {
		less = strings.Trim(strings.TrimPrefix(f.Grade(), severity), " ()")
	}
	// A filter by server or file finds a row by each of its findings.
	indexes := func(of func(f *lint.Finding) int) string {
		var list []string
		seen := map[int]bool{}
		for _, f := range same {
			if i := of(f); !seen[i] {
				seen[i], list = true, append(list, strconv.Itoa(i))
			}
		}
		return strings.Join(list, " ")
	}
	cell := func(class string, children ...g.Node) g.Node {
		return h.Td(h.Role("cell"), g.If(class != "", h.Class(class)), g.Group(children))
	}
	return g.Group{
		h.Tr(
			h.Class("f "+severity), h.Role("row"), h.ID("f"+number), h.Data("s", severity), h.Data("c", strings.Join(checks, " ")),
			h.Data("v", indexes(func(f *lint.Finding) int { return p.servers.index(f.Server) })),
			h.Data("p", indexes(func(f *lint.Finding) int { return p.files.index(f.PrimarySignal().Where.Rel) })),
			g.If(len(others) > 0, h.Data("f", strconv.Itoa(len(same)))),
			cell("", severityNode(severity), g.If(less != "", h.Span(h.Class("dim dem"), g.Text(less)))),
			cell("chk", g.Text(checks[0]), g.If(len(checks) > 1, g.Group{g.Text(" "), dim(g.Textf("+%d", len(checks)-1))})),
			cell("tool", name(f.Tool)), cell("srv", name(f.Server)), cell("at", bdi(h.Class("x"), p.place(s.Where)), g.If(len(others) > 0, g.Group{g.Text(" "), dim(g.Textf("and %d more", len(others)))})),
			cell("ev", h.Details(
				h.Summary(h.Span(h.B(wordNodes(words(capital(f.Message), htmlDetail))),
					g.If(s.Evidence != "", g.Group{h.Br(), untrusted(h.Q, words(s.Evidence, evidenceRunes))}))),
				h.Div(h.Class("body"), p.evidenceNode(f, others, less, size), p.help(s.CheckID, number)),
			)),
		),
		g.Raw("\n"),
	}
}

func name(s string) g.Node { return untrusted(bdi, words(s, nameRunes)) }

// evidenceNode shows the evidence, and where others are the same. less says why the finding is less severe than elsewhere.
func (p *htmlPage) evidenceNode(f *lint.Finding, others []*lint.Finding, less string, size findingSize) g.Node {
	shown := weightiest(f, size.signals)
	source, numbers := excerpts(f, shown)
	var signals g.Group
	for k, i := range shown {
		s, at := &f.Signals[i], ""
		if k > 0 && !numbers[k+1] && s.Where.Known() {
			at = fmt.Sprintf(":%d", s.Where.Start.Line)
		}
		signals = append(signals, p.signalNode(s, k+1, len(shown) > 1, at, size.related))
	}
	return h.Div(
		h.Class("seen"),
		h.P(
			h.Class("meta"), g.Text(kindWords(f.Kind)+" "), subject(f),
			g.Text(" · "+verdict(f)), g.If(less != "", g.Text(" · severity "+f.Severity.String()+": "+less)),
			g.If(f.Digest != "", g.Group{g.Text(" · digest "), h.Code(h.Class("x"), g.Text(text.Safe(string(f.Digest), nameRunes)))}),
		),
		g.Iff(len(f.SharedBy) > 0, func() g.Node { return sharedNode(f.SharedBy) }),
		g.Iff(len(others) > 0, func() g.Node { return p.repeatsNode(f, others, size.repeats) }), source,
		h.Ol(h.Class("sig"), signals), more(len(f.Signals)-len(shown), "more signal"),
	)
}

// subject names a definition, and its server unless it stands for that.
func subject(f *lint.Finding) g.Node {
	return g.Group{
		h.B(name(f.Tool)), g.If(f.Server != "" && !(f.Kind.OfServer() && f.Tool == f.Server), g.Group{g.Text(" of server "), h.B(name(f.Server))}),
	}
}

// repeatsNode lists the others that are the same as a finding, with their evidence where that differs.
func (p *htmlPage) repeatsNode(first *lint.Finding, others []*lint.Finding, limit int) g.Node {
	shown := others[:min(len(others), limit)]
	return g.Group{
		h.P(g.Textf("The same in %s:", Count(len(others), "more place"))),
		h.Ul(h.Class("rows"), g.Map(shown, func(f *lint.Finding) g.Node {
			s := f.PrimarySignal()
			return h.Li(subject(f), g.Text(" at "), h.Code(h.Class("x"), p.place(s.Where)),
				g.If(s.Evidence != first.PrimarySignal().Evidence, g.Group{g.Text(" "), untrusted(h.Q, words(s.Evidence, evidenceRunes))}))
		})),
		more(len(others)-len(shown), "more place"),
	}
}

func sharedNode(names []string) g.Node {
	out := g.Group{g.Text("The same words are part of ")}
	for i, one := range names[:min(len(names), htmlShared)] {
		out = append(out, g.If(i > 0, g.Text(", ")), name(one))
	}
	left := len(names) - htmlShared
	return h.P(out, g.If(left > 0, g.Textf(" and %d more", left)), g.Text("."))
}

func (p *htmlPage) help(check, number string) g.Node {
	rule, ok := ruleOf(p.report, check)
	if !ok || strings.TrimSpace(rule.Fix) == "" {
		return nil
	}
	return h.Div(
		h.Class("help"), h.Div(h.H3(g.Text("Why it matters")), paragraphNodes(rule.Why)),
		h.Div(h.H3(g.Text("How to fix it")), paragraphNodes(rule.Fix)),
		h.P(h.A(h.Href("#check-"+rule.ID), g.Text("What "+check+" catches")), g.Text(" · "),
			link(lint.CheckURL(rule.ID), "its page, with examples"),
			g.Text(" · "), h.A(h.Href("#f"+number), g.Text("link to this finding"))),
	)
}

// signalNode shows the nth signal. Numbered signals are marked by number in the source; at is the line of one that is not. The evidence of
// the first signal is shown above already, and a signal with an approved text shows both side by side.
func (p *htmlPage) signalNode(s *lint.Signal, n int, numbered bool, at string, related bool) g.Node {
	evidence := words(s.Evidence, evidenceRunes)
	var relations g.Group
	paired := false
	for k := range s.Related[:min(len(s.Related), htmlRelated)] {
		rel := &s.Related[k]
		paired = paired || rel.Approved() && s.StandsAt(rel) && rel.Text != ""
		relations = append(relations, p.relationNode(s, rel, related))
	}
	return h.Li(
		h.P(
			g.If(numbered, h.Span(h.Class("n"), g.Text(strconv.Itoa(n)))),
			h.B(g.Text(s.CheckID)), g.Text(" "), dim(g.Text(weight(s)+", in")), g.Text(" "), untrusted(h.Code, words(s.Field, 2*nameRunes)),
			g.If(at != "", g.Group{g.Text(" "), dim(g.Text("at")), g.Text(" "), bdi(h.Class("x"), segments(s.Where.Rel, at))}),
			h.Br(), wordNodes(words(s.Detail, htmlDetail)),
			g.If(!s.Where.Exact, g.Group{g.Text(" "), dim(g.Text("(the exact place in the value is not known)"))}),
		),
		g.If(s.Encoded != "", pair("Encoded", words(s.Encoded, encodedRunes), "Decodes to", evidence)),
		g.If(s.Encoded == "" && n > 1 && !paired, h.P(h.Class("q"), untrusted(h.Q, evidence))),
		relations, more(len(s.Related)-htmlRelated, "more place"),
	)
}

// relationNode shows a related place of a signal or the approved text.
func (p *htmlPage) relationNode(s *lint.Signal, rel *lint.Related, source bool) g.Node {
	note := wordNodes(words(rel.Note, htmlDetail))
	place := g.Iff(rel.Where.Known(), func() g.Node { return g.Group{g.Text(" "), h.Span(h.Class("dim x"), p.place(rel.Where))} })
	if !rel.Approved() {
		return h.Div(
			h.Class("rel"), h.P(note, g.Text(": "), bdi(wordNodes(words(rel.Tool, nameRunes))), g.Text(" of server "),
				bdi(wordNodes(words(rel.Server, nameRunes))), place),
			g.Iff(source && rel.Excerpt != nil && len(rel.Excerpt.Lines) > 0, func() g.Node {
				return excerptNode(rel.Excerpt, excerptLines(rel.Excerpt, func(signals []int) []int { return make([]int, len(signals)) }, true), false)
			}),
		)
	}
	var field, evidence []htmlWord
	if s.StandsAt(rel) {
		evidence = words(s.Evidence, evidenceRunes)
	} else if rel.Field != "" {
		field = words(rel.Field, 2*nameRunes)
	}
	return h.Div(
		h.Class("rel"), h.P(note, g.If(field != nil, g.Group{g.Text(" "), untrusted(h.Code, field)}), place),
		g.If(rel.Text != "", pair("Approved", words(rel.Text, evidenceRunes), "Now", evidence)),
	)
}

func checksOf(f *lint.Finding) []string {
	if len(f.CheckIDs) > 0 {
		return f.CheckIDs
	}
	return []string{f.PrimarySignal().CheckID}
}

// place names a place, which links to its line at the forge if that is known.
func (p *htmlPage) place(at lint.Place) g.Node {
	if !at.Known() {
		return g.Text("(no place)")
	}
	words := segments(at.Rel, fmt.Sprintf(":%d:%d", at.Start.Line, at.Start.Rune))
	if url := p.Origin.URL(at); url != "" {
		return h.A(h.Href(url), h.Rel("noopener noreferrer"), words)
	}
	return words
}

// segments lets a path break after its folders. after stays with the last segment.
func segments(path, after string) g.Node {
	var out g.Group
	for _, w := range append(words(path, pathRunes), htmlWord{Text: after}) {
		for i, part := range strings.SplitAfter(w.Text, "/") {
			switch {
			case i == 0:
				out = append(out, wordNodes([]htmlWord{{part, w.Name}}))
			case part != "":
				out = append(out, h.Wbr(), g.Text(part))
			}
		}
	}
	return out
}
