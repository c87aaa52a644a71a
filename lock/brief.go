package lock

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// maxBrief bounds the JSON of a value that is shown, in bytes, but for the end of its last string.
const maxBrief = 4 << 10

// brief writes a value as JSON, cut with an ellipsis where it is too long.
func brief(n *detect.Node) string {
	b := briefer{}
	b.value(n, 0)
	return string(b.out)
}

type briefer struct{ out []byte }

// full reports whether enough was written.
func (b *briefer) full() bool { return len(b.out) >= maxBrief }

func (b *briefer) value(n *detect.Node, depth int) {
	switch {
	case n == nil || b.full() || depth > maxLevels:
		b.more()
	case n.Kind == detect.NodeString:
		b.text(n.Text)
	case n.Kind == detect.NodeArray:
		b.list('[', ']', len(n.Items), func(i int) { b.value(n.Items[i], depth+1) })
	case n.Kind == detect.NodeObject:
		b.list('{', '}', len(n.Members), func(i int) {
			name := ""
			if m := n.Members[i].Name; m != nil {
				name = m.Text
			}
			b.text(name)
			b.out = append(b.out, ':')
			b.value(n.Members[i].Value, depth+1)
		})
	case n.Text == "" || n.Text[0] == 0:
		// What a bound has cut off; see package source of discover.
		b.more()
	default:
		b.out = append(b.out, cut(n.Text, maxBrief)...)
	}
}

func (b *briefer) list(open, end byte, n int, item func(i int)) {
	b.out = append(b.out, open)
	for i := range n {
		if i > 0 {
			b.out = append(b.out, ',')
		}
		if b.full() {
			b.more()
			break
		}
		item(i)
	}
	b.out = append(b.out, end)
}

func (b *briefer) text(s string) {
	if len(s) > maxBrief {
		s = cut(s, maxBrief) + "…"
	}
	b.out = appendString(b.out, strings.ToValidUTF8(s, "\ufffd"))
}

func (b *briefer) more() { b.out = append(b.out, "…"...) }
