// Package wordset makes sets of words from lists that people read.
package wordset

import "strings"

// Of returns the set of the words of a list, which blanks and line breaks part.
func Of(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
