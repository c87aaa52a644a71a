package grammar

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
)

// Example is a generated definition.
type Example struct {
	// Entry has as Action that of the order, or of the order that the twin resembles.
	corpus.Entry
	Language string
	// Companions are harmless sentences beside the order.
	Companions string
}

func newScene(l *Language, rnd *rand.Rand) *scene {
	s := &scene{l: l, rnd: rnd, usedSibling: map[string]bool{}, usedForeign: map[string]bool{}}
	style := rnd.IntN(6)
	seen := map[string]bool{}
	// Some servers prefix all of their names with one word, which a foreign tool may imitate.
	prefix := ""
	if rnd.IntN(4) == 0 {
		prefix = strings.Fields(s.axis("service"))[0]
	}
	fresh := func(style int, prefix string) string {
		for {
			if name := s.name(style, prefix); !seen[detect.NameKey(name)] {
				seen[detect.NameKey(name)] = true
				return name
			}
		}
	}
	s.own = fresh(style, prefix)
	for range 2 + rnd.IntN(4) {
		s.siblings = append(s.siblings, fresh(style, prefix))
	}
	if rnd.IntN(2) == 0 {
		style, prefix = rnd.IntN(6), ""
	}
	s.foreign = []string{fresh(style, prefix), fresh(style, prefix)}
	for len(s.params) < 1+rnd.IntN(4) {
		if p := s.axis("param"); !slices.Contains(s.params, p) {
			s.params = append(s.params, p)
		}
	}
	s.server, s.foreignServer = s.axis("company")+"-"+s.axis("service"), s.axis("service")
	return s
}

// Generate makes n definitions, half attacks and half twins, deterministically from a seed. only selects actions; without it all are used.
func Generate(l *Language, seed uint64, n int, only ...string) []Example {
	rnd := rand.New(rand.NewPCG(seed, uint64(len(l.Name))<<32|uint64(l.Name[0])<<8|uint64(l.Name[1])))
	actions := l.weighted
	if len(only) > 0 {
		actions = only
	}
	out := make([]Example, 0, n)
	for i := range n {
		action := actions[i/2%len(actions)]
		s := newScene(l, rnd)
		x := s.example(action, i%2 == 0)
		x.ID = fmt.Sprintf("grammar/%s/%s/%d", l.Name, action, i)
		out = append(out, x)
	}
	return out
}

func (s *scene) harmlessText(most int) string {
	var sentences []string
	for range s.rnd.IntN(most + 1) {
		sentences = append(sentences, s.tidy(strings.ReplaceAll(s.expand(s.l.honest[s.rnd.IntN(len(s.l.honest))]), "||", "")))
	}
	sep := " "
	if s.rnd.IntN(5) == 0 {
		sep = "\n"
	}
	return strings.Join(sentences, sep)
}

func (s *scene) example(action string, attack bool) Example {
	list := s.l.twins[action]
	x := Example{Language: s.l.Name}
	x.Action, x.Label, x.Category, x.Resembles = action, corpus.Benign, "twin", action
	if attack {
		list = s.l.actions[action]
		x.Label, x.Category, x.Resembles = corpus.Malicious, action, ""
	}
	production := s.expand(list[s.rnd.IntN(len(list))])
	order, companions, _ := strings.Cut(production, "||")
	if order = s.tidy(order); order == "" {
		order = s.own
	}
	x.Companions = s.tidy(companions)
	text := strings.TrimSpace(order + " " + x.Companions)
	if attack {
		x.Payload = order
	}
	tool := map[string]any{"name": s.own}
	properties := map[string]any{}
	for _, p := range s.params {
		properties[p] = map[string]any{"type": "string"}
	}
	// around puts harmless text around the order: none, before, after, or both.
	around := func(most int) string {
		switch s.rnd.IntN(6) {
		case 0, 1:
			return text
		case 2:
			return join(text, s.harmlessText(most))
		case 3, 4:
			return join(s.harmlessText(most), text)
		}
		return join(s.harmlessText(most), text, s.harmlessText(most))
	}
	switch s.rnd.IntN(14) {
	case 0:
		tool["description"] = s.harmlessText(4)
		properties[s.params[0]] = map[string]any{"type": "string", "description": around(1)}
	case 1:
		tool["description"] = s.harmlessText(4)
		properties[s.params[0]] = map[string]any{"type": "string", "description": text}
	case 2:
		tool["description"] = s.harmlessText(3)
		key := []string{"default", "const", "examples", "enum", "title"}[s.rnd.IntN(5)]
		value := any(text)
		if key == "enum" || key == "examples" {
			value = []string{"auto", text}
		}
		properties[s.params[0]] = map[string]any{"type": "string", key: value}
	case 3:
		tool["description"] = s.harmlessText(3)
		tool["title"] = text
	case 4:
		x.Kind = []detect.Kind{detect.KindPrompt, detect.KindInstructions, detect.KindResource}[s.rnd.IntN(3)]
		tool["description"] = around(5)
	default:
		tool["description"] = around(6)
	}
	if x.Kind == detect.KindInstructions {
		tool = map[string]any{"instructions": tool["description"]}
	} else if x.Kind == "" {
		tool["inputSchema"] = map[string]any{"type": "object", "properties": properties}
	}
	x.Tool = marshal(tool)
	x.Server, x.Provenance = s.server, corpus.Provenance{Source: "mcp-lint grammar", License: "Apache-2.0"}
	for i, name := range s.siblings {
		// Include siblings that the text names, unless only a part of the server is shown, and others now and then.
		if s.usedSibling[name] || i < 2 {
			x.Peers = append(x.Peers, corpus.Peer{Server: s.server, Tool: marshal(map[string]any{"name": name, "description": s.harmlessText(1)})})
		}
	}
	if s.rnd.IntN(4) == 0 {
		for _, name := range s.foreign {
			x.Peers = append(x.Peers, corpus.Peer{Server: s.foreignServer, Tool: marshal(map[string]any{"name": name, "description": s.harmlessText(1)})})
		}
	}
	return x
}

func join(texts ...string) string {
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " "))
}

func marshal(v any) json.RawMessage {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil // cannot happen: maps of strings always encode
	}
	return json.RawMessage(strings.TrimSpace(b.String()))
}
