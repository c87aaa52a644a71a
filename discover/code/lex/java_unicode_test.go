package lex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

func TestPlainJava(t *testing.T) {
	for in, want := range map[string]string{
		`/* \u002a\u002f @Tool("x") /* */`:            `@ Tool ( "x" )`,
		"// x \\u000a @Tool(\"x\")":                   `@ Tool ( "x" )`,
		"//* a */ \\u000d\\u000a@Tool // more\nb":     `@ Tool b`,
		`\u0040Tool(description=\u0022a b\u0022) x`:   `@ Tool ( description = "a b" ) x`,
		`@T\u006fol\u0028\uu0022a")`:                  `@ Tool ( "a" )`,
		`"a\u005c"b" c`:                               `"a"b" c`,
		`"a\u005cnb" c`:                               "\"a\nb\" c",
		`"a\u0022 + "b"`:                              `"a" + "b"`,
		`"\u005c"; @Tool("b"); "`:                     `""; @Tool(" b "); "`,
		"\\u002f\\u002a \" */ a":                      `a`,
		"\\u0022\\u0022\\u0022\n a\n \\u0022\"\" + b": "\"a\n\" + b",
		`"\\u0022 a"`:                                 `"\u0022 a"`,
		`/* \u0041 *\u002f a`:                         `a`,
	} {
		plain := PlainJava([]byte(in))
		assert.Len(t, plain, len(in), in)
		assert.Equal(t, strings.Count(in, "\n"), strings.Count(string(plain), "\n"), in)
		outlines(t, Java, string(plain), want)
	}
	same := []byte(`class A { String s = "\u00e9\u200b \\u0041"; /* \u0041 */ } // \u0041`)
	assert.Same(t, &same[0], &PlainJava(same)[0])
	text := Read(source.NewFile("f", "f", PlainJava([]byte(`f(\u0022ab\u0022)`))), Java).Text(2)
	assert.Equal(t, 8, text.Locate(0, 2)[0].Span.Start)
}

func FuzzPlainJava(f *testing.F) {
	f.Add([]byte(`/* \u002a\u002f "\u005cn" // \u000a`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if plain := PlainJava(data); len(plain) != len(data) {
			t.Fatalf("%d bytes of %d", len(plain), len(data))
		}
	})
}
