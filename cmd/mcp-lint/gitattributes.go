package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxAttributes bounds a .gitattributes file, which may be somebody else's.
const maxAttributes = 1 << 20

// inGit reports whether a file lies in a working tree of git.
func inGit(name string) bool {
	_, ok := gitTop(name)
	return ok
}

// gitTop is the top of the working tree that a file lies in.
func gitTop(name string) (string, bool) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// mergesWell reports whether git is told how to merge a file, in a .gitattributes beside or above it or in the repository's own. It
// reads them well enough for a hint.
func mergesWell(name string) bool {
	top, ok := gitTop(name)
	if !ok {
		return false
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	files := []string{filepath.Join(top, ".git", "info", "attributes")}
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		files = append(files, filepath.Join(dir, ".gitattributes"))
		if dir == top || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, f := range files {
		if ordinary(f, false) != nil {
			continue
		}
		data, err := readBounded(f, maxAttributes)
		if err == nil && setsMerge(data, filepath.Base(abs)) {
			return true
		}
	}
	return false
}

// setsMerge reports whether a .gitattributes says how to merge files of that name.
func setsMerge(data []byte, base string) bool {
	for line := range bytes.Lines(data) {
		words := strings.Fields(string(line))
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

// pattern is how .gitattributes names a file, wherever in the tree it lies.
func pattern(name string) string { return filepath.Base(name) }
