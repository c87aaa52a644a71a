package rest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/org/mcp-lint/detect/text"
)

// statusGone is what the log calls an answer that nobody was there for, as nginx does.
const statusGone = 499

// notes is an answer, with what is learned of its request for the log.
type notes struct {
	http.ResponseWriter
	// status and bytes are what was answered so far.
	status int
	bytes  int64
	// problem names the kind of error that was answered, and cause is what the client does not get to see.
	problem string
	cause   error
	verdict string
	// findings counts them when the scan ran, and body is the size of what was scanned.
	findings, body int
	gone           bool
}

// notesOf returns the notes of a request: all answers are given through ServeHTTP.
func notesOf(w http.ResponseWriter) *notes {
	if n, ok := w.(*notes); ok {
		return n
	}
	return &notes{ResponseWriter: w}
}

// WriteHeader notes the status.
func (w *notes) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write notes the number of bytes.
func (w *notes) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *notes) Unwrap() http.ResponseWriter { return w.ResponseWriter }

const (
	// shownPath and shownMethod bound what the log says of them.
	shownPath   = 200
	shownMethod = 20
)

// watch begins the log line of a request and returns what ends it. It holds no query, no header and no body: there may be secrets in them.
func (h *handler) watch(r *http.Request, n *notes) func() {
	start := time.Now() //nolint:forbidigo // only the log shows it
	return func() {
		status, level := n.status, slog.LevelInfo
		client, _, _ := net.SplitHostPort(r.RemoteAddr)
		if n.gone || status == 0 {
			status = statusGone
		}
		args := []any{
			"method", text.Safe(r.Method, shownMethod), "path", text.Safe(r.URL.EscapedPath(), shownPath), "status", status,
			"ms", float64(time.Since(start).Microseconds()) / 1000, "client", client, "in", n.body, "out", n.bytes,
		}
		if n.verdict != "" {
			args = append(args, "verdict", n.verdict, "findings", n.findings)
		}
		if n.problem != "" {
			args = append(args, "problem", n.problem)
		}
		if n.cause != nil {
			args = append(args, "cause", text.BreakCommands(text.Safe(n.cause.Error(), shownPath)))
		}
		switch {
		case status == http.StatusInternalServerError:
			level = slog.LevelError
		case r.URL.Path == "/healthz" && status == http.StatusOK:
			// Asked every few seconds.
			level = slog.LevelDebug
		}
		h.Log.Log(context.WithoutCancel(r.Context()), level, "request", args...)
	}
}
