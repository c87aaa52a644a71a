package main

import (
	"errors"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const longDiff = `Show how definitions differ from what mcp-lint.lock says was approved: field by field, with the words that are new or gone marked and hidden
characters written as U+XXXX. What is new is shown as it is; what is gone or has another server's name is listed, and so is what was
approved and could not be looked at.

Long texts are cut, and it is told how much of what differs is not shown. All values of a definition are shown when it is named;
--full cuts nothing.

Exit codes: 0 nothing differs; 1 something does, or was not looked at; 2 it could not be told, as without a lock file.`

type diffCommand struct {
	*approvals
	format string
	paths  []string
	full   bool
}

func newDiff(s streams) *cobra.Command {
	d := &diffCommand{approvals: newApprovals()}
	cmd := &cobra.Command{
		Use:     "diff [SERVER/TOOL...]",
		Short:   "Show how definitions differ from what was approved",
		Long:    longDiff,
		Example: "  mcp-lint diff\n  mcp-lint diff notes/read_note\n  mcp-lint diff --output json 'notes/*'",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return d.run(s, cmd, args) },
		// Names would take a scan, and files are none.
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	d.registerSettings(cmd)
	d.registerColor(cmd)
	f := cmd.Flags()
	f.StringVarP(&d.format, "output", "o", "text", "text or json")
	f.StringArrayVar(&d.paths, "path", nil, "look in `PATH`, a file or folder; repeatable (default the working directory)")
	f.BoolVar(&d.full, "full", false, "show everything, however long it is")
	_ = cmd.RegisterFlagCompletionFunc("output", fixedWords("text", "json"))
	return cmd
}

func (d *diffCommand) run(s streams, cmd *cobra.Command, names []string) error {
	if err := oneOf("output", d.format, "text", "json"); err != nil {
		return err
	}
	if err := d.compare(s, cmd, d.paths); err != nil {
		return err
	}
	if d.approved == nil {
		return &hintError{errors.New("there is no " + d.name + " to compare with"), "Write it with mcp-lint lock."}
	}
	all, err := d.differences(names)
	if err != nil {
		return err
	}
	var write func(io.Writer) error
	if d.format == "json" {
		write = all.writeJSON
	} else {
		p := &page{color: useColor(d.color, s.out, s.env)}
		all.text(p)
		d.stale(p)
		d.missed(p)
		write = p.flush
	}
	if err := write(s.out); err != nil {
		return err
	}
	if all.none() {
		return nil
	}
	return &exitError{code: exitFindings}
}

type differences struct {
	lock             string
	changed, pending []difference
	removed          []lock.Entry
	renamed          []lock.Rename
	// unseen is what was approved and could not be looked at.
	unseen []lock.Entry
	// full and named are set when everything is to be shown, and when all values are.
	full, named bool
	// incomplete is set when something could not be looked at.
	incomplete bool
}

func (d *differences) none() bool {
	return len(d.changed)+len(d.pending)+len(d.removed)+len(d.renamed)+len(d.unseen) == 0
}

// difference is one definition that is not as approved.
type difference struct {
	lock.Key
	at lint.Place
	// digest is what it says now, and entry what was approved; nil for what is new.
	digest lock.Digest
	entry  *lock.Entry
	fields []lock.FieldChange
	// texts are those of what is new.
	texts []detect.Field
	// hard are the checks that are sure about it.
	hard []string
}

func (d *diffCommand) differences(names []string) (*differences, error) {
	_, unseen := d.unseen()
	out := &differences{lock: d.name, incomplete: lookedAtAll(d.report) != "" || unseen > 0, full: d.full, named: len(names) > 0}
	labels := slices.Clone(d.labels)
	others := slices.Clone(d.Removed)
	if unseen > 0 {
		others = append(others, d.Unseen...)
	}
	for _, k := range others {
		labels = append(labels, d.File.Entries[k].Key.Label())
	}
	named, err := chosen(labels, names)
	if err != nil {
		return nil, err
	}
	for _, i := range named {
		if k := i - len(d.labels); k >= 0 {
			list := &out.removed
			if k >= len(d.Removed) {
				list = &out.unseen
			}
			*list = append(*list, d.File.Entries[others[k]])
			continue
		}
		v, view := d.Verdicts[i], d.Definitions[i].View
		one := difference{Key: lock.KeyOf(view), at: d.Places[i], digest: v.Digest, hard: d.Hard[i]}
		switch v.State {
		case lock.Pending:
			one.texts = textsOf(view, d.Definitions[i].Secrets)
			out.pending = append(out.pending, one)
		case lock.Changed:
			if v.Entry >= 0 {
				one.entry = &d.File.Entries[v.Entry]
				one.fields = redacted(d.Differences(i), d.Definitions[i].Secrets)
			}
			out.changed = append(out.changed, one)
		}
	}
	if len(names) == 0 {
		out.renamed = d.Renamed
	}
	return out, nil
}

// stale tells of approvals that fit nothing while what stands under their name is approved in other words.
func (d *diffCommand) stale(p *page) {
	first(p, d.Stale, shownWaiting, func(k int) {
		e := &d.File.Entries[k]
		p.line("Approved in other words as well: %s (line %d). Drop them with mcp-lint lock.", printable(e.Key.Label()), e.Line)
	}, "Approved in other words as well: %d more")
}

// redacted takes credentials out of the values: those that are known by their form, and secrets. Where there is one, what differs is looked for anew, in what is left.
func redacted(changes []lock.FieldChange, secrets []string) []lock.FieldChange {
	hider := lint.NewHider(secrets)
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
		word := func(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
		for _, again := range lock.Fields(word(before), word(after)) {
			c.BeforeStart, c.BeforeEnd, c.AfterStart, c.AfterEnd = again.BeforeStart, again.BeforeEnd, again.AfterStart, again.AfterEnd
		}
	}
	return changes
}

// diffVersion is the version of the JSON document of mcp-lint diff: its first number changes when something that was there is taken away.
const diffVersion = "1.0"

type diffDocument struct {
	SchemaVersion string       `json:"schemaVersion"`
	Lock          string       `json:"lock"`
	Changed       []diffEntry  `json:"changed"`
	Pending       []diffEntry  `json:"pending"`
	Removed       []diffEntry  `json:"removed"`
	Renamed       []diffRename `json:"renamed"`
	// Unseen is what was approved and could not be looked at; it is left out when there is none.
	Unseen []diffEntry `json:"unseen,omitempty"`
	// Incomplete is set when something could not be looked at: what is defined there is told nowhere.
	Incomplete bool `json:"incomplete"`
}

type diffRename struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type diffEntry struct {
	Label  string      `json:"label"`
	Server string      `json:"server"`
	Kind   detect.Kind `json:"kind"`
	Name   string      `json:"name"`
	Path   string      `json:"path"`
	// Line and Column count from 1, the column in characters; they are 0 for what is gone.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Approved and Digest are the digests of what was approved and of what is there.
	Approved lock.Digest `json:"approved,omitempty"`
	Digest   lock.Digest `json:"digest,omitempty"`
	// Dangerous are the checks that are sure about it.
	Dangerous []string    `json:"dangerous,omitempty"`
	Forced    []string    `json:"forced,omitempty"`
	Reason    string      `json:"reason,omitempty"`
	Fields    []diffField `json:"fields,omitempty"`
}

type diffField struct {
	Pointer string `json:"pointer"`
	// Repeated is set when the name is given more than once, before or now; Rest when this stands for all further differences.
	Repeated bool `json:"repeated,omitempty"`
	Rest     bool `json:"rest,omitempty"`
	// Approved and Now are null where there is no value.
	Approved *diffValue `json:"approved"`
	Now      *diffValue `json:"now"`
}

type diffValue struct {
	// String is set when the text is that of a string. When it is not, or one of the two is not, both are given as JSON.
	String bool   `json:"string"`
	Text   string `json:"text"`
	// Start and End are the bytes of the text that differ.
	Start int `json:"start"`
	End   int `json:"end"`
}

// writeJSON writes the differences in pure ASCII. Credentials are redacted; nothing else is left out.
func (d *differences) writeJSON(w io.Writer) error {
	doc := diffDocument{
		SchemaVersion: diffVersion, Lock: filepath.ToSlash(d.lock),
		Changed: []diffEntry{}, Pending: []diffEntry{}, Removed: []diffEntry{}, Renamed: []diffRename{}, Incomplete: d.incomplete,
	}
	for i := range d.changed {
		doc.Changed = append(doc.Changed, d.changed[i].json())
	}
	for i := range d.pending {
		doc.Pending = append(doc.Pending, d.pending[i].json())
	}
	for i, list := range [][]lock.Entry{d.removed, d.unseen} {
		to := []*[]diffEntry{&doc.Removed, &doc.Unseen}[i]
		for _, e := range list {
			one := newDiffEntry(e.Key)
			one.Path, one.Approved = secret.Redact(e.File), e.Digest
			*to = append(*to, one)
		}
	}
	for _, r := range d.renamed {
		doc.Renamed = append(doc.Renamed, diffRename{secret.Redact(r.From), secret.Redact(r.To)})
	}
	return asciijson.Write(w, doc, "the differences")
}

func newDiffEntry(k lock.Key) diffEntry {
	return diffEntry{Label: secret.Redact(k.Label()), Server: secret.Redact(k.Server), Kind: k.Kind, Name: secret.Redact(k.Name)}
}

func (d *difference) json() diffEntry {
	out := newDiffEntry(d.Key)
	out.Digest, out.Dangerous = d.digest, d.hard
	out.Path, out.Line, out.Column = secret.Redact(d.at.Path), d.at.Start.Line, d.at.Start.Rune
	if d.entry != nil {
		out.Approved, out.Forced, out.Reason = d.entry.Digest, d.entry.Forced, secret.Redact(d.entry.Reason)
	}
	for _, f := range d.fields {
		one := diffField{Pointer: f.Pointer, Repeated: f.Repeated, Rest: f.Rest}
		if f.Had && !f.Rest {
			one.Approved = &diffValue{f.Text, f.Before, f.BeforeStart, f.BeforeEnd}
		}
		if f.Has && !f.Rest {
			one.Now = &diffValue{f.Text, f.After, f.AfterStart, f.AfterEnd}
		}
		out.Fields = append(out.Fields, one)
	}
	return out
}
