package decode

import "unicode/utf8"

// Most of what looks like base64 is a name or a long word. What follows tells so from a few of its bytes, before it is decoded.

// digits64 are digits of base64 in a row.
type digits64 interface{ ~string | ~[]byte }

// decodedKind says what a decoded byte is in a text.
type decodedKind uint8

const (
	// kindPlain may stand in a piece of text, kindBlank is a line break, kindNoise is in no text.
	kindPlain decodedKind = iota
	kindBlank
	kindNoise
	// kindTail goes on with a character of UTF-8, kindLead begins one.
	kindTail
	kindLead
)

var decodedKinds = buildDecodedKinds()

func buildDecodedKinds() (t [256]decodedKind) {
	for c := range t {
		switch {
		case c >= ' ' && c < 0x7f || c == '\t':
		case c == '\n' || c == '\r':
			t[c] = kindBlank
		case c >= 0x80 && c < 0xc0:
			t[c] = kindTail
		case c >= 0xc2 && c < 0xf5:
			t[c] = kindLead
		default:
			t[c] = kindNoise
		}
	}
	return t
}

// at64 returns the byte k of what digits stand for.
func at64[T digits64](digits T, k int) byte {
	i := k / 3 * 4
	switch k % 3 {
	case 0:
		return values64[digits[i]]<<2 | values64[digits[i+1]]>>4
	case 1:
		return values64[digits[i+1]]<<4 | values64[digits[i+2]]>>2
	}
	return values64[digits[i+2]]<<6 | values64[digits[i+3]]
}

// hopeless64 reports, of at least minBase64 digits, that what they stand for is not promising. It may say no of what is not promising either.
func hopeless64[T digits64](digits T) bool {
	n := len(digits) * 6 / 8
	// The first bytes of gzip and zlib are beyond ASCII or rare. Every other byte of UTF-16 is zero, and the first byte of every three is only
	// with an A.
	if first := at64(digits, 0); first == 0x1f || first == 0x78 || n >= 2*MinText && holdsZero(digits[:min(len(digits), probe*4)]) {
		return false
	}
	return noisy64(digits, n) && !hasPiece64(digits, n)
}

// allHopeless64 reports that join finds nothing in one piece with the digits.
func allHopeless64[T digits64](digits T) bool {
	for skip := 0; skip < 4 && len(digits)-skip >= minBase64; skip++ {
		if !hopeless64(digits[skip:]) {
			return false
		}
	}
	return true
}

// holdsZero reports whether one of the digits stands for zero.
func holdsZero[T digits64](digits T) bool {
	for i := range len(digits) {
		if digits[i] == 'A' {
			return true
		}
	}
	return false
}

// noisy64 reports that what the digits stand for, n bytes, is no text: see mostlyText. Each byte that is counted is one that is no part of a
// character wherever the characters before it end.
func noisy64[T digits64](digits T, n int) bool {
	head := min(n, 4*probe)
	noise := uint8(head * (100 - textShare) / 100)
	if n > head {
		// The last bytes of the head may be a part of a character that is cut off.
		head -= utf8.UTFMax
	}
	bad, before := uint8(0), kindPlain
	// What three bytes are left over at the end is not counted.
	for i := 0; i+4 <= len(digits) && i/4*3+3 <= head; i += 4 {
		bits := uint32(values64[digits[i]])<<18 | uint32(values64[digits[i+1]])<<12 | uint32(values64[digits[i+2]])<<6 | uint32(values64[digits[i+3]])
		one, two, three := decodedKinds[byte(bits>>16)], decodedKinds[byte(bits>>8)], decodedKinds[byte(bits)]
		bad += strays[before][one] + strays[one][two] + strays[two][three]
		if bad > noise {
			return true
		}
		before = three
	}
	return false
}

// strays has 1 for a byte of the second kind behind one of the first that shows a byte of no character: the one or the other.
var strays = func() (t [8][8]uint8) {
	for before := kindPlain; before <= kindLead; before++ {
		for kind := kindPlain; kind <= kindLead; kind++ {
			if kind == kindNoise || kind == kindTail && before != kindTail && before != kindLead || before == kindLead && kind != kindTail {
				t[before][kind] = 1
			}
		}
	}
	return t
}()

// hasPiece64 is hasPiece for what the digits stand for, n bytes: of each piece, one look in minPiece bytes finds a part.
func hasPiece64[T digits64](digits T, n int) bool {
	plain := func(k int) bool { return decodedKinds[at64(digits, k)] == kindPlain }
	for k := minPiece - 1; k < n; {
		if !plain(k) {
			k += minPiece
			continue
		}
		from := k
		for from > k-minPiece+1 && plain(from-1) {
			from--
		}
		if from == k-minPiece+1 {
			return true
		}
		// The byte before from is in no piece.
		k = from + minPiece - 1
	}
	return false
}
