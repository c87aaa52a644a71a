package decode

// Classes of bytes, as bits of a table, so that each scanner looks at a byte once.
const (
	letter uint8 = 1 << iota
	digit
	hexDigit
	// base64Digit is the union of the standard and the URL alphabet (RFC 4648, sections 4 and 5).
	base64Digit
	// base32Digit is the alphabet of RFC 4648, section 6, in upper case.
	base32Digit
	// glue may stand between the pieces of one encoded run: white space, quotes, commas, concatenation.
	glue
	quote
	space
)

var classes = buildClasses()

func buildClasses() (t [256]uint8) {
	set := func(chars string, class uint8) {
		for i := 0; i < len(chars); i++ {
			t[chars[i]] |= class
		}
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c] |= letter | base64Digit
		t[c-'a'+'A'] |= letter | base64Digit | base32Digit
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] |= digit | base64Digit | hexDigit
	}
	set("abcdefABCDEF", hexDigit)
	set("+/-_", base64Digit)
	set("234567", base32Digit)
	set(" \t\r\n", space|glue)
	set("\"'`", quote|glue)
	set("+,.&;:\\()[]{}-", glue)
	return t
}
