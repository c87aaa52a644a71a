package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/manifest"
)

// vcsFolders hold the private data of version control systems. They are never looked into.
var vcsFolders = map[string]bool{".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, "CVS": true, ".sl": true}

// vendoredFolders hold dependencies and what builds leave behind: the default ignore lists of the package managers and
// build tools that MCP servers are written with. What git tracks in them is scanned all the same.
var vendoredFolders = map[string]bool{
	"node_modules": true, "bower_components": true, "jspm_packages": true, ".yarn": true, ".pnpm-store": true,
	"vendor": true, ".venv": true, "venv": true, "site-packages": true, "__pycache__": true, "__pypackages__": true,
	".tox": true, ".nox": true, ".eggs": true, ".mypy_cache": true, ".pytest_cache": true, ".ruff_cache": true,
	"dist": true, "build": true, "target": true, ".next": true, ".nuxt": true, ".svelte-kit": true, ".turbo": true,
	".parcel-cache": true, ".cache": true, ".gradle": true, ".terraform": true, "Pods": true, ".dart_tool": true,
	".bundle": true, ".build": true, "DerivedData": true, "_build": true, ".stack-work": true,
}

// want says whether a file is opened.
type want uint8

const (
	// wantNo is a file that is left alone.
	wantNo want = iota
	// wantSniff is opened to see whether its beginning looks like a document.
	wantSniff
	// wantYes is read.
	wantYes
)

// formats are the extensions of the notations that manifests and configurations are written in.
var formats = map[string]bool{
	".json": true, ".jsonc": true, ".json5": true, ".ndjson": true, ".jsonl": true, ".yaml": true, ".yml": true,
	".toml": true, ".code-workspace": true,
}

func wantsManifest(name string) want {
	ext := strings.ToLower(path.Ext(name))
	// A name such as .mcp has no extension.
	if len(ext) == len(name) {
		ext = ""
	}
	switch {
	case formats[ext], formats[strings.ToLower(path.Ext(manifest.TrimWrappers(name)))]:
		return wantYes
	case ext == "", manifest.IsWrapper(ext):
		return wantSniff
	}
	return wantNo
}

// isClientFile reports whether a client would read a file of that name as one of MCP's. A broken one is worth a word even when
// nothing in it looks like a manifest.
func isClientFile(name string) bool {
	name = strings.ToLower(manifest.TrimWrappers(name))
	if !formats[path.Ext(name)] {
		return false
	}
	stem := name[:len(name)-len(path.Ext(name))]
	for i := range clients.All {
		for known := range strings.FieldsSeq(clients.All[i].Stems) {
			rest, ok := strings.CutPrefix(stem, known)
			if ok && (rest == "" || strings.ContainsRune("._-", rune(rest[0]))) {
				return true
			}
		}
	}
	return false
}

// headBytes is how much of a file decides whether it is text, as much as git and grep look at.
const headBytes = 8 << 10

// looksLikeDocument reports whether the beginning of a file of unknown notation may be JSON, or events that carry it.
func looksLikeDocument(head []byte) bool {
	if manifest.IsEventStream(head) {
		return true
	}
	s := strings.TrimLeft(strings.TrimPrefix(string(head), "\uFEFF"), " \t\r\n")
	if _, _, wide := utf16Order(head); wide {
		s = strings.TrimLeft(decodeUTF16(head), "\uFEFF \t\r\n")
	}
	for strings.HasPrefix(s, "//") {
		_, rest, _ := strings.Cut(s, "\n")
		s = strings.TrimLeft(rest, " \t\r\n")
	}
	return s != "" && (s[0] == '{' || s[0] == '[') && strings.Contains(s, `"`)
}
