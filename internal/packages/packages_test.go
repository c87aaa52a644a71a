package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// fakeRelease writes archives with programs that are not programs, and their checksums.
func fakeRelease(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	var sums strings.Builder
	add := func(name string, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	for _, p := range platforms {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		w := tar.NewWriter(z)
		for _, f := range []file{{name: "LICENSE", data: []byte("Apache")}, {name: p.program(), data: []byte(p.system + p.arch)}} {
			h := &tar.Header{Name: f.name, Size: int64(len(f.data)), Mode: 0o755, ModTime: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
			require.NoError(t, w.WriteHeader(h))
			_, err := w.Write(f.data)
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		require.NoError(t, z.Close())
		add(p.archive(version), b.Bytes())
		if p.system == "windows" {
			add(strings.Replace(p.archive(version), ".tar.gz", ".zip", 1), []byte("zip of "+p.arch))
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(sums.String()), 0o644))
	return dir
}

// made makes the packages of a release and returns them by name.
func made(t *testing.T, tag string) map[string][]byte {
	t.Helper()
	out := t.TempDir()
	require.NoError(t, run(tag, fakeRelease(t, tag[1:]), out))
	files := map[string][]byte{}
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(filepath.Join(out, e.Name()))
		require.NoError(t, err)
	}
	return files
}

func TestPackagesAreReproducible(t *testing.T) {
	first, second := made(t, "v1.2.3"), made(t, "v1.2.3")
	assert.Len(t, first, 7+6+5+1)
	for name, data := range first {
		assert.True(t, bytes.Equal(data, second[name]), name)
		if name != "packages.txt" {
			assert.Contains(t, string(first["packages.txt"]), fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name))
		}
	}
}

func TestNPMPackages(t *testing.T) {
	files := made(t, "v1.2.3-rc.1")
	unpack := func(name string) map[string][]byte {
		require.Contains(t, files, name)
		z, err := gzip.NewReader(bytes.NewReader(files[name]))
		require.NoError(t, err)
		inside := map[string][]byte{}
		for r := tar.NewReader(z); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				return inside
			}
			require.NoError(t, err)
			inside[h.Name], err = io.ReadAll(r)
			require.NoError(t, err)
			assert.Equal(t, strings.HasPrefix(h.Name, "package/bin/"), h.Mode&0o111 != 0, h.Name)
		}
	}
	main := unpack("mcp-lint-npm-1.2.3-rc.1.tgz")
	var manifest npmPackage
	require.NoError(t, json.Unmarshal(main["package/package.json"], &manifest))
	var known integrity
	require.NoError(t, json.Unmarshal(main["package/integrity.json"], &known))
	assert.Equal(t, "v1.2.3-rc.1", known.Release)
	assert.Len(t, manifest.OptionalDependencies, len(platforms))
	require.Contains(t, manifest.Exports, "./vitest")
	for _, name := range manifest.Exports {
		assert.Contains(t, main, path.Join("package", name))
	}
	assert.Contains(t, main, "package/vitest.d.ts")
	for _, p := range platforms {
		short := p.npmOS + "-" + p.npmCPU
		assert.Equal(t, "1.2.3-rc.1", manifest.OptionalDependencies["@org/mcp-lint-"+short])
		one := unpack("mcp-lint-npm-" + short + "-1.2.3-rc.1.tgz")
		binary := one["package/bin/"+p.program()]
		assert.Equal(t, p.system+p.arch, string(binary))
		assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(binary)), known.Platforms[short].SHA256)
		var m npmPackage
		require.NoError(t, json.Unmarshal(one["package/package.json"], &m))
		assert.Equal(t, [2][]string{{p.npmOS}, {p.npmCPU}}, [2][]string{m.OS, m.CPU})
	}
}

func TestWheels(t *testing.T) {
	files := made(t, "v1.2.3-rc.1")
	for _, p := range platforms {
		name := "org_mcp_lint-1.2.3rc1-py3-none-" + p.wheel + ".whl"
		require.Contains(t, files, name)
		z, err := zip.NewReader(bytes.NewReader(files[name]), int64(len(files[name])))
		require.NoError(t, err)
		inside := map[string][]byte{}
		for _, f := range z.File {
			r, err := f.Open()
			require.NoError(t, err)
			inside[f.Name], err = io.ReadAll(r)
			require.NoError(t, err)
			mode := fs.FileMode(0o644)
			if strings.Contains(f.Name, "/scripts/") {
				mode = 0o755
			}
			assert.Equal(t, mode, f.Mode(), f.Name)
		}
		assert.Equal(t, p.system+p.arch, string(inside["org_mcp_lint-1.2.3rc1.data/scripts/"+p.program()]))
		assert.Equal(t, strings.Count(p.wheel, ".")+1, strings.Count(string(inside["org_mcp_lint-1.2.3rc1.dist-info/WHEEL"]), "\nTag: py3-none-"))
		assert.Equal(t, "[pytest11]\nmcp_lint = org_mcp_lint\n", string(inside["org_mcp_lint-1.2.3rc1.dist-info/entry_points.txt"]))
		assert.Contains(t, inside, "org_mcp_lint.py")
		record, err := csv.NewReader(bytes.NewReader(inside["org_mcp_lint-1.2.3rc1.dist-info/RECORD"])).ReadAll()
		require.NoError(t, err)
		require.Len(t, record, len(inside))
		for _, row := range record[:len(record)-1] {
			sum := sha256.Sum256(inside[row[0]])
			assert.Equal(t, "sha256="+base64.RawURLEncoding.EncodeToString(sum[:]), row[1], row[0])
		}
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3rc1", "1.2.3-alpha": "1.2.3a0", "1.2.3-beta.12": "1.2.3b12"} {
		got, err := pythonVersion(version)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, version := range []string{"1.2.3-next.1", "1.2.3-rc.x", "1.2", "1.2.3-rc.1.2"} {
		_, err := pythonVersion(version)
		assert.ErrorContains(t, err, version)
	}
}

func TestManifestsNameWhatIsReleased(t *testing.T) {
	files := made(t, "v1.2.3")
	const zip64 = "https://github.com/org/mcp-lint/releases/download/v1.2.3/mcp-lint_1.2.3_windows_amd64.zip"
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("zip of amd64")))
	var scoop struct {
		Version      string
		Architecture map[string]struct{ URL, Hash string }
	}
	require.NoError(t, json.Unmarshal(files["mcp-lint.json"], &scoop))
	assert.Equal(t, [3]string{"1.2.3", zip64, sum}, [3]string{scoop.Version, scoop.Architecture["64bit"].URL, scoop.Architecture["64bit"].Hash})

	var winget struct {
		PackageVersion string `yaml:"PackageVersion"`
		Installers     []struct {
			URL string `yaml:"InstallerUrl"`
			Sum string `yaml:"InstallerSha256"`
		} `yaml:"Installers"`
	}
	require.NoError(t, yaml.Unmarshal(files["org.mcp-lint.installer.yaml"], &winget))
	require.Len(t, winget.Installers, 2)
	assert.Equal(t, [3]string{"1.2.3", zip64, strings.ToUpper(sum)}, [3]string{winget.PackageVersion, winget.Installers[0].URL, winget.Installers[0].Sum})

	formula := string(files["mcp-lint.rb"])
	assert.Equal(t, 4, strings.Count(formula, "sha256 \""))
	for _, target := range []string{"darwin_arm64", "darwin_amd64", "linux_arm64", "linux_amd64"} {
		assert.Contains(t, formula, "/v1.2.3/mcp-lint_1.2.3_"+target+".tar.gz\"\n")
	}
}

func TestBrokenReleases(t *testing.T) {
	linux := "mcp-lint_1.2.3_linux_amd64.tar.gz"
	for name, c := range map[string]struct {
		tag    string
		change func(t *testing.T, dir string)
		want   string
	}{
		"tag":           {tag: "v1.2.3/..", want: "is no version"},
		"other version": {tag: "v1.2.4", want: "mcp-lint_1.2.4_darwin_amd64.tar.gz"},
		"archive gone":  {change: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, linux))) }, want: linux},
		"other bytes": {change: func(t *testing.T, dir string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, linux), []byte("x"), 0o644))
		}, want: "its checksum is"},
		"no checksum of the zip": {change: func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(dir, "checksums.txt"))
			require.NoError(t, err)
			data = bytes.ReplaceAll(data, []byte("amd64.zip"), []byte("amd64.zap"))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "checksums.txt"), data, 0o644))
		}, want: "does not name mcp-lint_1.2.3_windows_amd64.zip"},
		"checksums": {change: func(t *testing.T, dir string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte("nothing\n"), 0o644))
		}, want: "is none of sha256sum"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := fakeRelease(t, "1.2.3")
			if c.change != nil {
				c.change(t, dir)
			}
			if c.tag == "" {
				c.tag = "v1.2.3"
			}
			out := filepath.Join(t.TempDir(), "out")
			assert.ErrorContains(t, run(c.tag, dir, out), c.want)
			assert.NoDirExists(t, out)
		})
	}
}
