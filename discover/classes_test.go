package discover

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClassOf(t *testing.T) {
	for rel, want := range map[string]Class{
		"server.py":                      ClassNone,
		"src/tools/weather.ts":           ClassNone,
		"tests/x.py":                     ClassTest,
		"src/__tests__/x.ts":             ClassTest,
		"src/x.test.ts":                  ClassTest,
		"src/x.spec.tsx":                 ClassTest,
		"pkg/x_test.go":                  ClassTest,
		"test_x.py":                      ClassTest,
		"conftest.py":                    ClassTest,
		"contest.py":                     ClassNone,
		"Latest.java":                    ClassNone,
		"WeatherTest.java":               ClassTest,
		"Weather.Tests/Weather.cs":       ClassTest,
		"spec/x_spec.rb":                 ClassTest,
		"fixtures/x.json":                ClassFixture,
		"examples/server.py":             ClassExample,
		"examples/a/tests/x.py":          ClassTest,
		"docs/x.json":                    ClassDocumentation,
		"docs/.well-known/mcp.json":      ClassNone,
		"docs/examples/x.py":             ClassDocumentation,
		"api/x.pb.go":                    ClassGenerated,
		"src/generated/x.ts":             ClassGenerated,
		"pkg/__toolsnaps__/get.snap":     ClassNone,
		"src/__snapshots__/a.json":       ClassNone,
		"testimony/x.py":                 ClassNone,
		"evals/x.py":                     ClassFixture,
		"Examples/Server/Program.cs":     ClassExample,
		"src/main/java/x/App.java":       ClassNone,
		"src/test/java/x/App.java":       ClassTest,
		"attest/x.go":                    ClassNone,
		"testdata/golden/tools.json":     ClassTest,
		"cookbook/weather.ipynb.json":    ClassDocumentation,
		"mcp-servers-example/bad.js":     ClassExample,
		"sample-server/index.ts":         ClassExample,
		"test-server/index.ts":           ClassNone,
		"server-docs/index.ts":           ClassNone,
		"My.UnitTests/X.cs":              ClassTest,
		"evaluator/x.py":                 ClassNone,
		"integration-tests/src/index.ts": ClassTest,

		"src/commonTest/kotlin/X.kt":       ClassTest,
		"lib/src/testFixtures/java/X.java": ClassTest,
		"MyTests/X.cs":                     ClassTest,
		"Core/TestFixtures/X.swift":        ClassTest,
		"cypress/tools.cy.ts":              ClassTest,
		"Latest/x.py":                      ClassNone,
		"src/tool_spec.py":                 ClassNone,
		"src/tool_spec.rb":                 ClassTest,
		"specs/tools.json":                 ClassNone,
		"specs/tools.rb":                   ClassTest,
		"src/tools/docs/search.ts":         ClassNone,
		"Agent/src/Commands/Docs/List.cs":  ClassNone,
		"docs/src/x.py":                    ClassDocumentation,
		"apps/demo-day/index.ts":           ClassNone,
		"ui/locales/de.json":               ClassTranslation,
	} {
		assert.Equal(t, want, classOf(rel), rel)
	}
}

func TestWhatDemotes(t *testing.T) {
	for _, c := range classRank {
		assert.Equal(t, c != ClassTranslation, c.demotes(true, false), c)
		assert.True(t, c.demotes(false, true), c)
		assert.Equal(t, c != ClassFixture && c != ClassExample, c.demotes(false, false), c)
		assert.NotEmpty(t, c.Words())
	}
	assert.False(t, ClassNone.demotes(true, true))
}
