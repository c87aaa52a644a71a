package rest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const (
	// verdictHeader has the verdict of a lint.Outcome.
	verdictHeader = "Mcp-Lint-Verdict"
)

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
	responseOf(w).body = len(body)
	if err := checkJSON(body); err != nil {
		return err
	}
	// Take a slot only now: slow clients must not block others.
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
	limitSignals(report)
	verdict := report.Outcome(a.floor(settings), nil).Verdict
	responseOf(w).verdict, responseOf(w).findings = verdict, report.Summary.Findings
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Vary", "Accept")
	w.Header().Set(verdictHeader, verdict)
	out := bufio.NewWriterSize(w, answerBuffer)
	// Hide the buffer, which a sink would otherwise reuse and flush.
	if err := f.write(struct{ io.Writer }{out}, report); err != nil {
		if responseOf(w).status == 0 {
			return err
		}
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	}
	if responseOf(w).status == 0 {
		w.Header().Set("Content-Length", strconv.Itoa(out.Buffered()))
	}
	_ = out.Flush() // After an error of the connection, nothing can be sent.
	return nil
}

// scanError converts an error of a scan to a problem.
func (h *handler) scanError(w http.ResponseWriter, r *http.Request, err error) error {
	var unknown *lint.UnknownCheckError
	var mistake *scanservice.MistakeError
	switch {
	case r.Context().Err() != nil && errors.Is(err, context.Canceled):
		// The client is probably gone. Abort: if it only closed its sending side, an empty answer would be 200 OK.
		responseOf(w).gone = true
		panic(http.ErrAbortHandler) //nolint:forbidigo // ServeHTTP knows it, and net/http closes the connection
	case errors.Is(err, scanservice.ErrTimeout):
		return newProblem(scanTimeout, "The scan was stopped after %s, including the time it waited for others. Scan fewer tools at once, or try again later.", h.ScanTime).
			with("Retry-After", retryAfter)
	case errors.As(err, &unknown):
		return newProblem(unknownCheck, "Unknown check %s.", quoteWord(unknown.ID)).known(unknown.Known)
	case errors.Is(err, lint.ErrNoLock):
		return newProblem(nothingToRun, "%s and %s need a lock file, which this server does not use. Leave them out, or compare files with the mcp-lint command.", lock.ChangedCheck, lock.PendingCheck)
	case errors.As(err, &mistake):
		return newProblem(nothingToRun, "%s.", ascii(err.Error()))
	}
	return err
}

// answerBuffer is the size of the answer buffer. Most answers fit and are sent with their length.
const answerBuffer = 256 << 10
