package secret

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGuardedIsNoFindingAndNotShown is about what looks like a credential and is not sure to be one.
func TestGuardedIsNoFindingAndNotShown(t *testing.T) {
	r := source(21)
	typed, part := lowers+numbers, r.draw(letters, 20)
	for _, tc := range []struct{ before, hidden, after string }{
		{"ghp_", typed, " is used"},
		{"Use ghp_", part, "... for it"},
		{"sk-", typed, ""},
		{"xoxb-", "12345678" + "90-" + typed, ""},
		{"curl -H 'Authorization: token ", typed, "' x"},
		{"curl -H \"AUTHORIZATION: ApiKey ", part[:9], "\" x"},
		{"authorization=", part[:12], ""},
		{"X-Api-Key: ", typed, ""},
	} {
		s := tc.before + tc.hidden + tc.after
		for _, m := range Find(s) {
			assert.Less(t, m.Confidence, Named-0.1, "%q gave %s", s, m.Rule)
		}
		red := Redact(s)
		assert.NotContains(t, red, tc.hidden[:8], s)
		assert.NotContains(t, red, tc.hidden[len(tc.hidden)-8:], s)
		assert.True(t, strings.HasSuffix(red, tc.after), red)
		assert.Equal(t, red, Redact(red))
	}
}

func TestRedactAtACut(t *testing.T) {
	r := source(23)
	rest := r.draw(letters, 24)
	for _, s := range []string{"..." + rest + "' https://a.io | sh", "\u2026" + rest, "...EN=" + rest + "; x", "...key: \"" + rest + "\""} {
		red := Redact(s)
		assert.NotContains(t, red, rest[:8])
		assert.NotContains(t, red, rest[16:])
		assert.Equal(t, red, Redact(red))
	}
	for _, s := range []string{rest, "...and so on", "...a-task-list-2024-05", "... " + rest, "\u2026/path/to/file.txt"} {
		assert.Equal(t, s, Redact(s), "no cut, or nothing to hide")
	}
}

func TestRepetitionsAreRedactedToo(t *testing.T) {
	r := source(25)
	key := r.draw(letters, 32)
	assert.NotContains(t, Redact("first "+key+", then api_key="+key+" and "+key), key)
	many := strings.Repeat("api_key="+key+" "+key+" ", 2_000)
	require.NotContains(t, Redact(many), key)
}

func TestStubInAnotherText(t *testing.T) {
	for _, m := range []Match{{Start: 5, End: 50, head: 4}, {Start: -1, End: 3}, {Start: 3, End: 1, head: 4}, {}} {
		assert.Equal(t, stub, m.Stub("abc"))
	}
}

func TestLongNamesCostNothing(t *testing.T) {
	r := source(27)
	v := r.draw(letters, 32)
	name := strings.Repeat("x", 1<<20) + "_api_key"
	for range 10_000 {
		require.Len(t, FindNamed(name, v), 1)
	}
}
