package text

import "slices"

// letterNode is a beginning of words; next leads on by the next letter, 0 is nowhere.
type letterNode struct {
	next [26]uint16
	word bool
}

func treeOf(words []string) []letterNode {
	tree := make([]letterNode, 1, 4*len(words)+1)
	for _, w := range words {
		at := uint16(0)
		for i := range len(w) {
			c := w[i] - 'a'
			if tree[at].next[c] == 0 {
				tree[at].next[c] = uint16(len(tree))
				tree = append(tree, letterNode{})
			}
			at = tree[at].next[c]
		}
		tree[at].word = true
	}
	return tree
}

// segment cuts letters that run together into words of the vocabulary and returns where each ends, or nil.
func (v *Vocabulary) segment(s string) []int {
	// longest bounds the table; longer runs are no sentence.
	const longest = 400
	n := len(s)
	if n < 6 || n > longest {
		return nil
	}
	const none = 1 << 20
	var costs, froms [longest + 1]int32
	cost, from := costs[:n+1], froms[:n+1]
	for j := 1; j <= n; j++ {
		cost[j] = none
	}
	tree := v.tree()
	for i := range n {
		// Every place is reached: a letter may stand alone.
		node := &tree[0]
		for j := i + 1; j <= n; j++ {
			c := s[j-1] - 'a'
			next := uint16(0)
			if c < 26 {
				next = node.next[c]
			}
			node = &tree[next]
			if j > i+1 && next == 0 {
				break
			}
			// Few long words are likelier than many short ones; a letter of an unknown word is the last resort.
			price := cost[i] + 4
			switch {
			case next != 0 && node.word && j-i > 1:
			case next != 0 && node.word:
				price += 4
			case j-i == 1:
				price += 8
			default:
				continue
			}
			if price < cost[j] {
				cost[j], from[j] = price, int32(i)
			}
			if next == 0 {
				break
			}
		}
	}
	if cost[n] == none {
		return nil
	}
	var ends []int
	unknown, stray := 0, false
	for j := n; j > 0; j = int(from[j]) {
		if !v.words[s[from[j]:j]] {
			unknown++
			if !stray {
				ends = append(ends, j)
			}
			stray = true
			continue
		}
		stray = false
		ends = append(ends, j)
	}
	// Where more than a quarter is unknown, or the pieces are mere syllables, the cuts are chance.
	const shortest = 3
	if unknown*4 > n || n < shortest*len(ends) {
		return nil
	}
	slices.Reverse(ends)
	return ends
}
