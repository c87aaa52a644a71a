package detect

import (
	"strconv"
	"strings"
)

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// PointerToken escapes a member name as a token of a JSON pointer (RFC 6901).
func PointerToken(name string) string { return pointerEscaper.Replace(name) }

// PointerName unescapes a token of a JSON pointer.
func PointerName(token string) string { return pointerUnescaper.Replace(token) }

// LastPointerName unescapes the last token of a JSON pointer.
func LastPointerName(pointer string) string {
	return PointerName(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

// At returns the value at a JSON pointer, or nil. The last of duplicate names counts, as in Get.
func (n *Node) At(pointer string) *Node {
	if pointer == "" {
		return n
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch {
		case n == nil:
			return nil
		case n.Kind == NodeArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			n = n.Get(PointerName(token))
		}
	}
	return n
}
