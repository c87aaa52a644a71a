package check

import (
	"cmp"
	"math/bits"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// scorer adds up the weights of the features of one sentence after another. What is dear to know of a sentence, the moods of its verbs and
// how many of its words the tool is not named with, is left open until somebody asks: most sentences are far from any floor, whatever it is.
type scorer struct {
	w *weights
	p *prose
	// input is true for texts that tell of a parameter, named what the words of its name add.
	input bool
	named sums
	// assigns is true when there is a sign of equality in the field.
	assigns bool
	// role is what the role of the field adds.
	role sums
	// sum and above are the weights of the sentence so far, and how much may be added at most.
	sum, above sums
	// ids are the words of the sentence and its ends, of which there are count. abovePairs, aboveFrames and aboveContent are how much pairs,
	// frames and pairs of content may add at most.
	ids                       [maxUnitWords + 2]tokenID
	count                     int
	abovePairs                [viewMatter]int32
	aboveFrames, aboveContent int32
	// seen has a bit for each feature of the sentence, at the offsets below; touched are the bits that are set.
	seen    [seenEnd / 64]uint64
	touched []uint32
	// near are the meanings of the words so far.
	near    []meantAt
	numbers *text.Numberer
	// names are those of parameters that were met last, by their hashes.
	names [1 << nameBits]namedSums
}

// namedSums is what the words of a parameter's name add.
type namedSums struct {
	name string
	sums sums
}

// nameBits is the number of bits of the slots for names, longestName how many bytes of one are kept.
const nameBits, longestName = 12, 64

// Offsets of the bits of a scorer.
const (
	seenWord   = 0
	seenPair   = seenWord + 1<<numberBits
	seenFrame  = seenPair + 1<<pairBits
	seenMood   = seenFrame + 1<<frameBits
	seenOrder  = seenMood + 2<<numberBits
	seenOrders = (len(conceptNames)*len(conceptNames) + 63) / 64 * 64
	seenEnd    = seenOrder + seenOrders
)

// scorers are kept for the next field: none holds anything of a field but names of parameters, whose number is bounded.
var scorers = sync.Pool{New: func() any { return &scorer{w: learned(), numbers: wordNumbers()} }}

// wordNumbers numbers words by what they are looked up by.
var wordNumbers = sync.OnceValue(func() *text.Numberer {
	w := learned()
	return text.NewNumberer("wording", func(_, stem, alt string) uint32 { return uint32(w.number(cmp.Or(alt, stem))) })
})

// assignChars has the sign of equality.
var assignChars = text.CharsOf("=")

// scorerOf returns a scorer for the sentences of a field. Whoever asks for it gives it back with done.
func scorerOf(p *prose) *scorer {
	s := scorers.Get().(*scorer)
	s.p = p
	s.role = s.w.roles[string(p.field.Role)]
	s.assigns = p.doc.Flags.Chars&assignChars != 0
	s.input, s.named = ofInput(p.field.Role), sums{}
	if s.input {
		s.named = s.ofName(p.field.Parameter)
	}
	return s
}

func (s *scorer) done() {
	s.p = nil
	scorers.Put(s)
}

// ofName returns what the words of a parameter's name add. Names come again and again.
func (s *scorer) ofName(name string) sums {
	if name == "" {
		return sums{}
	}
	kept := &s.names[wordKey(name)*spread>>(64-nameBits)]
	if kept.name == name {
		return kept.sums
	}
	var out sums
	s.forget()
	for _, word := range detect.NameWords(name) {
		if id := s.w.number(text.Stem(word)); id != 0 && s.first(seenWord+uint32(id)) {
			both := load32(s.w.words, int(id)*wordSize+wordOfInput+4)
			out[viewWhole] += int32(int16(both))
			out[viewMatter] += int32(int16(both >> 16))
		}
	}
	if len(name) <= longestName {
		*kept = namedSums{strings.Clone(name), out}
	}
	return out
}

// forget makes all features new.
func (s *scorer) forget() {
	for _, bit := range s.touched {
		s.seen[bit>>6] = 0
	}
	s.touched = s.touched[:0]
}

// first reports whether a feature is new in the sentence.
func (s *scorer) first(bit uint32) bool {
	if at := &s.seen[bit>>6]; *at>>(bit&63)&1 == 0 {
		*at |= 1 << (bit & 63)
		s.touched = append(s.touched, bit)
		return true
	}
	return false
}

// start adds what is known of the sentence of the words [r.Start, r.End) without its words.
func (s *scorer) start(r text.Range) {
	s.forget()
	s.sum, s.above = s.w.bias, sums{}
	s.sum.add(s.role)
	s.sum.add(s.named)
	s.sum.add(s.w.shapeLength[min((r.End-r.Start)/8, len(shapeLength)-1)])
	if s.assigns && strings.IndexByte(s.p.doc.Raw[s.p.doc.Words[r.Start].Start():s.p.doc.Words[r.End-1].End()], '=') >= 0 {
		s.sum.add(s.w.shapeAssigns)
	}
}

// rough adds up the weights of the words [r.Start, r.End), all but those that are left open.
func (s *scorer) rough(r text.Range) {
	s.start(r)
	s.words(r)
	s.pairs()
	s.concepts(r)
	s.frames()
	s.contents()
}

// innocent reports whether no view can come to a floor, whatever is left open. It looks up no more than that takes.
func (s *scorer) innocent(r text.Range) bool {
	s.start(r)
	s.words(r)
	s.concepts(r)
	paired := false
	for _, v := range [...]view{viewWhole, viewManner} {
		floor, open := wholeFloor, int32(0)
		if v == viewManner {
			floor, open = mannerFloor, s.aboveFrames
		}
		if !s.may(v, s.abovePairs[v]+open, floor) {
			continue
		}
		if v == viewManner {
			s.frames()
		}
		if !s.may(v, s.abovePairs[v], floor) {
			continue
		}
		if !paired {
			paired = true
			s.pairs()
		}
		if s.may(v, 0, floor) {
			return false
		}
	}
	if s.may(viewMatter, s.aboveContent, matterFloor) {
		s.contents()
		return !s.may(viewMatter, 0, matterFloor)
	}
	return true
}

// may reports whether a view may come to a floor where no more than open is added to what is known of it.
func (s *scorer) may(v view, open int32, floor float64) bool {
	return over(s.sum[v]+s.above[v]+open, floor)
}

// over reports whether a weight comes to a floor in log-odds.
func over(weight int32, floor float64) bool { return float64(weight)*weightUnit >= floor }

// words adds the weights of words, and bounds those of pairs, of frames and of pairs of content.
func (s *scorer) words(r text.Range) {
	w := s.w
	s.read(r)
	s.aboveContent = 0
	frames := -int32(w.framesAbove[w.blanked(s.ids[1])])
	last, beforeLast := w.bounds(markStart), pairBounds(0)
	whole, manner := int32(0), int32(0)
	for _, id := range s.ids[1:s.count] {
		frames += int32(w.framesAbove[w.blanked(id)])
		bounds := pairBounds(0)
		if id != 0 {
			bounds = w.bounds(id)
			s.word(id)
			next, inNext := pairAbove(last, firstNext, bounds, secondNext)
			skip, inSkip := pairAbove(beforeLast, firstSkip, bounds, secondSkip)
			whole, manner = whole+next+skip, manner+inNext+inSkip
		}
		beforeLast, last = last, bounds
	}
	s.abovePairs[viewWhole], s.abovePairs[viewManner] = whole*boundUnit, manner*boundUnit
	s.aboveFrames = frames
}

// read numbers the words.
func (s *scorer) read(r text.Range) {
	shout, plain, n := 0, 0, 1
	s.ids[0] = markStart
	words := s.p.doc.Words[r.Start:r.End]
	for i := range words {
		word := &words[i]
		if word.Shout {
			shout++
		}
		if word.Kind == text.KindWord {
			s.ids[n] = tokenID(s.numbers.Of(word))
			plain++
		} else {
			s.ids[n] = s.p.markAt(r.Start + i)
		}
		n++
	}
	s.ids[n] = markEnd
	s.count = n + 1
	s.sum.add(s.w.shapeShout[min(shout, len(shapeShout)-1)])
	s.above.add(s.w.open[min(plain, len(s.w.open)-1)])
}

// pairs adds the weights of the pairs of the words that were read.
func (s *scorer) pairs() {
	s.abovePairs = [viewMatter]int32{}
	filter := s.w.filtered()
	last, beforeLast := markStart, tokenID(0)
	for _, id := range s.ids[1:s.count] {
		if id != 0 {
			if last != 0 && filter.may(pairKey(pairNext, last, id)) {
				s.pair(pairNext, last, id)
			}
			if beforeLast != 0 && filter.may(pairKey(pairSkip, beforeLast, id)) {
				s.pair(pairSkip, beforeLast, id)
			}
		}
		beforeLast, last = last, id
	}
}

// frames adds the weights of the frames of the words that were read.
func (s *scorer) frames() {
	w := s.w
	a, b := w.blanked(s.ids[0]), w.blanked(s.ids[1])
	for _, id := range s.ids[2:s.count] {
		c := w.blanked(id)
		if slot, weight, ok := w.frame(frameKey(a, b, c)); ok && s.first(seenFrame+slot) {
			s.sum[viewManner] += weight
		}
		a, b = b, c
	}
}

// contents adds the weights of the pairs of content of the words that were read.
func (s *scorer) contents() {
	a, b := markStart, tokenID(0)
	filter := s.w.filtered()
	for _, id := range s.ids[1 : s.count-1] {
		if s.w.skipped(id) {
			continue
		}
		if id != 0 && a != 0 && filter.may(pairKey(pairContent, a, id)) {
			s.pair(pairContent, a, id)
		}
		if id != 0 && b != 0 && filter.may(pairKey(pairContentSkip, b, id)) {
			s.pair(pairContentSkip, b, id)
		}
		a, b = id, a
	}
}

// word adds the weights of a word, and bounds what it may add as a verb and as content behind other words.
func (s *scorer) word(id tokenID) {
	at := int(id) * wordSize
	one, moods := load64(s.w.words, at+wordOfWord), load64(s.w.words, at+wordOfMood)
	s.aboveContent += int32(one >> 48)
	if s.first(seenWord + uint32(id)) {
		s.sum[viewWhole] += int32(int16(one))
		s.sum[viewManner] += int32(int16(one >> 16))
		s.sum[viewMatter] += int32(int16(one >> 32))
		if s.input {
			both := load32(s.w.words, at+wordOfInput)
			s.sum[viewWhole] += int32(int16(both))
			s.sum[viewMatter] += int32(int16(both >> 16))
		}
		if moods != 0 {
			s.above[viewWhole] += int32(max(0, int16(moods), int16(moods>>32)))
			s.above[viewManner] += int32(max(0, int16(moods>>16), int16(moods>>48)))
		}
	} else if moods != 0 {
		// The same verb may stand in two moods.
		s.above[viewWhole] += int32(min(max(0, int16(moods)), max(0, int16(moods>>32))))
		s.above[viewManner] += int32(min(max(0, int16(moods>>16)), max(0, int16(moods>>48))))
	}
}

// pair adds the weights of two words that the filter lets through.
func (s *scorer) pair(kind pairKind, a, b tokenID) {
	slot, both, ok := s.w.filteredPair(pairKey(kind, a, b))
	if !ok || !s.first(seenPair+slot) {
		return
	}
	if kind >= pairContent {
		s.sum[viewMatter] += int32(int16(both))
		return
	}
	s.sum[viewWhole] += int32(int16(both))
	s.sum[viewManner] += int32(int16(both >> 16))
}

func (s *scorer) addTwo(t twoWeights) {
	s.sum[viewWhole] += int32(t[0])
	s.sum[viewManner] += int32(t[1])
}

// concepts adds the weights of the meanings of the words and, of those that are near each other in a clause, of their order.
func (s *scorer) concepts(r text.Range) {
	var met text.Set
	near := s.near[:0]
	// far is how many of near are out of reach: none of them comes back.
	far, inClause := 0, -1
	words := s.p.doc.Words[r.Start:r.End]
	for i, tags := range s.p.tags[r.Start:r.End] {
		if tags.Empty() {
			continue
		}
		from := len(near)
		if clause := words[i].Clause(); clause != inClause {
			far, inClause = from, clause
		}
		for far < from && i-int(near[far].i) > orderSpan {
			far++
		}
		for k, set := range tags {
			for set &= namedConcepts[k]; set != 0 && len(near)-from < orderMost; set &= set - 1 {
				c := 64*k + bits.TrailingZeros64(set)
				if !met.Has(text.Concept(c)) {
					met = met.With(text.Concept(c))
					s.addTwo(s.w.meanings[c])
				}
				// The meanings of the word itself take the places of the farthest.
				for _, o := range near[min(max(far, len(near)-orderMost), from):from] {
					both := int(o.c)*len(conceptNames) + c
					if t := s.w.orders[both]; t != (twoWeights{}) && s.first(seenOrder+uint32(both)) {
						s.addTwo(t)
					}
				}
				near = append(near, meantAt{uint8(c), uint8(i)})
			}
		}
	}
	s.near = near[:0]
}

// meantAt is a concept at a word of a sentence.
type meantAt struct{ c, i uint8 }

// A sentence has no more words, and there are no more concepts, than meantAt can number.
const (
	_ = uint8(maxUnitWords)
	_ = uint8(text.MaxConcepts)
)

// rest adds what rough has left open.
func (s *scorer) rest(r text.Range) {
	if s.w.known == 0 {
		return
	}
	p, v := s.p, s.p.vocabulary()
	n, foreign, orders := 0, 0, 0
	for i := r.Start; i < r.End; i++ {
		w := &p.doc.Words[i]
		if w.Kind != text.KindWord {
			continue
		}
		if m := p.mood(i); m >= moodPolite {
			orders++
			s.mood(s.w.number(stemAt(w)), m)
		}
		if len(w.Stem()) < 4 || actions[w.Fold] {
			continue
		}
		n++
		if !v[w.Stem()] {
			foreign++
		}
	}
	s.sum.add(s.w.shapeOrders[min(orders, len(shapeOrders)-1)])
	if n > 0 {
		s.sum.add(s.w.foreign[foreign*(len(shapeForeign)-1)/n])
	}
}

func (s *scorer) mood(id tokenID, m mood) {
	if id == 0 || !s.first(seenMood+2*uint32(id)+uint32(m-moodPolite)) {
		return
	}
	both := load32(s.w.words, int(id)*wordSize+wordOfMood+4*int(m-moodPolite))
	s.addTwo(twoWeights{int16(both), int16(both >> 16)})
}

// most is the highest that the weights may come to.
func (s *scorer) most() sums {
	out := s.sum
	out.add(s.above)
	return out
}
