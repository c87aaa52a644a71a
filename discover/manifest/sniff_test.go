package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       Format
	}{
		{"tools.json", `{"a": 1}`, JSON},
		{"a.jsonc", "// c\n{}", JSON},
		{"a.jsonl", "{}\n{}", JSON},
		{"empty.json", "", JSON},
		{"x.snap", "{\n \"name\": \"x\"}", JSON},
		{"-", "[{\"name\": 1}]", JSON},
		{"-", "/* c */ [[\"x\"]]", JSON},
		{"README.md", `{"a": 1}`, JSON},
		{"a.yaml", "a: 1", YAML},
		{"a.yaml", `{"a": [1, "x"]}`, JSON},
		{"a.yml", "{\"a\": plain text}", YAML},
		{"a.yaml", "{{ .x }}: y", YAML},
		{"a.toml", "a = 1", TOML},
		{"a.toml", "[a]\nb = 1", TOML},
		{"a.toml", "{\"a\": 1}", JSON},
		{"-", "[a.b]\nc = 1\n", TOML},
		{"-", "# c\n[\"a\"]\nb = 'x'\n", TOML},
		{"-", "[\"a\"]\n", JSON},
		{"-", "a = \"x\"\n", TOML},
		{"-", "---\na: b\n", YAML},
		{"-", "# c\n\nname: x\n", YAML},
		{"-", "- name: x\n", YAML},
		{".clinerc", "{\"a\": 1}", JSON},
		{"Makefile", "all:\n\tgo test\n", Unknown},
		{"setup.cfg", "[a]\nb = 1\n", Unknown},
		{"notes.txt", "Note: x\n", Unknown},
		{"README.md", "---\na: b\n---\n# Title", Unknown},
		{"README.md", "[link](x): y", Unknown},
		{"a.py", "a: int = 1", Unknown},
		{"a.go", "package x", Unknown},
		{"-", "Dear reader,\n", Unknown},
		{"x.snap", "// Jest Snapshot v1\n\nexports[`x`] = `y`;", Unknown},
		{"LICENSE", "Apache License\n", Unknown},
		{"-", "", Unknown},
	} {
		assert.Equal(t, c.want, Sniff(file(c.name, c.data)), "%s: %q", c.name, c.data)
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
