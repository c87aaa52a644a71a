package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

func TestJSONKeepsDuplicates(t *testing.T) {
	docs, problems := Parse(file("x.json", `{"d": "one", "d": "two"}`))
	require.Empty(t, problems)
	require.Len(t, docs[0].Members, 2)
	assert.Equal(t, "two", docs[0].Members[1].Value.Text.Value)
}

func TestJSONHostile(t *testing.T) {
	for name, data := range map[string]string{
		"20 MB of [":       strings.Repeat("[", 20<<20),
		"nested objects":   strings.Repeat(`{"a":`, 1<<20/5),
		"closing brackets": strings.Repeat("]", 1<<20),
		"mixed brackets":   strings.Repeat("{[}", 1<<18) + strings.Repeat("[{]", 1<<18),
		"quotes":           strings.Repeat(`"`, 1<<20+1),
		"line breaks":      `"` + strings.Repeat("\n ", 1<<19),
		"100k problems":    "[" + strings.Repeat("oops 'x' :,\n", 100_000),
		"slashes":          strings.Repeat("/ ", 1<<19),
		"open comments":    strings.Repeat("[/* ", 1<<18),
		"backslashes":      `"` + strings.Repeat(`\`, 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			f := file("x.json", data)
			docs, problems := ParseAs(f, JSON)
			checkTree(t, f, docs[:min(len(docs), 100)], false, false)
			assert.NotEmpty(t, problems)
			assert.LessOrEqual(t, len(problems), maxProblems+1)
		})
	}
}

func TestJSONDepthKeepsTheRest(t *testing.T) {
	data := `{"deep": ` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `, "d": "x"}`
	docs, problems := Parse(file("x.json", data))
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Reason, "deeper than 512")
	assert.Equal(t, "x", docs[0].StringAt("d"))
}

// TestLineEndings replaces LF by CRLF, and by CR: the strings stay on their lines.
func TestLineEndings(t *testing.T) {
	for _, c := range []struct{ name, data string }{
		{"x.json", "{\n\"a\": [\n\"one\", // c\n\"t\\u200bwo\"],\n\"b\": {\"c\": \"three\"}}\n"},
		{"x.yaml", "a:\n  - one # c\n  - \"t\\u200bwo\n    three\"\n  - 'it''s\n\n    on'\nb: |\n  l1\n\n   l2\nc: >-\n  f1\n  f2\n\n    f3\n\n  f4\nd: plain\n  more\n"},
	} {
		f := file(c.name, c.data)
		docs, problems := Parse(f)
		require.Empty(t, problems)
		want := lines(f, docs)
		for _, eol := range []string{"\r\n", "\r"} {
			g := file(c.name, strings.ReplaceAll(c.data, "\n", eol))
			docs, problems := Parse(g)
			require.Empty(t, problems)
			assert.Equal(t, want, lines(g, docs), "%s with %q", c.name, eol)
		}
	}
}

// lines lists each string with the lines of its runes.
func lines(f *source.File, docs []*source.Node) (out []string) {
	var walk func(n *source.Node)
	walk = func(n *source.Node) {
		for i, c := range n.Text.Value {
			l := n.Text.Locate(i, i+utf8.RuneLen(c))
			out = append(out, fmt.Sprintf("%q %d %t", c, f.Position(l[0].Span.Start, source.Bytes).Line, l[0].Exact))
		}
		for name, value := range n.Children() {
			if name != nil {
				walk(name)
			}
			walk(value)
		}
	}
	for _, d := range docs {
		walk(d)
	}
	return out
}

// FuzzJSONString compares with encoding/json and checks that the runes' raw ranges tile the literal.
func FuzzJSONString(f *testing.F) {
	for _, s := range []string{`plain`, `\u200b\n`, `\ud83d\ude00`, `\ud83dx`, "\xff\xfe\\\"", `\udc00\ud800`, "\u2028\U000E0041"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		literal := append(append([]byte{'"'}, body...), '"')
		var want string
		if json.Unmarshal(literal, &want) != nil {
			return
		}
		src := file("x.json", string(literal))
		docs, problems := ParseAs(src, JSON)
		require.Empty(t, problems)
		require.Len(t, docs, 1)
		got := docs[0].Text
		require.Equal(t, want, got.Value)
		at := 1
		for i, c := range got.Value {
			l := got.Locate(i, i+utf8.RuneLen(c))
			require.Len(t, l, 1)
			require.Equal(t, at, l[0].Span.Start)
			at = l[0].Span.End
		}
		require.Equal(t, len(literal)-1, at)
	})
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a": [1, "x", {"b": null}]}`, `{a: 'b' c,, } ]`, "{\"a\": \"x\n\"b\": 1}", "[[/*", `{"a" [ } : 1`, "\"\\u12"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := file("x.json", string(data))
		docs, problems := ParseAs(src, JSON)
		checkTree(t, src, docs, false, false)
		if json.Valid(data) && len(docs) > 0 && !strings.Contains(string(data), "[[[[[[[[") {
			require.Empty(t, problems)
			require.Len(t, docs, 1)
			var want any
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.UseNumber() // As a float64 a large number would be an error.
			require.NoError(t, dec.Decode(&want))
			requireValue(t, want, docs[0])
		}
	})
}

// requireValue compares a tree with what encoding/json decodes. Of repeated names the last one counts there.
func requireValue(t *testing.T, want any, n *source.Node) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		got := map[string]*source.Node{}
		for _, m := range n.Members {
			got[m.Name.Text.Value] = m.Value
		}
		require.Len(t, got, len(want))
		if len(got) != len(n.Members) {
			return // repeated objects are merged there
		}
		for k, v := range want {
			require.NotNil(t, got[k], "%q", k)
			requireValue(t, v, got[k])
		}
	case []any:
		require.Len(t, n.Items, len(want))
		for i, v := range want {
			requireValue(t, v, n.Items[i])
		}
	case string:
		require.Equal(t, source.String, n.Kind)
		require.Equal(t, want, n.Text.Value)
	default:
		require.Equal(t, source.Scalar, n.Kind)
		b, err := json.Marshal(want)
		require.NoError(t, err)
		require.Equal(t, string(b), n.Text.Value)
	}
}

func TestWideEncodings(t *testing.T) {
	for _, data := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}", "{\x00\"\x00"} {
		docs, problems := Parse(file("x.json", data))
		assert.Empty(t, docs)
		require.Len(t, problems, 1)
		assert.Equal(t, 1, problems[0].Line)
		assert.Contains(t, problems[0].Reason, "UTF-16")
	}
}

// TestReasonsArePlain puts terminal controls and invisible characters where they end up in reasons.
func TestReasonsArePlain(t *testing.T) {
	evil := "\x1b[31m\u202e\u200b\U000E0041"
	for _, f := range []string{"{" + evil + ": 1}", "{\"" + evil + "\" 1}", "[" + evil + "]"} {
		_, problems := ParseAs(file("x.json", f), JSON)
		require.NotEmpty(t, problems)
		for _, p := range problems {
			assert.False(t, strings.ContainsAny(p.Reason, evil[:1]+"\u202e\u200b\U000E0041"), "%q", p.Reason)
		}
	}
	_, problems := ParseAs(file("x.yaml", "a: *x\u202e\n"), YAML)
	require.NotEmpty(t, problems)
	assert.NotContains(t, problems[0].Reason, "\u202e")
}
