package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/internal/wordset"
)

// origin is where the name of a server comes from when the document does not give it.
type origin struct {
	// key is the path that stands for the server: a folder, or a file without its extension. Tools with the same key
	// are of the same server. It is empty when the document names the server.
	key string
	// top is the folder of the tree that key lies in. Where a checkout lies differs from machine to machine: as long as the paths below keep
	// origins apart, no folder above is part of a name.
	top string
	// name is the last part of key, or a fixed word when key is the top of the tree, whose name differs from machine to machine.
	name string
}

// rootServer names the server whose files lie at the top of the scanned tree.
const rootServer = "main"

// genericStems are names of files that say what is in them but not whose it is.
var genericStems = wordset.Of(`
	mcp tools tool prompts prompt resources resource resource-templates manifest index server schema schemas capabilities list
	tools-list tools_list toolslist listtools list-tools list_tools listtoolsresult response result output capture config
	settings package data definitions tooldefinitions tool-definitions tool_definitions functions function registry
	snapshot dxt mcpb initialize discover catalog`)

// genericFolders are names of folders that say so.
var genericFolders = wordset.Of(`
	testdata test tests __tests__ spec specs fixtures fixture __fixtures__ snapshots __snapshots__ toolsnaps __toolsnaps__ golden
	goldens .well-known public static assets resources src lib data config configs settings .vscode .cursor .mcp mcp .github
	tools tool manifests manifest captures capture schemas schema json servers mcpb dxt internal pkg`)

// originOf derives the origin from a path. A file that is one whole tool, or has a name like tools.json, belongs to its folder.
func originOf(rel string, whole bool) origin {
	dir := path.Dir("/" + rel)[1:]
	stem := stemOf(path.Base(rel))
	if !whole && !genericStems[strings.ToLower(stem)] {
		return origin{key: path.Join(dir, stem), name: stem}
	}
	if dir == "" {
		return origin{name: rootServer}
	}
	for d := dir; d != ""; d = path.Dir("/" + d)[1:] {
		if base := path.Base(d); !genericFolders[strings.ToLower(base)] {
			return origin{key: d, name: base}
		}
	}
	return origin{key: dir, name: path.Base(dir)}
}

// stemOf returns the name of a file without dots in front and the extensions that say what it is.
func stemOf(name string) string {
	stem := strings.TrimLeft(name, ".")
	for {
		ext := strings.ToLower(path.Ext(stem))
		if ext == "" || len(ext) == len(stem) || !formats[ext] && !manifest.IsWrapper(ext) {
			return stem
		}
		stem = stem[:len(stem)-len(ext)]
	}
}

// below is the path of the origin in its tree.
func (o origin) below() string {
	if o.key == o.top {
		return "./" + rootServer
	}
	if rel, ok := strings.CutPrefix(o.key, strings.TrimSuffix(o.top, "/")+"/"); ok && o.top != "" {
		return rel
	}
	return o.key
}
