package mcplint_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
)

func readPage(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../docs/library.md")
	require.NoError(t, err)
	return string(data)
}

// flush returns code without the blanks that its lines begin with.
func flush(code string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(code)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

// TestPageIsCode looks that each block of Go on the page is part of a test, which is compiled and run, and says what the page says.
func TestPageIsCode(t *testing.T) {
	page := readPage(t)
	code := ""
	for _, name := range []string{"sdk_test.go", "example_test.go", "../detect/example_test.go", "../lint/example_test.go"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, page, "`"+strings.TrimPrefix("mcplint/"+name, "mcplint/../")+"`")
		code += flush(string(data)) + "\n"
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(page, -1)
	assert.GreaterOrEqual(t, len(blocks), 8)
	for _, block := range blocks {
		assert.True(t, strings.Contains(code, flush(block[1])+"\n"), "docs/library.md shows code that is part of no test:\n%s", block[1])
	}
	message := regexp.MustCompile("(?s)```text\n(mcp-lint: .*?)```").FindStringSubmatch(page)
	require.NotNil(t, message)
	for line := range strings.Lines(message[1]) {
		assert.Regexp(t, `(?m)^// +`+regexp.QuoteMeta(strings.TrimSpace(line))+`$`, code)
	}
}

// TestPackageIsCode does so with the code of the package's documentation.
func TestPackageIsCode(t *testing.T) {
	data, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	var block strings.Builder
	for line := range strings.Lines(string(data)) {
		if words, ok := strings.CutPrefix(line, "//\t"); ok {
			block.WriteString(words)
		} else if block.Len() > 0 && line == "//\n" {
			block.WriteString("\n")
		}
	}
	test, err := os.ReadFile("sdk_test.go")
	require.NoError(t, err)
	require.NotEmpty(t, block.String())
	assert.True(t, strings.Contains(string(test), strings.TrimSpace(block.String())+"\n"), block.String())
}

// TestPageOptions looks that each option has its row.
func TestPageOptions(t *testing.T) {
	page := readPage(t)
	data, err := os.ReadFile("options.go")
	require.NoError(t, err)
	names := regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(.*\) Option `).FindAllStringSubmatch(string(data), -1)
	require.Len(t, names, 9)
	for _, name := range names {
		assert.Regexp(t, "(?m)^\\|.*`"+name[1]+"\\(", page)
	}
}

// TestPageLimits compares the limits on the page with those there are.
func TestPageLimits(t *testing.T) {
	want := map[string]int{
		"detect.MaxTools": detect.MaxTools, "detect.MaxFields": detect.MaxFields, "detect.MaxNodes": detect.MaxNodes, "detect.MaxTextBytes": detect.MaxTextBytes,
		"detect.MaxSignals": detect.MaxSignals, "detect.MaxScanSignals": detect.MaxScanSignals, "detect.ParseDepth": detect.ParseDepth, "discover.DefaultFileBytes": discover.DefaultFileBytes,
		"discover.DefaultFiles": discover.DefaultFiles, "discover.DefaultDepth": discover.DefaultDepth,
	}
	got := map[string]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `((?:detect|discover)\\.\\w+)` \\| ([0-9,]+) ").FindAllStringSubmatch(readPage(t), -1) {
		n, err := strconv.Atoi(strings.ReplaceAll(row[2], ",", ""))
		require.NoError(t, err)
		got[row[1]] = n
	}
	assert.Equal(t, want, got)
}

// TestPageModules compares the modules on the page with those that are linked.
func TestPageModules(t *testing.T) {
	page := readPage(t)
	for pkg, title := range map[string]string{"../detect/check": "`detect/check` brings in", ".": "`lint` and `mcplint` bring in", "../lint": "`lint` and `mcplint` bring in"} {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", pkg).Output()
		require.NoError(t, err)
		modules := slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out)))))
		modules = slices.DeleteFunc(modules, func(m string) bool { return m == "github.com/org/mcp-lint" })
		_, rest, ok := strings.Cut(page, title)
		require.True(t, ok, title)
		block := regexp.MustCompile("(?s)```text\n(.*?)```").FindStringSubmatch(rest)
		assert.Equal(t, modules, strings.Fields(block[1]), pkg)
	}
}
