package rest

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// listedCheck is what a list says of a check.
type listedCheck struct {
	ID         string            `json:"id"`
	Title      string            `json:"title"`
	Tier       detect.Tier       `json:"tier"`
	Note       bool              `json:"note"`
	ThreatType detect.ThreatType `json:"threatType"`
	URL        string            `json:"url"`
}

// documentedCheck is all that is known of a check.
type documentedCheck struct {
	detect.Documentation
	URL string `json:"url"`
}

// catalogue is what is answered of the checks, which never changes.
type catalogue struct {
	list []byte
	ids  []string
	each map[string][]byte
}

func newCatalogue() (catalogue, error) {
	c := catalogue{each: map[string][]byte{}}
	list := struct {
		Checks []listedCheck `json:"checks"`
	}{}
	var err error
	for _, d := range lint.Rules() {
		list.Checks = append(list.Checks, listedCheck{d.ID, d.Title, d.Tier, d.Note, d.ThreatType, lint.CheckURL(d.ID)})
		c.ids = append(c.ids, d.ID)
		if c.each[d.ID], err = encode(documentedCheck{d, lint.CheckURL(d.ID)}); err != nil {
			return c, err
		}
	}
	c.list, err = encode(list)
	return c, err
}

// encode writes JSON in printable ASCII: examples hold what no terminal should get.
func encode(v any) ([]byte, error) {
	data, err := asciijson.Encode(v)
	if err != nil {
		return nil, fmt.Errorf("could not encode the checks: %w", err)
	}
	return data, nil
}

// listChecks answers GET /v1/checks.
func (h *handler) listChecks(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, h.checks.list)
	return nil
}

// showCheck answers GET /v1/checks/{id}.
func (h *handler) showCheck(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if data, ok := h.checks.each[id]; ok {
		writeJSON(w, data)
		return nil
	}
	p := newProblem(notFound, "There is no check %s.", shown(id))
	p.Known = h.checks.ids
	return p
}

func writeJSON(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data)
}
