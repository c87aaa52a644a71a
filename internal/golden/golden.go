// Package golden compares what tests render with files of testdata. With -update the files are written anew, and the difference is for review.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// Update reports whether files are written anew.
func Update() bool { return *update }

// Equal compares a file with what it is to hold.
func Equal(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	if want := string(must.OK(os.ReadFile(file))(t)); want != got {
		assert.Equal(t, strings.Split(want, "\n"), strings.Split(got, "\n"), "%s: run the test with -update and look at the difference", file)
	}
}

// Each runs a test for each of the files that a pattern matches, under the name of the file.
func Each(t *testing.T, pattern string, test func(t *testing.T, file string)) {
	t.Helper()
	files := must.OK(filepath.Glob(pattern))(t)
	require.NotEmpty(t, files, pattern)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), func(t *testing.T) { test(t, file) })
	}
}

// Lines renders each line of a file. What it comes to stands below it, on lines that begin with a tab. Lines that are empty or begin with # are
// for readers.
func Lines(t *testing.T, file string, render func(line string) []string) {
	t.Helper()
	var got strings.Builder
	for line := range strings.Lines(string(must.OK(os.ReadFile(file))(t))) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		got.WriteString(line)
		if line = strings.TrimSuffix(line, "\n"); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for _, s := range render(line) {
			got.WriteString("\t" + OneLine(s) + "\n")
		}
	}
	Equal(t, file, got.String())
}

// named matches the name of a character that nobody sees in a file, or of a byte.
var named = regexp.MustCompile(`<U\+[0-9A-F]{4,6}>|<0x[0-9A-F]{2}>`)

// Characters replaces names of characters and bytes, such as <U+200B> and <0xFF>, by what they name.
func Characters(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		n, _ := strconv.ParseUint(name[len("<U+"):len(name)-1], 16, 32)
		if strings.HasPrefix(name, "<0x") {
			return string([]byte{byte(n)})
		}
		return string(rune(n))
	})
}

// OneLine replaces what a line of a file cannot show by names that Characters knows, and line ends by ⏎.
func OneLine(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch r, n := utf8.DecodeRuneInString(text[i:]); {
		case r == '\n':
			b.WriteString("⏎")
			i += n
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<0x%02X>", text[i])
			i++
		case unicode.IsPrint(r):
			b.WriteRune(r)
			i += n
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
			i += n
		}
	}
	return b.String()
}

// Text is what OneLine wrote.
func Text(line string) string { return Characters(strings.ReplaceAll(line, "⏎", "\n")) }

// Snippet is the text of a line that begins with ">" and a blank, as OneLine writes it.
func Snippet(line string) (string, bool) {
	text, ok := strings.CutPrefix(line, ">")
	return Text(strings.TrimPrefix(text, " ")), ok
}

// Script runs the commands in the comment of an archive in a folder with its files; see Characters. What a command comes to stands below
// it, on lines that begin with >. The command "link NAME TARGET" is known here; DIR in the
// target is the folder.
func Script(t *testing.T, file string, run func(dir string, words []string) []string) {
	t.Helper()
	a := must.OK(txtar.ParseFile(file))(t)
	dir := must.OK(filepath.EvalSymlinks(t.TempDir()))(t)
	for _, f := range a.Files {
		write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), Characters(string(f.Data)))
	}
	var got strings.Builder
	for line := range strings.Lines(string(a.Comment)) {
		if strings.HasPrefix(line, ">") {
			continue
		}
		got.WriteString(line)
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "link" {
			if runtime.GOOS == "windows" {
				t.Skip("links need rights")
			}
			name := filepath.Join(dir, words[1])
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.Symlink(strings.ReplaceAll(words[2], "DIR", dir), name))
			continue
		}
		for _, s := range run(dir, words) {
			got.WriteString("> " + OneLine(s) + "\n")
		}
	}
	a.Comment = []byte(got.String())
	Equal(t, file, string(txtar.Format(a)))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

// Sections renders the sections of an archive: what the section NAME comes to is in the section NAME.ir.
func Sections(t *testing.T, file string, render func(name, text string) string) {
	t.Helper()
	a := must.OK(txtar.ParseFile(file))(t)
	got := txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".ir") {
			continue
		}
		got.Files = append(got.Files, f, txtar.File{Name: f.Name + ".ir", Data: []byte(render(f.Name, Characters(string(f.Data))))})
	}
	Equal(t, file, string(txtar.Format(&got)))
}
