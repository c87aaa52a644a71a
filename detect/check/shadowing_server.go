package check

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// serverScore weighs whether one server goes by the name of the other: a look-alike of it, an edition of it, or a text that calls
// the tool by the other's name.
func (p *pair) serverScore() float64 {
	mine, theirs := p.servers()
	switch rel := serverLikeness(mine, theirs); {
	case rel == serverLookAlike:
		return 3
	case rel == serverEdition, p.mine.namesBrand(theirs), p.theirs.namesBrand(mine):
		return 2
	}
	return 0
}

// serverRelation is how two servers' names are alike.
type serverRelation uint8

const (
	serverApart serverRelation = iota
	// serverEdition is a name with the other one's own word in it.
	serverEdition
	// serverLookAlike is a name that is read as the other one.
	serverLookAlike
)

// minBrand is the shortest word, in bytes, that tells servers apart.
const minBrand = 5

func serverLikeness(a, b *serverFacts) serverRelation {
	if a.key == b.key || min(len(a.key), len(b.key)) < minBrand {
		return serverApart
	}
	if a.skeleton == b.skeleton {
		return serverLookAlike
	}
	if siblings(a, b) {
		return serverApart
	}
	// A word that is one of both is distinctive in both.
	for _, v := range a.distinct {
		for _, w := range b.distinct {
			if v == w || len(v) > minBrand && detect.OneEditApart(v, w) {
				return serverEdition
			}
		}
	}
	if a.telling && a.joined == b.joined {
		return serverEdition
	}
	return serverApart
}

// siblings reports whether two servers share the first word of their names and each has a name of its own behind it, as servers of
// one maker do. An impostor's own words are those of an edition.
func siblings(a, b *serverFacts) bool {
	// shortest is the shortest maker's name, in bytes.
	const shortest = 4
	x, y := a.words, b.words
	if len(x) < 2 || len(y) < 2 || x[0] != y[0] || len(x[0]) < shortest {
		return false
	}
	return a.ownWord(y) && b.ownWord(x)
}

// oneMaker reports whether two servers' names begin with a maker's name and each goes on with a name of its own, or one of them with
// several: nobody's edition of the other one.
func oneMaker(a, b string) bool {
	x, y := detect.NameWords(detect.ServerName(a)), detect.NameWords(detect.ServerName(b))
	k := 0
	for k < len(x) && k < len(y) && x[k] == y[k] {
		k++
	}
	named := 0
	for _, w := range x[:k] {
		if len(detect.ServerBrand(w)) > 0 {
			named++
		}
	}
	if named == 0 || named == 1 && !distinctive(x[0]) && k < 2 {
		return false
	}
	own, theirs := brandWords(x[k:]), brandWords(y[k:])
	// several are too many words for an edition's.
	const several = 2
	if k > several && own+theirs > 0 {
		return true
	}
	if k == len(x) || k == len(y) {
		return k >= several && own+theirs >= several
	}
	return own > 0 && theirs > 0 && !detect.OneEditApart(x[k], y[k]) && detect.NameSkeleton(x[k]) != detect.NameSkeleton(y[k])
}

// brandWords counts the words that are no words of any server or edition.
func brandWords(words []string) int {
	n := 0
	for _, w := range words {
		n += len(detect.ServerBrand(w))
	}
	return n
}

// serverBlame is how much the name of server a passes for that of b: the longer one of two that share a word, and the one with digits
// among its letters.
func serverBlame(a, b *serverFacts) int {
	switch serverLikeness(a, b) {
	case serverLookAlike:
		if oddWord(a.name) && !oddWord(b.name) || !ascii(a.name) && ascii(b.name) {
			return 3
		}
	case serverEdition:
		if a.all > b.all || a.all-len(a.brand) > b.all-len(b.brand) {
			return 1
		}
	}
	return 0
}

// distinctive reports whether a word of a server's name is a name of its own rather than a word of its trade.
func distinctive(w string) bool {
	return len(w) >= minBrand && !everydayWords[text.Stem(w)] && !actions[w]
}

// brandLead bounds the words of a description that namesBrand reads.
const brandLead = 200

// maybeBrand reports whether a word that brandAt takes for the beginning of the server's name may be among those with the keys.
func (f *serverFacts) maybeBrand(keys leadKeys) bool {
	h := hashOffset
	if keys.has(h) {
		// The key of a word may be empty.
		return true
	}
	for n := range len(f.short) {
		if h = hashByte(h, f.short[n]); keys.has(h) {
			return true
		}
	}
	return slices.ContainsFunc(f.distinct, func(w string) bool { return keys.has(hashWord(w)) })
}

// namesBrand reports whether the tool's description calls something by the name of that server.
func (f *toolFacts) namesBrand(server *serverFacts) bool {
	if len(f.lead) == 0 || !server.maybeBrand(f.lead) {
		return false
	}
	doc := f.tool.Doc(f.tool.FieldAt("/description"))
	for k := range min(len(doc.Words), brandLead) {
		if brandAt(doc, k, server) > 0 {
			return true
		}
	}
	return false
}

// brandAt returns how many words, from word k on, are the name of the server, or 0: the whole name, or a word of it that is its
// own, written as a name.
func brandAt(doc *text.Doc, k int, server *serverFacts) int {
	key, joined := server.short, ""
	for n := 0; n < 4 && k+n < len(doc.Words) && len(joined) < len(key); n++ {
		w := &doc.Words[k+n]
		joined += detect.NameKey(w.Fold)
		if joined == key && len(key) >= minBrand && (n > 0 || !everydayWords[w.Stem()]) {
			return n + 1
		}
		if !strings.HasPrefix(key, joined) {
			break
		}
	}
	w := &doc.Words[k]
	if raw := doc.Raw[w.Start():w.End()]; raw == "" || raw[0] < 'A' || raw[0] > 'Z' {
		return 0
	}
	if len(server.distinct) > 0 && slices.Contains(server.distinct, detect.NameKey(w.Fold)) {
		return 1
	}
	return 0
}
