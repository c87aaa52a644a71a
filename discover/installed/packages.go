package installed

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

// Package is a package that a server is started from.
type Package struct {
	// Registry is "npm" or "pypi".
	Registry, Name string
	// Version is the requested version, or "" for any.
	Version string
}

// sites is the pattern of package folders in a Python environment.
const sites = "/{lib/python*,Lib}/site-packages"

// stores are templates for the folders of package managers, by registry. NAME stands for the package name. Those of PyPI are site-packages
// folders.
var stores = map[string][]string{
	"npm": {
		"{~/.npm,%LOCALAPPDATA%/npm-cache,$npm_config_cache,$NPM_CONFIG_CACHE}/_npx/*/node_modules/NAME",
		"{$XDG_CACHE_HOME/pnpm,~/Library/Caches/pnpm,%LOCALAPPDATA%/pnpm-cache}/dlx/{*,*/*}/node_modules/NAME",
		"{$TMPDIR,%TEMP%}/bunx-*-NAME@*/node_modules/NAME",
		"~/.bun/install/{cache/NAME@*,global/node_modules/NAME}",
		"{%APPDATA%/npm,~/.npm-global/lib,~/.local/lib,~/.nvm/versions/node/*/lib,$NPM_CONFIG_PREFIX/lib}/node_modules/NAME",
	},
	"pypi": {
		"{$UV_TOOL_DIR,$XDG_DATA_HOME/uv/tools,%APPDATA%/uv/tools,%APPDATA%/uv/data/tools}/NAME" + sites,
		"{$PIPX_HOME,$XDG_DATA_HOME/pipx,~/.local/pipx,~/pipx,%LOCALAPPDATA%/pipx,~/Library/Application Support/pipx}/{venvs/NAME,.cache/*}" + sites,
		"{$UV_CACHE_DIR,$XDG_CACHE_HOME/uv,%LOCALAPPDATA%/uv/cache}/{archive-v*/*,environments-v*/*}" + sites,
		"{$UV_CACHE_DIR,$XDG_CACHE_HOME/uv,%LOCALAPPDATA%/uv/cache}/archive-v*/*",
		"{~/.local/lib/python*,%APPDATA%/Python/Python*,~/Library/Python/*/lib/python}/site-packages",
	},
}

var npmName = lazy.Regexp(`^(?:@[A-Za-z0-9~_-][A-Za-z0-9._~-]*/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$`)

const maxNameBytes = 214

// Found is an installed package.
type Found struct {
	Version string
	Places  []discover.Place
}

// Locate returns the installed package with the requested version, or the most recently installed one if any version will do.
func (f *Finder) Locate(p Package) (Found, bool) {
	read, name, valid := f.node, p.Name, npmName().MatchString
	if p.Registry == "pypi" {
		read, name, valid = f.python, pypi.Normal(p.Name), pypi.Valid
	}
	if len(p.Name) > maxNameBytes || !valid(p.Name) {
		return Found{}, false
	}
	for _, template := range stores[p.Registry] {
		var best Found
		latest := int64(0)
		for _, pattern := range f.Expand(strings.ReplaceAll(template, "NAME", name)) {
			for _, at := range f.glob(pattern) {
				one, changed, ok := read(at, p)
				if ok && (best.Places == nil || changed > latest) && (p.Version == "" || one.Version == p.Version) {
					best, latest = one, changed
				}
			}
		}
		if best.Places != nil {
			return best, true
		}
	}
	return Found{}, false
}

func (f *Finder) node(at string, p Package) (Found, int64, bool) {
	place, ok := f.place(at, true)
	if !ok {
		return Found{}, 0, false
	}
	var manifest struct{ Name, Version string }
	if json.Unmarshal(head(filepath.Join(place.Path, "package.json"), maxManifest), &manifest) != nil || manifest.Name != p.Name {
		return Found{}, 0, false
	}
	return Found{manifest.Version, []discover.Place{place}}, changed(place.Path), true
}

// python looks for a PyPI package in a site-packages folder.
func (f *Finder) python(site string, p Package) (Found, int64, bool) {
	for _, dist := range f.distsIn(site) {
		name, version, versioned := strings.Cut(strings.TrimSuffix(dist, distInfo), "-")
		if !versioned || pypi.Normal(name) != pypi.Normal(p.Name) {
			continue
		}
		real, err := filepath.EvalSymlinks(site)
		if err != nil {
			return Found{}, 0, false
		}
		out := Found{Version: version}
		for _, top := range topLevel(filepath.Join(site, dist, "RECORD")) {
			if _, err := os.Lstat(filepath.Join(real, top)); err == nil {
				shown := path.Join(f.show(site), top)
				out.Places = append(out.Places, discover.Place{Path: filepath.Join(real, top), Shown: shown, Top: real})
			}
		}
		return out, changed(filepath.Join(site, dist)), len(out.Places) > 0
	}
	return Found{}, 0, false
}

const distInfo = ".dist-info"

func (f *Finder) distsIn(site string) []string {
	dists, known := f.dists[site]
	if !known {
		entries, _ := os.ReadDir(site)
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), distInfo) && len(dists) < maxFound {
				dists = append(dists, e.Name())
			}
		}
		f.dists[site] = dists
	}
	return dists
}

const (
	maxManifest, maxRecord = 1 << 20, 4 << 20
	// maxTops bounds the top-level folders and files of a package.
	maxTops = 50
)

// topLevel returns the top-level folders and modules that a package installed, according to its RECORD.
func topLevel(record string) []string {
	var out []string
	lines := bufio.NewScanner(strings.NewReader(string(head(record, maxRecord))))
	for lines.Scan() {
		top, below, deep := strings.Cut(strings.Trim(lines.Text(), `"`), "/")
		if !deep {
			top, _, _ = strings.Cut(top, ",")
		}
		isCode := deep && below != "" || strings.HasSuffix(top, ".py")
		if isCode && filepath.IsLocal(top) && !strings.HasSuffix(top, ".dist-info") && top != "__pycache__" && !slices.Contains(out, top) && len(out) < maxTops {
			out = append(out, top)
		}
	}
	return out
}

func head(name string, limit int64) []byte {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	data, _ := io.ReadAll(io.LimitReader(file, limit))
	return data
}

func changed(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}
