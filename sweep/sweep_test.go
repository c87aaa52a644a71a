package sweep

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/sweep/made"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// swept runs a sweep on prism, in a folder that paths are relative to.
func swept(t testing.TB, c Config, in Inputs) Totals {
	t.Helper()
	c.Version, c.Build = "1.2.3", "test"
	require.NoError(t, c.Check())
	sources, err := in.Expand(t.Context())
	require.NoError(t, err)
	require.NoError(t, c.Prepare(t.Context(), sources))
	require.NoError(t, ptest.Run(Build(&c, sources)))
	totals, err := c.ReadTotals(t.Context())
	require.NoError(t, err)
	return *totals
}

func configured(output string, shards int) Config {
	c := DefaultConfig()
	c.Output, c.Shards = output, shards
	return c
}

// linesOf decodes the lines of all files that match.
func linesOf[T any](t testing.TB, pattern ...string) (all []T) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(pattern...))
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for line := range bytes.Lines(data) {
			var one T
			require.NoError(t, json.Unmarshal(line, &one), "%s: %s", name, line)
			all = append(all, one)
		}
	}
	return all
}

func findingsOf(t testing.TB, output, kind string) (all []Line) {
	t.Helper()
	return linesOf[Line](t, output, kind+"-*-of-?????.jsonl")
}

func put(t testing.TB, name, data string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o750))
	require.NoError(t, os.WriteFile(name, []byte(data), 0o600))
}

// contents are the files of a folder.
func contents(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(data)
	}
	return all
}

var everything = Inputs{Definitions: {"in/definitions/*"}, Archives: {"in/archives/*"}}

// TestSweep compares a sweep of definitions and archives, with poison among them, with what the library says of each.
func TestSweep(t *testing.T) {
	t.Chdir(t.TempDir())
	const definitions, archives = 4_000, 100
	require.NoError(t, made.Write("in", definitions, archives))
	totals := swept(t, configured("out", 5), everything)

	assert.Equal(t, definitions+archives, totals.Items)
	assert.Equal(t, map[string]int{Unreadable: 4 + 3, TooLarge: 1}, totals.SetApart)
	assert.Equal(t, 8, totals.NotScanned)
	lines := append(findingsOf(t, "out", Definitions), findingsOf(t, "out", Archives)...)
	recount := newTotals()
	for _, l := range lines {
		recount.BySeverity[l.Severity.String()]++
		recount.ByCheck[l.Check]++
		recount.ByKind[string(l.Kind)]++
	}
	assert.Equal(t, totals.Findings, len(lines))
	assert.Equal(t, recount.BySeverity, totals.BySeverity)
	assert.Equal(t, recount.ByCheck, totals.ByCheck)
	assert.Equal(t, recount.ByKind, totals.ByKind)

	t.Run("definitions", func(t *testing.T) {
		got, want := map[string]string{}, map[string]string{}
		for _, l := range findingsOf(t, "out", Definitions) {
			got[l.Item] = fmt.Sprint(l.Severity, l.Checks)
		}
		for _, v := range corpus.Evaluate(readable(t), lint.Checks()) {
			if v.Any() {
				want[v.ID] = fmt.Sprint(v.Severity, v.Signals)
			}
		}
		assert.Greater(t, len(want), definitions/50)
		assert.Equal(t, want, got)
	})
	t.Run("archives", func(t *testing.T) {
		got, want := map[string][]string{}, map[string][]string{}
		for _, l := range findingsOf(t, "out", Archives) {
			got[l.Item] = append(got[l.Item], fmt.Sprintf("%s %s:%d", l.ID, l.Path, l.Line))
		}
		names, err := filepath.Glob(everything[Archives][0])
		require.NoError(t, err)
		failed := 0
		for _, name := range names {
			r, err := lint.Run(lint.Options{Paths: []string{name}, NoIgnores: true})
			if err != nil || r.Summary.Definitions == 0 {
				failed++
				continue
			}
			for i := range r.Findings {
				at := r.Findings[i].PrimarySignal().Where
				want[name] = append(want[name], fmt.Sprintf("%s %s:%d", r.Findings[i].ID, at.Path, at.Start.Line))
			}
		}
		assert.Equal(t, archives/25, failed)
		assert.Equal(t, want, got)
	})
	t.Run("set apart", func(t *testing.T) {
		var where []string
		for _, a := range linesOf[Apart](t, "out", "*.apart.jsonl") {
			where = append(where, a.Reason+" "+a.Source)
			assert.NotEmpty(t, a.Why)
			assert.False(t, a.Scanned)
		}
		assert.ElementsMatch(t, []string{
			"size in/archives/bomb-0024.zip", "unreadable in/archives/cut-0049.tgz", "unreadable in/archives/page-0074.tgz",
			"unreadable in/archives/empty-0099.zip", "unreadable in/definitions/tools-1.jsonl", "unreadable in/definitions/tools-3.jsonl",
			"unreadable in/definitions/tools-5.jsonl", "unreadable in/definitions/tools-7.jsonl",
		}, where)
	})
	t.Run("the same bytes in another run", func(t *testing.T) {
		assert.Equal(t, totals, swept(t, configured("again", 5), everything))
		assert.Equal(t, contents(t, "out"), contents(t, "again"))
	})
}

// readable are the definitions of the lists that are one, as a corpus.
func readable(t *testing.T) *corpus.Corpus {
	t.Helper()
	c := &corpus.Corpus{}
	names, err := filepath.Glob(everything[Definitions][0])
	require.NoError(t, err)
	for _, name := range names {
		f, err := os.Open(name)
		require.NoError(t, err)
		for s := bufio.NewScanner(f); s.Scan(); {
			var e corpus.Entry
			if json.Unmarshal(s.Bytes(), &e) == nil && len(e.Tool) > 0 && e.Tool[0] == '{' && e.ID != "deep" {
				e.Label = corpus.Benign
				c.Entries = append(c.Entries, e)
			}
		}
		require.NoError(t, f.Close())
	}
	return c
}

// TestResume changes results and inputs: what they belong to is scanned again, and nothing else.
func TestResume(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, made.Write("in", 400, 30))
	c := configured("out", 4)
	first := swept(t, c, everything)
	want := contents(t, "out")

	// age makes every file old, and renewed says which are not any more.
	age := func() {
		for name := range contents(t, "out") {
			require.NoError(t, os.Chtimes(filepath.Join("out", name), past, past))
		}
	}
	renewed := func() (shards []string) {
		for name := range want {
			st, err := os.Stat(filepath.Join("out", name))
			require.NoError(t, err)
			if shard, ok := strings.CutSuffix(name, ".jsonl.manifest.json"); ok && !st.ModTime().Equal(past) {
				shards = append(shards, shard)
			}
		}
		return shards
	}

	age()
	assert.Equal(t, first, swept(t, c, everything))
	assert.Empty(t, renewed())

	age()
	require.NoError(t, os.Remove("out/definitions-00001-of-00004.jsonl.manifest.json"))
	require.NoError(t, os.Remove("out/definitions-00002-of-00004.apart.jsonl"))
	put(t, "out/archives-00003-of-00004.jsonl", "half of a li")
	put(t, "out/archives-00000-of-00004.jsonl.manifest.json", "{")
	assert.Equal(t, first, swept(t, c, everything))
	assert.ElementsMatch(t, []string{"definitions-00001-of-00004", "definitions-00002-of-00004", "archives-00003-of-00004", "archives-00000-of-00004"}, renewed())
	assert.Equal(t, want, contents(t, "out"))

	age()
	data, err := os.ReadFile("in/archives/server-0001.zip")
	require.NoError(t, err)
	put(t, "in/archives/server-0003.tgz", string(data))
	swept(t, c, everything)
	assert.Equal(t, []string{shardOf(Archives, &Item{Source: "in/archives/server-0003.tgz"}, 4)}, renewed())

	age()
	c.Registry = 10
	swept(t, c, everything)
	assert.Len(t, renewed(), 8, "other settings")

	// What is there belongs to other shards.
	c.Shards = 3
	require.ErrorContains(t, c.Prepare(context.Background(), []Source{{Definitions, "x"}}), "has results of another run")

	// What an interrupted run left as well, and whatever the folder is called.
	put(t, "[1/definitions-00000-of-00004.jsonl", "half of a li")
	put(t, "[1/notes-of-monday.txt", "ours")
	c = configured("[1", 3)
	require.ErrorContains(t, c.Prepare(context.Background(), []Source{{Definitions, "x"}}), "definitions-00000-of-00004.jsonl")
	c.Shards = 4
	require.NoError(t, c.Prepare(context.Background(), []Source{{Definitions, "x"}}))
}
