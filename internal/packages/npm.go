package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
)

var (
	//go:embed npm/launcher.js
	launcher []byte
	//go:embed npm/vitest.js
	vitest []byte
	//go:embed npm/vitest.d.ts
	vitestTypes []byte
)

//go:embed about.md
var about []byte

const (
	summary = "Finds hidden instructions in the tools of MCP servers"
	// npmName and pypiName are ours; mcp-lint on PyPI belongs to somebody else.
	npmName, pypiName = "@org/mcp-lint", "org-mcp-lint"
	homepage          = "https://github.com/org/mcp-lint"
)

// npmPackage is a package.json.
type npmPackage struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license"`
	Homepage             string            `json:"homepage"`
	Repository           map[string]string `json:"repository"`
	Bin                  map[string]string `json:"bin,omitempty"`
	Exports              map[string]string `json:"exports,omitempty"`
	Engines              map[string]string `json:"engines,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
}

// integrity tells the launcher which binary it may start.
type integrity struct {
	Release   string                    `json:"release"`
	Platforms map[string]npmPlatformSum `json:"platforms"`
}

type npmPlatformSum struct {
	Archive string `json:"archive"`
	// ArchiveSHA256 is the checksum in checksums.txt, which GitHub attests
	ArchiveSHA256 string `json:"archiveSha256"`
	Binary        string `json:"binary"`
	SHA256        string `json:"sha256"`
}

// npmPackages returns a package per platform, and npmName, which depends on them and starts the binary for the machine.
func npmPackages(r *release) ([]file, error) {
	base := npmPackage{
		Version: r.version, Description: summary, License: "Apache-2.0", Homepage: homepage,
		Repository: map[string]string{"type": "git", "url": "git+" + homepage + ".git"},
	}
	main := base
	main.Name, main.Bin, main.Engines = npmName, map[string]string{"mcp-lint": "bin/mcp-lint.js"}, map[string]string{"node": ">=18"}
	main.Exports = map[string]string{"./vitest": "./vitest.js", "./package.json": "./package.json"}
	main.OptionalDependencies = map[string]string{}
	known := integrity{Release: "v" + r.version, Platforms: map[string]npmPlatformSum{}}
	var out []file
	for _, p := range platforms {
		short, binary := p.npmOS+"-"+p.npmCPU, r.binaries[p]
		one := base
		one.Name, one.OS, one.CPU, one.PreferUnplugged = npmName+"-"+short, []string{p.npmOS}, []string{p.npmCPU}, true
		one.Description += " (the binary for " + short + ")"
		main.OptionalDependencies[one.Name] = r.version
		known.Platforms[short] = npmPlatformSum{
			p.archive(r.version), r.sums[p.archive(r.version)], "bin/" + p.program(), fmt.Sprintf("%x", sha256.Sum256(binary)),
		}
		f, err := npmArchive(r, one, file{"bin/" + p.program(), binary, true})
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	sums, err := indented(known)
	if err != nil {
		return nil, err
	}
	f, err := npmArchive(r, main, file{"bin/mcp-lint.js", launcher, true}, file{"integrity.json", sums, false},
		file{"vitest.js", vitest, false}, file{"vitest.d.ts", vitestTypes, false})
	return append(out, f), err
}

// npmArchive packs a package as `npm pack` does.
func npmArchive(r *release, p npmPackage, files ...file) (file, error) {
	manifest, err := indented(p)
	if err != nil {
		return file{}, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return file{}, err
	}
	t := tar.NewWriter(z)
	for _, f := range append([]file{{"package.json", manifest, false}, {"README.md", about, false}, {"LICENSE", r.license, false}}, files...) {
		mode := int64(0o644)
		if f.program {
			mode = 0o755
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: "package/" + f.name, Size: int64(len(f.data)), Mode: mode, ModTime: r.made, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return file{}, err
		}
		if _, err := t.Write(f.data); err != nil {
			return file{}, err
		}
	}
	if err := t.Close(); err != nil {
		return file{}, err
	}
	if err := z.Close(); err != nil {
		return file{}, err
	}
	name := "mcp-lint-npm-" + p.Version + ".tgz"
	if len(p.OS) > 0 {
		name = "mcp-lint-npm-" + p.OS[0] + "-" + p.CPU[0] + "-" + p.Version + ".tgz"
	}
	return file{name: name, data: b.Bytes()}, nil
}

func indented(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}
