package lock

import "fmt"

// A lock file is JSON Lines, each line ended by a line feed:
//
//	{"mcp-lint-lock":1}
//	{"server":"files","tool":"read","state":"approved","digest":"sha256:…","file":"mcp.json","seen":"2026-11-22","version":"1.0.0","definition":{…}}
//	{"end":true}
//
// The first line holds the version of the format, the last tells that the file was written whole. Both are always the same, so
// that branches of git do not differ in them. Between them each line is one definition; they are sorted by server, kind, name
// and digest. "kind" is left out for a tool, "now", "forced", "reason" and "definition" when there is nothing to say. Characters
// that a reader cannot see are written as escapes. A server, tool or file whose name is no UTF-8 is {"!bytes":"…"}, as in
// Canonical, which is also the form of the definition.

const (
	// MaxBytes bounds a lock file: it may come from the repository that is scanned.
	MaxBytes = 64 << 20
	// maxLine bounds a line, without its end: one that is written takes far less.
	maxLine = 1 << 20
	// maxKept bounds the canonical form of a definition that is kept in the file, in bytes.
	maxKept = 64 << 10
	// maxKeptDepth bounds its nesting. With the line around it that is within what detect.ParseJSON accepts.
	maxKeptDepth = 500
	// maxEntries and maxValues bound the lines and the values of all definitions of one file, as work and memory go with them: of
	// small ones there is room for many more than anybody has. Each line has lineValues besides.
	maxEntries, maxValues, lineValues = 200_000, 4_000_000, 32
	// maxReason, maxFile and maxCheck bound what is written of a reason, of the path of a file and of the name of a check, in
	// bytes, and maxForced the number of checks.
	maxReason, maxFile, maxCheck, maxForced = 4 << 10, 4 << 10, 128, 64

	formatVersion = "1"
	header        = `{"` + memberVersion + `":` + formatVersion + `}`
	trailer       = `{"` + memberEnd + `":true}`
)

// The members of the lines.
const (
	memberVersion    = "mcp-lint-lock"
	memberEnd        = "end"
	memberServer     = "server"
	memberKind       = "kind"
	memberTool       = "tool"
	memberState      = "state"
	memberDigest     = "digest"
	memberNow        = "now"
	memberFile       = "file"
	memberSeen       = "seen"
	memberBy         = "version"
	memberForced     = "forced"
	memberReason     = "reason"
	memberDefinition = "definition"
)

// ParseError says what is wrong in a lock file, and where. All its texts are fit to be printed.
type ParseError struct {
	// Line counts from 1; 0 means the file as a whole.
	Line   int
	Reason string
	// Hint says what to do; it may be empty.
	Hint string
}

// Error returns everything on one line; the name of the file is the caller's to add.
func (e *ParseError) Error() string {
	s := e.Reason
	if e.Line > 0 {
		s = fmt.Sprintf("line %d: %s", e.Line, s)
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// What to do about files that are refused.
const (
	hintRestore = "restore the file from version control, or delete it, run mcp-lint lock and review every definition again"
	hintNewer   = "use the version of mcp-lint that wrote it, or a later one"
	hintSplit   = "restore the file from version control, or write one lock file for each part of the repository (--lock)"
	hintMerge   = "resolve the conflict: keep the lines of both sides and delete the markers; with " +
		"\"mcp-lint.lock merge=union\" in .gitattributes git does so by itself"
)
