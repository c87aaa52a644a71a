package check

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
)

// embeddedSecret is secret.embedded: a credential that looks live, in any field.
type embeddedSecret struct{}

var _ detect.DocumentedCheck = embeddedSecret{}

// minSecretConfidence is the confidence of a finding; weaker matches are only redacted.
const minSecretConfidence = secret.Named

// The example credentials are concatenated so that secret scanners do not report this repository.
var embeddedSecretDocumentation = detect.Documentation{
	ID: "secret.embedded", Title: "Credential in a tool definition",
	Tier: detect.TierSoft, Severity: detect.SeverityHigh,
	Severities: "High for a credential that looks live, with or without a checksum; medium for a random-looking value of a name such as `api_key`.",
	ThreatType: detect.ThreatExfiltration, Scope: detect.ScopeSweep,
	Catches: "API keys and tokens of more than a hundred kinds, recognised by prefix, length and checksum; private keys; signed tokens; database and web " +
		"addresses with a password; Authorization headers; payment cards; and random-looking values of names such as `api_key`. " +
		"Placeholders, documented examples and test numbers are ignored. The finding never shows the credential.",
	Why: "A tool definition is sent to every client and model that uses the server and ends up in their logs, so a credential in it is public. " +
		"A planted one can be bait: the agent then uses the attacker's account.",
	Fix: "Revoke the credential, since it stays in history. Then remove it from the definition and read it from the server's environment. In documentation " +
		"use a placeholder such as `<YOUR_API_KEY>`.",
	Bad: []detect.Example{
		example("An access key as the default of a parameter.", "storage",
			exampleTool("upload", "Uploads a file to the bucket.", "access_key", "default", "AKIA"+"Q7WZ2M5X"+"R3TNB6KD")),
		example("A database address with its password in a description.", "reports",
			exampleTool("run_report", "Runs a stored report on "+strings.Join([]string{"postgres", "//svc", "vR8" + "kq2Zt" + "Lw@db.reports.internal/main"}, ":")+".")),
	},
	Good: []detect.Example{
		example("A placeholder.", "storage", exampleTool("upload", "Uploads a file to the bucket.", "access_key", "default", "<YOUR_ACCESS_KEY>")),
		example("A database address on localhost, as manuals write it.", "reports",
			exampleTool("run_report", "Runs a stored report. The default address is "+strings.Join([]string{"postgres", "//user", "password@localhost/main"}, ":")+".")),
	},
}

// Documentation implements detect.DocumentedCheck.
func (embeddedSecret) Documentation() detect.Documentation { return embeddedSecretDocumentation }

// ID implements detect.Check.
func (embeddedSecret) ID() string { return "secret.embedded" }

// Inspect implements detect.Check. It matches the raw text, since credentials are exact.
func (embeddedSecret) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for i, f := range t.Fields {
		if t.Kind == detect.KindServer && coveredByLaunch(t, f.Pointer) {
			continue
		}
		for _, m := range secretsOf(f) {
			if m.Confidence < minSecretConfidence {
				continue
			}
			s := t.Signal(i, m.Start, m.End)
			s.Tier, s.ThreatType = detect.TierSoft, detect.ThreatExfiltration
			s.Severity, s.Confidence, s.Sensitive = detect.CredentialSeverity(m.Confidence), m.Confidence, true
			s.Evidence = m.Stub(f.Text)
			s.Detail = fmt.Sprintf("contains a credential that looks live (%s)", strings.ReplaceAll(m.Rule, "-", " "))
			signals = append(signals, s)
		}
	}
	return signals
}

// secretsOf finds the credentials of a field, judging a value together with its parameter's name.
func secretsOf(f detect.Field) []secret.Match {
	switch f.Role {
	case detect.RoleDefault, detect.RoleConst, detect.RoleEnum, detect.RoleExample:
		if f.Parameter != "" {
			return secret.FindNamed(f.Parameter, f.Text)
		}
	case detect.RoleMeta, detect.RoleAnnotation, detect.RoleOther:
		return secret.FindNamed(lastToken(f.Pointer), f.Text)
	case detect.RoleSchemaWord:
		return nil
	}
	return secret.Find(f.Text)
}

// lastToken returns the last token of a JSON pointer that is not an array index.
func lastToken(pointer string) string {
	pointer = strings.TrimSuffix(pointer, "#")
	for pointer != "" {
		i := strings.LastIndexByte(pointer, '/')
		token := pointer[i+1:]
		if strings.Trim(token, "0123456789") != "" || i < 0 {
			return token
		}
		pointer = pointer[:i]
	}
	return ""
}
