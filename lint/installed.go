package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/installed"
	"github.com/org/mcp-lint/launch"
)

// Machine is the system and user whose clients are read: GOOS, the home folder, and a lookup for environment variables.
type Machine struct {
	System, Home string
	Env          func(string) string
}

// Settings returns the path of an mcp-lint file in the user's settings.
func (m Machine) Settings(name string) string {
	return clients.Machine(m).Expand("$APPS/mcp-lint/" + name)[0]
}

// Approval says which calls of a server need no confirmation.
type Approval string

// Approvals as launch.auto-approve determines them.
const (
	AsksFirst    Approval = "asks"
	SomeApproved Approval = "some"
	AllApproved  Approval = "all"
)

// Installed is the servers configured in a user's clients and the locations of their packages. Options.Installed adds both to a scan.
type Installed struct {
	// Servers are in the order of files and places.
	Servers []InstalledServer
	places  []discover.Place
	// known are the paths in places.
	known map[string]bool
	skips []Skip
}

// InstalledServer is a server that one of the user's clients starts or connects to.
type InstalledServer struct {
	// Client is the program that reads the configuration, Name its name for the server, Where the entry.
	Client string `json:"client"`
	Name   string `json:"name"`
	// Launch is the command or URL, redacted.
	Launch string `json:"launch"`
	// Packages are those that the command fetches or runs. Code lists the folders and files of its code that were scanned.
	Packages []InstalledPackage `json:"packages"`
	Code     []string           `json:"code"`
	// Approval says which calls need no confirmation. Off is set when the client does not start the server.
	Approval Approval `json:"approval"`
	Off      bool     `json:"off"`
	// Findings counts the findings in the server, Worst is their highest severity.
	Findings int             `json:"findings"`
	Worst    detect.Severity `json:"worst"`
	Where    Place           `json:"location"`

	view detect.ToolView
}

// InstalledPackage is a package of a server.
type InstalledPackage struct {
	// Registry is where it comes from, such as "npm", "pypi" or "oci"; Name is its name there, Version the requested one.
	Registry string `json:"registry"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	// Pinned is set when the requested version always resolves to the same release.
	Pinned bool `json:"pinned"`
	// Found is the installed version, or "".
	Found string `json:"found"`
}

// FindInstalled reads the client configurations of a user and of projects.
func FindInstalled(m Machine, projects []string, opts Options) (*Installed, error) {
	f := installed.New(clients.Machine(m))
	out := &Installed{places: f.Configurations(projects), known: map[string]bool{}}
	o := discoverOptions(&opts)
	o.Paths, o.Places = nil, out.places
	if len(out.places) == 0 {
		out.skips = f.Skips
		return out, nil
	}
	inv, err := discover.Walk(o)
	if err != nil {
		return nil, err
	}
	q := NewQuoter(0)
	settings := map[string]Approval{}
	for i := range inv.Launches {
		t := &inv.Launches[i]
		if t.Class != discover.ClassNone {
			continue // an example shipped with a client
		}
		switch t.View.Kind {
		case detect.KindLaunch:
			s := newInstalledServer(t, q)
			s.Client = f.Client(t.File.Path)
			out.locate(f, &s)
			out.Servers = append(out.Servers, s)
		case detect.KindSettings:
			client := f.Client(t.File.Path)
			settings[client] = worseApproval(settings[client], approvalOf(t))
		}
	}
	for i := range out.Servers {
		s := &out.Servers[i]
		s.Approval = worseApproval(s.Approval, settings[s.Client])
	}
	out.skips = f.Skips
	return out, nil
}

func approvalOf(t *discover.Tool) Approval {
	switch any, all := launch.Approved(t.View); {
	case all:
		return AllApproved
	case any:
		return SomeApproved
	}
	return AsksFirst
}

func worseApproval(a, b Approval) Approval {
	order := []Approval{AsksFirst, SomeApproved, AllApproved}
	return order[max(slices.Index(order, a), slices.Index(order, b), 0)]
}

func newInstalledServer(t *discover.Tool, q *Quoter) InstalledServer {
	sub := subject{Tool: t, def: -1}
	hide := NewHider(sub.credentials())
	words := launch.Words(t.View)
	if url := t.View.Definition.StringAt("url"); len(words) == 0 {
		words = []string{url}
	}
	return InstalledServer{
		Name: secret.Redact(t.View.Name), Launch: secret.Redact(hide.Hide(strings.Join(words, " "))), Off: launch.Off(t.View), Approval: approvalOf(t),
		Packages: []InstalledPackage{}, Code: []string{}, // not null in JSON
		Where: q.whole(t.File, t.Span), view: t.View,
	}
}

// locate finds the code that a server runs. Shared code is scanned once.
func (in *Installed) locate(f *installed.Finder, s *InstalledServer) {
	places := f.Named(launch.Words(s.view))
	for _, p := range launch.Packages(s.view) {
		one := InstalledPackage{Registry: p.Registry, Name: p.Name, Version: p.Version, Pinned: p.Pinned}
		ask := installed.Package{Registry: p.Registry, Name: p.Name}
		if p.Pinned {
			ask.Version = strings.TrimLeft(p.Version, "=v")
		}
		if found, ok := f.Locate(ask); ok {
			one.Found = found.Version
			places = append(places, found.Places...)
		}
		s.Packages = append(s.Packages, one)
	}
	for _, p := range places {
		p.Server = s.Name
		if !in.known[p.Path] {
			in.known[p.Path] = true
			in.places = append(in.places, p)
		}
		s.Code = append(s.Code, p.Shown)
	}
}

// report returns the servers with the counts of their findings, by client.
func (in *Installed) report(findings []Finding) []InstalledServer {
	out := append([]InstalledServer{}, in.Servers...)
	for i := range out {
		s := &out[i]
		for k := range findings {
			f := &findings[k]
			at := f.Definition.Path
			below := func(code string) bool { return at == code || strings.HasPrefix(at, code+"/") }
			if at == s.Where.Path && f.Server == s.Name || slices.ContainsFunc(s.Code, below) {
				s.Findings, s.Worst = s.Findings+1, max(s.Worst, f.Severity)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b InstalledServer) int { return cmp.Compare(a.Client, b.Client) })
	return out
}
