package manifest

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestTOMLLineBreaks reads the same values whether a file has LF or CRLF.
func TestTOMLLineBreaks(t *testing.T) {
	const text = "d = \"\"\"\none\n\ntwo \\\n  bad\\r\\n\u00e9\n\"\"\"\ne = '''\none\n  bad\n'''\n"
	lf, crlf := file("x.toml", text), file("x.toml", strings.ReplaceAll(text, "\n", "\r\n"))
	a, _ := Parse(lf)
	b, problems := Parse(crlf)
	require.Empty(t, problems)
	checkTree(t, crlf, b, false, true)
	for _, path := range []string{"#.d", "#.e"} {
		assert.Equal(t, find(t, a, path).Text.Value, find(t, b, path).Text.Value)
		want, _, _ := where(t, find(t, a, path), "bad", source.UTF16)
		got, raw, loc := where(t, find(t, b, path), "bad", source.UTF16)
		assert.Equal(t, want, got)
		assert.Equal(t, "bad", raw)
		assert.True(t, loc.Exact)
		assert.False(t, loc.Escaped)
	}
	assert.Equal(t, "one\n\ntwo bad\r\n\u00e9\n", a[0].StringAt("d"), "an escaped CR is text")
}

func TestTOMLBroken(t *testing.T) {
	f := file("x.toml", "a = \"one\"\nb = \nx = [1, 2\n  oops,\n  3]\n[c]\nd = \"kept\"\n")
	docs, problems := Parse(f)
	checkTree(t, f, docs, false, true)
	assert.Equal(t, "one", docs[0].StringAt("a"))
	assert.Equal(t, "kept", docs[0].Get("c").StringAt("d"))
	require.NotEmpty(t, problems)
	assert.Equal(t, 2, problems[0].Line)
	assert.True(t, strings.HasPrefix(problems[0].Reason, "not valid TOML: "), problems[0].Reason)
}

func TestTOMLHostile(t *testing.T) {
	for name, data := range map[string]string{
		"nested arrays": "a = " + strings.Repeat("[", 1<<20),
		"closed arrays": "a = " + strings.Repeat("[", 600) + strings.Repeat("]", 600),
		"dotted key":    strings.Repeat("a.", 1<<21) + "a = 1\nd = 2\n",
		"dotted table":  "[" + strings.Repeat("a.", 1<<21) + "a]\nd = 2\n",
		"spaced key":    strings.Repeat("a . ", 1<<20) + "a = 1\n",
		"errors":        strings.Repeat("= \n", 1<<18),
		"open strings":  strings.Repeat("a = \"\"\"\n", 1<<17) + "\"",
	} {
		t.Run(name, func(t *testing.T) {
			f := file("x.toml", data)
			docs, problems := ParseAs(f, TOML)
			checkTree(t, f, docs, false, true)
			assert.NotEmpty(t, problems)
		})
	}
}

// FuzzTOML checks the strings against the library's own decoder, and every place.
func FuzzTOML(f *testing.F) {
	for _, s := range []string{
		"a = \"x\\u00e9\\t\"\n[b.'c']\nd = '''\nx\r\ny'''\n[[e]]\nf = {g = 1, h.i = [1, [\"z\"]]}\n", "a.b = 1\na.c = \"\"\"\\\n  x\"\"\"\n", "a = [\n 1, # c\n]\nb = oops\nc = 1979-05-27\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := file("x.toml", string(data))
		docs, problems := ParseAs(src, TOML)
		checkTree(t, src, docs, false, true)
		var want map[string]any
		if len(docs) == 0 || len(problems) > 0 || toml.Unmarshal(data[src.BOM():], &want) != nil {
			return
		}
		requireTOML(t, want, docs[0])
	})
}

func requireTOML(t *testing.T, want any, n *source.Node) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		for k, v := range want {
			require.NotNil(t, n.Get(k), "%q", k)
			requireTOML(t, v, n.Get(k))
		}
	case []any:
		require.Len(t, n.Items, len(want))
		for i, v := range want {
			requireTOML(t, v, n.Items[i])
		}
	case string:
		require.Equal(t, strings.ReplaceAll(want, "\r\n", "\n"), strings.ReplaceAll(n.Text.Value, "\r\n", "\n"))
	}
}
