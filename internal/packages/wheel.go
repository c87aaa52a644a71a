package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed pypi/org_mcp_lint.py
var pytestPlugin []byte

var preRelease = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)(?:\.(\d+))?)?$`)

// pythonVersion converts a version to Python's form: 1.2.3-rc.1 becomes 1.2.3rc1.
func pythonVersion(version string) (string, error) {
	m := preRelease.FindStringSubmatch(version)
	if m == nil {
		return "", fmt.Errorf("python has no version for %s: a pre-release there is alpha, beta or rc with a number, such as 1.2.3-rc.1", version)
	}
	if m[2] == "" {
		return version, nil
	}
	number := m[3]
	if number == "" {
		number = "0"
	}
	return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + number, nil
}

// wheels builds a Python wheel per platform. The binary is installed as a script, so that mcp-lint runs without Python; the plugin of pytest
// stands beside it.
func wheels(r *release) ([]file, error) {
	version, err := pythonVersion(r.version)
	if err != nil {
		return nil, err
	}
	var out []file
	for _, p := range platforms {
		f, err := wheel(r, version, p)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func wheel(r *release, version string, p platform) (file, error) {
	tags := ""
	for tag := range strings.SplitSeq(p.wheel, ".") {
		tags += "Tag: py3-none-" + tag + "\n"
	}
	// The file name of a wheel has no hyphen in its parts.
	plain := strings.ReplaceAll(pypiName, "-", "_")
	info := plain + "-" + version + ".dist-info/"
	files := []file{
		{plain + "-" + version + ".data/scripts/" + p.program(), r.binaries[p], true},
		{plain + ".py", pytestPlugin, false},
		{info + "entry_points.txt", []byte("[pytest11]\nmcp_lint = " + plain + "\n"), false},
		{info + "licenses/LICENSE", r.license, false},
		{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: mcp-lint\nRoot-Is-Purelib: false\n" + tags), false},
		{info + "METADATA", fmt.Appendf(nil, "Metadata-Version: 2.4\nName: %s\nVersion: %s\nSummary: %s\nLicense-Expression: Apache-2.0\n"+
			"License-File: LICENSE\nProject-URL: Homepage, %s\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n%s",
			pypiName, version, summary, homepage, about), false},
	}
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	record.WriteString(info + "RECORD,,\n")

	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range append(files, file{info + "RECORD", []byte(record.String()), false}) {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.made}
		h.SetMode(fs.FileMode(0o644))
		if f.program {
			h.SetMode(fs.FileMode(0o755))
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			return file{}, err
		}
		if _, err := w.Write(f.data); err != nil {
			return file{}, err
		}
	}
	if err := z.Close(); err != nil {
		return file{}, err
	}
	return file{name: plain + "-" + version + "-py3-none-" + p.wheel + ".whl", data: b.Bytes()}, nil
}
