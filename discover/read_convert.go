package discover

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxNodes bounds the values of all definitions of one file: aliases let a small file stand for many.
	maxNodes = manifest.MaxValues
	// maxNesting bounds the nesting that is converted. It is more than detection follows, so that it notices the cut.
	maxNesting = 300
)

// converter turns the definitions of one file into views.
type converter struct {
	file *source.File
	// texts are the strings of the definition at hand by Node.Ref, scalars its other values whose place is known; the first of each is none.
	texts, scalars []source.Text
	// left is how many more values may be converted; read are the spans of the strings that were, where they are asked for.
	left  int
	reads bool
	read  []source.Span
	// ended is what stands in the definition at hand for all that was cut off because there were too many values.
	ended *detect.Node
	cuts  cutter
}

// tool makes the view of a definition; context is where a launch or settings are, see detect.NewViewIn.
func (c *converter) tool(e manifest.Entry, context *detect.Node) Tool {
	c.cuts.file = c.file
	c.texts, c.scalars, c.ended = append(c.texts[:0], source.Text{}), append(c.scalars[:0], source.Text{}), nil
	def := c.node(e.Def, 0)
	if c.ended != nil {
		// Much may be missing, in several places.
		c.ended.Text = c.cuts.mark(e.Def)
	}
	view := detect.NewViewIn(detect.Kind(e.Kind), e.Server, def, context)
	t := Tool{View: view, File: c.file, Span: e.Def.Span, Texts: make([]source.Text, len(view.Fields)), Shape: e.Shape}
	for i, f := range view.Fields {
		t.Texts[i] = c.texts[f.Ref]
	}
	if len(c.scalars) > 1 {
		t.Scalars = slices.Clone(c.scalars)
	}
	return t
}

func (c *converter) node(n *source.Node, depth int) *detect.Node {
	c.left--
	out := &detect.Node{}
	switch {
	case n == nil:
		return out
	case c.left < 0:
		c.ended = cmp.Or(c.ended, out)
		return out
	case depth > maxNesting:
		out.Text = c.cuts.mark(n)
		return out
	}
	switch n.Kind {
	case source.String:
		return c.text(n)
	case source.Scalar:
		return c.scalar(n)
	case source.Array:
		out.Kind = detect.NodeArray
		out.Items = make([]*detect.Node, 0, min(len(n.Items), max(c.left, 0)))
		for _, item := range n.Items {
			if c.ended != nil {
				break
			}
			out.Items = append(out.Items, c.node(item, depth+1))
		}
	case source.Object:
		out.Kind = detect.NodeObject
		out.Members = make([]detect.Member, 0, min(len(n.Members), max(c.left, 0)))
		for _, m := range n.Members {
			if c.ended != nil {
				break
			}
			c.left--
			member := detect.Member{Name: c.text(m.Name)}
			if depth == 0 && wordMembers[member.Name.Text] && isWord(m.Value) {
				c.left--
				member.Value = c.text(m.Value)
			} else {
				member.Value = c.node(m.Value, depth+1)
			}
			out.Members = append(out.Members, member)
		}
	}
	return out
}

func (c *converter) text(n *source.Node) *detect.Node {
	out := &detect.Node{Kind: detect.NodeString, Text: n.Text.Value, Ref: len(c.texts)}
	c.texts = appended(c.texts, n.Text)
	if c.reads && n.File == c.file && n.Text.Placed() {
		c.read = appended(c.read, n.Span)
	}
	return out
}

// appended is append for a list of unknown length: one that grows in small steps leaves several times its memory behind.
func appended[T any](list []T, t T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, len(list)+1)
	}
	return append(list, t)
}

// scalar makes the node of a number, boolean or null. What code leads to is known by its span alone.
func (c *converter) scalar(n *source.Node) *detect.Node {
	out := &detect.Node{Text: n.Text.Value}
	text := n.Text
	if s := n.Span; !text.Placed() && n.File != nil && s.Start < s.End && s.End <= len(n.File.Data) && string(n.File.Data[s.Start:s.End]) == text.Value {
		text = source.VerbatimText(n.File, s)
	}
	if text.Placed() {
		out.Ref = len(c.scalars)
		c.scalars = appended(c.scalars, text)
	}
	return out
}

// isWord reports whether a value is not a string though people meant one.
func isWord(n *source.Node) bool {
	return n != nil && n.Kind == source.Scalar && !n.IsCut() && n.Text.Value != "" && n.Text.Value != "~" && !strings.EqualFold(n.Text.Value, "null")
}

// wordMembers are the members of a definition that are texts whatever YAML takes an unquoted word for, as a tool named on.
var wordMembers = map[string]bool{"name": true, "title": true, "description": true, "desc": true}

// maxHashed bounds the values of one file that are hashed for what was cut off; then the bytes of the file stand for them.
const maxHashed = 4 * maxNodes

// cutter makes the texts of what stands for values that are not converted, so that a definition is another one when only they change.
type cutter struct {
	file   *source.File
	hashed int
	sum    [sha256.Size]byte
	summed bool
	// known are the texts by value: aliases lead to one from several places.
	known map[*source.Node]string
}

// mark returns the text for a value: source.CutMark and a hash of all that is in it.
func (c *cutter) mark(n *source.Node) string {
	if text, ok := c.known[n]; ok {
		return text
	}
	h := sha256.New()
	c.write(h, n, 0)
	text := source.CutMark + hex.EncodeToString(h.Sum(nil))
	if c.known == nil {
		c.known = map[*source.Node]string{}
	}
	c.known[n] = text
	return text
}

// write hashes a value, each part with its length. Where a bound ends it all of the file counts.
func (c *cutter) write(h hash.Hash, n *source.Node, depth int) {
	const deep = 2_000 // more than any parser reads
	if n == nil {
		number(h, 0)
		return
	}
	c.hashed++
	if c.hashed > maxHashed || depth > deep {
		if !c.summed {
			c.sum, c.summed = sha256.Sum256(c.file.Data), true
		}
		_, _ = h.Write(c.sum[:])
		return
	}
	number(h, 1+int(n.Kind))
	number(h, len(n.Text.Value))
	_, _ = io.WriteString(h, n.Text.Value)
	number(h, len(n.Items))
	number(h, len(n.Members))
	if s := n.Span; len(n.Items)+len(n.Members) == 0 && (n.Kind == source.Array || n.Kind == source.Object) &&
		n.File != nil && s.Start >= 0 && s.Start <= s.End && s.End <= len(n.File.Data) {
		// Either it is empty or the parser has left out what is in it.
		number(h, s.End-s.Start)
		_, _ = h.Write(n.File.Data[s.Start:s.End])
	}
	for _, item := range n.Items {
		c.write(h, item, depth+1)
	}
	for _, m := range n.Members {
		c.write(h, m.Name, depth+1)
		c.write(h, m.Value, depth+1)
	}
}

func number(h hash.Hash, n int) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	_, _ = h.Write(b[:])
}
