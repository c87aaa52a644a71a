package text

// Alone returns the concepts that the word carries whatever follows it.
func (t *WordTags) Alone() Set { return t.set }

// Initials is a set of the beginnings of words: a bit for each small letter of ASCII, and one for everything else.
type Initials uint32

// anyInitial has all beginnings.
const anyInitial = ^Initials(0)

// Has reports whether a word may begin so.
func (s Initials) Has(word string) bool { return s&initialOf(word) != 0 }

func initialOf(word string) Initials {
	if word == "" {
		return 1 << 27
	}
	if c := word[0] - 'a'; c < 26 {
		return 1 << c
	}
	return 1 << 26
}

// Next returns how the stem of the word begins that follows in one of the phrases: zero when the word begins none.
func (t *WordTags) Next() Initials {
	var next Initials
	for i := range t.phrases {
		rest := t.phrases[i].rest
		if len(rest) == 0 {
			return anyInitial
		}
		next |= initialOf(rest[0])
	}
	return next
}
