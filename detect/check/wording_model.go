package check

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// view is one way to look at a sentence. Each has weights of its own for the features it sees.
type view int

const (
	// viewWhole sees words, meanings and shape together.
	viewWhole view = iota
	// viewManner sees how something is said and to whom: grammar, order, mood. It is blind to what the words of content are.
	viewManner
	// viewMatter sees what is spoken of: words of content, and how far they are from what the tool is named for. It is blind to
	// grammar.
	viewMatter
	views
)

// sees reports whether features of the kind belong to the view. The last two views share no feature, so that they can
// agree without seeing the same thing.
func (v view) sees(kind featureKind) bool {
	switch v {
	case viewWhole:
		return strings.IndexByte("ubsUBScmqnfz", byte(kind)) >= 0
	case viewManner:
		return strings.IndexByte("UBStcmpz", byte(kind)) >= 0
	case viewMatter:
		return strings.IndexByte("xyvqnf", byte(kind)) >= 0
	}
	return false
}

// weights is the table of data/wording.bin: for each feature what it adds to the log-odds, in every view, that a sentence was
// smuggled in. It was learned from the labelled sentences of the project's own corpus and from descriptions of public servers (see
// docs/detection.md); every feature occurs in the project's own texts. testdata/wording.tsv is the same table for people.
//
// It is used as it lies in the binary, so that nothing is read or built at start: a header, the constants of the views, and a hash
// table with open addressing whose slots hold the upper half of a key (zero is free) and a weight per view, all little-endian.
type weights struct {
	bias  [views]int32
	slots string
	mask  uint64
}

const (
	// weightUnit is what one unit of a weight is worth.
	weightUnit = 0.001
	// weightsMagic begins the table; the number is that of the form.
	weightsMagic = "mcpw0001"
	slotSize     = 4 + 2*int(views)
	headerSize   = len(weightsMagic) + 4*int(views)
)

//go:embed data/wording.bin
var wordingTable string

// learned returns the table.
var learned = sync.OnceValue(func() weights { return openWeights(wordingTable) })

// openWeights reads the header. A table that is none has no features; a test holds that the one in the binary is whole.
func openWeights(table string) weights {
	if len(table) < headerSize+slotSize || table[:len(weightsMagic)] != weightsMagic {
		return weights{}
	}
	var w weights
	for v := range w.bias {
		w.bias[v] = int32(number(table, len(weightsMagic)+4*v, 4))
	}
	n := (len(table) - headerSize) / slotSize
	if n&(n-1) != 0 {
		return weights{}
	}
	w.slots, w.mask = table[headerSize:], uint64(n-1)
	return w
}

// number reads an unsigned little-endian number of size bytes at byte i.
func number(s string, i, size int) uint32 {
	var n uint32
	for k := range size {
		n |= uint32(s[i+k]) << (8 * k)
	}
	return n
}

// tag is the part of a key that a slot holds; it is never zero.
func tag(key uint64) uint32 { return max(uint32(key>>32), 1) }

// find returns the slot of a key, or false.
func (w weights) find(key uint64) (uint64, bool) {
	if w.slots == "" {
		return 0, false
	}
	want := tag(key)
	// A table is never full; the bound is for one that was tampered with.
	for at, tries := key&w.mask, w.mask; tries > 0; at, tries = (at+1)&w.mask, tries-1 {
		switch number(w.slots, int(at)*slotSize, 4) {
		case want:
			return at, true
		case 0:
			return 0, false
		}
	}
	return 0, false
}

// weight is the weight of the feature in the slot for a view.
func (w weights) weight(slot uint64, v int) int32 {
	return int32(int16(number(w.slots, int(slot)*slotSize+4+2*v, 2)))
}

// judgement is what the views say of one sentence: the log-odds that it was smuggled in.
type judgement struct {
	unit   text.Range
	scores [views]float64
}

// outputWords is how many words a sentence about what a tool returns must have to be weighed. Shorter ones name the tool and the thing
// ("Output of the list_orders tool"), of which the weights, learned from what tools take, know nothing.
const outputWords = 8

// judgements returns the judgement of every sentence of the field, made once.
func (p *prose) judgements() []judgement {
	if p.read {
		return p.judged
	}
	p.read = true
	w := learned()
	var sums [views]int32
	seen := make(map[uint64]struct{}, 256)
	f := features{p: p, closed: closedWords()}
	f.emit = func(kind featureKind, a, b, c token) {
		at, ok := w.find(featureKey(kind, a.hash, b.hash, c.hash))
		if !ok {
			return
		}
		if _, again := seen[at]; again {
			return
		}
		seen[at] = struct{}{}
		for v := range sums {
			sums[v] += w.weight(at, v)
		}
	}
	for _, u := range p.wordUnits() {
		if p.field.Output && u.End-u.Start < outputWords {
			continue
		}
		clear(seen)
		sums = w.bias
		f.sentence(u)
		j := judgement{unit: u}
		for v := range sums {
			j.scores[v] = float64(sums[v]) * weightUnit
		}
		p.judged = append(p.judged, j)
	}
	return p.judged
}
