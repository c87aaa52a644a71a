package rest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// verdictHeader tells in one word what a report comes to; see verdictOf.
const verdictHeader = "Mcp-Lint-Verdict"

// Verdicts of a scan.
const (
	verdictPass       = "pass"
	verdictFail       = "fail"
	verdictIncomplete = "incomplete"
)

// scan answers POST /v1/scan.
func (h *handler) scan(w http.ResponseWriter, r *http.Request) error {
	a, err := parseQuery(r.URL.RawQuery)
	if err != nil {
		return err
	}
	f, err := formatOf(r, a.format)
	if err != nil {
		return err
	}
	if err := plainBody(r); err != nil {
		return err
	}
	body, release, err := h.readBody(w, r)
	defer release()
	if err != nil {
		return err
	}
	note(r, func(n *notes) { n.body = len(body) })
	if err := checkJSON(body); err != nil {
		return err
	}
	// Not before the body is here: whoever sends slowly keeps nobody waiting.
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		return newProblem(busy, "%d scans run or wait already. Send this one again later.", h.MaxRequests).with("Retry-After", retryAfter)
	}
	a.Document = body
	report, settings, err := h.Scanner.Scan(r.Context(), a.Request)
	if err != nil {
		return h.scanError(r, err)
	}
	bound(report)
	verdict := verdictOf(report, a.floor(settings))
	note(r, func(n *notes) { n.verdict, n.findings = verdict, report.Summary.Findings })
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Vary", "Accept")
	w.Header().Set(verdictHeader, verdict)
	out := &spool{w: w}
	if err := f.write(out, report); err != nil {
		if !out.sent {
			return err
		}
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	}
	out.finish()
	return nil
}

// scanError turns an error of a scan into what the client is told.
func (h *handler) scanError(r *http.Request, err error) error {
	var unknown *lint.UnknownCheckError
	var mistake *door.MistakeError
	switch {
	case r.Context().Err() != nil && errors.Is(err, context.Canceled):
		// There is nobody to be told. One who has closed his side alone still reads, and an answer without words would be 200 OK.
		note(r, func(n *notes) { n.gone = true })
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	case errors.Is(err, door.ErrTimeout):
		return newProblem(scanTimeout, "The scan, with the time it waited for others, took more than %s and was given up; nothing of it is told. Scan fewer tools at once, or send them again later.", h.ScanTime).
			with("Retry-After", retryAfter)
	case errors.As(err, &unknown):
		p := newProblem(unknownCheck, "There is no check %s.", shown(unknown.ID))
		p.Known = unknown.Known
		return p
	case errors.Is(err, lint.ErrNoLock):
		return newProblem(nothingToRun, "%s and %s compare with a lock file, and none counts here. Leave them out, or compare files with the command mcp-lint.", lock.ChangedCheck, lock.PendingCheck)
	case errors.As(err, &mistake):
		return newProblem(nothingToRun, "%s.", ascii(err.Error()))
	}
	return err
}

// verdictOf is "fail" when a finding is at or above the floor (detect.SeverityNone: never), else "incomplete" when something was not
// looked at or there was nothing to look at, so that silence is no proof, and else "pass".
func verdictOf(r *lint.Report, floor detect.Severity) string {
	if floor != detect.SeverityNone {
		for i := range r.Findings {
			if r.Findings[i].Severity >= floor {
				return verdictFail
			}
		}
	}
	if s := r.Summary; s.Degraded || s.Incomplete || s.Unresolved > 0 || s.Definitions == 0 && s.Servers == 0 {
		return verdictIncomplete
	}
	return verdictPass
}

// spoolBytes is what is kept of an answer before it is sent: most are smaller and go out in one piece, with their length, and only once it
// is known that they could be made.
const spoolBytes = 256 << 10

// spool writes an answer.
type spool struct {
	w    http.ResponseWriter
	buf  bytes.Buffer
	sent bool
}

// Write keeps what there is room for and sends the rest.
func (s *spool) Write(p []byte) (int, error) {
	if !s.sent && s.buf.Len()+len(p) <= spoolBytes {
		return s.buf.Write(p)
	}
	if !s.sent {
		s.sent = true
		if _, err := s.w.Write(s.buf.Bytes()); err != nil {
			return 0, err
		}
	}
	return s.w.Write(p)
}

// finish sends what is left. An error is one of the connection, on which nobody can be told.
func (s *spool) finish() {
	if s.sent {
		return
	}
	s.w.Header().Set("Content-Length", strconv.Itoa(s.buf.Len()))
	_, _ = s.w.Write(s.buf.Bytes())
}
