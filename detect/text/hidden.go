package text

import (
	"slices"
	"unicode/utf8"
)

// HiddenMode says what kind of string is looked at.
type HiddenMode uint8

const (
	// HiddenProse is text that people write: everything that Unicode text needs is innocent in its place.
	HiddenProse HiddenMode = iota
	// HiddenIdentifier is a name: only the joiners of scripts that join and emoji are innocent.
	HiddenIdentifier
	// HiddenUndecoded is the text of a broken file: the escapes \uXXXX and \UXXXXXXXX are read as the characters they
	// stand for, and layout means nothing.
	HiddenUndecoded
)

// HiddenRun is one contiguous piece of hidden content.
type HiddenRun struct {
	// Start and End are the byte span in the string, half open.
	Start, End int
	// Classes are the distinct classes in order of appearance.
	Classes []HiddenClass
	// Runes are the hidden characters, at most hiddenShown of them; Count is how many there are. Padding and markup
	// have none.
	Runes []rune
	Count int
	// Message is what the characters spell, or "". The message of several runs is given with the first of them.
	Message string
	// Coding says how Message is written, such as "tag letters".
	Coding string
}

// hiddenMessage is text that invisible characters spell.
type hiddenMessage struct {
	// start is the byte at which it begins; visible text may be between its characters.
	start int
	// text is the decoded message, coding says how it is written, such as "tag letters".
	text, coding string
}

const (
	// hiddenShown bounds HiddenRun.Runes: enough to recognise it, whatever the length of the run.
	hiddenShown = 64
	// innocentRun is the longest run of ignorable characters that spelling, emoji and directional marks give rise to.
	innocentRun = 8
	// maxEscape bounds the terminal sequence that is taken as one run, in runes.
	maxEscape = 256
)

// hiddenRune is one rune of the string and where it begins.
type hiddenRune struct {
	r  rune
	at int32
}

// hiddenText is a string taken apart, with a verdict for every rune.
type hiddenText struct {
	mode  HiddenMode
	size  int
	runes []hiddenRune
	class []HiddenClass
	// guilty marks what is hidden without need; doubtful is what is innocent only when there is little of it.
	guilty   []bool
	doubtful []int
	lines    []hiddenLine
	// rightToLeft is true when at least a quarter of all letters run from right to left.
	rightToLeft bool
}

// Hidden returns what a reader of s does not see though a model reads it, in rising order of Start, without overlaps.
// Characters are judged by their properties in their context: what emoji, scripts that join, scripts without spaces,
// right-to-left text, variation sequences and hyphenation need is innocent. It takes linear time.
func Hidden(s string, mode HiddenMode) []HiddenRun {
	var runs []HiddenRun
	if hasHidden(s, mode) {
		t := takeApart(s, mode)
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

// hasHidden reports whether s has any character with a class; nearly no string has.
func hasHidden(s string, mode HiddenMode) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c >= 0x20 && c < 0x7F && (c != '\\' || mode != HiddenUndecoded) || c >= '\t' && c <= '\r' {
			i++
			continue
		}
		r, size := mode.decode(s[i:])
		if hiddenClass(r) != "" {
			return true
		}
		i += size
	}
	return false
}

// decode returns the first rune of s as the mode reads it, and its length in bytes.
func (m HiddenMode) decode(s string) (rune, int) {
	if s[0] == '\\' && m == HiddenUndecoded {
		return unescape(s)
	}
	return utf8.DecodeRuneInString(s)
}

func takeApart(s string, mode HiddenMode) *hiddenText {
	n := utf8.RuneCountInString(s)
	t := &hiddenText{mode: mode, size: len(s), runes: make([]hiddenRune, 0, n), class: make([]HiddenClass, 0, n)}
	for i := 0; i < len(s); {
		r, size := mode.decode(s[i:])
		t.runes = append(t.runes, hiddenRune{r, int32(i)})
		t.class = append(t.class, hiddenClass(r))
		i += size
	}
	t.guilty = make([]bool, len(t.runes))
	return t
}

// end returns the byte offset after rune i.
func (t *hiddenText) end(i int) int {
	if i+1 < len(t.runes) {
		return int(t.runes[i+1].at)
	}
	return t.size
}

// at returns rune i, or -1 beyond the ends.
func (t *hiddenText) at(i int) rune {
	if i < 0 || i >= len(t.runes) {
		return -1
	}
	return t.runes[i].r
}

// runs collects the guilty runes into runs and hands out the messages.
func (t *hiddenText) runs(messages []hiddenMessage) []HiddenRun {
	var runs []HiddenRun
	for i := 0; i < len(t.runes); i++ {
		if !t.guilty[i] {
			continue
		}
		run := HiddenRun{Start: int(t.runes[i].at)}
		for ; i < len(t.runes) && t.guilty[i]; i++ {
			if c := t.class[i]; c != "" {
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
