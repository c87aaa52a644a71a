package check

import (
	"strings"
)

// The marks of an entry in a table of languages.
const (
	tableOpen = 1 << iota
	tableLoose
	tableShared
	tableLast
)

// readLanguages reads a line each of the languages, the classes, the words that English shares and its markers, then the entries, each as its
// language, its class, its marks, the length of its word and the word.
func readLanguages(data string) *languageData {
	line := func() []string {
		words, rest, _ := strings.Cut(data, "\n")
		data = rest
		return strings.Fields(words)
	}
	d := &languageData{}
	for _, code := range line() {
		d.langs = append(d.langs, newLanguage(code))
	}
	for _, name := range line() {
		d.classes = append(d.classes, class(name))
	}
	d.shared, d.markers = setOf(line()), setOf(line())
	// head is what stands before a word, wordBytes how long a word is about.
	const head, wordBytes = 4, 10
	d.entries = make([]entry, 0, len(data)/(head+wordBytes))
	for len(data) > head {
		n, marks := head+int(data[3]), data[2]
		d.entries = append(d.entries, entry{
			word: data[head:n], lang: data[0], class: data[1],
			open: marks&tableOpen != 0, loose: marks&tableLoose != 0, shared: marks&tableShared != 0, last: marks&tableLast != 0,
		})
		data = data[n:]
	}
	d.finish()
	return d
}

func setOf(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
