package corpus_test

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
)

// The moves put sentences of the description elsewhere. Models get the whole definition, so an instruction keeps its meaning if it does not
// depend on its neighbours.

var (
	sentenceEnd       = regexp.MustCompile("[.!?][\"”’')`]*\\s+|[。！？]\\s*|\\s*\n\\s*")
	fullStop          = regexp.MustCompile("[.!?。！？][\"”’')`]*$")
	beginsSmall       = regexp.MustCompile(`^\p{Ll}`)
	dependsOnPrevious = regexp.MustCompile(`(?i)^(then|it|its|this|that|these|those|they|them|their|he|she|afterwards?|otherwise|also|instead|both|such|` +
		`however|therefore|hence|by|after (that|this|it|the)|the (same|latter|former|result|other)|in addition|in that|in this|if (so|not)|so|and|or|but|` +
		`still|again|once (that|this|it)|meanwhile|likewise|either|neither|here|there|before that|except|only then|yes|no)\b`)
	tellsWhatItDoes = regexp.MustCompile(`^\p{Lu}\p{Ll}+s (?:one|an?|the|all) `)
	ownTool         = regexp.MustCompile(`(?i)^(this|its?) (tool|server|service|function|connector)\b`)
)

func ends(text string, at int) bool {
	before := strings.TrimRight(text[:at], " ")
	return before == "" || strings.HasSuffix(before, "\n") || fullStop.MatchString(before)
}

// sentenceEnds are the spans between sentences. A full stop before a lower-case letter ends an abbreviation.
func sentenceEnds(text string) [][]int {
	return slices.DeleteFunc(sentenceEnd.FindAllStringIndex(text, -1), func(m []int) bool {
		return beginsSmall.MatchString(text[m[1]:]) && !strings.Contains(text[m[0]:m[1]], "\n")
	})
}

func grow(text string, at, end int) (int, int) {
	begin, finish := 0, len(text)
	for _, m := range sentenceEnds(text) {
		if m[1] <= at {
			begin = m[1]
		}
		if m[0] >= end-1 && m[0] < finish {
			finish = m[0] + len(strings.TrimRightFunc(text[m[0]:m[1]], unicode.IsSpace))
		}
	}
	return begin, max(finish, end)
}

// movable reports whether a span has whole sentences that can stand alone.
func movable(text string, at, end int) bool {
	payload := text[at:end]
	first, _ := utf8.DecodeRuneInString(payload)
	last, _ := utf8.DecodeLastRuneInString(payload)
	switch {
	case at == 0 && end == len(text), strings.Contains(payload, "\n"), len(strings.Fields(payload)) < 5 && !unicode.Is(unicode.Han, first):
		return false
	case !ends(text, at) || strings.HasSuffix(strings.TrimSpace(text[:at]), "?"), !strings.ContainsRune(`.!?。"`, last):
		return false
	case end < len(text) && !unicode.IsSpace(rune(text[end])) && last != '。':
		return false
	case !unicode.IsUpper(first) && !unicode.Is(unicode.Lo, first):
		return false
	}
	// Elsewhere, "returns …" would describe a parameter or result instead of the tool.
	return (ownTool.MatchString(payload) || !dependsOnPrevious.MatchString(payload)) && !tellsWhatItDoes.MatchString(payload)
}

func without(text string, at, end int) string {
	before, after := strings.TrimRight(text[:at], " \n"), strings.TrimLeft(text[end:], " \n")
	gap := " "
	if strings.HasSuffix(strings.TrimRight(text[:at], " "), "\n") || strings.HasPrefix(text[end:], "\n") {
		gap = "\n"
	}
	return strings.TrimSpace(before + gap + after)
}

func set(n *detect.Node, name string, value *detect.Node) {
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Name.Text == name {
			n.Members[i].Value = value
			return
		}
	}
	n.Members = append(n.Members, detect.Member{Name: str(name), Value: value})
}

func str(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }

func object(members ...*detect.Node) *detect.Node {
	n := &detect.Node{Kind: detect.NodeObject}
	for pair := range slices.Chunk(members, 2) {
		n.Members = append(n.Members, detect.Member{Name: pair[0], Value: pair[1]})
	}
	return n
}

func appended(n *detect.Node, name, sentence string) {
	set(n, name, str(strings.TrimSpace(n.StringAt(name)+" "+sentence)))
}

// moveBehind makes the payload the last sentence of the description.
func moveBehind(def *detect.Node, payload string) bool {
	set(def, "description", str(def.StringAt("description")+" "+payload))
	return true
}

// moveBefore makes it the first sentence.
func moveBefore(def *detect.Node, payload string) bool {
	set(def, "description", str(payload+" "+def.StringAt("description")))
	return true
}

// parameter returns the first parameter of type string that the test accepts, or nil.
func parameter(def *detect.Node, accept func(*detect.Node) bool) *detect.Node {
	for _, schema := range []string{"inputSchema", "input_schema", "parameters"} {
		props := def.Get(schema)
		if props == nil || props.Get("properties") == nil {
			continue
		}
		for _, m := range props.Get("properties").Members {
			if m.Value.Kind == detect.NodeObject && accept(m.Value) {
				return m.Value
			}
		}
	}
	return nil
}

func plainString(n *detect.Node) bool {
	return n.StringAt("type") == "string" && n.Get("enum") == nil && n.Get("default") == nil && n.Get("const") == nil
}

func intoParameter(accept func(*detect.Node) bool, put func(p *detect.Node, payload string)) func(*detect.Node, string) bool {
	return func(def *detect.Node, payload string) bool {
		p := parameter(def, accept)
		if p != nil {
			put(p, payload)
		}
		return p != nil
	}
}

var (
	// moveToParameter appends the payload to the description of the first parameter.
	moveToParameter = intoParameter(func(n *detect.Node) bool { return n.StringAt("description") != "" }, func(p *detect.Node, payload string) {
		appended(p, "description", payload)
	})
	// moveToDefault makes it the default of a parameter.
	moveToDefault = intoParameter(plainString, func(p *detect.Node, payload string) { set(p, "default", str(payload)) })
	moveToEnum    = intoParameter(plainString, func(p *detect.Node, payload string) {
		set(p, "enum", &detect.Node{Kind: detect.NodeArray, Items: []*detect.Node{str("standard"), str(payload)}})
	})
)

func moveToTitle(def *detect.Node, payload string) bool {
	if title := def.StringAt("title"); title != "" {
		payload = strings.TrimRight(title, ".") + ". " + payload
	}
	set(def, "title", str(payload))
	return true
}

func moveToOutput(def *detect.Node, payload string) bool {
	if out := def.Get("outputSchema"); out != nil && out.Kind == detect.NodeObject {
		appended(out, "description", payload)
		return true
	}
	set(def, "outputSchema", object(str("type"), str("object"), str("properties"), object(
		str("result"), object(str("type"), str("string"), str("description"), str(payload)))))
	return true
}

func moveToAnnotation(def *detect.Node, payload string) bool {
	notes := def.Get("annotations")
	if notes == nil || notes.Kind != detect.NodeObject {
		notes = object()
		set(def, "annotations", notes)
	}
	set(notes, "title", str(payload))
	return true
}

// innocentSentences are true of many tools and change the meaning of none.
var innocentSentences = [...]string{
	"Times are given in UTC.",
	"Results are encoded as UTF-8.",
	"Most answers arrive within two seconds.",
	"The service is available in Europe and North America.",
	"Maintenance takes place on the first Sunday of the month.",
	"The free plan has a limit of 60 requests per minute.",
	"This version is written in Go and has no dependencies.",
	"Long results are divided into pages of 50 rows.",
	"Works on Linux, macOS and Windows.",
	"Numbers are rounded to two decimal places.",
	"Names are compared without regard to case.",
	"An empty list is returned when nothing matches.",
	"Amounts are shown in the currency of the account.",
	"The interface has been stable since version 2.1.",
	"Dates have the form year, month, day.",
	"Both short and long identifiers are accepted.",
}

func innocentSentence(c clues) string {
	return innocentSentences[int(c.key%uint32(len(innocentSentences)))]
}

func sentenceBefore(before, payload, after string, c clues) (string, bool) {
	return innocentSentence(c) + " " + before + payload + after, true
}

func sentenceBehind(before, payload, after string, c clues) (string, bool) {
	text := strings.TrimRight(before+payload+after, " \n")
	if !fullStop.MatchString(text) {
		text += "."
	}
	return text + " " + innocentSentence(c), true
}

// sentenceBetween inserts one before the payload, or behind it if the payload depends on the text before. In an innocent text, it inserts one
// behind the first sentence that the next one does not depend on.
func sentenceBetween(before, payload, after string, c clues) (string, bool) {
	s := innocentSentence(c)
	if before == "" && after == "" {
		for _, m := range sentenceEnd.FindAllStringIndex(payload, -1) {
			next := payload[m[1]:]
			if next == "" || beginsSmall.MatchString(next) || dependsOnPrevious.MatchString(next) || strings.Contains(payload[m[0]:m[1]], "\n") {
				continue
			}
			return payload[:m[1]] + s + " " + next, true
		}
		return "", false
	}
	if before != "" && ends(before, len(before)) && !dependsOnPrevious.MatchString(payload) {
		return before + s + " " + payload + after, true
	}
	if after == "" || !ends(payload, len(payload)) {
		return "", false
	}
	return before + payload + " " + s + after, true
}
