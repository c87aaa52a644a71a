package marked

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

const marker = "mcp-lint:ignore"

// yes and no stand for words that are a comment and words that are none.
const (
	yes = marker + " yes -- why"
	no  = marker + " no -- why"
)

// commented returns the texts of the comments of a file; YES and NO stand for words with the marker.
func commented(t testing.TB, name, data string) []string {
	t.Helper()
	data = strings.NewReplacer("YES", yes, "NO", no).Replace(data)
	f := source.NewFile(name, name, []byte(data))
	out := []string{}
	last := -1
	for _, c := range Comments(f, marker) {
		assert.Equal(t, c.Text, data[c.Span.Start:c.Span.End])
		assert.Greater(t, c.Span.Start, last)
		last = c.Span.Start
		out = append(out, c.Text)
	}
	return out
}

// TestComments holds for each language every comment beside every string that looks like one.
func TestComments(t *testing.T) {
	for name, data := range map[string]string{
		"a.py": "#!/usr/bin/env python # NO\n# YES\nx = 1 # YES\n\"\"\"Doc.\n# NO\n\"\"\"\ndef f(a): # YES\n    '''Does.\n    # NO\n    '''\n    # YES\n" +
			"    s = 'a # NO'\n    t = \"# NO\"\n    u = f\"{a} # NO\" f'''\n# NO\n{a}\n# NO'''\n    r = r'\\' # NO'\n    b = b'# NO'\n    return [ # YES\n        1, \\\n        2] # YES",
		"odd.py": "x = 'unterminated # NO\ny = 1\n",
		"end.py": "x = '''unterminated\n# NO\ny = 1 # NO\n",
		"a.ts": "#!/usr/bin/env node NO\n// YES\n/* YES */ const a = 'x'; // YES\n/** NO */\nfunction f() {}\n/*\n * YES\n * YES */\nconst s = \"// NO\", t = '// NO /* NO */', u = `// NO\n// NO ${a /* YES */} // NO`;\n" +
			"const r = /\\/\\/ NO [/*] NO/; // YES\n/// NO\n//! NO\nconst d = a / 2 // YES\nfoo(a, // YES\n  b /* YES */);\n",
		"b.tsx":    "const a = (\n  <div\n    title='// NO' // YES\n  >\n    // NO\n    text /* NO */\n    <b />\n    // NO\n    # NO {/* YES */} // NO\n  </div>\n); // YES\n",
		"a.tsx":    "const a = <div title=\"// NO\">// NO /* NO */ <b>// NO</b> {/* YES */} {`// NO`} # NO</div>; // YES\n",
		"odd.ts":   "const a = `unterminated // NO\n// NO",
		"odd2.ts":  "const a = 1; /* unterminated NO\n// NO",
		"page.vue": "<template>// NO <!-- NO --></template>\n<script>\nconst a = 1 // NO: pages have none\n</script>",
		"a.go": "// NO\npackage a\n\n// YES\nimport \"x\"\n\n// YES\nfunc F() { // YES\n\t// YES\n\ts := \"// NO\" + `// NO\n// NO` // YES\n\tr := '\"' // YES\n\t/* YES\n\tYES */\n}\n\n// YES\n\n// NO\ntype T struct {\n\t// NO\n\tA int `json:\"// NO\"` // YES\n}\n" +
			"\n//YES\nvar x = 1\n\nconst (\n\t// YES\n\tc = \"// NO\"\n)\n\ntype (\n\t// NO\n\tU int\n)\n",
		"odd.go": "package a\nvar s = \"unterminated // NO\n// NO\n",
		"a.cs":   "// YES\n/// <summary>NO</summary>\nclass A { /* YES */\n#region NO\n string s = \"// NO\"; // YES\n string v = @\"// NO\n// NO \"\" // NO\"; string i = $\"{x /* YES */} // NO\"; string w = \"\"\"\n// NO\n\"\"\"; // YES\n#if X // YES\n// YES\n}",
		"ls.ts":  "// YES\u2028const a = '// NO', b = `// NO\u2029// NO`; // YES\u2029c(/a/); // YES",
		"ls.cs":  "// YES\u2028class A { // YES\u0085string s = \"// NO\"; // YES\u2029/// NO\u2028}",
		"cr.rs":  "// x\r\"mcp\n// YES\nlet s = \"// NO\"; // YES",
		"a.java": "// YES\n/** NO */\nclass A { /* YES */ String s = \"// NO\"; char c = '\"'; // YES\n String t = \"\"\"\n// NO\n/* NO */\"\"\"; // YES\n}",
		"a.kt":   "// YES\n/** NO */\nval s = \"// NO ${x /* YES */} // NO\" // YES\nval t = \"\"\"\n// NO\n\"\"\" /* a /* YES */ b */\n// YES\n",
		"a.rs":   "// YES\n/// NO\n//! NO\n/** NO */\nfn f() { /* a /* YES */ b */ let s = \"// NO\"; // YES\n let r = r#\"\"// NO\"#; let c = '\"'; // YES\n let b = b\"// NO\n// NO\"; }",
		"a.php": "// NO\n# NO\n<p>/* NO */</p> <?php // YES ?> // NO\n# NO <?php\n# YES\n/* YES */ /** NO */ $s = '// NO'; $t = \"# NO $x // NO\"; // YES\n$h = <<<EOT\n// NO\n# NO {$x}\n# NO\nEOT;\n$n = <<<'EOT'\n# NO\nEOT;\n# YES\n" +
			"#[NO]\nfunction f() {}\n?>\n// NO\n# NO <?= 1 /* YES */ ?>\n# NO",
		"a.rb":     "# YES\nx = 1 # YES\n# NO: this documents\ndef f\n  # YES\n  s = 'a # NO' + \"# NO #{x} # NO\" # YES\n  t = <<~EOT # YES\n    # NO\n    #{x} # NO\n  EOT\n  u = %q(# NO) + %w[# NO].first # YES\n  r = /# NO/ # YES\nend\n=begin\nYES\n=end\ny = 2 # YES\n# YES\nclass A < B\n  # NO\n  def f; end\nend\n# YES\nmodule C\n  # YES\n  class D; end\nend\n__END__\n# NO\n",
		"a.swift":  "// YES\n/// NO\nlet s = \"// NO \\(x /* YES */) // NO\" // YES\nlet t = \"\"\"\n// NO\n\"\"\" /* a /* YES */ b */\nlet r = #\"\"// NO\"# // YES\n",
		"a.cpp":    "#include <a//b.h> // YES\n// YES\n#include \"http://NO\"\n/* YES */\n#define S \"// NO\" \\\n  \"// NO\" // YES\n/// NO\nauto s = \"// NO\"; auto r = R\"x(// NO\n)\" // NO)x\"; char c = '\"'; // YES\n#error NO \\\n// YES\nint x; // YES\n",
		"a.dart":   "// YES\n/// NO\nvar s = '// NO ${x /* YES */} // NO'; // YES\nvar t = '''\n// NO\n'''; var r = r'\\'; /* YES */\n",
		"a.ex":     "# YES\ndefmodule A do\n  @moduledoc \"\"\"\n  # NO\n  \"\"\"\n  @doc ~S\"\"\"\n  # NO\n  \"\"\"\n  s = \"# NO #{x} # NO\" # YES\n  c = '# NO' # YES\n  t = ~s(# NO) # YES\nend\n",
		"a.json":   "// YES\n{ /* YES */ \"a\": \"// NO\", // YES\n  \"// NO\": [1, 2 /* YES */], /*\n YES\n YES */ \"b\": \"\\\" // NO\" }\n// YES",
		"odd.json": "{\"a\": 1, // NO\n \"b\": \"unterminated // NO\n}",
		"a.json5":  "{a: '// NO', 'b // NO': \"/* NO */\", // YES\n c: +1.5, // YES\n}",
		"a.jsonl":  "{\"a\": \"// NO\"}\n// YES\n{\"a\": \"// NO\"} // YES\n",
		"a.yaml": "# YES\n%YAML 1.2 # NO\n---\n# YES\na: 1 # YES\nb: http://x/#NO\nc: x#NO\nd: 'a # NO' # YES\ne: \"a # NO\n  # NO\" # YES\nf: | # YES\n  # NO\n  text # NO\n\n  # NO\n# YES\ng: >-\n  text\n  # NO\n # YES\n" +
			"h: plain\n  more # YES\ni: [1, 'x # NO', # YES\n  2] # YES\nj: &anchor # YES\n  k: 1\nj2: *anchor # YES\n# YES\n? | # YES\n  # NO\n: !!str v # YES\n'# NO': 1\nl:   # YES\n- x # YES\n-   # YES\n  - |2\n     a\n    # NO\n# YES\nm: |+\n  a\n  # NO\n\n...\n# YES\n---\nn: |\n # NO",
		"odd.yaml":   "a: 1 # NO\nb: \"unterminated # NO\n# NO\n",
		"merge.yaml": "a: &a {x: 1} # YES\nb:\n  <<: *a # YES\n  # YES\n  y: 2\nc:\n  <<:\n    y: |\n      # NO\n  y: 1 # YES\n",
		"keys.yaml":  "? [a, |\n  # NO\n",
		"a.toml": "# YES\ntitle = \"# NO\" # YES\n[a.b] # YES\nc = '# NO' # YES\nd = \"\"\"\n# NO\n\"\"\" # YES\ne = '''\n# NO\n''' # YES\nf = [ # YES\n  1, # YES\n  \"# NO\", # YES\n] # YES\n\"# NO\" = 1\n" +
			"[[t]] # YES\n# YES\nx = {y = \"# NO\"} # YES\n[[t]] # YES\n# YES\nx = 1979-05-27 # YES",
		"odd.toml":  "a = 1 # NO\nb = \"\"\"unterminated\n# NO\n",
		"a.md":      "<!-- NO -->\n# NO\n// NO\n```py\n# NO\n```\n",
		"nb.ipynb":  "{\"cells\": [{\"source\": [\"# NO\\n\"]}]}",
		"a.txt":     "# NO\n",
		"script":    "#!/usr/bin/env python3\n# YES\nx = '# NO'\n",
		"no-script": "# NO\n",
	} {
		t.Run(name, func(t *testing.T) {
			want := strings.Count(data, "YES")
			for how, data := range map[string]string{
				"as it is": data, "CRLF": strings.ReplaceAll(data, "\n", "\r\n"), "mark": "\uFEFF" + data,
			} {
				if how == "mark" && strings.HasPrefix(data, "\uFEFF#!") {
					continue // no script any more
				}
				got := commented(t, name, data)
				for _, text := range got {
					assert.True(t, strings.HasPrefix(text, marker+" yes"), "%s: %q", how, text)
				}
				assert.Len(t, got, want, how)
			}
		})
	}
}

func TestCommentsEnd(t *testing.T) {
	assert.Equal(t, []string{marker + " a -- b", marker + " c", marker + " d", marker}, commented(t, "a.ts",
		"x() // mcp-lint:ignore a -- b  \t\r\n/* mcp-lint:ignore c */ /*\nmcp-lint:ignore d\n*/ // mcp-lint:ignore"))
	assert.Equal(t, []string{marker + " a " + marker + " b"}, commented(t, "a.py", "# mcp-lint:ignore a mcp-lint:ignore b"))
	assert.Empty(t, commented(t, "a.py", "# mcp-lint: ignore"))
	assert.Nil(t, Comments(source.NewFile("a.py", "a.py", []byte("# x")), ""))
	// In an agent, only the front matter has comments.
	assert.Equal(t, []string{marker + " a"}, commented(t, ".kiro/agents/a.md",
		"---\nname: a\nmcpServers: {} # mcp-lint:ignore a\n---\n# mcp-lint:ignore b\n{\"jsonrpc\": \"2.0\", \"id\": 1} // mcp-lint:ignore c\n"))
	// Standard input has no name.
	assert.Equal(t, []string{yes}, commented(t, "stdin", "{\"a\": 1} // YES"))
}

// TestManyComments reads as many comments as there is room for, in values and beside them.
func TestManyComments(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	const n = 20_000
	for name, line := range map[string]string{
		"a.py": "x = '# NO' # YES\n", "a.ts": "x('// NO') // YES\n", "a.go": "", "a.yaml": "- '# NO' # YES\n", "a.json": "\"// NO\" // YES\n", "a.rb": "x('# NO') # YES\n",
		"a.cpp": "x(\"// NO\"); // YES\n",
	} {
		if line != "" {
			assert.Len(t, commented(t, name, strings.Repeat(line, n)), n, name)
		}
	}
	assert.Len(t, commented(t, "a.go", "package a\nfunc f() {\n"+strings.Repeat("\tf(\"// NO\") // YES\n", n)+"}\n"), n)
	assert.Len(t, commented(t, "a.ts", strings.Repeat("YES ", n)+"// YES"), 1)
	assert.Len(t, commented(t, "a.ts", "/*"+strings.Repeat("YES\n", n)+"*/"), n)
	assert.Len(t, commented(t, "a.ts", strings.Repeat("/*", n)+"YES"), 0)
	assert.Len(t, commented(t, "a.json", strings.Repeat("/*/*/", n)+"{}"), 0)
	assert.Len(t, commented(t, "a.rs", strings.Repeat("/*", n)+"YES "+strings.Repeat("*/", n)), 1)
}

// said lists what a file says to the readers, comments left out.
func said(f *source.File) (out []string) {
	name := f.Path
	if lang, ok := lex.OfFile(name); ok {
		for tokens, i := lex.Read(f, lang), 0; i < len(tokens.Tokens); i++ {
			out = append(out, fmt.Sprint(tokens.Tokens[i].Kind, tokens.Text(i).Value))
		}
		return out
	}
	docs, _ := manifest.ParseAs(f, manifest.Sniff(f))
	var look func(n *source.Node)
	left := 10_000
	look = func(n *source.Node) {
		if left--; n == nil || left < 0 {
			return
		}
		out = append(out, fmt.Sprint(n.Kind, n.Text.Value))
		for name, value := range n.Children() {
			look(name)
			look(value)
		}
	}
	for _, d := range docs {
		look(d)
	}
	return out
}

// FuzzComments looks for comments in anything, and checks that a file says the same when they say something else.
func FuzzComments(f *testing.F) {
	names := []string{
		"a.py", "a.ts", "a.tsx", "a.cs", "a.java", "a.kt", "a.rs", "a.php", "a.rb", "a.swift", "a.cpp", "a.dart", "a.ex", "a.json", "a.yaml", "a.toml", "a.html", "a", "a.go",
	}
	for i := range names {
		f.Add(uint8(i), []byte("# @@@\nx = '# @@@' // @@@\n/* @@@ */ | \"\"\"\n# @@@"))
	}
	f.Add(uint8(14), []byte("a: |\n  # @@@\n # @@@\nb: &a [1, 'x # @@@', # @@@\n  2]\nc: *a # @@@\nd: >2-\n    # @@@\n"))
	f.Add(uint8(14), []byte("? |\n # @@@\n: a\n #@@@\n  # @@@\n<<: {b: \"# @@@\"}\n"))
	f.Add(uint8(15), []byte("a = \"# @@@\" # @@@\n[b] # @@@\nc = \"\"\"\n# @@@\n\"\"\" # @@@\n"))
	f.Add(uint8(7), []byte("# @@@\n<?php # @@@\n$a = <<<E\n# @@@\nE;\n// @@@ ?> // @@@"))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		const mark = "@@@"
		name := names[int(which)%len(names)]
		file := source.NewFile(name, name, data)
		comments := Comments(file, mark)
		if len(comments) == 0 {
			return
		}
		last, other := -1, slices.Clone(data)
		for _, c := range comments {
			require.Greater(t, c.Span.Start, last)
			require.LessOrEqual(t, c.Span.End, len(data))
			require.Equal(t, string(data[c.Span.Start:c.Span.End]), c.Text)
			require.True(t, strings.HasPrefix(c.Text, mark), c.Text)
			last = c.Span.Start
			copy(other[c.Span.Start:], "xyz")
		}
		if name == "a.go" {
			return
		}
		require.Equal(t, said(file), said(source.NewFile(name, name, other)), "%q", data)
	})
}
