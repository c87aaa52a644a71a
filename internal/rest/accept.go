package rest

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/sarif"
)

// format is a form of reports.
type format struct {
	name, media string
	write       func(w io.Writer, r *lint.Report) error
}

// formats are those there are, the usual one first.
var formats = []format{
	{"json", "application/json", report.JSON},
	{"sarif", "application/sarif+json", func(w io.Writer, r *lint.Report) error { return sarif.Write(w, r, sarif.Options{}) }},
}

var formatWords = []string{"json", "sarif"}

// formatOf is the format that a request asks for by its query, or else by its header Accept.
func formatOf(r *http.Request, asked string) (format, error) {
	for _, f := range formats {
		if f.name == asked {
			return f, nil
		}
	}
	accept := r.Header.Values("Accept")
	if len(accept) == 0 {
		return formats[0], nil
	}
	best, most := formats[0], 0.0
	for _, f := range formats {
		if q := quality(accept, f.media); q > most {
			best, most = f, q
		}
	}
	if most == 0 {
		p := newProblem(notAcceptable, "Reports are available as application/json or application/sarif+json, but the Accept header allows neither.")
		return best, p
	}
	return best, nil
}

// quality is how much a header Accept wants a media type: what the most specific range says that has it.
func quality(accept []string, media string) float64 {
	want, special := 0.0, 0
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		given, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		how := 0
		switch given {
		case "*/*":
			how = 1
		case "application/*":
			how = 2
		case media:
			how = 3
		}
		if how <= special {
			continue
		}
		q := 1.0
		if s, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(s, 64); err != nil || !(q >= 0 && q <= 1) {
				continue
			}
		}
		want, special = q, how
	}
	return want
}
