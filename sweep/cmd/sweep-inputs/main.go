// Command sweep-inputs generates inputs for measuring a sweep.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/org/mcp-lint/sweep/made"
)

func main() {
	definitions := flag.Int("definitions", 200_000, "make `N` definitions")
	archives := flag.Int("archives", 500, "make `N` archives")
	flag.Parse()
	err := errors.New("name one folder to write to: sweep-inputs [--definitions N] [--archives N] FOLDER")
	if flag.NArg() == 1 {
		err = made.Write(flag.Arg(0), *definitions, *archives)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sweep-inputs:", err)
		os.Exit(2) //nolint:forbidigo // this is main
	}
}
