package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/settings"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longIgnore = `Write an entry for findings that you have reviewed into .mcp-lint.yaml. Name them as
a report does: FILE:LINE, or the ID that the JSON report has. The entry names the check, the server and the tool, and the digest of
the definition: when that changes, the findings are back. Text of a file that is part of no definition has no digest, nor has an entry with
--any-text: it names the file instead.

Without --write it shows what it would add.

Exit codes: 0 shown or written; 2 there is no such finding, no entry can name it alone, or the file could not be changed.`

const exampleIgnore = `  mcp-lint ignore tools.json:10 --reason "documents the attack"
  mcp-lint ignore tools.json:10 --check unicode.hidden \
    --reason "Persian" --expires 2027-06-30 --write`

type ignoreCommand struct {
	scanOptions
	checks          []string
	reason, expires string
	anyText, apply  bool
}

func newIgnore(s streams) *cobra.Command {
	i := &ignoreCommand{scanOptions: scanOptions{failOn: "never", color: "auto"}}
	cmd := &cobra.Command{
		Use: "ignore FILE:LINE|ID", Short: "Ignore a finding, with a reason and an expiry", Long: longIgnore, Example: exampleIgnore,
		Args: takes("one finding", 1, "Name it as FILE:LINE, as a report does."),
		RunE: func(cmd *cobra.Command, args []string) error { return i.run(s, cmd, args[0]) },
	}
	i.registerSettings(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&i.checks, "check", nil, "only findings of these `CHECKS` (default all at that place)")
	f.StringVar(&i.reason, "reason", "", "why this is acceptable: a `TEXT` that reports show")
	f.StringVar(&i.expires, "expires", "", "the last `DATE` on which the entry counts, YYYY-MM-DD")
	f.BoolVar(&i.anyText, "any-text", false, "leave out the digest, so that the entry stays when the definition changes")
	f.BoolVar(&i.apply, "write", false, "write the entry")
	f.BoolVar(&i.AgentsFiles, "agents-files", false, "the finding is in an instruction file for agents")
	_ = cmd.RegisterFlagCompletionFunc("check", completeChecks)
	return cmd
}

func (i *ignoreCommand) run(s streams, cmd *cobra.Command, what string) error {
	i.reason = strings.TrimSpace(i.reason)
	if i.reason == "" {
		return hint.Errorf(`Say why it is acceptable, as in --reason "documents the attack".`, "no --reason was given")
	}
	if _, err := time.Parse(time.DateOnly, i.expires); i.expires != "" && err != nil {
		return fmt.Errorf("invalid --expires %q: not a valid date (use YYYY-MM-DD)", i.expires)
	}
	file, _, isPlace := splitPlace(what)
	var paths []string
	if isPlace {
		paths = []string{file}
	}
	if err := i.prepare(cmd, nil); err != nil {
		return err
	}
	known := lint.CheckIDs(i.own.Checks()...)
	for _, id := range i.checks {
		if !slices.Contains(known, id) {
			return settings.UnknownCheck(&lint.UnknownCheckError{ID: id, Known: known})
		}
	}
	i.InContext = isPlace
	r, err := i.scan(s, cmd, paths)
	if err != nil {
		return err
	}
	var found []*lint.Finding
	for _, f := range r.BySeverity() {
		if i.names(f, what) && (len(i.checks) == 0 || slices.ContainsFunc(f.CheckIDs, func(id string) bool { return slices.Contains(i.checks, id) })) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return hint.Errorf("Name the place as mcp-lint -o concise prints it.", "there is no finding at %q", what)
	}
	name := config.Name
	if i.ConfigFile != nil {
		name = i.ConfigFile.Path
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	entries, err := i.entries(found)
	if err != nil {
		return err
	}
	data, err := withIgnores(old, entries, known)
	if err != nil {
		if _, wrong := fmt.Fprintf(s.out, "ignore:\n%s", entries); wrong != nil {
			return wrong
		}
		return hint.Errorf("Add the lines on standard output by hand.", "cannot add to %s: %w", name, err)
	}
	for _, f := range found {
		_, _ = fmt.Fprintf(s.out, "%s: %s\n", report.Count(len(f.Signals), "sign"), safe.Message(f.Message))
	}
	if !i.apply {
		_, err = fmt.Fprintf(s.out, "\nTo add to %s, with --write:\n\n%s", safe.Message(name), entries)
		return err
	}
	if err := atomicfile.Write(name, []string{"."}, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	_, err = fmt.Fprintf(s.out, "%s: %s\n", safe.Message(name), "wrote "+report.Count(strings.Count(entries, "- check:"), "entry of ignore"))
	return err
}

// splitPlace splits FILE:LINE, or FILE:LINE:COLUMN as reports print it.
func splitPlace(what string) (file string, line int, ok bool) {
	parts := strings.Split(what, ":")
	for n := len(parts) - 1; n > 0 && n >= len(parts)-2; n-- {
		if v, err := strconv.Atoi(parts[n]); err == nil {
			file, line, ok = strings.Join(parts[:n], ":"), v, true
		}
	}
	return file, line, ok
}

func (i *ignoreCommand) names(f *lint.Finding, what string) bool {
	file, line, ok := splitPlace(what)
	if !ok {
		return len(what) >= 8 && strings.HasPrefix(f.ID, what)
	}
	return slices.ContainsFunc(f.Signals, func(s lint.Signal) bool {
		return s.Where.Start.Line == line && userfile.Same(filepath.FromSlash(s.Where.Path), file)
	})
}

// entries are the lines of entries for the findings, one for each check, server and tool. An entry without a digest names the file.
func (i *ignoreCommand) entries(found []*lint.Finding) (string, error) {
	var all []string
	for _, f := range found {
		checks := slices.DeleteFunc(slices.Clone(f.CheckIDs), func(id string) bool { return len(i.checks) > 0 && !slices.Contains(i.checks, id) })
		lines := []string{"  - check: [" + strings.Join(checks, ", ") + "]"}
		add := func(key, value string) {
			if value != "" {
				lines = append(lines, "    "+key+": "+strconv.QuoteToASCII(value))
			}
		}
		add("server", literal(f.Server))
		add("tool", literal(f.Tool))
		digest, file := string(f.Digest), f.Signals[f.Primary].Where.Rel
		if i.anyText {
			if digest != "" && (literal(f.Tool) == "" || literal(f.Server) != f.Server) {
				return "", hint.Errorf("Leave out --any-text: the entry then has the digest of the definition.", "no entry can name tool %q of server %q alone, so that it would hold for others in %s too", safe.Message(f.Tool), safe.Message(f.Server), file)
			}
			digest = ""
		}
		switch {
		case digest != "":
			add("digest", digest)
		case !i.anyText:
			return "", hint.Errorf("Accept that with --any-text, or ignore the line alone with a comment beside it.", "the text in %s is part of no definition, so that the entry would hold for other text in the file too", file)
		case file == "":
			return "", errors.New("the finding is in no file that an entry could name")
		default:
			add("path", config.PathPattern(file))
		}
		add("reason", i.reason)
		add("expires", i.expires)
		if entry := strings.Join(lines, "\n") + "\n"; !slices.Contains(all, entry) {
			all = append(all, entry)
		}
	}
	return strings.Join(all, ""), nil
}

// literal returns the name of a server or tool if an entry can name it: a star would match others too. Without the name the entry still
// names the definition by its digest, or the file whose text is part of no definition.
func literal(name string) string {
	if strings.ContainsAny(name, "*\n") {
		return ""
	}
	return name
}

// withIgnores adds entries to the list ignore of a configuration file, whose other lines stay as they are.
func withIgnores(old []byte, entries string, known []string) ([]byte, error) {
	insertion, err := config.InsertIgnores(old, entries)
	if err != nil {
		return nil, err
	}
	data := insertion.Apply(old)
	if _, err = config.Parse(data, known); err == nil {
		return data, nil
	}
	if _, was := config.Parse(old, known); was == nil {
		err = errors.New("its settings end with a line ... or are not written one below another")
	}
	return nil, err
}
