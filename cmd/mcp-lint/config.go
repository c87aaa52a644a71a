package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// configure fills in what a configuration file sets and the command line does not.
func (o *scanOptions) configure(cmd *cobra.Command) error {
	if o.noConfig {
		if o.config != "" {
			return errors.New("--config and --no-config exclude each other")
		}
		return nil
	}
	c, file, err := loadConfig("", o.config)
	if err != nil || c == nil {
		return err
	}
	o.adopt(c, file, cmd.Flags().Changed)
	return nil
}

// adopt fills in what a configuration file sets and no flag does: changed tells of a flag whether it was given.
func (o *scanOptions) adopt(c *config.Config, file *source.File, changed func(flag string) bool) {
	if d := c.Describe(); len(d) > 0 {
		o.settings = append([]string{"settings of " + file.Path}, d...)
	}
	if c.FailOn != "" && !changed("fail-on") {
		o.failOn = c.FailOn
	}
	if len(c.Only) > 0 && !changed("only") {
		o.only = c.Only
	}
	if len(c.Skip) > 0 && !changed("skip") {
		o.skip = c.Skip
	}
	if changed("only") {
		// What the command line asks for runs.
		o.skip = slices.DeleteFunc(o.skip, func(id string) bool { return !changed("skip") && slices.Contains(o.only, id) })
		maps.DeleteFunc(c.Checks, func(id string, w config.Check) bool {
			return w.Level == string(detect.LevelOff) && slices.Contains(o.only, id)
		})
	}
	if c.MinConfidence != nil && !changed("min-confidence") {
		o.minConfidence = *c.MinConfidence
	}
	if c.Strict != nil && !changed("strict") {
		o.strict = *c.Strict
	}
	if c.AgentsFiles != nil && !changed("agents-files") {
		o.agentsFiles = *c.AgentsFiles
	}
	if c.RequireLock != nil && !changed("require-lock") && !changed("no-lock") {
		o.requireLock = *c.RequireLock
	}
	o.configured, o.configFile = c, file
}

// otherConfigName is the other ending of YAML files, which is easily written.
const otherConfigName = ".mcp-lint.yml"

// tellUnread warns of a file in the working directory that looks as if it were the configuration file and is not read.
func (o *scanOptions) tellUnread(s streams) {
	if o.noConfig || o.config != "" || !fileExists(otherConfigName) {
		return
	}
	_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s is not read: the configuration file is called %s\n", otherConfigName, config.Name)
}

// loadConfig reads the named configuration file, or without a name that of the folder ("" is the working directory); both results are nil
// when there is none. One there that is a link is an error: the folder may be somebody else's.
func loadConfig(folder, name string) (*config.Config, *source.File, error) {
	given := name != ""
	if !given {
		name = filepath.Join(folder, config.Name)
		if err := ordinary(name, false); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil, nil, nil
			}
			return nil, nil, err
		}
	}
	data, err := readBounded(name, config.MaxBytes+1)
	if err != nil {
		return nil, nil, err
	}
	c, err := config.Parse(data, lint.CheckIDs())
	if err != nil {
		return nil, nil, explainConfigError(name, err)
	}
	return &c, namedSource(name, data), nil
}

// explainConfigError tells the first mistake of a configuration file, and what was probably meant.
func explainConfigError(name string, err error) error {
	var first *config.Error
	hint := ""
	if errors.As(err, &first) {
		hint = didYouMean(first.Key, first.Known)
	}
	var all config.Problems
	if errors.As(err, &all) && len(all) > 1 {
		hint = joinHints(hint, "mcp-lint config verify lists all.")
	}
	return &hintError{fmt.Errorf("%s: %w", name, err), hint}
}

// openNamed opens a file that the user has named.
func openNamed(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("could not read %q: %w", name, err)
	}
	return f, nil
}

// readBounded reads at most limit bytes of a file.
func readBounded(name string, limit int64) ([]byte, error) {
	f, err := openNamed(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return nil, fmt.Errorf("could not read %q: %w", name, err)
	}
	return data, nil
}
