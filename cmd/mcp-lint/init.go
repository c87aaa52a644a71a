package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longInit = `Set up this repository: settings (.mcp-lint.yaml), a hook for pre-commit, and a workflow where the repository is on
GitHub. It scans first, to write what fits. Without --write it shows the files; a file that is there is never changed.

Exit codes: 0 shown or written; 2 a file could not be read or written.`

func newInit(s streams) *cobra.Command {
	apply := false
	cmd := &cobra.Command{
		Use: "init", Short: "Write settings, a hook and a workflow for this repository", Long: longInit, Args: noArgs,
		Example: "  mcp-lint init           show what would be written\n  mcp-lint init --write",
		RunE:    func(cmd *cobra.Command, _ []string) error { return runInit(s, cmd, apply) },
	}
	cmd.Flags().BoolVar(&apply, "write", false, "write the files that are missing")
	return cmd
}

// initFile is a file that init writes. Elsewhere says where its lines go if it is there already.
type initFile struct{ name, words, elsewhere string }

func runInit(s streams, cmd *cobra.Command, apply bool) error {
	r, err := lint.RunContext(cmd.Context(), lint.Options{AgentsFiles: true, Version: versionNumber(), Today: s.day()})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.out, "Found %s of %s in %s, and %s.\n", report.Count(r.Summary.Tools, "tool"), report.Count(r.Summary.Servers, "server"),
		report.Count(r.Summary.Files, "file"), report.Count(r.Summary.Findings, "finding")); err != nil {
		return err
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	files := initFiles(r)
	there := make([]bool, len(files))
	// All folders are made before the first file is written. A link that leads out of the repository is refused here.
	for i, f := range files {
		_, err := os.Lstat(f.name)
		if there[i] = err == nil; errors.Is(err, os.ErrNotExist) {
			err = nil
			if apply {
				err = root.MkdirAll(filepath.Dir(f.name), 0o755)
			}
		}
		if err != nil {
			return hint.Errorf("Nothing was written. A folder on the way may be a file or a symbolic link.", "cannot write %s: %w", f.name, err)
		}
	}
	for i, f := range files {
		state := "would write"
		switch {
		case there[i]:
			_, err = fmt.Fprintf(s.out, "\n%s is there. %s\n", f.name, f.elsewhere)
			if err == nil && f.words != "" && !mentions(f.name) {
				_, err = fmt.Fprintf(s.out, "\n%s", f.words)
			}
			if err != nil {
				return err
			}
			continue
		case apply:
			if err := atomicfile.Replace(root, f.name, []byte(f.words), nil); err != nil {
				return fmt.Errorf("cannot write %s: %w", f.name, err)
			}
			state = "wrote"
		}
		if _, err := fmt.Fprintf(s.out, "\n%s %s:\n\n%s", state, f.name, f.words); err != nil {
			return err
		}
	}
	last := "\nNothing was written; mcp-lint init --write does that.\n"
	if apply {
		last = "\nNext: mcp-lint, and mcp-lint lock --approve-new to record what is approved.\n"
	}
	_, err = fmt.Fprint(s.out, last)
	return err
}

// mentions reports whether a file names mcp-lint already.
func mentions(name string) bool {
	data, err := userfile.Read(name, config.MaxBytes)
	return err == nil && strings.Contains(string(data), "mcp-lint")
}

func initFiles(r *lint.Report) []initFile {
	settings := "# Settings of mcp-lint: https://github.com/org/mcp-lint/blob/main/docs/configuration.md\nfail-on: medium\n"
	agents := ""
	if r.Summary.Agents > 0 {
		settings += "agents-files: true # AGENTS.md, skills and rules of editors\n"
		agents = "      - id: mcp-lint-agents\n"
	}
	files := []initFile{
		{config.Name, settings, "mcp-lint config show prints what it sets."},
		{
			".pre-commit-config.yaml", "repos:\n  - repo: https://github.com/org/mcp-lint\n    rev: main # a release, once there is one\n    hooks:\n      - id: mcp-lint\n" + agents,
			"Its list repos needs this entry, unless it has it:",
		},
	}
	if _, err := os.Stat(".gitlab-ci.yml"); err == nil {
		return append(files, initFile{".gitlab-ci.yml", "", "For GitLab, see https://github.com/org/mcp-lint/blob/main/docs/other-ci.md."})
	}
	return append(files, initFile{".github/workflows/mcp-lint.yml", workflow, "It stays as it is."})
}

//go:embed workflow.yml
var workflow string
