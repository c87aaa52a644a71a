package detect

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/org/mcp-lint/detect/text"
)

const (
	// maxTextWords bounds the words of a description that are compared: beyond them copies have shown themselves.
	maxTextWords = 400
	// maxOfServer is how many tools of one server are looked up by one pair of words or parameter.
	maxOfServer = 8
	// maxKeys bounds the pairs of words, or parameters, of all tools: 64 MB.
	maxKeys = 4_000_000
	// minAkinPairs and minAkinParameters are how many pairs of words, or parameters, two tools have in common to be looked at.
	minAkinPairs, minAkinParameters = 3, 2
	// maxAkin bounds what Akin returns.
	maxAkin = 8
)

// textIndex finds tools whose descriptions or parameters are alike. It is built on first use: one entry for each pair of
// neighbouring words and for each parameter, in time linear in the texts' length but for their sorting.
type textIndex struct {
	once          sync.Once
	pairs, params keyIndex
	// most is how many keys of a tool are compared.
	most int
}

// keyIndex has the tools of each key, in the order of the keys: those of one key are a run.
type keyIndex []keyEntry

type keyEntry struct {
	hash uint64
	tool int32
}

func (r RegistryView) texts() *textIndex {
	x := r.textual
	if x == nil {
		x = &textIndex{}
	}
	x.once.Do(func() { x.index(r.tools, mostKeys(len(r.tools))) })
	return x
}

func (x *textIndex) index(tools []ToolView, most int) {
	x.most = most
	x.pairs = newKeyIndex(tools, x.pairsOf)
	x.params = newKeyIndex(tools, x.paramsOf)
}

// mostKeys is how many keys of a tool are compared when there are that many tools: all of them, up to some 10,000 tools. Of more
// tools, the keys with the lowest hashes are: a sample that is the same for equal texts, so that copies are still found.
func mostKeys(tools int) int { return max(maxKeys/max(tools, 1), minAkinPairs) }

func (x *textIndex) pairsOf(t ToolView) []uint64 {
	return lowest(pairKeys(DescriptionWords(t)), x.most)
}

func (x *textIndex) paramsOf(t ToolView) []uint64 { return lowest(parameterKeys(t), x.most) }

func lowest(sorted []uint64, n int) []uint64 { return sorted[:min(len(sorted), n)] }

// newKeyIndex indexes the tools by their keys. What only one server has is left out, and so is what many have: boilerplate. Of each
// server, only the first few tools with a key are kept, so that none crowds out another.
func newKeyIndex(tools []ToolView, keysOf func(ToolView) []uint64) keyIndex {
	var entries keyIndex
	for i := range tools {
		if tools[i].Kind != KindTool {
			continue
		}
		for _, k := range keysOf(tools[i]) {
			entries = append(entries, keyEntry{k, int32(i)})
		}
	}
	slices.SortFunc(entries, func(a, b keyEntry) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.tool, b.tool)) })
	kept := entries[:0]
	for from := 0; from < len(entries); {
		to := from + 1
		for to < len(entries) && entries[to].hash == entries[from].hash {
			to++
		}
		start := len(kept)
		var servers [everydayServers]string
		var held [everydayServers]int
		n := 0
		for _, e := range entries[from:to] {
			server := tools[e.tool].Server
			k := slices.Index(servers[:n], server)
			if k < 0 {
				if n == everydayServers {
					n++
					break
				}
				k = n
				servers[k] = server
				n++
			}
			if held[k]++; held[k] <= maxOfServer {
				kept = append(kept, e)
			}
		}
		if n < 2 || n > everydayServers {
			kept = kept[:start]
		}
		from = to
	}
	return slices.Clone(kept)
}

// of returns the entries of the key.
func (x keyIndex) of(key uint64) keyIndex {
	from, _ := slices.BinarySearchFunc(x, key, func(e keyEntry, k uint64) int { return cmp.Compare(e.hash, k) })
	to := from
	for to < len(x) && x[to].hash == key {
		to++
	}
	return x[from:to]
}

// DescriptionWords returns the stems of the words of the tool's description in their order, fill words left out, numbers
// as digits.
func DescriptionWords(t ToolView) []string {
	i := t.FieldAt("/description")
	if i < 0 {
		return nil
	}
	doc := t.Doc(i)
	words := make([]string, 0, min(len(doc.Words), maxTextWords))
	for k := range doc.Words {
		w := &doc.Words[k]
		if len(words) > 0 && heading(doc, k) {
			break
		}
		if w.Fold == "" || fillWords[w.Fold] {
			continue
		}
		stem := w.Stem
		if n, ok := numberWords[w.Fold]; ok {
			stem = n
		}
		if words = append(words, stem); len(words) >= maxTextWords {
			break
		}
	}
	return words
}

// heading reports whether word k begins the part of a doc string that tells of arguments and results: a form that frameworks fill
// in.
func heading(doc *text.Doc, k int) bool {
	switch doc.Words[k].Fold {
	case "returns", "args", "arguments", "parameters", "raises", "return":
	default:
		return false
	}
	end := doc.Words[k].End
	return end < len(doc.Raw) && doc.Raw[end] == ':' && strings.Contains(doc.Gap(k), "\n")
}

// fillWords carry no meaning of their own in a description.
var fillWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("a an the of to in on for with and or by from as at is are be it its this that these those you your can will using use used which") {
		m[w] = true
	}
	return m
}()

// numberWords are the numbers that are written out.
var numberWords = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12",
}

func pairKeys(words []string) []uint64 {
	keys := make([]uint64, 0, len(words))
	for i := 1; i < len(words); i++ {
		keys = append(keys, hashStrings(words[i-1], words[i]))
	}
	return distinct(keys)
}

// parameterKeys are the names of the tool's parameters with what is said of them.
func parameterKeys(t ToolView) []uint64 {
	// most bounds the parameters that are compared.
	const most = 64
	var keys []uint64
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Role == RoleParameterDescription && !f.Output && len(keys) < most {
			keys = append(keys, hashStrings(NameKey(f.Parameter), NameKey(cutRunes(f.Text, maxNameBytes))))
		}
	}
	return distinct(keys)
}

func distinct(keys []uint64) []uint64 {
	slices.Sort(keys)
	return slices.Compact(keys)
}

func hashStrings(a, b string) uint64 {
	h := fnvOffset
	for _, s := range [2]string{a, b} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * fnvPrime
		}
		h = (h ^ 0xff) * fnvPrime
	}
	return h
}

// Akin returns the tools of other servers whose descriptions or parameters have much in common with those of tool i, the most
// akin first, in a fixed order.
func (r RegistryView) Akin(i int) []int {
	if i < 0 || i >= len(r.tools) || r.tools[i].Kind != KindTool {
		return nil
	}
	x := r.texts()
	pairs, params := r.inCommon(i, x.pairsOf(r.tools[i]), x.pairs), r.inCommon(i, x.paramsOf(r.tools[i]), x.params)
	var out []int
	for j, n := range pairs {
		if n >= minAkinPairs || params[j] >= minAkinParameters {
			out = append(out, j)
		}
	}
	for j, n := range params {
		if n >= minAkinParameters && pairs[j] == 0 {
			out = append(out, j)
		}
	}
	weight := func(j int) int { return pairs[j] + 3*params[j] }
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b)) })
	return out[:min(len(out), maxAkin)]
}

// inCommon counts the keys that tools of other servers share with tool i.
func (r RegistryView) inCommon(i int, keys []uint64, index keyIndex) map[int]int {
	n := map[int]int{}
	for _, k := range keys {
		for _, e := range index.of(k) {
			if r.tools[e.tool].Server != r.tools[i].Server {
				n[int(e.tool)]++
			}
		}
	}
	return n
}

// Parameters returns the names of the tool's parameters, as keys of NameKey, with what is said of them.
func Parameters(t ToolView) map[string]string {
	m := map[string]string{}
	for i := range t.Fields {
		switch f := &t.Fields[i]; {
		case f.Output:
		case f.Role == RoleParameterName:
			if k := NameKey(f.Text); m[k] == "" {
				m[k] = ""
			}
		case f.Role == RoleParameterDescription:
			m[NameKey(f.Parameter)] = NameKey(cutRunes(f.Text, maxNameBytes))
		}
	}
	return m
}

// nameRune reports whether a character outside of ASCII is part of a name's words: no separator and nothing invisible.
func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
