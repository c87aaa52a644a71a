package check

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// weights is the table of data/wording.bin: for each feature what it adds to the log-odds, in every view, that a sentence was
// smuggled in. It was learned from the labelled sentences of the project's own corpus and from descriptions of public servers (see
// docs/detection.md); every feature occurs in the project's own texts. testdata/wording.tsv is the same table for people.
//
// It is used as it lies in the binary, so that hardly anything is read or built at start. Words have numbers: first the marks, then the
// words of grammar, then those of content. What is learned of two or three words is found by their numbers. All is little-endian:
//
//   - the magic, the constants of the views, and the counts of words and of words up to the last of grammar, of 4 bytes each;
//   - the numbers of the words, of 2 bytes, in a hash table with open addressing whose free slots are zero;
//   - for each word, from number 0 on, its key of 8 bytes;
//   - for each word its weights in features of one word, those as a verb of a mood, and bounds of its pairs: see wordOf*;
//   - a bit for each pair that may be there, then the pairs in a hash table: a key and two weights, or one for pairs of content;
//   - the frames in a hash table: a key and a weight, of 4 bytes each; and the most that frames add by their last word, of 2 bytes;
//   - how many pairs of meanings there are, and for each the numbers of the two in the list that follows and two weights;
//   - the names of the meanings in their order, with blanks between; a line feed; the features of meaning and shape as people read them.
type weights struct {
	bias [views]int32
	// known is how many words there are, with zero; grammar is the number behind the last word of grammar.
	known, grammar tokenID
	// numbers, keys, words, filter, pairs and frames are the parts of the table as they lie in the binary.
	numbers, keys, words, filter, pairs, frames string
	// framesAbove is the most that a frame adds that ends in a mark, in a word of grammar, or, at zero, in a word of content.
	framesAbove [grammarMost]int16
	// meanings and orders are the weights of a concept and of two in order, as a whole and in manner.
	meanings [len(conceptNames)]twoWeights
	orders   [len(conceptNames) * len(conceptNames)]twoWeights
	// foreign, shapeX and roles are the weights of properties of a sentence.
	foreign      [len(shapeForeign)]sums
	shapeOrders  [len(shapeOrders)]sums
	shapeShout   [len(shapeShout)]sums
	shapeLength  [len(shapeLength)]sums
	shapeAssigns sums
	roles        map[string]sums
	// open is what the number of orders and of foreign words may add at most in a sentence of so many plain words, or more.
	open [len(shapeOrders)]sums
}

// tokenID is the number of a mark or a word that something is known of; zero is a word that nothing is known of.
type tokenID uint16

// sums are weights in each view.
type sums [views]int32

func (s *sums) add(o sums) {
	for v := range s {
		s[v] += o[v]
	}
}

// twoWeights are those as a whole and in manner.
type twoWeights [2]int16

const (
	// weightUnit is what one unit of a weight is worth.
	weightUnit = 0.001
	// weightsMagic begins the table; the number is that of the form.
	weightsMagic = "mcpw0003"
	headerSize   = len(weightsMagic) + 4*int(views) + 4 + 4

	numberBits, pairBits, filterBits, frameBits = 13, 16, 19, 13

	// grammarMost bounds the numbers of words of grammar.
	grammarMost = 256

	keySize   = 8
	wordSize  = 32
	pairSize  = 8
	frameSize = 8

	// wordOfWord is where a record has the weights of the word as a whole, in manner, and as content in matter, and the most that pairs of
	// content add that end in it; wordOfInput those of the word of
	// an input and of an input's name, each as a whole and in matter; wordOfMood those of the verb in a polite mood and an order; wordOfPairs
	// the bounds of its pairs.
	wordOfWord, wordOfInput, wordOfMood, wordOfPairs = 0, 8, 16, 24

	// boundUnit is what one unit of a bound of pairs is worth, in units of weights.
	boundUnit = 16
)

//go:embed data/wording.bin
var wordingTable string

// learned returns the table.
var learned = sync.OnceValue(func() *weights { return openWeights(wordingTable) })

// openWeights reads the parts. A table that is none has no features; a test holds that the one in the binary is whole.
func openWeights(table string) *weights {
	const fixed = headerSize + 2<<numberBits + 1<<filterBits/8 + pairSize<<pairBits + frameSize<<frameBits + 2*grammarMost
	if len(table) < fixed || table[:len(weightsMagic)] != weightsMagic {
		return &weights{}
	}
	w := &weights{}
	at := len(weightsMagic)
	next := func(size int) string {
		part := table[at:min(at+size, len(table))]
		at += len(part)
		return part
	}
	for v := range w.bias {
		w.bias[v] = int32(load32(next(4), 0))
	}
	known, grammar := load32(next(4), 0), load32(next(4), 0)
	if known > 1<<numberBits || grammar < uint32(marksEnd) || grammar > min(known, grammarMost) || int(known)*(keySize+wordSize) > len(table)-fixed {
		return &weights{}
	}
	w.known, w.grammar = tokenID(known), tokenID(grammar)
	w.numbers = next(2 << numberBits)
	w.keys = next(int(known) * keySize)
	w.words = next(int(known) * wordSize)
	w.filter = next(1 << filterBits / 8)
	w.pairs = next(pairSize << pairBits)
	w.frames = next(frameSize << frameBits)
	above := next(2 * grammarMost)
	for k := range w.framesAbove {
		w.framesAbove[k] = int16(load16(above, 2*k))
	}
	if !w.readNamed(table[at:]) {
		return &weights{}
	}
	return w
}

// readNamed reads the part of the table that goes by names of concepts and shapes, so that it does not depend on their numbers.
func (w *weights) readNamed(part string) bool {
	const size = 6
	if len(part) < 4 {
		return false
	}
	count := load32(part, 0)
	part = part[4:]
	if uint64(len(part)) < uint64(count)*size {
		return false
	}
	orders, rest := part[:count*size], part[count*size:]
	list, lines, ok := strings.Cut(rest, "\n")
	if !ok {
		return false
	}
	concepts := map[string]int{}
	for c, name := range conceptNames {
		concepts[name] = c
	}
	// numbers are those of the named concepts in this program.
	var numbers []int
	for name := range strings.FieldsSeq(list) {
		c, ok := concepts[name]
		if !ok {
			return false
		}
		numbers = append(numbers, c)
	}
	for ; orders != ""; orders = orders[size:] {
		a, b := int(orders[0]), int(orders[1])
		if a >= len(numbers) || b >= len(numbers) {
			return false
		}
		w.orders[numbers[a]*len(conceptNames)+numbers[b]] = twoWeights{int16(load16(orders, 2)), int16(load16(orders, 4))}
	}
	w.roles = map[string]sums{}
	for line := range strings.Lines(lines) {
		w.readLine(strings.TrimSuffix(line, "\n"), concepts)
	}
	w.bound()
	return true
}

// bound reckons open.
func (w *weights) bound() {
	for v := range views {
		orders, foreign := w.shapeOrders[0][v], int32(0)
		for k := range w.foreign {
			foreign = max(foreign, w.foreign[k][v])
		}
		w.open[0][v] = orders
		for k := 1; k < len(w.open); k++ {
			orders = max(orders, w.shapeOrders[k][v])
			w.open[k][v] = orders + foreign
		}
	}
}

// readLine reads the weights of one concept or shape.
func (w *weights) readLine(line string, concepts map[string]int) {
	cells := strings.Split(line, "\t")
	if len(cells) != 1+int(views) || cells[0] == "" {
		return
	}
	var s sums
	for v := range s {
		n, _ := strconv.Atoi(cells[1+v])
		s[v] = int32(n)
	}
	kind, name := featureKind(cells[0][0]), cells[0][1:]
	if kind == featConcept {
		if c, ok := concepts[name]; ok {
			w.meanings[c] = twoWeights{int16(s[viewWhole]), int16(s[viewManner])}
		}
		return
	}
	find := func(names []string, into []sums) bool {
		for i, n := range names {
			if n == name {
				into[i] = s
				return true
			}
		}
		return false
	}
	switch {
	case kind == featForeign:
		find(shapeForeign[:], w.foreign[:])
	case name == shapeAssigns:
		w.shapeAssigns = s
	case find(shapeOrders[:], w.shapeOrders[:]), find(shapeShout[:], w.shapeShout[:]), find(shapeLength[:], w.shapeLength[:]):
	default:
		w.roles[name] = s
	}
}

// Numbers in the table. The bytes of each are read at once where the machine can.

func load16(s string, i int) uint16 { _ = s[i+1]; return uint16(s[i]) | uint16(s[i+1])<<8 }

func load32(s string, i int) uint32 {
	_ = s[i+3]
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

func load64(s string, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}
