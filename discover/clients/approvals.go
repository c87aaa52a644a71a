package clients

// Approvals are what lets tools of a client run without a question.
type Approvals struct {
	// Settings are the values of its settings that do, Members those of a server.
	Settings, Members []Approval
	// Lists are the members of a server that list approved tools, or approve all by "*" or true.
	Lists string
	// Rules are lists of rules in its settings.
	Rules []Rules
	// Tool is how a rule for a single tool that only reads looks.
	Tool string
	// Commands are how its rules call the tools that run commands.
	Commands []Commands
	// Flags are the options with which it starts as an agent that asks nothing.
	Flags string
}

// Approval is a value that lets something run without a question.
type Approval struct {
	// At are the places of the setting, as JSON pointers with blanks between them. A name in braces matches any, and is a note when it is
	// not the one that the setting of the name in the braces chooses.
	At string
	// Value is the value. "true" matches a string too.
	Value string
	// With and Without are other settings, POINTER=VALUE, that it needs, and that must not be.
	With, Without string
	// Held is an object in which "ask", "deny" or "confirm" takes a grade away: from a finding to a note, from a note to nothing.
	Held string
	// Holding are the names in Held that count, or none for all. Patterns always count.
	Holding string
	Note    bool
	// Detail is what the settings file or the server does, and what to write instead; see detect.Signal.
	Detail string
}

// Rules is a list of rules that allow tools, but those in other lists.
type Rules struct {
	At   string
	Held []string
	// Tool is what all of them are about, when they only say which of its calls: docs:search instead of Mcp(docs:search).
	Tool string
}

// Commands are names of tools that run commands.
type Commands struct {
	Names string
	// Prefix is set when a rule fits whatever follows it.
	Prefix bool
	// Single is how a rule for a single command looks, with %s for the name.
	Single string
}

const (
	// EveryTool is the detail of every approval of all tools, up to what to write instead.
	EveryTool = "lets every tool of every server run without confirmation; "
	// EveryCommand is that of every approval of all commands.
	EveryCommand = "lets every shell command run without confirmation; "
	anything     = "lets the agent do anything without confirmation; "
	ask          = "set it to false and approve single tools as they come up"
	noSandbox    = `lets commands run outside the sandbox without confirmation; write approval_policy = "on-request" and sandbox_mode = ` +
		`"workspace-write"`
)
