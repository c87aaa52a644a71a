// Package action is what the GitHub Action needs besides a scan: it reads the inputs, decides whether the SARIF file may be
// uploaded, and writes outputs, files and log lines so that no foreign word becomes a command, an output or a variable of the job.
package action

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/hint"
)

// Prefix begins the environment variables that hold the inputs: input fail-on is in MCP_LINT_FAIL_ON.
const Prefix = "MCP_LINT_"

// Upload says whether to upload the SARIF file.
type Upload string

// The values of input upload-sarif.
const (
	// uploadAuto uploads when the token of the job may.
	uploadAuto Upload = "auto"
	// uploadAlways uploads, and fails when that fails.
	uploadAlways Upload = "true"
	// uploadNever does not upload.
	uploadNever Upload = "false"
)

// Inputs are the inputs of the Action, checked.
type Inputs struct {
	// Paths are what to scan; there is at least one.
	Paths []string
	// Flags are the flags of scan that inputs set, in the order of action.yml.
	Flags []Flag
	// Args is input args as it was given.
	Args string
	// SARIFFile is where the SARIF file goes; empty means a file of our own.
	SARIFFile string
	Category  string
	Upload    Upload
	// Annotations and Summary say which sinks are wanted.
	Annotations, Summary bool
	// Diff names the file that holds the change, if it is known; DiffUnknown says why it is not, where somebody asks for a change to be taken.
	Diff, DiffUnknown string
	// ChangedOnly limits the annotations to what the change touches.
	ChangedOnly bool
}

// Flag is a flag of scan that an input sets.
type Flag struct{ Input, Name, Value string }

// WrongInput is an error of an input that makes no sense. The hint says what to do; it may be empty.
func WrongInput(input, reason, advice string) error {
	return hint.Errorf(advice, "input %s %s", input, reason)
}

// Known are the words that inputs may hold.
type Known struct {
	FailOn, Checks []string
	// Suggest names the word that was probably meant, in a sentence.
	Suggest func(word string, words []string) string
}

// none is the value of an input for a file that is to be read though it is not named.
const none = "none"

const (
	// quoteRunes bounds how much of a wrong value an error quotes.
	quoteRunes = 100
	// maxCategory bounds the category, as the SARIF sink does.
	maxCategory = 200
)

// Read reads the inputs.
func Read(env func(string) string, known Known) (Inputs, error) {
	r := reader{env: env, known: known}
	in := Inputs{
		Paths:       r.lines("paths"),
		Args:        r.value("args"),
		SARIFFile:   r.line("sarif-file"),
		Category:    r.line("category"),
		Upload:      Upload(r.word("upload-sarif", string(uploadAuto), string(uploadAuto), string(uploadAlways), string(uploadNever))),
		Annotations: r.boolean("annotations", true),
		Summary:     r.boolean("summary", true),
		ChangedOnly: r.boolean("changed-only", false),
		Diff:        r.line("diff"),
		DiffUnknown: r.line("diff-unknown"),
	}
	if len(in.Paths) == 0 {
		in.Paths = []string{"."}
	}
	if n := len([]rune(in.Category)); n > maxCategory {
		r.fail("category", fmt.Sprintf("is too long: %d characters, at most %d are allowed", n, maxCategory), "")
	}
	r.flags()
	in.Flags = r.set
	return in, r.err
}

// reader reads inputs and keeps the first error.
type reader struct {
	env   func(string) string
	known Known
	set   []Flag
	err   error
}

func (r *reader) fail(input, reason, advice string) {
	if r.err == nil {
		r.err = WrongInput(input, reason, strings.TrimSpace(advice))
	}
}

// value is an input without blanks around it.
func (r *reader) value(input string) string {
	return strings.TrimSpace(r.env(Prefix + strings.ToUpper(strings.ReplaceAll(input, "-", "_"))))
}

// line is an input of one line of printable text: it becomes an output, a file name or part of a file.
func (r *reader) line(input string) string {
	v := r.value(input)
	if text.Safe(v, 0) != v {
		r.fail(input, fmt.Sprintf("cannot be %s: it contains a line break or an invisible character", quoted(v)), "")
		return ""
	}
	return v
}

// word is an input that is one of a few words, in any case.
func (r *reader) word(input, otherwise string, words ...string) string {
	v := r.value(input)
	if v == "" {
		return otherwise
	}
	if w := strings.ToLower(v); slices.Contains(words, w) {
		return w
	}
	r.fail(input, fmt.Sprintf("cannot be %s: use one of %s", quoted(v), strings.Join(words, ", ")), r.known.Suggest(v, words))
	return otherwise
}

func (r *reader) boolean(input string, otherwise bool) bool {
	return r.word(input, strconv.FormatBool(otherwise), "true", "false") == "true"
}

// items are the entries of a list that commas or line breaks separate.
func (r *reader) items(input string) []string {
	var list []string
	for _, v := range strings.FieldsFunc(r.value(input), func(c rune) bool { return c == ',' || c == '\n' || c == '\r' }) {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}

// lines are the lines of an input that names files. A dash is a file of that name: an action has no standard input.
func (r *reader) lines(input string) []string {
	var list []string
	for _, v := range strings.FieldsFunc(r.value(input), func(c rune) bool { return c == '\n' || c == '\r' }) {
		switch v = strings.TrimSpace(v); {
		case v == "":
		case v == "-":
			list = append(list, "./-")
		case strings.ContainsRune(v, 0):
			r.fail(input, fmt.Sprintf("cannot contain %s: it is not a valid file name", quoted(v)), "")
		default:
			list = append(list, v)
		}
	}
	return list
}

// flags reads the inputs that are flags of scan.
func (r *reader) flags() {
	set := func(input, name, value string) { r.set = append(r.set, Flag{input, name, value}) }
	file := func(input string) (value string) {
		switch value = r.line(input); value {
		case "":
		case none:
			set(input, "no-"+input, "true")
		default:
			set(input, input, value)
		}
		return value
	}
	line := func(input string) string {
		v := r.line(input)
		if v != "" {
			set(input, input, v)
		}
		return v
	}
	word := func(input string, words ...string) string {
		v := r.word(input, "", words...)
		if v != "" {
			set(input, input, v)
		}
		return v
	}
	config := file("config")
	for _, name := range r.lines("rules") {
		set("rules", "rules", name)
	}
	lock := file("lock")
	if word("require-lock", "true", "false") == "true" && lock == none {
		r.fail("require-lock", "cannot be true when the input lock is none", "Remove one of them.")
	}
	if baseline := line("baseline"); line("since") != "" && baseline != "" {
		r.fail("since", "cannot be set together with the input baseline", "Remove one of them.")
	}
	word("fail-on", r.known.FailOn...)
	if v := r.value("min-confidence"); v != "" {
		// NaN is in no range.
		if f, err := strconv.ParseFloat(v, 64); err != nil || !(f >= 0 && f <= 1) {
			r.fail("min-confidence", fmt.Sprintf("cannot be %s: use a number from 0 to 1", quoted(v)), "")
		}
		set("min-confidence", "min-confidence", v)
	}
	// The scan knows the rules of these files.
	own := r.value("rules") != "" || config != "" && config != none
	for _, input := range []string{"only", "skip"} {
		for _, id := range r.items(input) {
			if !own && !slices.Contains(r.known.Checks, id) {
				r.fail(input, fmt.Sprintf("contains %s, which is not a check", quoted(id)), r.known.Suggest(id, r.known.Checks)+" See mcp-lint rules.")
			}
			set(input, input, id)
		}
	}
	word("strict", "true", "false")
	word("agents-files", "true", "false")
}

// quoted quotes a wrong value, fit to be printed.
func quoted(v string) string { return `"` + text.Safe(v, quoteRunes) + `"` }
