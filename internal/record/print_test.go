package record

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

// shown returns a value as printed in a record.
func shown(t *testing.T, raw string) string {
	t.Helper()
	data, _, err := printed([]byte(raw))
	require.NoError(t, err)
	return strings.TrimSuffix(string(data), "\n")
}

func TestPrint(t *testing.T) {
	for raw, want := range map[string]string{
		`{ }`: "{}", "[\n]": "[]", `"a"`: `"a"`, `{"a":1e5,"a":-0.0}`: "{\n  \"a\": 1e5,\n  \"a\": -0.0\n}",
		`[1,[2,{"b":[]}]]`: "[\n  1,\n  [\n    2,\n    {\n      \"b\": []\n    }\n  ]\n]",
		`"\"\\\u200b{["`:   `"\"\\\u200b{["`, "\"\u200b\u202e\ufe0f\U000E0041\u00a0\u007f\"": `"\u200b\u202e\ufe0f\udb40\udc41\u00a0\u007f"`,
		"\"é☃😀\"": "\"é☃😀\"", "\"a\xff\"": `"a\ufffd"`, `"\ud800"`: `"\ud800"`, `"##[group]"`: `"##\u005bgroup]"`,
	} {
		assert.Equal(t, want, shown(t, raw), raw)
	}
}

// TestPrintStaysSmall checks that indentation does not turn kilobytes into megabytes.
func TestPrintStaysSmall(t *testing.T) {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	assert.Less(t, len(shown(t, deep)), 20_000)
}

func TestFixtureIsNoLongerThanAScanReads(t *testing.T) {
	if testing.Short() {
		t.Skip("large; the race detector has nothing to add")
	}
	item := func(s string) json.RawMessage { return json.RawMessage(`{"a":"` + s + `"}`) }
	rec := &Recording{Lists: lists()}
	rec.Lists[0].Listed = true
	rec.Lists[0].Items = []json.RawMessage{item(strings.Repeat("x", maxFixture-200))}
	data, _, err := rec.Fixture()
	require.NoError(t, err)
	assert.LessOrEqual(t, len(data), maxFixture)
	rec.Lists[0].Items = append(rec.Lists[0].Items, item(strings.Repeat("\u200b", 200)))
	_, _, err = rec.Fixture()
	assert.ErrorContains(t, err, "larger than 16 MiB")
	// Many small values fit without indentation.
	rec.Lists[0].Items = []json.RawMessage{json.RawMessage("[[[[" + strings.Repeat("1,", 4<<20) + "1]]]]")}
	data, _, err = rec.Fixture()
	require.NoError(t, err)
	assert.Less(t, len(data), 10<<20)
}

// FuzzPrint checks that the output has the same value as the input, and no invisible characters.
func FuzzPrint(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\u200b",{}],"b":""}`, "[\"\u202e\xff\\\\\", [[]], null]", `"##[x"`, `{"":{"":[{}]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if !json.Valid([]byte(raw)) {
			t.Skip()
		}
		out := shown(t, raw)
		var want, got any
		require.NoError(t, json.Unmarshal([]byte(raw), &want))
		require.NoError(t, json.Unmarshal([]byte(out), &got), out)
		assert.Equal(t, want, got)
		assert.True(t, utf8.ValidString(out))
		for _, r := range out {
			if r != '\n' && text.Invisible(r) {
				t.Fatalf("U+%04X is left in %q", r, out)
			}
		}
	})
}
