package approve

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// Diff shows how the named definitions, or all, differ from what is approved: as JSON, or as text that is cut unless it is to be full.
func (a *Set) Diff(names []string, json, full bool, out Output) error {
	if a.Old == nil {
		return hint.Add(errors.New("no "+a.Name+" to compare with"), "Write it with "+a.Self("lock")+".")
	}
	all, err := a.differences(names)
	if err != nil {
		return err
	}
	all.full = full
	if json {
		// Pure ASCII. Credentials are redacted; nothing else is left out.
		err = asciijson.Write(out, all, "the differences")
	} else {
		err = out.print(func(p *page) {
			all.text(p)
			a.stale(p)
			a.missed(p)
		})
	}
	if err != nil || all.none() {
		return err
	}
	return &FailError{}
}

// diffVersion is the version of the JSON document of mcp-lint lock diff. The major number changes when members are removed.
const diffVersion = "1.0"

// differences is the JSON document of mcp-lint lock diff, with fields for the text output.
type differences struct {
	SchemaVersion string        `json:"schemaVersion"`
	Lock          string        `json:"lock"`
	Changed       []difference  `json:"changed"`
	Pending       []difference  `json:"pending"`
	Removed       []difference  `json:"removed"`
	Renamed       []lock.Rename `json:"renamed"`
	// Unseen lists approved definitions that could not be scanned.
	Unseen []difference `json:"unseen,omitempty"`
	// Incomplete is set when something could not be scanned, so that definitions may be missing.
	Incomplete bool `json:"incomplete"`
	// full shows everything, named shows all values.
	full, named bool
}

func (d *differences) none() bool {
	return len(d.Changed)+len(d.Pending)+len(d.Removed)+len(d.Renamed)+len(d.Unseen) == 0
}

// difference is one definition that differs from the approved one.
type difference struct {
	Label  string      `json:"label"`
	Server string      `json:"server"`
	Kind   detect.Kind `json:"kind"`
	Name   string      `json:"name"`
	Path   string      `json:"path"`
	// Line and Column count from 1, Column in characters; both are 0 for removed definitions.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Approved is the approved digest, Digest the current one.
	Approved lock.Digest `json:"approved,omitempty"`
	Digest   lock.Digest `json:"digest,omitempty"`
	// Dangerous are the checks for which approve refuses the definition. Severity is that of the worst finding.
	Dangerous []string        `json:"dangerous,omitempty"`
	Severity  detect.Severity `json:"severity,omitempty"`
	Forced    []string        `json:"forced,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Fields    []diffField     `json:"fields,omitempty"`

	at lint.Place
	// entry is the approved definition; nil for a new one.
	entry   *lock.Entry
	changes []lock.FieldChange
	// texts are those of a new definition.
	texts []detect.Field
}

type diffField struct {
	Pointer string `json:"pointer"`
	// Repeated is set when the name occurs more than once, before or now; Rest when this stands for all further differences.
	Repeated bool `json:"repeated,omitempty"`
	Rest     bool `json:"rest,omitempty"`
	// Approved and Now are null where there is no value.
	Approved *diffValue `json:"approved"`
	Now      *diffValue `json:"now"`
}

type diffValue struct {
	// String is set if both values are strings. Otherwise both are given as JSON.
	String bool   `json:"string"`
	Text   string `json:"text"`
	// Start and End are the differing bytes of the text, half-open.
	Start int `json:"start"`
	End   int `json:"end"`
}

func newDifference(k lock.Key) difference {
	return difference{Label: secret.Redact(k.Label()), Server: secret.Redact(k.Server), Kind: k.Kind, Name: secret.Redact(k.Name)}
}

func (d *difference) setFields(changes []lock.FieldChange) {
	d.changes = changes
	for _, f := range changes {
		one := diffField{Pointer: f.Pointer, Repeated: f.Repeated, Rest: f.Rest}
		if f.Had && !f.Rest {
			one.Approved = &diffValue{f.Text, f.Before, f.BeforeStart, f.BeforeEnd}
		}
		if f.Has && !f.Rest {
			one.Now = &diffValue{f.Text, f.After, f.AfterStart, f.AfterEnd}
		}
		d.Fields = append(d.Fields, one)
	}
}

func (a *Set) differences(names []string) (*differences, error) {
	_, unseen := a.unseen()
	out := &differences{
		SchemaVersion: diffVersion, Lock: filepath.ToSlash(a.Name), Changed: []difference{}, Pending: []difference{}, Removed: []difference{},
		Renamed: []lock.Rename{}, Incomplete: a.Report.Unread() != "" || unseen > 0, named: len(names) > 0,
	}
	labels, others := slices.Clone(a.labels), slices.Clone(a.Removed)
	if unseen > 0 {
		others = append(others, a.Unseen...)
	}
	for _, k := range others {
		labels = append(labels, a.File.Entries[k].Key.Label())
	}
	named, err := chosen(labels, names)
	if err != nil {
		return nil, err
	}
	for _, i := range named {
		if k := i - len(a.labels); k >= 0 {
			e := &a.File.Entries[others[k]]
			one := newDifference(e.Key)
			one.Path, one.Approved = secret.Redact(e.File), e.Digest
			if k < len(a.Removed) {
				out.Removed = append(out.Removed, one)
			} else {
				out.Unseen = append(out.Unseen, one)
			}
			continue
		}
		v, def := a.Verdicts[i], &a.Definitions[i]
		one := newDifference(lock.KeyOf(def.View))
		one.Digest, one.at = v.Digest, a.Places[i]
		if a.severe(i) {
			one.Severity, one.Dangerous = a.Worst[i], a.against(i)
		}
		if one.at.Known() {
			one.Path, one.Line, one.Column = secret.Redact(one.at.Path), one.at.Start.Line, one.at.Start.Rune
		}
		switch v.State {
		case lock.Pending:
			one.texts = textsOf(def.View, def.Secrets)
			out.Pending = append(out.Pending, one)
		case lock.Changed:
			one.entry = &a.File.Entries[v.Entry]
			one.Approved, one.Forced, one.Reason = one.entry.Digest, one.entry.Forced, secret.Redact(one.entry.Reason)
			one.setFields(redacted(a.Differences(i), def.Secrets))
			out.Changed = append(out.Changed, one)
		}
	}
	if len(names) == 0 {
		for _, r := range a.Renamed {
			out.Renamed = append(out.Renamed, lock.Rename{From: secret.Redact(r.From), To: secret.Redact(r.To)})
		}
	}
	return out, nil
}

// stale reports old approvals of definitions that have since been approved with another text.
func (a *Set) stale(p *page) {
	first(p, a.Stale, shownWaiting, func(k int) {
		e := &a.File.Entries[k]
		p.line("An older text is still approved: %s (line %d). Run %s to drop it.", safe.Label(e.Key.Label()), e.Line, a.Self("lock"))
	}, "An older text is still approved: %d more")
}

// redacted removes credentials from the values: those with a known form, and secrets. It then compares the redacted values again.
func redacted(changes []lock.FieldChange, secrets []string) []lock.FieldChange {
	hider := lint.NewHider(secrets)
	word := func(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
	for i := range changes {
		c := &changes[i]
		c.Pointer = secret.Redact(c.Pointer)
		before, after := hider.Hide(secret.Redact(c.Before)), hider.Hide(secret.Redact(c.After))
		if before == c.Before && after == c.After {
			continue
		}
		c.Before, c.After = before, after
		c.BeforeStart, c.BeforeEnd, c.AfterStart, c.AfterEnd = 0, len(before), 0, len(after)
		if !c.Had || !c.Has {
			continue
		}
		c.BeforeEnd, c.AfterEnd = 0, 0
		for _, again := range lock.Fields(word(before), word(after)) {
			c.BeforeStart, c.BeforeEnd, c.AfterStart, c.AfterEnd = again.BeforeStart, again.BeforeEnd, again.AfterStart, again.AfterEnd
		}
	}
	return changes
}
