// Package didyoumean finds the word that somebody meant to write, and the well-known package, image, repository or host that a name is like.
package didyoumean

import "strings"

// Word returns the candidate that was probably meant, or "": at most a third of the letters differ, or one is a prefix of the other. It
// takes linear time in the candidates, and long words match nothing.
func Word(word string, candidates []string) string {
	best, bestDistance := "", len(word)/3+2
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if len(word) > 2 && strings.HasPrefix(c, word) {
			d = 1
		}
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// Question asks whether the candidate was meant that Word returns, or is "".
func Question(word string, candidates []string) string {
	if n := Word(word, candidates); n != "" {
		return "Did you mean " + n + "?"
	}
	return ""
}

// distance is the edit distance of two short words; swapping neighbouring letters counts once.
func distance(a, b string) int {
	const long = 64
	if len(a) > long || len(b) > long {
		return max(len(a), len(b))
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
