// Package settings reads what decides about a scan besides flags: configuration files, rules, lock files and baselines, each by its name or where
// it is looked for.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
)

// Unread says that the rules which a configuration file asks for are not read.
func Unread(name string) string {
	return "the rules that " + name + " asks for are not read, because it was found and not named; name it with --config, or the rules with --rules"
}

// Folder is the folder whose configuration file is read; "" is the working directory. Without a file there, it is the nearest folder
// above it with one, up to the root of its repository. Where all that is scanned lies outside of that, it is the root of the repository which
// that is in, or the scanned folder itself. A folder below is not asked: a change must not bring its own settings for the folder it changes.
func Folder(paths []string) string {
	here, err := userfile.Real(".")
	if err != nil || userfile.Exists(config.Name) {
		return ""
	}
	top := discover.FindRepository(here)
	var outside []string
	for _, p := range paths {
		outside = append(outside, outsideOf(top, here, p))
	}
	if outside = slices.Compact(outside); len(outside) == 1 && outside[0] != "" {
		return relativeTo(here, outside[0])
	}
	for dir := here; top != "" && dir != top; {
		if dir = filepath.Dir(dir); userfile.Exists(filepath.Join(dir, config.Name)) {
			return relativeTo(here, dir)
		}
	}
	return ""
}

// outsideOf is the folder whose settings are those of a path outside of a repository, or "" for one that is inside of it, also by a
// link, and for what others have put into a folder of dependencies.
func outsideOf(top, here, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(here, path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || top != "" && (scanservice.Within(top, path) || scanservice.Within(top, real)) {
		return ""
	}
	if st, err := os.Lstat(real); err == nil && !st.IsDir() {
		real = filepath.Dir(real)
	}
	if repo := discover.FindRepository(real); repo != "" {
		return repo
	}
	if slices.ContainsFunc(strings.Split(real, string(filepath.Separator)), discover.HoldsDependencies) {
		return ""
	}
	return real
}

// relativeTo writes a folder as it is reached from another one; "" is that one itself.
func relativeTo(here, dir string) string {
	if rel, err := filepath.Rel(here, dir); err != nil {
		return dir
	} else if rel != "." {
		return rel
	}
	return ""
}

// OtherName is the other ending of YAML files, which is easily written.
const OtherName = ".mcp-lint.yml"

// Config reads the named configuration file, or without a name that of the folder ("" is the working directory); both results are nil
// when there is none. One there that is a link is an error: the folder may be somebody else's. The rules that a named one asks for are
// added to own.
func Config(folder, name string, own *Rules) (*config.Config, *source.File, error) {
	given := name != ""
	name, data, err := Read(folder, name)
	if err != nil {
		if !given && errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil
		}
		return nil, nil, err
	}
	if given {
		if err := own.ReadSettings(name, data); err != nil {
			return nil, nil, err
		}
	}
	c, err := config.Parse(data, lint.CheckIDs(own.Checks()...))
	if err != nil {
		return nil, nil, explain(name, err)
	}
	return &c, Named(name, data), nil
}

// Read reads the named configuration file, or without a name that of the folder, and returns its name.
func Read(folder, name string) (string, []byte, error) {
	if name == "" {
		name = filepath.Join(folder, config.Name)
		if err := userfile.Ordinary(name, false); err != nil {
			return name, nil, err
		}
	}
	data, err := userfile.Read(name, config.MaxBytes+1)
	return name, data, err
}

// explain reports the first mistake of a configuration file, and what was probably meant.
func explain(name string, err error) error {
	var first *config.Error
	advice := ""
	if errors.As(err, &first) {
		if advice = didyoumean.Question(first.Key, first.Known); advice == "" && config.IsRuleID(first.Key) {
			advice = hintRules
		}
	}
	var all config.Problems
	if errors.As(err, &all) && len(all) > 1 {
		advice = hint.Join(advice, "Run mcp-lint config verify to list them all.")
	}
	return hint.Errorf(advice, "%s: %w", name, err)
}

// AtLine is the place of a line, or of a whole file for line 0.
func AtLine(name string, line int) string {
	if line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, line)
}
