package grammar

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scene holds the tools and names of one definition.
type scene struct {
	l   *Language
	rnd *rand.Rand
	// depth limits recursive axes.
	depth int

	own, server       string
	siblings, foreign []string
	foreignServer     string
	params            []string
	// usedSibling and usedForeign are the names mentioned in the text.
	usedSibling, usedForeign map[string]bool
}

// builtin fills a slot that every language has, or returns false.
func (s *scene) builtin(slot string) (string, bool) {
	switch slot {
	case "own":
		return s.named(s.own), true
	case "sibling":
		return s.named(s.mention(s.usedSibling, s.siblings, 0)), true
	case "foreign":
		return s.named(s.mention(s.usedForeign, s.foreign, 0)), true
	case "foreign2":
		return s.named(s.mention(s.usedForeign, s.foreign, 1)), true
	case "server":
		return s.foreignServer, true
	case "param":
		return s.quoted(s.pick(s.params)), true
	case "foreign.param":
		return s.quoted(s.axis("param")), true
	case "value":
		return s.valued(s.axis("value")), true
	case "secret.path":
		return s.axis("secret"), true
	case "email":
		return s.axis("domain") + "@" + s.axis("company") + s.ending(), true
	case "url":
		return "https://" + s.axis("domain") + "." + s.axis("company") + s.ending() + "/" + s.axis("verb"), true
	case "host":
		return s.axis("domain") + "." + s.axis("company") + s.ending(), true
	case "number":
		return s.pick([]string{"1", "2", "3", "5", "10", "15", "20", "30", "50", "90", "100", "250", "500", "1000", "9999"}), true
	}
	return "", false
}

func (s *scene) pick(list []string) string { return list[s.rnd.IntN(len(list))] }

func (s *scene) ending() string {
	return s.pick([]string{".com", ".io", ".net", ".example", ".dev", ".org", ".ai", ".co"})
}

// mention returns the k-th name and marks it as used.
func (s *scene) mention(used map[string]bool, names []string, k int) string {
	name := names[k%len(names)]
	used[name] = true
	return name
}

func (s *scene) axis(name string) string {
	values := s.l.axes[name]
	if len(values) == 0 || s.depth > 12 {
		return ""
	}
	s.depth++
	defer func() { s.depth-- }()
	return s.expand(values[s.rnd.IntN(len(values))])
}

func (s *scene) expand(q *sequence) string {
	var b strings.Builder
	for _, p := range q.parts {
		switch {
		case p.slot != "":
			if p.optional && s.rnd.IntN(2) == 0 {
				continue
			}
			if len(s.l.axes[p.slot]) > 0 {
				b.WriteString(s.axis(p.slot))
			} else {
				text, _ := s.builtin(p.slot)
				b.WriteString(text)
			}
		case p.choice != nil:
			b.WriteString(s.expand(p.choice[s.rnd.IntN(len(p.choice))]))
		default:
			b.WriteString(p.text)
		}
	}
	return b.String()
}

func (s *scene) name(style int, prefix string) string {
	words := []string{s.axis("verb"), s.axis("object")}
	switch {
	case prefix != "":
		words = append([]string{prefix}, words...)
	case s.rnd.IntN(3) == 0:
		words = append([]string{s.axis("service")}, words...)
	}
	if s.rnd.IntN(6) == 0 {
		words = append(words, s.axis("object"))
	}
	if prefix == "" && s.rnd.IntN(14) == 0 {
		words = words[:1]
	}
	words = strings.Fields(strings.Join(words, " "))
	switch style {
	case 0, 1, 2:
		return strings.Join(words, "_")
	case 3:
		for i := 1; i < len(words); i++ {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
		return strings.Join(words, "")
	}
	return strings.Join(words, "-")
}

func (s *scene) named(name string) string {
	plain := name
	if s.rnd.IntN(9) == 0 && strings.ContainsAny(name, "_-") {
		plain = strings.Map(func(r rune) rune {
			if r == '_' || r == '-' {
				return ' '
			}
			return r
		}, name)
	}
	switch s.rnd.IntN(10) {
	case 0, 1:
		return "`" + name + "`"
	case 2:
		return "'" + name + "'"
	case 3:
		return "\"" + name + "\""
	case 4:
		return name + "()"
	case 5:
		if strings.HasPrefix(s.l.Name, "en") {
			return "the " + plain + " tool"
		}
	case 6:
		if strings.HasPrefix(s.l.Name, "en") {
			return "the `" + name + "` " + s.pick([]string{"tool", "function", "command", "endpoint"})
		}
	}
	return name
}

func (s *scene) quoted(name string) string { return s.between("``'\"", 7, name) }

func (s *scene) valued(value string) string { return s.between("''\"`", 6, value) }

// between puts a word between a pair of one of the marks, each with probability 1/of, or returns it bare.
func (s *scene) between(marks string, of int, word string) string {
	if k := s.rnd.IntN(of); k < len(marks) {
		return marks[k:k+1] + word + marks[k:k+1]
	}
	return word
}

var (
	beforeSign = regexp.MustCompile(`\s+([,;:!?)\x{3002}\x{FF0C}\x{3001}]|\.(?:\s|$))`)
	article    = regexp.MustCompile(`\b([Aa]) ([aeiouAEIOU][a-z])`)
	twiceStop  = regexp.MustCompile(`([.!?:;\x{3002}])\s*[.\x{3002}](\s|$)`)
)

// tidy cleans up a text, with "an" before vowels in English.
func (s *scene) tidy(text string) string {
	if s.l.Name == "en" {
		text = article.ReplaceAllString(strings.Join(strings.Fields(text), " "), "${1}n $2")
	}
	return tidy(text)
}

// tidy fixes spaces, the first letter and a missing full stop.
func tidy(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = beforeSign.ReplaceAllString(s, "$1")
	s = twiceStop.ReplaceAllString(s, "$1$2")
	if s = strings.TrimLeft(s, ",; "); s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	if first, _, _ := strings.Cut(s, " "); !strings.ContainsAny(first, "_()-/.@") && first == strings.ToLower(first) {
		s = string(unicode.ToUpper(r)) + s[size:]
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	switch last {
	case '.', '!', '?', ':', ';', '>', '\u3002', '\uFF01', '\uFF1F', '\u061F', '\u0964', '}', ']':
		return s
	}
	if r > 0x2E80 && r < 0xA000 {
		return s + "\u3002"
	}
	return s + "."
}
