package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/lint"
)

// configure fills in what a configuration file sets and the command line does not. Without --config only an ordinary
// file of the default name is read, never a link: the working directory may be somebody else's.
func (o *scanOptions) configure(cmd *cobra.Command) error {
	if o.noConfig {
		if o.config != "" {
			return errors.New("--config and --no-config exclude each other")
		}
		return nil
	}
	name := o.config
	if name == "" {
		st, err := os.Lstat(lint.ConfigName)
		if err != nil || !st.Mode().IsRegular() {
			return nil
		}
		name = lint.ConfigName
	}
	data, err := readBounded(name, lint.MaxConfigBytes+1)
	if err != nil {
		return err
	}
	c, err := lint.ParseConfig(data)
	if err != nil {
		wrapped := fmt.Errorf("%s: %w", name, err)
		var ce *lint.ConfigError
		if errors.As(err, &ce) && ce.Key != "" {
			return &hintError{wrapped, didYouMean(ce.Key, ce.Known)}
		}
		return wrapped
	}
	f := cmd.Flags()
	if c.FailOn != "" && !f.Changed("fail-on") {
		o.failOn = c.FailOn
	}
	if len(c.Only) > 0 && !f.Changed("only") {
		o.only = c.Only
	}
	if len(c.Skip) > 0 && !f.Changed("skip") {
		o.skip = c.Skip
	}
	if c.MinConfidence != nil && !f.Changed("min-confidence") {
		o.minConfidence = *c.MinConfidence
	}
	if c.Strict != nil && !f.Changed("strict") {
		o.strict = *c.Strict
	}
	if d := c.Describe(); len(d) > 0 {
		o.settings = append([]string{"settings of " + name}, d...)
	}
	return nil
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
