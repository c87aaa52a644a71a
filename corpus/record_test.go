package corpus

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func small() (*Corpus, []Verdict) {
	return &Corpus{Entries: []Entry{
			near("n", ClassShadowing), attack("b", ClassShadowing), attack("a", ClassShadowing), plain("p"), plain("q"),
			entry("c", Contested, "", "c"), entry("x", Context, "", "x"),
		}}, []Verdict{
			soft("n", detect.SeverityLow), hard("b"), clean("a"), clean("p"), clean("q"), soft("c", detect.SeverityMedium),
		}
}

func TestRecordForm(t *testing.T) {
	c, verdicts := small()
	r, err := NewRecord(c, verdicts)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, r.Write(&out))
	assert.Equal(t, `{
  "overall": {"malicious":{"n":2,"any":1,"fail":1,"hard":1},"hardNegatives":{"n":1,"any":1,"fail":0,"hard":0}},
  "benign": {"n":2,"any":0,"fail":0,"hard":0},
  "twins": {"n":0,"any":0,"fail":0,"hard":0},
  "contested": {"n":1,"any":1,"fail":1,"hard":0},
  "classes": [
    {"name":"shadowing","malicious":{"n":2,"any":1,"fail":1,"hard":1},"hardNegatives":{"n":1,"any":1,"fail":0,"hard":0}}
  ],
  "entries": [
    {"id":"a","label":"malicious","severity":"none","tier":"none"},
    {"id":"b","label":"malicious","severity":"high","tier":"hard"},
    {"id":"c","label":"contested","severity":"medium","tier":"soft"},
    {"id":"n","label":"benign","severity":"low","tier":"soft"},
    {"id":"p","label":"benign"},
    {"id":"q","label":"benign"}
  ]
}
`, out.String())
	back, err := ReadRecord(bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	var again bytes.Buffer
	require.NoError(t, back.Write(&again))
	assert.Equal(t, out.String(), again.String())
	assert.Empty(t, back.Changes(c, verdicts))
}

func TestRecordDoesNotDependOnTheOrder(t *testing.T) {
	c, verdicts := small()
	write := func() string {
		r, err := NewRecord(c, verdicts)
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, r.Write(&out))
		return out.String()
	}
	first := write()
	slices.Reverse(c.Entries)
	slices.Reverse(verdicts)
	assert.Equal(t, first, write())
}

func TestRecordOfNothing(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Record{}.Write(&out))
	r, err := ReadRecord(&out)
	require.NoError(t, err)
	assert.Empty(t, r.Entries)
	c, verdicts := small()
	assert.Len(t, r.Changes(c, verdicts), 6, "everything is new")
}

func TestRecordRefusesBrokenRuns(t *testing.T) {
	c, verdicts := small()
	verdicts[1].Failed = []string{"test.\x1bboom"}
	_, err := NewRecord(c, verdicts)
	require.ErrorContains(t, err, `"test.\x1bboom" failed, so the run says too little`)
	_, err = NewRecord(c, verdicts[1:])
	require.ErrorContains(t, err, "has no verdict")
}

func TestReadRecordErrors(t *testing.T) {
	for name, tc := range map[string]struct{ doc, want string }{
		"nothing":          {``, "read the scorecard: EOF"},
		"a list":           {`[]`, "cannot unmarshal"},
		"unknown member":   {`{"entires":[]}`, "unknown field"},
		"unknown severity": {`{"entries":[{"id":"a","label":"benign","severity":"huge"}]}`, "read the scorecard"},
		"something after":  {`{} {}`, "something follows"},
		"merged twice":     {`{"entries":[{"id":"a","label":"benign"},{"id":"a","label":"benign"}]}`, `entry "a" is there twice`},
		"out of order":     {`{"entries":[{"id":"b","label":"benign"},{"id":"a","label":"benign"}]}`, `entry "a" is there twice or out of order`},
		"no id":            {`{"entries":[{"label":"benign"}]}`, "entry 1"},
		"context":          {`{"entries":[{"id":"a","label":"context"}]}`, "no label that is scored"},
		"conflict":         {"{\n<<<<<<< HEAD\n", "read the scorecard: invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadRecord(strings.NewReader(tc.doc))
			require.ErrorContains(t, err, tc.want)
		})
	}
}

// FuzzReadRecord holds that whatever is read can be compared and written.
func FuzzReadRecord(f *testing.F) {
	f.Add(`{"entries":[{"id":"a","label":"benign"},{"id":"b","label":"malicious","severity":"low","tier":"soft"}]}`)
	c, verdicts := small()
	f.Fuzz(func(t *testing.T, doc string) {
		r, err := ReadRecord(strings.NewReader(doc))
		if err != nil {
			return
		}
		report := Report{Compared: true, Changes: r.Changes(c, verdicts)}
		var out bytes.Buffer
		require.NoError(t, r.Write(&out))
		require.NoError(t, report.WriteText(&out))
		require.NoError(t, report.WriteMarkdown(&out))
	})
}

func TestChangesMeetOnEveryEntry(t *testing.T) {
	// Whatever is in the record, the run or both, each entry is seen once.
	c := &Corpus{}
	var verdicts []Verdict
	r := Record{}
	for i := range 40 {
		id := fmt.Sprintf("e%02d", i)
		if i%3 != 0 {
			r.Entries = append(r.Entries, Mark{ID: id, Label: Malicious})
		}
		if i%4 != 0 {
			c.Entries, verdicts = append(c.Entries, attack(id, ClassShadowing)), append(verdicts, hard(id))
		}
	}
	for _, change := range r.Changes(c, verdicts) {
		var i int
		_, err := fmt.Sscanf(change.ID, "e%02d", &i)
		require.NoError(t, err)
		want := map[[2]bool]ChangeKind{{true, true}: Found, {false, true}: New, {true, false}: Vanished}
		assert.Equal(t, want[[2]bool{i%3 != 0, i%4 != 0}], change.Kind, change.ID)
	}
	assert.Len(t, r.Changes(c, verdicts), 36)
}
