package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

const longList = `List everything that would reach a model: each tool, prompt, resource and server instruction, with its server and where it is
defined. Nothing is judged. Use it to see whether mcp-lint finds a tool, and what it reads of it.

--output json gives each string of a definition as a model receives it, with its byte positions in the files.`

func newList(s streams) *cobra.Command {
	var output, color string
	cmd := &cobra.Command{
		Use:     "list [PATH...]",
		Short:   "List the tools, prompts, resources and instructions that would reach a model",
		Long:    longList,
		Example: "  mcp-lint list\n  mcp-lint list ./servers --output json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(oneOf("output", output, "text", "json"), oneOf("color", color, colorWords...)); err != nil {
				return err
			}
			callback, wipe := progress(s, false)
			list, err := lint.List(lint.Options{Paths: args, Stdin: s.in, Progress: callback})
			wipe()
			if err != nil {
				return explainScanError(err, cmd, args)
			}
			if output == "json" {
				return report.ListJSON(s.out, list)
			}
			return report.ListText(s.out, list, report.TextOptions{Color: useColor(color, s.out, s.env)})
		},
	}
	registerWords(cmd, &output, "output", "o", "text", "text or json", "text", "json")
	registerWords(cmd, &color, "color", "", "auto", "auto, always or never", colorWords...)
	return cmd
}

func newExplain(s streams) *cobra.Command {
	var files []string
	cmd := &cobra.Command{
		Use:               "explain CHECK",
		Short:             "Explain what a check catches, why it matters and how to fix it",
		Example:           "  mcp-lint explain payload.decoded",
		Args:              takes("one check", 1, 1, "See mcp-lint rules for their names."),
		ValidArgsFunction: completeChecks,
		RunE: func(_ *cobra.Command, args []string) error {
			own, err := readRules(files)
			if err != nil {
				return err
			}
			all := lint.RulesWith(own.checks())
			i := slices.IndexFunc(all, func(d detect.Documentation) bool { return d.ID == args[0] })
			if i < 0 {
				return unknownCheck(&lint.UnknownCheckError{ID: args[0], Known: lint.CheckIDsWith(own.checks())})
			}
			explain(s.out, all[i])
			return nil
		},
	}
	registerRules(cmd, &files)
	return cmd
}

func explain(w io.Writer, d detect.Documentation) {
	fmt.Fprintf(w, "%s: %s\n", d.ID, d.Title)
	fmt.Fprintf(w, "threat: %s\nseverity: %s\n", strings.ReplaceAll(string(d.ThreatType), "_", " "), d.Severities)
	for _, part := range [][2]string{{"What it catches", d.Catches}, {"Why it matters", d.Why}, {"How to fix it", d.Fix}} {
		fmt.Fprintf(w, "\n%s\n", part[0])
		for paragraph := range strings.SplitSeq(part[1], "\n") {
			fmt.Fprintln(w, strings.TrimRight("  "+strings.Join(text.Wrap(paragraph, 94), "\n  "), " "))
		}
	}
	fmt.Fprintln(w, "\nExamples that are reported")
	explainExamples(w, d.Bad)
	fmt.Fprintln(w, "\nExamples that are not")
	explainExamples(w, d.Good)
	fmt.Fprintf(w, "\nOn the web\n  %s\n", lint.CheckURL(d.ID))
}

func explainExamples(w io.Writer, examples []detect.Example) {
	for _, e := range examples {
		of := "server " + e.Server
		if e.File != "" {
			of, e.Tool = e.File, strings.TrimRight(e.Text, "\n")
		}
		fmt.Fprintf(w, "  %s (%s)\n    ", e.Note, of)
		switch e.Approved {
		case "":
		case "none":
			fmt.Fprint(w, "approved: nothing of that name\n    now:      ")
		default:
			fmt.Fprintf(w, "approved: %s\n    now:      ", e.Approved)
		}
		// Examples hold what no terminal should get.
		lines := strings.Split(e.Tool, "\n")
		for i, line := range lines {
			lines[i] = text.Safe(line, 0)
		}
		fmt.Fprintln(w, strings.Join(lines, "\n    "))
	}
}

// What a release build says of itself, the tag, the whole hash of the commit and when that was made, in RFC 3339:
// -ldflags "-X main.release=v1.2.3 -X main.commit=... -X main.commitDate=...". The clock of the build appears nowhere.
var release, commit, commitDate string

// buildVersion is what is known of a build; what is not known is empty.
type buildVersion struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

type linked struct{ release, commit, date string }

// versionNumber is the tag of a release, the module version of `go install`, or "dev".
func versionNumber() string { return thisBuild().Version }

func thisBuild() buildVersion {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(linked{release, commit, commitDate}, info)
}

// describeBuild joins what the linker was given with what Go recorded, which is nothing for a nil info. The linker's word goes first: it is
// given by who makes the release, and a build from an archive has no other.
func describeBuild(l linked, info *debug.BuildInfo) buildVersion {
	v := buildVersion{
		Name: "mcp-lint", Version: l.release, Commit: l.commit, Date: utc(l.date),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if info != nil {
		module := info.Main.Version
		if module == "(devel)" {
			module = ""
		}
		v.Version = cmp.Or(v.Version, module)
		settings := map[string]string{}
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
		// A date is that of its commit, so it is never taken from elsewhere than the commit.
		if v.Commit == "" && settings["vcs.revision"] != "" {
			v.Commit, v.Date = settings["vcs.revision"], utc(settings["vcs.time"])
		}
		if v.Commit == settings["vcs.revision"] {
			v.Date = cmp.Or(v.Date, utc(settings["vcs.time"]))
			v.Modified = settings["vcs.modified"] == "true"
		}
		if v.Commit == "" {
			v.Commit, v.Date = pseudo(module)
		}
	}
	v.Version = cmp.Or(v.Version, "dev")
	return v
}

var pseudoVersion = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})(?:\+.*)?$`)

// pseudo reads the first digits of the commit and its date from the version that Go gives a commit without a tag.
func pseudo(module string) (hash, date string) {
	m := pseudoVersion.FindStringSubmatch(module)
	if m == nil {
		return "", ""
	}
	t, err := time.Parse("20060102150405", m[1])
	if err != nil {
		return "", ""
	}
	return m[2], t.Format(time.RFC3339)
}

// utc brings a date of RFC 3339 to UTC. What is no date is left out.
func utc(date string) string {
	t, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (v buildVersion) text() string {
	modified := ""
	if v.Modified {
		modified = "modified yes\n"
	}
	return fmt.Sprintf("%-8s %s\ncommit   %s\ndate     %s\n%sgo       %s\nplatform %s/%s\n",
		v.Name, v.Version, cmp.Or(v.Commit, "unknown"), cmp.Or(v.Date, "unknown"), modified, v.Go, v.OS, v.Arch)
}

func newVersion(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and its date, and the Go version",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			v := thisBuild()
			if asJSON {
				return json.NewEncoder(s.out).Encode(v)
			}
			_, err := fmt.Fprint(s.out, v.text())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
