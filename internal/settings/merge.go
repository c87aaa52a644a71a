package settings

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/userfile"
)

// maxAttributes bounds a .gitattributes file, which may be somebody else's.
const maxAttributes = 1 << 20

// MergesBadly reports whether git has no rule to merge a file. It reads .gitattributes well enough for a hint.
func MergesBadly(name string) bool {
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
