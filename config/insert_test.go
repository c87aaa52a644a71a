package config

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInsertIgnores(t *testing.T) {
	const entry = "  - check: a.b\n    reason: r\n"
	for name, tc := range map[string]struct{ before, after, err string }{
		"nothing":          {"", "ignore:\n" + entry, ""},
		"other settings":   {"fail-on: high", "fail-on: high\nignore:\n" + entry, ""},
		"no entries":       {"ignore: # none\nskip: [x]\n", "ignore: # none\n" + entry + "skip: [x]\n", ""},
		"an empty list":    {"ignore: [ ] # none", "ignore: # none\n" + strings.TrimSuffix(entry, "\n"), ""},
		"an entry":         {"ignore:\n# why\n- check: c.d\n", "ignore:\n# why\n- check: a.b\n  reason: r\n- check: c.d\n", ""},
		"line ends":        {"ignore:\r\n  - check: c.d\r\n", "ignore:\r\n" + strings.ReplaceAll(entry, "\n", "\r\n") + "  - check: c.d\r\n", ""},
		"a list in braces": {"ignore: [{check: c.d}]\n", "", "one entry below another"},
		"no list":          {"ignore: {}\n", "", "one entry below another"},
		"a key in braces":  {"{ignore: []}\n", "", "one entry below another"},
		"no YAML":          {"a: [", "", "yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := InsertIgnores([]byte(tc.before), entry)
			if tc.err != "" {
				require.ErrorContains(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tc.after, string(got.Apply([]byte(tc.before))))
		})
	}
	// YAML ends lines where a file does not: nothing is put into an entry.
	for _, end := range []string{"\u2028", "\u0085", "\r"} {
		data := []byte("# a" + end + "# b\nignore:\n  - reason: |\n      - old\n    check: c.d\n")
		_, err := InsertIgnores(data, entry)
		require.ErrorContains(t, err, "without a change of other entries")
	}
	for _, end := range []string{"\u2028", "\u0085", "\r"} {
		data := []byte("# " + strings.Repeat(end+"# ", 9) + "\nignore:\n  - check: c.d\n")
		if got, err := InsertIgnores(data, entry); err == nil {
			assert.LessOrEqual(t, got.End, len(data))
		}
	}
}
