package discover

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// visibly says what registersVisibly looks for as an expression.
var visibly = regexp.MustCompile("\\.(?:tool|prompt|resource|registerTool|registerPrompt|registerResource|addTool)\\(\\s*[\"'`{]|\\bname:\\s*[\"'`][^\"'`\n]{1,80}[\"'`],\\s*description:\\s*[\"'`]")

func TestRegistersVisibly(t *testing.T) {
	pieces := strings.Split(`.tool( |.TOOL(|.registerTool(|.addTool(|( |"|'|{|`+"`|\n| |\t|\v|\u00a0|\xff|name:|rename:|$name:|NAME:|,|description:|Description:|x|"+
		strings.Repeat("é", 80)+"|"+strings.Repeat("y", 81), "|")
	rnd := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 60_000 {
		var b []byte
		if rnd.IntN(2) == 0 {
			b = append(b, `name:"x",description:"`...)
		}
		for range 1 + rnd.IntN(9) {
			p := pieces[rnd.IntN(len(pieces))]
			at := rnd.IntN(len(b) + 1)
			b = append(b[:at:at], append([]byte(p), b[at:]...)...)
		}
		want := visibly.Match(b)
		if want {
			found++
		}
		assert.Equal(t, want, registersVisibly(b), "%q", b)
	}
	assert.Greater(t, found, 1000)
}

// FuzzSpotter compares with looking for each word.
func FuzzSpotter(f *testing.F) {
	f.Add([]byte("import { McpServer } from '@modelcontextprotocol/sdk'; new Server(x); STDIO_SERVER transport::stdio mcp.run("), uint8(3))
	f.Add([]byte("mmcp mod modelcontex model context toolName prompts DESCRIPTION"), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, shift uint8) {
		data = append(bytes.Repeat([]byte{'m'}, int(shift%17)), data...)
		for i, s := range spotters() {
			want := false
			low := asciiLower(data)
			for _, w := range s.words {
				want = want || bytes.Contains(low, []byte(w.word))
			}
			assert.Equal(t, want, s.in(data), "spotter %d in %q", i, data)
		}
	})
}

func spotters() []*spotter {
	return []*spotter{speaksMCP(), speaksPage(), holdsText(), holdsCode(), makesServer(), namesPackage()}
}

func asciiLower(data []byte) []byte {
	low := bytes.Clone(data)
	for i, c := range low {
		if c >= 'A' && c <= 'Z' {
			low[i] = c + 'a' - 'A'
		}
	}
	return low
}

// TestSpottersFindTheirWords puts each word at every place of a step, in both cases and up to the end of the data.
func TestSpottersFindTheirWords(t *testing.T) {
	for i, s := range spotters() {
		for _, w := range s.words {
			assert.GreaterOrEqual(t, w.off, 0, "%q has none of the anchors", w.word)
			for lead := range 20 {
				for _, tail := range []string{"", "x", "-----------------------"} {
					for _, word := range []string{w.word, strings.ToUpper(w.word)} {
						data := []byte(strings.Repeat("-", lead) + word + tail)
						assert.True(t, s.in(data), "spotter %d in %q", i, data)
						assert.False(t, s.in(data[:max(lead+len(word)-1, 0)]) && !anyOther(s, data[:lead+len(word)-1]), "spotter %d in %q", i, data)
					}
				}
			}
		}
	}
}

// anyOther reports whether a cut word still holds another one.
func anyOther(s *spotter, data []byte) bool {
	for _, w := range s.words {
		if bytes.Contains(asciiLower(data), []byte(w.word)) {
			return true
		}
	}
	return false
}
