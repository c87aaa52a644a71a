package fix

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

type draft struct {
	File
	// edits are sorted by position.
	edits []edit
}

// edit replaces bytes [start, end) of a file for a check. In the changed file, text starts at byte at.
type edit struct {
	start, end            int
	text, variable, check string
	at                    int
}

func (d *draft) giveUp(why string) {
	d.edits, d.After, d.Why, d.Fixed, d.Variables = nil, nil, why, 0, nil
}

// apply applies the edits and drops those that overlap another.
func (d *draft) apply() {
	done, made := 0, d.edits[:0]
	var after []byte
	variables := map[string]bool{}
	for _, e := range d.edits {
		if e.start < done || e.end > len(d.Before) {
			d.Why = "changes overlap"
			continue
		}
		after = append(after, d.Before[done:e.start]...)
		e.at = len(after)
		after, done = append(after, e.text...), e.end
		if made = append(made, e); e.variable != "" {
			variables[e.variable] = true
		}
	}
	d.edits, d.Fixed, d.Variables, d.After = made, len(made), slices.Sorted(maps.Keys(variables)), nil
	if len(made) > 0 {
		after = append(after, d.Before[done:]...)
		d.After = after
	}
}

// name identifies a definition.
type name struct {
	kind         detect.Kind
	server, name string
}

type verifier struct {
	opts   lint.Options
	missed int
	names  map[name]bool
}

const (
	// maxAlone bounds the files tried one by one, maxTries the scans of the same files with fewer edits.
	maxAlone, maxTries = 20, 3
	leavesFinding      = "the change would leave the finding"
)

// verify keeps the fixes that work together: all in one scan if possible, else file by file.
func verify(drafts []*draft, r *lint.Report, opts lint.Options) error {
	drafts = slices.DeleteFunc(slices.Clone(drafts), func(d *draft) bool { return len(d.edits) == 0 })
	if len(drafts) == 0 {
		return nil
	}
	opts.Progress = nil
	before, err := names(opts)
	if err != nil {
		return err
	}
	j := verifier{opts, len(r.Missed()), before}
	why, err := j.try(drafts)
	if err != nil || why == "" {
		return err
	}
	if len(drafts) == 1 {
		drafts[0].giveUp(why)
		return nil
	}
	var kept []*draft
	for i, d := range drafts {
		if i >= maxAlone {
			d.giveUp("the files cannot be changed together, and only the first were tried one by one")
			continue
		}
		if why, err = j.try(append(slices.Clip(kept), d)); err != nil {
			return err
		}
		if why != "" {
			d.giveUp(why)
			continue
		}
		kept = append(kept, d)
	}
	return nil
}

// try scans the changed files. Edits that do not remove their finding are dropped; why tells what is wrong with the rest.
func (j *verifier) try(drafts []*draft) (why string, err error) {
	opts := j.opts
	for range maxTries {
		opts.Overlay = maps.Clone(j.opts.Overlay)
		if opts.Overlay == nil {
			opts.Overlay = map[string][]byte{}
		}
		changed := false
		for _, d := range drafts {
			abs, err := filepath.Abs(d.Name)
			if err != nil {
				return "", fmt.Errorf("find %q: %w", d.Name, err)
			}
			if d.apply(); d.After != nil {
				opts.Overlay[abs], changed = d.After, true
			}
		}
		if !changed {
			return "", nil
		}
		now, err := lint.Run(opts)
		if err != nil {
			return "", fmt.Errorf("scan the changed files: %w", err)
		}
		after, err := names(opts)
		switch {
		case err != nil:
			return "", err
		case len(now.Missed()) > j.missed:
			return "the changed file could not be read", nil
		case !maps.Equal(after, j.names):
			return "the changed file would define something else", nil
		case !dropIneffective(drafts, now):
			return "", nil
		}
	}
	return leavesFinding, nil
}

func names(opts lint.Options) (map[name]bool, error) {
	list, err := lint.List(opts)
	if err != nil {
		return nil, fmt.Errorf("list the definitions: %w", err)
	}
	out := map[name]bool{}
	for i := range list.Definitions {
		d := &list.Definitions[i]
		out[name{d.Kind, d.Server, d.Name}] = true
	}
	return out, nil
}

// dropIneffective drops edits after which their check still reports something at the same place.
func dropIneffective(drafts []*draft, now *lint.Report) (dropped bool) {
	type place struct{ path, check string }
	type span struct{ start, end int }
	reported := map[place][]span{}
	for i := range now.Findings {
		for _, s := range now.Findings[i].Signals {
			at := place{s.Where.Path, s.CheckID}
			reported[at] = append(reported[at], span{s.Where.Start.Offset, s.Where.End.Offset})
		}
	}
	for _, spans := range reported {
		slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
		for i := 1; i < len(spans); i++ {
			// Make the ends non-decreasing, so that one comparison suffices.
			spans[i].end = max(spans[i].end, spans[i-1].end)
		}
	}
	for _, d := range drafts {
		before := len(d.edits)
		d.edits = slices.DeleteFunc(d.edits, func(e edit) bool {
			spans := reported[place{d.Path, e.check}]
			n, _ := slices.BinarySearchFunc(spans, e.at+len(e.text)+1, func(s span, limit int) int { return cmp.Compare(s.start, limit) })
			return n > 0 && spans[n-1].end >= e.at
		})
		if len(d.edits) < before {
			d.Why, dropped = leavesFinding, true
		}
	}
	return dropped
}
