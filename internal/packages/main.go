// Command packages builds packages for package managers from the archives of a release: npm packages, Python wheels, a Homebrew
// formula, and manifests for Scoop and winget. The output is reproducible with the same version of Go.
//
//	go run ./internal/packages v1.2.3 RELEASE OUT
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: packages TAG RELEASE OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

// file is a file of a package, or a package itself.
type file struct {
	name string
	data []byte
	// program marks an executable
	program bool
}

// run writes all packages of the release to a folder, and packages.txt with their checksums. If one fails, it writes nothing.
func run(tag, folder, out string) error {
	r, err := readRelease(tag, folder)
	if err != nil {
		return err
	}
	var all []file
	for _, packages := range []func(*release) ([]file, error){npmPackages, wheels, manifests} {
		files, err := packages(r)
		if err != nil {
			return err
		}
		all = append(all, files...)
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var sums strings.Builder
	for _, f := range all {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.data), f.name)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, f := range append(all, file{name: "packages.txt", data: []byte(sums.String())}) {
		if err := os.WriteFile(filepath.Join(out, f.name), f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
