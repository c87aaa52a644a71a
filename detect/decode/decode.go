// Package decode finds encoded runs in text and opens them, one inside the other, within a budget.
//
// It knows base64 (standard and URL alphabet, padded or not), base32, hexadecimal, binary and decimal character codes, each
// also split into pieces by white space, quotes and concatenation; percent-encoding, HTML entities and backslash
// escapes; rot13; and, in the bytes that come out of those, UTF-16, gzip and zlib. What is found is only opened, never
// judged: an icon comes out as an icon.
package decode

import "slices"

// The budget of one Find. All work is linear in the input plus the budget.
const (
	// MaxDepth bounds nested layers. Real payloads nest three deep.
	MaxDepth = 6
	// MaxBytes bounds the decoded bytes of one string over all layers: four times the longest scanned field, enough for any honest
	// attachment.
	MaxBytes = 4 << 20
	// MaxLayers bounds the returned layers. The longest real description has fewer than ten.
	MaxLayers = 1000
	// MinText is the minimum of decoded bytes: the shortest harmful command has six ("rm -r x").
	MinText = 6
)

// Encoding is one way of encoding text.
type Encoding string

// The encodings that Find opens.
const (
	Base64    Encoding = "base64"
	Base64URL Encoding = "base64url"
	Base32    Encoding = "base32"
	Hex       Encoding = "hex"
	Binary    Encoding = "binary digits"
	Decimal   Encoding = "character codes"
	Percent   Encoding = "percent-encoding"
	HTML      Encoding = "HTML entities"
	Escapes   Encoding = "backslash escapes"
	Rot13     Encoding = "rot13"
	UTF16LE   Encoding = "UTF-16LE"
	UTF16BE   Encoding = "UTF-16BE"
	Gzip      Encoding = "gzip"
	Zlib      Encoding = "zlib"
)

// Partial reports whether the encoding leaves other characters readable, so that its use alone hides nothing: percent-encoding, HTML
// entities and backslash escapes.
func (e Encoding) Partial() bool { return e == Percent || e == HTML || e == Escapes }

// Layer is one decoded text.
type Layer struct {
	// Start and End are the byte span, half open, of the outermost encoded run in the string given to Find.
	Start, End int
	// Encodings are in order, the outermost first.
	Encodings []Encoding
	// Text is the decoded text. It may hold any character, and invalid UTF-8 if Pieces is true.
	Text string
	// Pieces is set if the decoded bytes are not text as a whole; Text then holds their printable pieces of at least 12 characters, one
	// per line.
	Pieces bool
	// CoreStart and CoreEnd are the byte span in Text, half open, from the first to the last encoded character; a partial encoding may
	// have readable text around it.
	CoreStart, CoreEnd int
	// Signs is set if only blanks and signs were encoded, as in an address: every letter and digit is in plain sight.
	Signs bool

	// depth is the number of runs around the text, one inside the other.
	depth int
}

// Bound names a part of the budget.
type Bound string

// The bounds that Find may reach.
const (
	BoundDepth  Bound = "decode_depth"
	BoundBytes  Bound = "decoded_bytes"
	BoundLayers Bound = "decoded_layers"
)

// Limit says that a bound was reached and something was not decoded.
type Limit struct {
	Bound Bound
	// Limit is the bound; Seen is the amount found, at least.
	Limit, Seen int
}

// Result is the result of Find.
type Result struct {
	// Layers are in the order of depth, then of position.
	Layers []Layer
	// Limits has each reached bound once.
	Limits []Limit
}

// run is an encoded run in one text and its decoded bytes.
type run struct {
	start, end int
	encoding   Encoding
	data       []byte
	// coreStart and coreEnd are the span in data of the encoded part if readable text surrounds it, otherwise 0.
	coreStart, coreEnd int
	// signs is set if only blanks and signs are encoded.
	signs bool
}

// finder is the state of one Find.
type finder struct {
	result Result
	used   int
}

// Find decodes the encoded runs in s. It never fails or panics. It searches breadth first, so that deep nesting cannot hide a later run.
func Find(s string) Result {
	f := &finder{}
	for queue := []Layer{{Text: s}}; len(queue) > 0; queue = queue[1:] {
		for _, r := range queue[0].scan() {
			layer, ok := f.open(&queue[0], r)
			if !ok {
				continue
			}
			if len(f.result.Layers) >= MaxLayers {
				f.limit(BoundLayers, MaxLayers, MaxLayers+1)
				return f.result
			}
			if f.used+len(layer.Text) > MaxBytes {
				f.limit(BoundBytes, MaxBytes, f.used+len(layer.Text))
				return f.result
			}
			f.used += len(layer.Text)
			f.result.Layers = append(f.result.Layers, layer)
			if layer.depth < MaxDepth {
				queue = append(queue, layer)
			} else if len(layer.scan()) > 0 {
				f.limit(BoundDepth, MaxDepth, MaxDepth+1)
			}
		}
	}
	return f.result
}

func (f *finder) limit(b Bound, limit, seen int) {
	if !slices.ContainsFunc(f.result.Limits, func(l Limit) bool { return l.Bound == b }) {
		f.result.Limits = append(f.result.Limits, Limit{Bound: b, Limit: limit, Seen: seen})
	}
}

// open decodes a run of a layer into another one if the result is, or contains, text.
func (f *finder) open(outer *Layer, r run) (Layer, bool) {
	l := Layer{Start: r.start, End: r.end, Encodings: append(slices.Clone(outer.Encodings), r.encoding), Signs: r.signs, depth: outer.depth + 1}
	if outer.depth > 0 {
		l.Start, l.End, l.Signs = outer.Start, outer.End, r.signs && outer.Signs
	}
	data := r.data
	for len(l.Encodings) < 2*MaxDepth {
		enc, out := f.unpack(data)
		if enc == "" {
			break
		}
		l.Encodings, data = append(l.Encodings, enc), out
	}
	l.Text, l.Pieces = readable(data)
	if len(l.Text) < MinText {
		return Layer{}, false
	}
	l.CoreEnd = len(l.Text)
	if r.coreEnd > 0 && len(l.Text) == len(r.data) {
		l.CoreStart, l.CoreEnd = r.coreStart, r.coreEnd
	}
	return l, true
}

// scan returns the encoded runs of the text in order of start. Rot13 is not applied twice.
func (l *Layer) scan() []run {
	runs := slices.Concat(scanBase64(l.Text), scanTokens(l.Text), scanEscapes(l.Text))
	if l.depth == 0 || l.Encodings[len(l.Encodings)-1] != Rot13 {
		runs = append(runs, scanRot13(l.Text)...)
	}
	slices.SortStableFunc(runs, func(a, b run) int { return a.start - b.start })
	return runs
}

// Classes of bytes, as bits of a table.
const (
	letter uint8 = 1 << iota
	digit
	hexDigit
	// base64Digit is the union of the standard and the URL alphabet (RFC 4648, sections 4 and 5).
	base64Digit
	// base32Digit is the alphabet of RFC 4648, section 6, in upper case.
	base32Digit
	// separator may be between the pieces of one run: white space, quotes, commas, concatenation.
	separator
	quote
	space
)

var classes = func() (t [256]uint8) {
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
	set(" \t\r\n", space|separator)
	set("\"'`", quote|separator)
	set("+,.&;:\\()[]{}-", separator)
	return t
}()
