package corpus

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes what the gate says as a summary for a CI job: the verdict with its reasons, what changed, and the
// scores by class. Names stand in code elements, with every character that means something to Markdown, to HTML or to
// GitHub written as an entity.
func (r Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	if r.Passed() {
		b.WriteString("## Corpus gate: passed\n\n")
	} else {
		b.WriteString("## Corpus gate: failed\n\n")
		for _, breach := range r.Breaches {
			fmt.Fprintf(&b, "- %s\n", breach.words(inert))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Measured on %s.\n\n", r.measured())
	r.markdownChanges(&b)
	r.Scorecard.markdown(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownChanges lists what changed, kind by kind.
func (r Report) markdownChanges(b *strings.Builder) {
	switch {
	case !r.Compared:
		return
	case len(r.Changes) == 0:
		b.WriteString("Nothing changed against the committed scorecard.\n\n")
		return
	}
	b.WriteString("### Changed against the committed scorecard\n\n")
	listChanges(b, r.Changes, listForm{head: "**%s (%s)**\n\n", item: "- %s: %s\n", more: "- and %d more\n", end: "\n", safe: inert})
}

// markdown writes the scores as a table.
func (s Scorecard) markdown(b *strings.Builder) {
	b.WriteString("| Class | Attacks | found | fail a run | hard | words located | Hard negatives | flagged | fail a run |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, r Row) {
		m, h, l := r.Malicious, r.HardNegatives, r.Located
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %d | %s | %s |\n", name, m.N, decimal(share(m.Any, m.N)), decimal(share(m.Fail, m.N)),
			decimal(share(m.Hard, m.N)), decimal(share(l.Hits, l.Found)), h.N, decimal(share(h.Any, h.N)), decimal(share(h.Fail, h.N)))
	}
	for _, g := range s.Classes {
		row(inert(g.Name), g.Row)
	}
	for _, g := range s.totals() {
		row(g.Name, g.Row)
	}
	fmt.Fprintf(b, "\nPlain benign tools flagged: %d of %d. Twins that are both right: %d of %d.\n", s.Benign.Any, s.Benign.N, s.Twins.Any, s.Twins.N)
}

// inert is a name as a code element in which nothing is live: what printable makes of it, in entities where it is more
// than letters and digits. The break before an at sign keeps GitHub from making a mail address of it, and "www." would be
// the begin of a link.
func inert(name string) string {
	var b strings.Builder
	b.WriteString("<code>")
	last := ' '
	for _, r := range printable(name) {
		switch {
		case r == '@':
			b.WriteString("<wbr>&#64;")
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(" /-,", r),
			r == '.' && last != 'w' && last != 'W':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
		last = r
	}
	b.WriteString("</code>")
	return b.String()
}
