package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

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

func (v buildVersion) text() string {
	modified := ""
	if v.Modified {
		modified = "modified yes\n"
	}
	return fmt.Sprintf("%-8s %s\ncommit   %s\ndate     %s\n%sgo       %s\nplatform %s/%s\n",
		v.Name, v.Version, cmp.Or(v.Commit, "unknown"), cmp.Or(v.Date, "unknown"), modified, v.Go, v.OS, v.Arch)
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

// utc brings a date of RFC 3339 to UTC. What is not a date is left out.
func utc(date string) string {
	t, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
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
