package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// maxURI bounds the URI of a document.
const maxURI = 8 << 10

// pathOf returns the path that a URI names, or false for one that names no file of this machine.
func pathOf(uri string) (string, bool) { return pathOn(runtime.GOOS == "windows", uri) }

// pathOn is pathOf on a machine with the paths of Windows, or on another.
func pathOn(windows bool, uri string) (string, bool) {
	if len(uri) > maxURI {
		return "", false
	}
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Opaque != "" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	path := u.Path
	if !windows {
		if u.Host != "" && !strings.EqualFold(u.Host, "localhost") || !strings.HasPrefix(path, "/") {
			return "", false
		}
		return filepath.Clean(path), true
	}
	if u.Host != "" && !strings.EqualFold(u.Host, "localhost") {
		// A share of another machine: \\host\share\file.
		return `\\` + u.Host + strings.ReplaceAll(path, "/", `\`), true
	}
	if len(path) < 3 || path[0] != '/' || !isLetter(path[1]) || path[2] != ':' {
		return "", false
	}
	// Editors do not agree on the case of a drive.
	return strings.ToUpper(path[1:2]) + strings.ReplaceAll(path[2:], "/", `\`), true
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string { return uriOn(runtime.GOOS == "windows", path) }

func uriOn(windows bool, path string) string {
	if !windows {
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	path = strings.ReplaceAll(path, `\`, "/")
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		host, share, _ := strings.Cut(rest, "/")
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + share}).String()
	}
	return (&url.URL{Scheme: "file", Path: "/" + path}).String()
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
