package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
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
		Args:    cobra.ArbitraryArgs,
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
		Use:     "explain CHECK",
		Short:   "Explain what a check catches, why it matters and how to fix it",
		Example: "  mcp-lint explain payload.decoded",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &hintError{fmt.Errorf("explain takes one check, not %d", len(args)), "See mcp-lint rules for their names."}
			}
			return nil
		},
		ValidArgsFunction: completeChecks,
		RunE: func(_ *cobra.Command, args []string) error {
			own, err := readRules(files)
			if err != nil {
				return err
			}
			for _, d := range lint.Rules(own.checks()...) {
				if d.ID != args[0] {
					continue
				}
				fmt.Fprintf(s.out, "%s: %s\n", d.ID, d.Title)
				fmt.Fprintf(s.out, "threat: %s\nseverity: %s\n", strings.ReplaceAll(string(d.ThreatType), "_", " "), d.Severities)
				for _, part := range []struct{ head, body string }{
					{"What it catches", d.Catches}, {"Why it matters", d.Why}, {"How to fix it", d.Fix},
				} {
					fmt.Fprintf(s.out, "\n%s\n%s\n", part.head, wrap(part.body, 96))
				}
				for _, part := range []struct {
					head     string
					examples []detect.Example
				}{{"reported", d.Bad}, {"not", d.Good}} {
					fmt.Fprintf(s.out, "\nExamples that are %s\n", part.head)
					for _, e := range part.examples {
						fmt.Fprint(s.out, explained(e))
					}
				}
				fmt.Fprintf(s.out, "\nOn the web\n  %s\n", lint.CheckURL(d.ID))
				return nil
			}
			return unknownCheck(&lint.UnknownCheckError{ID: args[0], Known: lint.CheckIDs(own.checks()...)})
		},
	}
	registerRules(cmd, &files)
	return cmd
}

func explained(e detect.Example) string {
	head := fmt.Sprintf("  %s (server %s)\n", e.Note, e.Server)
	if e.File != "" {
		head, e.Tool = fmt.Sprintf("  %s (%s)\n", e.Note, e.File), strings.TrimRight(e.Text, "\n")
	}
	// Examples hold what no terminal should get.
	lines := strings.Split(e.Tool, "\n")
	for i, line := range lines {
		lines[i] = text.Safe(line, 0)
	}
	e.Tool = strings.Join(lines, "\n    ")
	switch e.Approved {
	case "":
		return head + "    " + e.Tool + "\n"
	case "none":
		return head + "    approved: nothing of that name\n    now:      " + e.Tool + "\n"
	}
	return head + "    approved: " + e.Approved + "\n    now:      " + e.Tool + "\n"
}

// wrap breaks paragraphs at blanks so that lines hold at most columns characters, indented by two.
func wrap(paragraphs string, columns int) string {
	var b strings.Builder
	for i, p := range strings.Split(paragraphs, "\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		sep, used := "  ", 1
		for _, word := range strings.Fields(p) {
			if used += 1 + len(word); used > columns {
				sep, used = "\n  ", 2+len(word)
			}
			b.WriteString(sep + word)
			sep = " "
		}
	}
	return b.String()
}

// What a release build says of itself: -ldflags "-X main.release=v1.2.3 -X main.commit=... -X main.commitDate=...".
var (
	// release is the tag.
	release = ""
	// commit is the whole hash of the commit that was built.
	commit = ""
	// commitDate is when that commit was made, in RFC 3339. The clock of the build appears nowhere.
	commitDate = ""
)

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
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %s\n", v.Name, v.Version)
	fmt.Fprintf(&b, "%-8s %s\n", "commit", cmp.Or(v.Commit, "unknown"))
	fmt.Fprintf(&b, "%-8s %s\n", "date", cmp.Or(v.Date, "unknown"))
	if v.Modified {
		fmt.Fprintf(&b, "%-8s %s\n", "modified", "yes")
	}
	fmt.Fprintf(&b, "%-8s %s\n", "go", v.Go)
	fmt.Fprintf(&b, "%-8s %s/%s\n", "platform", v.OS, v.Arch)
	return b.String()
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
