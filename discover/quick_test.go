package discover

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestNamesOfPaths calls paths of trees that lie in a folder, around it and beside it.
func TestNamesOfPaths(t *testing.T) {
	folders := []string{"/", "/a", "/a/b", "/a/b/c", "/a/bc", "/x", "/a/..b", "/a/..b/c"}
	for _, folder := range folders {
		for _, abs := range folders {
			for _, rel := range []string{"", "b", "c", "b/c", "bc", "b/c/d", "..b", "a/b/c", "x", "..b/c/d"} {
				tr := &tree{abs: filepath.FromSlash(abs)}
				at := filepath.Join(tr.abs, filepath.FromSlash(rel))
				want, wantOK := "", within(filepath.FromSlash(folder), at)
				if wantOK {
					short, err := filepath.Rel(filepath.FromSlash(folder), at)
					require.NoError(t, err)
					want = filepath.ToSlash(short)
				}
				got, ok := tr.in(filepath.FromSlash(folder), rel)
				assert.Equal(t, wantOK, ok, "%q of %q in %q", rel, abs, folder)
				if ok {
					assert.Equal(t, want, got, "%q of %q in %q", rel, abs, folder)
				}
				assert.Equal(t, at, tr.key(rel))
			}
		}
	}
}

// TestBatchesKeepTheOrder reads several batches, in which some files are large and some define nothing.
func TestBatchesKeepTheOrder(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 3 * readBatch {
		name := fmt.Sprintf("s%04d", i)
		switch {
		case i%7 == 0:
			write(t, dir, name+".json", `{"a": 1}`)
		case i%50 == 1:
			write(t, dir, name+".json", list("t", strings.Repeat("x", largeParse)))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		default:
			write(t, dir, name+".json", list("t", "x"))
			want = append(want, fmt.Sprintf("%s/t@%s.json", name, name))
		}
	}
	assert.Equal(t, want, where(walk(t, Options{Cwd: dir})))
}

// BenchmarkManifest reads a list of 10,000 tools: values, views, and what is left of them.
func BenchmarkManifest(b *testing.B) {
	const many = 10_000
	var doc strings.Builder
	doc.WriteString(`{"tools":[`)
	for i := range many {
		fmt.Fprintf(&doc, `{"name":"find_%d","description":"Finds the orders of a day, the newest first.","inputSchema":{"type":"object","properties":{"day":{"type":"string"}}}},`, i)
	}
	f := source.NewFile("tools.json", "tools.json", []byte(strings.TrimSuffix(doc.String(), ",")+"]}"))
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		r := readManifest(f, false)
		if len(mergeCopies(r.tools)) != many {
			b.Fatal("tools were lost")
		}
	}
}
