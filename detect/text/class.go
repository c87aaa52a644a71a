package text

// byteClass says what a byte is to the scanners, which look each one up once.
type byteClass uint16

const (
	// classUpper is a capital of ASCII.
	classUpper byteClass = 1 << iota
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
	// classStop between two words may end a sentence.
	classStop
	// classNewline is the end of a line.
	classNewline
)

// byteClasses has the class of each byte.
var byteClasses = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '_':
			t[c] = classWord | classRun
		case c >= 'A' && c <= 'Z':
			t[c] = classUpper | classRun
		case c >= 0x80:
			t[c] = classForeign | classRun | classJoint | classOpener | classStop
		case c < ' ' && c != '\n' && c != '\t' && c != '\r':
			t[c] = classForeign
		}
	}
	for of, class := range map[string]byteClass{
		`'.-@$!|`: classJoint | classInner,
		":+%":     classJoint,
		"~/.+<":   classOpener,
		"<[":      classBracket,
		"\"'`":    classQuote,
		"\n.!?":   classStop,
		"\n":      classNewline,
	} {
		for _, c := range []byte(of) {
			t[c] |= class
		}
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
