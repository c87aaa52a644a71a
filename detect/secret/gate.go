package secret

import "strings"

// Most text holds nothing that a family of credentials needs. What follows tells so cheaply, before the family is looked for; it says
// no only where the family would find nothing.

// Families of literals, by what finds them, as bits.
const (
	marksURL uint32 = 1 << iota
	marksHeader
	marksKeyBlock
	marksJWT
	marksAuthorization
	// marksShape and the bits above it are those of shapeRules, in order.
	marksShape
)

// minMarked is the length of the shortest text without a colon in which what begins with a mark finds anything, or a card is found: basic
// and a word behind it are longer.
const minMarked = minCard

// mark is a literal without which the families in kinds find nothing.
type mark struct {
	literal string
	kinds   uint32
}

// allMarks returns the marks of all families. Those in other cases than written are here by their first letters.
func allMarks() []mark {
	all := []mark{{"://", marksURL}, {beginMark, marksKeyBlock}, {puttyMark, marksKeyBlock}, {jwtMark, marksJWT}}
	for _, tail := range authorizationTails {
		all = append(all, mark{tail, marksAuthorization})
	}
	for _, first := range headerStarts() {
		all = append(all, mark{first, marksHeader})
	}
	for i, r := range shapeRules() {
		all = append(all, mark{r.mark, marksShape << i})
	}
	return all
}

// headerStarts begin bearer and basic, in any case.
func headerStarts() (all []string) {
	for _, b := range [...]string{"b", "B"} {
		for _, e := range [...]string{"ea", "Ea", "eA", "EA", "as", "aS", "As", "AS"} {
			all = append(all, b+e)
		}
	}
	return all
}

// mayHoldCard reports whether s may hold a card number: of two neighbouring bytes of one, one is a digit, and it has minCard bytes at
// least, so that one look in as many finds it.
func mayHoldCard(s string) bool {
	const step = minCard - 1
	for i := 0; i+1 < len(s); i += step {
		if !isDigit(s[i]) && !isDigit(s[i+1]) {
			continue
		}
		from, digits := i, 0
		for from > 0 && cardByte(s[from-1]) {
			from--
		}
		for ; from < len(s) && cardByte(s[from]); from++ {
			if isDigit(s[from]) {
				if digits++; digits == minCard {
					return true
				}
			}
		}
		// What has been read is not read again.
		i = max(i, (from-1)/step*step)
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func cardByte(c byte) bool { return isDigit(c) || c == ' ' || c == '-' }

// mayHoldDiscord reports whether s may hold a bot token of Discord: its dots stand seven bytes apart.
func mayHoldDiscord(s string) bool {
	for at := discordHead; at < len(s); {
		i := strings.IndexByte(s[at:], '.')
		if i < 0 {
			return false
		}
		at += i + 1
		if at+discordStamp < len(s) && s[at+discordStamp] == '.' && charset[s[at-2]]&wordChars != 0 {
			return true
		}
	}
	return false
}
