package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lock"
)

const (
	// shownAlike is how many words of a text are told that look like others, and alikeRunes bounds each.
	shownAlike, alikeRunes = 5, 60
	// maxAlike bounds the changed words that are looked at, and maxAlikeWord their bytes.
	maxAlike, maxAlikeWord = 2_000, 256
)

// lookAlikes tells of changed words that are not what they look like: written in the letters of several scripts, or like an approved word
// in others.
func lookAlikes(f *lock.FieldChange, hunks []hunk) []string {
	if !f.Has || !f.Text {
		return nil
	}
	var now, was []string
	for _, h := range hunks {
		now = append(now, words(f.After[h.afterStart:h.afterEnd])...)
		was = append(was, words(f.Before[h.beforeStart:h.beforeEnd])...)
	}
	now, was = now[:min(len(now), maxAlike)], was[:min(len(was), maxAlike)]
	approved, known := map[string]string{}, map[string]bool{}
	for _, w := range was {
		approved[detect.NameSkeleton(w)] = w
		known[strings.ToLower(w)] = true
	}
	var out []string
	told := map[string]bool{}
	for _, w := range now {
		if told[w] || known[strings.ToLower(w)] {
			continue
		}
		told[w] = true
		like, twin := approved[detect.NameSkeleton(w)]
		foreign := mixed(w)
		if !twin && len(foreign) == 0 {
			continue
		}
		line := fmt.Sprintf("“%s” mixes scripts", text.Safe(w, alikeRunes))
		if twin {
			line = fmt.Sprintf("“%s” looks like “%s”", text.Safe(w, alikeRunes), text.Safe(like, alikeRunes))
			if len(foreign) == 0 {
				foreign = otherRunes(w, like)
			}
		}
		for i, r := range foreign[:min(len(foreign), shownAlike)] {
			sep := ", "
			if i == 0 {
				sep = ": "
			}
			line += fmt.Sprintf("%s%s is %U", sep, text.SafeRune(r, string(r)), r)
		}
		out = append(out, line)
	}
	return out
}

// words are those of a text, without what stands between them.
func words(s string) []string {
	var out []string
	for _, t := range tokensOf(s) {
		// Of what nobody sees the marks tell.
		if len(t) > 1 && len(t) <= maxAlikeWord && !strings.ContainsFunc(t, text.Invisible) {
			out = append(out, t)
		}
	}
	return out
}

// mixed returns the letters of a word that are of another script than Latin when it has Latin ones as well, each once.
func mixed(word string) []rune {
	latin := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	if !latin {
		return nil
	}
	var out []rune
	for _, r := range word {
		// The scripts with letters that look like Latin ones.
		if unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// otherRunes returns the characters of a word that another one does not have, each once.
func otherRunes(word, than string) []rune {
	var out []rune
	for _, r := range word {
		if !strings.ContainsRune(than, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
