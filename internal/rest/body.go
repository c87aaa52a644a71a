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

// plainBody refuses bodies that are not declared as plain JSON: HTML forms cannot send them, and nothing compressed can expand.
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

// store counts the bytes of bodies that are held, for all requests together.
type store struct {
	held  atomic.Int64
	limit int64
}

// errStoreFull ends the reading of a body for which there is no room.
var errStoreFull = errors.New("no room for the body")

// counted is a body that counts what is read of it. A body that only says that it is large takes no room.
type counted struct {
	io.Reader
	store *store
	n     int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if c.store.held.Add(int64(n)) > c.store.limit {
		return n, errStoreFull
	}
	return n, err
}

func (c *counted) release() {
	c.store.held.Add(-c.n)
	c.n = 0
}

// refusedBodies is how many times the limit of a body is read of one that is too large, so that its sender gets the answer.
const refusedBodies = 4

// refusedTime is how long that takes at most.
const refusedTime = 3 * time.Second

// readBody reads the body of a request. release is to be called when it is no longer needed, also after an error.
func (h *handler) readBody(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	limit := h.MaxBody
	tooLarge := func() error {
		return newProblem(largeBody, "The body is larger than %d bytes. Send fewer tools at once, or start the server with a higher --max-body.", limit)
	}
	if r.ContentLength > limit {
		// Not a byte of it is kept, and the connection cannot be used again.
		w.Header().Set("Connection", "close")
		if r.Header.Get("Expect") == "" && r.ContentLength <= refusedBodies*limit {
			// Who does not wait for a word and still sends when the connection is closed does not see the answer.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(min(refusedTime, h.BodyTime))) //nolint:forbidigo // a deadline of a connection
			_, _ = io.CopyN(io.Discard, r.Body, refusedBodies*limit)
		}
		return nil, func() {}, tooLarge()
	}
	c := &counted{Reader: http.MaxBytesReader(w, r.Body, limit), store: &h.store}
	var buf bytes.Buffer
	buf.Grow(int(min(max(r.ContentLength, 0), 64<<10)) + bytes.MinRead)
	_, err = buf.ReadFrom(c)
	var large *http.MaxBytesError
	if err == nil {
		// The deadline of the body must not end the scan. After an error it stays: net/http reads some of what is left.
		_ = http.NewResponseController(w).SetReadDeadline(noDeadline)
		return buf.Bytes(), c.release, nil
	}
	w.Header().Set("Connection", "close")
	switch {
	case errors.As(err, &large):
		err = tooLarge()
	case errors.Is(err, errStoreFull):
		// Who still sends when the connection is closed does not see the answer. The rest takes no room, and has the time and the size of a body.
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

// anything takes any value of JSON and keeps nothing of it.
type anything struct{}

// UnmarshalJSON does nothing.
func (anything) UnmarshalJSON([]byte) error { return nil }

var byteOrderMark = []byte("\ufeff")

// checkJSON says where a body is not one document of JSON.
func checkJSON(body []byte) error {
	from := 0
	if bytes.HasPrefix(body, byteOrderMark) {
		from = len(byteOrderMark)
	}
	if len(bytes.TrimSpace(body[from:])) == 0 {
		return newProblem(badJSON, "The body is empty. Send one JSON document, such as a tools/list result.")
	}
	for at := 0; at < len(body); {
		r, size := utf8.DecodeRune(body[at:])
		if r == utf8.RuneError && size == 1 {
			return wrongAt(body, at, "it is not UTF-8")
		}
		at += size
	}
	var syntax *json.SyntaxError
	err := json.Unmarshal(body[from:], &anything{})
	if errors.As(err, &syntax) {
		// Offset counts the bytes that were read when it failed, the bad one included, which there is none of at the end.
		at := from + int(syntax.Offset)
		if !strings.HasPrefix(syntax.Error(), "unexpected end") {
			at--
		}
		return wrongAt(body, min(max(at, 0), len(body)), ascii(syntax.Error()))
	}
	if err != nil {
		return newProblem(badJSON, "The body is not JSON: %s.", ascii(err.Error()))
	}
	return nil
}

// wrongAt is the problem of a document that is wrong at a byte.
func wrongAt(body []byte, at int, what string) error {
	before := body[:at]
	line := bytes.Count(before, []byte("\n")) + 1
	column := at - bytes.LastIndexByte(before, '\n')
	p := newProblem(badJSON, "The body is not one JSON document: %s, at line %d, column %d (byte %d).", what, line, column, at)
	p.Line, p.Column, p.Offset = line, column, &at
	return p
}
