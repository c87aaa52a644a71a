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
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/sarif"
)

// query is a parsed query.
type query struct {
	scanservice.Request
	// failOn is "" if the settings decide, format if the Accept header does.
	failOn, format string
}

var (
	parameters  = []string{"fail_on", "format", "min_confidence", "only", "skip"}
	failOnWords = []string{"low", "medium", "high", "critical", "never"}
)

// parseQuery rejects unknown parameters, since ignoring one would change what is found.
func parseQuery(raw string) (query, error) {
	var a query
	values, err := url.ParseQuery(raw)
	if err != nil {
		return a, newProblem(badParameter, "The query cannot be read: %s.", ascii(err.Error()))
	}
	for name, list := range values {
		if !slices.Contains(parameters, name) {
			return a, newProblem(badParameter, "Unknown parameter %s.", quoteWord(name)).known(parameters)
		}
		if len(list) > 1 && name != "only" && name != "skip" {
			return a, badParameterf(name, "It was given %d times; give it once.", len(list))
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
			return a, badParameterf("min_confidence", "It cannot be %s; use a number from 0 to 1.", quoteWord(given))
		}
		a.MinConfidence = &c
	}
	if a.failOn, err = enumValue(values, "fail_on", failOnWords); err != nil {
		return a, err
	}
	a.format, err = enumValue(values, "format", formatWords)
	return a, err
}

// checkList reads names of checks, separated by commas or in several values.
func checkList(name string, values []string) ([]string, error) {
	var ids []string
	for _, v := range values {
		for _, id := range strings.Split(v, ",") {
			if id = strings.TrimSpace(id); id == "" {
				return nil, badParameterf(name, "It names no check.")
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func enumValue(values url.Values, name string, words []string) (string, error) {
	given := values.Get(name)
	if values.Has(name) && !slices.Contains(words, given) {
		return "", badParameterf(name, "It cannot be %s.", quoteWord(given)).known(words)
	}
	return given, nil
}

func badParameterf(parameter, format string, args ...any) *problem {
	p := newProblem(badParameter, "The parameter "+parameter+" is not valid. "+format, args...)
	p.Parameter = parameter
	return p
}

// floor returns the lowest severity that fails, given that of the settings.
func (a *query) floor(settings detect.Severity) detect.Severity {
	if a.failOn == "" {
		return settings
	}
	s, _ := detect.ParseSeverity(a.failOn)
	return s
}

type format struct {
	name, media string
	write       func(w io.Writer, r *lint.Report) error
}

// formats are the formats of reports, the default first.
var formats = []format{
	{"json", "application/json", report.JSON},
	{"sarif", "application/sarif+json", func(w io.Writer, r *lint.Report) error { return sarif.Write(w, r, sarif.Options{}) }},
}

var formatWords = []string{"json", "sarif"}

// formatOf returns the named format, else the one preferred by the Accept header.
func formatOf(r *http.Request, name string) (format, error) {
	for _, f := range formats {
		if f.name == name {
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

// quality returns the quality value of a media type in an Accept header: that of the most specific range.
func quality(accept []string, media string) float64 {
	want, best := 0.0, 0
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		given, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		specificity := 0
		switch given {
		case "*/*":
			specificity = 1
		case "application/*":
			specificity = 2
		case media:
			specificity = 3
		}
		if specificity <= best {
			continue
		}
		q := 1.0
		if s, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(s, 64); err != nil || !(q >= 0 && q <= 1) {
				continue
			}
		}
		want, best = q, specificity
	}
	return want
}
