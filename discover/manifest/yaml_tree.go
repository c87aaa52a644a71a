package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/discover/source"
)

// maxAliasBytes bounds what aliases and merge keys add to a document when the tree is walked, counted as text plus yamlNodeBytes per node.
// It is far above real files and far below alias bombs.
const (
	maxAliasBytes = 16 << 20
	yamlNodeBytes = 64
)

type yamlTree struct {
	raw     *yamlRaw
	log     *problemLog
	done    map[*yaml.Node]yamlResult // of anchored nodes
	sums    yamlSums
	aliased int
	values  int
	// overLimit is set once the excess of values is reported.
	overLimit bool
}

type yamlResult struct {
	node         *source.Node
	size, height int
}

// decodeYAML reads the document in text, which is raw's text or a prefix of it. It returns nil for an empty document.
func decodeYAML(text []byte, raw *yamlRaw, log *problemLog) (doc *source.Node, err error) {
	defer recovered("YAML", &err)
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
	// Text after the root does not belong to the document, and the first call does not reach it.
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		line, reason := more.Line, "a second document without a marker"
		if err != nil {
			line, reason = yamlError(err)
		}
		log.at(raw.offset(line, 1), "not valid YAML: %s; what follows the first value was not read", reason)
	}
	t := &yamlTree{raw: raw, log: log, done: map[*yaml.Node]yamlResult{}, sums: yamlSums{}}
	return t.convert(root.Content[0], 0, -1).node, nil
}

// convert turns n into a node. indent is that of the enclosing block collection. The recursion ends at maxDepth.
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
		res = t.placeholder(n, "values are nested deeper than %d levels; the deeper ones were not read", maxDepth)
	case t.values > MaxValues && t.overLimit:
		res = t.empty(n)
	case t.values > MaxValues:
		t.overLimit = true // there are as many more as the rest of the file holds
		res = t.placeholder(n, "the file has more than %d values; the rest was not read", MaxValues)
	default:
		res = t.collection(n, depth, indent)
	}
	if n.Anchor != "" {
		t.done[n] = res
	}
	return res
}

// placeholder reports why n is not read and returns an empty value for it.
func (t *yamlTree) placeholder(n *yaml.Node, format string, args ...any) yamlResult {
	t.log.at(t.raw.offset(n.Line, n.Column), format, args...)
	return t.empty(n)
}

func (t *yamlTree) empty(n *yaml.Node) yamlResult {
	at := t.raw.offset(n.Line, n.Column)
	out := t.raw.node(source.Scalar, at, at)
	h := sha256.New()
	sum := t.sums.of(n)
	_, _ = h.Write(sum[:])
	out.Text = cutText(h)
	return yamlResult{node: out, size: yamlNodeBytes}
}

func (t *yamlTree) alias(n *yaml.Node, depth int) yamlResult {
	res, ok := t.done[n.Alias]
	switch {
	case !ok:
		return t.placeholder(n, "the alias %s is inside its own anchor", quoted(n.Value))
	case depth+res.height > maxDepth:
		return t.placeholder(n, "the alias %[2]s nests values deeper than %[1]d levels; it was not followed", maxDepth, quoted(n.Value))
	case t.aliased+res.size > maxAliasBytes:
		return t.placeholder(n, "aliases expand the document beyond %d bytes; %s was not followed", maxAliasBytes, quoted(n.Value))
	}
	t.aliased += res.size
	return res
}

// collection converts a sequence, or a mapping, whose content alternates between names and values.
func (t *yamlTree) collection(n *yaml.Node, depth, indent int) yamlResult {
	start := t.raw.offset(n.Line, n.Column)
	out := t.raw.node(source.Array, start, start)
	res := yamlResult{node: out, size: yamlNodeBytes}
	flow := n.Style&yaml.FlowStyle != 0
	if n.Kind == yaml.MappingNode {
		out.Kind = source.Object
	} else if !flow {
		indent = n.Column - 1
	}
	if out.Kind == source.Object && !flow && len(n.Content) > 0 {
		indent = n.Content[0].Column - 1
	}
	last := start
	var name *source.Node
	var merges []*source.Node
	for i, c := range n.Content {
		child := t.convert(c, depth+1, indent)
		v := child.node
		if c.Kind != yaml.AliasNode && v.Span.Start < last && v.Span.Start == v.Span.End {
			// The library positions an empty value before its name, so place it after.
			if v.Span = (source.Span{Start: last, End: last}); !v.IsCut() {
				v.Text = source.VerbatimText(v.File, v.Span)
			}
		}
		last = max(last, t.end(c, child))
		res.size = min(res.size+child.size, maxAliasBytes+1)
		res.height = max(res.height, child.height+1)
		switch {
		case out.Kind == source.Array:
			out.Items = append(out.Items, v)
		case i%2 == 0:
			name = v
		case n.Content[i-1].Kind == yaml.ScalarNode && n.Content[i-1].Tag == "!!merge" && mergeable(v):
			merges = append(merges, v)
		default:
			out.Members = append(out.Members, source.Member{Name: t.name(name), Value: v})
		}
	}
	out.Span.End = t.collectionEnd(n, start, last)
	merge(out, merges)
	return res
}

// name turns a key into a member name. A key that is not a scalar becomes an empty string.
func (t *yamlTree) name(key *source.Node) *source.Node {
	if key.Kind == source.String {
		return key
	}
	name := t.raw.node(source.String, key.Span.Start, key.Span.End)
	if key.Kind == source.Scalar && !key.IsCut() {
		name.Text = key.Text
	}
	return name
}

// end returns where c ends in the surrounding text. An alias ends where it is used, not at its anchor.
func (t *yamlTree) end(c *yaml.Node, res yamlResult) int {
	if c.Kind != yaml.AliasNode {
		return res.node.Span.End
	}
	return t.raw.offset(c.Line, c.Column) + 1 + len(c.Value)
}

// isLonePair reports whether a flow mapping is a single pair in a list, [a: b], without brackets of its own. Its key may have some.
func isLonePair(n *yaml.Node, rest []byte) bool {
	if len(rest) == 0 || rest[0] != '{' {
		return true
	}
	key := n.Content
	return len(key) > 0 && key[0].Line == n.Line && key[0].Column == n.Column && key[0].Kind == yaml.MappingNode
}

func (t *yamlTree) collectionEnd(n *yaml.Node, start, last int) int {
	if n.Style&yaml.FlowStyle == 0 {
		return last
	}
	closing := byte(']')
	if n.Kind == yaml.MappingNode {
		closing = '}'
	}
	from := last
	data := t.raw.file.Data[:t.raw.span.End]
	opening := skipYAMLProperties(data, start)
	if n.Kind == yaml.MappingNode && isLonePair(n, data[opening:]) {
		return last
	}
	if last == start {
		from = opening
	}
	return flowEnd(data, from, closing)
}

func (t *yamlTree) scalar(n *yaml.Node, indent int) yamlResult {
	style := n.Style & (yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle)
	kind := source.String
	tagged := n.Style&yaml.TaggedStyle != 0 && n.Tag == "!!str"
	if style == 0 && !tagged && !plainIsString(n) {
		kind = source.Scalar
	}
	at := t.raw.offset(n.Line, n.Column)
	out := t.raw.node(kind, at, at)
	out.Text, out.Span = alignYAML(t.raw, at, style, n.Value, indent)
	return yamlResult{node: out, size: yamlNodeBytes + len(n.Value)}
}

// plainIsString reports whether a plain scalar is text whatever its tag: "!!int ignore all" is not a number. YAML 1.1 booleans are not
// text.
func plainIsString(n *yaml.Node) bool {
	switch n.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false
	}
	bare := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}
	return bare.ShortTag() == "!!str"
}

// mergeable reports whether n is a valid value of a merge key: an object, or a list of objects.
func mergeable(n *source.Node) bool {
	return isObject(n) || isArray(n) && len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *source.Node) bool { return !isObject(item) })
}

// merge appends the members of merged objects that n lacks, earlier ones first (https://yaml.org/type/merge.html).
func merge(n *source.Node, merges []*source.Node) {
	if len(merges) == 0 {
		return
	}
	seen := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		seen[m.Name.Text.Value] = true
	}
	for _, merged := range merges {
		for _, from := range append([]*source.Node{merged}, merged.Items...) {
			for _, m := range from.Members {
				if name := m.Name.Text.Value; !seen[name] {
					seen[name] = true
					n.Members = append(n.Members, m)
				}
			}
		}
	}
}

// Parts that are not kept must still change the document's identity, so a hash replaces them; see source.CutMark.

func cutText(h hash.Hash) source.Text {
	return source.Text{Value: source.CutMark + hex.EncodeToString(h.Sum(nil))}
}

func put(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	_, _ = h.Write(n[:])
	_, _ = io.WriteString(h, s)
}

// yamlSums hashes nodes of the YAML library, each once, however many aliases refer to it.
type yamlSums map[*yaml.Node][sha256.Size]byte

// of returns the hash of n. The recursion is as deep as the library's own.
func (s yamlSums) of(n *yaml.Node) (sum [sha256.Size]byte) {
	if sum, ok := s[n]; ok {
		return sum
	}
	h := sha256.New()
	put(h, n.Tag)
	put(h, n.Value)
	content := n.Content
	if n.Alias != nil {
		content = []*yaml.Node{n.Alias}
	} else {
		s[n] = sum // an alias inside its own anchor hashes as zero
	}
	for _, c := range content {
		inner := s.of(c)
		_, _ = h.Write(inner[:])
	}
	if h.Sum(sum[:0]); n.Alias == nil {
		s[n] = sum
	}
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
