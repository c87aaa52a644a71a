// Package corpus holds labelled tool definitions and measures checks against them.
//
// A corpus is a list of [Entry] values: attacks, innocent tools (some of which resemble an attack on purpose),
// neighbours that are only there to be scanned beside others, and cases over which fair reviewers differ. [Evaluate]
// scans each entry in its registry and gives one [Verdict] per scored entry; [NewScorecard] counts them; [Scorecard.Gate]
// compares the counts with floors and says what is below, and [Record.Changes] compares a run with an earlier one, entry by
// entry. A [Report] says it all.
//
// The project's own corpus is in its repository, where [FindOwn] finds it. Every text in it was written for it.
package corpus

import (
	"encoding/json"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// Label says what an entry is known to be.
type Label string

// The labels.
const (
	// Malicious entries must be found.
	Malicious Label = "malicious"
	// Benign entries must not be found. Those with Resembles look like an attack: hard negatives.
	Benign Label = "benign"
	// Contested entries are those that a fair reviewer could decide either way. They are reported apart and never gated.
	Contested Label = "contested"
	// Context entries are neighbours of others in a registry. They get no verdict.
	Context Label = "context"
)

func (l Label) known() bool {
	switch l {
	case Malicious, Benign, Contested, Context:
		return true
	}
	return false
}

// Entry is one labelled definition.
type Entry struct {
	// ID is unique in its corpus.
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Category is the class of attack of a malicious entry, and the kind of tool of any other.
	Category string `json:"category"`
	// Severity is low for an attack that is worth a remark and must not fail a run, as a launch without a version; any other must.
	Severity detect.Severity `json:"severity,omitempty"`
	// Resembles is the class of attack that a benign entry looks like, which makes it a hard negative.
	Resembles string `json:"resembles,omitempty"`
	// Twin is the ID of the entry that differs in what it means and little in how it reads. Both name each other.
	Twin string `json:"twin,omitempty"`
	// Field says where the text in question is: description, title, parameter_name, enum and so on. For reports.
	Field string `json:"field,omitempty"`
	// Wording says how the text in question is put: shouted, plain, polite, obfuscated, or a language tag. For reports.
	Wording string `json:"wording,omitempty"`
	// Payload is the poison itself, to the letter: a part of a decoded string or name of the definition of an attack. Where
	// it is given, a verdict says whether a signal points at it.
	Payload string `json:"payload,omitempty"`
	// Registry names the set of tools that are scanned side by side. Entries without one are scanned without neighbours
	// except their own peers.
	Registry string `json:"registry,omitempty"`
	// Server is the name of the server that offers the definition.
	Server string `json:"server"`
	// Kind is what the definition is; none means a tool.
	Kind detect.Kind `json:"kind,omitempty"`
	// Tool is the definition as the server sends it. It is kept as written, since repeated members matter.
	Tool json.RawMessage `json:"tool"`
	// Peers are tools of other servers, or other launches beside a launch, that are scanned beside this entry and beside no other.
	Peers      []Peer     `json:"peers,omitempty"`
	Provenance Provenance `json:"provenance"`
}

// Peer is a neighbouring definition.
type Peer struct {
	Server string          `json:"server"`
	Tool   json.RawMessage `json:"tool"`
}

// Provenance says where an entry is from.
type Provenance struct {
	Source string `json:"source"`
	// License is an SPDX expression.
	License string `json:"license"`
}

// HardNegative reports whether the entry is innocent and looks like an attack.
func (e Entry) HardNegative() bool { return e.Label == Benign && e.Resembles != "" }

// Class is the attack class that the entry counts for: Category for a malicious entry, Resembles for a hard negative,
// and "" for any other.
func (e Entry) Class() string {
	switch {
	case e.Label == Malicious:
		return e.Category
	case e.HardNegative():
		return e.Resembles
	}
	return ""
}

func (e Entry) kind() detect.Kind {
	if e.Kind == "" {
		return detect.KindTool
	}
	return e.Kind
}

// Corpus is a list of entries with distinct IDs.
type Corpus struct {
	Entries []Entry
}

// Classes returns the attack classes that the project's own corpus covers, in the order of the reports.
func Classes() []string { return slices.Clone(classes[:]) }

// The attack classes are those that research on tool poisoning and the public proof-of-concept servers distinguish.
// A definition that changes after approval is not among them: one corpus entry shows one definition.
const (
	ClassHiddenText          = "hidden_text"
	ClassDirectDirective     = "direct_directive"
	ClassPrerequisite        = "prerequisite_injection"
	ClassArgumentRewriting   = "argument_rewriting"
	ClassToolRedirection     = "tool_redirection"
	ClassCommandSmuggling    = "command_smuggling"
	ClassFileExfiltration    = "file_exfiltration"
	ClassOutOfScopeParameter = "out_of_scope_parameter"
	ClassPreference          = "preference_manipulation"
	ClassShadowing           = "shadowing"
	ClassEncodedPayload      = "encoded_payload"
	ClassObfuscatedWording   = "obfuscated_wording"
	ClassEmbeddedSecret      = "embedded_secret"
)

// The classes of what client configurations, registry manifests and files for agents give away. They are scored apart from the attacks
// in tool texts: most of what is found in a launch is a slip and no attack, and weighs little by design.
const (
	ClassLaunchSecret    = "launch_secret"
	ClassLaunchShell     = "launch_shell"
	ClassRemoteCode      = "launch_remote_code"
	ClassUnpinned        = "launch_unpinned"
	ClassTransport       = "launch_transport"
	ClassApproval        = "launch_approval"
	ClassLookalike       = "launch_lookalike"
	ClassInvalidManifest = "invalid_manifest"
	ClassAgentsFile      = "agents_file"
)

var classes = [...]string{
	ClassHiddenText, ClassDirectDirective, ClassPrerequisite, ClassArgumentRewriting, ClassToolRedirection,
	ClassCommandSmuggling, ClassFileExfiltration, ClassOutOfScopeParameter, ClassPreference, ClassShadowing,
	ClassEncodedPayload, ClassObfuscatedWording, ClassEmbeddedSecret,
	ClassLaunchSecret, ClassLaunchShell, ClassRemoteCode, ClassUnpinned, ClassTransport, ClassApproval, ClassLookalike,
	ClassInvalidManifest, ClassAgentsFile,
}

// apart are the classes that are scored apart.
var apart = classes[slices.Index(classes[:], ClassLaunchSecret):]

const fieldDescription = "description"

// fields and wordings are the tags that Entry.Field and Entry.Wording may hold in the project's own corpus. A wording
// may also be the BCP 47 tag of a language.
var (
	fields = []string{
		"name", "title", fieldDescription, "parameter_name", "parameter_title", "parameter_description", "enum", "const", "default",
		"example", "pattern", "comment", "schema", "output_schema", "annotation", "meta", "instructions", "prompt_text",
		"command", "args", "env", "headers", "url", "package", "settings", "approval", "manifest", "text", "icon",
	}
	wordings = []string{
		"shouted", "plain", "polite", "obfuscated", "zh", "ja", "ko", "es", "fr", "de", "pt", "ru", "ar", "it", "hi", "fa",
		"tr", "pl", "uk", "he", "th", "km", "ml", "si", "nl", "vi", "id",
	}
)
