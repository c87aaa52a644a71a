package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// TestDecoys adds what other kinds of document have to files that clients would still load.
func TestDecoys(t *testing.T) {
	const tool = `{"name":"t","description":"d","inputSchema":{"type":"object"}}`
	for _, decoy := range []string{
		`"openapi":"3.1.0","info":{},"paths":{}`, `"lockfileVersion":3`, `"scripts":{},"dependencies":{},"private":true`,
		`"apiVersion":"v1","kind":"Pod","metadata":{}`, `"jobs":{"a":{}},"on":"push"`, `"services":{}`,
		`"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}`,
	} {
		for name, text := range map[string]string{
			"dump.json":         `{%s,"tools":[` + tool + `]}`,
			"rpc.json":          `{%s,"result":{"tools":[` + tool + `]}}`,
			"one.snap":          `{%s,` + tool[1:],
			".mcp.json":         `{%s,"mcpServers":{"a":{"command":"x"}}}`,
			".vscode/mcp.json":  `{%s,"servers":{"a":{"type":"stdio","command":"x"}}}`,
			"codex/config.json": `{%s,"mcp_servers":{"a":{"command":"x"}}}`,
		} {
			f := inline(name, fmt.Sprintf(text, decoy))
			d := read(f)
			assert.NotEmpty(t, d.Entries, "%s", f.Data)
			assert.True(t, Candidate(f), "%s", f.Data)
		}
	}
	lock := inline("package-lock.json", `{"tools":[`+tool+`]}`)
	assert.True(t, Candidate(lock), "a name alone must not hide a file")
}

func TestOnce(t *testing.T) {
	d := read(inline("a.yaml", "tools:\n  - &a {name: x, description: why}\n  - *a\nmore:\n  tools: [*a]\n"))
	assert.Len(t, d.Entries, 1)
	d = read(inline("a.yaml", "common:\n  - &a {name: x, description: why}\ntools: [*a]\n"))
	assert.Len(t, d.Entries, 1, "an anchor seen where it meant nothing counts where it is used")
}

func TestDepthIsBounded(t *testing.T) {
	str := func(s string) *source.Node { return &source.Node{Kind: source.String, Text: source.Text{Value: s}} }
	for _, key := range []string{"tools", "mcpServers", "command", "result", "servers", "packages", "x", "mcp"} {
		n := &source.Node{Kind: source.Object}
		for range 200_000 {
			n = &source.Node{Kind: source.Object, Members: []source.Member{{Name: str(key), Value: n}, {Name: str("name"), Value: str("n")}}}
		}
		f := inline("deep.json", "")
		d := Recognise(f, []*source.Node{n}, false)
		for _, p := range d.Problems {
			assert.Contains(t, p.Reason, "nested deeper")
		}
		assert.LessOrEqual(t, len(d.Problems), 1)
		if key == "x" || key == "result" {
			require.Len(t, d.Problems, 1)
		}
	}
}

// TestRepeatedNames would not end in reasonable time if a repeated name cost a look at all the others.
func TestRepeatedNames(t *testing.T) {
	for _, member := range []string{`"tools":[{}]`, `"inputs":[{}]`, `"servers":{"a":{}}`, `"mcpServers":{"a":{}}`, `"function":{}`, `"name":"a"`} {
		read(inline("a.json", "{"+strings.Repeat(member+",", 50_000)+member+"}"))
	}
}

func TestOddValues(t *testing.T) {
	for _, text := range []string{
		`null`, `[]`, `{}`, `[null,[],{}]`, `{"tools":null}`, `{"tools":{"a":null,"b":[]}}`, `{"mcpServers":[null,1,{}]}`, `{"mcpServers":null}`,
		`{"result":{"messages":[1]}}`, `{"server":[],"serverInfo":1,"instructions":null}`, `{"packages":[1],"remotes":[null],"name":"x"}`,
		`{"manifest_version":1,"user_config":1}`, `{"manifest_version":1,"user_config":1,"server":3}`, `{"name":"x","image":1,"about":1,"config":2,"env_vars":3}`,
		`{"startCommand":{}}`, `{"plugins":[1,{}],"owner":1}`, `{"command":{"command":{"command":1}}}`, `{"mcp":[1]}`, `{"extensions":[1,{}]}`,
		`{"name":"x","packages":[{"registryType":"npm","packageArguments":1,"environmentVariables":2,"transport":3}]}`,
		`{"type":"mcp","server_url":1}`, `{"type":"mcp","server_url":1,"server_label":{}}`, `{"mcpServers":{"a":{"command":[],"args":{},"env":[],"headers":null,"transport":null,"requestInit":1}}}`,
	} {
		assert.NotPanics(t, func() { read(inline("mcp.json", text)) }, text)
	}
}

func FuzzRecognise(f *testing.F) {
	for _, name := range append(inputs(f, "shapes"), inputs(f, "none")...) {
		f.Add(load(f, name).Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name := "mcp.json"
		if len(data)%2 == 1 {
			name = "data.json"
		}
		file := source.NewFile(name, name, data)
		docs, _ := ParseAs(file, JSON)
		d := Recognise(file, docs, false)
		given := map[*source.Node]bool{}
		for _, e := range d.Entries {
			require.Equal(t, source.Object, e.Def.Kind)
			require.False(t, given[e.Def])
			given[e.Def] = true
		}
		if len(d.Entries)+len(d.Servers)+len(d.Settings) > 0 {
			require.True(t, Candidate(file))
		}
	})
}

// TestCrowdedConfiguration: more servers than anybody has are reported, once, and those within the bound are all there. The texts of the
// others are.
func TestCrowdedConfiguration(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"mcpServers": {`)
	for i := range maxServers + 2 {
		fmt.Fprintf(&b, "\"s%d\": {\"command\": \"x\"},\n", i)
	}
	b.WriteString(`"last": {"command": "x", "description": "Says more than its name."}}}`)
	f := source.NewFile("mcp.json", "mcp.json", []byte(b.String()))
	docs, problems := Parse(f)
	require.Empty(t, problems)
	doc := Recognise(f, docs, false)
	assert.Len(t, doc.Servers, maxServers)
	require.Len(t, doc.Problems, 1)
	assert.Equal(t, maxServers+1, doc.Problems[0].Line)
	assert.Contains(t, doc.Problems[0].Reason, "more than 30000 servers")
	assert.Contains(t, doc.Problems[0].Reason, "the launch commands of the others", "entries of names alone are left out")
	assert.Equal(t, "Says more than its name.", doc.Entries[len(doc.Entries)-1].Def.Get("description").Text.Value)
	assert.Len(t, doc.Entries, maxServers+1)
}

// TestCrowdedServer: the ways in which one server is started count as well, however they are written.
func TestCrowdedServer(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s+",", n-1) + s }
	for _, text := range []string{
		`{"mcpServers":{"a":{"command":"x",` + many(`"windows":{"command":"y"}`, maxServers+10) + `}}}`,
		`{"mcpServers":{` + many(`"a":{"command":"x","cmd":"y"}`, maxServers/2+10) + `}}`,
		`{"manifest_version":"0.2","name":"x","server":{"type":"node","mcp_config":{"command":"x","platform_overrides":{` +
			many(`"win32":{"command":"y"}`, maxServers+10) + `}}}}`,
	} {
		d := read(inline("mcp.json", text))
		assert.Len(t, d.Servers, maxServers, text[:100])
		require.Len(t, d.Problems, 1, text[:100])
		assert.Contains(t, d.Problems[0].Reason, "more than 30000 servers")
	}
}

// TestCrowdedEnvironment would take gigabytes if the variables of a server were copied for each system that it is started on.
func TestCrowdedEnvironment(t *testing.T) {
	const n = 10_000
	many := func(s string) string { return strings.Repeat(s+",", n-1) + s }
	for _, text := range []string{
		`{"mcpServers":{"a":{"command":"x","env":{` + many(`"a":"b"`) + `},` + many(`"windows":{"command":"y","env":{"c":"d"}}`) + `}}}`,
		`{"manifest_version":"0.2","name":"x","server":{"type":"node","mcp_config":{"command":"x","env":{` + many(`"a":"b"`) +
			`},"platform_overrides":{` + many(`"win32":{"command":"y","env":{"c":"d"}}`) + `}}}}`,
	} {
		d := read(inline("mcp.json", text))
		require.Len(t, d.Servers, n+1, text[:100])
		vars, own := 0, 0
		for _, s := range d.Servers {
			vars += cap(s.Env)
			if k := len(s.Env); k > 0 && s.Env[k-1].Name.Text.Value == "c" {
				own++
			}
		}
		assert.Equal(t, n, own, "each has its own")
		assert.Less(t, vars, 20*n, text[:100])
	}
}

// TestReadable: of a document whose library makes a tree of its own no more is read than MaxValues need, and the text before that is.
func TestReadable(t *testing.T) {
	head := "tools:\n- name: sum\n  description: Adds numbers.\n"
	for name, data := range map[string]string{
		"tools.yaml": head + "  inputSchema: [" + strings.Repeat("1,", maxSeparators) + "1]\n- name: late\n  description: Comes late.\n",
		"more.yaml":  head + strings.Repeat("- name: late\n", maxSeparators/2),
	} {
		f := source.NewFile(name, name, []byte(data))
		docs, problems := Parse(f)
		require.NotEmpty(t, problems, name)
		assert.LessOrEqual(t, len(problems), 2, name)
		assert.Contains(t, problems[0].Reason, "more than 1000000 values")
		require.NotEmpty(t, Recognise(f, docs, false).Entries, name)
	}
	plain := source.NewFile("a.yaml", "a.yaml", []byte(strings.Repeat("# , : ,\n", maxSeparators/8)+head))
	docs, problems := Parse(plain)
	assert.Empty(t, problems)
	assert.Len(t, Recognise(plain, docs, false).Entries, 1)
	toml := source.NewFile("config.toml", "config.toml", []byte("[mcp_servers.sum]\ncommand = \"sum\"\nargs = ["+strings.Repeat("1,", maxSeparators)+"1]\n"))
	docs, problems = Parse(toml)
	require.Len(t, problems, 1)
	assert.Len(t, Recognise(toml, docs, false).Servers, 1)
}

// TestReadableNested: values need no comma, colon or line break between them.
func TestReadableNested(t *testing.T) {
	const head = "tools:\n- name: sum\n  description: Adds numbers.\n"
	deep := func(open, shut string, n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) + "\n" }
	for name, data := range map[string]string{
		"lists":       head + "x:\n" + strings.Repeat(strings.Repeat("- ", 1000)+"\n", maxSeparators/1000),
		"keys":        head + "x:\n" + strings.Repeat(strings.Repeat("? ", 1000)+"a\n", maxSeparators/1000),
		"brackets":    head + "x:\n" + strings.Repeat("- "+deep("[", "]", 1000), maxSeparators/1000),
		"braces":      head + "x:\n" + strings.Repeat("- "+deep("{", "}", 1000), maxSeparators/1000),
		"next line":   head + "x:\n" + strings.Repeat("-\u0085", maxSeparators),
		"line breaks": head + "x:\n" + strings.Repeat("-\u2028", maxSeparators),
	} {
		f := source.NewFile("tools.yaml", "tools.yaml", []byte(data))
		log := &problemLog{file: f}
		assert.Less(t, readableEnd(f, YAML, log), len(data), name)
		assert.Len(t, log.problems, 1, name)
	}
	var b strings.Builder
	b.WriteString("[mcp_servers.sum]\ncommand = \"sum\"\n")
	for i := range MaxValues / 500 {
		fmt.Fprintf(&b, "a%d%s = 1\n", i, strings.Repeat(".a", 501))
	}
	f := source.NewFile("config.toml", "config.toml", []byte(b.String()))
	docs, problems := Parse(f)
	require.NotEmpty(t, problems, "tables are values")
	assert.Contains(t, problems[0].Reason, "more than 1000000 values")
	assert.Len(t, Recognise(f, docs, false).Servers, 1)
	f = source.NewFile("config.toml", "config.toml", []byte("x = {a"+strings.Repeat(".a", maxSeparators)+" = 1}\n"))
	_, problems = Parse(f)
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Reason, "more than 1000000 values")
}
