package text

import "strings"

// Tag is a piece of markup: an XML-like tag, a bracketed label, a chat template marker or a comment.
type Tag struct {
	// Name is the folded name: "important" for <IMPORTANT>, "/important" for its end, "inst" for [INST], "im_start" for <|im_start|>,
	// "!--" for a comment.
	Name string
	// Start and End are bytes of Raw, half open, with the brackets.
	Start, End int
	// Open is the opening bracket: '<', '[', or '|' for <|x|>.
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
