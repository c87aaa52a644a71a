// Command sweep-inputs makes inputs to measure a sweep with.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/org/mcp-lint/sweep/made"
)

func main() {
	definitions := flag.Int("definitions", 200_000, "make `N` definitions")
	archives := flag.Int("archives", 500, "make `N` archives")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "sweep-inputs: name one folder to write to: sweep-inputs [--definitions N] [--archives N] FOLDER")
		os.Exit(2)
	}
	if err := made.Write(flag.Arg(0), *definitions, *archives); err != nil {
		fmt.Fprintln(os.Stderr, "sweep-inputs:", err)
		os.Exit(2)
	}
}
