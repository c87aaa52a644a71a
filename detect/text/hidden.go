package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// HiddenMode is the kind of string to check.
type HiddenMode uint8

const (
	// HiddenProse is text by people: characters that Unicode text needs are harmless in their place.
	HiddenProse HiddenMode = iota
	// HiddenIdentifier is a name: only joiners of scripts that join and emoji are harmless.
	HiddenIdentifier
	// HiddenUndecoded is the text of a broken file: the escapes \uXXXX and \UXXXXXXXX are decoded, and layout is ignored.
	HiddenUndecoded
)

// HiddenRun is one contiguous piece of hidden content.
type HiddenRun struct {
	// Start and End are the byte span in the string, half open.
	Start, End int
	// Classes are the distinct classes in order of appearance.
	Classes []HiddenClass
	// Runes are the first hiddenShown hidden characters, Count is their total number. Padding and markup have none.
	Runes []rune
	Count int
	// Message is the decoded text, or "". The message of several runs is in the first of them.
	Message string
	// Coding is the encoding of Message, such as "tag letters".
	Coding string
}

// hiddenMessage is text encoded in invisible characters.
type hiddenMessage struct {
	// start is its first byte; there may be visible text between its characters.
	start int
	// text is the decoded message, coding its encoding.
	text, coding string
}

const (
	// hiddenShown bounds HiddenRun.Runes.
	hiddenShown = 64
	// maxHarmlessRun is the longest run of ignorable characters in normal spelling, emoji and directional marks.
	maxHarmlessRun = 8
	// maxEscape bounds a terminal sequence, in runes.
	maxEscape = 256
)

// hiddenRune is a rune at an offset, with its verdict.
type hiddenRune struct {
	r     rune
	at    int
	class HiddenClass
	// suspicious is set for what is hidden without need, directs for a directional control that is needed.
	suspicious, directs bool
}

// hiddenText is a decoded string.
type hiddenText struct {
	mode  HiddenMode
	size  int
	runes []hiddenRune
	// borderline has the indexes of what is innocent only when there is little of it.
	borderline []int
}

// Hidden returns the content of s that a model reads and people do not see, in order of Start, without overlaps. Characters that emoji,
// joining scripts, scripts without spaces, right-to-left text, variation sequences and hyphenation need in their context are harmless. It
// takes linear time.
func Hidden(s string, mode HiddenMode) []HiddenRun {
	var runs []HiddenRun
	if hasHidden(s, mode) {
		t := newHiddenText(s, mode)
		t.judge()
		runs = t.runs(t.messages())
	}
	if mode == HiddenProse {
		if extra := append(findPadding(s), findMarkup(s)...); len(extra) > 0 {
			runs = append(runs, extra...)
			slices.SortStableFunc(runs, func(a, b HiddenRun) int { return a.Start - b.Start })
		}
	}
	return runs
}

// hasHidden reports whether s may have any character with a class; few strings do.
func hasHidden(s string, mode HiddenMode) bool {
	if mode == HiddenUndecoded && strings.Contains(s, `\`) {
		return true
	}
	return (!plain(s) || strings.Contains(s, "\x7F")) && strings.ContainsFunc(s, func(r rune) bool { return hiddenClass(r) != "" })
}

// decode returns the first rune of s in the mode, and its length in bytes.
func (m HiddenMode) decode(s string) (rune, int) {
	if s[0] == '\\' && m == HiddenUndecoded {
		return unescape(s)
	}
	return utf8.DecodeRuneInString(s)
}

func newHiddenText(s string, mode HiddenMode) *hiddenText {
	t := &hiddenText{mode: mode, size: len(s)}
	for i := 0; i < len(s); {
		r, size := mode.decode(s[i:])
		t.runes = append(t.runes, hiddenRune{r: r, at: i, class: hiddenClass(r)})
		i += size
	}
	return t
}

func (t *hiddenText) end(i int) int {
	if i+1 < len(t.runes) {
		return t.runes[i+1].at
	}
	return t.size
}

// at returns rune i, or -1 out of range.
func (t *hiddenText) at(i int) rune {
	if i < 0 || i >= len(t.runes) {
		return -1
	}
	return t.runes[i].r
}

// runs joins the suspicious runes into runs and assigns the messages.
func (t *hiddenText) runs(messages []hiddenMessage) []HiddenRun {
	var runs []HiddenRun
	for i := 0; i < len(t.runes); i++ {
		if !t.runes[i].suspicious {
			continue
		}
		run := HiddenRun{Start: t.runes[i].at}
		for ; i < len(t.runes) && t.runes[i].suspicious; i++ {
			if c := t.runes[i].class; c != "" {
				run.Count++
				if !slices.Contains(run.Classes, c) {
					run.Classes = append(run.Classes, c)
				}
				if len(run.Runes) < hiddenShown {
					run.Runes = append(run.Runes, t.runes[i].r)
				}
			}
			run.End = t.end(i)
		}
		for len(messages) > 0 && messages[0].start < run.End {
			if run.Message == "" {
				run.Message, run.Coding = messages[0].text, messages[0].coding
			}
			messages = messages[1:]
		}
		runs = append(runs, run)
	}
	return runs
}

// unescape reads the rune at the start of s, which begins with a backslash: \uXXXX (with its surrogate partner),
// \UXXXXXXXX, else the backslash itself. An escaped backslash is taken as a whole, so that what follows it is not read as
// an escape. It returns the rune and its length in bytes, at least 1.
func unescape(s string) (rune, int) {
	const short = len(`\uXXXX`)
	if strings.HasPrefix(s, `\\`) {
		return '\\', 2
	}
	if strings.HasPrefix(s, `\u`) || strings.HasPrefix(s, `\U`) {
		if r, _, rest, err := strconv.UnquoteChar(s, 0); err == nil {
			return r, len(s) - len(rest)
		}
	}
	high, ok := surrogate(s)
	if !ok {
		return '\\', 1
	}
	if low, ok := surrogate(s[short:]); ok {
		if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r, 2 * short
		}
	}
	return utf8.RuneError, short
}

// surrogate returns half of a surrogate pair that s starts with as an escape.
func surrogate(s string) (rune, bool) {
	if len(s) < len(`\uXXXX`) || s[:2] != `\u` {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(v), err == nil && utf16.IsSurrogate(rune(v))
}
