package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// start measures how long commands take that look at nothing.
func start(r *rows) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer remove(dir)
	program := filepath.Join(dir, "mcp-lint")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, "github.com/org/mcp-lint/cmd/mcp-lint").CombinedOutput(); err != nil { //nolint:gosec // The project's own.
		return fmt.Errorf("%w: %s", err, out)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o750); err != nil {
		return err
	}
	for _, args := range []string{"--version", "rules", "config schema", empty} {
		var failed error
		took := measure(func() {
			var exit *exec.ExitError
			err := exec.Command(program, strings.Fields(args)...).Run() //nolint:gosec // As above.
			if err != nil && !errors.As(err, &exit) {
				// That there is nothing in a folder is told by the exit code.
				failed = err
			}
		})
		if failed != nil {
			return failed
		}
		r.add("mcp-lint "+strings.Replace(args, empty, "EMPTY", 1), fmt.Sprintf("%.1f", float64(took.Microseconds())/1e3))
	}
	return nil
}
