package check

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
)

// embeddedSecret is the check secret.embedded: a credential that looks live, in any field.
type embeddedSecret struct{}

var _ detect.DocumentedCheck = embeddedSecret{}

// minSecretConfidence is the confidence from which a credential is a finding. What is fainter is redacted only.
const minSecretConfidence = secret.Named

// ID implements detect.Check.
func (embeddedSecret) ID() string { return "secret.embedded" }

// Inspect implements detect.Check. Credentials are exact, so the text is read as it is.
func (embeddedSecret) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for i, f := range t.Fields {
		if t.Kind == detect.KindServer && launched(t, f.Pointer) {
			continue
		}
		for _, m := range secretsOf(f) {
			if m.Confidence < minSecretConfidence {
				continue
			}
			s := t.Signal(i, m.Start, m.End)
			s.Tier, s.ThreatType = detect.TierSoft, detect.ThreatExfiltration
			s.Confidence, s.Sensitive = m.Confidence, true
			s.Evidence = m.Stub(f.Text)
			s.Detail = fmt.Sprintf("a live-looking credential (%s) stands in the text", strings.ReplaceAll(m.Rule, "-", " "))
			signals = append(signals, s)
		}
	}
	return signals
}

// secretsOf finds the credentials of a field. A value is judged with the name of its parameter, as name=value.
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

// lastToken returns the last token of a JSON pointer that is no array index: the name of the member.
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
