package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// innocentSamples are texts of many scripts in which invisible characters are spelling, typography, or emoji grammar.
var innocentSamples = map[string]string{
	"persian non-joiner":             "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u06a9\u062a\u0627\u0628\u200c\u0647\u0627",
	"persian suffix on latin":        "\u067e\u0648\u0634\u0647 USB\u200c\u0647\u0627",
	"persian suffix on digits":       "\u06f5\u200c\u0633\u0627\u0644\u0647 5\u200c\u0633\u0627\u0644\u0647",
	"persian double non-joiner":      "\u0645\u06cc\u200c\u200c\u0631\u0648\u062f",
	"persian non-joiner after mark":  "\u06a9\u062a\u0627\u0628\u0650\u200c\u0645\u0646",
	"arabic joiner for initial form": "\u0647\u200d \u0647\u062c\u0631\u064a",
	"urdu":                           "\u0627\u0646\u200c\u06a9\u06c1\u06cc \u0628\u0627\u062a",
	"uyghur":                         "\u0626\u06c7\u064a\u063a\u06c7\u0631\u200c\u0686\u06d5",
	"sorani kurdish":                 "\u0646\u0627\u0648\u06d5\u200c\u0646\u062f",
	"pashto with latin mark":         "\u067e\u069a\u062a\u0648 (API)\u200f \u0698\u0628\u0647",
	"arabic right-to-left mark":      "\u200f\u0645\u0644\u0641 README.md\u200f \u062c\u062f\u064a\u062f",
	"arabic embedded option":         "\u062a\u062d\u0644\u064a\u0644 \u0627\u0644\u062e\u064a\u0627\u0631 \u202a--verbose\u202c",
	"arabic letter mark":             "\u0627\u0644\u0633\u0639\u0631\u061c 12-34",
	"arabic isolate":                 "\u0627\u0633\u0645 \u2068report.pdf\u2069 \u0627\u0644\u0645\u0644\u0641",
	"arabic phone number override":   "\u0627\u062a\u0635\u0644 \u202d+966 50 123\u202c \u0627\u0644\u0622\u0646",
	"arabic override over arabic":    "\u202e\u202aA3\u202c \u0623\u0643\u0628\u0631",
	"arabic translator spaces":       "\u0643\u0644 \u200b\u200b\u0627\u0644\u0622\u0646",
	"hebrew mark beside latin":       "\u05e9\u05e4\u05ea C++\u200e \u05de\u05d4\u05d9\u05e8\u05d4",
	"hebrew isolate":                 "\u05e7\u05d5\u05d1\u05e5 \u2066a.txt\u2069 \u05e0\u05de\u05d7\u05e7",
	"hebrew list item line":          "\u05d4\u05ea\u05e7\u05e0\u05d4\n\u200e- npm install\n\u05d5\u05d0\u05d6 \u05d4\u05e4\u05e2\u05dc\u05d4 \u05e9\u05dc \u05d4\u05ea\u05d5\u05db\u05e0\u05d4",
	"hebrew cantillation joiner":     "\u05dc\u05b5\u05d0\u05b9\u05bd\u200d\u05de\u05b8",
	"hebrew grapheme joiner":         "\u05d9\u05b0\u034f\u05bd\u05e8\u05d5",
	"yiddish rtl embedding":          "\u202b\u05d9\u05d9\u05b4\u05d3\u05d9\u05e9\u202c",
	"thaana":                         "\u078b\u07a8\u0788\u07ac\u0780\u07a8\u200f (MV)",
	"syriac":                         "\u0723\u0718\u072a\u200c\u072a\u071d\u071d\u0710",
	"hindi joiner":                   "\u0915\u094d\u200d\u0937 \u0939\u093f\u0928\u094d\u200d\u0926\u0940",
	"hindi non-joiner":               "\u0936\u094d\u200c\u0930\u0940",
	"hindi translator spaces":        "\u0906\u0908\u092a\u0940 \u200b\u200b\u092a\u0924\u093e",
	"marathi eyelash ra":             "\u0926\u0941\u0938\u0931\u094d\u200d\u092f\u093e",
	"nepali":                         "\u0917\u0930\u094d\u200d\u092f\u094b",
	"bengali":                        "\u09b0\u200d\u09cd\u09af\u09be\u09ae \u0989\u09a4\u09cd\u200c\u09b8\u09ac",
	"gurmukhi":                       "\u0a2a\u0a4d\u200d\u0a30",
	"gujarati":                       "\u0a95\u0acd\u200d\u0ab7",
	"oriya":                          "\u0b15\u0b4d\u200c\u0b37",
	"tamil":                          "\u0b95\u0bcd\u200c\u0bb7",
	"telugu":                         "\u0c15\u0c4d\u200c\u0c37 \u0c30\u0c46\u0c02\u0c21\u0c41",
	"kannada":                        "\u0cb0\u0ccd\u200c \u0cb0\u200d\u0ccd\u0caf\u0cbe\u0c82\u0c95\u0ccd",
	"malayalam chillu":               "\u0d05\u0d35\u0d28\u0d4d\u200d \u0d15\u0d23\u0d4d\u200d",
	"sinhala":                        "\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf",
	"sinhala at word end":            "\u0d9a\u0dca\u200d \u0daf",
	"khmer spaces":                   "\u1781\u17d2\u1789\u17bb\u17c6\u200b\u1785\u1784\u17cb\u200b\u200b\u1794\u17b6\u1793",
	"khmer space beside punctuation": "\u1781\u17d2\u1789\u17bb\u17c6 (API)\u200b \u1794\u17b6\u1793",
	"khmer space beside digit":       "\u1796\u17b8\u200b2024\u200b\u1798\u1780",
	"khmer inherent vowel":           "\u1780\u17b4\u1793",
	"thai":                           "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u200b\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01",
	"thai word joiner":               "\u0e44\u0e17\u0e22\u2060\u0e41\u0e25\u0e19\u0e14\u0e4c",
	"lao":                            "\u0eaa\u0eb0\u0e9a\u0eb2\u0e8d\u200b\u0e94\u0eb5",
	"burmese":                        "\u1019\u103c\u1014\u103a\u1019\u102c\u200b\u1005\u102c",
	"tibetan":                        "\u0f56\u0f7c\u0f51\u0f0b\u200b\u0f61\u0f72\u0f42",
	"javanese":                       "\ua997\ua9ae\u200b\ua9b1\ua9bd",
	"mongolian selectors":            "\u182e\u1823\u1829\u182d\u1823\u182f\u180b \u1832\u180c \u182d\u180d",
	"mongolian vowel separator":      "\u182e\u1823\u1829\u180e\u1820 \u1828\u202f\u1822",
	"nko":                            "\u07d2\u07de\u07cf\u200f 12",
	"adlam":                          "\U0001e900\U0001e922\u200d\U0001e923",
	"amharic":                        "\u12a0\u121b\u122d\u129b \u1240\u1295\u00a0\u1290\u12cd",
	"georgian":                       "\u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8 \u10d4\u10dc\u00adis",
	"armenian":                       "\u0540\u0561\u0575\u0565\u0580\u0565\u00ad\u0576",
	"greek":                          "\u03b5\u03bb\u03bb\u03b7\u00ad\u03bd\u03b9\u03ba\u03ac",
	"russian":                        "\u0438\u043d\u0444\u043e\u0440\u00ad\u043c\u0430\u0446\u0438\u044f \u2014\u00a0\u0434\u0430",
	"german soft hyphens":            "Donau\u00addampf\u00adschiff und/\u00adoder Ver\u00ad sand 3\u00adfach",
	"german byte order mark inside":  "Verbindung zum \ufeffHTTP-Proxy",
	"french narrow space":            "Vraiment\u202f? 10\u202f000\u00a0\u20ac",
	"japanese ideographic space":     "\u6771\u4eac\u3000\u5927\u962a",
	"japanese line break":            "\u60c5\u5831\u200b\u51e6\u7406",
	"japanese ideographic variant":   "\u845b\U000e0100\u57ce \u8fbb\ufe00",
	"chinese fullwidth variant":      "\u4f60\u597d\uff0c\ufe00\u4e16\u754c",
	"korean old hangul":              "\u115f\u1161 \u1112\u1160",
	"braille":                        "\u2813\u2811\u2807\u2807\u2815\u2800\u283a\u2815\u2817\u2807\u2819",
	"leading byte order mark":        "\ufeffReads a file.",
	"crlf and tabs":                  "One\r\n\tTwo\r\n\r\nThree\f",
	"emoji style":                    "Love \u2764\ufe0f and \u2714\ufe0f and \u2713\ufe0f \u2192\ufe0f \u2122\ufe0f \u24c2\ufe0f \u2460\ufe0f",
	"text style":                     "\u260e\ufe0e call",
	"keycaps":                        "1\ufe0f\u20e3 2\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3",
	"family":                         "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
	"rainbow flag":                   "\U0001f3f3\ufe0f\u200d\U0001f308 \U0001f3f4\u200d\u2620\ufe0f",
	"skin tones":                     "\U0001f469\U0001f3fd\u200d\U0001f680 \U0001f9d1\U0001f3fb\u200d\U0001f91d\u200d\U0001f9d1\U0001f3ff",
	"heart on fire":                  "\u2764\ufe0f\u200d\U0001f525",
	"runner to the right":            "\U0001f3c3\u200d\u2642\ufe0f\u200d\u27a1\ufe0f",
	"regional indicators":            "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7",
	"flags of tag letters":           "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f vs \U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
	"flag of texas":                  "\U0001f3f4\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f",
	"mathematical variants":          "\u2229\ufe00 0\ufe00 \U0001d49c\ufe00",
	"word bullet":                    "\uf0b7 first item\n\uf0a7\tsecond",
	"apple":                          "For \uf8ff Mac",
	"mojibake":                       "don\u00e2\u0080\u0099t and caf\u00c3\u00a9 \u00e2\u0080\u0093 so",
	"dash word joiner":               "2019\u2060\u2013\u20602020",
	"combining grapheme joiner":      "u\u034f\u0308ber",
	"musical beam":                   "\U0001d15f\U0001d173\U0001d160",
	"arabic number sign":             "\u0600\u0661\u0662 \u06dd\u0661",
	"table of blanks":                "name" + "                                        " + "value",
	"paragraphs":                     "one\n\n\n\n\ntwo",
	"html comment marker":            "<!-- more --> <!-- prettier-ignore -->",
	"comment of a generator":         "Fills a form.\n<!-- generated from forms.yaml, do not edit by hand -->",
	"comment for a linter":           "<!-- markdownlint-disable-next-line MD041 MD013 -->\nTitle",
	"comment in code":                "Emits `<!-- this is a page comment -->` as is.\n```html\n<!-- wide open comment text -->\n```",
	"link definitions":               "See [docs].\n\n[docs]: https://example.org/docs \"The docs\"\n[1]: #anchor",
	"comparison":                     "a < b and b = c > d",
	"visible element":                "<div class=\"note\">read this note now</div>",
}

func TestHiddenInnocent(t *testing.T) {
	for name, s := range innocentSamples {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, Hidden(s, HiddenProse))
			assert.Empty(t, messagesOf(s, HiddenProse))
		})
	}
}

// TestHiddenInnocentTogether joins all samples: innocence must not depend on a text being short.
func TestHiddenInnocentTogether(t *testing.T) {
	for name, s := range innocentSamples {
		if name == "leading byte order mark" || name == "german byte order mark inside" || name == "japanese line break" {
			// These are innocent by being the first or the only one.
			continue
		}
		text := "Reads the file \u2714\ufe0f.\n\n" + s + "\n\nReturns text."
		assert.Empty(t, Hidden(text, HiddenProse), name)
	}
}
