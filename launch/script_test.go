package launch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestCommandsOfOtherShells(t *testing.T) {
	for _, c := range []struct {
		name string
		argv []string
		want []string
	}{
		{"cmd in one word", []string{"cmd", "/c npx -y pkg"}, []string{"npx -y pkg"}},
		{"cmd does not know single quotes", []string{"cmd", "/c", "echo it's && npx pkg"}, []string{"echo it's", "npx pkg"}},
		{"cmd escapes", []string{"cmd", "/c", `echo a^&b & npx "a b"`}, []string{"echo a&b", "npx a b"}},
		{"cmd keeps addresses whole", []string{"cmd", "/c", "npx", "pkg", "https://x.example/?a=1&b=2"}, []string{"npx pkg " +
			"https://x.example/?a=1&b=2"}},
		{"start with a title", []string{"cmd", "/c", `start "" /min npx pkg`}, []string{`start  /min npx pkg`, "npx pkg"}},
		{"several flags", []string{"bash", "--noprofile", "-e", "-c", "npx pkg", "name"}, []string{"npx pkg"}},
		{"flag behind -c", []string{"bash", "-c", "-e", "npx pkg"}, []string{"npx pkg"}},
		{"a file and -c of its own", []string{"bash", "run.sh", "-c", "npx pkg"}, nil},
		{"powershell -c", []string{"powershell", "-NoP", "-c", "npx pkg"}, []string{"npx pkg"}},
		{
			"powershell with values",
			[]string{"pwsh", "-ExecutionPolicy", "Bypass", "-WorkingDirectory", "C:/c", "-Command", "& npx pkg"},
			[]string{"npx pkg"},
		},
		{"powershell -File", []string{"powershell", "-File", "x.ps1", "-Command", "npx pkg"}, nil},
		{"encoded", []string{"powershell", "-enc", utf16Base64("npx -y pkg; exit")}, []string{"npx -y pkg", "exit"}},
		{"encoded, and no base64", []string{"powershell", "-enc", "%%%"}, nil},
		{"busybox", []string{"busybox", "sh", "-c", "npx pkg"}, []string{"sh -c npx pkg", "npx pkg"}},
		{"env -S", []string{"/usr/bin/env", "-S", "A=b npx -y", "pkg"}, []string{"npx -y pkg"}},
		{"npx -c", []string{"npx", "-p", "pkg@1", "-c", "pkg --stdio"}, []string{"pkg --stdio"}},
		{"npm exec", []string{"npm", "exec", "-c", "pkg --stdio"}, []string{"pkg --stdio"}},
		{"concurrently", []string{"concurrently", "-n", "a,b", "npx a", "npx b"}, []string{"npx a", "npx b"}},
		{"supergateway", []string{"npx", "-y", "supergateway", "--port", "8000", "--stdio", "npx -y pkg"}, []string{"supergateway --port 8000 " +
			"--stdio npx -y pkg", "npx -y pkg"}},
		{"mcp-proxy", []string{"mcp-proxy", "--port", "8096", "--", "uvx", "pkg"}, []string{"uvx pkg"}},
		{"dotenv-cli", []string{"npx", "dotenv-cli", "-e", ".env", "--", "node", "a.js"}, []string{"dotenv-cli -e .env -- node a.js", "node " +
			"a.js"}},
		{"fnm", []string{"fnm", "exec", "--using", "22", "npx", "pkg"}, []string{"npx pkg"}},
		{"uv run", []string{"uv", "run", "--directory", "/x", "python", "-m", "a"}, []string{"python -m a"}},
		{"uv run of a script", []string{"uv", "run", "a.py"}, nil},
		{"docker", []string{"docker", "run", "-i", "img", "sh", "-c", "npx pkg"}, []string{"sh -c npx pkg", "npx pkg"}},
		{"line with arguments", []string{"npx -y pkg", "--flag"}, nil},
		{"export", []string{"sh", "-c", "export A=b C; npx pkg"}, []string{"export A=b C", "npx pkg"}},
		{"variables of clients", []string{"sh", "-c", "npx pkg --token ${user_config.api-key} ${input:t}"}, []string{"npx pkg --token " +
			"${user_config.api-key} ${input:t}"}},
		{"escapes of letters", []string{"bash", "-c", `$'\x6e\160x' pkg`}, []string{"npx pkg"}},
		{"double quotes keep backslashes", []string{"bash", "-c", `npx "C:\new \"x\""`}, []string{`npx C:\new "x"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ran(read(launchOf(t, launchJSON(t, c.argv, nil))))
			assert.Equal(t, append([]string{}, c.want...), append([]string{}, got[1:]...))
		})
	}
}

func TestWhatFeedsWhat(t *testing.T) {
	r := read(launchOf(t, launchJSON(t, []string{"sh", "-c", `sudo a | b "$(c)" > f; (d; e) | g < h`}, nil)))
	index := map[string]int{}
	for i, c := range r.commands {
		index[c.name()] = i
	}
	of := func(name string) command { return r.commands[index[name]] }
	assert.True(t, of("b").piped)
	assert.Equal(t, [2]int{index["sudo"], index["b"]}, [2]int{of("b").feedFrom, of("b").feedTo})
	assert.Equal(t, index["sudo"], of("a").group)
	assert.Equal(t, 1, of("a").at)
	assert.Equal(t, []int{index["b"], 1}, []int{of("c").inside, of("c").slot})
	assert.Equal(t, ">", of("b").redirects[0].op)
	assert.Equal(t, [2]int{index["d"], index["g"]}, [2]int{of("g").feedFrom, of("g").feedTo})
	assert.Equal(t, "h", of("g").redirects[0].file.text)
	assert.Equal(t, -1, of("g").inside)
}

func TestWordsInQuotesStandWhereTheyAreWritten(t *testing.T) {
	v := launchOf(t, launchJSON(t, []string{"sh", "-c", `bash -c "npx -y 'some pkg'"`}, nil))
	r := read(v)
	last := r.commands[len(r.commands)-1].args[1]
	assert.Equal(t, "some pkg", last.text)
	assert.Equal(t, "'some pkg'", v.Fields[last.field].Text[last.start:last.end])
}

func TestShellOnHostileLaunches(t *testing.T) {
	env := map[string]string{}
	for i := range 10_000 {
		env["V"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26%40)] = "curl x | sh " + strings.Repeat("A", 30)
	}
	env["PATH"] = strings.Repeat("${", 1<<19)
	env["NODE_OPTIONS"] = strings.Repeat("--require ", 1<<16)
	deep := "sh"
	for range 12 {
		deep = "B=" + strings.ReplaceAll(strings.ReplaceAll(deep, `\`, `\\`), " ", `\ `) + " curl x"
	}
	for name, argv := range map[string][]string{
		"pipes":        {"sh", "-c", strings.Repeat("curl x | sh; ", 1200)},
		"substitution": {"sh", "-c", strings.Repeat("eval $(", 2000) + "curl x" + strings.Repeat(")", 2000)},
		"words":        append([]string{"cmd", "/c"}, strings.Split(strings.Repeat("curl x | sh & ", 4000), " ")...),
		"shells":       strings.Split("sh "+strings.Repeat("-c ", 20_000), " "),
		"code":         {"node", "-e", strings.Repeat("eval(fetch('https://x.example", 30_000)},
		"powershell":   {"powershell", "-c", strings.Repeat("iex (iwr ", 40_000)},
		"base64":       {"sh", "-c", plainBase64(strings.Repeat("curl x | sh\n", 50_000))},
		"encoded":      {"powershell", "-enc", utf16Base64(strings.Repeat("iwr x | iex;", 30_000))},
		"deep":         {"sh", "-c", deep[:min(len(deep), maxScript)]}, "unicode": {"sh\u202e", "-c", "curl x \u2028| sh \xff\x00"},
		"empty": {"", "", "-c", ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := launchOf(t, launchJSON(t, argv, env))
			got := shellCommand{}.Inspect(v, detect.RegistryView{})
			assert.LessOrEqual(t, len(got), maxObservations)
			for _, s := range got {
				require.LessOrEqual(t, s.Start, s.End)
				require.LessOrEqual(t, s.End, len(v.Fields[s.FieldIndex].Text))
				assert.NotEmpty(t, s.Detail)
			}
		})
	}
}

func TestShellKeepsToItsFields(t *testing.T) {
	raw, err := json.Marshal(map[string]any{
		"url": "https://x.example/?q=curl x | sh", "headers": map[string]any{"X": "curl x | sh"}, "name": "curl x | sh", "cwd": "/tmp",
		"description": "curl x | sh", "env": map[string]any{"curl x | sh": "1"},
	})
	require.NoError(t, err)
	_, got := shellSignals(t, detect.KindLaunch, string(raw))
	assert.Empty(t, got)
}
