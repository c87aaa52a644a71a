package main

import (
	"io"
	"path/filepath"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lock"
)

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
	for _, e := range d.removed {
		one := newDiffEntry(e.Key)
		one.Path, one.Approved = secret.Redact(e.File), e.Digest
		doc.Removed = append(doc.Removed, one)
	}
	for _, e := range d.unseen {
		one := newDiffEntry(e.Key)
		one.Path, one.Approved = secret.Redact(e.File), e.Digest
		doc.Unseen = append(doc.Unseen, one)
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
	if f := d.at.File; f != nil {
		p := f.Position(d.at.Span.Start, source.Runes)
		out.Path, out.Line, out.Column = secret.Redact(f.Path), p.Line, p.Column
	}
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
