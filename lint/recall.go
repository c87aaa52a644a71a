package lint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// A report can be kept with all that its run has seen of the machine. As long as nothing of that and no option is another one, another run would
// make the same report.

// memory is where the report of such a run is kept, and key what it is kept by.
type memory struct {
	discover.Memory
	key [sha256.Size]byte
}

// recalled are the parts of a report and a trace as they are kept.
type recalled struct{ report, trace string }

// memoryFor returns where the report of a run is kept, or nil when it is not: a part of its input is not known by its bytes, or what it is asked
// about has most likely changed since.
func memoryFor(opts *Options) *memory {
	switch {
	case opts.Cache == nil, opts.InContext, slices.Contains(opts.Paths, "-"), len(opts.Own)+len(opts.Overlay)+len(opts.Places)+len(opts.Skips) > 0, opts.Installed != nil,
		!opts.Deadline.IsZero(), opts.Baseline != nil && opts.BaselineFile == nil:
		return nil
	}
	cwd, err := filepath.Abs(opts.Cwd)
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real
	}
	settings, err := json.Marshal(opts.Config)
	if err != nil {
		return nil
	}
	h := sha256.New()
	fmt.Fprintf(h, "report %q %q %v %q %q %v %v %q %q %s ", cwd, opts.Paths, opts.InContext, opts.Only, opts.Skip, opts.MinSeverity, opts.MinConfidence,
		opts.Version, opts.Settings, settings)
	fmt.Fprintf(h, "%v %q %v %q %v %q %+v %d %+v ", opts.NoIgnores, opts.Exclude, expired(opts), opts.Since, opts.AgentsFiles, opts.Within, opts.Limits, opts.Columns,
		homeOf(opts.LockFile, opts.Cwd))
	for _, f := range []*source.File{opts.ConfigFile, opts.BaselineFile, opts.LockFile} {
		if f == nil {
			f = &source.File{}
		}
		fmt.Fprintf(h, "%q %q %d %s ", f.Path, f.Rel, len(f.Data), f.Data)
	}
	fmt.Fprintf(h, "%v %v", opts.Baseline != nil, opts.Lock != nil)
	return &memory{opts.Cache("reports of " + cwd), [sha256.Size]byte(h.Sum(nil))}
}

// expired are the numbers of the entries of the configuration that have expired, which is all that a report has of the day.
func expired(opts *Options) (list []int) {
	if opts.Config != nil {
		for i, e := range opts.Config.Ignore {
			if e.Expired(opts.Today) {
				list = append(list, i)
			}
		}
	}
	return list
}

// recall returns the report that was kept of a run with the same options over the same files, or nil.
func (m *memory) recall(ctx context.Context) (r *Report) {
	defer func() {
		if recover() != nil {
			r = nil // the decoder of package gob is not made for what others have written
		}
	}()
	if m == nil {
		return nil
	}
	data, ok := m.Get(m.key)
	if !ok {
		return nil
	}
	kept := recalled{}
	if !kept.code(&source.Coder{In: data, Reading: true}) {
		return nil
	}
	if t := discover.DecodeTrace(kept.trace); t == nil || !t.Unchanged(ctx) {
		return nil
	}
	return decodeReport(kept.report)
}

// keep keeps a report with what its run has seen, unless the report could not be read again to the letter.
func (m *memory) keep(r *Report, trace *discover.Trace) {
	if m == nil {
		return
	}
	var b bytes.Buffer
	plain := *r
	plain.Rules = nil
	if gob.NewEncoder(&b).Encode(&plain) != nil {
		return
	}
	kept := recalled{b.String(), string(trace.Encode())}
	if again := decodeReport(kept.report); kept.trace == "" || again == nil || !reflect.DeepEqual(&plain, again) {
		return
	}
	c := source.Coder{}
	kept.code(&c)
	m.Put(m.key, c.Out)
}

func (k *recalled) code(c *source.Coder) bool {
	c.Files = []*source.File{{}}
	for _, part := range []*string{&k.report, &k.trace} {
		c.String(part)
	}
	return !c.Bad && c.In == ""
}

// decodeReport reads a report without the documentation of the checks.
func decodeReport(data string) *Report {
	if len(data) > math.MaxInt32 {
		return nil
	}
	r := &Report{}
	if gob.NewDecoder(bytes.NewReader([]byte(data))).Decode(r) != nil {
		return nil
	}
	// Package gob does not tell a list without items from none. These are never nil in a report.
	r.Findings = listOf(r.Findings)
	r.Coverage.Failures, r.Coverage.Caps = listOf(r.Coverage.Failures), listOf(r.Coverage.Caps)
	return r
}

func listOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
