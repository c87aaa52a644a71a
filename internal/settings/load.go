package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// Loaded is what a file says, and the file.
type Loaded[T any] struct {
	Value T
	File  *source.File
}

// Load reads an ordinary file of a bounded size. A mistake in it is reported with its line, and what to do.
func Load[T any](name string, follow bool, most int64, parse func([]byte) (T, error)) (*Loaded[T], error) {
	if err := userfile.Ordinary(name, follow); err != nil {
		return nil, err
	}
	data, err := userfile.Read(name, most+1)
	if err != nil {
		return nil, err
	}
	value, err := parse(data)
	var wrong *lock.ParseError
	switch {
	case err == nil:
		return &Loaded[T]{value, Named(name, data)}, nil
	case !errors.As(err, &wrong):
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nil, hint.Errorf(sentence(wrong.Hint), "%s: %s", AtLine(name, max(wrong.Line, 0)), wrong.Reason)
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// Named is a file that the user has named or that lies in the working directory, as reports show it.
func Named(name string, data []byte) *source.File {
	shown := filepath.ToSlash(filepath.Clean(name))
	rel := shown
	if !filepath.IsLocal(name) {
		// A folder of the machine is nobody's business.
		rel = filepath.Base(name)
	}
	return source.NewFile(shown, rel, data)
}

// LockAbove is the nearest lock file in a folder above the working directory that is in the same repository, or "".
func LockAbove() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	up := ""
	for top := discover.FindRepository(dir); top != "" && dir != top; {
		dir, up = filepath.Dir(dir), up+"../"
		if userfile.Ordinary(filepath.Join(dir, lock.Name), false) == nil {
			return up + lock.Name
		}
	}
	return ""
}

// Lock reads a lock file, or returns nil when name is "" and folder has none ("" is the working directory). A broken lock file is an
// error: without it, every change would look like a new definition.
func Lock(folder, name string) (*Loaded[*lock.File], error) {
	given := name != ""
	if !given {
		name = filepath.Join(folder, lock.Name)
	}
	l, err := Load(name, given, lock.MaxBytes, lock.Parse)
	if !given && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return l, err
}

// ErrLockRequired is returned when settings require a missing lock file.
var ErrLockRequired = errors.New("no " + lock.Name + ", but a lock file is required")

// WriteLock says how to write a lock file.
const WriteLock = "Write it with mcp-lint lock, review the definitions and approve them."

// Baseline reads a baseline.
func Baseline(name string) (*Loaded[*lint.Baseline], error) {
	return Load(name, true, lint.MaxBaselineBytes, lint.ParseBaseline)
}
