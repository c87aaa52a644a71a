package oracle

import (
	"html"
	"regexp"
	"strings"
)

func pythonLiteral(n node) *literal {
	if n.Kind() != "string" {
		return nil
	}
	open := n.child(0).text()
	prefix := strings.ToLower(strings.TrimRight(open, `'"`))
	// The grammar takes some backslashes into the closing quotes.
	from, to := n.child(0).end(), n.end()-(len(open)-len(prefix))
	// A format specification may hold holes of its own; lex lists them after the one they belong to.
	var b strings.Builder
	var holes []int
	for i := range n.count() {
		c := n.child(i)
		if c.Kind() != "interpolation" {
			continue
		}
		b.Write(n.src[from:c.start()])
		from = c.end()
		c.visit(func(x node) bool {
			if x.Kind() == "string" {
				return false
			}
			if x.Kind() == "interpolation" || x.Kind() == "format_expression" {
				b.WriteString(hole)
				holes = append(holes, x.start())
			}
			return true
		})
	}
	b.Write(n.src[from:to])
	return &literal{start: n.start(), end: n.end(), value: pythonDecode(prefix)(b.String()), holes: holes}
}

func scriptLiteral(n node) *literal {
	switch n.Kind() {
	case "string":
		if n.count() == 0 { // the type, not a literal
			return nil
		}
		if n.parent() == "jsx_attribute" {
			return n.literal(1, 1, html.UnescapeString)
		}
		return n.literal(1, 1, scriptEscapes.decode)
	case "template_string":
		if p := n.Parent(); p != nil && p.Kind() == "call_expression" && strings.HasPrefix(node{p, n.src}.text(), "String.raw`") {
			return n.literal(1, 1, verbatim, "template_substitution")
		}
		return n.literal(1, 1, scriptEscapes.decode, "template_substitution")
	case "template_literal_type":
		return n.literal(1, 1, scriptEscapes.decode, "template_type")
	}
	return nil
}

func csharpLiteral(n node) *literal {
	suffix := 0
	if t := n.text(); strings.HasSuffix(t, "u8") || strings.HasSuffix(t, "U8") {
		suffix = 2
	}
	switch n.Kind() {
	case "string_literal":
		return n.literal(1, 1+suffix, csharpEscapes.decode)
	case "character_literal":
		return n.literal(1, 1, csharpEscapes.decode)
	case "verbatim_string_literal":
		return n.literal(2, 1+suffix, doubled(verbatim, `""`))
	case "raw_string_literal":
		quotes := run(n.text(), '"')
		return n.literal(quotes, quotes+suffix, csharpBlock)
	case "interpolated_string_expression":
		text := n.text()
		marks := text[:strings.IndexByte(text, '"')]
		quotes := run(text[len(marks):], '"')
		switch {
		case quotes >= 3 && !strings.Contains(marks, "@"):
			return n.literal(len(marks)+quotes, quotes, csharpBlock, "interpolation")
		case strings.Contains(marks, "@"):
			return n.literal(len(marks)+1, 1, doubled(verbatim, "{{", "}}", `""`), "interpolation")
		}
		return n.literal(len(marks)+1, 1, doubled(csharpEscapes.decode, "{{", "}}"), "interpolation")
	}
	return nil
}

// run is how often c stands at the start of s.
func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func javaLiteral(n node) *literal {
	switch n.Kind() {
	case "string_literal":
		if strings.HasPrefix(n.text(), `"""`) {
			return n.literal(3, 3, javaBlock)
		}
		return n.literal(1, 1, javaEscapes.decode)
	case "character_literal":
		return n.literal(1, 1, javaEscapes.decode)
	}
	return nil
}

// kotlinName is a name in a string. The grammar sees it in some strings only.
var kotlinName = regexp.MustCompile("\\\\[\\s\\S]|\\$(?:[\\pL_][\\pL\\p{Nd}_]*|`[^`\n]+`)")

var kotlinRawName = regexp.MustCompile("\\$(?:[\\pL_][\\pL\\p{Nd}_]*|`[^`\n]+`)")

func kotlinLiteral(n node) *literal {
	front, decode, name := 1, kotlinEscapes.decode, kotlinName
	switch n.Kind() {
	case "character_literal":
		return n.literal(1, 1, kotlinEscapes.decode)
	case "string_literal":
	case "multiline_string_literal":
		front, decode, name = 3, verbatim, kotlinRawName
	default:
		return nil
	}
	var b strings.Builder
	var holes []int
	plain := func(from, to int) {
		s := string(n.src[from:to])
		last := 0
		for _, m := range name.FindAllStringIndex(s, -1) {
			if s[m[0]] == '\\' {
				continue
			}
			b.WriteString(s[last:m[0]] + hole)
			holes = append(holes, from+m[0]+1) // the name
			last = m[1]
		}
		b.WriteString(s[last:])
	}
	from := n.start() + front
	for i := range n.count() {
		if c := n.child(i); c.Kind() == "interpolation" && strings.HasPrefix(c.text(), "${") {
			plain(from, c.start())
			b.WriteString(hole)
			holes = append(holes, c.start())
			from = c.end()
		}
	}
	plain(from, n.end()-front)
	return &literal{start: n.start(), end: n.end(), value: decode(b.String()), holes: holes}
}

func rustLiteral(n node) *literal {
	text := n.text()
	decode := rustEscapes.decode
	if strings.HasPrefix(text, "b") || strings.HasPrefix(text, "c") {
		decode = rustBytes.decode
	}
	switch n.Kind() {
	case "string_literal":
		return n.literal(strings.IndexByte(text, '"')+1, 1, decode)
	case "char_literal":
		return n.literal(strings.IndexByte(text, '\'')+1, 1, decode)
	case "raw_string_literal":
		open := strings.IndexByte(text, '"')
		return n.literal(open+1, 1+strings.Count(text[:open], "#"), verbatim)
	}
	return nil
}

func phpLiteral(n node) *literal {
	if !n.IsNamed() { // the type "string"
		return nil
	}
	switch n.Kind() {
	case "string":
		front := strings.IndexByte(n.text(), '\'') + 1
		return n.literal(front, 1, guarded(`\'`))
	case "encapsed_string":
		front := strings.IndexByte(n.text(), '"') + 1
		content, holes := phpParts(n, n.start()+front, n.end()-1)
		return &literal{start: n.start(), end: n.end(), value: phpDecode(`"`)(content), holes: holes}
	case "shell_command_expression":
		content, holes := phpParts(n, n.start()+1, n.end()-1)
		return &literal{start: n.start(), end: n.end(), value: phpDecode("`")(content), holes: holes}
	case "heredoc", "nowdoc":
		text := n.text()
		first := strings.IndexByte(text, '\n') + 1
		last := strings.LastIndexByte(text, '\n')
		indent := len(text[last+1:]) - len(strings.TrimLeft(text[last+1:], " \t"))
		if last < first { // nothing in it
			return &literal{start: n.start(), end: n.end()}
		}
		if text[last-1] == '\r' {
			last--
		}
		if n.Kind() == "nowdoc" {
			return &literal{start: n.start(), end: n.end(), value: unindent(text[first:max(first, last)], indent)}
		}
		body := n
		for i := range n.count() {
			if n.child(i).Kind() == "heredoc_body" {
				body = n.child(i)
			}
		}
		content, holes := phpParts(body, n.start()+first, max(n.start()+first, n.start()+last))
		return &literal{start: n.start(), end: n.end(), value: phpDecode("")(unindent(content, indent)), holes: holes}
	}
	return nil
}

// phpParts returns the content of n with a hole for each child that is not text.
func phpParts(n node, from, to int) (string, []int) {
	var b strings.Builder
	var holes []int
	open := -1
	for i := range n.count() {
		c := n.child(i)
		switch k := c.Kind(); {
		case k == "{":
			open = c.start()
		case k == "}":
			from = c.end()
		case !c.IsNamed() || oneOf(k, "string_content", "escape_sequence") || c.start() < from:
		default:
			at := c.start()
			if open >= 0 {
				at = open
			}
			open = -1
			b.Write(n.src[from:at])
			b.WriteString(hole)
			holes = append(holes, at)
			from = c.end()
		}
	}
	b.Write(n.src[min(from, to):to])
	return b.String(), holes
}

func rubyLiteral(n node) *literal {
	switch n.Kind() {
	case "string", "delimited_symbol", "subshell":
		open, shut := n.child(0), n.child(n.count()-1)
		if open.start() != n.start() {
			return nil
		}
		front, back := open.end()-n.start(), n.end()-shut.start()
		o := strings.TrimPrefix(open.text(), ":")
		if o[0] == '\'' || strings.HasPrefix(o, "%q") || strings.HasPrefix(o, "%s") {
			return n.literal(front, back, guarded(`\`+o[len(o)-1:]+shut.text()))
		}
		return n.literal(front, back, rubyEscapes.decode, "interpolation")
	case "bare_string", "bare_symbol":
		p := node{n.Parent(), n.src}
		o := p.child(0).text()
		if o[1] == 'w' || o[1] == 'i' {
			return n.literal(0, 0, guarded("\\ \n\t"+o[len(o)-1:]+p.child(p.count()-1).text()))
		}
		return n.literal(0, 0, rubyEscapes.decode, "interpolation")
	case "character":
		return n.literal(1, 0, rubyEscapes.decode)
	case "heredoc_body":
		return rubyHeredoc(n)
	}
	return nil
}

func rubyHeredoc(n node) *literal {
	root := n.Node
	for root.Parent() != nil {
		root = root.Parent()
	}
	// The bodies stand in the order of what begins them.
	var begins []string
	at := 0
	node{root, n.src}.visit(func(x node) bool {
		switch x.Kind() {
		case "heredoc_beginning":
			begins = append(begins, x.text())
		case "heredoc_body":
			if x.start() < n.start() {
				at++
			}
		}
		return true
	})
	if at >= len(begins) {
		return nil
	}
	begin := begins[at]
	from := n.start() + 1
	end := n.child(n.count() - 1).start()
	to := strings.LastIndexByte(string(n.src[:end]), '\n') + 1
	content, holes := n.parts(from, max(from, to), "interpolation")
	l := &literal{start: n.start(), end: n.end(), holes: holes, body: true}
	if strings.HasPrefix(begin, "<<~") {
		content = rubySquiggly(content)
	}
	if l.value = content; !strings.Contains(begin, "'") {
		l.value = rubyEscapes.decode(content)
	}
	return l
}

func cppLiteral(n node) *literal {
	text := n.text()
	switch n.Kind() {
	case "string_literal":
		return n.literal(strings.IndexByte(text, '"')+1, 1, cppEscapes.decode)
	case "char_literal":
		return n.literal(strings.IndexByte(text, '\'')+1, 1, cppEscapes.decode)
	case "raw_string_literal":
		front := strings.IndexByte(text, '(') + 1
		back := len(text) - strings.LastIndexByte(text, ')')
		return n.literal(front, back, verbatim)
	}
	return nil
}

func elixirLiteral(n node) *literal {
	text := n.text()
	switch n.Kind() {
	case "string", "charlist", "quoted_atom":
		if n.Kind() == "quoted_atom" {
			text = text[1:]
		}
		front := len(n.text()) - len(text)
		if strings.HasPrefix(text, `"""`) || strings.HasPrefix(text, `'''`) {
			return elixirHeredoc(n, front+3, 0, elixirEscapes.decode)
		}
		return n.literal(front+1, 1, elixirEscapes.decode, "interpolation")
	case "quoted_keyword": // with its colon
		shut := strings.LastIndexAny(text, `"'`) + 1
		l := n.literal(1, len(text)-shut+1, elixirEscapes.decode, "interpolation")
		l.end = n.start() + shut
		return l
	case "sigil":
		letters := strings.IndexAny(text[1:], "/|\"'([{<") + 1
		modifiers := 0
		if m := n.child(n.count() - 1); m.Kind() == "sigil_modifiers" {
			modifiers = m.end() - m.start()
		}
		if text[1]|0x20 == 'r' || text[1]|0x20 == 'w' { // a pattern, or words
			return nil
		}
		decode := verbatim
		if text[1] >= 'a' && text[1] <= 'z' {
			decode = elixirEscapes.decode
		}
		if strings.HasPrefix(text[letters:], `"""`) || strings.HasPrefix(text[letters:], `'''`) {
			return elixirHeredoc(n, letters+3, modifiers, decode)
		}
		return n.literal(letters+1, modifiers+1, decode, "interpolation")
	}
	return nil
}

// elixirHeredoc reads a literal whose lines lose the indentation of what ends it.
func elixirHeredoc(n node, front, modifiers int, decode func(string) string) *literal {
	content, holes := n.parts(n.start()+front, n.end()-modifiers-3, "interpolation")
	content = normal(content)
	last := strings.LastIndexByte(content, '\n') + 1
	first := strings.IndexByte(content, '\n') + 1
	return &literal{
		start: n.start(), end: n.end(), holes: holes,
		value: decode(unindent(content[first:last], len(content)-last)),
	}
}

// elixirWords returns the words of a ~w or ~W.
func elixirWords(n node) []literal {
	text := n.text()
	if n.Kind() != "sigil" || text[1]|0x20 != 'w' {
		return nil
	}
	var holes [][2]int
	to := n.end() - 1
	for i := range n.count() {
		switch c := n.child(i); c.Kind() {
		case "interpolation":
			holes = append(holes, [2]int{c.start(), c.end()})
		case "sigil_modifiers":
			to -= c.end() - c.start()
		}
	}
	decode := verbatim
	if text[1] == 'w' {
		decode = elixirEscapes.decode
	}
	var out []literal
	var word *literal
	for i := n.start() + 3; i < to; {
		if len(holes) == 0 || holes[0][0] != i {
			if strings.IndexByte(" \t\r\n", n.src[i]) >= 0 {
				word = nil
				i++
				continue
			}
		}
		if word == nil {
			out = append(out, literal{start: i})
			word = &out[len(out)-1]
		}
		if len(holes) > 0 && holes[0][0] == i {
			word.value += hole
			word.holes = append(word.holes, i)
			i, holes = holes[0][1], holes[1:]
		} else {
			word.value += string(n.src[i : i+1])
			i++
		}
		word.end = i
	}
	for i := range out {
		out[i].value = decode(out[i].value)
	}
	return out
}
