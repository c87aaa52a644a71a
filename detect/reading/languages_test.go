package reading

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

// translation is a line of a file of texts by language, with the last line "# has NAME: CONCEPTS" or "# lacks NAME: CONCEPTS" before it.
type translation struct {
	kind, form, language, text string
	concepts                   []string
}

func translations(t *testing.T, file string) []translation {
	t.Helper()
	data, err := os.ReadFile("../check/testdata/" + file)
	require.NoError(t, err)
	var all []translation
	var x translation
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "# "); ok {
			for _, kind := range [...]string{"has ", "lacks "} {
				if rest, ok := strings.CutPrefix(head, kind); ok {
					form, concepts, ok := strings.Cut(rest, ": ")
					require.True(t, ok, line)
					x = translation{kind: strings.TrimSpace(kind), form: form, concepts: strings.Fields(concepts)}
				}
			}
			continue
		}
		language, sentence, ok := strings.Cut(line, " | ")
		require.True(t, ok, line)
		if x.language, x.text = language, sentence; x.kind != "" {
			all = append(all, x)
		}
	}
	require.NotEmpty(t, all)
	return all
}

// conceptsOf returns the names of the concepts of all sentences of a text.
func conceptsOf(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	for _, s := range readAll(t, describe(t, text)) {
		all = append(all, names(&s)...)
	}
	return all
}

func TestTranslationsOfOrdersHaveTheSameConcepts(t *testing.T) {
	for _, x := range translations(t, "orders_by_language.txt") {
		require.Equal(t, "has", x.kind)
		assert.Subset(t, conceptsOf(t, x.text), x.concepts, "%s | %s: %s", x.form, x.language, x.text)
	}
}

func TestPlainDocumentationHasNoSecrecy(t *testing.T) {
	for _, x := range translations(t, "innocent_by_language.txt") {
		require.Equal(t, "lacks", x.kind)
		got := conceptsOf(t, x.text)
		for _, concept := range x.concepts {
			_, known := Default().Concept(concept)
			require.True(t, known, concept)
			assert.NotContains(t, got, concept, "%s: %s", x.language, x.text)
		}
	}
}

func TestWordsOfMixedLanguages(t *testing.T) {
	l, err := Load(map[string]string{
		"en.txt": "tool: tool\nuser: user\n",
		"am.txt": "user: ተጠቃሚ*\n",
		"fa.txt": "tool: ابزار, کلید\n",
	})
	require.NoError(t, err)
	for text, want := range map[string]string{
		"toolটি": "tool", "userকে": "user", "የtool": "tool", "ለተጠቃሚው": "user", "بالtool": "tool",
		// Arabic and Persian letters, vowel signs, the stretching line.
		"كليد": "tool", "اَبزار": "tool", "ابـــزار": "tool",
	} {
		r := NewReader(l)
		keys := r.word(fold(text)).nodes
		require.NotEmpty(t, keys, text)
		assert.Equal(t, want, l.Name(l.nodes[keys[0]].ends[0]), text)
	}
}

func TestSentencesOfFurtherScriptsEnd(t *testing.T) {
	for _, x := range []string{
		"মৌসুম।আবহাওয়া", "मौसम॥ऋतु", "አየር።ሁኔታ", "አየር፧ሁኔታ", "موسم۔ہوا", "موسم؟ہوا", "ធាតុ។អាកាស", "မိုး။ရာသီ", "եղանակ։օդ",
	} {
		assert.Len(t, text.NewDoc(x).Sentences, 2, x)
	}
}

func TestPlainPhrasesFoldToThemselves(t *testing.T) {
	files, err := conceptFiles.ReadDir("concepts")
	require.NoError(t, err)
	room, plain := &text.Doc{}, 0
	for _, f := range files {
		data, err := conceptFiles.ReadFile("concepts/" + f.Name())
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			_, phrases, _ := strings.Cut(strings.TrimSpace(line), ": ")
			for phrase := range strings.SplitSeq(phrases, ", ") {
				// "cannot" is the one ASCII word that is opened: "can not" stands beside it.
				if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ".") && phrase != "cannot" && plainPhrase(phrase) {
					assert.Equal(t, strings.Join(strings.Fields(phrase), " "), foldPhrase(phrase, room))
					plain++
				}
			}
		}
	}
	assert.NotZero(t, plain)
}

func fold(s string) string { return text.Fold(s) }
