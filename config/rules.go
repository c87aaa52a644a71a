package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// RulesSchemaURL is the address of the JSON Schema of rule files, for editors.
const RulesSchemaURL = "https://raw.githubusercontent.com/org/mcp-lint/main/docs/rules.schema.json"

const (
	// MaxRulesBytes bounds a rule file, which also has at most MaxItems rules.
	MaxRulesBytes = 256 << 10
	// maxProgram bounds the instructions of a compiled pattern, to which the matching time is proportional.
	maxProgram = 2000
	maxPattern = 1000
	maxMessage = 300
	maxProse   = 2000
	maxExample = 16 << 10
)

type ruleFile struct {
	Rules []Rule `key:"rules" min:"1" required:"true" doc:"The rules, each of which is a check."`
}

// Rule is a check written by the user. Pattern, All and Not are regular expressions (RE2); they match in a field, or in a sentence if Concepts
// is set.
type Rule struct {
	ID        string   `key:"id" form:"rule" required:"true" doc:"The ID of the check, such as acme.no-delete. Its first part is not that of a check of mcp-lint."`
	Title     string   `key:"title" form:"title" required:"true" doc:"What the rule finds, in a short phrase."`
	Severity  string   `key:"severity" form:"weight" required:"true" doc:"The severity of its findings. A note is informational and fails no run; critical quarantines a tool."`
	Kinds     []string `key:"kinds" form:"kind" min:"1" doc:"The kinds of definitions that it looks at. Without it these are all that models read."`
	Fields    []string `key:"fields" form:"field" min:"1" doc:"The fields that it looks at, by role (description) or JSON pointer (/inputSchema/**/default), where * is one part and ** any number. Without it these are all."`
	Pattern   []string `key:"pattern" form:"regexp" min:"1" some:"true" doc:"Regular expressions (RE2) of which one must match. Each match is reported."`
	All       []string `key:"all" form:"regexp" min:"1" some:"true" doc:"Regular expressions that must all match."`
	Not       []string `key:"not" form:"regexp" min:"1" some:"true" doc:"Regular expressions of which none may match."`
	Concepts  []string `key:"concepts" form:"concept" min:"1" some:"true" doc:"Concepts that one sentence must hold, in any language; a|b is either. Patterns look at that sentence alone then."`
	Without   []string `key:"without" form:"concept" min:"1" doc:"Concepts that the sentence must not hold, such as never."`
	InOrder   *bool    `key:"in-order" doc:"With true the concepts must come one after the other, as listed."`
	Sensitive *bool    `key:"sensitive" doc:"With true no report shows what matches, as for a pattern of credentials."`
	Message   string   `key:"message" form:"message" required:"true" doc:"What is wrong: it continues a sentence about the definition, such as: names the internal host {match}. {match}, {field}, {tool} and {server} are filled in; there is no full stop."`
	Why       string   `key:"why" form:"prose" required:"true" doc:"Why it matters."`
	Fix       string   `key:"fix" form:"prose" required:"true" doc:"What to do about it."`
	Examples  Examples `key:"examples" required:"true" doc:"What it finds and what it does not find; mcp-lint rules test proves it."`
	// Line is the line of the rule, from 1.
	Line int
}

// Examples are definitions that a rule reports, and others that it does not.
type Examples struct {
	Bad  []RuleExample `key:"bad" min:"1" required:"true" doc:"Examples that it finds."`
	Good []RuleExample `key:"good" min:"1" required:"true" doc:"Examples that it does not find."`
}

// RuleExample is the definition of a tool, or a file.
type RuleExample struct {
	Note   string          `key:"note" form:"title" doc:"What to look at."`
	Server string          `key:"server" form:"name" doc:"The server that the tool is of."`
	Tool   json.RawMessage `key:"tool" some:"true" doc:"The definition of a tool, as a server lists it."`
	File   string          `key:"file" form:"path" doc:"The path of the file that text stands in, such as .mcp.json. The default is mcp.json."`
	Text   string          `key:"text" form:"document" some:"true" doc:"What stands in a file, such as the configuration of a client."`
	// Line is the line of the example, from 1.
	Line int
}

// ParseRules parses a rule file. taken are the IDs of the existing checks, whose namespaces are reserved. An error is of type Problems.
func ParseRules(data []byte, taken []string) ([]Rule, error) {
	if bad := hiddenCharacter(data); bad != nil {
		return nil, Problems{bad}
	}
	var f ruleFile
	l := &loader{noun: "key"}
	l.document(data, MaxRulesBytes, &f, `a file of rules must be a mapping that begins with "rules:"`)
	if len(l.problems) == 0 && len(f.Rules) == 0 {
		l.failf(1, "", "the file has no rules")
	}
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	seen := map[string]int{}
	for i := range f.Rules {
		r := &f.Rules[i]
		l.checkConsistent(r)
		if first, twice := seen[r.ID]; twice {
			l.failf(r.Line, r.ID, "the rule on line %d has the same ID", first)
		}
		seen[r.ID] = r.Line
		for _, id := range taken {
			if space := namespace(id); space == namespace(r.ID) {
				l.failf(r.Line, r.ID, "IDs that begin with %q are those of other checks: begin with a name of your own, such as acme.", space+".")
				break
			}
		}
	}
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	return f.Rules, nil
}

func namespace(id string) string { space, _, _ := strings.Cut(id, "."); return space }

// checkConsistent checks the keys of a rule against each other.
func (l *loader) checkConsistent(r *Rule) {
	on := func(b *bool) bool { return b != nil && *b }
	switch {
	case len(r.Concepts) == 0 && (len(r.Without) > 0 || r.InOrder != nil):
		l.failf(r.Line, r.ID, `"without" and "in-order" say more of "concepts", which is missing`)
	case on(r.InOrder) && len(r.Concepts) < 2:
		l.failf(r.Line, r.ID, `"in-order" needs two "concepts" or more`)
	case on(r.Sensitive) && len(r.Pattern) == 0:
		l.failf(r.Line, r.ID, `"sensitive" needs a "pattern" that says what to hide`)
	case on(r.Sensitive) && strings.Contains(r.Message, "{match}"):
		l.failf(r.Line, r.ID, `the message of a rule that is "sensitive" cannot show {match}`)
	}
	for _, examples := range [][]RuleExample{r.Examples.Bad, r.Examples.Good} {
		for _, e := range examples {
			switch {
			case e.Tool != nil && (e.Text != "" || e.File != ""):
				l.failf(e.Line, r.ID, `an example is a "tool" or the "text" of a "file", not both`)
			case e.Tool == nil && e.Server != "":
				l.failf(e.Line, r.ID, `"server" is the server of a "tool", which is missing`)
			}
		}
	}
}

// hiddenCharacter reports the first invisible character of a file.
func hiddenCharacter(data []byte) *Error {
	line := 1
	for i, r := range string(data) {
		switch {
		case r == '\n':
			line++
		case r == '\t', r == '\r', r == '\ufeff' && i == 0, r == utf8.RuneError, !text.Invisible(r):
		default:
			return &Error{Line: line, Reason: fmt.Sprintf("contains the hidden character U+%04X: write it as an escape, such as \\x{%04X} in a pattern", r, r)}
		}
	}
	return nil
}

// RulesSchema returns the JSON Schema (draft 2020-12) of rule files. Like Schema, it accepts more than ParseRules.
func RulesSchema() ([]byte, error) {
	g := &generator{defs: map[string]*schema{}}
	return g.write(reflect.TypeFor[ruleFile](), RulesSchemaURL, "mcp-lint rules", "Checks of your own for mcp-lint --rules.")
}

var ruleID = regexp.MustCompile(`^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9_-]*)+$`)

// IsRuleID reports whether a word is a valid ID of a rule.
func IsRuleID(word string) bool { return ruleID.MatchString(word) }

// Roles of fields that detect does not have.
const (
	// RoleCommandLine is the program of a launch and its arguments, separated by blanks.
	RoleCommandLine = "command_line"
	RoleEnvName     = "env_name"
	RoleHeaderName  = "header_name"
)

// ruleForms are the forms of rule files, which few runs need.
var ruleForms = sync.OnceValue(func() map[string]form {
	return map[string]form{
		"rule":    {noun: "ID", max: 80, like: ruleID, wrong: "it is two or more parts of small letters, digits and dashes, such as acme.no-delete"},
		"title":   {noun: "phrase", max: 150, like: nonBlank, unlike: lineBreak, wrong: "it is one line (with > in YAML, write >-)", also: readable},
		"weight":  {noun: "severity", words: []string{"note", "low", "medium", "high", "critical"}},
		"kind":    {noun: "kind", words: ruleKinds()},
		"field":   {noun: "field", words: ruleRoles(), or: regexp.MustCompile(`^/[^ ]*$`), max: maxName},
		"regexp":  {noun: "pattern", max: maxPattern, also: validRegexp},
		"concept": {noun: "concept", words: Concepts(), or: conceptAlternatives(), max: maxName},
		"message": {noun: "message", max: maxMessage, like: nonBlank, unlike: lineBreak, wrong: "it is one line (with > in YAML, write >-)", also: placeholders},
		"prose":   {noun: "text", max: maxProse, like: nonBlank, wrong: "it must say something", also: readable},
		"path": {
			noun: "path", max: maxName, unlike: regexp.MustCompile(`^/|\\|(^|/)\.{0,2}(/|$)`),
			wrong: `it is relative, with slashes between folders and without "./" and "../"`,
		},
		"document": {noun: "text", max: maxExample},
	}
})

var (
	nonBlank  = regexp.MustCompile(`[^ \t\r\n]`)
	lineBreak = regexp.MustCompile(`[\r\n]`)
)

func ruleKinds() []string {
	return toStrings([]detect.Kind{
		detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer, detect.KindLaunch,
		detect.KindSettings, detect.KindManifest, detect.KindAgents,
	})
}

func ruleRoles() []string {
	return slices.Sorted(slices.Values(append(toStrings(detect.Roles()), RoleCommandLine, RoleEnvName, RoleHeaderName)))
}

// Concepts returns the concepts that rules can use. Package rules defines them.
func Concepts() []string {
	return []string{
		"address", "all-calls", "always", "authority", "automatically", "before", "change", "consent", "consequence", "conversation", "delete",
		"email", "environment", "execute", "file", "ignore", "instead", "instructions", "model", "money", "must", "never", "other-server-tool",
		"personal-data", "read", "secrecy", "secrets", "send", "store", "system-prompt", "this-tool", "tool", "urgent", "user",
	}
}

// conceptAlternatives matches alternatives of concepts.
func conceptAlternatives() *regexp.Regexp {
	one := "(" + strings.Join(Concepts(), "|") + ")"
	return regexp.MustCompile(`^` + one + `(\|` + one + `)+$`)
}

// validRegexp rejects invalid and expensive expressions, and those that match everywhere.
func validRegexp(pattern string) error {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		var wrong *syntax.Error
		errors.As(err, &wrong)
		return fmt.Errorf("%s at %s (the syntax is that of RE2)", wrong.Code, quoted(wrong.Expr))
	}
	program, err := syntax.Compile(parsed.Simplify())
	switch {
	case err != nil:
		return err
	case len(program.Inst) > maxProgram:
		return errors.New("it repeats too much: make the numbers of its repetitions smaller")
	case regexp.MustCompile(pattern).MatchString(""):
		return errors.New("it matches the empty text, so it would match everywhere")
	}
	return nil
}

// Placeholders returns the placeholders of messages.
func Placeholders() []string { return []string{"match", "field", "tool", "server"} }

var placeholder = regexp.MustCompile(`\{([A-Za-z_]*)\}`)

func placeholders(message string) error {
	for _, m := range placeholder.FindAllStringSubmatch(message, -1) {
		if !slices.Contains(Placeholders(), m[1]) {
			return fmt.Errorf("unknown placeholder %s: use {%s}", quoted(m[0]), strings.Join(Placeholders(), "}, {"))
		}
	}
	return readable(message)
}

// readable rejects invisible characters, which escapes can produce.
func readable(s string) error {
	for _, r := range s {
		if r != '\n' && text.Invisible(r) {
			return fmt.Errorf("it contains the hidden character U+%04X", r)
		}
	}
	return nil
}
