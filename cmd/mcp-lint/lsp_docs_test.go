package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// TestEditorSnippets reads what docs/editor.md tells people to put into the settings of their editors.
func TestEditorSnippets(t *testing.T) {
	page, err := os.ReadFile("../../docs/editor.md")
	require.NoError(t, err)
	block := func(language string) string {
		found := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(page, -1)
		require.Len(t, found, 1, language)
		return string(found[0][1])
	}
	var extension struct {
		Name, Version, Publisher, Main string
		Engines, Dependencies          map[string]string
		ActivationEvents               []string
	}
	dec := json.NewDecoder(strings.NewReader(block("json")))
	require.NoError(t, dec.Decode(&extension))
	assert.Contains(t, string(page), "this `"+strings.TrimPrefix(extension.Main, "./")+"`")
	assert.Contains(t, string(page), extension.Name+"-"+extension.Version+".vsix")
	assert.Contains(t, block("js"), `{ command: "mcp-lint", args: ["lsp"] }`)
	for name := range extension.Dependencies {
		assert.Contains(t, block("js"), `require("`+name)
	}

	docs, problems := manifest.ParseAs(source.NewFile("languages.toml", "languages.toml", []byte(block("toml"))), manifest.TOML)
	require.Empty(t, problems)
	require.Len(t, docs, 1)
	server := docs[0].Get("language-server").Get("mcp-lint")
	assert.Equal(t, "mcp-lint", server.StringAt("command"))
	assert.Equal(t, "lsp", server.Get("args").Items[0].Text.Value)
	languages := docs[0].Get("language").Items
	assert.NotEmpty(t, languages)
	for _, l := range languages {
		servers := l.Get("language-servers").Items
		assert.Equal(t, "mcp-lint", servers[len(servers)-1].Text.Value)
		assert.Greater(t, len(servers), 1, "the list replaces that of Helix")
	}

	assert.Contains(t, block("lua"), `cmd = { "mcp-lint", "lsp" }`)
	assert.Contains(t, block("elisp"), `("mcp-lint" "lsp")`)
	for _, pair := range []string{"()", "{}"} {
		for _, language := range []string{"lua", "elisp", "js"} {
			assert.Equal(t, strings.Count(block(language), pair[:1]), strings.Count(block(language), pair[1:]), "%s %s", language, pair)
		}
	}
}
