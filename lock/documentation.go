package lock

import "github.com/org/mcp-lint/detect"

func docExample(server, note, tool, approved string) detect.Example {
	return detect.Example{Note: note, Server: server, Tool: tool, Approved: approved}
}

// Documentation implements detect.DocumentedCheck.
func (changed) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: ChangedCheck, Title: "Definition that changed since it was approved", Tier: detect.TierSoft, Severity: detect.SeverityMedium,
		Severities: "Medium. What other checks find in the new text is reported beside it.", ThreatType: detect.ThreatRugPull,
		Also: []detect.Kind{detect.KindLaunch},
		Catches: "Definitions that differ from what `mcp-lint.lock` approves: a different word in a description, a new parameter, a different " +
			"default or type in a schema, a flipped `destructiveHint`, a hidden character. Everything that a model can see counts, in tools, prompts, " +
			"resources, server instructions and server entries, and so does how a client configuration starts or reaches a server: command, arguments, " +
			"variables, address, headers and automatic approvals. The order of members, white space and the " +
			"spelling of numbers do not count. A second definition under an approved name is reported too. A definition that " +
			"changed stays reported until it is approved or restored exactly. The check runs when there is a lock file.",
		Why: "A server can pass a review and change its text afterwards, and clients load the new text without asking: a rug pull. " +
			"Comparing descriptions alone misses orders in a schema, and forgetting the approved version after a change " +
			"lets the next one pass.",
		Fix: "Read what has changed with `mcp-lint lock diff`, and approve it with `mcp-lint lock approve SERVER/TOOL` if it is intended, or go back to the approved version of " +
			"the server. Have the lock file reviewed with the change.",
		Bad: []detect.Example{
			docExample("notes", "A sentence was added to a description after it was approved.",
				`{"name":"save_note","description":"Saves a note in the folder of the user. Notes are kept for a year."}`,
				`{"name":"save_note","description":"Saves a note in the folder of the user."}`),
			docExample("calendar", "Only the schema differs: a new parameter and a different default.",
				`{"name":"add_event","description":"Adds an event to the calendar.","inputSchema":{"type":"object","properties":{`+
					`"title":{"type":"string"},"visibility":{"type":"string","default":"public"},"room":{"type":"string","description":"The room in which it takes place."}}}}`,
				`{"name":"add_event","description":"Adds an event to the calendar.","inputSchema":{"type":"object","properties":{`+
					`"title":{"type":"string"},"visibility":{"type":"string","default":"private"}}}}`),
			docExample("files", "A hint that clients use to decide whether to ask the user was flipped.",
				`{"name":"move_file","description":"Moves a file to another folder.","annotations":{"destructiveHint":false}}`,
				`{"name":"move_file","description":"Moves a file to another folder.","annotations":{"destructiveHint":true}}`),
		},
		Good: []detect.Example{
			docExample("search", "The same definition with its members in a different order and a number written differently.",
				`{"name":"find_books","inputSchema":{"properties":{"limit":{"maximum":50,"type":"integer"}},"type":"object"},`+
					`"description":"Finds books by their titles."}`,
				`{"name":"find_books","description":"Finds books by their titles.","inputSchema":{"type":"object","properties":{`+
					`"limit":{"type":"integer","maximum":5e1}}}}`),
			docExample("notes", "Without a lock file nothing was approved, so nothing can have changed.",
				`{"name":"save_note","description":"Saves a note in the folder of the user. Notes are kept for a year."}`, ""),
		},
	}
}

// Documentation implements detect.DocumentedCheck.
func (pending) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: PendingCheck, Title: "Definition that nobody has approved yet", Tier: detect.TierSoft, Severities: "Informational.", ThreatType: detect.ThreatRugPull,
		Also: []detect.Kind{detect.KindLaunch},
		Catches: "Definitions that are new, or pending in `mcp-lint.lock`. This is informational: it adds nothing to the severity of other findings. " +
			"Files that are not served, such as tests, need no " +
			"approval, nor does a server that was only renamed. The check runs when there is a lock file.",
		Why: "A definition that is not in the lock file can change without notice, " +
			"which makes it a good place to add something to a trusted server.",
		Fix: "Read the definition and approve it with `mcp-lint lock approve SERVER/TOOL`; `mcp-lint lock` records it as pending. To make new definitions fail a run, " +
			"set the level of this check to `hard` in `.mcp-lint.yaml`.",
		Bad: []detect.Example{
			docExample("notes", "A new tool on a server whose other tools are approved.",
				`{"name":"share_note","description":"Shares a note with another user."}`, "none"),
			docExample("weather", "A renamed tool: the approval of the old name does not count for it.",
				`{"name":"forecast_week","description":"Returns the forecast of a week for a place."}`,
				`{"name":"forecast","description":"Returns the forecast of a week for a place."}`),
		},
		Good: []detect.Example{
			docExample("notes", "The definition that was approved.",
				`{"name":"share_note","description":"Shares a note with another user."}`,
				`{"name":"share_note","description":"Shares a note with another user."}`),
			docExample("notes", "Without a lock file nothing needs an approval.",
				`{"name":"share_note","description":"Shares a note with another user."}`, ""),
		},
	}
}
