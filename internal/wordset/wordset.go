// Package wordset builds sets of words from readable lists, and tests texts against short lists of words, parts and characters.
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

// By leads from each word of several lists to the key that its list has.
func By[K comparable](lists map[K]string) map[string]K {
	out := map[string]K{}
	for key, list := range lists {
		for word := range strings.FieldsSeq(list) {
			out[word] = key
		}
	}
	return out
}
