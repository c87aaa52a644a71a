package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

func goUnit(t testing.TB, code string) *Unit {
	t.Helper()
	return readCode(t, lex.Go, code)
}

// TestGoPlaces checks that every part of a decoded text knows its place.
func TestGoPlaces(t *testing.T) {
	code := "package a\nvar x = \"a\\u200bc\"\nvar y = `d\r\ne`\n"
	u := goUnit(t, code)
	x, y := u.Binds[0].Value, u.Binds[1].Value
	at := func(e *Expr, part string) (string, bool) {
		i := strings.Index(e.Text.Value, part)
		require.GreaterOrEqual(t, i, 0)
		l := e.Text.Locate(i, i+len(part))
		require.Len(t, l, 1)
		return code[l[0].Span.Start:l[0].Span.End], l[0].Escaped
	}
	raw, escaped := at(x, "\u200b")
	assert.Equal(t, `\u200b`, raw)
	assert.True(t, escaped)
	raw, escaped = at(x, "c")
	assert.Equal(t, "c", raw)
	assert.False(t, escaped)
	assert.Equal(t, "d\ne", y.Text.Value)
	raw, _ = at(y, "d\ne")
	assert.Equal(t, "d\r\ne", raw)
	assert.Equal(t, "`d\r\ne`", code[y.Span.Start:y.Span.End])
}

const goServer = `// Package a is documented.
package a

import (
	"fmt"
	mcpgo "example.org/mcp/v2"
	. "example.org/dot"
	_ "embed"
)

// Name of the tool.
const toolName = "look_up"

const (
	first = iota
	second
	// text goes on.
	text = "Looks " +
		"up."
)

// Args are the arguments.
//
//go:generate something
type Args struct {
	base.Common
	// Query is sought.
	Query, Other string ` + "`json:\"query,omitempty\" jsonschema:\"What to \\\"seek\\\"\"`" + `
	Deep *struct {
		Inner int "json:\"inner\" jsonschema:\"the\\tdepth\""
	}
}

// Register adds the tools.
func Register(s *mcpgo.Server, t func(k, v string) string, opts ...Option) (string, error) {
	tool, handler := build()
	tool.Description = "set"
	desc := "one"
	if verbose {
		desc = "two"
	} else if quiet {
		desc += "three"
	}
	s.AddTool(&mcpgo.Tool{Name: toolName, Description: desc}, func(ctx Context) string {
		local := "inner"
		return local
	})
	switch x := y.(type) {
	case string:
		return fmt.Sprintf("a %s", x), nil
	}
	return "b", errors.New("c")
}

func (s *Args) Text() string { return "from a method" }

func (o *Elsewhere[T]) Text() string { return "elsewhere" }
`

func TestGoDeclarations(t *testing.T) {
	u := goUnit(t, goServer)
	assert.False(t, u.Cut)
	args := u.Root.Classes("Args")[0]
	assert.Equal(t, args, args.Methods[0].Class)
	attr := args.Members[0].Attrs[1]
	value := attr.Args[0].Value
	loc := value.Text.Locate(8, 9)
	require.Len(t, loc, 1)
	assert.Equal(t, `\"`, goServer[loc[0].Span.Start:loc[0].Span.End])
	assert.True(t, loc[0].Escaped)
	assert.Equal(t, `"What to \"seek\""`, goServer[value.Span.Start:value.Span.End])
	assert.Equal(t, `jsonschema`, goServer[attr.NameSpan.Start:attr.NameSpan.End])
	loc = u.Classes[1].Members[0].Attrs[1].Args[0].Value.Text.Locate(3, 4)
	assert.Equal(t, `\\t`, goServer[loc[0].Span.Start:loc[0].Span.End])

	register := u.Root.Funcs("Register")[0]
	assert.Equal(t, "mcpgo.Server", register.Params[0].Type.Name)
	assert.True(t, register.Scope.Binds("desc")[2].Adds)
	require.Len(t, u.Objects, 1)
	assert.Equal(t, `mcpgo.Tool{Name: toolName, Description: desc}`, sketch(u.Objects[0]))
	assert.Equal(t, "AddTool", u.Objects[0].Parent.Name)
	lambda := u.Objects[0].Parent.Args[1].Value.Fn
	assert.Equal(t, register.Scope, lambda.Scope.Parent)
	assert.Equal(t, "local", sketch(lambda.Returns[0]))
	assert.Empty(t, register.Scope.Binds("local"))
	for i, f := range u.Funcs[1:] {
		assert.LessOrEqual(t, u.Funcs[i].Span.Start, f.Span.Start)
	}
	var literals []string
	for _, l := range u.Literals {
		literals = append(literals, sketch(l))
	}
	assert.Subset(t, literals, []string{`"Package a is documented."`, `"inner"`, `<"Looks " + "up.">`})
}

// TestGoErrors shows that what is whole in a file with errors is read.
func TestGoErrors(t *testing.T) {
	many := strings.Repeat("var = 1\n", 30)
	u := goUnit(t, "package a\nvar x = \"first\"\n"+many+"var y = \"last\"\n")
	assert.NotEmpty(t, u.Root.Binds("x"))
	assert.NotEmpty(t, u.Root.Binds("y"))
	for _, code := range []string{"", "package", "\xff\xfe", "package a\nvar x = \"", "package a\nfunc f() {\n\tx(\"a\",", "package a\nvar x = `a", "package a\ntype T struct{ a `"} {
		checkGo(t, code)
	}
}

// TestGoNesting shows that brackets and chains without end take little.
func TestGoNesting(t *testing.T) {
	const n = 300_000
	for name, code := range map[string]string{
		"parentheses": strings.Repeat("(", n), "braces": "T" + strings.Repeat("{", n), "functions": strings.Repeat("func(){", n),
		"deep": strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000), "not": strings.Repeat("!", n) + "a",
		"plus": "a" + strings.Repeat("+b", 90_000), "calls": "a" + strings.Repeat(".b()", 20_000), "path": "a" + strings.Repeat(".b", n/10),
		"else": "func() { if a {}" + strings.Repeat(" else if a {}", 20_000) + "}", "slices": strings.Repeat("[]", n) + "a{}",
	} {
		t.Run(name, func(t *testing.T) { checkGo(t, "package a\nvar x = "+code+"\n") })
	}
	u := goUnit(t, "package a\nvar x = "+strings.Repeat("(", goMaxNesting+1)+"\n")
	assert.True(t, u.Cut)
	// Brackets in strings and comments do not count.
	open := strings.Repeat("(", goMaxNesting+1)
	u = goUnit(t, "package a\nvar x = \""+open+"\" // "+open+"\n/*"+open+"*/ var y = `"+open+"`\nvar z = '('\n")
	assert.False(t, u.Cut)
	assert.Len(t, u.Binds, 3)
}

func FuzzReadGo(f *testing.F) {
	f.Add(goServer)
	f.Add(strings.ReplaceAll(goServer, "\n", "\r\n"))
	f.Add("package a\nvar x = \"a\\xff\\u20\" + `b\r\x00` + 'c'\nfunc (")
	f.Fuzz(func(t *testing.T, code string) { checkGo(t, code) })
}

// checkGo checks what holds for every file.
func checkGo(t *testing.T, code string) {
	t.Helper()
	u := goUnit(t, code)
	for _, e := range u.Literals {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(code) {
			t.Fatalf("span %v of %d bytes", e.Span, len(code))
		}
		if !utf8.ValidString(e.Text.Value) {
			t.Fatalf("%q", e.Text.Value)
		}
		for _, l := range e.Text.Locate(0, len(e.Text.Value)) {
			if l.Span.Start < e.Span.Start || l.Span.End > e.Span.End {
				t.Fatalf("text at %v of a literal at %v", l.Span, e.Span)
			}
		}
	}
}

func BenchmarkReadGo(b *testing.B) {
	_, body, _ := strings.Cut(goServer, "// Name of the tool.\n")
	code := goServer + strings.Repeat(body, 1<<20/len(body))
	f := source.NewFile("a.go", "a.go", []byte(code))
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		Read(f, lex.Go)
	}
}

// TestGoCrowded: more tokens than are read of a file, whatever they are, are reported and not parsed.
func TestGoCrowded(t *testing.T) {
	for name, text := range map[string]string{
		"values": "var x = []int{" + strings.Repeat("1,", lex.MaxTokens/2+1) + "}\n", "lines": strings.Repeat("//\n", lex.MaxTokens+1),
		"comments": strings.Repeat("/**/", lex.MaxTokens+1),
	} {
		data := []byte("package a\n" + text)
		require.True(t, goTooMuch(data), name)
	}
	require.False(t, goTooMuch([]byte("package a\n"+strings.Repeat("// x\n", lex.MaxTokens/4))))
	require.True(t, readGo(source.NewFile("a.go", "a.go", []byte("package a\n"+strings.Repeat("/**/\n", lex.MaxTokens+1)))).Cut)
}
