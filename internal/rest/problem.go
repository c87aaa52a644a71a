package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// kind is a kind of problem. Its name is a heading in docs/rest.md.
type kind struct {
	name   string
	status int
	title  string
}

var (
	badJSON       = kind{"invalid-json", http.StatusBadRequest, "The body is not one JSON document"}
	badParameter  = kind{"invalid-parameter", http.StatusBadRequest, "A query parameter cannot be read"}
	brokenBody    = kind{"broken-body", http.StatusBadRequest, "The body could not be read"}
	unauthorized  = kind{"unauthorized", http.StatusUnauthorized, "The token is missing or wrong"}
	foreignHost   = kind{"foreign-host", http.StatusForbidden, "The request is not for this machine"}
	crossOrigin   = kind{"cross-origin", http.StatusForbidden, "The request comes from another web site"}
	notFound      = kind{"not-found", http.StatusNotFound, "No such endpoint"}
	wrongMethod   = kind{"method-not-allowed", http.StatusMethodNotAllowed, "The endpoint does not take this method"}
	notAcceptable = kind{"not-acceptable", http.StatusNotAcceptable, "The report is not available in an accepted format"}
	slowBody      = kind{"body-timeout", http.StatusRequestTimeout, "The body took too long"}
	largeBody     = kind{"body-too-large", http.StatusRequestEntityTooLarge, "The body is too large"}
	unsupported   = kind{"unsupported-media-type", http.StatusUnsupportedMediaType, "The body is not plain JSON"}
	unknownCheck  = kind{"unknown-check", http.StatusUnprocessableEntity, "Unknown check"}
	nothingToRun  = kind{"nothing-to-run", http.StatusUnprocessableEntity, "No check can run"}
	internalError = kind{"internal-error", http.StatusInternalServerError, "The scan failed"}
	busy          = kind{"busy", http.StatusServiceUnavailable, "Too many requests at the same time"}
	scanTimeout   = kind{"scan-timeout", http.StatusServiceUnavailable, "The scan took too long"}
	problemPage   = lint.DocsURL("rest.md") + "#"
)

// problem is an error answered as in RFC 9457. Its texts are printable ASCII.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	// Parameter is the invalid query parameter, if it is a known one.
	Parameter string `json:"parameter,omitempty"`
	// Known are the valid names, for an unknown one.
	Known []string `json:"known,omitempty"`
	// Line, Column and Offset are the place of a syntax error, in bytes; Line and Column count from 1.
	Line   int  `json:"line,omitempty"`
	Column int  `json:"column,omitempty"`
	Offset *int `json:"offset,omitempty"`

	kind   kind
	header map[string]string
	// cause is for the log.
	cause error
}

func (p *problem) Error() string { return p.Detail }
func (p *problem) Unwrap() error { return p.cause }

// newProblem formats a problem; arguments from the request must go through shown or ascii.
func newProblem(k kind, format string, args ...any) *problem {
	return &problem{Type: problemPage + k.name, Title: k.title, Status: k.status, Detail: fmt.Sprintf(format, args...), kind: k}
}

func (p *problem) with(header, value string) *problem {
	if p.header == nil {
		p.header = map[string]string{}
	}
	p.header[header] = value
	return p
}

func (p *problem) known(names []string) *problem {
	p.Known = names
	return p
}

const (
	retryAfter = "2" // seconds
	// shownBytes bounds a quoted word of a request.
	shownBytes = 100
)

// quoteWord quotes a word of a request as printable ASCII.
func quoteWord(word string) string {
	rest := ""
	if len(word) > shownBytes {
		word, rest = word[:shownBytes], "..."
	}
	return text.BreakCommands(strconv.QuoteToASCII(word)) + rest
}

// ascii makes a message printable that may quote a request.
func ascii(message string) string {
	var b strings.Builder
	for _, r := range text.Safe(message, 4*shownBytes) {
		if r < 0x20 || r > 0x7E {
			fmt.Fprintf(&b, "U+%04X", r)
			continue
		}
		b.WriteRune(r)
	}
	return text.BreakCommands(b.String())
}

func send(w http.ResponseWriter, err error) {
	var p *problem
	if !errors.As(err, &p) {
		p = newProblem(internalError, "The scan failed. See the log of the server for the reason.")
		p.cause = err
	}
	n := responseOf(w)
	n.problem, n.cause = p.kind.name, p.cause
	for name, value := range p.header {
		w.Header().Set(name, value)
	}
	body, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		body = []byte(`{}`)
	}
	body = append(body, '\n')
	w.Header().Del(verdictHeader)
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(body)
}
