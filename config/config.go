// Package config reads .mcp-lint.yaml, the file that says how a repository is to be linted. Such a file may come from whoever wrote
// what is scanned: it is bounded and read strictly, and can say of itself what it sets.
//
// The fields of Config and of the types below it carry the keys of the file, what their values must look like and what they are for.
// Both the loader and the JSON Schema are made of these, so that an editor accepts what a scan accepts.
package config

// Name is the configuration file that is read from the working directory.
const Name = ".mcp-lint.yaml"

// MaxBytes bounds a configuration file: it may come from the repository that is scanned.
const MaxBytes = 64 << 10

// MaxItems bounds each list and mapping of a configuration.
const MaxItems = 500

// Config is what a configuration file may set. A nil or empty field was not set.
//
// The tags: key is the key in the file, form what words look like (see forms), keys the form of the keys of a mapping, min the least
// number of items, doc what editors show.
type Config struct {
	FailOn        string   `key:"fail-on" form:"severity" doc:"The lowest severity that fails the run; never only reports. The default is medium."`
	Only          []string `key:"only" form:"check" min:"1" doc:"Run only these checks."`
	Skip          []string `key:"skip" form:"check" doc:"Do not run these checks."`
	MinConfidence *float64 `key:"min-confidence" doc:"Leave out signals of lower confidence, from 0 to 1."`
	Strict        *bool    `key:"strict" doc:"Exit 3 when something could not be looked at, or is not known without running code."`
	RequireLock   *bool    `key:"require-lock" doc:"Do not run without a lock file: exit 2."`
	// AgentsFiles has files of instructions for agents looked at as well. It only adds to what a scan sees.
	AgentsFiles *bool `key:"agents-files" doc:"Look at files of instructions for agents as well, such as AGENTS.md, SKILL.md and the rules of editors."`
	// Checks sets how much single checks weigh, by their IDs.
	Checks map[string]Check `key:"checks" keys:"check" doc:"How much single checks weigh, by their IDs."`
	// Include and Exclude are patterns of files, as in .gitignore, relative to the root of the scan.
	Include []string `key:"include" form:"pattern" min:"1" doc:"Look only at these files: patterns as in .gitignore, relative to the root of the scan."`
	Exclude []string `key:"exclude" form:"pattern" doc:"Do not look at these files: patterns as in .gitignore, relative to the root of the scan."`
	// Classes are patterns of files by what the files are for: test, fixture, example, documentation, generated, or served for
	// those that are none of these whatever their folders are called.
	Classes map[string][]string `key:"classes" keys:"class" form:"pattern" doc:"What files are for, by patterns as in .gitignore. Findings in files of a class are demoted, not dropped; served is for files that are of no class whatever their folders are called."`
	// Placeholders are values that look like credentials and are none; a star stands for any characters.
	Placeholders []string `key:"placeholders" form:"placeholder" doc:"Values that look like credentials and are none. A star stands for any characters."`
	// TrustedServers are pairs of servers that may speak of and resemble each other.
	TrustedServers [][2]string `key:"trusted-servers" form:"server" doc:"Pairs of servers that may speak of and resemble each other."`
	Ignore         []Ignore    `key:"ignore" doc:"What somebody has looked at and found to be right."`
}

// Check is how much a check weighs. One of its fields at least is set.
type Check struct {
	// Level is a detect.Level: off, note, soft or hard; "" leaves it to the check.
	Level         string   `key:"level" form:"level" some:"true" doc:"off does not run the check, note lists what it sees without weight, soft asks for review, hard makes a tool dangerous."`
	MinConfidence *float64 `key:"min-confidence" some:"true" doc:"Leave out signals of this check of lower confidence, from 0 to 1."`
}

// Ignore leaves out what somebody has looked at and found to be right. Every part that is set must fit; at least one of Check,
// Server, Tool, Path and Digest is.
type Ignore struct {
	// Check lists IDs of checks; none means all.
	Check []string `key:"check" form:"check" min:"1" some:"true" doc:"The checks that are ignored; without it all are."`
	// Server and Tool are names, in which a star stands for any characters.
	Server string `key:"server" form:"name" some:"true" doc:"The name of the server. A star stands for any characters."`
	Tool   string `key:"tool" form:"name" some:"true" doc:"The name of the tool. A star stands for any characters."`
	// Path is a pattern as in .gitignore, relative to the root of the scan.
	Path string `key:"path" form:"pattern" some:"true" doc:"The files: a pattern as in .gitignore, relative to the root of the scan."`
	// Digest is that of the definition (lock.DigestOf): when the definition changes the entry stops counting.
	Digest string `key:"digest" form:"digest" some:"true" doc:"The digest of the definition, as reports and the lock file tell it. The entry stops counting when the definition changes."`
	// Reason says why; it is required.
	Reason string `key:"reason" form:"reason" required:"true" doc:"Why this is right. Reports tell it."`
	// Expires is the last day on which the entry counts, as 2026-12-31, or "".
	Expires string `key:"expires" form:"date" doc:"The last day on which the entry counts, as 2026-12-31."`
	// Line is where the entry stands in the file, from 1.
	Line int
}
