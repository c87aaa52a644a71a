package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// refuseFileNames returns an error when an argument is both an option and the name of a file, in a run over files that were listed by a
// program: whoever may name a file --fail-on=never must not set options. After a -- all arguments are paths, and nothing can be mistaken.
func refuseFileNames(args []string, exists func(string) bool) error {
	if !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--in-context") }) {
		return nil
	}
	suspect := ""
	for _, a := range args {
		isFile := strings.HasPrefix(a, "-") && a != "-" && exists(a)
		if a == "--" && !isFile {
			return nil
		}
		if isFile && suspect == "" {
			suspect = a
		}
	}
	if suspect == "" {
		return nil
	}
	return &hintError{
		fmt.Errorf("%q is an option, and there is also a file of that name", suspect),
		"Put -- between the options and the paths, or rename the file.",
	}
}

func fileExists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// onlyFiles returns the paths of a list that a program has made, in which "-" is a file of that name and never standard input.
func onlyFiles(paths []string) []string {
	files := slices.Clone(paths)
	for i, p := range files {
		if p == "-" {
			files[i] = "./-"
		}
	}
	return files
}
