package mcplint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/mcplint"
)

func TestCheckPasses(t *testing.T) {
	for name, v := range map[string]any{
		"bytes": []byte(`{"tools": [` + clean + `]}`), "text": `{"tools": [` + clean + `]}`, "raw": json.RawMessage(clean),
		"reader": strings.NewReader("[" + clean + "]"), "buffer": bytes.NewBufferString(clean), "list of raw": []json.RawMessage{[]byte(clean)},
		"answer": `{"jsonrpc": "2.0", "id": 1, "result": {"tools": [` + clean + `]}}`, "map": map[string]any{"a": json.RawMessage(clean)},
		"pages": `[{"tools": [` + clean + `], "nextCursor": "2"}, {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "b", "description": "Reads b."}]}}]`,
		"YAML":  "tools:\n  - name: get_forecast\n    description: Returns the forecast.\n", "comments": "// A comment.\n{\"tools\": [" + clean + "]}",
	} {
		t.Run(name, func(t *testing.T) {
			passes(t, func(r *recorder) bool { return mcplint.Check(r, v) })
		})
	}
}

func TestCheckFails(t *testing.T) {
	for name, v := range map[string]any{
		"bytes": []byte(`{"tools": [` + clean + `,` + hidden + `]}`), "one": hidden, "list": "[" + clean + "," + hidden + "]",
		"by name": `{"a": ` + clean + `, "b": ` + hidden + `}`, "answer": `{"jsonrpc": "2.0", "id": 1, "result": {"tools": [` + hidden + `]}}`,
		"twice": `{"tools": [` + hidden + `], "tools": [` + clean + `]}`, "YAML": "tools:\n  - name: tell_joke\n    description: \"Tells a joke.\\u200b\\u200b\\u202e Enjoy.\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			said := fails(t, func(r *recorder) bool { return mcplint.Check(r, v) })
			assert.Contains(t, said, "mcp-lint: high[unicode.hidden]: tool \u201ctell_joke\u201d ")
			assert.Contains(t, said, "RIGHT-TO-LEFT OVERRIDE\u201d in /description")
			assert.Contains(t, said, "U+202E RIGHT-TO-LEFT OVERRIDE")
			assert.NotContains(t, said, "\u202e")
		})
	}
}

// TestSilence has what was not looked at fail the test.
func TestSilence(t *testing.T) {
	deep := strings.Repeat(`{"properties": {"a": `, 300) + `{"description": "x"}` + strings.Repeat(`}}`, 300)
	for name, c := range map[string]struct {
		definitions any
		words       string
	}{
		"nil":           {nil, "nothing was checked"},
		"nil slice":     {[]json.RawMessage(nil), "nothing was checked"},
		"no tools":      {`{"tools": []}`, "nothing was checked"},
		"no bytes":      {[]byte{}, "nothing was checked"},
		"no text":       {"", "CheckPath is for files"},
		"number":        {7, "nothing was checked"},
		"path":          {"testdata/tools.json", "CheckPath is for files"},
		"handlers":      {map[string]any{"a": func() {}}, "without their handlers"},
		"marshal":       {brokenValue{}, "cannot be encoded as JSON"},
		"reader":        {iotest.ErrReader(errors.New("torn")), "torn"},
		"no definition": {`{"tools": [` + clean + `, {"description": "x"}, null, 7]}`, "only 1 of the 4 items"},
		"no prompt":     {`{"prompts": [{"name": "a", "description": "Asks."}, 7, 8]}`, "only 1 of the 3 items"},
		"pages":         {`[{"tools": [` + clean + `], "nextCursor": "2"}, {"prompts": []}]`, "nextCursor"},
		"page of pages": {`[{"tools": [` + clean + `]}, {"tools": [null]}]`, "only 1 of the 2 items"},
		"deep":          {`{"name": "a", "description": "x", "inputSchema": ` + deep + `}`, "values are nested deeper"},
		"large":         {`{"tools": [` + clean + strings.Repeat(" ", 16<<20) + `]}`, "is larger than 16777216 bytes"},
		"odd":           {`{"jsonrpc": "2.0", "method": "ping"}`, "nothing was checked"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			require.False(t, mcplint.Check(r, c.definitions), r.said())
			assert.Contains(t, strings.Join(r.errors, "\n"), c.words)
		})
	}
}

// TestSevered has a broken document fail, also when the incomplete is allowed and nothing else is there.
func TestSevered(t *testing.T) {
	r := &recorder{}
	assert.False(t, mcplint.Check(r, []byte(`{"tools": [`+clean+`, {`)))
	r = &recorder{}
	assert.False(t, mcplint.Check(r, []byte(`[`), mcplint.AllowIncomplete()))
	assert.Contains(t, r.said(), "nothing was checked")
}

type brokenValue struct{}

func (brokenValue) MarshalJSON() ([]byte, error) { return nil, errors.New("no") }

func TestOptions(t *testing.T) {
	all := `{"tools": [` + poisoned + `]}`
	check := func(opts ...mcplint.Option) func(r *recorder) bool {
		return func(r *recorder) bool { return mcplint.Check(r, all, opts...) }
	}
	assert.Contains(t, fails(t, check()), "capability.mismatch")
	fails(t, check(nil, mcplint.FailOn(detect.SeverityCritical)))
	order := `{"tools": [` + ordering + `]}`
	fails(t, func(r *recorder) bool { return mcplint.Check(r, order, nil, mcplint.FailOn(detect.SeverityMedium)) })
	logged := passes(t, func(r *recorder) bool { return mcplint.Check(r, order, mcplint.FailOn(detect.SeverityCritical)) })
	assert.Contains(t, logged.said(), "directive.imperative")
	said := fails(t, check(mcplint.FailOn(detect.SeverityLow), mcplint.Only("directive.imperative")))
	assert.NotContains(t, said, "capability.mismatch")
	said = fails(t, check(mcplint.Skip("capability.mismatch")))
	assert.NotContains(t, said, "capability.mismatch")
	logged = passes(t, check(mcplint.MinConfidence(0.99)))
	assert.Contains(t, logged.said(), "below the confidence floor")
	passes(t, check(mcplint.Only("unicode.hidden")))
	assert.Contains(t, fails(t, check(mcplint.Server("weather"))), "of server \u201cweather\u201d")
}

func TestAccept(t *testing.T) {
	all := `{"tools": [` + hidden + `]}`
	logged := passes(t, func(r *recorder) bool {
		return mcplint.Check(r, all, mcplint.Accept("unicode.hidden", "tell_*", "the joke needs them"))
	})
	assert.Contains(t, logged.said(), "suppressed 1 finding (config): the joke needs them")
	fails(t, func(r *recorder) bool {
		return mcplint.Check(r, all, mcplint.Accept("unicode.hidden", "tell_story", "another tool"))
	})
	logged = passes(t, func(r *recorder) bool {
		return mcplint.Check(r, clean, mcplint.Accept("unicode.hidden", "get_forecast", "was needed once"))
	})
	assert.Contains(t, logged.said(), "was needed once")
	assert.Contains(t, logged.said(), "matches no finding")
}

func TestMistakes(t *testing.T) {
	for name, o := range map[string]mcplint.Option{
		"FailOn":       mcplint.FailOn(detect.SeverityNone),
		"FailOn takes": mcplint.FailOn(9),
		"Only":         mcplint.Only(), `unknown check "unicode"`: mcplint.Only("unicode"), `unknown check "x"`: mcplint.Skip("x"),
		"MinConfidence": mcplint.MinConfidence(1.5), "not NaN": mcplint.MinConfidence(nan()), "Server": mcplint.Server(" "),
		"Accept": mcplint.Accept("unicode.hidden", "*", " "), `unknown check "hidden"`: mcplint.Accept("hidden", "*", "why not"),
		"no file": mcplint.Config(""), "missing.yaml": mcplint.Config("missing.yaml"), "need a lock file": mcplint.Only("rugpull.changed"),
	} {
		said := fails(t, func(r *recorder) bool { return mcplint.Check(r, clean, o) })
		assert.Contains(t, said, "nothing was checked: ", name)
		assert.Contains(t, said, name)
	}
	assert.Contains(t, fails(t, func(r *recorder) bool { return mcplint.Check(r, "tools: []", mcplint.Server("a")) }), "mcplint.Server is for")
	assert.Contains(t, fails(t, func(r *recorder) bool { return mcplint.Check(r, `[{"jsonrpc": "2.0"}]`, mcplint.Server("a")) }), "mcplint.Server is for")
	assert.Contains(t, fails(t, func(r *recorder) bool { return mcplint.Check(r, `{"mcpServers": {}}`, mcplint.Server("a")) }), "mcplint.Server is for")
	assert.Contains(t, fails(t, func(r *recorder) bool { return mcplint.CheckPath(r, "a", mcplint.Server("a")) }), "mcplint.Server is for")
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

// TestEnded has a check that was given up fail: nothing was looked at.
func TestEnded(t *testing.T) {
	r := &ended{}
	assert.False(t, mcplint.Check(r, clean))
	assert.Contains(t, r.said(), "context canceled")
}

func TestCheckPath(t *testing.T) {
	dir := t.TempDir()
	write := func(name, words string) string {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(words), 0o600))
		return file
	}
	good := write("good/tools.json", `{"tools": [`+clean+`]}`)
	bad := write("bad/testdata/tools.json", "{\"tools\": [\n"+hidden+"]}")
	for _, path := range []string{good, filepath.Dir(good)} {
		passes(t, func(r *recorder) bool { return mcplint.CheckPath(r, path) })
	}
	said := fails(t, func(r *recorder) bool { return mcplint.CheckPath(r, bad) })
	assert.Contains(t, said, "tools.json:2:52: high[unicode.hidden]: tool \u201ctell_joke\u201d", "named itself it weighs what it weighs")
	logged := passes(t, func(r *recorder) bool { return mcplint.CheckPath(r, filepath.Join(dir, "bad")) })
	assert.Contains(t, logged.said(), "low (high, but in a test file)")

	empty := filepath.Dir(write("empty/README.txt", "Nothing."))
	torn := filepath.Dir(write("torn/tools.json", `{"tools": [`+clean))
	code := filepath.Dir(write("code/server.py", "from mcp.server.fastmcp import FastMCP\nimport words\nmcp = FastMCP(\"shop\")\n\n@mcp.tool(description=words.load())\ndef pay(): pass\n"))
	for path, words := range map[string]string{
		empty: "nothing was checked: no MCP manifest", torn: "not read, or not in full", code: "only known by running code",
		filepath.Join(dir, "none"): "none", "": "no path", "-": "./-",
	} {
		r := &recorder{}
		assert.False(t, mcplint.CheckPath(r, path), path)
		assert.Contains(t, r.said(), words, path)
	}
	logged = passes(t, func(r *recorder) bool { return mcplint.CheckPath(r, code, mcplint.AllowIncomplete()) })
	assert.Contains(t, logged.said(), "only known by running code")
	logged = passes(t, func(r *recorder) bool { return mcplint.CheckPath(r, torn, mcplint.AllowIncomplete()) })
	assert.Contains(t, logged.said(), "not read, or not in full")
}

func TestRules(t *testing.T) {
	dir := t.TempDir()
	put := func(name, data string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(data), 0o600))
		return file
	}
	rule := put("own.yaml", `rules: [{id: acme.jokes, title: T, severity: medium, pattern: joke, message: jokes, why: w, fix: f, examples: {bad: [{tool: {name: joke}}], good: [{tool: {name: x}}]}}]`)
	check := func(o ...mcplint.Option) func(r *recorder) bool {
		return func(r *recorder) bool { return mcplint.Check(r, hidden, append(o, mcplint.Only("acme.jokes"))...) }
	}
	fails(t, check(mcplint.Rules(rule)))
	fails(t, check(mcplint.Config(put("set.yaml", "rules: own.yaml\n"))))
	passes(t, check(mcplint.Rules(rule), mcplint.Config(put("low.yaml", "checks: {acme.jokes: {level: low}}\n"))))
	for words, o := range map[string]mcplint.Option{
		`unknown check "acme.jokes"`: nil, "given no file": mcplint.Rules(), "missing.yaml": mcplint.Rules("missing.yaml"),
		`there is a rule acme.jokes at ` + rule + `:1 already`: mcplint.Rules(rule, rule), `bad.yaml:1: rules: unknown key "i"`: mcplint.Rules(put("bad.yaml", "rules: [{i: a}]")),
	} {
		assert.Contains(t, fails(t, check(o)), words)
	}
}

func TestConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".mcp-lint.yaml")
	set := func(words string) mcplint.Option {
		require.NoError(t, os.WriteFile(file, []byte(words), 0o600))
		return mcplint.Config(file)
	}
	check := func(o ...mcplint.Option) func(r *recorder) bool {
		return func(r *recorder) bool { return mcplint.Check(r, hidden, o...) }
	}
	fails(t, check(set("strict: true\n")))
	passes(t, check(set("fail-on: critical\n")))
	passes(t, check(set("fail-on: never\n")))
	fails(t, check(set("fail-on: never\n"), mcplint.FailOn(detect.SeverityHigh)))
	passes(t, check(set("skip: [unicode.hidden]\n")))
	passes(t, check(set("min-confidence: 0.99\n")))
	fails(t, check(set("min-confidence: 0.99\n"), mcplint.MinConfidence(0)))
	logged := passes(t, check(set("ignore:\n  - tool: tell_joke\n    reason: it is a joke\n")))
	assert.Contains(t, logged.said(), "it is a joke")
	fails(t, check(set("ignore:\n  - tool: tell_joke\n    reason: it was a joke\n    expires: 2020-01-01\n")))
	said := fails(t, check(set("ignores: []\n")))
	assert.Contains(t, said, "line 1")
	said = fails(t, check(set("skip: ["+strings.Repeat("a, ", 64<<10)+"]")))
	assert.Contains(t, said, "larger than")
}

// TestHostile has nothing foreign reach the log as it is, or take the lines of the log for its own.
func TestHostile(t *testing.T) {
	name := "a\n::error::b\x1b[31m\u202e##[group]" + strings.Repeat("long", 100)
	tool := map[string]any{
		"name": name, "description": "Reads.\u200b\u200b\u202e ##vso[task.complete] ghp_" + strings.Repeat("a1B2", 9) + "\n::stop-commands::x",
		"inputSchema": map[string]any{"type": "object", "properties": map[string]any{name: map[string]any{"type": "string", "description": "a\u202e\u2066\u200b\u2063"}}},
	}
	r := &recorder{}
	assert.False(t, mcplint.Check(r, []any{tool, tool}, mcplint.Server(name), mcplint.FailOn(detect.SeverityLow)))
	for _, words := range []string{"\x1b", "\u202e", "\u200b", "##[", "##vso[", "\n::", strings.Repeat("a1B2", 9)} {
		assert.NotContains(t, r.said(), words)
	}
	for _, line := range strings.Split(r.said(), "\n") {
		assert.Regexp(t, `^(mcp-lint: |  )`, line)
		assert.Less(t, len(line), 2_000)
	}
}

// TestFlood bounds what is said.
func TestFlood(t *testing.T) {
	var tools []json.RawMessage
	for i := range 300 {
		tools = append(tools, json.RawMessage(fmt.Sprintf(`{"name": "tell_%d", "description": "Tells joke %d.\u200b\u200b\u202e Enjoy.", "inputSchema": {"type": "object"}}`, i, i)))
	}
	r := &recorder{}
	assert.False(t, mcplint.Check(r, tools))
	assert.Len(t, r.errors, 51)
	assert.Contains(t, r.said(), "250 findings more that fail the test")
}

// BenchmarkCheck checks lists of tools with a schema of two parameters.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{1, 20, 200} {
		var tools []json.RawMessage
		for i := range n {
			tools = append(tools, json.RawMessage(fmt.Sprintf(`{"name": "get_%d", "description": "Returns the forecast number %d for a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "Name of the city."}, "days": {"type": "integer", "description": "How many days ahead."}}}}`, i, i)))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if r := (&recorder{}); !mcplint.Check(r, tools) {
					b.Fatal(r.said())
				}
			}
		})
	}
}
