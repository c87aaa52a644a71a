package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
// the settings in FOLDER.yaml or in --config=FILE if there are any. What it reports stands below it. Everything in the folder of --lock=FOLDER is
// approved, and --baseline=FOLDER holds the findings in that one; with --baseline=FOLDER+FOLDER the second writes over the first.
func TestScans(t *testing.T) {
	golden.Each(t, "testdata/scans/*.txtar", func(t *testing.T, file string) {
		t.Parallel()
		golden.Script(t, file, func(dir string, words []string) []string {
			if len(words) < 2 || words[0] != "scan" {
				return nil
			}
			r, err := Run(scanOf(t, dir, words[1:]))
			if err != nil {
				return []string{"error: " + strings.ReplaceAll(err.Error(), dir, "DIR")}
			}
			var b strings.Builder
			render(&b, r)
			return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		})
	})
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
		case key == "lock":
			opts.Lock, opts.LockFile = approveAll(t, filepath.Join(dir, value))
		case key == "baseline":
			for folder := range strings.SplitSeq(value, "+") {
				opts.Baseline = parsedBaseline(t, Options{Cwd: filepath.Join(dir, folder), Baseline: opts.Baseline})
			}
			opts.BaselineFile = source.NewFile("base", "base", nil)
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
			weight := s.Tier.String()
			if s.Note {
				weight = "note"
			}
			fmt.Fprintf(b, "    %s %s %s:%d:%d %q\n", weight, s.CheckID, s.Where.Rel, s.Where.Start.Line, s.Where.Start.Column, s.written())
			for _, other := range s.Related {
				fmt.Fprintf(b, "      with %q %q", other.Server, other.Tool)
				if other.Text != "" {
					fmt.Fprintf(b, ", was %q at %s:%d:%d", other.Text, other.Where.Path, other.Where.Start.Line, other.Where.Start.Column)
				}
				fmt.Fprintln(b)
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
	if l := r.Lock; l != nil {
		fmt.Fprintf(b, "  %s: %d approved, %d pending, %d changed, %d removed, %d renamed, %d unseen\n", l.Path, l.Approved, l.Pending, l.Changed, l.Removed, l.Renamed, l.Unseen)
	}
	fmt.Fprintf(b, "  %d definitions in %d of %d files, %d skipped, incomplete: %t\n", r.Summary.Definitions, r.Summary.Files, r.Summary.FilesSeen, len(r.Skips),
		r.Summary.Incomplete)
}
