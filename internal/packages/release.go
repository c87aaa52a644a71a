package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// platform is a platform with a binary, in the terms of the package managers.
type platform struct {
	// system and arch are GOOS and GOARCH
	system, arch string
	// npmOS and npmCPU are process.platform and process.arch of Node.js
	npmOS, npmCPU string
	// wheel is the Python platform tag. The binaries are static, so any libc will do; the versions are the lowest that Go supports.
	wheel string
}

var platforms = []platform{
	{"darwin", "amd64", "darwin", "x64", "macosx_12_0_x86_64"},
	{"darwin", "arm64", "darwin", "arm64", "macosx_12_0_arm64"},
	{"linux", "amd64", "linux", "x64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux", "arm64", "linux", "arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"windows", "amd64", "win32", "x64", "win_amd64"},
	{"windows", "arm64", "win32", "arm64", "win_arm64"},
}

// archive returns the file name of a release archive.
func (p platform) archive(version string) string {
	return "mcp-lint_" + version + "_" + p.system + "_" + p.arch + ".tar.gz"
}

// program returns the file name of the binary.
func (p platform) program() string {
	if p.system == "windows" {
		return "mcp-lint.exe"
	}
	return "mcp-lint"
}

// release is a release that was read and verified.
type release struct {
	// version has no leading v
	version string
	// made is the date of the files in the archives
	made time.Time
	// sums are the checksums of all release files, by name
	sums     map[string]string
	binaries map[platform][]byte
	license  []byte
}

var (
	tagForm = regexp.MustCompile(`^v(\d+\.\d+\.\d+)(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$`)
	sumLine = regexp.MustCompile(`^([0-9a-f]{64})  (\S+)$`)
)

// readRelease reads the archives in a folder. Each must match its checksum in checksums.txt.
func readRelease(tag, folder string) (*release, error) {
	if !tagForm.MatchString(tag) {
		return nil, fmt.Errorf("the tag %q is no version like v1.2.3 or v1.2.3-rc.1", tag)
	}
	r := &release{version: tag[1:], sums: map[string]string{}, binaries: map[platform][]byte{}}
	data, err := os.ReadFile(filepath.Join(folder, "checksums.txt"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		m := sumLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return nil, fmt.Errorf("checksums.txt: the line %q is none of sha256sum", line)
		}
		r.sums[m[2]] = m[1]
	}
	for _, p := range platforms {
		if err := r.readArchive(folder, p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.archive(r.version), err)
		}
	}
	return r, nil
}

func (r *release) readArchive(folder string, p platform) error {
	name := p.archive(r.version)
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != r.sums[name] {
		return fmt.Errorf("its checksum is %s, and checksums.txt says %q", sum, r.sums[name])
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch h.Name {
		case p.program():
			r.made = h.ModTime.UTC()
			r.binaries[p], err = io.ReadAll(t)
		case "LICENSE":
			r.license, err = io.ReadAll(t)
		}
		if err != nil {
			return err
		}
	}
	if len(r.binaries[p]) == 0 || len(r.license) == 0 {
		return fmt.Errorf("it does not hold both %s and LICENSE", p.program())
	}
	return nil
}
