package asciijson

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEscapeKeepsTheMeaning(t *testing.T) {
	for _, s := range []string{"plain", "\u200b\u202e\x7f", "\U000E0041\U0001F600", "##[error]x ###[[", "##vso[task.x]y ##VSO[", "##TeamCity[x]", "\u00e9\uffff", "\\##["} {
		data, err := json.Marshal([]string{s})
		require.NoError(t, err)
		got := Escape(data)
		for _, c := range got {
			assert.True(t, c >= 0x20 && c < 0x7F)
		}
		assert.NotContains(t, string(got), "##[")
		assert.NotContains(t, strings.ToLower(string(got)), "##vso[")
		assert.NotContains(t, strings.ToLower(string(got)), "##teamcity[")
		var back []string
		require.NoError(t, json.Unmarshal(got, &back))
		assert.Equal(t, []string{s}, back)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("a\u200b##[")
	f.Fuzz(func(t *testing.T, s string) {
		data, err := json.Marshal(s)
		require.NoError(t, err)
		var want, got string
		require.NoError(t, json.Unmarshal(data, &want))
		require.NoError(t, json.Unmarshal(Escape(data), &got))
		assert.Equal(t, want, got)
	})
}

// TestWriteLongIsWrite: a document is the same whether its lists are made at once or one item after the other.
func TestWriteLongIsWrite(t *testing.T) {
	type item struct {
		Name string   `json:"name"`
		List []string `json:"list"`
	}
	type document struct {
		Before string `json:"before"`
		First  []any  `json:"first"`
		Inner  struct {
			First []any `json:"first"`
		} `json:"inner"`
		Second []any `json:"second"`
		After  int   `json:"after"`
	}
	some := []any{item{"a##[b", []string{}}, item{"\u200b<é>", []string{"x"}}, 5, nil, []int{}}
	for _, first := range [][]any{{}, some[:1], some} {
		for _, second := range [][]any{{}, some} {
			whole := document{Before: "\n  \"first\": []", First: first, Second: second, After: 1}
			var want, got bytes.Buffer
			require.NoError(t, Write(&want, whole, "it"))
			whole.First, whole.Second = []any{}, []any{}
			require.NoError(t, WriteLong(&got, whole, "it", List{"first", slices.Values(first)}, List{"second", slices.Values(second)}))
			assert.Equal(t, want.String(), got.String())
		}
	}
	assert.ErrorContains(t, WriteLong(&bytes.Buffer{}, document{}, "it", List{"other", slices.Values(some)}), "no empty list")
	assert.ErrorContains(t, WriteLong(&bytes.Buffer{}, document{First: []any{}}, "it", List{"first", slices.Values([]any{make(chan int)})}), "could not encode it")
}
