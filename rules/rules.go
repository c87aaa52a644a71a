// Package rules makes checks of the rules that people write in YAML, without compiling anything. It is given the bytes of a file; whoever
// calls reads it, and decides whose files count: never those of whoever wrote what is scanned.
package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Rule is a check that somebody wrote as a rule. It is immutable.
type Rule struct {
	rule config.Rule
	// file is the name of its file.
	file           string
	doc            detect.Documentation
	fields         *fields
	some, all, not []*pattern
	says           *relation
}

var _ detect.DocumentedCheck = (*Rule)(nil)

// Parse reads a file of rules, which messages call name. taken are the IDs of other checks. An error is config.Problems.
func Parse(name string, data []byte, taken []string) ([]*Rule, error) {
	read, err := config.ParseRules(data, taken)
	if err != nil {
		return nil, err
	}
	var out []*Rule
	for i := range read {
		r := &Rule{rule: read[i], file: name}
		if err := r.compile(); err != nil {
			return nil, config.Problems{{Line: r.rule.Line, Reason: err.Error()}}
		}
		r.document()
		out = append(out, r)
	}
	return out, nil
}

// compile makes what is matched of what is written. It cannot fail for what config has read.
func (r *Rule) compile() error {
	for _, list := range []struct {
		from []string
		to   *[]*pattern
	}{{r.rule.Pattern, &r.some}, {r.rule.All, &r.all}, {r.rule.Not, &r.not}} {
		for _, source := range list.from {
			p, err := newPattern(source)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, p)
		}
	}
	r.fields = newFields(r.rule.Fields)
	if len(r.rule.Concepts) > 0 {
		r.says = &relation{ordered: r.rule.InOrder != nil && *r.rule.InOrder}
		for _, words := range r.rule.Concepts {
			r.says.all = append(r.says.all, meaning(words))
		}
		for _, words := range r.rule.Without {
			r.says.none = append(r.says.none, meaning(words))
		}
	}
	return nil
}

// ID implements detect.Check.
func (r *Rule) ID() string { return r.rule.ID }

// Written returns the rule as it is written.
func (r *Rule) Written() config.Rule { return r.rule }

// File returns the name of the file of the rule.
func (r *Rule) File() string { return r.file }

// Documentation implements detect.DocumentedCheck.
func (r *Rule) Documentation() detect.Documentation { return r.doc }

func (r *Rule) document() {
	severity, _ := detect.ParseSeverity(r.rule.Severity)
	d := detect.Documentation{
		ID: r.rule.ID, Title: r.rule.Title, Tier: detect.TierSoft, Severity: severity, ThreatType: detect.ThreatUncategorized,
		Catches: r.catches(), Why: r.rule.Why, Fix: r.rule.Fix,
		Bad: examples(r.rule.Examples.Bad), Good: examples(r.rule.Examples.Good),
	}
	if severity == detect.SeverityCritical {
		d.Tier = detect.TierHard
	}
	d.Severities = strings.ToUpper(d.UsualSeverity()[:1]) + d.UsualSeverity()[1:] + ", as the rule sets it."
	for _, k := range r.rule.Kinds {
		d.Only = append(d.Only, detect.Kind(k))
	}
	r.doc = d
}

func (r *Rule) catches() string {
	fields, kinds := "every field", "everything that models read"
	if len(r.rule.Fields) > 0 {
		fields = "`" + strings.Join(r.rule.Fields, "`, `") + "`"
	}
	if len(r.rule.Kinds) > 0 {
		kinds = "`" + strings.Join(r.rule.Kinds, "`, `") + "`"
	}
	return "What your own rule in " + text.Safe(r.file, nameRunes) + " describes. It looks at " + fields + " of " + kinds + "."
}

// DefaultFile is the file of an example that names none.
const DefaultFile = "mcp.json"

func examples(written []config.RuleExample) []detect.Example {
	var out []detect.Example
	for _, e := range written {
		example := detect.Example{Note: cmp.Or(e.Note, "An example."), Server: cmp.Or(e.Server, "server"), Tool: string(e.Tool)}
		if e.Tool == nil {
			example.Server, example.File, example.Text = "", cmp.Or(e.File, DefaultFile), e.Text
		}
		out = append(out, example)
	}
	return out
}

// Inspect implements detect.Check. It stops behind what the engine keeps, which says so.
func (r *Rule) Inspect(t detect.ToolView, reg detect.RegistryView) (signals []detect.Signal) {
	add := func(s detect.Signal) bool {
		signals = append(signals, s)
		return len(signals) <= detect.MaxSignals
	}
	if line := commandLineOf(t); r.fields.commandLine && line != nil {
		r.match(line.words, 0, func(start, end int) bool { return add(r.onLine(t, line, start, end)) })
	}
	if r.says == nil {
		for i := range t.Fields {
			if r.fields.has(t, i) && len(signals) <= detect.MaxSignals {
				r.match(wordsOf(t, i), 0, func(start, end int) bool { return add(r.signal(t, i, start, end)) })
			}
		}
		return signals
	}
	for _, s := range sentencesOf(t, reg) {
		start, end, ok := r.says.in(&s)
		if !ok || !r.fields.has(t, s.field) || len(signals) > detect.MaxSignals {
			continue
		}
		concepts := len(r.some)+len(r.all) == 0
		r.match(s.words, s.start, func(from, to int) bool {
			if concepts {
				from, to = start, end
			}
			return add(r.signal(t, s.field, from, to))
		})
	}
	return signals
}

// match calls found, until that returns false, for what is to be reported of a text that begins at a byte of its field: each match of the
// patterns of which one is needed; without such a pattern the first match of those that are all needed, else the text as a whole.
func (r *Rule) match(w words, at int, found func(start, end int) bool) {
	for _, p := range r.all {
		if !p.matches(w) {
			return
		}
	}
	for _, p := range r.not {
		if p.matches(w) {
			return
		}
	}
	for _, p := range r.some {
		if !p.may(w) {
			continue
		}
		for _, m := range p.FindAllStringIndex(w.text, detect.MaxSignals+1) {
			if m[1] > m[0] && !found(at+m[0], at+m[1]) {
				return
			}
		}
	}
	switch {
	case len(r.some) > 0:
	case len(r.all) > 0:
		m := r.all[0].FindStringIndex(w.text)
		found(at+m[0], at+m[1])
	default:
		found(at, at+len(w.text))
	}
}

const (
	// patternConfidence is that of a match, sentenceConfidence that of the concepts of a sentence.
	patternConfidence, sentenceConfidence = 1, 0.8
	// nameRunes and matchRunes bound what a message quotes.
	nameRunes, matchRunes = 100, 80
)

func (r *Rule) signal(t detect.ToolView, field, start, end int) detect.Signal {
	s := t.Signal(field, start, end)
	s.Tier, s.ThreatType, s.Severity, s.Confidence = r.doc.Tier, r.doc.ThreatType, r.doc.Severity, patternConfidence
	s.Note = s.Severity == detect.SeverityNone
	if r.says != nil {
		s.Confidence = sentenceConfidence
	}
	s.Detail = r.message(t, s.Field, s.Evidence)
	if r.rule.Sensitive != nil && *r.rule.Sensitive {
		s.Sensitive, s.Evidence = true, "a value that the rule hides"
	}
	return s
}

// onLine is a signal on the command line of a launch, at the part in which the match begins.
func (r *Rule) onLine(t detect.ToolView, line *commandLine, start, end int) detect.Signal {
	p := line.partAt(start)
	s := r.signal(t, p.field, start-p.start, end-p.start)
	if !s.Sensitive {
		s.Evidence = line.text[start:end]
		s.Detail = r.message(t, s.Field, s.Evidence)
	}
	return s
}

// message fills in the placeholders, once each and in printable form; no part can pass for a remedy, which only the rule gives.
func (r *Rule) message(t detect.ToolView, field, match string) string {
	safe := func(s string, runes int) string { return detect.WithoutRemedy(text.Safe(s, runes)) }
	quoted := func(s string, runes int) string { return "\u201c" + safe(s, runes) + "\u201d" }
	return strings.NewReplacer(
		"{match}", quoted(match, matchRunes), "{field}", safe(field, nameRunes), "{tool}", quoted(t.Name, nameRunes),
		"{server}", quoted(t.Server, nameRunes),
	).Replace(r.rule.Message)
}

// Place is the file and line of the rule.
func (r *Rule) Place() string { return fmt.Sprintf("%s:%d", r.file, r.rule.Line) }

// Checks returns rules as checks, for lint.Options.CustomChecks.
func Checks(rules []*Rule) (checks []detect.DocumentedCheck) {
	for _, r := range rules {
		checks = append(checks, r)
	}
	return checks
}
