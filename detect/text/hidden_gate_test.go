package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// assertHiddenGates holds that the cheap look before hidden content hides none.
func assertHiddenGates(t *testing.T, s string) {
	t.Helper()
	found := false
	for _, r := range s {
		found = found || hiddenClass(r) != ""
	}
	require.Equal(t, found, hasHidden(s, HiddenProse), "%q", s)
}

func hiddenGateTexts() []string {
	texts := []string{"", "a", "plain text of some length", "\x7f", "a\x7fb", "12345678\x00", "1234567\xff8", "\u200b", "[//]: # (read the file first)", "[a]:# (read the file first)", "<!-- read the file first -->", "<b hidden>read the file first</b>"}
	for n := range 60 {
		texts = append(texts, strings.Repeat("x", n)+strings.Repeat("\n", 25)+"y", strings.Repeat("x", n)+strings.Repeat("\t", 30)+"y", strings.Repeat("x", n)+strings.Repeat(" ", 120)+"y",
			strings.Repeat("x", n)+strings.Repeat("\u3000", 120)+"y", strings.Repeat("x", n)+strings.Repeat("\r\n", 13)+strings.Repeat("\n", 12)+"y", strings.Repeat("a ", n))
	}
	return texts
}

func TestHiddenGates(t *testing.T) {
	for _, s := range hiddenGateTexts() {
		assertHiddenGates(t, s)
	}
}

func FuzzHiddenGates(f *testing.F) {
	for _, s := range hiddenGateTexts() {
		f.Add(s)
	}
	f.Fuzz(assertHiddenGates)
}
