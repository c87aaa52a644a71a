package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// toolMembers are the members in the MCP specification of tools, prompts, resources and initialize results. Others are misspelled.
var toolMembers = []string{
	"name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta", "icons", "execution", "arguments",
	"text", "messages", "instructions", "uri", "uriTemplate", "mimeType", "size", "version", "websiteUrl",
}

// Validate checks the rules for the project's own entries: no unknown members, a known class for every attack and hard negative, tags from the
// lists, provenance, twins that name each other, payloads that occur, and no repeated text. It returns all errors joined.
func (c *Corpus) Validate() error {
	var errs []error
	byID := make(map[string]Entry, len(c.Entries))
	for _, e := range c.Entries {
		byID[e.ID] = e
	}
	for _, e := range c.Entries {
		for _, complaint := range e.complaints(byID) {
			errs = append(errs, fmt.Errorf("entry %s: %s", quote(e.ID), complaint))
		}
	}
	return errors.Join(append(errs, c.repeats(byID)...)...)
}

func (e Entry) complaints(byID map[string]Entry) []string {
	var out []string
	say := func(bad bool, format string, args ...any) {
		if bad {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	say(e.Category == "", "no category")
	say(e.Label == Malicious && !slices.Contains(classes[:], e.Category), "category %s is no attack class", quote(e.Category))
	say(e.Resembles != "" && e.Label != Benign, "only benign entries resemble an attack")
	say(e.Resembles != "" && !slices.Contains(classes[:], e.Resembles), "resembles %s, which is no attack class", quote(e.Resembles))
	say(e.Server == "", "no server")
	say(e.Provenance.Source == "" || e.Provenance.License == "", "no provenance (source and license)")
	say(e.Field != "" && !slices.Contains(fields, e.Field), "field %s is unknown", quote(e.Field))
	say(e.Wording != "" && !slices.Contains(wordings, e.Wording), "wording %s is unknown", quote(e.Wording))
	say(e.Label == Malicious && (e.Field == "" || e.Wording == ""), "an attack says in which field it is and how it is worded")
	say(e.Payload != "" && e.Label != Malicious, "only an attack has a payload")
	say(e.Payload != "" && e.Label == Malicious && e.misquotes(), "its payload occurs in no string and no name of the tool")
	switch e.kind() {
	case detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions,
		detect.KindLaunch, detect.KindSettings, detect.KindManifest, detect.KindAgents:
	default:
		say(true, "kind %s is unknown", quote(string(e.Kind)))
	}
	out = append(out, e.definitionComplaints("tool", e.Tool)...)
	for i, p := range e.Peers {
		say(p.Server == "", "peer %d has no server", i+1)
		out = append(out, e.definitionComplaints(fmt.Sprintf("peer %d", i+1), p.Tool)...)
	}
	return append(out, e.twinComplaints(byID)...)
}

func (e Entry) definitionComplaints(what string, raw json.RawMessage) []string {
	n, err := detect.ParseJSON(raw)
	if err != nil {
		return []string{what + ": " + err.Error()}
	}
	if e.kind().Apart() || e.Class() == ClassInvalidManifest {
		// Configurations and instruction files have no fixed form, and manifests may be invalid.
		return nil
	}
	var out []string
	if n.StringAt("name") == "" {
		out = append(out, what+" has no name")
	}
	for _, m := range n.Members {
		if !slices.Contains(toolMembers, m.Name.Text) {
			out = append(out, fmt.Sprintf("%s has the unknown member %s", what, quote(m.Name.Text)))
		}
	}
	return out
}

func (e Entry) twinComplaints(byID map[string]Entry) []string {
	if e.Twin == "" {
		return nil
	}
	twin, ok := byID[e.Twin]
	switch {
	case !ok:
		return []string{"its twin " + quote(e.Twin) + " does not exist"}
	case twin.Twin != e.ID:
		return []string{"its twin " + quote(e.Twin) + " does not name it back"}
	case e.Label == Malicious && !twin.HardNegative(), e.HardNegative() && twin.Label != Malicious,
		e.Label != Malicious && !e.HardNegative():
		return []string{"twins are one attack and one hard negative"}
	case e.Class() != twin.Class():
		return []string{"its twin " + quote(e.Twin) + " belongs to another class"}
	}
	return nil
}

// ownWords is the minimum length in words of a description that must not be repeated. Shorter ones coincide.
const ownWords = 9

// repeats reports repeated definitions and descriptions. Twins may share a description, since they may differ in another field, and so may two
// entries if the description is short and neither is about it.
func (c *Corpus) repeats(byID map[string]Entry) []error {
	var errs []error
	tools, descriptions := make(map[string]string), make(map[string]string)
	for _, e := range c.Entries {
		var b bytes.Buffer
		if err := json.Compact(&b, e.Tool); err != nil {
			continue
		}
		for _, p := range e.Peers {
			b.Write(p.Tool)
		}
		if other, ok := tools[b.String()]; ok {
			errs = append(errs, fmt.Errorf("entries %s and %s are the same", quote(other), quote(e.ID)))
		}
		tools[b.String()] = e.ID
		v, err := detect.ViewJSON(e.kind(), e.Server, e.Tool)
		if err != nil || v.Description == "" {
			continue
		}
		beside := len(strings.Fields(v.Description)) < ownWords && e.Field != fieldDescription
		if other, ok := descriptions[v.Description]; ok && byID[other].Twin != e.ID && !(beside && byID[other].Field != fieldDescription) {
			errs = append(errs, fmt.Errorf("entries %s and %s have the same description", quote(other), quote(e.ID)))
		}
		descriptions[v.Description] = e.ID
	}
	return errs
}

// misquotes reports whether a readable definition lacks the payload.
func (e Entry) misquotes() bool {
	v, err := detect.ViewJSON(e.kind(), e.Server, e.Tool)
	return err == nil && !containsPayload(v, e.Payload)
}
