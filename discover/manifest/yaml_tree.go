package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

// maxAliasBytes bounds what aliases and merge keys may add to a document, counted as text plus yamlNodeBytes for each node, as a
// reader of the tree meets it. It is far above any real file and far below what an alias bomb needs.
const (
	maxAliasBytes = 16 << 20
	yamlNodeBytes = 64
)

// yamlTree turns the library's nodes into ours.
type yamlTree struct {
	raw     *yamlRaw
	log     *problemLog
	done    map[*yaml.Node]yamlResult // of anchored nodes
	sums    yamlSums
	cuts    map[*yaml.Node]source.Text // what stands in place of aliases, by what they stand for
	aliased int
	values  int
	// crowded is set once it is told that there are too many.
	crowded bool
}

// yamlResult is a finished node with its size and height when every alias is followed.
type yamlResult struct {
	node         *source.Node
	size, height int
}

// decodeYAML reads the document in text, which is the text of raw or a beginning of it. It returns nil for an empty document. A panic
// of the library is an error.
func decodeYAML(text []byte, raw *yamlRaw, log *problemLog) (doc *source.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("the YAML library gave up: %v", p)
		}
	}()
	var root, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&root); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if root.Kind != yaml.DocumentNode || len(root.Content) != 1 {
		return nil, errors.New("the document has no single root")
	}
	// Text after the root is none of the document, and the first call does not look that far.
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		line, reason := more.Line, "a second document without a marker"
		if err != nil {
			line, reason = yamlError(err)
		}
		log.at(raw.offset(line, 1), "not valid YAML: %s; what follows the first value was not read", reason)
	}
	t := &yamlTree{raw: raw, log: log, done: map[*yaml.Node]yamlResult{}, sums: yamlSums{}, cuts: map[*yaml.Node]source.Text{}}
	return t.convert(root.Content[0], 0, -1).node, nil
}

// convert turns n, at a depth and below a block collection with the given indentation, into a node. The recursion ends at maxDepth.
func (t *yamlTree) convert(n *yaml.Node, depth, indent int) yamlResult {
	if n.Kind == yaml.AliasNode {
		return t.alias(n, depth)
	}
	t.values++
	var res yamlResult
	switch {
	case n.Kind == yaml.ScalarNode:
		res = t.scalar(n, indent)
	case depth >= maxDepth:
		res = t.placeholder(n, "values nest deeper than %d; what is inside was not read", maxDepth)
	case t.values > MaxValues:
		res = t.left(n)
	case n.Kind == yaml.MappingNode:
		res = t.mapping(n, depth, indent)
	default:
		res = t.sequence(n, depth, indent)
	}
	if n.Anchor != "" {
		t.done[n] = res
	}
	return res
}

func (t *yamlTree) placeholder(n *yaml.Node, format string, args ...any) yamlResult {
	at := t.raw.offset(n.Line, n.Column)
	t.log.at(at, format, args...)
	return t.empty(n, at)
}

// left is an empty value in place of one that is too many. There are as many more as the rest of the file holds; they are told of once.
func (t *yamlTree) left(n *yaml.Node) yamlResult {
	at := t.raw.offset(n.Line, n.Column)
	if !t.crowded {
		t.crowded = true
		t.log.at(at, "the file holds more than %d values; the rest was not read", MaxValues)
	}
	return t.empty(n, at)
}

func (t *yamlTree) empty(n *yaml.Node, at int) yamlResult {
	out := t.node(source.Scalar, at, at)
	out.Text = t.cut(n)
	return yamlResult{node: out, size: yamlNodeBytes}
}

// cut is what stands in place of n. Aliases for one value share it: there may be as many as the document has lines.
func (t *yamlTree) cut(n *yaml.Node) source.Text {
	_, summed := t.sums[n]
	shared := n.Alias != nil && !summed
	if text, ok := t.cuts[n.Alias]; ok && shared {
		return text
	}
	h := sha256.New()
	_, _ = h.Write(t.sums.of(n)[:])
	text := cutText(h)
	if shared {
		t.cuts[n.Alias] = text
	}
	return text
}

func (t *yamlTree) alias(n *yaml.Node, depth int) yamlResult {
	res, ok := t.done[n.Alias]
	switch {
	case !ok:
		return t.placeholder(n, "the alias %s stands inside its own anchor", quoted(n.Value))
	case depth+res.height > maxDepth:
		return t.placeholder(n, "values nest deeper than %d through the alias %s, which was not followed", maxDepth, quoted(n.Value))
	case t.aliased+res.size > maxAliasBytes:
		return t.placeholder(n, "aliases multiply the document beyond %d bytes; %s was not followed", maxAliasBytes, quoted(n.Value))
	}
	t.aliased += res.size
	return res
}

func (t *yamlTree) sequence(n *yaml.Node, depth, indent int) yamlResult {
	start := t.raw.offset(n.Line, n.Column)
	out := t.node(source.Array, start, start)
	res := yamlResult{node: out, size: yamlNodeBytes}
	if n.Style&yaml.FlowStyle == 0 {
		indent = n.Column - 1
	}
	last := start
	for _, c := range n.Content {
		item := t.convert(c, depth+1, indent)
		t.inOrder(c, item, last)
		out.Items = append(out.Items, item.node)
		res.grow(item)
		last = max(last, t.end(c, item))
	}
	out.Span.End = t.collectionEnd(n, start, last)
	return res
}

func (t *yamlTree) mapping(n *yaml.Node, depth, indent int) yamlResult {
	start := t.raw.offset(n.Line, n.Column)
	out := t.node(source.Object, start, start)
	res := yamlResult{node: out, size: yamlNodeBytes}
	if n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 {
		indent = n.Content[0].Column - 1
	}
	last := start
	var merges []*source.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := t.convert(n.Content[i], depth+1, indent)
		t.inOrder(n.Content[i], key, last)
		last = max(last, t.end(n.Content[i], key))
		value := t.convert(n.Content[i+1], depth+1, indent)
		t.inOrder(n.Content[i+1], value, last)
		last = max(last, t.end(n.Content[i+1], value))
		res.grow(key)
		res.grow(value)
		if n.Content[i].Kind == yaml.ScalarNode && n.Content[i].Tag == "!!merge" && mergeable(value.node) {
			merges = append(merges, value.node)
			continue
		}
		out.Members = append(out.Members, source.Member{Name: t.name(key.node), Value: value.node})
	}
	out.Span.End = t.collectionEnd(n, start, last)
	merge(out, merges)
	return res
}

// inOrder moves an empty value to off when the library gives it a place before that: it stands nowhere in the text.
func (t *yamlTree) inOrder(c *yaml.Node, res yamlResult, off int) {
	n := res.node
	if c.Kind == yaml.AliasNode || n.Span.Start >= off || n.Span.Start != n.Span.End {
		return
	}
	n.Span = source.Span{Start: off, End: off}
	if n.IsCut() {
		return
	}
	n.Text = source.VerbatimText(n.File, n.Span)
}

func (r *yamlResult) grow(child yamlResult) {
	r.size = min(r.size+child.size, maxAliasBytes+1)
	r.height = max(r.height, child.height+1)
}

// name makes a member name of a key: a String with the key's text. A key that is no scalar is named by an empty string.
func (t *yamlTree) name(key *source.Node) *source.Node {
	if key.Kind == source.String {
		return key
	}
	name := t.node(source.String, key.Span.Start, key.Span.End)
	if key.Kind == source.Scalar && !key.IsCut() {
		name.Text = key.Text
	}
	return name
}

// end returns where c ends in the text around it: an alias ends where it stands, not where its anchor does.
func (t *yamlTree) end(c *yaml.Node, res yamlResult) int {
	if c.Kind != yaml.AliasNode {
		return res.node.Span.End
	}
	return t.raw.offset(c.Line, c.Column) + 1 + len(c.Value)
}

// isLonePair reports whether a mapping in flow style, whose text begins with rest, is a pair in a list, [a: b], which has no brackets of
// its own. Its key may have some.
func isLonePair(n *yaml.Node, rest []byte) bool {
	if len(rest) == 0 || rest[0] != '{' {
		return true
	}
	key := n.Content
	return len(key) > 0 && key[0].Line == n.Line && key[0].Column == n.Column && key[0].Kind == yaml.MappingNode
}

// collectionEnd returns the end of a collection: after its bracket, or after its last child.
func (t *yamlTree) collectionEnd(n *yaml.Node, start, last int) int {
	if n.Style&yaml.FlowStyle == 0 {
		return last
	}
	closing := byte(']')
	if n.Kind == yaml.MappingNode {
		closing = '}'
	}
	from := last
	opening := skipYAMLProperties(t.raw.file.Data, start, t.raw.span.End)
	if n.Kind == yaml.MappingNode && isLonePair(n, t.raw.file.Data[opening:]) {
		return last
	}
	if last == start {
		from = opening
	}
	return flowEnd(t.raw.file.Data, from, t.raw.span.End, closing)
}

func (t *yamlTree) scalar(n *yaml.Node, indent int) yamlResult {
	style := plainStyle
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		style = doubleStyle
	case n.Style&yaml.SingleQuotedStyle != 0:
		style = singleStyle
	case n.Style&yaml.LiteralStyle != 0:
		style = literalStyle
	case n.Style&yaml.FoldedStyle != 0:
		style = foldedStyle
	}
	kind := source.String
	tagged := n.Style&yaml.TaggedStyle != 0 && n.Tag == "!!str"
	if style == plainStyle && !tagged && !plainIsString(n) {
		kind = source.Scalar
	}
	at := t.raw.offset(n.Line, n.Column)
	out := t.node(kind, at, at)
	out.Text, out.Span = alignYAML(t.raw, at, style, n.Value, indent)
	return yamlResult{node: out, size: yamlNodeBytes + len(n.Value)}
}

// plainIsString reports whether a plain scalar is text whatever its tag says: "!!int ignore all" is no number. Booleans of YAML 1.1 are not text.
func plainIsString(n *yaml.Node) bool {
	switch n.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false
	}
	bare := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
	return bare.ShortTag() == "!!str"
}

func (t *yamlTree) node(kind source.Kind, start, end int) *source.Node {
	return &source.Node{Kind: kind, File: t.raw.file, Span: source.Span{Start: start, End: end}}
}

// mergeable reports whether n can be the value of a merge key: an object, or a list of objects.
func mergeable(n *source.Node) bool {
	for _, item := range n.Items {
		if item.Kind != source.Object {
			return false
		}
	}
	return n.Kind == source.Object || (n.Kind == source.Array && len(n.Items) > 0)
}

// merge appends the members of the merged objects that n does not have itself, earlier ones first
// (https://yaml.org/type/merge.html).
func merge(n *source.Node, merges []*source.Node) {
	if len(merges) == 0 {
		return
	}
	seen := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		seen[m.Name.Text.Value] = true
	}
	add := func(from *source.Node) {
		for _, m := range from.Members {
			if name := m.Name.Text.Value; !seen[name] {
				seen[name] = true
				n.Members = append(n.Members, m)
			}
		}
	}
	for _, m := range merges {
		if m.Kind == source.Object {
			add(m)
		}
		for _, item := range m.Items {
			add(item)
		}
	}
}

// What is not kept of a document still makes it another one when it changes: a hash of it stands in its place, see source.CutMark.

func cutText(h hash.Hash) source.Text {
	return source.Text{Value: source.CutMark + hex.EncodeToString(h.Sum(nil))}
}

func put(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	_, _ = h.Write(n[:])
	_, _ = io.WriteString(h, s)
}

// yamlSums hashes nodes of the YAML library, each of them once however many aliases lead to it.
type yamlSums map[*yaml.Node]*[sha256.Size]byte

// of returns the hash of n. The depth of the recursion is that of the library's own.
func (s yamlSums) of(n *yaml.Node) *[sha256.Size]byte {
	if sum, ok := s[n]; ok {
		return sum
	}
	sum := new([sha256.Size]byte)
	s[n] = sum // what stands inside its own anchor counts as nothing there
	h := sha256.New()
	put(h, n.Tag)
	put(h, n.Value)
	for _, c := range n.Content {
		_, _ = h.Write(s.of(c)[:])
	}
	if n.Alias != nil {
		_, _ = h.Write(s.of(n.Alias)[:])
	}
	h.Sum(sum[:0])
	return sum
}

func hashTOML(h hash.Hash, v *unstable.Node) {
	put(h, v.Kind.String())
	put(h, string(v.Data))
	for it := v.Children(); it.Next(); {
		hashTOML(h, it.Node())
	}
	put(h, "end")
}
