// Package corpus holds labelled tool definitions and measures checks against them.
//
// A corpus is a list of [Entry] values: attacks, benign tools (some of which resemble an attack on purpose), neighbours that are only
// scanned beside others, and cases that fair reviewers judge differently. [Evaluate] scans each entry in its registry and returns one
// [Verdict] per scored entry; [NewScorecard] counts them; [Scorecard.Gate] compares the counts with floors and returns what is below;
// [Record.Changes] compares a run with an earlier one, entry by entry. A [Report] contains all of this.
//
// The project's own corpus is in its repository, where [FindOwn] finds it. All of its text was written for it.
package corpus

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/org/mcp-lint/detect"
)

// Label is what an entry is known to be.
type Label string

// The labels.
const (
	// Malicious entries must be found.
	Malicious Label = "malicious"
	// Benign entries must not be found. Those with Resembles look like an attack: hard negatives.
	Benign Label = "benign"
	// Contested entries can fairly be judged either way. They are reported separately and never gated.
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
	// ID is unique in the corpus.
	ID    string `json:"id"`
	Label Label  `json:"label"`
	// Category is the attack class of a malicious entry, and the kind of tool of any other.
	Category string `json:"category"`
	// Severity is low for an attack that should be reported but not fail a run, such as a launch without a version. Any other attack must
	// fail it.
	Severity detect.Severity `json:"severity,omitempty"`
	// Resembles is the attack class that a benign entry looks like, which makes it a hard negative.
	Resembles string `json:"resembles,omitempty"`
	// Twin is the ID of the entry that reads almost the same but has the opposite label. Each names the other.
	Twin string `json:"twin,omitempty"`
	// Field says where the relevant text is: description, title, parameter_name, enum and so on. For reports.
	Field string `json:"field,omitempty"`
	// Wording says how the relevant text is phrased: shouted, plain, polite, obfuscated, or a language tag. For reports.
	Wording string `json:"wording,omitempty"`
	// Payload is the exact text of the attack, a part of a decoded string or name in the definition. If it is set, the verdict says whether
	// a signal points at it.
	Payload string `json:"payload,omitempty"`
	// Action is what the poisoned words ask for, where it says more than the class: one of the actions of detect/check.
	Action string `json:"action,omitempty"`
	// Registry names the set of tools that are scanned together. Entries without one are scanned only with their own peers.
	Registry string `json:"registry,omitempty"`
	// Server is the name of the server that offers the definition.
	Server string `json:"server"`
	// Kind is the kind of definition; "" means a tool.
	Kind detect.Kind `json:"kind,omitempty"`
	// Tool is the definition as the server sends it, in raw form, because duplicate members matter.
	Tool json.RawMessage `json:"tool"`
	// Peers are tools of other servers, or launches beside a launch, that are scanned with this entry only.
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

// HardNegative reports whether the entry is benign and looks like an attack.
func (e Entry) HardNegative() bool { return e.Label == Benign && e.Resembles != "" }

// Class is the attack class that the entry counts for: Category for a malicious entry, Resembles for a hard negative, and "" for any other.
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
	return cmp.Or(e.Kind, detect.KindTool)
}

// Corpus is a list of entries with distinct IDs.
type Corpus struct {
	Entries []Entry
}

// Classes returns the attack classes of the project's own corpus, in the order of the reports.
func Classes() []string { return slices.Clone(classes[:]) }

// The attack classes of research on tool poisoning and of public proof-of-concept servers. Changes after approval are missing, because a
// corpus entry is one definition.
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

// Classes of client configurations, registry manifests and instruction files for agents. They are scored separately from attacks in tool
// texts: most findings in a launch are mistakes rather than attacks, and have a low severity by design.
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

// launchClasses are the classes that are scored separately.
var launchClasses = classes[slices.Index(classes[:], ClassLaunchSecret):]

const fieldDescription = "description"

// fields and wordings are the tags allowed in Entry.Field and Entry.Wording in the project's own corpus. A wording may also be a BCP 47
// language tag.
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
