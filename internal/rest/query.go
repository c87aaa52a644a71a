package rest

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/sarif"
)

// asked is what the query of a request asks for.
type asked struct {
	door.Request
	// failOn is "" when the settings decide, format when the header Accept does.
	failOn, format string
}

var (
	parameters  = []string{"fail_on", "format", "min_confidence", "only", "skip"}
	failOnWords = []string{"low", "medium", "high", "critical", "never"}
)

// parseQuery reads the query of a scan. What it does not know is an error: an option that is passed over would change what is found.
func parseQuery(raw string) (asked, error) {
	var a asked
	values, err := url.ParseQuery(raw)
	if err != nil {
		return a, newProblem(badParameter, "The query cannot be read: %s.", ascii(err.Error()))
	}
	for name, list := range values {
		if !slices.Contains(parameters, name) {
			return a, newProblem(badParameter, "Unknown parameter %s.", shown(name)).known(parameters)
		}
		if len(list) > 1 && name != "only" && name != "skip" {
			return a, wrong(name, "It was given %d times; give it once.", len(list))
		}
	}
	for name, into := range map[string]*[]string{"only": &a.Only, "skip": &a.Skip} {
		if *into, err = checkList(name, values[name]); err != nil {
			return a, err
		}
	}
	if values.Has("min_confidence") {
		given := values.Get("min_confidence")
		c, err := strconv.ParseFloat(given, 64)
		if err != nil || !(c >= 0 && c <= 1) {
			return a, wrong("min_confidence", "It cannot be %s; use a number from 0 to 1.", shown(given))
		}
		a.MinConfidence = &c
	}
	if a.failOn, err = word(values, "fail_on", failOnWords); err != nil {
		return a, err
	}
	a.format, err = word(values, "format", formatWords)
	return a, err
}

// checkList reads names of checks: several in one value, or in several.
func checkList(name string, values []string) ([]string, error) {
	var ids []string
	for _, v := range values {
		for _, id := range strings.Split(v, ",") {
			if id = strings.TrimSpace(id); id == "" {
				return nil, wrong(name, "It names no check.")
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func word(values url.Values, name string, words []string) (string, error) {
	given := values.Get(name)
	if values.Has(name) && !slices.Contains(words, given) {
		return "", wrong(name, "It cannot be %s.", shown(given)).known(words)
	}
	return given, nil
}

func wrong(parameter, format string, args ...any) *problem {
	p := newProblem(badParameter, "The parameter "+parameter+" is not valid. "+format, args...)
	p.Parameter = parameter
	return p
}

// floor is the lowest severity that fails, given that of the settings.
func (a *asked) floor(settings detect.Severity) detect.Severity {
	if a.failOn == "" {
		return settings
	}
	s, _ := detect.ParseSeverity(a.failOn)
	return s
}

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
		return best, newProblem(notAcceptable, "Reports are available as application/json or application/sarif+json, but the Accept header allows neither.")
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
