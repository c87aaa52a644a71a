package corpus_test

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

type clues struct {
	// names are those of tools, servers and parameters, which never change.
	names map[string]bool
	// key is a hash of the entry and the transformation.
	key uint32
}

// literal matches what must not change: code, quotations, addresses, paths, flags, identifiers, statements and commands.
var literal = regexp.MustCompile("`[^`]*`" +
	`|[a-z][a-z0-9+.-]*://[^\s"<>]+` +
	`|"[^"\n]{0,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|„[^“”\n]{0,300}[“”]` +
	`|\b(?:SELECT|UPDATE|INSERT INTO|DELETE FROM|DROP|GRANT|ALTER|TRUNCATE|COPY) [\w*][^.;,\n]*` +
	`|\b(?:sudo|curl|wget|rm|chmod|chown|adb|npm|pip|bash|sh|kubectl|docker|systemctl|crontab|scp|find ~|find /) [^,;\n]*[^\s,;.]` +
	`|[^\s,;:()]*[_/\\@~$<>{}=|*#\[\]^&][^\s,;]*` +
	`|[\p{L}\d]+(?:[.:-][\p{L}\d]+)+(?:\([^)]*\))?|\w+\([^)]*\)|\B\.\w+|\B--?\w[\w-]*|\b[a-z]+[A-Z]\w*|\w*\d\w*`)

var singleQuoted = regexp.MustCompile(`\B'[^'\n]{1,80}'\B`)

const firstPlaceholder = '\uE000'

func placeholder(r rune) bool { return r >= firstPlaceholder && r <= '\uF8FF' }

// masked is a text with each literal replaced by one character.
type masked struct {
	text     string
	literals []string
}

func hide(text string, names map[string]bool, patterns ...*regexp.Regexp) masked {
	m := masked{text: text}
	put := func(s string) string {
		// Punctuation behind a literal is not part of it.
		core := strings.TrimRight(s, ".,;:!?")
		if strings.HasSuffix(core, ")") && !strings.Contains(core, "(") {
			core = strings.TrimRight(core, ")")
		}
		if core == "" || strings.ContainsFunc(core, placeholder) && !strings.ContainsFunc(core, unicode.IsLetter) {
			return s
		}
		m.literals = append(m.literals, core)
		return string(firstPlaceholder+rune(len(m.literals)-1)) + s[len(core):]
	}
	for _, p := range patterns {
		m.text = p.ReplaceAllStringFunc(m.text, put)
	}
	if names != nil {
		m.text = word.ReplaceAllStringFunc(m.text, func(s string) string {
			if names[s] {
				return put(s)
			}
			return s
		})
	}
	return m
}

// show restores the literals, the last one first since it may contain others.
func (m masked) show() string {
	for i, l := range slices.Backward(m.literals) {
		m.text = strings.ReplaceAll(m.text, string(firstPlaceholder+rune(i)), l)
	}
	return m.text
}

// masking changes everything but literals and names.
func masking(text string, names map[string]bool, change func(string) string) string {
	m := hide(text, names, literal, singleQuoted)
	m.text = change(m.text)
	return m.show()
}

// maskingWords is masking word by word.
func maskingWords(text string, c clues, change func(w string) string) string {
	return masking(text, c.names, func(s string) string {
		return eachWord(s, func(w, _, _ string, _ bool) string { return change(w) })
	})
}

// eachWord calls f with every word of a masked text, the words before and after it, and whether it starts a clause. A literal counts as "x".
func eachWord(text string, f func(w, prev, next string, begins bool) string) string {
	var out strings.Builder
	at, prev := 0, ""
	spans := word.FindAllStringIndex(text, -1)
	for i, s := range spans {
		gap := text[at:s[0]]
		next := ""
		if i+1 < len(spans) && strings.TrimSpace(text[s[1]:spans[i+1][0]]) == "" {
			next = strings.ToLower(text[spans[i+1][0]:spans[i+1][1]])
		}
		if r, _ := utf8.DecodeRuneInString(next); placeholder(r) {
			next = "x"
		}
		begins := i == 0 || strings.ContainsAny(gap, ".!?:;,\n•-–—(")
		w := text[s[0]:s[1]]
		out.WriteString(gap)
		if r, _ := utf8.DecodeRuneInString(w); placeholder(r) {
			out.WriteString(w)
			w = "x"
		} else {
			out.WriteString(f(w, prev, next, begins))
		}
		at, prev = s[1], strings.ToLower(w)
	}
	out.WriteString(text[at:])
	return out.String()
}

var (
	word = regexp.MustCompile(`[\p{L}\x{E000}-\x{F8FF}]+(?:['’]\p{L}+)*`)

	determiners = wordSet(lists["determiners"])
	// leads are words that a verb may follow.
	leads   = wordSet(lists["leads"])
	objects = wordSet(lists["objects"])
)

//go:embed testdata/metamorphic.txtar
var archive []byte

// lists are the sections of the archive by name.
var lists = func() map[string]string {
	out := map[string]string{}
	for _, f := range txtar.Parse(archive).Files {
		out[f.Name] = strings.TrimSpace(string(f.Data))
	}
	return out
}()

func rows(name string) []string { return strings.Split(lists[name], "\n") }

// table returns the cells of the rows of a list.
func table(name string) [][]string {
	var out [][]string
	for _, row := range rows(name) {
		out = append(out, strings.Split(row, "\t"))
	}
	return out
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// english recognises English by its function words.
func english(text string) bool {
	small, n := 0, 0
	for _, w := range word.FindAllString(text, -1) {
		n++
		if smallWords[strings.ToLower(w)] {
			small++
		}
	}
	return small*8 >= n
}

var smallWords = wordSet(lists["small words"])

// isVerb reports whether a word that may be a verb is one, by its neighbours.
func isVerb(prev, next string, begins bool) bool {
	if determiners[prev] && !begins {
		return false
	}
	return begins || leads[prev] || objects[next]
}

func like(old, repl string) string {
	first, _ := utf8.DecodeRuneInString(old)
	switch {
	case utf8.RuneCountInString(old) > 1 && strings.ToUpper(old) == old:
		return strings.ToUpper(repl)
	case unicode.IsUpper(first):
		r, n := utf8.DecodeRuneInString(repl)
		return string(unicode.ToUpper(r)) + repl[n:]
	}
	return repl
}

var (
	modals = wordSet(lists["modals"])
	verbs  = func() map[string]bool {
		set := map[string]bool{}
		for _, base := range strings.Fields(lists["verbs"]) {
			set[base] = true
			stem := strings.TrimSuffix(base, "e")
			last := base[len(base)-1:]
			set[base+"s"], set[stem+"ing"], set[stem+"ed"] = true, true, true
			set[base+last+"ing"], set[base+last+"ed"], set[base+"es"] = true, true, true
			set[strings.TrimSuffix(base, "y")+"ies"], set[strings.TrimSuffix(base, "y")+"ied"] = true, true
		}
		for _, w := range strings.Fields(`sent written told shown hidden given taken kept said chosen made paid found got left withheld`) {
			set[w] = true
		}
		return set
	}()
)

// shout writes verbs in capitals, and adds a label and an exclamation mark.
func shout(text string, c clues) string {
	m := hide(text, c.names, literal, singleQuoted)
	m.text = eachWord(m.text, func(w, prev, next string, begins bool) string {
		low := strings.ToLower(strings.ReplaceAll(w, "’", "'"))
		if modals[low] || verbs[low] && isVerb(prev, next, begins) {
			return strings.ToUpper(w)
		}
		return w
	})
	if trimmed := strings.TrimRight(m.text, " \n"); strings.HasSuffix(trimmed, ".") && !strings.HasSuffix(trimmed, "..") {
		m.text = strings.TrimSuffix(trimmed, ".") + "!" + m.text[len(trimmed):]
	} else if !strings.HasSuffix(trimmed, "!") && !strings.HasSuffix(trimmed, "?") {
		m.text = trimmed + "!" + m.text[len(trimmed):]
	}
	return "IMPORTANT: " + m.show()
}

var firstWord = regexp.MustCompile(`^\pL\p{Ll}* `)

// shoutFirst writes the first word in capitals, unless it is an identifier.
func shoutFirst(text string) string { return firstWord.ReplaceAllStringFunc(text, strings.ToUpper) }

var (
	label       = regexp.MustCompile(`(^|[.!?:]\s+|\n\s*)(?:\*\*)?(?:IMPORTANT|NOTE|WARNING|CRITICAL|ATTENTION|NOTICE|Important|Note|Warning|Attention|Notice|Please note)(?:\*\*)?:(?:\*\*)?[ \t]*`)
	labelTag    = regexp.MustCompile(`</?(?:IMPORTANT|important|Important|NOTE|CRITICAL)>\s*`)
	exclamation = regexp.MustCompile(`(\S)!+(\s|$)`)
	strayMark   = regexp.MustCompile(`(^|\s)!+(\s|$)`)
	capitals    = regexp.MustCompile(`\b\p{Lu}{2,}(?:['’]\p{Lu}+)?\b|['’]S\b`)
	sentenceAt  = regexp.MustCompile(`(^|[.!?]\s+)\p{Ll}`)
	// acronyms are words that are always in capitals, and names of statements and requests.
	acronyms = wordSet(lists["acronyms"])
)

// soften removes labels, back-ticks, exclamation marks and capitals, and turns must into should: models follow requests as they follow orders.
func soften(text string, c clues) string {
	text = labelTag.ReplaceAllString(text, "")
	m := hide(text, c.names, literal, singleQuoted)
	m.text = label.ReplaceAllString(m.text, "$1")
	m.text = strayMark.ReplaceAllString(m.text, "$2")
	m.text = exclamation.ReplaceAllString(m.text, "$1.$2")
	letters, shouted := 0, 0
	for _, r := range m.text {
		if unicode.IsLetter(r) {
			letters++
			if unicode.IsUpper(r) {
				shouted++
			}
		}
	}
	loud := shouted*5 > letters*3
	m.text = capitals.ReplaceAllStringFunc(m.text, func(w string) string {
		if acronyms[w] && !(loud && sqlVerb[w]) {
			return w
		}
		return strings.ToLower(w)
	})
	m.text = eachWord(m.text, func(w, _, _ string, _ bool) string {
		if low := strings.ToLower(w); low == "must" {
			return like(w, "should")
		} else if low == "mustn't" {
			return like(w, "shouldn't")
		}
		return w
	})
	if loud {
		m.text = strings.ReplaceAll(m.text, "I'", "i'")
	}
	m.text = sentenceAt.ReplaceAllStringFunc(m.text, func(s string) string {
		if r, _ := utf8.DecodeRuneInString(text); !unicode.IsUpper(r) && !strings.ContainsAny(s, ".!?\n") {
			return s
		}
		return strings.ToUpper(s)
	})
	for i, l := range m.literals {
		if len(l) > 2 && l[0] == '`' && l[len(l)-1] == '`' {
			m.literals[i] = strings.Trim(l, "`")
		}
	}
	return m.show()
}

var sqlVerb = wordSet(lists["SQL"])
