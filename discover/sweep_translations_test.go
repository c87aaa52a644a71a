package discover

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTranslationsAreNoTools takes what a page says of tools in other languages for texts, not for tools of their own.
func TestTranslationsAreNoTools(t *testing.T) {
	files := map[string]string{
		"server.py":             pyServer,
		"ui/locales/de.json":    `{"tools": {"ping": {"title": "Anpingen", "description": "Antwortet auf alles, was kommt."}}}`,
		"ui/locales/pt-BR.json": `{"tools": {"ping": {"title": "Sinal", "description": "Responde a tudo o que chega."}}}`,
	}
	inv := walkReal(t, files)
	require.Len(t, inv.Tools, 1)
	assert.Equal(t, "server.py", inv.Tools[0].File.Rel)
	var swept []string
	for i := range inv.LooseStrings {
		for _, f := range inv.LooseStrings[i].View.Fields {
			swept = append(swept, f.Text)
		}
	}
	assert.True(t, slices.Contains(swept, "Antwortet auf alles, was kommt.") && slices.Contains(swept, "Responde a tudo o que chega."), swept)
}

// TestWhatOnlyLooksLikeATranslation keeps tools that have parameters, and those whose file is not named after a language.
func TestWhatOnlyLooksLikeATranslation(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"parameters":     {"locales/de.json": `{"tools": {"ping": {"description": "Antwortet.", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}}}`},
		"no language":    {"locales/tools.json": `{"tools": {"ping": {"title": "Anpingen", "description": "Antwortet."}}}`},
		"another folder": {"ui/de.json": `{"tools": {"ping": {"title": "Anpingen", "description": "Antwortet."}}}`},
	} {
		files["server.py"] = pyServer
		assert.Len(t, walkReal(t, files).Tools, 2, name)
	}
}
