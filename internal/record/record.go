// Package record asks an MCP server for all that it sends to models, and saves it. It is the only place of mcp-lint that starts a program
// or opens a connection, and does so only for the command or address that it is given. It lists; it never calls a tool, gets a prompt or
// reads a resource.
//
// The session is the official SDK's. What a server answers is kept as it was sent, before anything decodes it, so that members that no
// client knows and names that stand twice are in the record too. Everything a server sends is taken for hostile: each message, the sum of
// them, pages, items and time are bounded.
package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacy is the version of the protocol that is asked for first: the last one that begins with initialize, which nearly all servers know.
const legacy = "2025-11-25"

// Recording is what a server sends to models.
type Recording struct {
	// Server is what the server calls itself but for secrets, or "".
	Server string
	// Instructions is true when it has some.
	Instructions bool
	// Lists are its lists, in the order of tools, prompts, resources and resource templates.
	Lists []*List
	// Notes are for people: what was odd, and no failure.
	Notes []string
	// Stderr is the end of what a program wrote to its standard error, as it was written but for secrets.
	Stderr string
	// Second is what the lists were when they were asked for again, with Options.Twice.
	Second *Recording
	// about is what the server says of itself, and others what its answers hold beside all that.
	about, others []field
}

// Missing is a list that is not, or not wholly, in a recording.
type Missing struct{ Method, Reason, Said string }

// Missing returns what is not in the recording.
func (r *Recording) Missing() []Missing {
	var out []Missing
	for _, l := range r.Lists {
		if l.Reason != "" {
			out = append(out, Missing{l.Method, l.Reason, l.Said})
		}
	}
	return out
}

// recorder makes a recording.
type recorder struct {
	limits   Limits
	capture  *capture
	session  *mcp.ClientSession
	declared map[string]bool
	// changes are the lists of which the server declares that they change, and deaf is true when it could not notify us.
	changes map[string]bool
	deaf    bool
	out     *Recording
	// unknown says why it is not known whether there are lists that the server does not declare.
	unknown map[string]string
	// folded is true when names of members were not spelled as the protocol has them.
	folded bool
	// items and kept are what was taken so far.
	items, kept int
}

// server is a way to a server, for one session.
type server interface {
	mcp.Transport
	// end ends the session and its program, at once or in the polite way, and returns what people should know of it, or "".
	end(atOnce bool) string
	// explain says more about why the session failed: what became of the program, or what the answer of HTTP was. It may change err.
	explain(err error) error
}

// try is one attempt to begin a session, or a reason for another.
type try struct {
	open     func() (server, error)
	protocol string
	// next reports whether the next attempt is worth while after err.
	next func(s server, err error) bool
}

// Run records a server. When it fails nothing is recorded; when a list fails the others are there, and Missing says which is not.
func Run(ctx context.Context, o Options) (*Recording, error) {
	o.Limits = o.Limits.orDefault()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Limits.Total, faultf("recording took longer than %s", o.Limits.Total))
	defer cancel()
	tries, err := o.tries()
	if err != nil {
		return nil, err
	}
	for i, t := range tries {
		rec, s, err := o.once(ctx, t)
		if err == nil {
			return rec, nil
		}
		if i == len(tries)-1 || ctx.Err() != nil || s == nil || t.next == nil || !t.next(s, err) {
			return nil, o.veil(err)
		}
	}
	return nil, errors.New("there was nothing to try")
}

// once makes one attempt. It returns the way to the server when that was there.
func (o Options) once(parent context.Context, t try) (rec *Recording, s server, err error) {
	s, err = t.open()
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	c := newCapture(s, o.Limits)
	r := &recorder{
		limits: o.Limits, capture: c, declared: map[string]bool{}, changes: map[string]bool{}, unknown: map[string]string{},
		out: &Recording{Lists: lists()},
	}
	if h, ok := s.(*web); ok {
		c.version, r.deaf = h.speaks, true
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
	r.bye(parent)
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
	if p, ok := s.(*program); ok {
		r.out.Stderr = p.said.String()
		if garbage := p.garbageSeen(); garbage != "" {
			r.out.Notes = append(r.out.Notes, garbage)
		}
		for _, l := range r.out.Lists {
			if l.Reason == errEnded.Error() {
				l.Reason = p.fate()
			}
		}
	}
	for rec := r.out; rec != nil; rec = rec.Second {
		for _, l := range rec.Lists {
			l.Said = o.conceal(l.Said)
		}
		rec.Server = o.conceal(rec.Server)
	}
	return r.out, s, nil
}

// repeat asks for all lists again in the same session.
func (r *recorder) repeat(ctx context.Context) *Recording {
	first := r.out
	r.out = &Recording{Server: first.Server, Instructions: first.Instructions, Lists: lists(), about: first.about}
	r.items, r.kept = 0, 0
	r.listAll(ctx)
	second := r.out
	r.out = first
	return second
}

// begin starts the session and takes what the server says of itself.
func (r *recorder) begin(ctx context.Context, cancel context.CancelCauseFunc, o Options, protocol string) error {
	client := mcp.NewClient(&mcp.Implementation{Name: o.Client, Version: o.Version}, &mcp.ClientOptions{
		// Some servers show tools only to clients that can do these. Whoever declares them may decline what is asked of him.
		Capabilities: &mcp.ClientCapabilities{
			RootsV2:     &mcp.RootCapabilities{},     //nolint:staticcheck // Servers still ask for it.
			Sampling:    &mcp.SamplingCapabilities{}, //nolint:staticcheck // Likewise.
			Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}},
		},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	// The context of the handshake is that of the session, so it cannot have the time limit of the handshake.
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
			return r.introduce(method, a.result)
		}
	}
	return errors.New("the server did not start")
}

// listAll asks for all lists, first for those that the server declares: what it does not declare may well end it.
func (r *recorder) listAll(ctx context.Context) {
	for _, declared := range []bool{true, false} {
		for _, l := range r.out.Lists {
			if r.declared[l.capability] == declared {
				r.list(ctx, l)
			}
		}
	}
}

// reason says in words of ours why a list is not there, and what the server said to it.
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

// note says what was odd about the session.
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

// bye ends the session, as long as somebody waits for it.
func (r *recorder) bye(ctx context.Context) {
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
