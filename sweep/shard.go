package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sarif"
)

// scanFn scans a shard and writes its files.
type scanFn struct {
	Config Config

	scanner *scanner
	reused  beam.Counter
	scanned beam.Counter
	apart   beam.Counter
}

// Setup prepares a worker.
func (fn *scanFn) Setup() {
	fn.scanner = newScanner(&fn.Config)
	fn.reused, fn.scanned, fn.apart = beam.NewCounter("sweep", "reused"), beam.NewCounter("sweep", "scanned"), beam.NewCounter("sweep", "apart")
}

// ProcessElement scans the items of a shard, unless its files are complete, and emits its manifest.
func (fn *scanFn) ProcessElement(ctx context.Context, name string, each func(*Item) bool, emit func([]byte)) error {
	m, err := fn.shard(ctx, name, fn.collect(each))
	if err != nil {
		return fmt.Errorf("shard %s: %w", name, err)
	}
	data, err := json.Marshal(m)
	if err == nil {
		emit(data)
	}
	return err
}

// collect sorts the items. A registry that is too large to hold is set apart as a whole.
func (fn *scanFn) collect(each func(*Item) bool) (items []Item) {
	sizes, counts := map[string]int{}, map[string]int{}
	var it Item
	for each(&it) {
		if it.Source == "" {
			continue
		}
		items = append(items, it)
		if it.Registry == "" {
			continue
		}
		sizes[it.Registry] += len(it.Entry)
		if counts[it.Registry]++; sizes[it.Registry] > fn.Config.RegistryBytes {
			items[len(items)-1].Entry = nil
		}
	}
	slices.SortFunc(items, compareItems)
	for i := range items {
		if one := &items[i]; one.Registry != "" && sizes[one.Registry] > fn.Config.RegistryBytes {
			one.Entry, one.Reason = nil, TooLarge
			one.Why = fmt.Sprintf("its registry has %d definitions of %d bytes, and at most %d bytes are scanned side by side", counts[one.Registry],
				sizes[one.Registry], fn.Config.RegistryBytes)
		}
	}
	return items
}

// shard scans a shard, or finds it complete.
func (fn *scanFn) shard(ctx context.Context, name string, items []Item) (*Manifest, error) {
	at, settings := fn.Config.files(name), fn.Config.settings()
	if m := readManifest(ctx, at.manifest); m != nil && !m.Again && m.Settings == settings && m.Input == fn.readDigest(ctx, name, items) &&
		same(ctx, at.results, m.Results) && same(ctx, at.apart, m.Apart) {
		fn.reused.Inc(ctx, 1)
		return m, nil
	}
	var readable []Item
	var apart []Apart
	for i := range items {
		if it := &items[i]; it.Reason != "" {
			apart = append(apart, it.apart(it.Reason, it.Why))
		} else {
			readable = append(readable, *it)
		}
	}
	list := readSuspects(ctx, at.suspects)
	defer list.remove()
	var scanned []result
	switch {
	case strings.HasPrefix(name, Archives):
		scanned = fn.scanner.scanEach(ctx, eachAlone(readable, fn.scanner.archive), list)
	case strings.HasPrefix(name, Packages):
		scanned = fn.scanner.scanEach(ctx, eachAlone(readable, fn.scanner.fetched), list)
	default:
		units, parts := fn.scanner.definitionUnits(readable)
		apart = append(apart, parts...)
		scanned = fn.scanner.scanMany(ctx, units, list)
	}
	for i := range scanned {
		if scanned[i].err != nil {
			return nil, scanned[i].err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	input := itemsDigest(items, func(i int) string {
		switch {
		case !strings.HasPrefix(name, Archives):
			return ""
		case scanned[i].sum == "": // It was not scanned to its end.
			return fn.scanner.sum(ctx, &items[i])
		}
		return scanned[i].sum
	})
	all := append([]result{{apart: apart}}, scanned...)
	m := &Manifest{Shard: name, Input: input, Settings: settings, Totals: newTotals()}
	m.Totals.Items = len(items)
	for i := range all {
		m.Totals.count(&all[i])
	}
	m.Again = m.Totals.SetApart[NotFetched]+m.Totals.SetApart[TooLong] > 0
	fn.scanned.Inc(ctx, 1)
	fn.apart.Inc(ctx, int64(m.Totals.NotScanned))
	return m, fn.write(ctx, m, all)
}

// readDigest is the digest of the items of a shard. It reads archives.
func (fn *scanFn) readDigest(ctx context.Context, shard string, items []Item) string {
	return itemsDigest(items, func(i int) string {
		if !strings.HasPrefix(shard, Archives) {
			return ""
		}
		return fn.scanner.sum(ctx, &items[i])
	})
}

// sum is the digest of an archive: of what of it can be read.
func (s *scanner) sum(ctx context.Context, it *Item) string {
	sum, _, _ := s.copyArchive(ctx, it.Source, "")
	return sum
}

func same(ctx context.Context, name, want string) bool {
	data, err := readFile(ctx, name)
	return err == nil && digest(data) == want
}

// write writes the files of a shard, the manifest last.
func (fn *scanFn) write(ctx context.Context, m *Manifest, all []result) error {
	at := fn.Config.files(m.Shard)
	var apart bytes.Buffer
	for i := range all {
		for k := range all[i].apart {
			if err := writeLine(&apart, all[i].apart[k]); err != nil {
				return err
			}
		}
	}
	data, err := fn.encode(all)
	if err != nil {
		return err
	}
	m.Results, m.Apart = digest(data), digest(apart.Bytes())
	if err := writeFile(ctx, at.results, data); err != nil {
		return err
	}
	if err := writeFile(ctx, at.apart, apart.Bytes()); err != nil {
		return err
	}
	return writeJSON(ctx, at.manifest, m)
}

// encode writes the findings in the format that was asked for.
func (fn *scanFn) encode(all []result) ([]byte, error) {
	var out bytes.Buffer
	if fn.Config.Format == FormatJSONL {
		for i := range all {
			for k := range all[i].findings {
				if err := writeLine(&out, newLine(&all[i].findings[k])); err != nil {
					return nil, err
				}
			}
		}
		return out.Bytes(), nil
	}
	r := &lint.Report{Version: fn.Config.Version, Rules: lint.Rules()}
	for i := range all {
		for k := range all[i].findings {
			r.Findings = append(r.Findings, all[i].findings[k].Finding)
		}
	}
	err := sarif.Write(&out, r, sarif.Options{})
	return out.Bytes(), err
}

// writeLine writes a value as one line in pure ASCII.
func writeLine(out *bytes.Buffer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	out.Write(asciijson.Escape(data))
	out.WriteByte('\n')
	return nil
}
