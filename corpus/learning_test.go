package corpus_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
)

// TestLearningEntriesAreValid holds what the weights of wording are learned from, beside the project's own corpus, to the rules of
// the project's own corpus. The two are validated as one, so that no text of one is repeated in the other.
func TestLearningEntriesAreValid(t *testing.T) {
	learning, err := corpus.LoadFS(os.DirFS("learning"), ".")
	require.NoError(t, err)
	ids := map[string]bool{}
	both := entries(t)
	for _, e := range both.Entries {
		ids[e.ID] = true
	}
	for _, e := range learning.Entries {
		assert.False(t, ids[e.ID], "%s is the id of an entry of corpus/data", e.ID)
	}
	both.Entries = append(both.Entries, learning.Entries...)
	assert.NoError(t, both.Validate())
}

// fewWords bounds what is too short to be anybody's own: "Rolls dice." may be written twice.
const fewWords = 8

// TestHeldOutTextsAreHeldOut fails when a text of corpus/heldout occurs in one that the checks were made for or learned from: what
// they do on it would say nothing of what they do on others.
func TestHeldOutTextsAreHeldOut(t *testing.T) {
	heldout, err := corpus.LoadFS(os.DirFS("heldout"), ".")
	require.NoError(t, err)
	learning, err := corpus.LoadFS(os.DirFS("learning"), ".")
	require.NoError(t, err)

	// Texts are cut into words, and the known ones kept by their first few, so that not each is searched in each.
	type text struct{ id, words string }
	known := map[string][]text{}
	for _, e := range slices.Concat(entries(t).Entries, learning.Entries) {
		for _, words := range texts(t, e) {
			for i := range max(len(words)-fewWords+1, 0) {
				key := strings.Join(words[i:i+fewWords], " ")
				known[key] = append(known[key], text{e.ID, strings.Join(words[i:], " ")})
			}
		}
	}
	seen := 0
	for _, e := range heldout.Entries {
		for _, words := range texts(t, e) {
			if len(words) < fewWords {
				continue
			}
			seen++
			whole := strings.Join(words, " ") + " "
			for _, k := range known[strings.Join(words[:fewWords], " ")] {
				assert.False(t, strings.HasPrefix(k.words+" ", whole), "%s of corpus/heldout is in %s: %s", e.ID, k.id, whole)
			}
		}
	}
	assert.GreaterOrEqual(t, seen, len(heldout.Entries), "nothing was compared")
}

// texts are the description, the payload and the other strings of an entry that a model reads, in small words.
func texts(t *testing.T, e corpus.Entry) [][]string {
	t.Helper()
	kind := e.Kind
	if kind == "" {
		kind = detect.KindTool
	}
	v, err := detect.ViewJSON(kind, e.Server, e.Tool)
	require.NoError(t, err)
	out := [][]string{strings.Fields(strings.ToLower(e.Payload))}
	for _, f := range v.Fields {
		out = append(out, strings.Fields(strings.ToLower(f.Text)))
	}
	return out
}
