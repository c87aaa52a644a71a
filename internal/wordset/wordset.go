// Package wordset builds sets of words from readable lists.
package wordset

import "strings"

// Of returns the set of the words in a list, which are separated by white space.
func Of(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
