package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite golden outputs")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mcp-lint": main})
}

// TestScripts runs every testdata/script/*.txtar against the program itself.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// What the machine sets must not decide what the program prints.
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "COLUMNS"} {
				e.Setenv(name, "")
			}
			e.Setenv("TERM", "dumb")
			wd, err := os.Getwd()
			if err != nil {
				return err
			}
			e.Setenv("REPO", wd+"/../..")
			return nil
		},
	})
}
