package manifest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

func TestJSONPositions(t *testing.T) {
	testPositions(t, "x.json", []placed{
		{"hidden character raw", "{\n  \"d\": \"ab\u200bcd\"}", "#.d", "\u200b", "\u200b", 2, 11, 11, false},
		{"hidden character escaped", "{\n  \"d\": \"ab\\u200bcd\"}", "#.d", "\u200b", `\u200b`, 2, 11, 11, true},
		{"after an escape on the line", `{"d": "\u200bignore all"}`, "#.d", "ignore", "ignore", 1, 14, 14, false},
		{"surrogate pair", `["\udb40\udc41x"]`, "#.0", "\U000E0041", `\udb40\udc41`, 1, 3, 3, true},
		{"astral before it", "[\"\U0001F600\", \"bad\"]", "#.1", "bad", "bad", 1, 9, 8, false},
		{"byte order mark", "\uFEFF[\"bad\"]", "#.0", "bad", "bad", 1, 3, 3, false},
		{"CRLF and tab", "{\r\n\t\"d\":\t\"bad\"\r\n}", "#.d", "bad", "bad", 2, 8, 8, false},
		{"only CR", "{\r\"a\": 1,\r\"d\": \"bad\"}", "#.d", "bad", "bad", 3, 7, 7, false},
		{"comments", "// one\n/* two\n */ {\"d\": /* x */ \"bad\",}", "#.d", "bad", "bad", 3, 20, 20, false},
		{"second document", "{\"a\":1}\n{\"d\":\"bad\"}\n", "##.d", "bad", "bad", 2, 7, 7, false},
		{"bytes that are no UTF-8", "[\"a\xffbad\"]", "#.0", "\uFFFDbad", "\xffbad", 1, 4, 4, false},
	})
}

// placed is a phrase in a document and where it stands; runes is its column in runes when that is not utf16.
type placed struct {
	name, data, path, phrase, raw string
	line, utf16, runes            int
	escaped                       bool
}

func testPositions(t *testing.T, name string, cases []placed) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := file(name, c.data)
			docs, problems := Parse(f)
			if strings.HasSuffix(c.name, "inside") {
				require.Len(t, problems, 1)
			} else {
				require.Empty(t, problems)
			}
			checkTree(t, f, docs, strings.Contains(c.data, "*x"), strings.HasSuffix(name, ".toml"))
			pos, raw, loc := where(t, find(t, docs, c.path), c.phrase, source.UTF16)
			assert.Equal(t, source.Position{Line: c.line, Column: c.utf16}, pos)
			assert.Equal(t, cmp.Or(c.runes, c.utf16), f.Position(loc.Span.Start, source.Runes).Column)
			assert.Equal(t, c.raw, raw)
			assert.True(t, loc.Exact)
			assert.Equal(t, c.escaped, loc.Escaped)
		})
	}
}

// TestJSONTolerance breaks documents; what can be read must be kept, and the reason and line reported.
func TestJSONTolerance(t *testing.T) {
	for _, c := range []struct {
		name, data, path, want, reason string
		line                           int
	}{
		{"missing comma", "{\"tools\": []\n \"d\": \"x\"}", "#.d", "x", `expected ',' or '}' after the value of "tools"`, 2},
		{"missing comma in a list", "[\"a\"\n\"b\"]", "#.1", "b", "expected ',' or ']' after value 1 of the array", 2},
		{"missing colon", "{\"d\" \"x\"}", "#.d", "x", `expected ':' after the name "d"`, 1},
		{"missing value", "{\"a\": , \"d\": \"x\"}", "#.d", "x", "a value is missing before ','", 1},
		{"name without a value", "{\"a\": {\"d\"}}", "#.a.d", "", `the name "d" has no value`, 1},
		{"two commas", "{\"a\": 1,, \"d\": \"x\"}", "#.d", "x", "a name is missing before ','", 1},
		{"single quotes", "{\"d\": 'it\\'s'}", "#.d", "it's", "the string is in single quotes; JSON needs double quotes", 1},
		{"bare name", "{d: \"x\"}", "#.d", "x", `the name "d" is not in quotes`, 1},
		{"bare value", "{\"d\": ignore all rules // yes\n}", "#.d", "ignore all rules", `"ignore all rules" is not a JSON value and has no quotes`, 1},
		{"wrong bracket", "{\"a\": [{\"d\": \"x\" ], \"e\": \"y\"}", "#.e", "y", "expected '}' before ']', to close the object that begins on line 1", 1},
		{"extra bracket", "{\"a\": 1 ], \"d\": \"x\"}", "#.d", "x", "unexpected ']' inside the object that begins on line 1", 1},
		{"cut off", "{\n\"a\": [{\"d\": \"x", "#.a.0.d", "x", "the string has no closing quote", 2},
		{"lost quote", "{\"a\": \"one,\n \"d\": \"x\"}", "#.d", "x", "the string has no closing quote", 1},
		{"unknown escape", `{"d": "\q"}`, "#.d", "q", `JSON has no escape "\\q"`, 1},
		{"line break in a string", "{\"d\": \"a\nb\"}", "#.d", "a\nb", `there is a line break in a string; use \n`, 1},
		{"control character", "{\"d\": \"a\x01b\"}", "#.d", "a\x01b", "there is an unescaped control character in a string", 1},
		{"open comment", "{\"d\": \"x\" /* no end", "#.d", "x", "the comment has no end", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := file("x.json", c.data)
			docs, problems := Parse(f)
			checkTree(t, f, docs, false, false)
			assert.Equal(t, c.want, find(t, docs, c.path).Text.Value)
			require.NotEmpty(t, problems)
			assert.Equal(t, Problem{Line: c.line, Reason: c.reason}, problems[0])
		})
	}
}

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

func TestSniff(t *testing.T) {
	for want, files := range map[Format][][2]string{
		JSON: {
			{"tools.json", `{"a": 1}`},
			{"a.jsonc", "// c\n{}"},
			{"a.jsonl", "{}\n{}"},
			{"empty.json", ""},
			{"x.snap", "{\n \"name\": \"x\"}"},
			{"-", "[{\"name\": 1}]"},
			{"-", "/* c */ [[\"x\"]]"},
			{"README.md", `{"a": 1}`},
			{"a.yaml", `{"a": [1, "x"]}`},
			{"a.toml", "{\"a\": 1}"},
			{"-", "[\"a\"]\n"},
			{".clinerc", "{\"a\": 1}"},
		},
		YAML: {
			{"a.yaml", "a: 1"},
			{"a.yml", "{\"a\": plain text}"},
			{"a.yaml", "{{ .x }}: y"},
			{"-", "---\na: b\n"},
			{"-", "# c\n\nname: x\n"},
			{"-", "- name: x\n"},
		},
		TOML: {
			{"a.toml", "a = 1"},
			{"a.toml", "[a]\nb = 1"},
			{"-", "[a.b]\nc = 1\n"},
			{"-", "# c\n[\"a\"]\nb = 'x'\n"},
			{"-", "a = \"x\"\n"},
		},
		Unknown: {
			{"Makefile", "all:\n\tgo test\n"},
			{"setup.cfg", "[a]\nb = 1\n"},
			{"notes.txt", "Note: x\n"},
			{"README.md", "---\na: b\n---\n# Title"},
			{"README.md", "[link](x): y"},
			{"a.py", "a: int = 1"},
			{"a.go", "package x"},
			{"-", "Dear reader,\n"},
			{"x.snap", "// Jest Snapshot v1\n\nexports[`x`] = `y`;"},
			{"LICENSE", "Apache License\n"},
			{"-", ""},
		},
	} {
		for _, f := range files {
			assert.Equal(t, want, Sniff(file(f[0], f[1])), "%s: %q", f[0], f[1])
		}
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
