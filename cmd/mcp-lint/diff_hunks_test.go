package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lock"
)

func changeOf(t *testing.T, before, after string) *lock.FieldChange {
	t.Helper()
	changes := lock.Fields(&detect.Node{Kind: detect.NodeString, Text: before}, &detect.Node{Kind: detect.NodeString, Text: after})
	require.Len(t, changes, 1)
	return &changes[0]
}

func TestHunks(t *testing.T) {
	const filler = " words that are the same in both of these texts "
	for name, tc := range map[string]struct {
		before, after string
		want          []string
	}{
		"one word":          {"Reads a note.", "Reads a book.", []string{"note>book"}},
		"near each other":   {"Reads a note.", "Writes a book.", []string{"Reads a note>Writes a book"}},
		"far apart":         {"one" + filler + "two", "three" + filler + "four", []string{"one>three", "two>four"}},
		"inserted":          {"a b" + filler + "c d", "a x b" + filler + "c y d", []string{">x ", "> y"}},
		"twice the same":    {"x" + filler + filler + "x", "y" + filler + filler + "y", []string{"x>y", "x>y"}},
		"all other words":   {"eins zwei drei vier", "un deux trois quatre", []string{"eins zwei drei vier>un deux trois quatre"}},
		"without any blank": {"天地" + strings.Repeat("玄", 20) + "黄", "天人" + strings.Repeat("玄", 20) + "色", []string{"地>人", "黄>色"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := changeOf(t, tc.before, tc.after)
			var got []string
			for _, h := range hunksOf(f) {
				got = append(got, f.Before[h.beforeStart:h.beforeEnd]+">"+f.After[h.afterStart:h.afterEnd])
			}
			assert.Equal(t, tc.want, got)
		})
	}
}

// TestHunksAreWhatDiffers puts the hunks into the old text, which then is the new one.
func TestHunksAreWhatDiffers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(120) {
			b.WriteString([]string{"a", "note", " ", "the ", ".", "é", "\u200b", "many words follow", "x"}[random.IntN(9)])
		}
		return b.String()
	}
	for range 2_000 {
		before, after := text(), text()
		if before == after {
			continue
		}
		f := changeOf(t, before, after)
		// The words that the change begins and ends in are grown for people.
		f.BeforeStart, f.BeforeEnd, f.AfterStart, f.AfterEnd = 0, len(before), 0, len(after)
		var b strings.Builder
		at, atAfter := 0, 0
		for _, h := range hunksOf(f) {
			require.Equal(t, before[at:h.beforeStart], after[atAfter:h.afterStart])
			b.WriteString(before[at:h.beforeStart] + after[h.afterStart:h.afterEnd])
			at, atAfter = h.beforeEnd, h.afterEnd
		}
		require.Equal(t, after, b.String()+before[at:])
	}
}

func TestHunksOfHostileTexts(t *testing.T) {
	for name, pair := range map[string][2]string{
		"nothing once":   {strings.Repeat("a b ", 200_000), strings.Repeat("b a ", 200_000)},
		"too many words": {strings.Repeat("a ", 9_000) + "x", strings.Repeat("b ", 9_000) + "y"},
	} {
		f := changeOf(t, pair[0], pair[1])
		assert.NotEmpty(t, hunksOf(f), name)
	}
}

func TestLookAlikes(t *testing.T) {
	for name, tc := range map[string]struct {
		before, after string
		want          []string
	}{
		"Cyrillic in Latin": {"ask paypal now", "ask p\u0430ypal now", []string{"“p\u0430ypal” looks like “paypal”: \u0430 is U+0430"}},
		"all Cyrillic":      {"read ace now", "read \u0430\u0441\u0435 now", []string{"“\u0430\u0441\u0435” looks like “ace”: \u0430 is U+0430, \u0441 is U+0441, \u0435 is U+0435"}},
		"new and mixed":     {"ask", "ask b\u0430nk", []string{"“b\u0430nk” mixes scripts: \u0430 is U+0430"}},
		"a digit":           {"ask paypal", "ask paypa1", []string{"“paypa1” looks like “paypal”: 1 is U+0031"}},
		"Russian":           {"ask", "ask \u0431\u0430\u043d\u043a", nil},
		"another case":      {"read it", "Read it", nil},
		"other words":       {"read it", "send it", nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := changeOf(t, tc.before, tc.after)
			assert.Equal(t, tc.want, lookAlikes(f, hunksOf(f)))
		})
	}
}
