// Package entry reads lines that hold a definition each, as a stream and the lists of a registry do. An entry is an object:
//
//	{"server":"mail","tool":{"name":"send","description":"…"},"id":"…","registry":"…","kind":"tool","peers":[{"server":"…","tool":{…}}]}
package entry

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Entry is a definition, with its peers: those that it alone is compared with.
type Entry struct {
	ID, Registry string
	View         detect.ToolView
	Peers        []detect.ToolView
}

// MaxValues bounds the values in a line, each of which takes much more memory than its bytes.
const MaxValues = 1_000_000

// ErrTooMany is returned for a line with more values than MaxValues.
var ErrTooMany = fmt.Errorf("the line has more than %d values", MaxValues)

// kinds are those that a line may name.
var kinds = []detect.Kind{
	detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer,
	detect.KindLaunch, detect.KindSettings, detect.KindManifest, detect.KindAgents,
}

// Read reads a line with that number of values, as Values counts them. With an error, only the names of the entry that could be read are there. Other
// members are passed over.
func Read(line []byte, values int) (e Entry, err error) {
	if values > MaxValues {
		return e, ErrTooMany
	}
	n, err := detect.ParseJSON(line)
	switch {
	case err != nil:
		return e, err
	case n.Kind != detect.NodeObject:
		return e, errors.New(`the line is not an object such as {"server":"…","tool":{…}}`)
	}
	if err := unambiguous(n); err != nil {
		return e, err
	}
	var kind string
	for _, m := range [...]struct {
		name string
		to   *string
	}{{"id", &e.ID}, {"registry", &e.Registry}, {"kind", &kind}} {
		if *m.to, err = stringIn(n, m.name); err != nil {
			return e, err
		}
	}
	if kind == "" {
		kind = string(detect.KindTool)
	}
	of := detect.Kind(kind)
	if !slices.Contains(kinds, of) {
		return e, fmt.Errorf(`"kind" is %q, which is not a kind of definition`, text.Safe(kind, quotedRunes))
	}
	if e.View, err = viewIn(n, of); err != nil {
		return e, err
	}
	peers := n.Get("peers")
	switch {
	case peers == nil || peers.Kind == detect.NodeScalar && peers.Text == "null":
		return e, nil
	case peers.Kind != detect.NodeArray:
		return e, errors.New(`"peers" is not a list`)
	}
	// Peers are tools, or what the entry itself is where that is not part of a server.
	if !of.Apart() {
		of = detect.KindTool
	}
	for i, p := range peers.Items {
		err := unambiguous(p)
		var v detect.ToolView
		if err == nil {
			v, err = viewIn(p, of)
		}
		if err != nil {
			return e, fmt.Errorf("peer %d: %w", i+1, err)
		}
		e.Peers = append(e.Peers, v)
	}
	return e, nil
}

// quotedRunes bounds a word of a line that an error quotes.
const quotedRunes = 40

// unambiguous fails for an object that has a member of entries twice, or in another case: some readers of JSON take it, and others another one.
func unambiguous(n *detect.Node) error {
	for _, name := range [...]string{"tool", "server", "id", "registry", "kind", "peers"} {
		count := 0
		for _, m := range n.Members {
			if m.Name.Text != name && strings.EqualFold(m.Name.Text, name) {
				return fmt.Errorf("%q has to be %q, since readers of JSON differ in whether they take it for that", m.Name.Text, name)
			}
			if m.Name.Text == name {
				count++
			}
		}
		if count > 1 {
			return fmt.Errorf("%q stands twice, and readers of JSON differ in which they take", name)
		}
	}
	return nil
}

// viewIn returns the view of what an object has under "tool".
func viewIn(n *detect.Node, kind detect.Kind) (detect.ToolView, error) {
	server, err := stringIn(n, "server")
	if err != nil {
		return detect.ToolView{}, err
	}
	switch def := n.Get("tool"); {
	case def == nil:
		return detect.ToolView{}, errors.New(`"tool" is missing: the definition as a server sends it`)
	case def.Kind != detect.NodeObject:
		return detect.ToolView{}, errors.New(`"tool" is not an object`)
	default:
		return detect.NewView(kind, server, def), nil
	}
}

// stringIn returns the string that an object has under a name; "" where there is none, or null.
func stringIn(n *detect.Node, name string) (string, error) {
	switch v := n.Get(name); {
	case v == nil || v.Kind == detect.NodeScalar && v.Text == "null":
		return "", nil
	case v.Kind != detect.NodeString:
		return "", fmt.Errorf("%q is not a string", name)
	default:
		return v.Text, nil
	}
}

// Values counts the separators of values outside of strings; there is at most one value more.
func Values(line []byte) (n int) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ',', ':', '[', '{':
			n++
		case '"':
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}
