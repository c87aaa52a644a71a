package lex

import (
	"maps"
	"strings"
	"sync"

	"golang.org/x/text/unicode/runenames"
)

// pyNameLen returns the length of the name of a character and the brace after it at the start of s, or 0 when there is none.
func pyNameLen(s []byte) int {
	for i := 0; i < len(s) && i < 100; i++ {
		c := s[i]
		switch {
		case c == '}' && i > 0:
			return i + 1
		case c != ' ' && c != '-' && !(isWordByte(c, false) && c < 0x80):
			return 0
		}
	}
	return 0
}

// pyNamed returns the character that \N{name} is, or U+FFFD for one of a script that is not looked up. That cannot hide anything: the name
// itself stands in the source.
func pyNamed(name string) rune {
	if r, ok := pyNames()[strings.ToUpper(name)]; ok {
		return r
	}
	return '\uFFFD'
}

// pyNames returns characters by their names: those of marks, of spaces, of what does not show and of the smaller scripts.
var pyNames = sync.OnceValue(func() map[string]rune {
	names := maps.Clone(pyAliases)
	for _, block := range [][2]rune{{0x20, 0x3400}, {0xFE00, 0x11100}, {0x1D000, 0x1FB00}, {0xE0000, 0xE0200}} {
		for r := block[0]; r < block[1]; r++ {
			if name := runenames.Name(r); name != "" && name[0] != '<' {
				names[name] = r
			}
		}
	}
	return names
})

// pyAliases are names of control characters, and other names that Python 3.13 knows.
var pyAliases = map[string]rune{
	"NUL": 0x0000, "NULL": 0x0000, "ALERT": 0x0007, "BEL": 0x0007, "BACKSPACE": 0x0008, "BS": 0x0008, "CHARACTER TABULATION": 0x0009,
	"HORIZONTAL TABULATION": 0x0009, "HT": 0x0009, "TAB": 0x0009, "END OF LINE": 0x000A, "EOL": 0x000A, "LF": 0x000A,
	"LINE FEED": 0x000A, "NEW LINE": 0x000A, "NL": 0x000A, "FF": 0x000C, "FORM FEED": 0x000C, "CARRIAGE RETURN": 0x000D,
	"CR": 0x000D, "ESC": 0x001B, "ESCAPE": 0x001B, "DEL": 0x007F, "DELETE": 0x007F, "NEL": 0x0085, "NEXT LINE": 0x0085, "NBSP": 0x00A0,
	"SHY": 0x00AD, "CGJ": 0x034F, "ALM": 0x061C, "MVS": 0x180E, "ZWSP": 0x200B, "ZWNJ": 0x200C, "ZWJ": 0x200D, "LRM": 0x200E,
	"RLM": 0x200F, "LRE": 0x202A, "RLE": 0x202B, "PDF": 0x202C, "LRO": 0x202D, "RLO": 0x202E, "NNBSP": 0x202F, "MMSP": 0x205F,
	"WJ": 0x2060, "LRI": 0x2066, "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069, "BOM": 0xFEFF, "BYTE ORDER MARK": 0xFEFF, "ZWNBSP": 0xFEFF,
}
