package action

import (
	"bytes"
	"fmt"
	"io"
)

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
