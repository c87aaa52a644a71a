package api

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lines lists the features of a package that is given as source code.
func lines(t *testing.T, code string, unpromised ...string) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package a\n"+code, 0)
	require.NoError(t, err)
	conf := types.Config{Importer: importer.Default()}
	p, err := conf.Check(module+"/a", fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	return features(p, nil, func(name string) bool { return slices.Contains(unpromised, name) }, func(*types.TypeName) {})
}

func TestFeatures(t *testing.T) {
	assert.Equal(t, []string{
		"const Limit untyped int",
		"const Word untyped string = \"a\"",
		"const Yes Answer = 1",
		"func Of(int, ...func(int) string) (*Thing, error)",
		"method (*Thing) Set(map[string][]Answer)",
		"method (Thing) Get() Answer",
		"method (Thing) Inner() bool",
		"type Answer uint8",
		"type Asker interface { Ask(Answer) bool }",
		"type Same = Thing",
		"type Thing struct",
		"type Thing struct, Name string `json:\"name\"`",
		"type Thing struct, embedded Whole",
		"type Whole struct",
		"var Err error",
	}, lines(t, `
const Limit = 5
const Word = "a"
type Answer uint8
const Yes Answer = 1
func Of(n int, names ...func(i int) string) (t *Thing, err error) { return nil, nil }
type Thing struct { Name string `+"`json:\"name\"`"+`; Whole; inner; count int }
func (t *Thing) Set(m map[string][]Answer) {}
func (t Thing) Get() Answer { return Yes }
func (t Thing) hide() {}
type inner struct{}
func (inner) Inner() bool { return false }
type Whole struct{ secret int }
func (Whole) Left() {}
type Asker interface { Ask(a Answer) bool }
type Same = Thing
var Err error
var none error
func NotSaid(Unsaid) {}
type Unsaid int
const One Unsaid = 1
`, "NotSaid", "Unsaid", "Thing.Left", "Whole.Left"))
}

// TestCompare has every kind of change that breaks the code of others found, and what breaks none recorded.
func TestCompare(t *testing.T) {
	for name, c := range map[string]struct {
		before, after string
		breaks, adds  bool
	}{
		"nothing":          {"func F(n int) {}", "func F(count int) {}", false, false},
		"limit":            {"const Max = 5", "const Max = 6", false, false},
		"new function":     {"func F() {}", "func F() {}; func G() {}", false, true},
		"new field":        {"type T struct{ A int }", "type T struct{ A, B int }", false, true},
		"gone":             {"func F() {}", "", true, false},
		"parameter":        {"func F(n int) {}", "func F(n int, s string) {}", true, true},
		"variadic":         {"func F(n []int) {}", "func F(n ...int) {}", true, true},
		"field":            {"type T struct{ A int }", "type T struct{ A int64 }", true, true},
		"tag":              {"type T struct{ A int `json:\"a\"` }", "type T struct{ A int `json:\"b\"` }", true, true},
		"receiver":         {"type T struct{}; func (T) M() {}", "type T struct{}; func (*T) M() {}", true, true},
		"method to have":   {"type I interface{ A() }", "type I interface{ A(); B() }", true, true},
		"value":            {"type K string; const A K = \"a\"", "type K string; const A K = \"b\"", true, true},
		"order":            {"type K int; const (A K = iota; B)", "type K int; const (B K = iota; A)", true, true},
		"unexported value": {"type T struct{ a int }", "type T struct{ b string }", false, false},
	} {
		gone, fresh := compare(lines(t, c.before), lines(t, c.after))
		assert.Equal(t, c.breaks, len(gone) > 0, "%s: gone %v", name, gone)
		assert.Equal(t, c.adds, len(fresh) > 0, "%s: new %v", name, fresh)
	}
}
