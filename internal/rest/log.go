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

// notes is what is learned of a request for the log.
type notes struct {
	// problem names the kind of error that was answered, and cause is what was not told to the client.
	problem string
	cause   error
	verdict string
	// findings counts them when the scan ran, and body is the size of what was scanned.
	findings, body int
	gone           bool
}

type notesKey struct{}

func withNotes(r *http.Request) (*http.Request, *notes) {
	n := &notes{}
	return r.WithContext(context.WithValue(r.Context(), notesKey{}, n)), n
}

// note adds to the notes of a request.
func note(r *http.Request, add func(n *notes)) {
	if n, ok := r.Context().Value(notesKey{}).(*notes); ok {
		add(n)
	}
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader notes the status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write notes the number of bytes.
func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

const (
	// shownPath and shownMethod bound what the log says of them.
	shownPath   = 200
	shownMethod = 20
)

// watch begins the log line of a request and returns what ends it. It holds no query, no header and no body: there may be secrets in them.
func (h *handler) watch(r *http.Request, w *recorder, n *notes) func() {
	start := time.Now() //nolint:forbidigo // only the log tells it
	return func() {
		status, level := w.status, slog.LevelInfo
		if n.gone || status == 0 {
			status = statusGone
		}
		args := []any{
			"method", text.Safe(r.Method, shownMethod), "path", text.Safe(r.URL.EscapedPath(), shownPath), "status", status,
			"ms", float64(time.Since(start).Microseconds()) / 1000, "client", client(r), "in", n.body, "out", w.bytes,
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

// client is the address that the request came from.
func client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return host
}
