package asciijson

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEscapeKeepsTheMeaning(t *testing.T) {
	for _, s := range []string{"plain", "\u200b\u202e\x7f", "\U000E0041\U0001F600", "##[error]x ###[[", "\u00e9\uffff", "\\##["} {
		data, err := json.Marshal([]string{s})
		require.NoError(t, err)
		got := Escape(data)
		for _, c := range got {
			assert.True(t, c >= 0x20 && c < 0x7F)
		}
		assert.NotContains(t, string(got), "##[")
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
