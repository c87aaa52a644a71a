package rest

import (
	_ "embed" // for openAPIDocument
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

var noDeadline time.Time

// handler answers requests.
type handler struct {
	Options
	guard *guard
	mux   *http.ServeMux
	store store
	// slots are taken by scans that run, wait or are being answered.
	slots chan struct{}
}

// action answers a request. An error is answered as a problem, if nothing was sent yet.
type action func(w http.ResponseWriter, r *http.Request) error

// route is an endpoint. An open one needs no token.
type route struct {
	method, path string
	open         bool
	act          action
}

// New returns a handler of all endpoints. Serve limits connections and their times.
func New(o Options) http.Handler {
	o = o.withDefaults()
	h := &handler{
		Options: o, guard: newGuard(o.Token), mux: http.NewServeMux(),
		store: store{limit: o.MaxHeld}, slots: make(chan struct{}, o.MaxRequests),
	}
	for _, rt := range h.routes() {
		h.mux.HandleFunc(rt.path, func(w http.ResponseWriter, r *http.Request) {
			if err := h.dispatch(&rt, w, r); err != nil {
				send(w, err)
			}
		})
	}
	h.mux.HandleFunc("/", h.serveUnknown)
	return h
}

func (h *handler) routes() []route {
	return []route{
		{http.MethodGet, "/healthz", true, constant([]byte("{\"status\":\"ok\"}\n"))},
		{http.MethodGet, "/openapi.json", false, constant(openAPIDocument)},
		{http.MethodGet, "/v1/checks", false, h.listChecks},
		{http.MethodGet, "/v1/checks/{id}", false, h.showCheck},
		{http.MethodPost, "/v1/scan", false, h.scan},
	}
}

// ServeHTTP answers and logs a request, even after a panic.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := &response{ResponseWriter: w}
	header := n.Header()
	// Reports quote untrusted text: browsers must not sniff its type, cache it, or embed it in other pages.
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	done := h.startLog(r, n)
	defer done()
	defer func() {
		failure := recover()
		cause, _ := failure.(error)
		switch {
		case failure == nil:
		case n.gone:
			panic(http.ErrAbortHandler) //nolint:forbidigo // as below
		case errors.Is(cause, http.ErrAbortHandler), n.status != 0:
			n.cause = fmt.Errorf("aborted in the middle of the answer: %v", failure)
			panic(http.ErrAbortHandler) //nolint:forbidigo // net/http closes the connection, so that the half is not taken for all of it
		default:
			send(n, fmt.Errorf("panic: %v", failure))
		}
	}()
	// The mux would redirect unclean paths, to an address that the client chose.
	if p := r.URL.Path; !strings.HasPrefix(p, "/") || path.Clean(p) != p {
		h.serveUnknown(n, r)
		return
	}
	h.mux.ServeHTTP(n, r)
}

// serveUnknown answers for unknown paths. It lists the endpoints only for admitted clients.
func (h *handler) serveUnknown(w http.ResponseWriter, r *http.Request) {
	err := h.guard.admit(r, false)
	if err == nil {
		var paths []string
		for _, rt := range h.routes() {
			paths = append(paths, rt.path)
		}
		err = newProblem(notFound, "There is no such endpoint.").known(paths)
	}
	send(w, err)
}

func (h *handler) dispatch(rt *route, w http.ResponseWriter, r *http.Request) error {
	if err := h.guard.admit(r, rt.open); err != nil {
		return err
	}
	allowed := []string{rt.method}
	if rt.method == http.MethodGet {
		allowed = append(allowed, http.MethodHead)
	}
	if !slices.Contains(allowed, r.Method) {
		return newProblem(wrongMethod, "This endpoint takes %s.", strings.Join(allowed, " and ")).with("Allow", strings.Join(allowed, ", "))
	}
	return rt.act(w, r)
}

func constant(data []byte) action {
	return func(w http.ResponseWriter, _ *http.Request) error {
		writeJSON(w, data)
		return nil
	}
}

// listedCheck is an entry in the list of checks.
type listedCheck struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Tier  detect.Tier `json:"tier"`
	// Severity is the usual one of its findings, none if they are informational.
	Severity   detect.Severity   `json:"severity"`
	ThreatType detect.ThreatType `json:"threatType"`
	URL        string            `json:"url"`
}

// documentedCheck is the answer of /v1/checks/{id}.
type documentedCheck struct {
	detect.Documentation
	URL string `json:"url"`
}

func (h *handler) listChecks(w http.ResponseWriter, _ *http.Request) error {
	var list []listedCheck
	for _, d := range lint.Rules(h.CustomChecks...) {
		list = append(list, listedCheck{d.ID, d.Title, d.Tier, d.Severity, d.ThreatType, lint.CheckURL(d.ID)})
	}
	return writeValue(w, map[string]any{"checks": list})
}

func (h *handler) showCheck(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	for _, d := range lint.Rules(h.CustomChecks...) {
		if d.ID == id {
			return writeValue(w, documentedCheck{d, lint.CheckURL(id)})
		}
	}
	return newProblem(notFound, "Unknown check %s.", quoteWord(id)).known(lint.CheckIDs(h.CustomChecks...))
}

// writeValue answers with JSON in printable ASCII, since examples of checks contain control characters.
func writeValue(w http.ResponseWriter, v any) error {
	data, err := asciijson.Encode(v)
	if err == nil {
		writeJSON(w, data)
	}
	return err
}

func writeJSON(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data)
}

//go:embed openapi.json
var openAPIDocument []byte
