package sarif

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
)

// slowHashes says the same as lineHashes in another way: it collects all code units and sums each block in big integers.
func slowHashes(text string) map[int]string {
	var units []int64
	starts := []int{}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	for _, line := range strings.SplitAfter(text, "\n") {
		starts = append(starts, len(units))
		for _, u := range utf16.Encode([]rune(line)) {
			if u != ' ' && u != '\t' {
				units = append(units, int64(u))
			}
		}
	}
	units = append(units, 0xFFFF)
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	count := map[string]int{}
	out := map[int]string{}
	for i, start := range starts {
		sum := new(big.Int)
		for k := range 100 {
			sum.Mul(sum, big.NewInt(37))
			if start+k < len(units) {
				sum.Add(sum, big.NewInt(units[start+k]))
			}
		}
		hex := sum.Mod(sum, modulus).Text(16)
		count[hex]++
		out[i+1] = fmt.Sprintf("%s:%d", hex, count[hex])
	}
	return out
}

func allLines(text string) map[int]bool {
	wanted := map[int]bool{}
	for i := range strings.Count(text, "\n") + strings.Count(text, "\r") + 1 {
		wanted[i+1] = true
	}
	return wanted
}

func TestLineHashes(t *testing.T) {
	for name, text := range map[string]string{
		"empty":        "",
		"one line":     "{\"tools\": []}",
		"repeated":     "a\nb\na\nb\na\nb\n" + strings.Repeat("same line of text that is repeated over and over again\n", 9),
		"blanks":       " \t a\tb \n\t\n   \n",
		"line ends":    "a\r\nb\rc\n\r\n\r\rd\r \ne",
		"fixture":      mail,
		"long":         strings.Repeat("\u65E5\U0001F600x ", 400) + "\n" + strings.Repeat("y", 99) + "\n" + strings.Repeat("z", 101),
		"bom and tags": "\uFEFF\u200B\U000E0041\r\n\U0001F468\u200D\U0001F469",
		"only ends":    "\n\n\n",
	} {
		assert.Equal(t, slowHashes(text), lineHashes([]byte(text), allLines(text)), name)
	}
}

var (
	knownMail = map[int]string{
		1: "d52a7239c3c06bb3:1", 2: "9c592bb531e3099d:1", 3: "2e0cbe81b86a8bf9:1", 4: "2c855f1576c94f32:1",
		5: "cce3276687548caf:1", 6: "c129715d7a2bc9a3:1",
	}
	knownBroken = map[int]string{1: "c952311bb03c54e8:1", 2: "8ee5a81e681643c1:1"}
)

// The values were computed with a third program, in JavaScript with BigInt, from the description of the algorithm.
func TestLineHashesKnown(t *testing.T) {
	assert.Equal(t, map[int]string{1: "c129715d7a2bc9a3:1"}, lineHashes(nil, map[int]bool{1: true, 2: true}))
	assert.Equal(t, knownMail, lineHashes([]byte(mail), allLines(mail)))
	// Node decodes a character that breaks off as one U+FFFD.
	broken := "\xE2\x82 a\xF0\x9F\x98\xFF\xC0\x80\xED\xA0\x80\nb"
	assert.Equal(t, knownBroken, lineHashes([]byte(broken), allLines(broken)))
}

func TestLineHashesOfSomeLines(t *testing.T) {
	text := "a\na\na\na\n"
	got := lineHashes([]byte(text), map[int]bool{3: true, 99: true})
	assert.Equal(t, map[int]string{3: slowHashes(text)[3]}, got)
}

func FuzzLineHashes(f *testing.F) {
	f.Add(mail)
	f.Add("a\r \n\r\nb")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		// A blank between CR and LF makes two line ends of them, in the hash as in the file.
		assert.Equal(t, slowHashes(text), lineHashes([]byte(text), allLines(text)))
	})
}

func BenchmarkLineHashes(b *testing.B) {
	data := []byte(strings.Repeat(mail, 2000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		lineHashes(data, map[int]bool{1: true})
	}
}
