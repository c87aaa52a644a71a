package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
)

// Documentation implements detect.DocumentedCheck. The credentials of the examples are put together here, so that scanners
// of this repository do not take them for real ones.
func (embeddedSecret) Documentation() detect.Documentation { return embeddedSecretDocumentation() }

// embeddedSecretDocumentation is written once: its examples are encoded.
var embeddedSecretDocumentation = sync.OnceValue(func() detect.Documentation {
	return detect.Documentation{
		ID: "secret.embedded", Title: "Credential in a tool definition",
		Tier: detect.TierSoft, ThreatType: detect.ThreatExfiltration, Scope: detect.ScopeSweep,
		Catches: "API keys and tokens of more than a hundred kinds by their prefix, length and checksum; private keys; signed tokens; database and web " +
			"addresses with a password; Authorization headers; payment cards; and random-looking values behind names such as `api_key`. " +
			"Placeholders, documented examples and test numbers are left out. The finding never shows the credential.",
		Why: "A tool definition is sent to every client and every model that uses the server, and is kept in their logs. A credential in it is public. " +
			"A planted one can also be bait: the agent uses the attacker's account.",
		Fix: "Revoke the credential, remove it from the definition and from history, and read it from the environment of the server. In documentation " +
			"write a placeholder such as `<YOUR_API_KEY>`.",
		Bad: []detect.Example{
			{
				Note: "An access key as the default of a parameter.", Server: "storage",
				Tool: exampleToolWithDefault("upload", "Uploads a file to the bucket.", "access_key", "AKIA"+"Q7WZ2M5X"+"R3TNB6KD"),
			},
			{
				Note: "A database address with its password in a description.", Server: "reports",
				Tool: exampleTool("run_report", "Runs a stored report on "+strings.Join([]string{"postgres", "//svc", "vR8" + "kq2Zt" + "Lw@db.reports.internal/main"}, ":")+"."),
			},
		},
		Good: []detect.Example{
			{
				Note: "A placeholder.", Server: "storage",
				Tool: exampleToolWithDefault("upload", "Uploads a file to the bucket.", "access_key", "<YOUR_ACCESS_KEY>"),
			},
			{
				Note: "The address of a database on the machine itself, as manuals write it.", Server: "reports",
				Tool: exampleTool("run_report", "Runs a stored report. The default address is "+strings.Join([]string{"postgres", "//user", "password@localhost/main"}, ":")+"."),
			},
		},
	}
})
