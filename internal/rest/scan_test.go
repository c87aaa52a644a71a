package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
	"github.com/org/mcp-lint/rules"
	"github.com/org/mcp-lint/sarif"
)

// summary is the part of a report that tests read.
type summary struct {
	Settings []string `json:"settings"`
	Summary  struct {
		Findings, Tools, Definitions, Servers, Suppressed, BelowConfidence int
		Incomplete, Degraded                                               bool
	} `json:"summary"`
	Skips    []struct{ Path, Reason string } `json:"skips"`
	Findings []struct {
		Server, Tool string
		Signals      []struct {
			CheckID string `json:"checkId"`
		}
	} `json:"findings"`
}

func (s *served) report(t *testing.T, path, body string, header ...string) (r summary, verdict string) {
	t.Helper()
	res, content := s.do(t, http.MethodPost, path, body, header...)
	require.Equal(t, http.StatusOK, res.StatusCode, content)
	require.Equal(t, "application/json", res.Header.Get("Content-Type"))
	require.NoError(t, json.Unmarshal([]byte(content), &r))
	return r, res.Header.Get(verdictHeader)
}

// TestScanIsThatOfTheEngine compares answers with reports of the same scan.
func TestScanIsThatOfTheEngine(t *testing.T) {
	s := serve(t, Options{})
	for _, name := range []string{"servers/poisoned/weather.json", "servers/clean/weather/weather.json", "servers/poisoned/tracker/tools.json", "servers/poisoned/notes/tools.json"} {
		data, err := os.ReadFile("../../examples/" + name)
		if os.IsNotExist(err) {
			continue
		}
		require.NoError(t, err)
		r, err := lint.Run(lint.Options{Paths: []string{"-"}, Stdin: bytes.NewReader(data), Version: "test"})
		require.NoError(t, err)
		var asJSON, asSARIF bytes.Buffer
		require.NoError(t, report.JSON(&asJSON, r))
		require.NoError(t, sarif.Write(&asSARIF, r, sarif.Options{}))
		res, content := s.do(t, http.MethodPost, "/v1/scan", string(data))
		require.Equal(t, http.StatusOK, res.StatusCode)
		assert.Equal(t, "application/json", res.Header.Get("Content-Type"))
		assert.Equal(t, asJSON.String(), content)
		assert.Equal(t, int64(len(content)), res.ContentLength)
		res, content = s.do(t, http.MethodPost, "/v1/scan", string(data), "Accept", "application/sarif+json")
		assert.Equal(t, "application/sarif+json", res.Header.Get("Content-Type"))
		assert.Equal(t, asSARIF.String(), content)
	}
}

// TestNobodySuppressesInADocument checks that suppression comments in a document have no effect.
func TestNobodySuppressesInADocument(t *testing.T) {
	s := serve(t, Options{})
	body := "{\"tools\":[\n{\"name\":\"a\",\"description\":\"// mcp-lint:ignore unicode.hidden -- ours\",\n\"title\":\"b \u200b\u2063\u202e c\", \"x\":\"# mcp-lint:ignore unicode.hidden -- ours\"}]}"
	r, verdict := s.report(t, "/v1/scan", body)
	assert.Equal(t, lint.Fails, verdict)
	assert.Zero(t, r.Summary.Suppressed)
}

// TestScanFails checks that only the log has the cause of an internal error.
func TestScanFails(t *testing.T) {
	for name, c := range map[string]struct {
		scan scans
		want kind
		said string
	}{
		"error": {func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
			return nil, 0, errors.New("the disk \x1b[2J burns")
		}, internalError, `the disk`},
		"panic": {func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
			panic("no \x1b[2J ideas")
		}, internalError, `panic: no`},
		"panic of a sink": {func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
			return &lint.Report{Findings: []lint.Finding{{Finding: detect.Finding{Primary: -1}}}}, detect.SeverityLow, nil // without a primary signal
		}, internalError, `panic: runtime error`},
		"timeout": {func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
			return nil, 0, scanservice.ErrTimeout
		}, scanTimeout, "scan-timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{Scanner: c.scan})
			res, content := s.do(t, http.MethodPost, "/v1/scan", clean)
			isProblem(t, c.want, res, content)
			assert.NotContains(t, content, "burns")
			assert.NotContains(t, content, "ideas")
			assert.Equal(t, c.want == scanTimeout, res.Header.Get("Retry-After") != "")
			s.Close()
			assert.Contains(t, s.log.String(), c.said)
			assert.NotContains(t, s.log.String(), "\x1b")
		})
	}
}

func TestOtherAddresses(t *testing.T) {
	s := serve(t, Options{})
	res, content := s.do(t, http.MethodGet, "/healthz", "")
	assert.Equal(t, http.StatusOK, res.StatusCode)
	assert.JSONEq(t, `{"status":"ok"}`, content)
	_, content = s.do(t, http.MethodGet, "/openapi.json", "")
	assert.Equal(t, string(openAPIDocument), content)

	_, content = s.do(t, http.MethodGet, "/v1/checks", "")
	var list struct {
		Checks []struct{ ID, URL string } `json:"checks"`
	}
	require.NoError(t, json.Unmarshal([]byte(content), &list))
	require.Len(t, list.Checks, len(lint.Rules()))
	for i, d := range lint.Rules() {
		assert.Equal(t, d.ID, list.Checks[i].ID)
		_, content = s.do(t, http.MethodGet, "/v1/checks/"+d.ID, "")
		var got struct {
			detect.Documentation
			Tier json.RawMessage `json:"tier"`
		}
		require.NoError(t, json.Unmarshal([]byte(content), &got))
		assert.Equal(t, d.Catches, got.Catches, d.ID)
		assert.Equal(t, d.Bad, got.Bad, d.ID)
		assert.Equal(t, d.Good, got.Good, d.ID)
	}
	assert.Contains(t, s.refused(t, notFound, http.MethodGet, "/v1/checks/unicode.hiden", "").Known, "unicode.hidden")
	assert.Contains(t, s.refused(t, unknownCheck, http.MethodPost, "/v1/scan?only=unicode.hiden", clean).Known, "unicode.hidden")
	for _, path := range []string{"/", "/v1", "/v1/", "/v1/scan/", "//v1/scan", "/v1/../v1/scan", "/V1/scan", "/v1/checks/", "/v1/checks/a/b", "/.env"} {
		assert.Contains(t, s.refused(t, notFound, http.MethodGet, path, "").Known, "/v1/scan", path)
	}
}

// TestMethods tries every method on every path.
func TestMethods(t *testing.T) {
	s := serve(t, Options{})
	for path, allow := range map[string]string{
		"/healthz": "GET, HEAD", "/openapi.json": "GET, HEAD", "/v1/checks": "GET, HEAD", "/v1/checks/unicode.hidden": "GET, HEAD", "/v1/scan": "POST",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
			res, content := s.do(t, method, path, "")
			if strings.Contains(allow, method) {
				assert.NotEqual(t, http.StatusMethodNotAllowed, res.StatusCode, "%s %s", method, path)
				continue
			}
			assert.Equal(t, http.StatusMethodNotAllowed, res.StatusCode, "%s %s", method, path)
			assert.Equal(t, allow, res.Header.Get("Allow"), fmt.Sprint(method, path))
			if method != http.MethodHead {
				isProblem(t, wrongMethod, res, content)
			}
		}
	}
	res, content := s.do(t, http.MethodHead, "/v1/checks", "")
	assert.Equal(t, http.StatusOK, res.StatusCode)
	assert.Empty(t, content)
}

// TestOwnRules checks that the user's own rules are listed and described like other checks.
func TestOwnRules(t *testing.T) {
	const file = `rules: [{id: acme.jokes, title: T, severity: note, pattern: joke, message: 'says {match}', why: w, fix: Stop it., examples: {bad: [{tool: {name: joke}}], good: [{text: x}]}}]`
	s := serve(t, Options{CustomChecks: rules.Checks(must.OK(rules.Parse("own.yaml", []byte(file), lint.CheckIDs()))(t))})
	_, content := s.do(t, http.MethodGet, "/v1/checks", "")
	assert.Contains(t, content, `"acme.jokes"`)
	_, content = s.do(t, http.MethodGet, "/v1/checks/acme.jokes", "")
	assert.Contains(t, content, "Stop it.")
	assert.Contains(t, content, "docs/rules.md")
}
