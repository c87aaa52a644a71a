package manifest

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/source"
)

// quotedTool is a list of one tool that stands in so many strings.
func quotedTool(t *testing.T, description string, strings int) string {
	t.Helper()
	doc := []byte(`{"tools":[{"name":"tide","description":` + description + `,"inputSchema":{"type":"object"}}]}`)
	for range strings {
		quoted, err := json.Marshal(string(doc))
		require.NoError(t, err)
		doc = append(append([]byte(`{"body":`), quoted...), '}')
	}
	return string(doc)
}

func recognised(t *testing.T, data string) (*source.File, Document) {
	t.Helper()
	f := source.NewFile("answer.json", "answer.json", []byte(data))
	docs, _ := Parse(f)
	return f, Recognise(f, docs, false)
}

// TestDocumentsInStringsKeepTheirPlaces: the words of a tool are found on their bytes, however many strings they stand in.
func TestDocumentsInStringsKeepTheirPlaces(t *testing.T) {
	for depth := range maxEmbedded + 1 {
		f, doc := recognised(t, quotedTool(t, `"Gives the \u200btide\n\"of\" a harbour."`, depth))
		require.Len(t, doc.Entries, 1, "in %d strings", depth)
		text := doc.Entries[0].Def.Get("description").Text
		require.Equal(t, "Gives the \u200btide\n\"of\" a harbour.", text.Value)
		for _, words := range []string{"Gives the", "harbour."} {
			from := strings.Index(text.Value, words)
			at := text.Locate(from, from+len(words))
			require.Len(t, at, 1)
			assert.True(t, at[0].Exact)
			assert.Equal(t, words, string(f.Data[at[0].Span.Start:at[0].Span.End]))
		}
		hidden := text.Locate(strings.Index(text.Value, "\u200b"), strings.Index(text.Value, "\u200b")+3)
		require.Len(t, hidden, 1)
		assert.True(t, hidden[0].Escaped)
		assert.Equal(t, `200b`, string(f.Data[hidden[0].Span.End-4:hidden[0].Span.End]))
	}
}

// TestDocumentsInStringsAreBounded: strings in strings end, and so do many of them.
func TestDocumentsInStringsAreBounded(t *testing.T) {
	_, doc := recognised(t, quotedTool(t, `"Gives the tide."`, maxEmbedded+1))
	assert.Empty(t, doc.Entries)
	require.NotEmpty(t, doc.Problems)
	assert.Contains(t, doc.Problems[0].Reason, "was not read")
	one, err := json.Marshal(`{"tools":[{"name":"tide","description":"` + strings.Repeat("x", 1<<20) + `"}]}`)
	require.NoError(t, err)
	_, doc = recognised(t, "["+strings.Repeat(string(one)+",", 8)+"1]")
	assert.Len(t, doc.Entries, 3)
	require.NotEmpty(t, doc.Problems)
	assert.Contains(t, doc.Problems[0].Reason, "was not read")
}

// TestMessagesThatDoNotEnd: text that is full of beginnings is read in one pass.
func TestMessagesThatDoNotEnd(t *testing.T) {
	f := source.NewFile("x.log", "x.log", []byte("start "+strings.Repeat(`{"jsonrpc":"2.0" `, 100_000)))
	require.Equal(t, Messages, Sniff(f))
	_, problems := Parse(f)
	assert.NotEmpty(t, problems)
}

// TestDocumentsInStringsAlone: what stands in a string is found though nothing beside it mentions a tool.
func TestDocumentsInStringsAlone(t *testing.T) {
	answer := `{"jsonrpc":"2.0","id":1,"result":` + quotedTool(t, `"Gives the tide."`, 0) + `}`
	recorded := func(text, more string) string {
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		return `{"log":{"entries":[{"response":{"content":{"text":` + string(quoted) + more + `}}}]}}`
	}
	for name, doc := range map[string]string{
		"base64":              recorded(base64.StdEncoding.EncodeToString([]byte(answer)), `,"encoding":"base64"`),
		"base64 behind space": recorded(base64.StdEncoding.EncodeToString([]byte("  "+answer)), `,"encoding":"base64"`),
		"base64 of URLs":      recorded(base64.RawURLEncoding.EncodeToString([]byte(answer)), `,"encoding":"base64"`),
		"events":              recorded("event: message\ndata: "+answer+"\n\n", ""),
		"events in base64":    `{"body": "` + base64.StdEncoding.EncodeToString([]byte("event: message\ndata: "+answer+"\n\n")) + `"}`,
		"YAML in base64": `{"kind": "ConfigMap", "binaryData": {"t.yaml": "` + base64.StdEncoding.EncodeToString([]byte("tools:\n- name: tide\n  description: "+
			"Gives the tide.\n  inputSchema: {}\n")) + `"}}`,
	} {
		f, found := recognised(t, doc)
		assert.True(t, Candidate(f), name)
		assert.Len(t, found.Entries, 1, name)
	}
}

// TestMessagesAreNoExcuse: a message in a comment makes no log of a document.
func TestMessagesAreNoExcuse(t *testing.T) {
	for data, want := range map[string]Format{
		"# {\"tools\":[{\"name\":\"a\"}]}\ntools:\n- name: tide\n":  YAML,
		"# {\"jsonrpc\":\"2.0\"}\n[mcp_servers.a]\ncommand = 'x'\n": TOML,
		"sent {\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}\n":       Messages,
	} {
		assert.Equal(t, want, Sniff(source.NewFile("-", "-", []byte(data))), data)
	}
}

// TestNamesOfGo: only the names that fields have in Go are read as others; what is hidden in another stays.
func TestNamesOfGo(t *testing.T) {
	_, doc := recognised(t, `{"Tools":[{"Name":"tide","Description":"Gives the tide.","\u200bx":"y","URI":"a://b"}]}`)
	require.Len(t, doc.Entries, 1)
	var names []string
	for _, m := range doc.Entries[0].Def.Members {
		names = append(names, m.Name.Text.Value)
	}
	assert.Equal(t, []string{"name", "description", "\u200bx", "uri"}, names)
}

// BenchmarkDocumentsInStrings reads a large document that stands in a string: each of its values has to be found in the outer file.
func BenchmarkDocumentsInStrings(b *testing.B) {
	tool := `{"name":"tide","description":"Gives the \"tide\" of a harbour.","inputSchema":{"type":"object"}},`
	quoted, err := json.Marshal(`{"tools":[` + strings.TrimSuffix(strings.Repeat(tool, 2000), ",") + `]}`)
	require.NoError(b, err)
	data := []byte(`{"body":` + string(quoted) + `}`)
	b.SetBytes(int64(len(data)))
	for range b.N {
		f := source.NewFile("answer.json", "answer.json", data)
		docs, _ := Parse(f)
		require.Len(b, Recognise(f, docs, false).Entries, 2000)
	}
}
