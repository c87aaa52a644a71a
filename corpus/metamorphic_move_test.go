package corpus_test

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/corpus"
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
var innocentSentences = rows("innocent sentences")

func innocentSentence(c clues) string {
	return innocentSentences[int(c.key%uint32(len(innocentSentences)))]
}

// stopped ends a text so that a sentence can follow.
func stopped(text string) string {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	switch last, _ := utf8.DecodeLastRuneInString(text); {
	case fullStop.MatchString(text):
		return text
	case unicode.IsLetter(last), unicode.IsDigit(last):
		return text + "."
	}
	// It is a tag, a table or a fence.
	return text + "\n\n"
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

// scene is a definition and the string that gets surroundings: the order, which may be all of it, and the text before and after the order.
type scene struct {
	entry                corpus.Entry
	def, text            *detect.Node
	before, order, after string
	peers                []detect.ToolView
	key                  int
}

func newScene(e corpus.Entry) (*scene, bool) {
	def, err := detect.ParseJSON(e.Tool)
	s := &scene{entry: e, def: def, text: def.Get("description"), key: int(hash(e.ID) >> 1)}
	if err == nil && s.text == nil && e.Payload != "" {
		s.text = holder(e, def)
	}
	if s.text == nil || s.text.Kind != detect.NodeString || strings.TrimSpace(s.text.Text) == "" {
		return nil, false
	}
	text, at, end := s.text.Text, 0, len(s.text.Text)
	if found := strings.Index(text, e.Payload); e.Payload != "" && found >= 0 {
		at, end = grow(text, found, found+len(e.Payload))
	}
	s.before, s.order, s.after = text[:at], text[at:end], text[end:]
	return s, true
}

// honestSentences are so many that no single one matters.
var honestSentences = func() []string {
	out := slices.Clone(innocentSentences)
	for _, subject := range rows("subjects") {
		for _, predicate := range rows("predicates") {
			out = append(out, subject+" "+predicate+".")
		}
	}
	return out
}()

// honest returns n honest sentences, the first of them number i of those for the definition.
func (s *scene) honest(i, n int) string {
	var out []string
	for ; n > 0; i, n = i+1, n-1 {
		out = append(out, honestSentences[(s.key+37*i)%len(honestSentences)])
	}
	return strings.Join(out, " ")
}

var identifier = regexp.MustCompile("`([A-Za-z][\\w-]*)`|\\b([A-Za-z]+\\w*_\\w+|[a-z]+[A-Z]\\w*)\\b|\\b([a-z][\\w-]+) tool\\b")

// names are the identifiers of the text, except the name of the tool itself.
func (s *scene) names() []string {
	var out []string
	for _, m := range identifier.FindAllStringSubmatch(s.text.Text, -1) {
		name := m[1] + m[2] + m[3]
		if name != s.def.StringAt("name") && !slices.Contains(out, name) && !determiners[name] && !smallWords[name] {
			out = append(out, name)
		}
	}
	return out
}

// declare adds parameters that the tool does not have, with the allowed values if there are any.
func (s *scene) declare(names []string, values ...string) bool {
	what := []string{"The value to use.", "Which of them applies.", "Optional, empty by default.", "A short text."}[s.key%4]
	schema := object(str("type"), str("string"), str("description"), str(what))
	if allowed := (&detect.Node{Kind: detect.NodeArray}); len(values) > 0 {
		for _, v := range values {
			allowed.Items = append(allowed.Items, str(v))
		}
		set(schema, "enum", allowed)
	}
	aliases := []string{"inputSchema", "input_schema", "parameters"}
	at := slices.IndexFunc(aliases, func(name string) bool { return s.def.Get(name) != nil })
	in, declared := s.def, false
	for _, member := range []string{aliases[max(at, 0)], "properties"} {
		if in.Get(member) == nil {
			set(in, member, object())
		}
		in = in.Get(member)
	}
	for _, name := range names {
		if in.Kind == detect.NodeObject && in.Get(name) == nil && s.entry.Kind == "" {
			set(in, name, schema)
			declared = true
		}
	}
	return declared
}

// register adds honest tools to the registry.
func (s *scene) register(server string, names ...string) bool {
	for i, name := range names {
		def := object(str("name"), str(name), str("description"), str(s.honest(i, 2)))
		s.peers = append(s.peers, detect.NewView(detect.KindTool, server, def))
	}
	return len(names) > 0
}

// honestNames are names of parameters.
var honestNames = strings.Fields(`page limit offset language region currency year month color width height unit order_by group precision start_date
	end_date time_zone style columns`)

// strangers are names of tools that no text mentions.
var strangers = strings.Fields("page_counter_a4 timezone_lister_iso unit_converter_si line_sorter_utf8 tide_table_north")
