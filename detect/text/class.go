package text

// byteClass says what a byte is to the scanners, which look each one up once.
type byteClass uint64

const (
	// classLetter is an ASCII letter, classUpper a capital.
	classLetter byteClass = 1 << iota
	classUpper
	// classWord is a byte that words of folded text are made of: a small letter, a digit or an underscore.
	classWord
	// classRun is a byte of a word in any case and script.
	classRun
	// classJoint may stand inside of a word, an address, a path or a number, so that the end of a run of word bytes that one of
	// them follows has to be looked for. Bytes outside of ASCII are among them.
	classJoint
	// classInner belongs to a word when letters are on both sides of it; see wordEnd.
	classInner
	// classOpener may begin something that is no run of word bytes: a path, a number, an opaque tag, a character outside of ASCII.
	classOpener
	// classForeign is outside of ASCII or a control that folding removes or changes.
	classForeign
	// classBracket opens a tag, classQuote a quotation.
	classBracket
	classQuote
	// classBreak between two words may end a clause or a sentence.
	classBreak
	// classColon and classComma between two words are what detected and listBetween ask for.
	classColon
	classComma
	// classApart between two words keeps them apart: see Flags.Cuts.
	classApart

	// charShift is where the kind of the character stands in its class.
	charShift = 16
)

// chars returns the kinds of characters in the class.
func (c byteClass) chars() Chars { return Chars(c >> charShift) }

// byteClasses has the class of each byte.
var byteClasses = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = classLetter | classWord | classRun
		case c >= 'A' && c <= 'Z':
			t[c] = classLetter | classUpper | classRun
		case c >= '0' && c <= '9', c == '_':
			t[c] = classWord | classRun
		case c >= 0x80:
			t[c] = classForeign | classRun | classJoint | classOpener | classBreak
		case c < ' ' && c != '\n' && c != '\t' && c != '\r':
			t[c] = classForeign
		}
	}
	for of, class := range map[string]byteClass{
		`'.-@$!|`:         classJoint | classInner,
		":+%":             classJoint,
		"~/.+<":           classOpener,
		"<[":              classBracket,
		":;":              classColon,
		",/;":             classComma,
		"\"'`":            classQuote,
		"\n.!?,;:(){}=|-": classBreak,
		",; \n\t:/()":     classApart,
	} {
		for _, c := range []byte(of) {
			t[c] |= class
		}
	}
	for c := range t {
		t[c] |= byteClass(charsOf(byte(c))) << charShift
	}
	return t
}()

// classesOf returns the classes of the bytes of s.
func classesOf(s string) byteClass {
	var seen byteClass
	for i := range len(s) {
		seen |= byteClasses[s[i]]
	}
	return seen
}

// hasClass reports whether a byte of s is of one of the classes.
func hasClass(s string, classes byteClass) bool {
	for i := range len(s) {
		if byteClasses[s[i]]&classes != 0 {
			return true
		}
	}
	return false
}
