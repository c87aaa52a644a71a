// Package record records everything that an MCP server sends to models. It starts programs and opens connections only for the command or
// address that it is given. It lists; it never calls a tool, gets a prompt or reads a resource.
//
// It uses the official SDK, but keeps answers as sent, before they are decoded, so that unknown members and repeated names are in the
// record too. Servers are hostile: messages, their total, pages, items and time are bounded.
package record

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacy is the protocol version to try first: the last one with initialize, which nearly all servers support.
const legacy = "2025-11-25"

// Recording is everything that a server sends to models.
type Recording struct {
	// Server is the server's name without secrets, or "".
	Server string
	// Instructions is set if the server has some.
	Instructions bool
	// Lists are tools, prompts, resources and resource templates, in this order.
	Lists []*List
	// Notes are oddities that are not failures.
	Notes []string
	// Stderr is the end of the program's standard error, without secrets.
	Stderr string
	// Denied is set if lists are missing and the server required authentication.
	Denied *ServerError
	// Second has the lists of the second request, with Options.Twice.
	Second *Recording
	// about is what the server says about itself, and others are the remaining members of its answers.
	about, others []field
}

// Missing is a list that is missing from a recording, or incomplete.
type Missing struct{ Method, Reason, Said string }

// Missing returns the lists that are missing or incomplete.
func (r *Recording) Missing() []Missing {
	var out []Missing
	for _, l := range r.Lists {
		if l.Reason != "" {
			out = append(out, Missing{l.Method, l.Reason, l.Said})
		}
	}
	return out
}

type recorder struct {
	limits   Limits
	capture  *capture
	session  *mcp.ClientSession
	declared map[string]bool
	// changes are the capabilities with listChanged, and deaf is set if notifications cannot reach us.
	changes         map[string]bool
	noNotifications bool
	out             *Recording
	// unknown are the errors of undeclared lists, which may exist.
	unknown map[string]string
	// folded is set if names of members differed from the protocol in case.
	folded bool
	// items and kept count the items and bytes so far.
	items, kept int
}

// server is a connection to a server, for one session.
type server interface {
	mcp.Transport
	// end ends the session and its program, at once or gracefully, and returns a note or "".
	end(atOnce bool) string
	// explain adds to an error how the program ended, or what HTTP answered.
	explain(err error) error
}

// try is a way to start a session.
type try struct {
	open     func() (server, error)
	protocol string
	// next reports whether err is a reason for the next attempt.
	next func(s server, err error) bool
}

// Run records a server. If only a list fails, Run returns the others, and Missing says which one failed.
func Run(ctx context.Context, o Options) (*Recording, error) {
	o.Limits = o.Limits.orDefault()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Limits.Total, faultf("recording took longer than %s", o.Limits.Total))
	defer cancel()
	tries, err := o.tries()
	if err != nil {
		return nil, err
	}
	for i, t := range tries {
		rec, s, err := o.attempt(ctx, t)
		if err == nil {
			return rec, nil
		}
		if i == len(tries)-1 || ctx.Err() != nil || s == nil || t.next == nil || !t.next(s, err) {
			return nil, o.redactError(err)
		}
	}
	return nil, errors.New("there was nothing to try")
}

// attempt makes one attempt. It returns the server even with an error, if there was a connection.
func (o Options) attempt(parent context.Context, t try) (rec *Recording, s server, err error) {
	s, err = t.open()
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	c := &capture{
		Transport: s, limits: o.Limits, asked: map[jsonrpc.ID]string{}, answers: map[string]answer{}, refused: map[string]int{}, changed: map[string]bool{},
		changes: make(chan struct{}, 1),
	}
	r := &recorder{
		limits: o.Limits, capture: c, declared: map[string]bool{}, changes: map[string]bool{}, unknown: map[string]string{},
		out: &Recording{Lists: lists()},
	}
	if h, ok := s.(*web); ok {
		c.version, r.noNotifications = h.setProtocol, true
	}
	err = r.begin(ctx, cancel, o, t.protocol)
	if err == nil {
		r.listAll(ctx)
		r.settle(ctx)
		r.note()
		if o.Twice {
			r.out.Second = r.repeat(ctx)
		}
	}
	r.closeSession(parent)
	ended := s.end(parent.Err() != nil || err != nil && !errors.Is(err, errEnded))
	if ended != "" {
		r.out.Notes = append(r.out.Notes, ended)
	}
	switch {
	case errors.Is(parent.Err(), context.Canceled):
		return nil, s, context.Canceled
	case err != nil:
		return nil, s, s.explain(err)
	}
	if w, ok := s.(*web); ok && len(r.out.Missing()) > 0 {
		if denied := w.unauthorized(http.StatusUnauthorized, nil); denied.unauthorized {
			r.out.Denied = denied
		}
	}
	if p, ok := s.(*program); ok {
		r.out.Stderr = p.said.String()
		if garbage := p.garbageSeen(); garbage != "" {
			r.out.Notes = append(r.out.Notes, garbage)
		}
		for _, l := range r.out.Lists {
			if l.Reason == errEnded.Error() {
				l.Reason = p.exitReason()
			}
		}
	}
	for rec := r.out; rec != nil; rec = rec.Second {
		for _, l := range rec.Lists {
			l.Said = o.redact(l.Said)
		}
		rec.Server = o.redact(rec.Server)
	}
	return r.out, s, nil
}

// repeat requests all lists again in the same session.
func (r *recorder) repeat(ctx context.Context) *Recording {
	first := r.out
	r.out = &Recording{Server: first.Server, Instructions: first.Instructions, Lists: lists(), about: first.about}
	r.items, r.kept = 0, 0
	r.listAll(ctx)
	second := r.out
	r.out = first
	return second
}

// begin starts the session and records what the server says about itself.
func (r *recorder) begin(ctx context.Context, cancel context.CancelCauseFunc, o Options, protocol string) error {
	client := mcp.NewClient(&mcp.Implementation{Name: o.Client, Version: o.Version}, &mcp.ClientOptions{
		// Some servers show tools only to clients with these capabilities. A client that declares them may still decline requests.
		Capabilities: &mcp.ClientCapabilities{
			RootsV2:     &mcp.RootCapabilities{},     //nolint:staticcheck // Servers still ask for it.
			Sampling:    &mcp.SamplingCapabilities{}, //nolint:staticcheck // Likewise.
			Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}},
		},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	// The session uses the context of the handshake, so that context cannot have the handshake's deadline.
	tooLate := faultf("the server did not start within %s", r.limits.Start)
	late := time.AfterFunc(r.limits.Start, func() { cancel(tooLate) })
	session, err := client.Connect(ctx, r.capture, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if !late.Stop() && err == nil {
		err = tooLate
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil:
	case r.capture.failure() != nil:
		return fmt.Errorf("the server did not start: %w", r.capture.failure())
	default:
		return fmt.Errorf("the server did not start: %w", err)
	}
	r.session = session
	for _, method := range []string{methodInitialize, methodDiscover} {
		if a, ok := r.capture.take(method); ok && a.err == nil {
			return r.recordServer(method, a.result)
		}
	}
	return errors.New("the server did not start")
}

// listAll requests the declared lists first: an undeclared one may crash the server.
func (r *recorder) listAll(ctx context.Context) {
	for _, declared := range []bool{true, false} {
		for _, l := range r.out.Lists {
			if r.declared[l.capability] == declared {
				r.list(ctx, l)
			}
		}
	}
}

// reason explains in our words why a list is missing, and returns what the server said about it.
func (r *recorder) reason(ctx context.Context, err error) (reason, said string) {
	wire := wireError(err)
	switch {
	case wire != nil:
		return fmt.Sprintf("the server answered with error %d", wire.Code), wire.Message
	case ctx.Err() != nil:
		return context.Cause(ctx).Error(), ""
	case errors.As(err, new(tooLate)):
		return err.Error(), ""
	}
	if ours := (*fault)(nil); errors.As(err, &ours) {
		return ours.text, ""
	}
	return "the connection failed", err.Error()
}

// note adds notes about oddities of the session.
func (r *recorder) note() {
	c := r.capture
	c.mu.Lock()
	defer c.mu.Unlock()
	var names []string
	for name, n := range c.refused {
		names = append(names, fmt.Sprintf("%s (%d)", name, n))
	}
	if sort.Strings(names); len(names) > 0 {
		r.out.Notes = append(r.out.Notes, "declined requests from the server: "+strings.Join(names, ", "))
	}
	for _, l := range lists() {
		if why := r.unknown[l.Method]; why != "" {
			r.out.Notes = append(r.out.Notes, "the server does not declare "+l.Kind+"s, and "+l.Method+" failed: "+why)
		}
	}
	if r.folded {
		r.out.Notes = append(r.out.Notes, "some member names differ from the protocol in case and were normalised; only some clients read them")
	}
	if len(r.out.others) > 0 {
		names = nil
		for _, f := range r.out.others {
			names = append(names, f.name)
		}
		slices.Sort(names)
		r.out.Notes = append(r.out.Notes, "the answers contain members that clients do not show to models and scans skip (otherMembers in the record): "+strings.Join(slices.Compact(names), ", "))
	}
}

// closeSession closes the session, within the grace time and while the caller waits.
func (r *recorder) closeSession(ctx context.Context) {
	if r.session == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = r.session.Close()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	case <-time.After(r.limits.Grace):
	}
}
