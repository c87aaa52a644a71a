package clients

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Machine is what decides where programs keep their files.
type Machine struct {
	// System is the name of the system as GOOS has it, Home the folder of the user, and Env looks up a variable of the environment.
	System, Home string
	Env          func(string) string
}

// root is the folder that a template begins with: a variable, or a folder of the user where that is not set.
type root struct {
	variable, otherwise string
	// only is the one system that has it, or "".
	only string
}

const windows, macOS = "windows", "darwin"

// roots are the variables that templates begin with. Any other gives no path where it is not set.
var roots = map[string]root{
	"$XDG_CONFIG_HOME": {"XDG_CONFIG_HOME", ".config", ""},
	"$XDG_CACHE_HOME":  {"XDG_CACHE_HOME", ".cache", ""},
	"$XDG_DATA_HOME":   {"XDG_DATA_HOME", ".local/share", ""},
	"%APPDATA%":        {"APPDATA", "AppData/Roaming", windows},
	"%LOCALAPPDATA%":   {"LOCALAPPDATA", "AppData/Local", windows},
	"%TEMP%":           {"TEMP", "AppData/Local/Temp", windows},
}

// Expand returns the absolute paths of a template, in its order; a star in them matches any part of one name.
//
// A template begins with ~, with $APPS, the folder in which programs with windows keep their settings, or with a variable; names in braces are
// alternatives. What begins with a variable of another system, or with ~/Library, gives no path elsewhere.
func (m Machine) Expand(template string) []string {
	var out []string
	for _, one := range alternatives(template) {
		first, rest, _ := strings.Cut(one, "/")
		if folder := m.folder(first); folder != "" && (m.System == macOS || first != "~" || !strings.HasPrefix(rest, "Library/")) {
			out = append(out, filepath.Join(folder, filepath.FromSlash(rest)))
		}
	}
	return out
}

// folder is what a template begins with, or "" when there is none such on the machine.
func (m Machine) folder(name string) string {
	switch {
	case name == "~":
		return m.Home
	case name != "$APPS":
	case m.System == windows:
		name = "%APPDATA%"
	case m.System == macOS:
		return filepath.Join(m.Home, "Library", "Application Support")
	default:
		name = "$XDG_CONFIG_HOME"
	}
	r, known := roots[name]
	if !known {
		r.variable = strings.TrimPrefix(name, "$")
	}
	if r.only != "" && r.only != m.System {
		return ""
	}
	// One that is relative means another folder for each program.
	if at := m.Env(r.variable); filepath.IsAbs(at) {
		return at
	}
	if !known || m.Home == "" {
		return ""
	}
	return filepath.Join(m.Home, filepath.FromSlash(r.otherwise))
}

// alternatives writes the names in braces one after the other.
func alternatives(template string) []string {
	before, rest, ok := strings.Cut(template, "{")
	if !ok {
		return []string{template}
	}
	names, after, _ := strings.Cut(rest, "}")
	var out []string
	for name := range strings.SplitSeq(names, ",") {
		for _, tail := range alternatives(after) {
			out = append(out, before+name+tail)
		}
	}
	return out
}

// Lies is a file or folder that a client reads: what belongs to the user, or to a project.
type Lies struct {
	Client string
	// Pattern is an absolute path, in which a star matches any part of one name.
	Pattern string
	// Folder is set for what the client has installed: all of it is looked at.
	Folder bool
}

// Places returns where the clients of a user keep what they read, in the order of All.
func (m Machine) Places() []Lies {
	return places(func(c *Client) []string { return c.User }, m.Expand)
}

// In returns what clients read in a project.
func In(project string) []Lies {
	return places(func(c *Client) []string { return c.Project }, func(template string) []string {
		paths := alternatives(template)
		for i := range paths {
			paths[i] = filepath.Join(project, filepath.FromSlash(paths[i]))
		}
		return paths
	})
}

// agentFolders are the folders of projects, with a slash in front, that hold agents in Markdown.
var agentFolders = func() (all []string) {
	for i := range All {
		for _, template := range All[i].Project {
			for _, at := range alternatives(template) {
				if folder, ok := strings.CutSuffix("/"+at, "/*.md"); ok {
					all = append(all, folder)
				}
			}
		}
	}
	return all
}()

// IsAgent reports whether a path, with slashes, is that of an agent in Markdown, in whose front matter its client looks for servers.
func IsAgent(at string) bool {
	at = "/" + strings.ToLower(at)
	return path.Ext(at) == ".md" && slices.ContainsFunc(agentFolders, func(folder string) bool { return strings.HasSuffix(path.Dir(at), folder) })
}

func places(of func(*Client) []string, expand func(string) []string) []Lies {
	var out []Lies
	for i := range All {
		for _, template := range of(&All[i]) {
			for _, at := range expand(template) {
				p := Lies{All[i].Name, at, strings.HasSuffix(template, "/")}
				if !slices.Contains(out, p) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}
