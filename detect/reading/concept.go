// Package reading extracts what a sentence of a tool definition is about, without judging it: its concepts, the tools and parameters that
// it names, resolved against the registry, and its words with those names taken out. Translations of a sentence have the same concepts,
// since each language's words for them are data (the folder concepts, one file per language).
package reading

import "math/bits"

// Concept is the number of a class of words, names or signs. The concepts of the lexicon follow the built-in ones in the order of
// concepts/en.txt. Stored tables use names, never numbers.
type Concept uint8

// The built-in concepts: references to tools and parameters, and signs that are not words.
const (
	// RefOwn names the tool itself, RefSibling another tool of its server, RefForeign a tool of another server in the same scan.
	RefOwn Concept = iota
	RefSibling
	RefForeign
	// RefAction names an unknown operation, such as send_mail; RefName is any other unknown identifier.
	RefAction
	RefName
	// RefProse is an unknown tool that is named in words, such as "the payment tool".
	RefProse
	// Quoted is a quotation, Number a number of two digits or more, and so on.
	Quoted
	Number
	Email
	URL
	Host
	Path
	// SecretPath is the path of a file that holds credentials or accounts, such as ~/.ssh/id_rsa.
	SecretPath
	// Markup is a tag other than HTML, such as <IMPORTANT> or [SYSTEM].
	Markup
	// Shout is two or more words in capitals in a row.
	Shout
	// Assigned is a literal value after "=" or ":" or the word "to".
	Assigned
	// Invoked is a name followed by an opening bracket.
	Invoked

	builtins
)

// builtinNames are the names of the built-in concepts.
var builtinNames = [builtins]string{
	RefOwn: "OWN", RefSibling: "SIBLING", RefForeign: "FOREIGN", RefAction: "ACTION", RefName: "NAME", RefProse: "PROSE", Quoted: "QUOTED", Number: "NUMBER", Email: "EMAIL", URL: "URL", Host: "HOST", Path: "PATH", SecretPath: "SECRETPATH",
	Markup: "MARKUP", Shout: "SHOUT", Assigned: "ASSIGNED", Invoked: "INVOKED",
}

// MaxConcepts bounds the number of concepts.
const MaxConcepts = 128

// Set is a set of concepts.
type Set [MaxConcepts / 64]uint64

// Has reports whether c is in the set.
func (s *Set) Has(c Concept) bool { return s[c/64]&(1<<(c%64)) != 0 }

// Add puts c into the set.
func (s *Set) Add(c Concept) { s[c/64] |= 1 << (c % 64) }

// Or returns the concepts that are in either set.
func (s Set) Or(other Set) Set {
	for k := range s {
		s[k] |= other[k]
	}
	return s
}

// Each calls visit for the concepts of the set in rising order.
func (s *Set) Each(visit func(Concept)) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(Concept(k*64 + bits.TrailingZeros64(w)))
		}
	}
}
