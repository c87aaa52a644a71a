package lock

import "github.com/org/mcp-lint/detect"

// Documentation implements detect.DocumentedCheck.
func (changed) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: ChangedCheck, Title: "Definition that is not what was approved", Tier: detect.TierSoft, Severity: detect.SeverityMedium,
		Severities: "Medium, or that of what the new text holds.", ThreatType: detect.ThreatRugPull,
		Also: []detect.Kind{detect.KindLaunch},
		Catches: "Definitions that `mcp-lint.lock` holds as approved and that say anything else now: another word in a description, a parameter more, another " +
			"default or type in a schema, a `destructiveHint` that was turned around, a hidden character. Everything that a model can see counts, members that no " +
			"specification knows as well, of tools, prompts, resources, server instructions and server entries; and how a client configuration starts or reaches a server: command, arguments, " +
			"variables, address, headers, what is approved without asking. The order of members, white space and the " +
			"spelling of numbers do not. A second definition under an approved name counts too, also when the first one is still there. What was seen to have " +
			"changed stays so until it is approved or says again, to the letter, what was approved. The check runs when there is a lock file.",
		Why: "A server that was looked at and found harmless can be given other words afterwards, and the clients of its users load them without asking anybody: " +
			"that is a rug pull. Who compares descriptions alone misses the orders that were put into a schema, and who forgets what was approved as soon as it has " +
			"changed lets them pass the second time.",
		Fix: "Read what `mcp-lint diff` shows. If the change is meant, approve it with `mcp-lint approve SERVER/TOOL` and have the new lock file reviewed with it; " +
			"if not, go back to the version of the server that was approved.",
		Bad: []detect.Example{
			{
				Note: "One sentence was added to a description after it had been approved.", Server: "notes",
				Tool:     `{"name":"save_note","description":"Saves a note in the folder of the user. Notes are kept for a year."}`,
				Approved: `{"name":"save_note","description":"Saves a note in the folder of the user."}`,
			},
			{
				Note: "Only the schema differs: a parameter more, and another default.", Server: "calendar",
				Tool: `{"name":"add_event","description":"Adds an event to the calendar.","inputSchema":{"type":"object","properties":{` +
					`"title":{"type":"string"},"visibility":{"type":"string","default":"public"},"room":{"type":"string","description":"The room in which it takes place."}}}}`,
				Approved: `{"name":"add_event","description":"Adds an event to the calendar.","inputSchema":{"type":"object","properties":{` +
					`"title":{"type":"string"},"visibility":{"type":"string","default":"private"}}}}`,
			},
			{
				Note: "A hint that clients go by when they decide whether to ask the user was turned around.", Server: "files",
				Tool:     `{"name":"move_file","description":"Moves a file to another folder.","annotations":{"destructiveHint":false}}`,
				Approved: `{"name":"move_file","description":"Moves a file to another folder.","annotations":{"destructiveHint":true}}`,
			},
		},
		Good: []detect.Example{
			{
				Note: "The same definition with its members in another order, and a number in another spelling.", Server: "search",
				Tool: `{"name":"find_books","inputSchema":{"properties":{"limit":{"maximum":50,"type":"integer"}},"type":"object"},` +
					`"description":"Finds books by their titles."}`,
				Approved: `{"name":"find_books","description":"Finds books by their titles.","inputSchema":{"type":"object","properties":{` +
					`"limit":{"type":"integer","maximum":5e1}}}}`,
			},
			{
				Note: "Without a lock file nothing was approved, so that nothing can have changed.", Server: "notes",
				Tool: `{"name":"save_note","description":"Saves a note in the folder of the user. Notes are kept for a year."}`,
			},
		},
	}
}

// Documentation implements detect.DocumentedCheck.
func (pending) Documentation() detect.Documentation {
	return detect.Documentation{
		ID: PendingCheck, Title: "Definition that nobody has approved yet", Tier: detect.TierSoft, Severities: "Informational.", ThreatType: detect.ThreatRugPull,
		Also: []detect.Kind{detect.KindLaunch},
		Catches: "Definitions that `mcp-lint.lock` does not hold, or holds as pending: new ones, and those whose name is new. It is a note: alone it is of low " +
			"severity, and it adds nothing to what else is found in a definition. Files that are no part of what is served, such as those of tests, need no " +
			"approval, nor does a server that has only got another name. The check runs when there is a lock file.",
		Why: "A lock file is worth what was looked at before it was written. What is in no lock file can change without anybody being told, and is a place for " +
			"whoever wants to add something to a server that is trusted.",
		Fix: "Read the definition, and approve it with `mcp-lint approve SERVER/TOOL`; `mcp-lint lock` notes it as pending. To have new definitions fail a run, " +
			"set the level of this check to `hard` in `.mcp-lint.yaml`.",
		Bad: []detect.Example{
			{
				Note: "A tool that was added to a server whose other tools are approved.", Server: "notes",
				Tool: `{"name":"share_note","description":"Shares a note with another user."}`, Approved: "none",
			},
			{
				Note: "A tool under a new name: what was approved under the old one does not count for it.", Server: "weather",
				Tool:     `{"name":"forecast_week","description":"Returns the forecast of a week for a place."}`,
				Approved: `{"name":"forecast","description":"Returns the forecast of a week for a place."}`,
			},
		},
		Good: []detect.Example{
			{
				Note: "The definition is the one that was approved.", Server: "notes",
				Tool:     `{"name":"share_note","description":"Shares a note with another user."}`,
				Approved: `{"name":"share_note","description":"Shares a note with another user."}`,
			},
			{
				Note: "Without a lock file nothing needs an approval.", Server: "notes",
				Tool: `{"name":"share_note","description":"Shares a note with another user."}`,
			},
		},
	}
}
