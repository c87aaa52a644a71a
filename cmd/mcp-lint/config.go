package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// configure fills in what a configuration file sets and the command line does not.
func (o *scanOptions) configure(cmd *cobra.Command, paths []string) (err error) {
	if o.own, err = settings.ReadRules(o.ruleFiles); err != nil {
		return err
	}
	if o.noConfig {
		if o.configName != "" {
			return errors.New("--config and --no-config cannot be used together")
		}
		return nil
	}
	return o.adoptFile(settings.Folder(paths), o.configName, cmd.Flags().Changed)
}

// adoptFile adopts what the named configuration file sets, or that of a folder.
func (o *scanOptions) adoptFile(folder, name string, changed func(flag string) bool) error {
	c, file, err := settings.Config(folder, name, &o.own)
	if err == nil && c != nil {
		o.adopt(c, file, changed)
	}
	return err
}

// adopt fills in what a configuration file sets and no flag does: changed reports whether a flag was given.
func (o *scanOptions) adopt(c *config.Config, file *source.File, changed func(flag string) bool) {
	if len(c.Rules) > 0 && !o.own.Asked {
		o.unread = settings.Unread(file.Path)
		c.Rules = nil
	}
	if d := c.Describe(); len(d) > 0 {
		o.Settings = append([]string{"settings of " + file.Path}, d...)
	}
	if o.unread != "" {
		o.Settings = append(o.Settings, o.unread)
	}
	if c.FailOn != "" && !changed("fail-on") {
		o.failOn = c.FailOn
	}
	if len(c.Only) > 0 && !changed("only") {
		o.Only = c.Only
	}
	if len(c.Skip) > 0 && !changed("skip") {
		o.Skip = c.Skip
	}
	if changed("only") {
		// What the command line asks for runs.
		o.Skip = slices.DeleteFunc(o.Skip, func(id string) bool { return !changed("skip") && slices.Contains(o.Only, id) })
		maps.DeleteFunc(c.Checks, func(id string, w config.Check) bool {
			return w.Level == string(detect.LevelOff) && slices.Contains(o.Only, id)
		})
	}
	if c.MinConfidence != nil && !changed("min-confidence") {
		o.MinConfidence = *c.MinConfidence
	}
	for _, set := range []struct {
		to   *bool
		from *bool
		flag bool
	}{
		{&o.strict, c.Strict, changed("strict")},
		{&o.AgentsFiles, c.AgentsFiles, changed("agents-files")},
		{&o.requireLock, c.RequireLock, changed("require-lock") || changed("no-lock")},
	} {
		if set.from != nil && !set.flag {
			*set.to = *set.from
		}
	}
	o.Config, o.ConfigFile = c, file
}

// warnUnread warns of rules that are asked for and not read, and of a file with the wrong ending for a configuration file.
func (o *scanOptions) warnUnread(s streams) {
	if o.unread != "" {
		_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s\n", safe.Message(o.unread))
	}
	if o.noConfig || o.configName != "" || !userfile.Exists(settings.OtherName) {
		return
	}
	_, _ = fmt.Fprintf(s.err, "mcp-lint: warning: %s is ignored: the configuration file is called %s\n", settings.OtherName, config.Name)
}

func newConfig(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings that a scan uses, or check a configuration file",
		RunE:  needsCommand,
	}
	schema := newSchema(s, "the configuration file", "  mcp-lint config schema > mcp-lint.schema.json", configSchema)
	schema.Hidden = true // for editors, which docs/configuration.md is about
	cmd.AddCommand(newConfigShow(s), newConfigVerify(s), schema)
	return cmd
}

func newSchema(s streams, of, example string, schema func() ([]byte, error)) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of " + of + ", for editors", Example: example, Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			data, err := schema()
			_, werr := s.out.Write(data)
			return cmp.Or(err, werr)
		},
	}
}

func configSchema() ([]byte, error) {
	var checks []config.CheckTitle
	for _, d := range lint.Rules() {
		checks = append(checks, config.CheckTitle{ID: d.ID, Title: d.Title})
	}
	return config.Schema(checks)
}

const longConfigVerify = `verify reads a configuration file as scan does and prints what it sets. If scan would refuse the file, it exits with 2 and lists every
error with its line. It also warns about likely mistakes, such as expired ignore entries.`

func newConfigVerify(s streams) *cobra.Command {
	var today string
	cmd := &cobra.Command{
		Use:     "verify [FILE]",
		Short:   "Check a configuration file (default " + config.Name + ") and print what it sets",
		Long:    longConfigVerify,
		Example: "  mcp-lint config verify\n  mcp-lint config verify ci/mcp-lint.yaml",
		Args:    takes("one file", 0, ""),
		RunE: func(_ *cobra.Command, args []string) error {
			if today == "" {
				today = s.day()
			} else if _, err := time.Parse(time.DateOnly, today); err != nil {
				return fmt.Errorf("invalid --today %q: not a valid date (use YYYY-MM-DD)", today)
			}
			return verifyConfig(s, strings.Join(args, ""), today)
		},
	}
	cmd.Flags().StringVar(&today, "today", "", "check expiry of ignore entries against this `DATE`, YYYY-MM-DD (default: today in UTC)")
	return cmd
}

// verifyConfig checks a file, "-" for standard input and "" for the one of the working directory. What it prints may quote the file.
func verifyConfig(s streams, name, today string) error {
	var data []byte
	var err error
	shown := "<stdin>"
	if name == "-" {
		data, err = io.ReadAll(io.LimitReader(s.in, config.MaxBytes+1))
	} else {
		shown, data, err = settings.Read(settings.Folder(nil), name)
	}
	if name == "" && errors.Is(err, fs.ErrNotExist) {
		advice := "Name the file."
		if userfile.Exists(settings.OtherName) {
			advice = "There is " + settings.OtherName + ", which is ignored: rename it."
		}
		return hint.Errorf(advice, "no %s in the working directory", config.Name)
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	line := func(format string, args ...any) {
		out.WriteString(safe.Message(fmt.Sprintf(format, args...)) + "\n")
	}
	var own settings.Rules
	if name != "" && name != "-" {
		if err := own.ReadSettings(name, data); err != nil {
			return err
		}
	}
	c, err := config.Parse(data, lint.CheckIDs(own.Checks()...))
	var mistakes config.Problems
	if errors.As(err, &mistakes) {
		return listMistakes(s, shown, mistakes)
	}
	sets, remarks := c.Describe(), c.Remarks(today)
	if len(c.Rules) > 0 && !own.Asked {
		remarks = append(remarks, config.Remark{Text: settings.Unread(shown)})
	}
	if len(sets) == 0 {
		line("%s is valid. It sets nothing.", shown)
	} else {
		line("%s is valid. It sets:", shown)
	}
	for _, setting := range sets {
		line("  %s", setting)
	}
	if len(remarks) > 0 {
		line("Possible mistakes:")
	}
	for _, r := range remarks {
		where := ""
		if r.Line > 0 {
			where = fmt.Sprintf("line %d: ", r.Line)
		}
		line("  %s%s", where, r.Text)
	}
	_, err = s.out.Write(out.Bytes())
	return err
}

// listMistakes prints the mistakes of a file, each with its line, and returns an error that counts them.
func listMistakes(s streams, name string, mistakes config.Problems) error {
	var out bytes.Buffer
	for _, e := range mistakes {
		out.WriteString(safe.Message(strings.TrimSpace(settings.AtLine(name, e.Line)+": "+e.Reason+". "+didyoumean.Question(e.Key, e.Known))) + "\n")
	}
	if _, err := s.err.Write(out.Bytes()); err != nil {
		return err
	}
	more := ""
	if len(mistakes) == config.MaxProblems {
		more = ", or more"
	}
	return fmt.Errorf("%s has %s%s", name, report.Count(len(mistakes), "error"), more)
}
