package rest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/org/mcp-lint/detect/text"
)

// statusGone is logged if the client closed the connection before the answer, as by nginx.
const statusGone = 499

// response is a response writer that collects what is logged.
type response struct {
	http.ResponseWriter
	status int
	bytes  int64
	// problem is the name of the kind of the problem; cause is for the log only.
	problem string
	cause   error
	verdict string
	// body is the size of the scanned document.
	findings, body int
	gone           bool
}

// responseOf returns the notes that ServeHTTP passes to handlers.
func responseOf(w http.ResponseWriter) *response {
	if n, ok := w.(*response); ok {
		return n
	}
	return &response{ResponseWriter: w}
}

// WriteHeader implements http.ResponseWriter.
func (w *response) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

const (
	shownPath   = 200
	shownMethod = 20
)

// startLog starts the time of a request and returns a function that logs it, without query, headers and body, which may contain secrets.
func (h *handler) startLog(r *http.Request, n *response) func() {
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
		case r.URL.Path == "/healthz" && status == http.StatusOK: // polled every few seconds
			level = slog.LevelDebug
		}
		h.Log.Log(context.WithoutCancel(r.Context()), level, "request", args...)
	}
}
