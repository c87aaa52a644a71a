package discover

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxNodes bounds the values of all definitions of one file: aliases let a small file stand for many. It is as many as
	// the parser takes.
	maxNodes = 4_000_000
	// maxNesting bounds the nesting that is converted. It is more than detection follows, so that it notices the cut.
	maxNesting = 300
)

// converter turns the definitions of one file into views.
type converter struct {
	file *source.File
	// texts are the strings of the definition at hand by Node.Ref; the first is for values that are no strings.
	texts []source.Text
	// left is how many more values may be converted; read are the spans of the strings that were.
	left int
	read []source.Span
}

// tool makes the view of a definition.
func (c *converter) tool(e manifest.Entry) Tool {
	c.texts = append(c.texts[:0], source.Text{})
	view := detect.NewView(detect.Kind(e.Kind), e.Server, c.node(e.Def, 0))
	t := Tool{View: view, File: c.file, Span: e.Def.Span, Texts: make([]source.Text, len(view.Fields)), Shape: e.Shape}
	for i, f := range view.Fields {
		t.Texts[i] = c.texts[f.Ref]
	}
	return t
}

func (c *converter) node(n *source.Node, depth int) *detect.Node {
	if c.left--; c.left < 0 || n == nil || depth > maxNesting {
		return &detect.Node{}
	}
	out := &detect.Node{}
	switch n.Kind {
	case source.String:
		return c.text(n)
	case source.Array:
		out.Kind = detect.NodeArray
		out.Items = make([]*detect.Node, 0, min(len(n.Items), max(c.left, 0)))
		for _, item := range n.Items {
			if c.left < 0 {
				break
			}
			out.Items = append(out.Items, c.node(item, depth+1))
		}
	case source.Object:
		out.Kind = detect.NodeObject
		out.Members = make([]detect.Member, 0, min(len(n.Members), max(c.left, 0)))
		for _, m := range n.Members {
			if c.left < 0 {
				break
			}
			name, value := c.node(m.Name, depth+1), (*detect.Node)(nil)
			if depth == 0 && spoken[name.Text] && m.Value.Kind == source.Scalar && !isNull(m.Value.Text.Value) {
				c.left--
				value = c.text(m.Value)
			} else {
				value = c.node(m.Value, depth+1)
			}
			out.Members = append(out.Members, detect.Member{Name: name, Value: value})
		}
	default:
		out.Text = n.Text.Value
	}
	return out
}

// text makes the node of a string.
func (c *converter) text(n *source.Node) *detect.Node {
	out := &detect.Node{Kind: detect.NodeString, Text: n.Text.Value, Ref: len(c.texts)}
	c.texts = append(c.texts, n.Text)
	if n.File == c.file {
		c.read = append(c.read, n.Span)
	}
	return out
}

// spoken are the members of a definition that are texts whatever YAML takes an unquoted word for: a tool named on, a
// description that is a date.
var spoken = map[string]bool{"name": true, "title": true, "description": true, "desc": true}

func isNull(s string) bool {
	return s == "" || s == "~" || strings.EqualFold(s, "null")
}

// mergeCopies leaves out each definition whose server, kind and every field equal those of one in an earlier file, and
// notes its place there. Within one file repetition is kept: it is not a snapshot.
func mergeCopies(all []derived) []Tool {
	tools := make([]Tool, 0, len(all))
	first := map[[sha256.Size]byte]int{}
	for _, d := range all {
		if d.View.Kind == detect.KindFile {
			tools = append(tools, d.Tool)
			continue
		}
		key := digest(d.View)
		if i, ok := first[key]; ok && tools[i].File != d.File {
			tools[i].Also = append(tools[i].Also, Copy{File: d.File, Span: d.Span, Texts: d.Texts, Shape: d.Shape, Class: d.Class})
			continue
		} else if !ok {
			first[key] = len(tools)
		}
		tools = append(tools, d.Tool)
	}
	return tools
}

// digest hashes what a view says, each part with its length so that no two views hash alike.
func digest(v detect.ToolView) (sum [sha256.Size]byte) {
	h := sha256.New()
	put := func(s string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		_, _ = h.Write(n[:])
		_, _ = io.WriteString(h, s)
	}
	put(string(v.Kind))
	put(v.Server)
	for _, f := range v.Fields {
		put(f.Pointer)
		put(f.Text)
	}
	h.Sum(sum[:0])
	return sum
}
