package rest

import (
	"net/http"
	"strconv"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

// listedCheck is what a list says of a check.
type listedCheck struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Tier  detect.Tier `json:"tier"`
	// Severity is what its findings usually have, none when they are informational.
	Severity   detect.Severity   `json:"severity"`
	ThreatType detect.ThreatType `json:"threatType"`
	URL        string            `json:"url"`
}

// documentedCheck is all that is known of a check.
type documentedCheck struct {
	detect.Documentation
	URL string `json:"url"`
}

// listChecks answers GET /v1/checks.
func (h *handler) listChecks(w http.ResponseWriter, _ *http.Request) error {
	var list []listedCheck
	for _, d := range lint.Rules(h.Own...) {
		list = append(list, listedCheck{d.ID, d.Title, d.Tier, d.Severity, d.ThreatType, lint.CheckURL(d.ID)})
	}
	return writeValue(w, map[string]any{"checks": list})
}

// showCheck answers GET /v1/checks/{id}.
func (h *handler) showCheck(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	for _, d := range lint.Rules(h.Own...) {
		if d.ID == id {
			return writeValue(w, documentedCheck{d, lint.CheckURL(id)})
		}
	}
	p := newProblem(notFound, "Unknown check %s.", shown(id))
	p.Known = lint.CheckIDs(h.Own...)
	return p
}

// writeValue answers with JSON in printable ASCII: examples of checks hold what no terminal should get.
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
