package rest

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// noDeadline ends a time limit.
var noDeadline time.Time

// handler answers requests.
type handler struct {
	Options
	guard  *guard
	mux    *http.ServeMux
	checks catalogue
	store  store
	// slots are taken by scans that run, wait or are being sent.
	slots chan struct{}
}

// action answers a request of one method. An error is answered as a problem, when nothing was sent yet.
type action func(w http.ResponseWriter, r *http.Request) error

// route is an address. What is open needs no token.
type route struct {
	path    string
	open    bool
	methods map[string]action
}

// New makes the handler of all addresses. Connections and their time limits are the matter of Serve.
func New(o Options) (http.Handler, error) {
	o = o.withDefaults()
	checks, err := newCatalogue()
	if err != nil {
		return nil, err
	}
	h := &handler{
		Options: o, guard: newGuard(o.Token), mux: http.NewServeMux(), checks: checks,
		store: store{limit: o.MaxHeld}, slots: make(chan struct{}, o.MaxRequests),
	}
	for _, rt := range h.routes() {
		h.mux.HandleFunc(rt.path, func(w http.ResponseWriter, r *http.Request) {
			if err := h.dispatch(&rt, w, r); err != nil {
				send(w, r, err)
			}
		})
	}
	h.mux.HandleFunc("/", h.nothing)
	return h, nil
}

func (h *handler) routes() []route {
	return []route{
		{path: "/healthz", open: true, methods: map[string]action{http.MethodGet: health}},
		{path: "/openapi.json", methods: map[string]action{http.MethodGet: openAPI}},
		{path: "/v1/checks", methods: map[string]action{http.MethodGet: h.listChecks}},
		{path: "/v1/checks/{id}", methods: map[string]action{http.MethodGet: h.showCheck}},
		{path: "/v1/scan", methods: map[string]action{http.MethodPost: h.scan}},
	}
}

// ServeHTTP answers a request, whatever happens, and logs it.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w}
	r, n := withNotes(r)
	header := rec.Header()
	// Reports quote the words of strangers: no browser is to take them for anything else, keep them, or show them in a page of others.
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	done := h.watch(r, rec, n)
	defer done()
	defer func() {
		failure := recover()
		cause, _ := failure.(error)
		switch {
		case failure == nil:
		case n.gone:
			panic(http.ErrAbortHandler) //nolint:forbidigo // as below
		case errors.Is(cause, http.ErrAbortHandler), rec.status != 0:
			n.cause = fmt.Errorf("given up in the middle of the answer: %v", failure)
			panic(http.ErrAbortHandler) //nolint:forbidigo // net/http closes the connection, so that nobody takes the half for all of it
		default:
			send(rec, r, fmt.Errorf("panic: %v", failure))
		}
	}()
	// The mux answers paths with dots and double slashes by sending clients elsewhere, to an address that they have made up.
	if p := r.URL.Path; !strings.HasPrefix(p, "/") || path.Clean(p) != p {
		h.nothing(rec, r)
		return
	}
	h.mux.ServeHTTP(rec, r)
}

// nothing answers for addresses that do not exist; who may not know which do is not told.
func (h *handler) nothing(w http.ResponseWriter, r *http.Request) {
	err := h.guard.admit(r, false)
	if err == nil {
		var paths []string
		for _, rt := range h.routes() {
			paths = append(paths, rt.path)
		}
		p := newProblem(notFound, "There is nothing at this address.")
		p.Known = paths
		err = p
	}
	send(w, r, err)
}

// dispatch lets a request in and hands it to the action of its method.
func (h *handler) dispatch(rt *route, w http.ResponseWriter, r *http.Request) error {
	if err := h.guard.admit(r, rt.open); err != nil {
		return err
	}
	method := r.Method
	var allowed []string
	for m := range rt.methods {
		allowed = append(allowed, m)
		if m == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
			if method == http.MethodHead {
				method = m
			}
		}
	}
	act, ok := rt.methods[method]
	if !ok {
		slices.Sort(allowed)
		return newProblem(wrongMethod, "This address takes %s.", strings.Join(allowed, " and ")).with("Allow", strings.Join(allowed, ", "))
	}
	return act(w, r)
}

func health(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, []byte("{\"status\":\"ok\"}\n"))
	return nil
}
