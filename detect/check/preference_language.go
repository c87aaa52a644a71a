package check

import (
	_ "embed" // the words are data, in their own scripts
	"sync"
)

//go:embed data/praise.txt
var praiseText string

// praiseLanguages holds the words of advertising in other languages than English.
var praiseLanguages = sync.OnceValue(func() *languageData { return parseLanguages(praiseText) })

// praiseWeights are what the first word of a class weighs; "always" and "wish" count only beside a word of picking, "bad" only
// beside one of rivals.
var praiseWeights = map[class]float64{"best": 0.2, "back": 0.2, "pick": 0.25, "rival": 0.15, "bad": 0.25, "always": 0.1, "wish": 0.2}

// maxPraiseSpan is how far apart words of advertising may stand to belong together, in letters.
const maxPraiseSpan = 220

// preferred weighs the advertising of a text in another language than English. It takes the folded text and returns its bytes
// that the advertising spans.
func preferred(folded string) (c float64, from, to int) { return advertisedIn(folded, adds) }

// preferredOrder weighs only the order to pick the tool.
func preferredOrder(folded string) (c float64, from, to int) { return advertisedIn(folded, chooses) }

func advertisedIn(folded string, weigh func(map[class]bool) float64) (c float64, from, to int) {
	// room is for the words of most texts.
	var room [16]mention
	d, s := praiseLanguages(), folded
	if arabic(s) {
		s = flat(s)
	}
	all := d.scanInto(room[:0], s)
	if len(all) < 2 || !mayAdvertise(all) {
		return 0, 0, 0
	}
	var ms []mention
	for lang := range d.langs {
		ms = ms[:0]
		for _, m := range all {
			if m.lang == lang {
				ms = append(ms, m)
			}
		}
		if len(ms) < 2 {
			continue
		}
		if v, lo, hi := advertisement(ms, weigh, int(maxPraiseSpan*d.langs[lang].letter)); v > c {
			c, from, to = v, lo, hi
		}
	}
	return c, from, to
}

// mayAdvertise reports whether words may be advertising: a word of picking, or rivals that are bad, is part of all of it.
func mayAdvertise(ms []mention) bool {
	rival, bad := false, false
	for _, m := range ms {
		switch m.class {
		case "pick":
			return true
		case "rival":
			rival = true
		case "bad":
			bad = true
		}
	}
	return rival && bad
}

// advertisement weighs the words of one language.
func advertisement(ms []mention, weigh func(map[class]bool) float64, span int) (best float64, from, to int) {
	// most bounds the words that are weighed: advertising shows itself at once.
	const most = 200
	ms = ms[:min(len(ms), most)]
	for k := range ms {
		seen := map[class]bool{}
		last := ms[k].end
		for _, m := range ms[k:] {
			if m.start > ms[k].start+span {
				break
			}
			if !seen[m.class] {
				seen[m.class] = true
				last = max(last, m.end)
			}
		}
		if v := weigh(seen); v > best {
			best, from, to = v, ms[k].start, last
		}
	}
	return best, from, to
}

// adds weighs the classes that stand together. To pick something and others beside it are what steering needs; praise alone
// is none.
func adds(seen map[class]bool) float64 {
	steers := seen["pick"] && (seen["self"] || seen["always"]) && (seen["rival"] || seen["wish"] || seen["best"] && seen["self"] && seen["always"]) || seen["rival"] && seen["bad"] && (seen["best"] || seen["back"])
	if !steers {
		return 0
	}
	sum := 0.0
	for _, c := range []class{"best", "back", "pick", "rival", "bad", "always", "wish"} {
		switch {
		case !seen[c], c == "bad" && !seen["rival"], (c == "always" || c == "wish") && !seen["pick"]:
		default:
			sum += praiseWeights[c]
		}
	}
	return sum
}

// chooses weighs an order to pick: over others, against the user's wish, or in every case.
func chooses(seen map[class]bool) float64 {
	if !seen["pick"] || !seen["self"] && !seen["always"] || !seen["rival"] && !seen["wish"] {
		return 0
	}
	c := 0.4
	for _, k := range []class{"rival", "wish", "always", "self"} {
		if seen[k] {
			c += 0.1
		}
	}
	return c
}
