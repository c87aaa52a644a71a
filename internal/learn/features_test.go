package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

func TestFeaturesNumberWordsInOrder(t *testing.T) {
	f := newFeatures()
	v := detect.ToolView{Kind: detect.KindTool, Name: "probe", Fields: []detect.Field{{Role: detect.RoleDescription, Text: "Zebra calls apple."}}}
	r, reg := reading.NewReader(reading.Default()), detect.NewRegistry([]detect.ToolView{v})
	r.EachField(v, reg, func(_ int, doc *text.Doc, c *reading.Context) { f.of(r.Read(doc, c, doc.Sentences[0])) })
	grams := slices.Clone(f.grams)
	anew := f.renumber()
	var names []string
	for _, g := range grams {
		names = append(names, f.nameOf(anew(g)))
	}
	assert.Subset(t, names, []string{"zebra", "calls", "^ zebra calls", "calls apple", "calls apple $"})
	assert.Less(t, f.word("apple"), f.word("zebra"))
}
