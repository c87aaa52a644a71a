package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Session asks a server on behalf of a person, who may have to sign in.
type Session struct {
	Options
	// OAuth has the person sign in, as How says, where the server wants that.
	OAuth bool
	How   SignIn
	// Log is where the person reads what to do.
	Log io.Writer
	// token is what the person got by signing in.
	token string
}

// Ask records the server, and has the person sign in where the server wants that.
func (o *Session) Ask(ctx context.Context) (*Recording, error) {
	rec, err := Run(ctx, o.Options)
	var server *ServerError
	if err == nil && rec.Denied != nil {
		server = rec.Denied
	} else if !errors.As(err, &server) || !server.Unauthorized() {
		return rec, err
	}
	if !o.OAuth {
		return rec, err
	}
	site := ""
	o.How.Show = func(at, scopes, address string) {
		site = at
		fmt.Fprintf(o.Log, "mcp-lint: the server asks you to sign in at %s (scopes: %s). What you allow is given to that site and to the server. "+
			"Open this address in a browser (within %s):\n\n  %s\n\n", at, cmp.Or(text.BreakCommands(scopes), "none named"), o.How.Wait, address)
	}
	header, err := o.SignIn(ctx, server, o.How)
	if err != nil {
		return nil, err
	}
	o.Headers, o.Secrets, o.token = append(o.Headers, header), append(o.Secrets, header.Value), header.Value
	if rec, err = Run(ctx, o.Options); err != nil {
		err = fmt.Errorf("you signed in, but with the token that %s gave: %w", site, err)
	}
	return rec, err
}

// Fixture returns the record as a file. It never holds the token that the person got by signing in: the server chose it, so replacing it could
// hide a text from the scan.
func (o *Session) Fixture(rec *Recording) (data []byte, notes []string, err error) {
	data, notes, err = rec.Fixture()
	if err == nil && (Options{Secrets: []string{o.token}}).Leaks(data) {
		err = errors.New("nothing was recorded: the server repeats the token that you got by signing in")
	}
	return data, notes, err
}

// WarnOfSecrets warns of a file that holds a secret of the person.
func (o *Session) WarnOfSecrets(fixture []byte) {
	if o.Leaks(fixture) {
		fmt.Fprintln(o.Log, "mcp-lint: warning: the record contains a secret that was passed to the server, because the server repeated it")
	}
}

// stderrLines is how many lines of a server's standard error are shown.
const stderrLines = 40

// ShowStderr shows the end of what a server wrote to its standard error. It is the server's, so it is fit for no terminal as it is.
func ShowStderr(w io.Writer, stderr string) {
	lines := strings.Split(strings.TrimRight(stderr, "\r\n \t"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		return
	}
	lines = lines[max(0, len(lines)-stderrLines):]
	fmt.Fprintln(w, "mcp-lint: the server wrote to its standard error:")
	for _, line := range lines {
		fmt.Fprintf(w, "  | %s\n", text.BreakCommands(text.Safe(strings.TrimRight(line, "\r"), 300)))
	}
}

// Name names the server in a sentence.
func (r *Recording) Name() string {
	if r.Server == "" {
		return "the server"
	}
	return fmt.Sprintf("server %q", r.Server)
}

// Had says what was recorded.
func (r *Recording) Had() string {
	var parts []string
	for _, l := range r.Lists {
		if len(l.Items) > 0 {
			parts = append(parts, text.Count(len(l.Items), l.Kind))
		}
	}
	if r.Instructions {
		parts = append(parts, "instructions")
	}
	if len(parts) == 0 {
		return "no tools, prompts, resources or instructions"
	}
	return strings.Join(parts, ", ")
}

// Missed says what is missing, and why.
func Missed(missing []Missing) string {
	var parts []string
	for _, m := range missing {
		part := m.Method + ": " + m.Reason
		if m.Said != "" {
			part += fmt.Sprintf(" (%q)", text.Safe(m.Said, 200))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}
