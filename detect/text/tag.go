package text

import "strings"

// Tag is a piece of markup: an XML-like tag, a bracketed label, a chat template marker or a comment.
type Tag struct {
	// Name is the folded name: "important" for <IMPORTANT>, "/important" for its end, "inst" for [INST], "im_start" for <|im_start|>,
	// "!--" for a comment.
	Name string
	// Start and End are bytes of Raw, half open, with the brackets.
	Start, End int
	// Open is the opening bracket: '<', '[', '{', or '|' for <|x|>.
	Open byte

	foldStart, foldEnd int
	// opaque tags contain no words of the text.
	opaque bool
}

// longestTag bounds the search for a closing bracket, in bytes.
const longestTag = 64

func (d *Doc) scanTags() {
	s := d.Folded
	for i := 0; i < len(s); i++ {
		if byteClasses[s[i]]&classBracket == 0 {
			continue
		}
		switch s[i] {
		case '<':
			if strings.HasPrefix(s[i:], "<!--") {
				d.addTag("!--", i, i+4, '<', true)
				i += 3
				continue
			}
			end := strings.IndexByte(s[i:min(len(s), i+longestTag)], '>')
			if end < 2 {
				continue
			}
			name := s[i+1 : i+end]
			if inner, ok := strings.CutPrefix(name, "|"); ok {
				d.addTag(strings.Trim(inner, "| "), i, i+end+1, '|', true)
				i += end
			} else if tagName(name) {
				d.addTag(strings.TrimSuffix(strings.Fields(name)[0], "/"), i, i+end+1, '<', true)
				i += end
			}
		case '[':
			end := strings.IndexByte(s[i:min(len(s), i+longestTag)], ']')
			if end < 2 || strings.HasPrefix(s[i+end:], "](") {
				continue
			}
			if name := strings.TrimSpace(s[i+1 : i+end]); labelName(name) {
				d.addTag(name, i, i+end+1, '[', false)
				i += end
			}
		}
	}
}

func (d *Doc) addTag(name string, i, j int, open byte, opaque bool) {
	start, end := d.RawSpan(i, j)
	d.Tags = append(d.Tags, Tag{Name: name, Start: start, End: end, Open: open, foldStart: i, foldEnd: j, opaque: opaque})
}

// nameBytes are the bytes of tag names.
const nameBytes = "abcdefghijklmnopqrstuvwxyz0123456789_-:/"

// tagName reports whether the text in angle brackets can be a tag: a name, perhaps with attributes.
func tagName(s string) bool {
	name, rest, more := strings.Cut(strings.TrimPrefix(s, "/"), " ")
	return name != "" && name[0] >= 'a' && name[0] <= 'z' && strings.Trim(name, nameBytes) == "" &&
		(!more || strings.Contains(rest, "=") || strings.TrimSpace(rest) == "/")
}

func labelName(s string) bool {
	return s != "" && (s[0] >= 'a' && s[0] <= 'z' || s[0] == '/') && strings.Trim(s, nameBytes+" ") == ""
}

// byteClass is a set of classes of a byte.
type byteClass uint16

const (
	classUpper byteClass = 1 << iota
	// classWord is a byte of words of folded text: a small letter, a digit or an underscore.
	classWord
	// classRun is a byte of a word in any case and script.
	classRun
	// classJoint may be inside a word, an address, a path or a number, so that a word may continue after it. It includes bytes outside of
	// ASCII.
	classJoint
	// classInner belongs to a word with letters on both sides; see wordEnd.
	classInner
	// classOpener may start something other than word bytes: a path, a number, an opaque tag, a character outside of ASCII.
	classOpener
	// classForeign is outside of ASCII or a control that folding changes.
	classForeign
	// classBracket opens a tag, classQuote a quotation.
	classBracket
	classQuote
	// classStop may end a sentence.
	classStop
	classNewline
)

var byteClasses = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '_':
			t[c] = classWord | classRun
		case c >= 'A' && c <= 'Z':
			t[c] = classUpper | classRun
		case c >= 0x80:
			t[c] = classForeign | classRun | classJoint | classOpener | classStop
		case c < ' ' && c != '\n' && c != '\t' && c != '\r':
			t[c] = classForeign
		}
	}
	for of, class := range map[string]byteClass{
		`'.-@$!|`: classJoint | classInner,
		":+%":     classJoint,
		"~/.+<":   classOpener,
		"<[":      classBracket,
		"\"'`":    classQuote,
		"\n.!?":   classStop,
		"\n":      classNewline,
	} {
		for _, c := range []byte(of) {
			t[c] |= class
		}
	}
	return t
}()

// classesOf returns the classes of the bytes of s.
func classesOf(s string) byteClass {
	var seen byteClass
	for i := range len(s) {
		seen |= byteClasses[s[i]]
	}
	return seen
}
