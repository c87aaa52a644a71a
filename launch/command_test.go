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
