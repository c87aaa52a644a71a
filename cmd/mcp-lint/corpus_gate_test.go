package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
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

func TestGateAgainstTheRecord(t *testing.T) {
	const (
		found   = `{"entries":[{"id":"a","label":"malicious","severity":"medium","tier":"soft"},{"id":"n","label":"benign"},{"id":"p","label":"benign"}]}`
		missed  = `{"entries":[{"id":"a","label":"malicious","severity":"none","tier":"none"},{"id":"n","label":"benign"},{"id":"p","label":"benign"}]}`
		flagged = `{"entries":[{"id":"a","label":"malicious","severity":"medium","tier":"soft"},{"id":"n","label":"benign","severity":"low","tier":"soft"},{"id":"p","label":"benign"}]}`
		fewer   = `{"entries":[{"id":"n","label":"benign"},{"id":"old","label":"malicious","severity":"none","tier":"none"},{"id":"p","label":"benign"}]}`
		strong  = `{"entries":[{"id":"a","label":"malicious","severity":"high","tier":"soft"},{"id":"n","label":"benign"},{"id":"p","label":"benign"}]}`
		other   = `{"entries":[{"id":"a","label":"contested"},{"id":"n","label":"benign"},{"id":"p","label":"benign"}]}`
	)
	for name, tc := range map[string]struct {
		record         string
		found, flagged detect.Severity
		code           int
		want           []string
		not            string
	}{
		"as it was":         {found, detect.SeverityMedium, 0, exitOK, []string{"nothing changed", "\nGATE PASSED: 1 attacks"}, "--update-scorecard"},
		"lost":              {found, 0, 0, exitGate, []string{"attacks lost (1)\n  a: medium soft -> none", "GATE FAILED: 1 attack is lost"}, "--update"},
		"gained":            {found, detect.SeverityMedium, detect.SeverityLow, exitGate, []string{"false alarms gained (1)\n  n: none", "GATE FAILED: 1 false"}, "PASSED"},
		"weakened":          {found, detect.SeverityLow, 0, exitGate, []string{"attacks weakened (1)\n  a: medium soft -> low soft", "GATE FAILED: 1 attack fell below severity medium"}, "--update"},
		"weakened a little": {strong, detect.SeverityMedium, 0, exitOK, []string{"attacks weakened (1)\n  a: high soft -> medium soft", "GATE PASSED"}, "--update"},
		"worsened":          {flagged, detect.SeverityMedium, detect.SeverityMedium, exitGate, []string{"became worse (1)\n  n: low soft -> medium soft", "GATE FAILED: 1 false alarm rose"}, "--update"},
		"relabelled":        {other, 0, 0, exitGate, []string{"another label (1)\n  a: now malicious, none", "GATE FAILED: 1 entry has another label", "--update-scorecard corpus/scorecard.json"}, "PASSED"},
		"found":             {missed, detect.SeverityLow, 0, exitOK, []string{"attacks found that were missed (1)\n", ": 1; record them with --update-scorecard", "GATE PASSED"}, "FAILED"},
		"strengthened":      {found, detect.SeverityHigh, 0, exitOK, []string{"attacks strengthened (1)\n", "--update-scorecard", "GATE PASSED"}, "FAILED"},
		"gone":              {flagged, detect.SeverityMedium, 0, exitOK, []string{"false alarms gone (1)\n", "--update-scorecard", "GATE PASSED"}, "FAILED"},
		"new and vanished": {fewer, 0, 0, exitGate, []string{
			"new (1, attacks missed: 1)\n  a: malicious, missed", "vanished (1)\n  old: malicious, was none", "GATE FAILED: 1 entry of the committed scorecard is no longer in the corpus",
			"1 entry is not in the committed scorecard (to record that: go run ./cmd/mcp-lint corpus gate --update-scorecard corpus/scorecard.json); see a\n",
		}, "PASSED"},
		"not compared": {"", 0, detect.SeverityLow, exitOK, []string{"GATE PASSED"}, "committed"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := gated(t, &gateOptions{}, tc.record, tc.found, tc.flagged)
			assert.Equal(t, tc.code, code)
			assert.Empty(t, errs)
			for _, want := range tc.want {
				assert.Contains(t, out, want)
			}
			assert.NotContains(t, out, tc.not)
		})
	}

	t.Run("worse and better", func(t *testing.T) {
		both := strings.Replace(flagged, `"medium"`, `"low"`, 1)
		code, out, _ := gated(t, &gateOptions{}, both, 0, 0)
		assert.Equal(t, exitGate, code)
		assert.Contains(t, out, "false alarms gone (1)")
		assert.NotContains(t, out, "--update-scorecard", "that would record the loss as well")
		_, out, _ = gated(t, &gateOptions{scorecard: "x\x1b.json"}, both, 0, 0)
		assert.Contains(t, out, `recorded in "x\x1b.json", losses included;`)
		assert.Contains(t, out, "GATE FAILED")
	})
	t.Run("weakened and recorded", func(t *testing.T) {
		code, out, _ := gated(t, &gateOptions{scorecard: "x.json"}, found, detect.SeverityLow, 0)
		assert.Equal(t, exitGate, code, "the run that records the loss fails")
		assert.Contains(t, out, `recorded in "x.json", losses included;`)
		weak := strings.Replace(found, `"medium"`, `"low"`, 1)
		code, out, _ = gated(t, &gateOptions{}, weak, detect.SeverityLow, 0)
		assert.Equal(t, exitOK, code, "the next one passes")
		assert.Contains(t, out, "nothing changed")
	})
	t.Run("as JSON", func(t *testing.T) {
		code, out, errs := gated(t, &gateOptions{asJSON: true}, found, 0, 0)
		assert.Equal(t, exitGate, code)
		assert.True(t, json.Valid([]byte(out)))
		assert.Contains(t, out, `"kind": "lost"`)
		assert.Equal(t, "GATE FAILED: 1 attack is lost that the committed scorecard has as found; see a\n", errs)
	})
	t.Run("as Markdown", func(t *testing.T) {
		code, out, errs := gated(t, &gateOptions{markdown: "-"}, found, 0, 0)
		assert.Equal(t, exitGate, code)
		assert.True(t, strings.HasPrefix(out, "## Corpus gate: failed\n"))
		assert.Contains(t, errs, "GATE FAILED")
		file := filepath.Join(t.TempDir(), "m.md")
		_, text, _ := gated(t, &gateOptions{markdown: file}, found, 0, 0)
		assert.Equal(t, out, contents(t, file))
		assert.Contains(t, text, "attacks flagged")
	})
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
