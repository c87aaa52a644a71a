package check

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// formatTable writes the table, leaving out what is too light to matter.
func formatTable(tables [views]map[string]float64) string {
	const lightest = 85
	names := map[string]bool{}
	for _, t := range tables {
		for n := range t {
			names[n] = true
		}
	}
	list := make([]string, 0, len(names))
	for n := range names {
		list = append(list, n)
	}
	slices.Sort(list)
	var b strings.Builder
	b.WriteString("# Learned weights: see detect/check/wording_model.go. Written by TestLearnWording; not to be edited by hand.\n")
	b.WriteString("# feature\twhole\tmanner\tmatter, in thousandths of log-odds\n")
	for _, n := range list {
		var row [views]int
		heaviest := 0
		for v, t := range tables {
			row[v] = int(max(min(t[n]/weightUnit, 32000), -32000))
			heaviest = max(heaviest, row[v], -row[v])
		}
		if heaviest < lightest && n != "=" {
			continue
		}
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\n", n, row[viewWhole], row[viewManner], row[viewMatter])
	}
	return b.String()
}

// tableRow is the weights of a line of the table.
type tableRow [views]int

// readTable reads the table for people.
func readTable(t testing.TB, table string) map[string]tableRow {
	rows := map[string]tableRow{}
	for line := range strings.Lines(table) {
		if line[0] == '#' {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != 1+int(views) {
			require.Fail(t, "not a line of the table", line)
		}
		var row tableRow
		for v := range row {
			var err error
			row[v], err = strconv.Atoi(cells[1+v])
			if unseen := row[v] != 0 && !view(v).sees(featureKind(line[0])); err != nil || cells[0] != "=" && (unseen || row[v] != int(int16(row[v]))) {
				require.Fail(t, "not a weight, too heavy, or of a view that does not see the feature", line)
			}
		}
		rows[cells[0]] = row
	}
	return rows
}

// packer makes the table of the binary of the one for people.
type packer struct {
	t                                           testing.TB
	rows                                        map[string]tableRow
	names                                       []string
	ids                                         map[string]tokenID
	grammar                                     tokenID
	above                                       [grammarMost]int16
	numbers, keys, words, filter, pairs, frames []byte
}

// packTable makes the table of the binary of the one for people.
func packTable(t testing.TB, table string) []byte {
	p := &packer{
		t: t, rows: readTable(t, table), numbers: make([]byte, 2<<numberBits), filter: make([]byte, 1<<filterBits/8),
		pairs: make([]byte, pairSize<<pairBits), frames: make([]byte, frameSize<<frameBits),
	}
	p.names = slices.Sorted(maps.Keys(p.rows))
	p.numberWords()
	p.packWords()
	p.packPairs()
	out := []byte(weightsMagic)
	for _, b := range p.rows["="] {
		out = binary.LittleEndian.AppendUint32(out, uint32(int32(b)))
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(p.words)/wordSize))
	out = binary.LittleEndian.AppendUint32(out, uint32(p.grammar))
	require.Len(t, out, headerSize)
	return append(slices.Concat(out, p.numbers, p.keys, p.words, p.filter, p.pairs, p.frames, p.framesAbove()), p.named()...)
}

// arity is how many words features of a kind are made of, or zero for those that are packed by their names.
func arity(kind featureKind) int {
	switch kind {
	case featWord, featClosedWord, featContent, featInput, featNamed:
		return 1
	case featPair, featClosedPair, featSkip, featClosedSkip, featContentPair, featContentSkip:
		return 2
	case featFrame:
		return 3
	}
	return 0
}

// numberWords gives the words their numbers: the marks, the words of grammar, the words of content.
func (p *packer) numberWords() {
	p.ids = map[string]tokenID{}
	for m := markStart; m < marksEnd; m++ {
		p.ids[markTexts[m]] = m
	}
	take := func(words map[string]bool) {
		for _, word := range slices.Sorted(maps.Keys(words)) {
			if p.ids[word] == 0 && word != tokBlank.text {
				p.ids[word] = tokenID(len(p.ids) + 1)
			}
		}
	}
	take(closedWords())
	p.grammar = tokenID(len(p.ids) + 1)
	words := map[string]bool{}
	for _, name := range p.names {
		parts := strings.Split(name[1:], " ")
		kind := featureKind(name[0])
		if kind == featMood {
			words[parts[1]] = true
		}
		for _, part := range parts[:min(arity(kind), len(parts))] {
			words[part] = true
		}
	}
	take(words)
	require.LessOrEqual(p.t, len(p.ids)*4, 3<<numberBits, "too many words: the number of bits is to be raised")
	require.LessOrEqual(p.t, p.grammar, tokenID(grammarMost), "too many words of grammar")
	keys := map[uint64]string{}
	for word := range p.ids {
		key := wordKey(word)
		require.Empty(p.t, keys[key], "two words have one key: %s", word)
		keys[key] = word
	}
	for _, word := range slices.Sorted(maps.Keys(p.ids)) {
		if id := p.ids[word]; id >= marksEnd {
			at := int(wordKey(word) * spread >> (64 - numberBits))
			for binary.LittleEndian.Uint16(p.numbers[2*at:]) != 0 {
				at = (at + 1) % (1 << numberBits)
			}
			binary.LittleEndian.PutUint16(p.numbers[2*at:], uint16(id))
		}
	}
}

// packWords writes the records of the words.
func (p *packer) packWords() {
	p.keys, p.words = make([]byte, (len(p.ids)+1)*keySize), make([]byte, (len(p.ids)+1)*wordSize)
	for word, id := range p.ids {
		record := p.words[int(id)*wordSize:][:wordSize]
		put := func(at int, name string, v view) {
			binary.LittleEndian.PutUint16(record[at:], uint16(int16(p.rows[name][v])))
		}
		binary.LittleEndian.PutUint64(p.keys[int(id)*keySize:], wordKey(word))
		kind := featWord
		if id < p.grammar {
			kind = featClosedWord
		}
		put(wordOfWord, string(kind)+word, viewWhole)
		put(wordOfWord+2, string(kind)+word, viewManner)
		put(wordOfWord+4, string(featContent)+word, viewMatter)
		put(wordOfInput, string(featInput)+word, viewWhole)
		put(wordOfInput+2, string(featInput)+word, viewMatter)
		put(wordOfInput+4, string(featNamed)+word, viewWhole)
		put(wordOfInput+6, string(featNamed)+word, viewMatter)
		for m := moodPolite; m <= moodOrders; m++ {
			name := string(featMood) + moodNames[m] + " " + word
			put(wordOfMood+4*int(m-moodPolite), name, viewWhole)
			put(wordOfMood+4*int(m-moodPolite)+2, name, viewManner)
		}
	}
}

// packPairs writes the features of two and three words.
func (p *packer) packPairs() {
	kinds := map[featureKind]pairKind{
		featPair: pairNext, featClosedPair: pairNext, featSkip: pairSkip, featClosedSkip: pairSkip, featContentPair: pairContent, featContentSkip: pairContentSkip,
	}
	pairs, frames := 0, 0
	contents := map[tokenID][2]int{}
	for _, name := range p.names {
		kind, parts := featureKind(name[0]), strings.Split(name[1:], " ")
		if n := arity(kind); n < 2 || len(parts) != n {
			continue
		}
		row := p.rows[name]
		if kind == featFrame {
			frames++
			var ids [3]uint32
			for k, part := range parts {
				ids[k] = uint32(p.ids[part])
				require.True(p.t, p.ids[part] < p.grammar, name)
			}
			key := frameKey(ids[0], ids[1], ids[2])
			at := p.free(p.frames, frameSize, uint64(key)*spread>>(64-frameBits))
			binary.LittleEndian.PutUint32(at, key)
			binary.LittleEndian.PutUint32(at[4:], uint32(int32(row[viewManner])))
			p.above[ids[2]] = max(p.above[ids[2]], int16(row[viewManner]))
			continue
		}
		pairs++
		a, b := p.ids[parts[0]], p.ids[parts[1]]
		if pair := kinds[kind]; pair < pairContent {
			require.Equal(p.t, kind == featClosedPair || kind == featClosedSkip, a < p.grammar || b < p.grammar, "%s can never be met", name)
		}
		key := pairKey(kinds[kind], a, b)
		h := uint64(key) * spread
		bit := h >> (64 - filterBits)
		p.filter[bit>>3] |= 1 << (bit & 7)
		at := p.free(p.pairs, pairSize, h>>(64-pairBits))
		binary.LittleEndian.PutUint32(at, key)
		if kinds[kind] >= pairContent {
			binary.LittleEndian.PutUint32(at[4:], uint32(uint16(int16(row[viewMatter]))))
			most := contents[b]
			most[kinds[kind]-pairContent] = max(most[kinds[kind]-pairContent], row[viewMatter])
			contents[b] = most
			continue
		}
		binary.LittleEndian.PutUint16(at[4:], uint16(int16(row[viewWhole])))
		binary.LittleEndian.PutUint16(at[6:], uint16(int16(row[viewManner])))
		first, second := firstNext, secondNext
		if kinds[kind] == pairSkip {
			first, second = firstSkip, secondSkip
		}
		for v := viewWhole; v <= viewManner; v++ {
			p.bound(a, first+place(v)*places, row[v])
			p.bound(b, second+place(v)*places, row[v])
		}
	}
	for id, most := range contents {
		binary.LittleEndian.PutUint16(p.words[int(id)*wordSize+wordOfWord+6:], uint16(most[0]+most[1]))
	}
	require.LessOrEqual(p.t, pairs*4, 3<<pairBits, "too many pairs: the number of bits is to be raised")
	require.LessOrEqual(p.t, frames*4, 3<<frameBits, "too many frames: the number of bits is to be raised")
}

// bound raises the bound of a word's pairs at the place.
func (p *packer) bound(id tokenID, at place, weight int) {
	least := (max(weight, 0) + boundUnit - 1) / boundUnit
	require.Less(p.t, least, 256, "boundUnit is to be raised")
	record := p.words[int(id)*wordSize+wordOfPairs:]
	record[at] = max(record[at], byte(least))
}

// framesAbove writes the bounds of frames.
func (p *packer) framesAbove() []byte {
	var out []byte
	for _, most := range p.above {
		out = binary.LittleEndian.AppendUint16(out, uint16(most))
	}
	return out
}

// free returns the first free slot of a table from at on.
func (p *packer) free(table []byte, size int, at uint64) []byte {
	n := uint64(len(table) / size)
	for tries := n; tries > 0; at, tries = (at+1)%n, tries-1 {
		if slot := table[int(at)*size:][:size]; binary.LittleEndian.Uint32(slot) == 0 {
			return slot
		}
	}
	require.Fail(p.t, "the table is full")
	return nil
}

// named writes what goes by names of meanings and shapes.
func (p *packer) named() []byte {
	index := map[string]int{}
	var list []string
	take := func(name string) byte {
		if _, ok := index[name]; !ok {
			index[name] = len(list)
			list = append(list, name)
		}
		require.Less(p.t, index[name], 256)
		return byte(index[name])
	}
	var orders, lines []byte
	count := uint32(0)
	for _, name := range p.names {
		row := p.rows[name]
		switch kind := featureKind(name[0]); kind {
		case featOrder:
			a, b, _ := strings.Cut(name[1:], " ")
			count++
			orders = append(orders, take(a), take(b))
			orders = binary.LittleEndian.AppendUint16(orders, uint16(int16(row[viewWhole])))
			orders = binary.LittleEndian.AppendUint16(orders, uint16(int16(row[viewManner])))
		case featConcept, featForeign, featShape:
			lines = fmt.Appendf(lines, "%s\t%d\t%d\t%d\n", name, row[viewWhole], row[viewManner], row[viewMatter])
		}
	}
	out := binary.LittleEndian.AppendUint32(nil, count)
	return slices.Concat(out, orders, []byte(strings.Join(list, " ")+"\n"), lines)
}

// TestTableIsPacked holds that the table in the binary is the one that people can read.
func TestTableIsPacked(t *testing.T) {
	table, err := os.ReadFile("testdata/wording.tsv")
	require.NoError(t, err)
	assert.Equal(t, string(packTable(t, string(table))), wordingTable)
	w := learned()
	assert.Positive(t, w.meanings[cSecret][0], "secrets speak for an attack")
	assert.Negative(t, w.ofWords(featWord, tokenOf("secret"), token{}), "the word alone does not")
	assert.Zero(t, w.ofWords(featWord, tokenOf("no such word"), token{}))
}

// TestBrokenTable holds that a table that is none is none, and never a crash.
func TestBrokenTable(t *testing.T) {
	secret, words := tokenOf("secret"), tokenOf("do")
	count := string(binary.LittleEndian.AppendUint32(nil, 1<<20))
	for _, table := range []string{
		"", weightsMagic, "mcpw9999" + wordingTable[8:], wordingTable[:headerSize], wordingTable[:headerSize-8] + count + wordingTable[headerSize-4:],
		wordingTable[:headerSize-4] + count + wordingTable[headerSize:], wordingTable[:len(wordingTable)/2],
	} {
		w := openWeights(table)
		assert.Zero(t, w.ofWords(featWord, secret, token{}))
		assert.Zero(t, w.ofWords(featPair, words, secret))
		assert.Zero(t, w.meanings[cSecret])
		_, _, ok := w.frame(frameKey(0, 1, 0))
		assert.False(t, ok)
	}
	full := []byte(wordingTable)
	for i := headerSize; i < len(full); i++ {
		full[i] = 1
	}
	w := openWeights(string(full))
	w.known, w.numbers, w.keys = 2, strings.Repeat("\x01\x00", 1<<numberBits), strings.Repeat("\x00", 2*keySize)
	w.filter, w.pairs, w.frames = strings.Repeat("\xff", 1<<filterBits/8), strings.Repeat("\x01", pairSize<<pairBits), strings.Repeat("\x01", frameSize<<frameBits)
	assert.Zero(t, w.number("secret"), "a full table ends the search")
	_, ok := w.pair(12345)
	assert.False(t, ok, "a full table ends the search")
	_, _, ok = w.frame(12345)
	assert.False(t, ok, "a full table ends the search")
}
