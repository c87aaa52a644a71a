package link

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/sdk"
	"github.com/org/mcp-lint/discover/code/static"
	"github.com/org/mcp-lint/discover/source"
)

// A name that many files define says nothing, and what each of many files asks for is not searched in all others.
func TestNamesThatManyFilesDefine(t *testing.T) {
	for _, telling := range []int{1, maxHolders, maxHolders + 1, maxHolders + 2, 1000} {
		var ms []*Module
		for i := range 1000 {
			symbol := &sdk.Symbol{}
			if i < telling {
				symbol.Text = static.TextValue(source.Text{Value: "a text"})
			}
			m := &Module{File: source.NewFile("f.py", "f.py", nil), Lang: lex.Python}
			m.Symbols = map[string]*sdk.Symbol{"T": symbol}
			ms = append(ms, m)
		}
		l := &linker{modules: ms}
		l.index(ms)
		for at, others := range map[int]int{0: telling - 1, 999: telling} {
			if telling == 1000 || others > maxHolders {
				others = 0
			}
			assert.Len(t, l.modulesWith(ms[at], "T", sdk.FactText|sdk.FactReturn), others, "%d of %d", at, telling)
		}
		assert.LessOrEqual(t, int(l.names[nameKey{"T", lex.Python}].counts[0]), maxHolders+2)
		assert.LessOrEqual(t, len(l.holders), sdk.FactKinds*(maxHolders+2))
	}
}
