package detect

import "unicode/utf8"

// cutRunes returns the longest prefix of s of at most n bytes that does not split a rune.
func cutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := n; i > n-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(s[i]) {
			return s[:i]
		}
	}
	return s[:n]
}

// deeperThan reports whether the tree has more than n levels.
func (n *Node) deeperThan(levels int) bool {
	if n == nil {
		return false
	}
	if levels == 0 {
		return true
	}
	for _, m := range n.Members {
		if m.Value.deeperThan(levels - 1) {
			return true
		}
	}
	for _, item := range n.Items {
		if item.deeperThan(levels - 1) {
			return true
		}
	}
	return false
}
