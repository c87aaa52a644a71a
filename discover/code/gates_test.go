package code

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

// namesForGates are names as code has them, and others that are put together of the pieces that the recognisers look for.
func namesForGates(t testing.TB) []string {
	seen := map[string]bool{}
	var out []string
	put := func(name string) {
		if !seen[name] && name != "" {
			seen[name] = true
			out = append(out, name)
		}
	}
	word := regexp.MustCompile(`[\pL_$][\pL\d_$!]*`)
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, w := range word.FindAllString(string(data), -1) {
			put(w)
		}
		return err
	}))
	pieces := []string{
		"tool", "Tool", "TOOL", "too", "ol", "to", "prompt", "Prompts", "resource", "template", "mcp", "MCP", "server", "Server", "fast", "assert", "Assert", "xct", "debug", "equal",
		"desc", "description", "set", "with", "add", "get", "new", "create", "instructions", "_", "-", "$", "@", ":", ".", "!", "1", "é", "ſ", "\u212a", "\u0130", "\xff", "s", "e", "K",
	}
	for w := range noRegistration {
		pieces = append(pieces, w)
	}
	for w := range assertWords {
		pieces = append(pieces, w)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			p := pieces[random.IntN(len(pieces))]
			switch random.IntN(4) {
			case 0:
				p = strings.ToUpper(p)
			case 1:
				p = strings.ToUpper(p[:1]) + p[1:]
			}
			b.WriteString(p)
		}
		put(b.String())
	}
	return out
}

// TestClosedGatesHideNothing runs what is behind each gate on names for which it is closed.
func TestClosedGatesHideNothing(t *testing.T) {
	r := &reader{u: &syntax.Unit{}}
	closed := map[string]int{}
	for _, name := range namesForGates(t) {
		if !speaksOf(name) {
			closed["kind"]++
			require.Empty(t, spokenKind(name, nil), name)
			require.Empty(t, spokenKind(name, []string{"get", "list", "read"}), name)
		}
		if !speaksOfServer(name) {
			closed["server"]++
			require.False(t, serverWords(name) || madeServer(name), name)
		}
		if !contains(name, "assert") {
			closed["assert"]++
			require.False(t, assertionWords(name), name)
		}
		text := func(s string) syntax.Arg {
			return syntax.Arg{Value: &syntax.Expr{Kind: syntax.Literal, Text: source.Text{Value: s}}}
		}
		call := &syntax.Expr{Kind: syntax.Call, Name: name, Args: []syntax.Arg{text("name"), text("A sentence for people.")}}
		if !contains(name, "tool") {
			closed["helper"]++
			require.False(t, r.helps(call), name)
		}
		if !describedLink(call) {
			closed["chain"]++
			k := builderKey(name)
			require.False(t, k == "description" || k == "desc", name)
		}
		if len(strings.TrimSuffix(name, "!")) > longestGeneric {
			closed["generic"]++
			require.False(t, generic[strings.TrimSuffix(name, "!")], name)
		}
	}
	for gate, n := range closed {
		assert.Greater(t, n, 1_000, gate)
	}
	for name := range generic {
		assert.LessOrEqual(t, len(name), longestGeneric, name)
	}
}

// TestKeysAreCompared holds that keyIs and keyBegins say what key does, and contains what it would by folding.
func TestKeysAreCompared(t *testing.T) {
	long := strings.Repeat("inputSchema", 20)
	for _, name := range append(namesForGates(t), "", long, long+"_", "instructions", "With_Instructions", "$server-Info", "inputSchema\xff", strings.Repeat("Ab_", 40)) {
		k := key(name)
		want := k
		if len(name) <= maxWord {
			want = strings.Map(func(c rune) rune {
				switch {
				case strings.ContainsRune("_-$@:", c):
					return -1
				case c >= 'A' && c <= 'Z':
					return c + 'a' - 'A'
				}
				return c
			}, name)
			if !strings.ContainsAny(name, "_-$@:") && strings.IndexFunc(name, func(c rune) bool { return c >= 'A' && c <= 'Z' }) < 0 {
				want = name // as it stands, even where it is no text
			}
		}
		require.Equal(t, want, k, "%q", name)
		for _, w := range []string{"instructions", "withinstructions", "serverinfo", "create", "tool", "description", "inputschema"} {
			require.Equal(t, k == w, keyIs(name, w), "%q %q", name, w)
			require.Equal(t, strings.HasPrefix(k, w), keyBegins(name, w), "%q %q", name, w)
			folded := false
			for i := 0; i+len(w) <= len(name); i++ {
				folded = folded || strings.EqualFold(name[i:i+len(w)], w)
			}
			require.Equal(t, folded, contains(name, w), "%q %q", name, w)
		}
	}
}
