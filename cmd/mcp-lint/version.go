package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is set by the release build to the tag: -ldflags "-X main.release=v1.2.3".
var release = ""

// versionNumber is the tag of a release, the module version of `go install`, or "dev".
func versionNumber() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

func newVersion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit it was built from and the Go version",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(s.out, "mcp-lint %s\n", versionNumber())
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, kv := range info.Settings {
					switch kv.Key {
					case "vcs.revision":
						fmt.Fprintf(s.out, "commit   %s\n", kv.Value)
					case "vcs.time":
						fmt.Fprintf(s.out, "date     %s\n", kv.Value)
					case "vcs.modified":
						if kv.Value == "true" {
							fmt.Fprintln(s.out, "modified yes")
						}
					}
				}
			}
			fmt.Fprintf(s.out, "go       %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
