package launch

import "github.com/org/mcp-lint/detect"

// Package is a package that a launch fetches, unless it is there, and runs.
type Package struct {
	// Registry is "npm", "pypi", "oci" or another word for where it comes from, Name what it is called there, Version what stands behind the name.
	Registry, Name, Version string
	// Pinned is set when the version is the same one tomorrow.
	Pinned bool
}

// registries are the words for where packages come from.
var registries = map[source]string{
	fromNPM: "npm", fromPyPI: "pypi", fromImage: "oci", fromNuGet: "nuget", fromCrates: "cargo", fromGems: "gem", fromMaven: "maven", fromGo: "go",
	fromJSR: "jsr", fromModules: "url", fromGit: "git", fromURL: "url",
}

// Packages returns the packages that a launch names, without those that are only added beside what is run.
func Packages(t detect.ToolView) []Package {
	var out []Package
	for _, a := range read(t).artifacts {
		if a.name != "" && !a.extra {
			out = append(out, Package{registries[a.kind], shownAddress(a.name), a.version, a.pin == exact || a.pin == digested})
		}
	}
	return out
}

// Words returns the command of a launch and its arguments, without those that a shell would split.
func Words(t detect.ToolView) []string {
	var out []string
	for _, f := range t.Fields {
		if f.Role == detect.RoleCommand || f.Role == detect.RoleArgument {
			out = append(out, f.Text)
		}
	}
	return out
}

// Approved reports whether a launch, or the settings of a client, approve anything in advance, and whether that is everything or what runs commands, as
// launch.auto-approve reads them.
func Approved(t detect.ToolView) (any, all bool) {
	for _, s := range (autoApprove{}).Inspect(t, detect.RegistryView{}) {
		any, all = true, all || !s.Note
	}
	return any, all
}

// Off reports whether a server is switched off in its configuration.
func Off(t detect.ToolView) bool { return switchedOff(t) }
