package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// plainBody accepts only bodies declared as uncompressed JSON, which HTML forms cannot send and which cannot be decompression bombs.
func plainBody(r *http.Request) error {
	for _, coding := range r.Header.Values("Content-Encoding") {
		if !strings.EqualFold(strings.TrimSpace(coding), "identity") && strings.TrimSpace(coding) != "" {
			return newProblem(unsupported, "Compressed bodies are not supported. Send the document uncompressed.").with("Accept-Encoding", "identity")
		}
	}
	types := r.Header.Values("Content-Type")
	media, params, err := mime.ParseMediaType(strings.Join(types, ", "))
	if err != nil || media != "application/json" {
		return newProblem(unsupported, "Send the document as JSON with the header Content-Type: application/json.").with("Accept-Post", "application/json")
	}
	if set := params["charset"]; set != "" && !strings.EqualFold(set, "utf-8") {
		return newProblem(unsupported, "JSON is UTF-8. Send it as UTF-8, without a charset.").with("Accept-Post", "application/json")
	}
	return nil
}

// store counts the bytes of bodies in memory, over all requests.
type store struct {
	held  atomic.Int64
	limit int64
}

// errStoreFull stops reading a body.
var errStoreFull = errors.New("no room for the body")

// countedBody adds a body to the store as it is read, so that a large Content-Length alone takes no room.
type countedBody struct {
	io.Reader
	store *store
	n     int64
}

func (c *countedBody) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if c.store.held.Add(int64(n)) > c.store.limit {
		return n, errStoreFull
	}
	return n, err
}

func (c *countedBody) release() {
	c.store.held.Add(-c.n)
	c.n = 0
}

// A body that is too large is read up to drainFactor times the limit, for at most drainTime, so that its sender gets the answer.
const (
	drainFactor = 4
	drainTime   = 3 * time.Second
)

// readBody reads the body of a request. The caller must call release when it no longer needs it, also after an error.
func (h *handler) readBody(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	limit := h.MaxBody
	tooLarge := func() error {
		return newProblem(largeBody, "The body is larger than %d bytes. Send fewer tools at once, or start the server with a higher --max-body.", limit)
	}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close")
		if r.Header.Get("Expect") == "" && r.ContentLength <= drainFactor*limit {
			// A client that is still sending when the connection is closed does not see the answer.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(min(drainTime, h.BodyTime))) //nolint:forbidigo // a deadline of a connection
			_, _ = io.CopyN(io.Discard, r.Body, drainFactor*limit)
		}
		return nil, func() {}, tooLarge()
	}
	c := &countedBody{Reader: http.MaxBytesReader(w, r.Body, limit), store: &h.store}
	var buf bytes.Buffer
	buf.Grow(int(min(max(r.ContentLength, 0), 64<<10)) + bytes.MinRead)
	_, err = buf.ReadFrom(c)
	var large *http.MaxBytesError
	if err == nil {
		// The body's deadline must not end the scan. After an error it stays: net/http reads some of the rest.
		_ = http.NewResponseController(w).SetReadDeadline(noDeadline)
		return buf.Bytes(), c.release, nil
	}
	w.Header().Set("Connection", "close")
	switch {
	case errors.As(err, &large):
		err = tooLarge()
	case errors.Is(err, errStoreFull):
		// As above. The rest is discarded, and is subject to the body's deadline and limit.
		c.release()
		buf = bytes.Buffer{}
		_, _ = io.Copy(io.Discard, c.Reader)
		err = newProblem(busy, "The server has no room for more documents. Try again later.").with("Retry-After", retryAfter)
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = newProblem(slowBody, "The body did not arrive in time. Nothing was scanned.")
	default:
		p := newProblem(brokenBody, "The body ended early or is not valid HTTP. Nothing was scanned.")
		p.cause = err
		err = p
	}
	return nil, c.release, err
}

// discarded decodes any JSON value to nothing.
type discarded struct{}

// UnmarshalJSON does nothing.
func (discarded) UnmarshalJSON([]byte) error { return nil }

// checkJSON returns an error with the position if a body is not one JSON document.
func checkJSON(body []byte) error {
	from := len(body) - len(bytes.TrimPrefix(body, []byte("\ufeff")))
	if len(bytes.TrimSpace(body[from:])) == 0 {
		return newProblem(badJSON, "The body is empty. Send one JSON document, such as a tools/list result.")
	}
	for at := 0; at < len(body); {
		r, size := utf8.DecodeRune(body[at:])
		if r == utf8.RuneError && size == 1 {
			return syntaxProblem(body, at, "it is not UTF-8")
		}
		at += size
	}
	var syntax *json.SyntaxError
	err := json.Unmarshal(body[from:], &discarded{})
	if errors.As(err, &syntax) {
		// Offset includes the invalid byte, except at the end.
		at := from + int(syntax.Offset)
		if !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at--
		}
		return syntaxProblem(body, min(max(at, 0), len(body)), ascii(syntax.Error()))
	}
	if err != nil {
		return newProblem(badJSON, "The body is not JSON: %s.", ascii(err.Error()))
	}
	return nil
}

// syntaxProblem is the problem of a syntax error at an offset.
func syntaxProblem(body []byte, at int, what string) error {
	before := body[:at]
	line := bytes.Count(before, []byte("\n")) + 1
	column := at - bytes.LastIndexByte(before, '\n')
	p := newProblem(badJSON, "The body is not one JSON document: %s, at line %d, column %d (byte %d).", what, line, column, at)
	p.Line, p.Column, p.Offset = line, column, &at
	return p
}
