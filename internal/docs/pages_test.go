package docs

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/lint"

	"github.com/org/mcp-lint/internal/golden"
)

// folder is where the pages are.
const folder = "../../docs/checks"

func TestPagesAreUpToDate(t *testing.T) {
	pages, err := Pages()
	require.NoError(t, err)
	require.Len(t, pages, len(lint.Rules())+1)
	there, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range there {
		if _, known := pages[e.Name()]; known {
			continue
		}
		if golden.Update() {
			require.NoError(t, os.Remove(filepath.Join(folder, e.Name())))
			continue
		}
		assert.Fail(t, "a page of no check", "%s: run make docs", e.Name())
	}
	for name, page := range pages {
		golden.Equal(t, filepath.Join(folder, name), page)
	}
}

func TestFormatTablesAreUpToDate(t *testing.T) {
	for path, write := range map[string]func(document string) (string, error){
		"../../docs/outputs.md":  Formats,
		"../../docs/severity.md": Severities,
	} {
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		want, err := write(string(got))
		require.NoError(t, err, path)
		golden.Equal(t, path, want)
	}
	_, err := Formats("# No table\n")
	require.Error(t, err)
}

// finding is the first line of a finding.
var finding = regexp.MustCompile(`(?m)^(informational|low|medium|high|critical)\[`)

// TestPagesShowWhatTheySay looks for what a reader comes for, and for what no page may hold.
func TestPagesShowWhatTheySay(t *testing.T) {
	pages, err := Pages()
	require.NoError(t, err)
	for _, d := range lint.Rules() {
		page := pages[d.ID+".md"]
		files := len(d.Bad) + len(d.Good)
		for _, e := range slices.Concat(d.Bad, d.Good) {
			if e.Approved != "" && e.Approved != noneApproved {
				files++
			}
		}
		assert.Equal(t, files, strings.Count(page, "```json\n"), d.ID)
		assert.GreaterOrEqual(t, len(finding.FindAllString(page, -1)), len(d.Bad), "%s: every bad example is reported", d.ID)
		for _, e := range d.Bad {
			assert.Contains(t, page, e.Note)
			shown, err := show(e)
			require.NoError(t, err)
			assert.Contains(t, shown.printed, d.ID)
		}
		for _, e := range d.Good {
			assert.Contains(t, page, e.Note)
			shown, err := show(e)
			require.NoError(t, err)
			assert.Empty(t, shown.printed, "%s: %s", d.ID, e.Note)
		}
		for _, c := range page {
			ours := strings.ContainsRune("\u2026\u201c\u201d", c)
			assert.True(t, ours || c == '\n' || c >= 0x20 && c < 0x7F || c >= 0xA0 && !strings.ContainsRune("\u200b\u202e\u00ad", c), "%s holds %U", d.ID, c)
		}
	}
}

func TestCredentialsAreVeiled(t *testing.T) {
	for _, d := range lint.Rules() {
		for _, e := range d.Bad {
			shown, err := show(e)
			require.NoError(t, err)
			assert.Equal(t, d.ID == "secret.embedded" || d.ID == "launch.secret", shown.veiled, "%s: %s", d.ID, e.Note)
			if shown.veiled {
				assert.NotContains(t, shown.file, cmp.Or(e.Text, e.Tool))
			}
		}
	}
}

// TestAddressesLeadSomewhere follows the addresses that reports give.
func TestAddressesLeadSomewhere(t *testing.T) {
	urls := []string{lint.DocsURL("outputs.md"), lint.DocsURL("checks/" + Index)}
	for _, d := range lint.Rules() {
		urls = append(urls, lint.CheckURL(d.ID))
	}
	for _, url := range urls {
		path, ok := strings.CutPrefix(url, "https://github.com/org/mcp-lint/blob/main/")
		require.True(t, ok, url)
		assert.FileExists(t, filepath.Join("../..", path))
	}
}
