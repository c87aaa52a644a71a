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
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/launch"
)

// Machine is the system and the user whose clients are looked at: the name of the system as GOOS has it, the folder of the user, and what looks up
// variables of the environment.
type Machine struct {
	System, Home string
	Env          func(string) string
}

// Settings returns a file of mcp-lint among the settings of the user.
func (m Machine) Settings(name string) string {
	return clients.Machine(m).Expand("$APPS/mcp-lint/" + name)[0]
}

// Approval says what of a server runs without a question.
type Approval string

// The approvals, as launch.auto-approve reads them.
const (
	AsksFirst    Approval = "asks"
	SomeApproved Approval = "some"
	AllApproved  Approval = "all"
)

// Installed is what clients of a user have configured, and where the packages of the servers lie. Options.Installed has both scanned.
type Installed struct {
	// Servers are in the order of files and places.
	Servers []InstalledServer
	places  []discover.Place
	// known are the paths of the places of code.
	known map[string]bool
	skips []Skip
}

// InstalledServer is a server that a client of the user starts or reaches.
type InstalledServer struct {
	// Client is the program that reads the file, Name the name that it knows the server by, and Where the entry.
	Client string `json:"client"`
	Name   string `json:"name"`
	// Launch is the command or address, without credentials.
	Launch string `json:"launch"`
	// Packages are those that the command fetches or runs; Code is where what it runs lies on the machine and was scanned.
	Packages []InstalledPackage `json:"packages"`
	Code     []string           `json:"code"`
	// Approval says what of it runs without a question, and Off is set when the client does not start it.
	Approval Approval `json:"approval"`
	Off      bool     `json:"off"`
	// Findings counts what was found in it, and Worst is the highest severity.
	Findings int             `json:"findings"`
	Worst    detect.Severity `json:"worst"`
	Where    Place           `json:"location"`

	view detect.ToolView
}

// InstalledPackage is a package of a server.
type InstalledPackage struct {
	// Registry is "npm", "pypi", "oci" or another word for where it comes from, Name what it is called there, Version the one that is asked for.
	Registry string `json:"registry"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	// Pinned is set when the version that is asked for is the same one tomorrow.
	Pinned bool `json:"pinned"`
	// Found is the version that lies on the machine, or "".
	Found string `json:"found"`
}

// FindInstalled looks through the configurations of a user and of projects.
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
			continue // An example in what a client has installed is no server of the user.
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
		Packages: []InstalledPackage{}, Code: []string{}, // Empty lists, not null, for readers that loop.
		Where: q.Place(source.Location{File: t.File, Span: t.Span, Exact: true}), view: t.View,
	}
}

// locate finds what a server runs on the machine. What several servers run is looked at once.
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

// report returns the servers with what was found in them, by client.
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
