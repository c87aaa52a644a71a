package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/lazy"
)

// Recording is how to start or reach a server as its client does.
type Recording struct {
	Command []string
	Folder  string
	URL     string
	// Env are variables as NAME=VALUE, Headers pairs of name and value.
	Env     []string
	Headers [][2]string
	// Variables are the names of those that were filled in, in order. Whoever wrote the entry chose them.
	Variables []string
}

// filledIn matches placeholders that clients fill in: ${NAME}, ${env:NAME} and {env:NAME} from the environment, other ${…} by asking the
// user. No client fills in {NAME}.
var filledIn = lazy.Regexp(`(?:\$\{(?:env:)?|\{env:)([A-Za-z_][A-Za-z0-9_]*)\}|\$\{[^}]*\}`)

// Record returns how to query the server for its definitions, or why that is impossible. Variables are filled in from the environment.
func (s *InstalledServer) Record(env func(string) string) (r Recording, why string) {
	def := s.view.Definition
	missing := ""
	fill := func(text string) string {
		return filledIn().ReplaceAllStringFunc(text, func(word string) string {
			m := filledIn().FindStringSubmatch(word)
			if value := env(m[1]); m[1] != "" && value != "" {
				if i, known := slices.BinarySearch(r.Variables, m[1]); !known {
					r.Variables = slices.Insert(r.Variables, i, m[1])
				}
				return value
			}
			missing = word
			return word
		})
	}
	if s.Off {
		return r, "it is disabled"
	}
	each := func(name string, put func(key, value string)) {
		if list := def.Get(name); list != nil {
			for _, m := range list.Members {
				if m.Name != nil && m.Value != nil && m.Value.Text != "" {
					put(m.Name.Text, fill(m.Value.Text))
				}
			}
		}
	}
	if command := def.StringAt("command"); command != "" {
		r.Command = append(r.Command, fill(command))
		if args := def.Get("args"); args != nil {
			for _, a := range args.Items {
				if a.Kind == detect.NodeString || a.Kind == detect.NodeScalar {
					r.Command = append(r.Command, fill(a.Text))
				}
			}
		}
		r.Folder = fill(def.StringAt("cwd"))
		each("env", func(key, value string) { r.Env = append(r.Env, key+"="+value) })
	} else {
		r.URL = fill(def.StringAt("url"))
		each("headers", func(key, value string) { r.Headers = append(r.Headers, [2]string{key, value}) })
	}
	switch {
	case len(r.Command) == 0 && r.URL == "":
		return r, "it has neither a command nor a URL"
	case missing != "":
		return r, fmt.Sprintf("only its client knows the value of %s", strings.ToValidUTF8(missing, "?"))
	}
	return r, ""
}

// recordedFolder is the display name of the folder with recorded definitions.
const recordedFolder = "recorded"

func (s *InstalledServer) recordedAs() string {
	flat := strings.NewReplacer("/", "_", `\`, "_")
	return recordedFolder + "/" + flat.Replace(s.Client) + "/" + flat.Replace(s.Name) + ".json"
}

// Recorded adds the file with the recorded definitions of a server to the scan.
func (in *Installed) Recorded(server int, file string) {
	s := &in.Servers[server]
	in.places = append(in.places, discover.Place{Path: file, Shown: s.recordedAs(), Server: s.Name})
	s.Code = append(s.Code, s.recordedAs())
}

// NotRecorded notes why a server could not be queried.
func (in *Installed) NotRecorded(server int, why string) {
	s := &in.Servers[server]
	in.skips = append(in.skips, Skip{Path: s.recordedAs(), Rel: s.recordedAs(), Reason: discover.SkipUnreadable, Detail: why, Missed: true})
}
