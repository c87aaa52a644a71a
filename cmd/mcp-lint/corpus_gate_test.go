package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/must"
)

// gated judges a corpus of three entries, of which the attack is found or not and the hard negative is flagged or not,
// against a record in which they were as given.
func gated(t *testing.T, o *gateOptions, record string, found, flagged detect.Severity) (code int, stdout, stderr string) {
	t.Helper()
	c, err := corpus.Load(strings.NewReader(`
{"id":"a","label":"malicious","category":"shadowing","server":"s","tool":{"name":"a"}}
{"id":"n","label":"benign","category":"x","resembles":"shadowing","server":"s","tool":{"name":"n"}}
{"id":"p","label":"benign","category":"x","server":"s","tool":{"name":"p"}}
`))
	require.NoError(t, err)
	verdict := func(id string, s detect.Severity) corpus.Verdict {
		v := corpus.Verdict{ID: id, Severity: s, Signals: []string{}}
		if v.Any() {
			v.Tier = detect.TierSoft
		}
		return v
	}
	verdicts := []corpus.Verdict{verdict("a", found), verdict("n", flagged), verdict("p", 0)}
	var earlier *corpus.Record
	if record != "" {
		r := must.OK(corpus.ReadRecord(strings.NewReader(record)))(t)
		earlier = &r
	}
	var out, errs bytes.Buffer
	err = judge(streams{out: &out, err: &errs}, o, c, verdicts, corpus.Uniform(0, 1), earlier)
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		code = exit.code
	case err != nil:
		code = exitUsage
	}
	return code, out.String(), errs.String()
}

// TestGateAgainstTheRecord renders what testdata/gate.txtar, which says how it is written, comes to.
func TestGateAgainstTheRecord(t *testing.T) {
	golden.Sections(t, "testdata/gate.txtar", func(_, text string) string {
		record, now, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\n")
		if record == "none" {
			record = ""
		}
		words := strings.Fields(now)
		var severities [2]detect.Severity
		for i := range severities {
			require.NoError(t, severities[i].UnmarshalText([]byte(words[i])))
		}
		o := &gateOptions{}
		for _, option := range words[2:] {
			name, value, _ := strings.Cut(option, "=")
			switch name {
			case "--update-scorecard":
				o.scorecard = value
			case "--markdown":
				o.markdown = value
			case "--json":
				o.asJSON = true
			}
		}
		code, out, errs := gated(t, o, record, severities[0], severities[1])
		if errs != "" {
			errs = "stderr:\n" + errs
		}
		return fmt.Sprintf("exit %d\n%s%s", code, out, errs)
	})
}

func TestGateWritesMarkdown(t *testing.T) {
	const record = `{"entries":[{"id":"a","label":"malicious","severity":"medium","tier":"soft"},{"id":"n","label":"benign"},{"id":"p","label":"benign"}]}`
	_, out, _ := gated(t, &gateOptions{markdown: "-"}, record, 0, 0)
	file := filepath.Join(t.TempDir(), "m.md")
	_, text, _ := gated(t, &gateOptions{markdown: file}, record, 0, 0)
	assert.Equal(t, out, contents(t, file))
	assert.Contains(t, text, "attacks flagged")
}

// TestGateWritesWhatWasReached looks at the files; whether the gate passes is for a test of the corpus.
func TestGateWritesWhatWasReached(t *testing.T) {
	dir := t.TempDir()
	scorecard, floors := filepath.Join(dir, "now.json"), filepath.Join(dir, "floors.json")
	out, errs, code := runHere(t, "corpus", "gate", "--update-scorecard", scorecard, "--update-thresholds", floors)
	assert.Contains(t, []int{exitOK, exitGate}, code, errs)
	assert.Contains(t, out, "against the committed scorecard")
	assert.Contains(t, out, "compared with the previous scorecard")

	data := contents(t, scorecard)
	record := must.OK(corpus.ReadRecord(strings.NewReader(data)))(t)
	var again bytes.Buffer
	require.NoError(t, record.Write(&again))
	assert.Equal(t, data, again.String())
	data = contents(t, floors)
	raised := must.OK(corpus.ReadThresholds(strings.NewReader(data)))(t)
	own := must.OK(corpus.FindOwn("."))(t)
	committed := must.OK(own.Thresholds())(t)
	assert.Equal(t, raised, raised.Stricter(committed), "nothing is lowered")
}

func TestGateOutsideOfACheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	var advice *hint.Error
	require.ErrorAs(t, gateOwn(streams{}, &gateOptions{}), &advice)
	assert.ErrorIs(t, advice, corpus.ErrNoCheckout)
}
