// Package detect decides whether the text that an MCP server gives to a model tries to order the model about.
//
// The vocabulary is that of the field: a [ToolView] is one tool (or prompt, resource, or server instructions) as a
// model sees it, cut into [Field] values that each hold one decoded string; a [RegistryView] holds all tools scanned
// side by side; a [Check] reads a tool and answers with [Signal] values, each with the field and the byte span that
// is suspicious; the [Engine] runs every check on every tool and joins the signals of one tool into a [Finding].
//
// The package is pure. It reads no file, opens no connection, asks no clock and draws no random number, so the same
// tools always give the same findings in the same order, on one core or on many. A check that panics is recorded in
// [Coverage] and never ends the scan. Every bound that was reached is recorded there too.
//
// A signal that is a Note tells the state of a definition, such as that it is not approved: it is listed and weighs nothing
// beside others. What a check's signals weigh can be set with [Engine.WithPolicies]; [Finding.Only] grades a finding anew when some of
// its signals are left out.
//
// Offsets are byte offsets into Field.Text, half open: [Start, End).
//
// The checks themselves live in the package detect/check:
//
//	engine := detect.NewEngine(check.All())
//	result := engine.Scan(tools)
//
// The examples show a gateway that quarantines and reviews, a new tool among installed ones, and checks of one's own;
// docs/library.md lists what is promised.
package detect
