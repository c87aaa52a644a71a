package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/internal/atomicfile"
)

// Manifest says what the results of a shard are of. It is written last: a shard without one is not complete.
type Manifest struct {
	Shard string `json:"shard"`
	// Input is the digest of the items, and Settings that of the configuration and the program.
	Input    string `json:"input"`
	Settings string `json:"settings"`
	// Results and Apart are the digests of the files.
	Results string `json:"results"`
	Apart   string `json:"apart"`
	// Again is true when something was set apart that may be had next time.
	Again  bool   `json:"again"`
	Totals Totals `json:"totals"`
}

// Totals counts.
type Totals struct {
	// Items counts definitions of lists, archives and packages; Definitions counts the definitions in all of them that were scanned.
	Items       int `json:"items"`
	Definitions int `json:"definitions"`
	Findings    int `json:"findings"`
	// BySeverity, ByCheck and ByKind count findings: by the deciding check, and by what they are in.
	BySeverity map[string]int `json:"bySeverity"`
	ByCheck    map[string]int `json:"byCheck"`
	ByKind     map[string]int `json:"byKind"`
	// SetApart counts the items that were set apart, by reason; NotScanned counts those of them that have no results.
	SetApart   map[string]int `json:"setApart"`
	NotScanned int            `json:"notScanned"`
}

func newTotals() Totals {
	return Totals{BySeverity: map[string]int{}, ByCheck: map[string]int{}, ByKind: map[string]int{}, SetApart: map[string]int{}}
}

func (t *Totals) add(other *Totals) {
	t.Items += other.Items
	t.Definitions += other.Definitions
	t.Findings += other.Findings
	t.NotScanned += other.NotScanned
	for _, m := range [...]struct{ to, from map[string]int }{
		{t.BySeverity, other.BySeverity}, {t.ByCheck, other.ByCheck}, {t.ByKind, other.ByKind}, {t.SetApart, other.SetApart},
	} {
		for key, n := range m.from {
			m.to[key] += n
		}
	}
}

// count takes in the result of a unit.
func (t *Totals) count(r *result) {
	t.Definitions += r.definitions
	t.Findings += len(r.findings)
	for i := range r.findings {
		f := &r.findings[i]
		severity := f.Severity.String()
		if f.Note() {
			severity = "informational"
		}
		t.BySeverity[severity]++
		t.ByCheck[f.PrimarySignal().CheckID]++
		t.ByKind[string(f.Kind)]++
	}
	type once struct {
		reason, source string
		line           int
	}
	seen := map[once]bool{}
	for i := range r.apart {
		a := &r.apart[i]
		if key := (once{a.Reason, a.Source, a.Line}); !seen[key] {
			seen[key] = true
			t.SetApart[a.Reason]++
		}
		if !a.Scanned {
			t.NotScanned++
		}
	}
}

// files are those of a shard.
type files struct{ results, apart, manifest, suspects string }

func (c *Config) files(shard string) files {
	at := join(c.Output, shard)
	results := at + "." + c.Format
	return files{results, at + ".apart.jsonl", results + ".manifest.json", at + ".suspects.json"}
}

// itemsDigest is that of the items of a shard, which are sorted. content returns the digest of an archive.
func itemsDigest(items []Item, content func(i int) string) string {
	h := sha256.New()
	for i := range items {
		it := &items[i]
		fmt.Fprintf(h, "%q %d %d %d %q %q %q %q %q %x %s\n", it.Source, it.Line, it.Offset, it.Size, it.Name, it.Registry, it.Server, it.Reason, it.Why,
			sha256.Sum256(it.Entry), content(i))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// noContent is for items that are not archives.
func noContent(int) string { return "" }

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func join(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// remote reports whether a path is an address, such as gs://bucket/folder.
func remote(path string) bool { return strings.Contains(path, "://") }

// readFile reads a file of the output.
func readFile(ctx context.Context, name string) ([]byte, error) {
	in, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	return io.ReadAll(in)
}

// writeFile writes a file that is there as a whole or not at all: in an object store it appears when it is closed.
func writeFile(ctx context.Context, name string, data []byte) error {
	if !remote(name) {
		return atomicfile.Write(name, nil, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	}
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	out, err := files.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		return err // Not closed: nothing appears.
	}
	return out.Close()
}

func writeJSON(ctx context.Context, name string, v any) error {
	data, err := asciijson.Encode(v)
	if err != nil {
		return err
	}
	return writeFile(ctx, name, data)
}

// readManifest returns the manifest of a shard, or nil when there is none that can be read.
func readManifest(ctx context.Context, name string) *Manifest {
	data, err := readFile(ctx, name)
	m := &Manifest{Totals: newTotals()}
	if err != nil || json.Unmarshal(data, m) != nil {
		return nil
	}
	return m
}
