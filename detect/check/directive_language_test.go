package check

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// linesOf reads the lines "LANGUAGE | TEXT" of a file in testdata.
func linesOf(t testing.TB, name string) [][2]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	var lines [][2]string
	for line := range strings.SplitSeq(string(data), "\n") {
		if lang, rest, ok := strings.Cut(line, " | "); ok && !strings.HasPrefix(line, "#") {
			lines = append(lines, [2]string{lang, rest})
		}
	}
	require.NotEmpty(t, lines)
	return lines
}

func ordersIn(t testing.TB, description string) []detect.Signal {
	t.Helper()
	v, err := detect.ViewJSON(detect.KindTool, "srv", []byte(exampleTool("lookup_item", description)))
	require.NoError(t, err)
	return directive{}.Inspect(v, detect.NewRegistry([]detect.ToolView{v}))
}

func TestOrdersByLanguage(t *testing.T) {
	for _, l := range linesOf(t, "orders_by_language.txt") {
		signals := ordersIn(t, l[1])
		if assert.NotEmpty(t, signals, "%s: %s", l[0], l[1]) {
			for _, s := range signals {
				assert.Less(t, s.Start, s.End)
				assert.LessOrEqual(t, s.End, len(l[1]))
			}
		}
	}
}

func TestInnocentByLanguage(t *testing.T) {
	for _, l := range linesOf(t, "innocent_by_language.txt") {
		for _, s := range ordersIn(t, l[1]) {
			assert.Fail(t, "false alarm", "%s: %s: %s: %q", l[0], l[1], s.Detail, l[1][s.Start:s.End])
		}
	}
}

func BenchmarkLanguagesHostile(b *testing.B) {
	v, err := detect.ViewJSON(detect.KindTool, "srv", []byte(exampleTool("probe", strings.Repeat("ignora no digas usuario envia token instrucciones anteriores antes otra ", 1000))))
	require.NoError(b, err)
	longest := 0
	for i, f := range v.Fields {
		if len(f.Text) > len(v.Fields[longest].Text) {
			longest = i
		}
	}
	p := newProse(v, detect.NewRegistry([]detect.ToolView{v}), longest)
	b.SetBytes(int64(len(p.doc.Raw)))
	for b.Loop() {
		findLanguage(p)
	}
}
