package action

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Output is an output of a step.
type Output struct{ Name, Value string }

// WriteOutputs appends outputs to the file that GITHUB_OUTPUT names. Each value is one line of printable text, so none can begin
// another output; a value that is not is an error, and nothing is written.
func WriteOutputs(file string, outputs []Output) error {
	var b strings.Builder
	for _, o := range outputs {
		if text.Safe(o.Value, 0) != o.Value {
			return fmt.Errorf("output %s cannot be %s", o.Name, quoted(o.Value))
		}
		fmt.Fprintf(&b, "%s=%s\n", o.Name, o.Value)
	}
	return AppendSummary(file, b.String())
}

// summaryLimit is how large the summary of a step may be: GitHub drops a larger one as a whole.
const summaryLimit = 1 << 20

// SummaryRoom returns how many bytes can be added to the summary of the step.
func SummaryRoom(file string) int {
	st, err := os.Stat(file)
	if err != nil {
		return summaryLimit
	}
	return int(max(summaryLimit-st.Size(), 0))
}

// AppendSummary appends to the summary of the step, which GITHUB_STEP_SUMMARY names.
func AppendSummary(file, words string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(words)
	return errors.Join(err, f.Close())
}

// RunnerFiles are the files that the runner reads back after a step.
func RunnerFiles(env func(string) string) []string {
	var list []string
	for _, name := range []string{"GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "GITHUB_EVENT_PATH"} {
		if v := env(name); v != "" {
			list = append(list, v)
		}
	}
	return list
}

// Group writes what write gives to the log of a job, as a group that can be folded. In it the runner takes no line for a command: it
// listens again only at the token, which must be one that cannot be guessed.
func Group(w io.Writer, title, token string, write func(io.Writer) error) error {
	var words bytes.Buffer
	err := write(&words)
	if n := words.Len(); n > 0 && words.Bytes()[n-1] != '\n' {
		words.WriteByte('\n')
	}
	if _, e := fmt.Fprintf(w, "::group::%s\n::stop-commands::%s\n%s::%s::\n::endgroup::\n", title, token, words.Bytes(), token); err == nil {
		err = e
	}
	return err
}
