package text

// letterNode is a beginning of words; next leads on by the next letter, 0 is nowhere.
type letterNode struct {
	next [26]uint16
	word bool
}

// leads reports whether the word that ends at the node has one that is longer by the letter c.
func (n *letterNode) leads(c byte, tree []letterNode) bool {
	return c >= 'a' && c <= 'z' && n.next[c-'a'] != 0 && tree[n.next[c-'a']].word
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

// shortestPiece is how many letters the words that segment finds have at least, on the average.
const shortestPiece = 3

// segment cuts letters that run together into words of the vocabulary and returns where each ends, or nil.
func (v *Vocabulary) segment(s string) []int {
	// longest bounds the table; longer runs are no sentence. Most names are at most usual letters long.
	const (
		longest = 400
		usual   = 63
	)
	switch n := len(s); {
	case n < 6 || n > longest:
		return nil
	case n <= usual:
		var room [2][usual + 1]int32
		return v.segmentIn(s, room[0][:n+1], room[1][:n+1])
	default:
		return v.segmentIn(s, make([]int32, n+1), make([]int32, n+1))
	}
}

// segmentIn is segment with room for what each beginning of s costs and where its last word is from.
func (v *Vocabulary) segmentIn(s string, cost, from []int32) []int {
	const none = 1 << 20
	n := len(s)
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
	// Letters that are no words stand for one piece where they follow one another.
	unknown, pieces, stray := 0, 0, false
	for j := n; j > 0; j = int(from[j]) {
		known := j-int(from[j]) > 1 || tree[0].leads(s[j-1], tree)
		if !known {
			unknown++
		}
		if known || !stray {
			pieces++
		}
		stray = !known
	}
	// Where more than a quarter is unknown, or the pieces are mere syllables, the cuts are chance.
	if unknown*4 > n || n < shortestPiece*pieces {
		return nil
	}
	ends := make([]int, pieces)
	stray = false
	for j := n; j > 0; j = int(from[j]) {
		known := j-int(from[j]) > 1 || tree[0].leads(s[j-1], tree)
		if known || !stray {
			pieces--
			ends[pieces] = j
		}
		stray = !known
	}
	return ends
}
