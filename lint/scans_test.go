package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover/source"

	"github.com/org/mcp-lint/internal/golden"
)

// scanFlags are what a scan of an archive may set beside its paths.
var scanFlags = map[string]func(o *Options, value string){
	"in-context": func(o *Options, _ string) { o.InContext = true },
	"agents":     func(o *Options, _ string) { o.AgentsFiles = true },
	"no-ignores": func(o *Options, _ string) { o.NoIgnores = true },
	"today":      func(o *Options, day string) { o.Today = day },
	"only":       func(o *Options, id string) { o.Only = append(o.Only, id) },
	"skip":       func(o *Options, id string) { o.Skip = append(o.Skip, id) },
}

// TestScans runs the scans in the archives of testdata/scans. A line "scan FOLDER [--flag[=value]] [path]" scans a folder of the archive, with
// the settings in FOLDER.yaml or in --config=FILE if there are any; the file "want" has the report of each. In the files, <U+200B> stands for
// that character.
func TestScans(t *testing.T) {
	archives, err := filepath.Glob("testdata/scans/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(name)
			require.NoError(t, err)
			files, want := map[string]string{}, slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			require.GreaterOrEqual(t, want, 0)
			for _, f := range slices.Delete(slices.Clone(a.Files), want, want+1) {
				files[f.Name] = named.ReplaceAllStringFunc(string(f.Data), character)
			}
			dir := tree(t, files)
			var got strings.Builder
			for line := range strings.Lines(string(a.Comment)) {
				if words := strings.Fields(line); len(words) > 1 && words[0] == "scan" {
					got.WriteString(line)
					render(&got, mustRun(t, scanOf(t, dir, words[1:])))
				}
			}
			a.Files[want].Data = []byte(got.String())
			golden.Equal(t, name, string(txtar.Format(a)))
		})
	}
}

// named matches the name of a character, and character returns what it names.
var named = regexp.MustCompile(`<U\+[0-9A-F]{4,6}>`)

func character(name string) string {
	r, _ := strconv.ParseUint(strings.Trim(name, "<U+>"), 16, 32)
	return string(rune(r))
}

// scanOf reads a line of an archive.
func scanOf(t *testing.T, dir string, words []string) Options {
	t.Helper()
	opts, settings := Options{Cwd: filepath.Join(dir, words[0])}, words[0]+".yaml"
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		switch set := scanFlags[key]; {
		case !strings.HasPrefix(word, "--"):
			opts.Paths = append(opts.Paths, word)
		case key == "config":
			settings = value
		default:
			require.NotNil(t, set, word)
			set(&opts, value)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, settings)); err == nil {
		c, err := config.Parse(data, CheckIDs())
		require.NoError(t, err)
		opts.Config, opts.ConfigFile = &c, source.NewFile(config.Name, config.Name, data)
	}
	return opts
}

// render writes what a report says: findings and their signals, what is suppressed and by what, and notes.
func render(b *strings.Builder, r *Report) {
	finding := func(f *Finding, by string) {
		fmt.Fprintf(b, "  %s%s %s, %s %s %q %q in %s %.15s\n", by, f.ID, f.Grade(), f.Tier, f.Kind, f.Server, f.Tool, f.Definition.Rel, f.Digest)
		for _, name := range f.SharedBy {
			fmt.Fprintf(b, "    shared by %q\n", name)
		}
		for i := range f.Signals {
			s := &f.Signals[i]
			fmt.Fprintf(b, "    %s %s %s:%d:%d %q\n", s.Tier, s.CheckID, s.Where.Rel, s.Where.Start.Line, s.Where.Start.Column, s.written())
			for _, other := range s.Related {
				fmt.Fprintf(b, "      with %q %q\n", other.Server, other.Tool)
			}
		}
	}
	for i := range r.Findings {
		finding(&r.Findings[i], "")
	}
	for i := range r.Suppressed {
		finding(&r.Suppressed[i].Finding, "suppressed by "+strconv.Itoa(r.Suppressed[i].By)+": ")
	}
	for i, s := range r.Suppressions {
		from, to := s.Where.Start, s.Where.End
		fmt.Fprintf(b, "  suppression %d: %s %q of %d at %s:%d:%d-%d:%d\n", i, s.Kind, s.Reason, s.Count, s.Where.Path, from.Line, from.Column, to.Line, to.Column)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "  note %s:%d: %s\n", n.Where.Path, n.Where.Start.Line, n.Text)
	}
	fmt.Fprintf(b, "  %d definitions, %d skipped, incomplete: %t\n", r.Summary.Definitions, len(r.Skips), r.Summary.Incomplete)
}
