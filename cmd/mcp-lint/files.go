package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lock"
)

type loaded[T any] struct {
	value T
	file  *source.File
}

// load reads an userfile.Ordinary file of a bounded size. A mistake in it is reported with its line, and what to do.
func load[T any](name string, follow bool, most int64, parse func([]byte) (T, error)) (*loaded[T], error) {
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
		return &loaded[T]{value, namedSource(name, data)}, nil
	case !errors.As(err, &wrong):
		return nil, fmt.Errorf("%s: %w", name, err)
	case wrong.Line > 0:
		name = fmt.Sprintf("%s:%d", name, wrong.Line)
	}
	return nil, hint.Errorf(sentence(wrong.Hint), "%s: %s", name, wrong.Reason)
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// namedSource is a file that the user has named or that lies in the working directory, as reports show it.
func namedSource(name string, data []byte) *source.File {
	shown := filepath.ToSlash(filepath.Clean(name))
	rel := shown
	if !filepath.IsLocal(name) {
		// A folder of the machine is nobody's business.
		rel = filepath.Base(name)
	}
	return source.NewFile(shown, rel, data)
}

// lockAbove is the nearest lock file in a folder above the working directory that is in the same repository, or "".
func lockAbove() string {
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

// maxAttributes bounds a .gitattributes file, which may be somebody else's.
const maxAttributes = 1 << 20

// mergesBadly reports whether git has no rule to merge a file. It reads .gitattributes well enough for a hint.
func mergesBadly(name string) bool {
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	dir := filepath.Dir(abs)
	top := discover.FindRepository(dir)
	if top == "" {
		return false
	}
	files := []string{filepath.Join(top, ".git", "info", "attributes"), filepath.Join(top, ".gitattributes")}
	for ; dir != top; dir = filepath.Dir(dir) {
		files = append(files, filepath.Join(dir, ".gitattributes"))
	}
	for _, f := range files {
		if userfile.Ordinary(f, false) != nil {
			continue
		}
		if data, err := userfile.Read(f, maxAttributes); err == nil && setsMerge(data, filepath.Base(abs)) {
			return false
		}
	}
	return true
}

func setsMerge(data []byte, base string) bool {
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if ok, err := path.Match(path.Base(words[0]), base); !ok || err != nil {
			continue
		}
		for _, w := range words[1:] {
			if w == "-merge" || w == "merge" || strings.HasPrefix(w, "merge=") {
				return true
			}
		}
	}
	return false
}
