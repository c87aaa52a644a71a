package detect_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// parseReference is ParseJSON by way of the tokens of encoding/json.
func parseReference(data []byte) (*detect.Node, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	n, err := referenceValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows it")
	}
	return n, nil
}

func referenceValue(dec *json.Decoder, depth int) (*detect.Node, error) {
	if depth > detect.ParseDepth {
		return nil, detect.ErrTooDeep
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := tok.(type) {
	case string:
		return &detect.Node{Kind: detect.NodeString, Text: v}, nil
	case json.Number:
		return &detect.Node{Text: v.String()}, nil
	case nil:
		return &detect.Node{Text: "null"}, nil
	case json.Delim:
		n := &detect.Node{Kind: detect.NodeArray}
		if v == '{' {
			n.Kind = detect.NodeObject
		}
		for dec.More() {
			var name *detect.Node
			if v == '{' {
				if name, err = referenceValue(dec, depth); err != nil {
					return nil, err
				}
			}
			value, err := referenceValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			if v == '{' {
				n.Members = append(n.Members, detect.Member{Name: name, Value: value})
			} else {
				n.Items = append(n.Items, value)
			}
		}
		_, err := dec.Token()
		return n, err
	}
	return &detect.Node{Text: fmt.Sprint(tok)}, nil
}

// requireSameParse asserts that ParseJSON and encoding/json read the same, or refuse it both, and for its depth both.
func requireSameParse(t *testing.T, data []byte) {
	t.Helper()
	want, refused := parseReference(data)
	got, err := detect.ParseJSON(data)
	if refused != nil {
		require.Error(t, err, "%q: encoding/json says %v", data, refused)
		require.Nil(t, got)
		require.Equal(t, errors.Is(refused, detect.ErrTooDeep), errors.Is(err, detect.ErrTooDeep), "%q: %v, encoding/json says %v", data, err, refused)
		return
	}
	require.NoError(t, err, "%q", data)
	require.Equal(t, want, got, "%q", data)
}

// parseOddities are what parsers of JSON disagree about.
var parseOddities = []string{
	``, ` `, `{`, `[`, `}`, `]`, `,`, `:`, `"`, `"\`, `"\u`, `"\u12`, `nul`, `nulls`, `truefalse`, `tru`, `-`, `-0`, `01`, `-01`, `1.`, `.5`, `1.5`, `1e`, `1e+`, `1e+5`,
	`1E-05`, `0e0`, `00`, `0x1`, `+1`, `NaN`, `Infinity`, `1 2`, `1,`, `1x`, `"a""b"`, `"a" x`, "\ufeff{}", "{}\x00", "\v1", "\u00a01", "\t\r\n 1 \n",
	`[1 2]`, `[1,]`, `[,1]`, `[,]`, `[1,,2]`, `[1}`, `{"a":1]`, `{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{"a":1 "b":2}`, `{"a" 1}`, `{1:2}`, `{null:1}`,
	`{"a":1,"a":2}`, `{"":""}`, `[[],{},[[]],[{}]]`, `{"a":[{"b":[1,"x",null,true,false]}]}`,
	`"\u0041\u00e9\u4e2d\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\u0041"`, `"\ud83d\n"`, `"\uD83D\uDE00"`, `"\ufffd\ufffe"`,
	`"\ud83d\u00"`, `"\b\f\n\r\t\/\\\""`, `"\a"`, `"\'"`, `"\x41"`, `"\U0041"`, "\"\n\"", "\"\x1f\"", "\"\x7f\"", "\"\x00\"",
	"\"\xff\"", "\"\xff\xfe a\"", "\"a\xe2\x80\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xff\\n\xff\"", "\"\\ud83d\xff\"", "\"\u2028\u0085\"", "\"\xe2\x80\\n\xa8\"",
}

func TestParseJSONReadsWhatEncodingJSONReads(t *testing.T) {
	for _, s := range parseOddities {
		for _, around := range []string{"%s", "[%s]", `{"a":%s}`, `{%s}`, `[0,%s,0]`, `{"a":0,%s}`} {
			requireSameParse(t, []byte(strings.Replace(around, "%s", s, 1)))
		}
	}
	for _, depth := range []int{detect.ParseDepth - 1, detect.ParseDepth, detect.ParseDepth + 1, detect.ParseDepth + 2} {
		for _, inner := range []string{"", "1", "[]", "{}", ",", "}", "]", "x", `"a"`, `{"a"`, `{"a":`, `{"a":1`, `{"a" 1`, `{a`, "[,", "[}", "[1", "[1,"} {
			arrays := strings.Repeat("[", depth) + inner
			requireSameParse(t, []byte(arrays))
			requireSameParse(t, []byte(arrays+strings.Repeat("]", depth)))
			objects := strings.Repeat(`{"a":`, depth) + inner
			requireSameParse(t, []byte(objects))
			requireSameParse(t, []byte(objects+strings.Repeat("}", depth)))
		}
	}
}

// TestParseJSONOnCorpus reads the lines of the corpus, and each of them cut short and with a byte changed.
func TestParseJSONOnCorpus(t *testing.T) {
	lines := corpusLines(t)
	require.NotEmpty(t, lines)
	for k, line := range lines {
		requireSameParse(t, line)
		if k%11 != 0 {
			continue
		}
		at := (k * 7919) % len(line)
		requireSameParse(t, line[:at])
		changed := bytes.Clone(line)
		const oddBytes = "\",:[]{}\\\x00\xff x1-"
		changed[at] = oddBytes[k%len(oddBytes)]
		requireSameParse(t, changed)
	}
}

// TestParseJSONKeepsItsOwnText changes what was parsed.
func TestParseJSONKeepsItsOwnText(t *testing.T) {
	data := []byte(`{"name":"value","n":12}`)
	n, err := detect.ParseJSON(data)
	require.NoError(t, err)
	for i := range data {
		data[i] = 'x'
	}
	assert.Equal(t, "value", n.StringAt("name"))
	assert.Equal(t, "12", n.Get("n").Text)
	n.Members = append(n.Members, detect.Member{Name: str("m"), Value: str("v")})
	assert.Equal(t, "v", n.StringAt("m"))
}

func FuzzParseJSONReference(f *testing.F) {
	for _, s := range parseOddities {
		f.Add([]byte(s))
		f.Add([]byte(`{"a":[` + s + `]}`))
	}
	f.Fuzz(func(t *testing.T, data []byte) { requireSameParse(t, data) })
}

// corpusLines returns the lines of the corpus, each a JSON object.
func corpusLines(tb testing.TB) [][]byte {
	tb.Helper()
	files, err := filepath.Glob("../corpus/data/*.jsonl")
	require.NoError(tb, err)
	var lines [][]byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(tb, err)
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
