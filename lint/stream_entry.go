package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// streamEntry is a line of a stream: a definition, or why there is none.
type streamEntry struct {
	line, weight int
	id, registry string
	view         detect.ToolView
	peers        []detect.ToolView
	err          error
}

// streamKinds are the kinds that a line may name.
var streamKinds = []detect.Kind{
	detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer,
	detect.KindLaunch, detect.KindSettings, detect.KindManifest, detect.KindAgents,
}

// errorRunes bounds what is said of a line that cannot be read.
const errorRunes = 300

// readEntry reads a line.
func readEntry(l rawLine) streamEntry {
	e := streamEntry{line: l.number, weight: l.weight}
	if e.err = e.read(l); e.err != nil {
		// Nothing of the line is held but what is said of it.
		return streamEntry{line: l.number, weight: valueWeight, err: errors.New(text.Safe(e.err.Error(), errorRunes))}
	}
	return e
}

func (e *streamEntry) read(l rawLine) error {
	switch {
	case l.long:
		return fmt.Errorf("the line is longer than %d MB", StreamLineBytes>>20)
	case l.weight-len(l.data) > valueWeight*StreamValues:
		return fmt.Errorf("the line has more than %d values", StreamValues)
	}
	n, err := detect.ParseJSON(l.data)
	switch {
	case err != nil:
		return err
	case n.Kind != detect.NodeObject:
		return errors.New(`the line is not an object such as {"server":"…","tool":{…}}`)
	}
	if name := repeated(n); name != "" {
		return fmt.Errorf("%q stands twice, and readers of JSON differ in which they take", name)
	}
	kind, server := "", ""
	for name, to := range map[string]*string{"id": &e.id, "registry": &e.registry, "kind": &kind, "server": &server} {
		if *to, err = stringIn(n, name); err != nil {
			return err
		}
	}
	e.id = secret.Redact(e.id)
	if kind == "" {
		kind = string(detect.KindTool)
	}
	if !slices.Contains(streamKinds, detect.Kind(kind)) {
		return fmt.Errorf(`"kind" is %q, which is not a kind of definition`, text.Safe(kind, quotedRunes))
	}
	if e.view, err = viewIn(n, detect.Kind(kind), server); err != nil {
		return err
	}
	peers := n.Get("peers")
	switch {
	case peers == nil || peers.Kind == detect.NodeScalar && peers.Text == "null":
		return nil
	case peers.Kind != detect.NodeArray:
		return errors.New(`"peers" is not a list`)
	}
	if kind := detect.KindTool; !e.view.Kind.Apart() {
		return e.addPeers(peers, kind)
	}
	return e.addPeers(peers, e.view.Kind)
}

// repeated returns the name of a member of a line that an object has twice, in whatever case, or "".
func repeated(n *detect.Node) string {
	for _, name := range [...]string{"tool", "server", "id", "registry", "kind", "peers"} {
		count := 0
		for _, m := range n.Members {
			if strings.ToLower(m.Name.Text) == name {
				count++
			}
		}
		if count > 1 {
			return name
		}
	}
	return ""
}

// quotedRunes bounds a word of a line that an error quotes.
const quotedRunes = 40

// addPeers reads the peers of a line, which are tools, or what the line itself is where that is no part of a server.
func (e *streamEntry) addPeers(peers *detect.Node, kind detect.Kind) error {
	for i, p := range peers.Items {
		server, err := stringIn(p, "server")
		if err == nil {
			var v detect.ToolView
			v, err = viewIn(p, kind, server)
			e.peers = append(e.peers, v)
		}
		if err != nil {
			return fmt.Errorf("peer %d: %w", i+1, err)
		}
	}
	return nil
}

// viewIn returns the view of what an object has under "tool".
func viewIn(n *detect.Node, kind detect.Kind, server string) (detect.ToolView, error) {
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

// values counts what separates values, outside of strings: there are no more values than these and one.
func values(data []byte) (n int) {
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case ',', ':', '[', '{':
			n++
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}
