package main

import (
	"fmt"
	"io"
	"os"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/lint"
)

// evalLines is eval for a file of JSON Lines, however large. It reports false for a file that is to be read as a whole: of another form,
// or one that can be read only once.
func evalLines(s streams, name, verdicts string) (done bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return false, nil // Whoever reads it as a whole says why.
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return false, nil //nolint:nilerr // As above.
	}
	lines, is, err := corpus.OpenLines(f)
	if !is {
		return false, nil
	}
	if err != nil {
		return true, fmt.Errorf("%s: %w", name, err)
	}
	var score corpus.Scorecard
	write := func(w io.Writer) error {
		out := corpus.NewVerdictWriter(w)
		if score, err = lines.Evaluate(lint.Checks(), out.Write); err != nil {
			return err
		}
		return out.Flush()
	}
	if verdicts == "" || verdicts == "-" {
		return true, write(s.out)
	}
	if err := writeWith(verdicts, write); err != nil {
		return true, err
	}
	return true, score.WriteTable(s.out)
}
