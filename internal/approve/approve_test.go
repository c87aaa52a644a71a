package approve

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/lock"
)

func TestValue(t *testing.T) {
	plain, painted := &viewer{page: &page{}}, &viewer{page: &page{color: true}}
	shown := func(start, end int) []hunk { return []hunk{{now: span{start, end}}} }
	hunkNow := func(h hunk) span { return h.now }
	long := strings.Repeat("é", 500)
	for name, tc := range map[string]struct {
		value      string
		start, end int
		want       string
	}{
		"a word":             {"Reads a note.", 8, 12, "Reads a {+note+}."},
		"nothing of it":      {"Reads a note.", 8, 8, "Reads a note."},
		"all of it":          {"Reads", 0, 5, "{+Reads+}"},
		"hidden":             {"Reads\u200b\u202e a note.\n", 5, 11, `Reads{+U+200BU+202E+} a note.\n`},
		"empty":              {"", 0, 0, "(empty)"},
		"out of range":       {"abc", -4, 90, "{+abc+}"},
		"end before start":   {"abc", 2, 1, "abc"},
		"no UTF-8":           {"a\xffb", 1, 2, `a{+\xFF+}b`},
		"an escape sequence": {"a\x1b[31mb", 0, 0, "aU+001B[31mb"},
		"long before":        {long + "x", 1000, 1001, "…" + strings.Repeat("é", contextRunes) + "{+x+}"},
		"long after":         {"x" + long, 0, 1, "{+x+}" + strings.Repeat("é", contextRunes-1) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tc.want, plain.value(true, tc.value, shown(tc.start, tc.end), hunkNow, added))
		})
	}
	assert.Equal(t, "(nothing)", plain.value(false, "x", shown(0, 1), hunkNow, added))
	assert.Equal(t, "Reads a \x1b[1;31mnote\x1b[0m.", painted.value(true, "Reads a note.", shown(8, 12), hunkNow, gone))

	// Of what is new both ends are shown: words are hidden behind others.
	got := plain.value(true, "first "+strings.Repeat("\u200b", 100_000)+" last", shown(0, 300_011), hunkNow, added)
	assert.True(t, strings.HasPrefix(got, "{+first U+200B"))
	assert.True(t, strings.HasSuffix(got, "U+200B last+}"))
	assert.Contains(t, got, " 99611 characters ")
	assert.Less(t, utf8.RuneCountInString(got), 2_000)
	assert.Equal(t, 99_611, plain.hidden)
}

func TestRedacted(t *testing.T) {
	const one, two = "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_26C7e42F292c6912E7710c838347Ae178B4b"
	word := func(s string) *detect.Node { return &detect.Node{Kind: detect.NodeString, Text: s} }
	for name, tc := range map[string]struct {
		before, after                string
		wantBefore, wantAfter        string
		changedBefore, wantedChanged string
	}{
		"none":               {"Reads a note.", "Reads a book.", "Reads a note.", "Reads a book.", "note", "book"},
		"beside the words":   {"Key " + one + " reads.", "Key " + one + " writes.", "Key ghp_[REDACTED] reads.", "Key ghp_[REDACTED] writes.", "reads", "writes"},
		"only the key":       {"Key " + one + " reads.", "Key " + two + " reads.", "Key ghp_[REDACTED] reads.", "Key ghp_[REDACTED] reads.", "", ""},
		"only one side":      {"Key reads.", "Key " + two + " reads.", "Key reads.", "Key ghp_[REDACTED] reads.", "", "ghp_[REDACTED]"},
		"nothing but a key":  {one, two, "ghp_[REDACTED]", "ghp_[REDACTED]", "", ""},
		"a key that is gone": {one, "", "ghp_[REDACTED]", "", "ghp_[REDACTED]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			changes := redacted(lock.Fields(word(tc.before), word(tc.after)), nil)
			require.Len(t, changes, 1)
			c := changes[0]
			assert.Equal(t, tc.wantBefore, c.Before)
			assert.Equal(t, tc.wantAfter, c.After)
			assert.Equal(t, tc.changedBefore, strings.TrimSpace(c.Before[c.BeforeStart:c.BeforeEnd]))
			assert.Equal(t, tc.wantedChanged, strings.TrimSpace(c.After[c.AfterStart:c.AfterEnd]))
		})
	}
}

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
				got = append(got, h.was.of(f.Before)+">"+h.now.of(f.After))
			}
			assert.Equal(t, tc.want, got)
		})
	}
}

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
			require.Equal(t, before[at:h.was.start], after[atAfter:h.now.start])
			b.WriteString(before[at:h.was.start] + h.now.of(after))
			at, atAfter = h.was.end, h.now.end
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

func TestLabels(t *testing.T) {
	for want, k := range map[string]lock.Key{
		"notes/read":              {Kind: detect.KindTool, Server: "notes", Name: "read"},
		"a/b/c/d":                 {Kind: detect.KindTool, Server: "a/b", Name: "c/d"},
		"notes/prompt:hello":      {Kind: detect.KindPrompt, Server: "notes", Name: "hello"},
		"notes/instructions":      {Kind: detect.KindInstructions, Server: "notes"},
		"hints/instructions":      {Kind: detect.KindInstructions, Server: "hints", Name: "hints"},
		"same/prompt:same":        {Kind: detect.KindPrompt, Server: "same", Name: "same"},
		"notes/instructions:main": {Kind: detect.KindInstructions, Server: "notes", Name: "main"},
	} {
		assert.Equal(t, want, k.Label())
	}
}

func TestMatching(t *testing.T) {
	labels := []string{"a/read", "a/*", "a/b/c", "a/prompt:x", "a/hid\u200bden", "a/hidU+200Bden", "a/read", "a/\x1b[31m"}
	for name, want := range map[string][]int{
		"a/read":           {0, 6},
		"a/*":              {1},
		"a/b/c":            {2},
		"a/b*":             {2},
		"*":                {0, 1, 2, 3, 4, 5, 6, 7},
		"a/prompt:*":       {3},
		"a/hid\u200bden":   {4},
		"a/hidU+200Bden":   {5},
		"a/U+001B[31m":     {7},
		"a/hid*den":        {4, 5},
		"b/*":              nil,
		"":                 nil,
		"A/READ":           nil,
		"a/re*read":        nil,
		"**read":           {0, 6},
		"a/[r]ead":         nil,
		"a/hid?den":        nil,
		"a/prompt:x\u200b": nil,
	} {
		assert.Equal(t, want, matching(labels, name), "%q", name)
	}
}

func TestChosen(t *testing.T) {
	labels := []string{"a/read", "a/write", "b/read"}
	got := must.OK(chosen(labels, nil))(t)
	assert.Equal(t, []int{0, 1, 2}, got)
	got = must.OK(chosen(labels, []string{"b/read", "a/*", "a/read"}))(t)
	assert.Equal(t, []int{0, 1, 2}, got)

	_, err := chosen(labels, []string{"a/read", "a/raed", "c/\x1b[31m"})
	var advice *hint.Error
	require.ErrorAs(t, err, &advice)
	assert.Equal(t, `no such definition: "a/raed", "c/U+001B[31m"`, err.Error())
	assert.Contains(t, advice.Hint, "a/read")

	_, err = chosen(labels, []string{"1", "2", "3", "4", "5", "6", "7"})
	assert.ErrorContains(t, err, "(and 2 more)")
}

// TestManySmallHunks keeps many changes of one word apart: a change in the middle of others is not hidden by them.
func TestManySmallHunks(t *testing.T) {
	words := make([]string, 600)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
	}
	before := strings.Join(words, " ")
	for i := 5; i < len(words); i += 10 {
		words[i] = "x"
	}
	after := strings.Join(words, " ")
	f := &lock.FieldChange{Before: before, After: after, BeforeEnd: len(before), AfterEnd: len(after), Had: true, Has: true, Text: true}
	got := hunksOf(f)
	assert.Len(t, got, 60)
	for _, h := range got {
		assert.Equal(t, "x", h.now.of(after))
	}
}
