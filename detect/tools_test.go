package detect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestParseTools(t *testing.T) {
	const list = `[{"name":"a","description":"A."},{"name":"b"}]`
	for _, answer := range []string{list, `{"tools":` + list + `}`, `{"jsonrpc":"2.0","id":1,"result":{"tools":` + list + `,"nextCursor":"x"}}`} {
		tools, err := detect.ParseTools("s", []byte(answer))
		require.NoError(t, err, answer)
		require.Len(t, tools, 2)
		assert.Equal(t, "a", tools[0].Name)
		assert.Equal(t, "s", tools[1].Server)
		assert.Equal(t, detect.KindTool, tools[1].Kind)
	}
	tools, err := detect.ParseTools("s", []byte(`{"tools":[]}`))
	require.NoError(t, err)
	assert.Empty(t, tools)

	for _, answer := range []string{`{}`, `5`, `null`, `{"tools":{"a":{}}}`, `{"jsonrpc":"2.0","error":{"code":-32601,"message":"tools"}}`, `{"result":[]}`[:10] + `{}}`} {
		_, err := detect.ParseTools("s", []byte(answer))
		require.ErrorIs(t, err, detect.ErrNoTools, answer)
	}
	_, err = detect.ParseTools("s", []byte(`{"tools":[{"name":"a"},"b"]}`))
	require.ErrorContains(t, err, "item 1")
	// What one reader takes for the list and another does not must not reach a model.
	const good, bad = `[{"name":"a"}]`, `[{"name":"b"}]`
	for _, twofold := range []string{
		`{"tools":` + bad + `,"tools":` + good + `}`, `{"tools":` + good + `,"Tools":` + bad + `}`, `{"tools":` + good + `,"tool\u017f":` + bad + `}`,
		`{"result":{"tools":` + good + `},"result":{"tools":` + bad + `}}`, `{"result":{"tools":` + good + `},"RESULT":{"tools":` + bad + `}}`,
		`{"result":{"tools":` + good + `},"tools":` + bad + `}`,
	} {
		_, err := detect.ParseTools("s", []byte(twofold))
		require.ErrorContains(t, err, "not every reader", twofold)
	}
	for _, broken := range []string{``, `{"tools":[{"name":"a"}`, strings.Repeat("[", 1000)} {
		_, err := detect.ParseTools("s", []byte(broken))
		require.Error(t, err)
	}
}
