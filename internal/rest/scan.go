package rest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// verdictHeader sums up a report in one word; see verdictOf.
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
	notesOf(w).body = len(body)
	if err := checkJSON(body); err != nil {
		return err
	}
	// Not before the body is here: whoever sends slowly keeps nobody waiting.
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		return newProblem(busy, "%d scans are already running or waiting. Try again later.", h.MaxRequests).with("Retry-After", retryAfter)
	}
	a.Document = body
	report, settings, err := h.Scanner.Scan(r.Context(), a.Request)
	if err != nil {
		return h.scanError(w, r, err)
	}
	bound(report)
	verdict := verdictOf(report, a.floor(settings))
	notesOf(w).verdict, notesOf(w).findings = verdict, report.Summary.Findings
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Vary", "Accept")
	w.Header().Set(verdictHeader, verdict)
	out := bufio.NewWriterSize(w, spoolBytes)
	// A sink that saw the buffer would take it for its own and empty it.
	if err := f.write(struct{ io.Writer }{out}, report); err != nil {
		if notesOf(w).status == 0 {
			return err
		}
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	}
	if notesOf(w).status == 0 {
		w.Header().Set("Content-Length", strconv.Itoa(out.Buffered()))
	}
	// An error is one of the connection, on which nothing can be sent.
	_ = out.Flush()
	return nil
}

// scanError turns an error of a scan into what the client gets.
func (h *handler) scanError(w http.ResponseWriter, r *http.Request, err error) error {
	var unknown *lint.UnknownCheckError
	var mistake *door.MistakeError
	switch {
	case r.Context().Err() != nil && errors.Is(err, context.Canceled):
		// Nobody may be left to answer. A client that has closed its own side still reads, and an answer without words would be 200 OK.
		notesOf(w).gone = true
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	case errors.Is(err, door.ErrTimeout):
		return newProblem(scanTimeout, "The scan was stopped after %s, including the time it waited for others. Scan fewer tools at once, or try again later.", h.ScanTime).
			with("Retry-After", retryAfter)
	case errors.As(err, &unknown):
		return newProblem(unknownCheck, "Unknown check %s.", shown(unknown.ID)).known(unknown.Known)
	case errors.Is(err, lint.ErrNoLock):
		return newProblem(nothingToRun, "%s and %s need a lock file, which this server does not use. Leave them out, or compare files with the mcp-lint command.", lock.ChangedCheck, lock.PendingCheck)
	case errors.As(err, &mistake):
		return newProblem(nothingToRun, "%s.", ascii(err.Error()))
	}
	return err
}

// verdictOf is "fail" when a finding is at or above the floor (detect.SeverityNone: never), else "incomplete" when something was not
// looked at or there was nothing to look at, so that silence is no proof, and else "pass".
func verdictOf(r *lint.Report, floor detect.Severity) string {
	if floor != detect.SeverityNone && slices.ContainsFunc(r.Findings, func(f lint.Finding) bool { return f.Severity >= floor }) {
		return verdictFail
	}
	if s := r.Summary; s.Degraded || s.Incomplete || s.Unresolved > 0 || s.Definitions == 0 && s.Servers == 0 {
		return verdictIncomplete
	}
	return verdictPass
}

// spoolBytes is how much of an answer is held back: most fit, and are sent whole, with their length, once they are complete.
const spoolBytes = 256 << 10
