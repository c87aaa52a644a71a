package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"

	"github.com/org/mcp-lint/internal/golden"
)

func parsedBaseline(t *testing.T, opts Options) *Baseline {
	t.Helper()
	b, err := ParseBaseline(baselineOf(t, opts))
	require.NoError(t, err)
	return b
}

// baselineOf makes the baseline of a scan.
func baselineOf(t *testing.T, opts Options) []byte {
	t.Helper()
	_, made, err := RunBaseline(opts)
	require.NoError(t, err)
	return made.Data
}

func against(t *testing.T, b *Baseline, files map[string]string) *Report {
	t.Helper()
	r := mustRun(t, Options{Cwd: tree(t, files), Baseline: b, BaselineFile: source.NewFile("base", "base", nil)})
	return r
}

func TestStaleBaselineIsReported(t *testing.T) {
	hidden := `{"name":"pay","description":"Pays\u200b a \u200bbill.","inputSchema":{"type":"object"}}`
	gone := `{"name":"go\u202ene","description":"x\u200by"}`
	data := baselineOf(t, Options{Cwd: tree(t, map[string]string{"a.json": shopTools("till", hidden, gone)})})
	b, err := ParseBaseline(data)
	require.NoError(t, err)
	file := source.NewFile("base.jsonl", "base.jsonl", data)
	dir := tree(t, map[string]string{
		"a.json":   shopTools("till", strings.Replace(hidden, `a \u200b`, "a ", 1)),
		"c/c.json": shopTools("c", `{"name":"n","description":"d"}`),
	})
	r := mustRun(t, Options{Cwd: dir, Baseline: b, BaselineFile: file})
	assert.Empty(t, r.Findings)
	texts := noteTexts(r)
	require.NotEmpty(t, texts)
	assert.Contains(t, texts, "the baseline has a finding that is gone: \u201cunicode.hidden\u201d in \u201ctill/pay\u201d (1 of 2)")
	assert.Contains(t, strings.Join(texts, "\n"), "\u201ctill/goU+202Ene\u201d")
	for _, n := range r.Notes {
		line := file.Data[n.Where.Start.Offset:n.Where.End.Offset]
		assert.True(t, bytes.HasPrefix(line, []byte(`{"server":"till"`)), "%s", line)
	}
	for _, opts := range []Options{{Paths: []string{"c"}}, {InContext: true, Paths: []string{"a.json"}}, {Skip: []string{"unicode.hidden"}}} {
		opts.Cwd, opts.Baseline, opts.BaselineFile = dir, b, file
		r = mustRun(t, opts)
		assert.NotContains(t, strings.Join(noteTexts(r), "\n"), "unicode.hidden")
	}
}

func TestBaselineShowsNoSecretsAndNothingUnseen(t *testing.T) {
	data := baselineOf(t, Options{Cwd: tree(t,
		map[string]string{"a.json": shopTools("till\u202e", `{"name":"`+key+`","description":"with `+key+`\u200b in it \U0001F600"}`)})})
	assert.NotContains(t, string(data), key)
	for _, c := range data {
		require.True(t, c == '\n' || c >= 0x20 && c < 0x7F)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	assert.Equal(t, `{"mcp-lint-baseline":1}`, lines[0])
	assert.Equal(t, `{"end":true}`, lines[len(lines)-1])
}

func TestParseBaselineErrors(t *testing.T) {
	entry := `{"server":"s","tool":"t","kind":"tool","check":"c","field":"/f","count":1,"id":"` + strings.Repeat("ab", 32) + `"}`
	whole := baselineHeader + "\n" + entry + "\n" + baselineTrailer + "\n"
	b, err := ParseBaseline([]byte(whole))
	require.NoError(t, err)
	require.Len(t, b.entries, 1)
	b, err = ParseBaseline([]byte(strings.ReplaceAll(whole, "\n", "\r\n")))
	require.NoError(t, err)
	assert.Equal(t, entry, strings.ReplaceAll(whole, "\n", "\r\n")[b.entries[0].start:b.entries[0].end])
	b, err = ParseBaseline([]byte(strings.Replace(whole, entry, entry+"\n"+strings.Replace(entry, `:1,"id`, `:3,"id`, 1), 1)))
	require.NoError(t, err)
	require.Len(t, b.entries, 1)
	assert.Equal(t, 3, b.entries[0].Count)
	_, err = ParseBaseline([]byte(baselineHeader + "\n" + baselineTrailer))
	require.NoError(t, err)

	golden.Lines(t, "testdata/refused-baselines.txt", func(line string) []string {
		data, ok := golden.Snippet(line)
		require.True(t, ok, line)
		_, err := ParseBaseline([]byte(data))
		var pe *lock.ParseError
		require.ErrorAs(t, err, &pe)
		assert.NotEmpty(t, pe.Hint)
		return []string{fmt.Sprintf("line %d: %s", pe.Line, pe.Reason), pe.Hint}
	})
	_, err = ParseBaseline([]byte(strings.Replace(whole, `"server":"s"`, `"server":"`+strings.Repeat("s", maxBaselineLine)+`"`, 1)))
	var pe *lock.ParseError
	require.ErrorAs(t, err, &pe)
	assert.Equal(t, 2, pe.Line)
	assert.Contains(t, pe.Reason, "bytes")
}

func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte(baselineHeader + "\n" + `{"server":"s","tool":"t","kind":"tool","check":"c","field":"/f","count":1,"id":"` +
		strings.Repeat("ab", 32) + `"}` + "\n" + baselineTrailer + "\n"))
	f.Add([]byte(baselineHeader + "\r\n<<<<<<<"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBaseline(data)
		if err != nil {
			var pe *lock.ParseError
			require.ErrorAs(t, err, &pe)
			return
		}
		var buf bytes.Buffer
		b.write(&buf)
		again, err := ParseBaseline(buf.Bytes())
		require.NoError(t, err)
		require.Len(t, again.entries, len(b.entries))
		for i := range b.entries {
			assert.Equal(t, b.entries[i].ID, again.entries[i].ID)
			assert.Equal(t, b.entries[i].Count, again.entries[i].Count)
		}
	})
}

// TestBaselineOfSecrets has a new key in the place of an old one be new, and a baseline stay as it is while that is there.
func TestBaselineOfSecrets(t *testing.T) {
	with := func(key string) map[string]string {
		return map[string]string{"a.json": shopTools("till", `{"name":"pay","description":"Use `+key+` to pay."}`)}
	}
	const formerID = "bb9ff0b3ccb1735e7114bf5493165c7e2c4ae53f501138ee72fb14b9b9ba7046"
	const salt = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	other := "AKIA" + "Q3EGRT7YUH" + "VM5KPE"
	dir := tree(t, with(key))
	data := baselineOf(t, Options{Cwd: dir, BaselineSalt: salt})
	require.Contains(t, string(data), secretCheck)
	assert.NotContains(t, string(data), key)
	b, err := ParseBaseline(data)
	require.NoError(t, err)
	assert.Equal(t, salt, b.Salt())
	assert.Equal(t, string(data), string(baselineOf(t, Options{Cwd: dir, Baseline: b})), "the same findings make the same file")
	assert.NotEqual(t, string(data), string(baselineOf(t, Options{Cwd: dir})), "another file has another salt")
	assert.Empty(t, against(t, b, with(key)).Findings)
	assert.Len(t, against(t, b, with(other)).Findings, 1)

	// A file of mcp-lint 1.0 has no salt, and its entries of secrets have the length alone. It holds until it is written anew.
	former := strings.Replace(string(data), saltStart+salt+saltEnd+"\n", "", 1)
	for _, e := range b.entries {
		if e.Check == secretCheck {
			former = strings.Replace(former, e.ID, formerID, 1)
		}
	}
	old, err := ParseBaseline([]byte(former))
	require.NoError(t, err)
	assert.Empty(t, against(t, old, with(key)).Findings)
	assert.Empty(t, against(t, old, with(other)).Findings)
	assert.Equal(t, string(data), string(baselineOf(t, Options{Cwd: dir, Baseline: old, BaselineSalt: salt})))

	// Branches with salts of their own merge by union.
	more := baselineOf(t, Options{Cwd: tree(t, with(other))})
	merged, err := ParseBaseline([]byte(strings.TrimSuffix(string(data), baselineTrailer+"\n") +
		strings.TrimPrefix(string(more), baselineHeader+"\n")))
	require.NoError(t, err)
	assert.Empty(t, against(t, merged, with(key)).Findings)
	assert.Empty(t, against(t, merged, with(other)).Findings)
	assert.Len(t, against(t, merged, with("AKIA"+"Q3EGRT7YUH"+"VM5KPF")).Findings, 1)

	_, err = ParseBaseline([]byte(strings.Replace(string(data), salt, "short", 1)))
	assert.Error(t, err)
}

func TestBaselineCountsWhatIsIgnored(t *testing.T) {
	files := map[string]string{"a.json": shopTools("till", poisoned)}
	c := &config.Config{Ignore: []config.Ignore{{Tool: "pay", Reason: "r", Line: 1}}}
	r := mustRun(t, Options{Cwd: tree(t, files), Config: c, Baseline: parsedBaseline(t, Options{Cwd: tree(t, files)})})
	assert.Empty(t, r.Findings)
	assert.Empty(t, r.Notes, "%v", noteTexts(r))
}

// counted is a context that ends when it was asked a number of times, so that a run can be given up at each of its steps.
type counted struct {
	context.Context
	left *atomic.Int64
}

func (c counted) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestGivenUpAnywhere gives a run up at every point at which it asks: it says so, or has done everything.
func TestGivenUpAnywhere(t *testing.T) {
	dir := tree(t, map[string]string{
		"a.json":           `{"tools":[{"name":"t","description":"ab\u200bcd"}]}`,
		"test/b_test.json": `{"tools":[{"name":"u","description":"ab\u200bcd"}]}`,
		".mcp.json":        `{"mcpServers":{"s":{"command":"npx","args":["x"]}}}`,
	})
	whole := mustRun(t, Options{Cwd: dir})
	require.NotEmpty(t, whole.Findings)
	for steps := 0; ; steps++ {
		var left atomic.Int64
		left.Store(int64(steps))
		r, err := RunContext(counted{context.Background(), &left}, Options{Cwd: dir})
		if errors.Is(err, context.Canceled) {
			assert.Nil(t, r)
			require.Less(t, steps, 1000)
			continue
		}
		require.NoError(t, err)
		assert.Len(t, r.Findings, len(whole.Findings))
		assert.Equal(t, whole.Coverage, r.Coverage)
		require.Greater(t, steps, 3, "it never asked")
		return
	}
}
