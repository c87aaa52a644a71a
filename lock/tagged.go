package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
)

// The names of members that stand for what RFC 8785 cannot carry, see Canonical.
const (
	mark         = "!"
	markRepeated = "!repeated"
	markNumber   = "!number"
	markScalar   = "!scalar"
	markBytes    = "!bytes"
	markMissing  = "!missing"
	markUnknown  = "!unknown"
	markBeyond   = "!beyond"
	// The beginnings of names that are no valid strings; nameless is the whole name.
	nameless   = "!nameless"
	nameBytes  = "!bytes:"
	nameScalar = "!scalar:"
	nameValue  = "!value:"
)

// mark writes an object whose one member has JSON for its value.
func (w *writer) mark(name, json string) {
	w.nested(1)
	w.out = append(w.out, `{"`+name+`":`...)
	w.out = append(append(w.out, json...), '}')
}

// nested notes that something is written that is nested as deep as that in itself.
func (w *writer) nested(levels int) { w.deepest = max(w.deepest, w.depth+levels) }

// text writes a string.
func (w *writer) text(s string) {
	w.nested(1)
	w.out = appendText(w.out, s)
}

// scalar writes a value that is no string, array or object.
func (w *writer) scalar(s string) {
	switch {
	case s == "true" || s == "false" || s == "null":
		w.out = append(w.out, s...)
	case isNumber(s):
		if number, plain := canonicalNumber(s); plain {
			w.out = append(w.out, number...)
		} else {
			w.mark(markNumber, `"`+number+`"`)
		}
	default:
		w.nested(2)
		w.out = append(w.out, `{"`+markScalar+`":`...)
		w.out = append(appendText(w.out, s), '}')
	}
}

// unknown writes a value of a kind that is not known.
func (w *writer) unknown(n *detect.Node) {
	w.nested(3)
	w.out = append(w.out, `{"`+markUnknown+`":["`...)
	w.out = strconv.AppendUint(w.out, uint64(n.Kind), 10)
	w.out = append(appendText(append(w.out, `",`...), n.Text), "]}"...)
}

// name returns the name that a member is written under. No two names have the same, and none is that of a mark.
func (w *writer) name(n *detect.Node) string {
	switch {
	case n == nil:
		return nameless
	case n.Kind == detect.NodeString && !utf8.ValidString(n.Text):
		return nameBytes + hex.EncodeToString([]byte(n.Text))
	case n.Kind == detect.NodeString:
		if strings.HasPrefix(n.Text, mark) {
			return mark + n.Text
		}
		return n.Text
	case n.Kind == detect.NodeScalar && utf8.ValidString(n.Text):
		return nameScalar + n.Text
	}
	w.lossy = true
	if w.names >= maxNames {
		return nameValue
	}
	w.left -= nameCost
	inner := newWriter()
	inner.left, inner.names = w.left, w.names+1
	inner.value(n)
	w.left = inner.left
	sum := sha256.Sum256(inner.out)
	return nameValue + hex.EncodeToString(sum[:])
}

// nameNode returns the name that is written as s, and false when none is or it cannot be told.
func nameNode(s string) (*detect.Node, bool) {
	body, marked := strings.CutPrefix(s, mark)
	if !marked || strings.HasPrefix(body, mark) {
		return &detect.Node{Kind: detect.NodeString, Text: body}, true
	}
	if s == nameless {
		return nil, true
	}
	if digits, ok := strings.CutPrefix(s, nameBytes); ok {
		raw, err := hex.DecodeString(digits)
		return &detect.Node{Kind: detect.NodeString, Text: string(raw)}, err == nil
	}
	word, ok := strings.CutPrefix(s, nameScalar)
	return &detect.Node{Text: word}, ok
}
