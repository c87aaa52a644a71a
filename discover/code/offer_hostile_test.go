package code

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// scanAs reads the files of one run, which are given by name and text.
func scanAs(lang lex.Language, files ...string) (out []*Module) {
	for i := 0; i < len(files); i += 2 {
		out = append(out, Scan(source.NewFile(files[i], files[i], []byte(files[i+1])), lang))
	}
	return out
}

// One and other have the same hash by FNV-1a without a key, in its upper 56 bits.
const one, other = "PAZHEKWbCWLKA", "PTXBaEOGGNNbA"

// Names that somebody thought up to have the same hash neither stop the linker nor hide each other.
func TestNamesWithOneHash(t *testing.T) {
	for range 2 {
		ms := scanAs(lex.JavaScript, "server.ts", "import { z } from 'zod';\nimport { DESC } from './desc.js';\nimport { "+one+" } from './texts.js';\n"+
			"server.tool('w', DESC, { n: z.enum("+one+").describe('a thing') }, cb);\n",
			"texts.ts", "export const "+other+" = 5;\nexport function "+one+"() { return 1 }\n", "desc.ts", "export const DESC = 'Weighs a thing.';\n")
		require.NotPanics(t, func() { assert.Equal(t, "Weighs a thing.", Link(ms)[0].Entries[0].Def.StringAt("description")) })
	}
	ms := scanAs(lex.Go, "a/a.go", "package a\n\nfunc f() { s.AddTool(mcp.NewTool(\"w\", mcp.WithDescription("+one+")), h) }\n",
		"a/b.go", "package a\n\nconst "+one+" = \"Weighs a thing.\"\n\nconst "+other+" = \"Another.\"\n\nfunc g() { s.AddTool(mcp.NewTool(\"v\", mcp.WithDescription(\"Looks.\")), h) }\n")
	assert.Equal(t, "Weighs a thing.", Link(ms)[0].Entries[0].Def.StringAt("description"))
}

// What a member of a class is depends on the name of the class too.
func TestTypeInClassIsOffered(t *testing.T) {
	ms := scanAs(lex.Python, "server.py", "from app.models import Models\n\ntools = [types.Tool(name='w', description='Weighs.', inputSchema={'type': 'object', 'properties': {'a': Models.found}})]\n",
		"lib/models.py", "class Models:\n    found = Annotated[str, Field(description='What was found.')] | None\n")
	require.Nil(t, ms[1].exports)
	def := Link(ms)[0].Entries[0].Def
	assert.Equal(t, "What was found.", def.Get("inputSchema").Get("properties").Get("a").StringAt("description"))
}

// A file that is asked for what it does not tell is asked for it once.
func TestOffersInVainAreForgotten(t *testing.T) {
	var ms []*Module
	for i := range 300 {
		ms = append(ms, scanAs(lex.Python, fmt.Sprintf("f%d.py", i), "T = f(5)\nU = {'b': 5}\n")...)
	}
	ms = append(ms, scanAs(lex.Python, "g.py", "T = 'a text'\n")...)
	l := &linker{}
	l.tell(ms)
	from := scanAs(lex.Python, "s.py", "")[0]
	for _, name := range []string{"T", "U.a", "T", "U.a"} {
		all, few := l.telling(from, name, tellsText)
		require.True(t, few)
		if name == "T" {
			require.Equal(t, ms[300:], all)
		} else {
			require.Empty(t, all)
		}
	}
	n := 0
	for _, name := range []string{"T", "U"} {
		at, known := l.index[hashOf(name)]
		for known && at >= 0 {
			assert.False(t, l.tellings[at].offered)
			n, at = n+1, l.tellings[at].next
		}
	}
	assert.Equal(t, 601, n) // a telling of code of each
}

// TestNamesThatAllFilesTellOf is about files that all tell of a name and ask for it: what the others tell is walked through for the first
// of them, and not for each.
func TestNamesThatAllFilesTellOf(t *testing.T) {
	for _, telling := range []int{0, 3, maxTelling, maxTelling + 1, maxTelling + 2, 2000} {
		var ms []*Module
		for i := range 2000 {
			text := "T = f(5)\n"
			if i < telling {
				text = "T = 'a text'\n"
			}
			ms = append(ms, scanAs(lex.Python, fmt.Sprintf("f%d.py", i), text)...)
		}
		l := &linker{}
		l.tell(ms)
		walked := 0
		for i, m := range ms {
			var want []*Module
			others := telling
			if i < telling {
				others--
			}
			if others <= maxTelling {
				want = slices.Clone(ms[:telling])
				if i < telling {
					want = slices.Delete(want, i, i+1)
				}
			}
			all, few := l.telling(m, "T", tellsText)
			require.Equal(t, others <= maxTelling, few, "%d of %d", i, telling)
			require.ElementsMatch(t, want, all)
			if len(l.tellers) == 0 {
				walked++
			}
			if i == 0 {
				// Nobody walks a second time: there is nothing left to walk through.
				at := l.index[hashOf("T")]
				if telling != 2000 {
					require.NotEmpty(t, l.tellers)
					l.tellings[at].next = -1
				}
			}
		}
		if telling != 2000 {
			assert.Zero(t, walked)
		}
	}
}
