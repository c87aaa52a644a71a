package lock

import (
	"fmt"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
)

// maxShown bounds what is quoted of a line, in characters.
const maxShown = 80

// shown returns what stands in the file in quotes and fit to be printed.
func shown(s string) string {
	return `"` + text.Safe(secret.Redact(cut(s, 8*maxShown)), maxShown) + `"`
}

// kinds are those of definitions that can be in the file.
var kinds = []detect.Kind{
	detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer, detect.KindLaunch,
}

// entryOfLine makes the entry of a line.
func entryOfLine(line *detect.Node) (Entry, *ParseError) {
	r := entryReader{line: line}
	e := Entry{Key: Key{Kind: detect.KindTool, Server: r.required(memberServer), Name: r.required(memberTool)}}
	if kind, given := r.optional(memberKind); given {
		e.Kind = detect.Kind(kind)
	}
	e.State = State(r.required(memberState))
	e.Digest = Digest(r.required(memberDigest))
	now, changed := r.optional(memberNow)
	e.Now = Digest(now)
	e.File, e.Seen, e.Version = r.required(memberFile), r.required(memberSeen), r.required(memberBy)
	e.Forced = r.list(memberForced)
	e.Reason, _ = r.optional(memberReason)
	definition := r.any(memberDefinition)
	r.others()
	switch {
	case r.problem != "":
	case !slices.Contains(kinds, e.Kind):
		r.fail("%s is no kind of definition", shown(string(e.Kind)))
	case e.State != Pending && e.State != Approved && e.State != Changed:
		r.fail("%s is no state: there are pending, approved and changed", shown(string(e.State)))
	case !e.Digest.valid() || changed && !e.Now.valid():
		r.fail("the digest is not sha256: and 64 hexadecimal digits")
	case changed != (e.State == Changed):
		r.fail("what is changed, and nothing else, has the digest of what it is %s", memberNow)
	case e.Seen != "" && !isDay(e.Seen):
		r.fail("%s is no day as in 2026-11-22", shown(e.Seen))
	case len(e.Forced) > 0 && e.Reason == "":
		r.fail("what was approved by force needs a reason")
	}
	if r.problem != "" {
		return e, &ParseError{Reason: r.problem, Hint: hintRestore}
	}
	if definition != nil {
		return e, checkDefinition(&e, definition)
	}
	return e, nil
}

// checkDefinition checks the definition of an entry and keeps it.
func checkDefinition(e *Entry, canonical *detect.Node) *ParseError {
	def, ok := fromCanonical(canonical)
	if ok = ok && def != nil; ok {
		digest, _ := digestDefinition(e.Kind, e.Name, def)
		ok = digest == e.Digest
	}
	if !ok {
		return &ParseError{
			Reason: fmt.Sprintf("the definition of %s of the server %s was altered: it does not have the digest that stands beside it", shown(e.Name), shown(e.Server)),
			Hint:   hintRestore,
		}
	}
	e.Definition = def
	return nil
}

// isDay reports whether s is written as a day is: 2026-11-22. It does not know how long months are.
func isDay(s string) bool {
	return len(s) == 10 && s[4] == '-' && s[7] == '-' && leadingDigits(s[:4]) == 4 && leadingDigits(s[5:7]) == 2 &&
		leadingDigits(s[8:]) == 2 && s[5:7] >= "01" && s[5:7] <= "12" && s[8:] >= "01" && s[8:] <= "31"
}

// entryReader reads the members of a line and keeps the first problem.
type entryReader struct {
	line    *detect.Node
	problem string
	// known counts the members that were read.
	known int
}

func (r *entryReader) fail(format string, args ...any) {
	if r.problem == "" {
		r.problem = fmt.Sprintf(format, args...)
	}
}

// any returns the value of a member, or nil. Of a repeated member others tells.
func (r *entryReader) any(name string) *detect.Node {
	v := r.line.Get(name)
	if v != nil {
		r.known++
	}
	return v
}

func (r *entryReader) optional(name string) (string, bool) {
	v := r.any(name)
	if v == nil {
		return "", false
	}
	s, ok := textOf(v)
	if !ok {
		r.fail("%q is no string", name)
	}
	return s, true
}

func (r *entryReader) required(name string) string {
	s, given := r.optional(name)
	if !given {
		r.fail("%q is missing", name)
	}
	return s
}

func (r *entryReader) list(name string) []string {
	v := r.any(name)
	if v == nil {
		return nil
	}
	if v.Kind != detect.NodeArray || len(v.Items) == 0 || len(v.Items) > maxForced {
		r.fail("%q is no list of at most %d checks", name, maxForced)
		return nil
	}
	out := make([]string, 0, len(v.Items))
	for _, item := range v.Items {
		if item.Kind != detect.NodeString {
			r.fail("%q has a value that is no string", name)
		}
		out = append(out, item.Text)
	}
	return out
}

// others fails for members that no line has, and for those that the line has twice.
func (r *entryReader) others() {
	if len(r.line.Members) == r.known {
		return
	}
	seen := map[string]bool{}
	for _, m := range r.line.Members {
		name := m.Name.Text
		if seen[name] {
			r.fail("%s is there twice", shown(name))
		}
		seen[name] = true
		if !slices.Contains(members, name) {
			r.fail("%s is no member of a line", shown(name))
		}
	}
}

// members are those that a line can have.
var members = []string{
	memberServer, memberKind, memberTool, memberState, memberDigest, memberNow, memberFile, memberSeen, memberBy, memberForced,
	memberReason, memberDefinition,
}
