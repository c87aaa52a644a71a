package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/cache"
	"github.com/org/mcp-lint/report"
)

// cacheOptions say whether what a scan reads is kept for later ones, and where.
type cacheOptions struct {
	dir  string
	off  bool
	open *cache.Store
}

// switches are words that people write to turn a flag on or off, and hardly name folders.
var switches = []string{"on", "off", "true", "false", "yes", "no", "none", "0", "1"}

// defaultCache stands for the default folder.
const defaultCache = "default"

func (c *cacheOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.dir, "cache", "", "reuse what earlier scans have read, and keep it in `DIR` (default: the user's cache folder; on at a terminal and with --in-context, off in CI)")
	f.Lookup("cache").NoOptDefVal = defaultCache
	f.BoolVar(&c.off, "no-cache", false, "neither use nor write the cache")
	_ = cmd.MarkFlagDirname("cache")
}

// cacheFolder is the folder that is named, or the default one.
func cacheFolder(named string) (string, error) {
	if named != "" && named != defaultCache {
		return named, nil
	}
	dir, err := os.UserCacheDir()
	if err == nil {
		_, err = os.Stat(filepath.Dir(dir)) // a home that is not there is not made
	}
	if err != nil {
		return "", fmt.Errorf("there is no folder for caches of the user: %w", err)
	}
	return filepath.Join(dir, "mcp-lint"), nil
}

// start opens the cache for a scan of the paths, if it is to be used, and returns what lint.Options.Cache asks. What others may have written is an
// error when it was asked for, and else is left alone.
func (c *cacheOptions) start(s streams, hook bool, paths []string) (func(folder string) discover.Memory, error) {
	asked := c.dir != ""
	switch {
	case asked && c.off:
		return nil, errors.New("--cache and --no-cache cannot be used together")
	case slices.Contains(switches, strings.ToLower(c.dir)):
		return nil, &hintError{
			fmt.Errorf("--cache=%s would use a folder of that name", c.dir),
			"Use --cache or --no-cache. If you mean the folder, write --cache=./" + c.dir + ".",
		}
	case c.off || !asked && !cacheByDefault(s, hook):
		return nil, nil
	}
	dir, err := cacheFolder(c.dir)
	if err == nil {
		c.open, err = openCache(dir, paths)
	}
	var refused *cache.RefusedError
	switch store := c.open; {
	case err == nil:
		return func(folder string) discover.Memory { return store.In(folder) }, nil
	case asked:
		return nil, &hintError{err, "Name another folder with --cache=DIR, one of your own outside of what is scanned; or scan with --no-cache."}
	case errors.As(err, &refused):
		_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s\n", text.Safe(err.Error(), messageRunes))
	}
	return nil, nil
}

// cacheByDefault reports whether the cache is used where nobody has said so: by people and by the hook. A job of CI begins without one.
func cacheByDefault(s streams, hook bool) bool {
	if s.env == nil || s.env("CI") != "" {
		return false
	}
	_, out := terminalOf(s.out)
	_, err := terminalOf(s.err)
	return hook || out || err
}

// openCache opens the cache in a folder, unless that lies in what is scanned: a repository must not bring what is believed of it.
func openCache(dir string, paths []string) (*cache.Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	tops := scannedFolders(paths)
	inside := func(dir string) error {
		holds := func(top string) bool {
			rel, err := filepath.Rel(top, dir)
			return err == nil && filepath.IsLocal(rel)
		}
		if slices.ContainsFunc(tops, holds) {
			return &cache.RefusedError{Dir: dir, Why: "it lies in what is scanned"}
		}
		return nil
	}
	if err := inside(dir); err != nil {
		return nil, err
	}
	store, err := cache.Open(dir, buildID())
	if err != nil {
		return nil, err
	}
	if err := inside(store.Dir); err != nil {
		_ = store.Close()
		return nil, err
	}
	return store, nil
}

// scannedFolders are the repositories that the paths lie in, or the folders themselves, with and without links.
func scannedFolders(paths []string) (tops []string) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		for _, find := range []func(string) (string, error){filepath.Abs, realPath} {
			at, err := find(p)
			if err != nil {
				continue // the scan says so
			}
			if info, err := os.Lstat(at); err == nil && info.Mode().IsRegular() {
				at = filepath.Dir(at)
			}
			tops = append(tops, cmp.Or(gitTop(at), at))
		}
	}
	return tops
}

// end writes what is new. No result depends on it, so that it is no error when that fails.
func (c *cacheOptions) end() {
	_ = c.open.Close()
	c.open = nil
}

// buildID distinguishes builds of mcp-lint by what Go and the linker have put into them, and by the beginning of the program, which holds the
// number that Go gives each build. Where the source is not that of a commit the time of the build counts too.
func buildID() string {
	h := sha256.New()
	v := thisBuild()
	fmt.Fprintf(h, "%+v\n", v)
	if info, ok := debug.ReadBuildInfo(); ok {
		_, _ = io.WriteString(h, info.String())
	}
	const beginning = 64 << 10
	if name, err := os.Executable(); err == nil {
		if f, err := os.Open(name); err == nil {
			_, _ = io.CopyN(h, f, beginning)
			if info, err := f.Stat(); err == nil {
				fmt.Fprintf(h, "%d", info.Size())
				if v.Commit == "" || v.Modified {
					fmt.Fprintf(h, "%d", info.ModTime().UnixNano())
				}
			}
			_ = f.Close()
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

const longCache = `A scan keeps what it read of each file, and its report, so that the next scan reads only what has changed. Entries are found by the content
of the files and belong to one build of mcp-lint: a report is the same with and without the cache.

The cache is used at a terminal and with --in-context. In CI, where the variable CI is set, it is used only with --cache. It contains strings
of the scanned files, and only its user may read it.`

func newCache(s streams) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "cache",
		Short:   "Show where the cache is and how large, or remove it",
		Long:    longCache,
		Example: "  mcp-lint cache\n  mcp-lint cache clean",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := cacheFolder(dir)
			if err != nil {
				return err
			}
			count, size, err := cache.Usage(folder)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.out, "folder  %s\nfiles   %d\nsize    %s\n", text.Safe(folder, messageRunes), count, megabytes(size))
			return err
		},
	}
	clean := &cobra.Command{
		Use:   "clean",
		Short: "Remove the cache",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := cacheFolder(dir)
			if err != nil {
				return err
			}
			count, size, err := cache.Clean(folder)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.out, "removed %s, %s, from %s\n", report.Count(count, "file"), megabytes(size), text.Safe(folder, messageRunes))
			return err
		},
	}
	cmd.PersistentFlags().StringVar(&dir, "cache", "", "the cache in `DIR` (default: that of the user)")
	_ = cmd.MarkPersistentFlagDirname("cache")
	cmd.AddCommand(clean)
	return cmd
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
