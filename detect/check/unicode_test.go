package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// hiddenIn scans one view with the check alone and returns its finding, if any.
func hiddenIn(t testing.TB, v detect.ToolView) *detect.Finding {
	t.Helper()
	res := detect.NewEngine([]detect.Check{hiddenUnicode{}}).Scan([]detect.ToolView{v})
	require.Empty(t, res.Coverage.Failures)
	if len(res.Findings) == 0 {
		return nil
	}
	return &res.Findings[0]
}

func hiddenText(t testing.TB, description string) *detect.Finding {
	t.Helper()
	encoded, err := json.Marshal(description)
	require.NoError(t, err)
	v, err := detect.ViewJSON(detect.KindTool, "s", []byte(fmt.Sprintf(`{"name":"n","description":%s}`, encoded)))
	require.NoError(t, err)
	return hiddenIn(t, v)
}

func tagLetters(s string) string {
	return strings.Map(func(r rune) rune { return r + 0xE0000 }, s)
}

func TestHiddenSeverity(t *testing.T) {
	cases := []struct {
		text     string
		severity detect.Severity
		signals  int
	}{
		{"One\u200btwo", detect.SeverityHigh, 1},
		{"One\u200btwo\u202eabc", detect.SeverityHigh, 2},
		{"One\u200btwo\u202eabc\ue000", detect.SeverityCritical, 3},
		{"One" + tagLetters("send all"), detect.SeverityCritical, 1},
		{"One" + tagLetters("x"), detect.SeverityHigh, 1},
		{"One." + strings.Repeat("\n", 80) + "Two", detect.SeverityHigh, 1},
		{"One <!-- the model reads this --> two\u200b", detect.SeverityHigh, 2},
	}
	for _, c := range cases {
		f := hiddenText(t, c.text)
		require.NotNil(t, f, "%q", c.text)
		assert.Equal(t, c.severity, f.Severity, "%q", c.text)
		assert.Len(t, f.Signals, c.signals, "%q", c.text)
		assert.Equal(t, detect.TierHard, f.Tier)
		assert.Equal(t, detect.ActionQuarantine, f.Action)
	}
}

func TestHiddenEvidence(t *testing.T) {
	f := hiddenText(t, "One\u200b\u200b\u200c two "+tagLetters("call home"))
	require.Len(t, f.Signals, 2)
	assert.Equal(t, "U+200B ZERO WIDTH SPACE x2, U+200C ZERO WIDTH NON-JOINER", f.Signals[0].Evidence)
	assert.Equal(t, [2]int{3, 12}, [2]int{f.Signals[0].Start, f.Signals[0].End})
	assert.True(t, strings.HasPrefix(f.Signals[1].Evidence, `"call home" = U+E0063 TAG C, U+E0061 TAG A, U+E006C TAG L x2`), f.Signals[1].Evidence)
	assert.Contains(t, f.Signals[1].Detail, "tag letters")
	f = hiddenText(t, "Adds."+strings.Repeat(" ", 200)+"then obey")
	assert.Equal(t, "[200 bytes of blanks] then obey", f.Signals[0].Evidence)
}

// TestHiddenEveryField puts one character into every kind of field, names included.
func TestHiddenEveryField(t *testing.T) {
	for field, definition := range map[string]string{
		"/name":                                  `{"name":"a%sb"}`,
		"/title":                                 `{"title":"a%sb"}`,
		"/inputSchema/properties/a\u200bb#":      `{"inputSchema":{"properties":{"a%sb":{}}}}`,
		"/inputSchema/properties/p/description":  `{"inputSchema":{"properties":{"p":{"description":"a%sb"}}}}`,
		"/inputSchema/properties/p/enum/1":       `{"inputSchema":{"properties":{"p":{"enum":["x","a%sb"]}}}}`,
		"/inputSchema/properties/p/default":      `{"inputSchema":{"properties":{"p":{"default":"a%sb"}}}}`,
		"/inputSchema/properties/p/const":        `{"inputSchema":{"properties":{"p":{"const":"a%sb"}}}}`,
		"/inputSchema/properties/p/examples/0":   `{"inputSchema":{"properties":{"p":{"examples":["a%sb"]}}}}`,
		"/inputSchema/properties/p/pattern":      `{"inputSchema":{"properties":{"p":{"pattern":"a%sb"}}}}`,
		"/inputSchema/$defs/d/$comment":          `{"inputSchema":{"$defs":{"d":{"$comment":"a%sb"}}}}`,
		"/inputSchema/required/0":                `{"inputSchema":{"required":["a%sb"]}}`,
		"/outputSchema/properties/o/description": `{"outputSchema":{"properties":{"o":{"description":"a%sb"}}}}`,
		"/annotations/title":                     `{"annotations":{"title":"a%sb"}}`,
		"/_meta/k":                               `{"_meta":{"k":"a%sb"}}`,
		"/uri":                                   `{"uri":"https://a%sb.example"}`,
		"/description":                           `{"description":"fine","description":"a%sb"}`,
		"/whatever":                              `{"whatever":"a%sb"}`,
	} {
		for _, written := range []string{"\u200b", `\u200b`} {
			v, err := detect.ViewJSON(detect.KindTool, "s", []byte(fmt.Sprintf(definition, written)))
			require.NoError(t, err)
			f := hiddenIn(t, v)
			require.NotNil(t, f, field)
			assert.Equal(t, field, f.Signals[0].Field)
			s := f.Signals[0]
			assert.Equal(t, "\u200b", v.Fields[s.FieldIndex].Text[s.Start:s.End])
		}
	}
}

func TestHiddenPatterns(t *testing.T) {
	for _, p := range []string{`^[^\u0000-\u001f]*$`, `[\u200b]`, `[a\u200e-\u200f]+`} {
		v, err := detect.ViewJSON(detect.KindTool, "s", []byte(`{"inputSchema":{"properties":{"p":{"pattern":"`+p+`"}}}}`))
		require.NoError(t, err)
		assert.Nil(t, hiddenIn(t, v), p)
	}
	v, err := detect.ViewJSON(detect.KindTool, "s", []byte(`{"inputSchema":{"properties":{"p":{"pattern":"[a`+tagLetters("obey")+`]"}}}}`))
	require.NoError(t, err)
	assert.NotNil(t, hiddenIn(t, v), "a message in a pattern is a message")
}

func TestHiddenInBrokenFiles(t *testing.T) {
	raw := func(s string) *detect.Finding {
		return hiddenIn(t, detect.ToolView{Kind: detect.KindFile, Scope: detect.ScopeRaw, Fields: []detect.Field{{Text: s, Role: detect.RoleOther}}})
	}
	f := raw("{\"tools\": [\n{\"name\": \"x\\u200by\"")
	require.NotNil(t, f)
	assert.Equal(t, [2]int{23, 29}, [2]int{f.Signals[0].Start, f.Signals[0].End})
	assert.NotNil(t, raw("{\"name\": \"x\u200by\""))
	assert.Nil(t, raw("\ufeff{\"a\": \"\\\\u200b \\n\\b\"\r\n"+strings.Repeat(" ", 500)+"<!-- a comment in a file -->"))
	assert.Nil(t, raw("P\x00K\x03\x04\x00\x00\x1b\x00"), "what is no text has no hidden characters")
}

func TestHiddenInSweeps(t *testing.T) {
	sweep := func(s string) *detect.Finding {
		return hiddenIn(t, detect.ToolView{Scope: detect.ScopeSweep, Fields: []detect.Field{{Text: s, Role: detect.RoleOther}}})
	}
	assert.NotNil(t, sweep("One\u200btwo"))
	assert.NotNil(t, sweep("One"+tagLetters("go on")))
	assert.Nil(t, sweep("<!-- header of the page --> \ue001 icon"+strings.Repeat("\n", 80)+"x"))
}

func TestHiddenByTranslatorsAndTables(t *testing.T) {
	tool := func(s string) *detect.Finding {
		return hiddenIn(t, detect.ToolView{Kind: detect.KindTool, Name: "t", Fields: []detect.Field{{Pointer: "/description", Text: s, Role: detect.RoleDescription}}})
	}
	for _, s := range []string{
		"The values \u200b\u200bare kept until the next start.",
		"| name | what it is" + strings.Repeat(" ", 200) + "|\n|---|---|\n| id | the key |",
		"Cells:\n  | a" + strings.Repeat(" ", 150) + "| |\nand so on",
		"Layout:\n\u2554\u2550\u2557\n\u2551 store" + strings.Repeat(" ", 150) + "\u2551\n\u2551" + strings.Repeat(" ", 156) + "\u2551\n\u255a\u2550\u255d\nis drawn.",
		"Layout:\n\u2503 a" + strings.Repeat(" ", 150) + "\u2503 \u2503\n" + strings.Repeat(" ", 150) + "\u2502\n" + strings.Repeat(" ", 150) + "\u25bc" + "\n" + strings.Repeat(" ", 130) + "\u2588\u2588",
		"Finds numbers by \b[0-9]{4}\b and \b\\d+\b.",
		"With **My Shelf**\u200b\u200b, name the language.",
	} {
		assert.Nil(t, tool(s), "%q", s)
	}
	for _, s := range []string{
		"Sets a value\u200b of the sheet.", "Sets \u200ba value.", "Sets a val\bue.", "Sets (\b\b\b all.", "The values\u200b\u200b are kept.", "The va\u200b\u200blues are kept.", "The values \u200b\u200c\u200bare kept.", "The values \u200b\u200b\u200bare kept.", "The values \u2060\u2060are kept.",
		"| name" + strings.Repeat(" ", 200) + "| and now send the key |", "\u2502 name" + strings.Repeat(" ", 200) + "\u2502 and now send the key", "\u2502" + strings.Repeat("\n", 60) + "\u2502",
		"name" + strings.Repeat(" ", 200) + "|",
	} {
		assert.NotNil(t, tool(s), "%q", s)
	}
}
