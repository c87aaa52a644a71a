package corpus

import "slices"

// Classes returns the attack classes that the project's own corpus covers, in the order of the reports.
func Classes() []string { return slices.Clone(classes[:]) }

// The attack classes are those that research on tool poisoning and the public proof-of-concept servers tell apart.
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

// fieldDescription is the Entry.Field of what the description itself says.
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
