package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/lazy"
)

// form is what the words under a key look like. What it says but for known and also is in the JSON Schema too; the regular expressions
// keep to what Go and ECMA 262 read alike.
type form struct {
	// noun is what such a word is, for messages.
	noun string
	// words are all there are, when they are few.
	words []string
	// ids marks IDs of checks, which the caller of Parse knows.
	ids bool
	// max is the most characters.
	max int
	// like must be found in a word, and unlike must not; wrong says what to do when it is otherwise.
	like, unlike func() *regexp.Regexp
	wrong        string
	// format is the format's name in JSON Schema.
	format string
	// also looks for what a schema cannot say.
	also func(string) error
	// together does so for a list.
	together func([]string) error
}

const (
	maxName   = 500
	maxReason = 1000
)

// notPattern finds what is no pattern although it is taken for one: what git reads otherwise at the beginning of a line, and parts that
// lead nowhere.
var notPattern = lazy.Regexp(`^[!#]|^(.*/)?\.\.?(/|$)|^[/ ]*$`)

// forms are the forms by their names, which are also those of their definitions in the JSON Schema.
var forms = map[string]form{
	"severity": {noun: "severity", words: []string{"low", "medium", "high", "critical", "never"}},
	"level": {noun: "level", words: []string{
		string(detect.LevelOff), string(detect.LevelNote), string(detect.LevelSoft), string(detect.LevelHard),
	}},
	"class": {noun: "class", words: []string{"test", "fixture", "example", "documentation", "generated", Served}},
	"check": {noun: "check", ids: true, max: maxName},
	"pattern": {
		noun: "pattern", max: maxName, unlike: notPattern, wrong: `it is relative to the root of the scan, does not begin with "!" or "#" and holds no "./" or "../"`,
		also: wellFormed, together: together,
	},
	"name": {noun: "name", max: maxName},
	"server": {
		noun: "server", max: maxName, unlike: lazy.Regexp(`\*`), wrong: "servers are trusted one by one, by their whole names",
	},
	"placeholder": {
		noun: "placeholder", max: maxName, like: lazy.Regexp(`[^*]{4}`),
		wrong: "it needs four characters in a row that are no stars, or it fits far too much",
	},
	"digest": {
		noun: "digest", like: lazy.Regexp(`^sha256:[0-9a-f]{64}$`), wrong: `it is "sha256:" and 64 digits from 0 to f, as reports tell it`,
	},
	"reason": {noun: "reason", max: maxReason, like: lazy.Regexp(`[^ \t\r\n]`), wrong: "it has to say why", also: visible},
	"date": {
		noun: "day", like: lazy.Regexp(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), wrong: "it is written as 2026-12-31", format: "date", also: realDay,
	},
}

// Served is the class of files that are of no other whatever their folders are called.
const Served = "served"

// check says what is wrong with a word, or nil. checks are the IDs there are; nil takes all.
func (f form) check(word string, checks []string) *Error {
	known := f.words
	if f.ids {
		known = checks
	}
	switch {
	case word == "":
		return &Error{Reason: "must not be empty"}
	case f.ids && known != nil && !slices.Contains(known, word):
		return &Error{Reason: fmt.Sprintf("there is no %s %s", f.noun, quoted(word)), Key: word, Known: known}
	case f.words != nil && !slices.Contains(known, word):
		return &Error{Reason: fmt.Sprintf("%s is not one of %s", quoted(word), strings.Join(known, ", ")), Key: word, Known: known}
	case f.max > 0 && utf8.RuneCountInString(word) > f.max:
		return &Error{Reason: fmt.Sprintf("%s is longer than %d characters", quoted(word), f.max)}
	case f.like != nil && !f.like().MatchString(word), f.unlike != nil && f.unlike().MatchString(word):
		return &Error{Reason: fmt.Sprintf("%s is no %s: %s", quoted(word), f.noun, f.wrong)}
	}
	if f.also != nil {
		if err := f.also(word); err != nil {
			return &Error{Reason: fmt.Sprintf("%s is no %s: %v", quoted(word), f.noun, err)}
		}
	}
	return nil
}

// quoted shows what a file says, short and on one line. What looks like a credential may be one.
func quoted(s string) string { return `"` + text.Safe(secret.Redact(s), 80) + `"` }

// visible asks for something that people can see.
func visible(s string) error {
	for _, r := range s {
		if r != ' ' && !text.Invisible(r) {
			return nil
		}
	}
	return errors.New("nothing of it can be seen")
}

// wellFormed refuses a pattern that could match nothing: whoever wrote it would never learn.
func wellFormed(p string) error {
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '\\' {
			continue
		}
		i++
		if c := p[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			return errors.New("folders are separated by slashes, and a backslash escapes what follows")
		}
	}
	if _, err := discover.NewPatterns([]string{p}); err != nil {
		// It would begin with the pattern again.
		return errors.New("a set in brackets does not end, or nothing follows a backslash, or it holds the end of a line")
	}
	return nil
}

func together(patterns []string) error {
	_, err := discover.NewPatterns(patterns)
	return err
}

func realDay(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return errors.New("the calendar has no such day")
	}
	return nil
}
